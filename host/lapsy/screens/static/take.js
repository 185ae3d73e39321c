// A win takes the screen: the winner's own shape and colour, the margin with its uncertainty, the photo finish.

import { h, s } from './dom.js';
import { card } from './cards.js';
import { figures } from './figures.js';
import { finish } from './finish.js';
import { colours, columns, nameOf, outline, shape } from './seats.js';
import { marginText, measured, milliseconds, verdictTitle, words } from './words.js';

/** The seat's shape, grown over everything from the seat's own place, with ripples a step deeper. */
function flood(view, seat, grow) {
  const [left, right] = columns(view.seats);
  const mine = left.some((one) => one.seat === seat) ? left : right;
  const index = mine.findIndex((one) => one.seat === seat);
  const x = mine === left ? 130 : 1790,
    y = ((Math.max(0, index) + 0.5) / mine.length) * 1080;
  const at = (size) => `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`;
  const d = outline(seat);
  return s(
    'svg',
    {
      class: grow ? 'flood grow' : 'flood',
      viewBox: '0 0 1920 1080',
      preserveAspectRatio: 'xMidYMid slice',
      'aria-hidden': 'true',
    },
    s(
      'g',
      { class: 'body', style: { 'transform-origin': `${x}px ${y}px` } },
      s('path', { d, transform: at(13000), fill: 'var(--c)' }),
      [
        [640, 60],
        [1160, 66],
        [1780, 74],
        [2520, 84],
        [3300, 92],
      ].map(([size, width]) =>
        s('path', {
          d,
          transform: at(size),
          fill: 'none',
          stroke: 'var(--d)',
          'stroke-width': width / (size / 100),
        }),
      ),
    ),
  );
}

/** Type size in rem so that a line of `text` fits `room` rem. */
const fit = (text, most, room) => Math.min(most, room / (0.6 * text.length));

/** Whose hand that counts came too soon after its card to be an answer to it. */
function tooSoon(verdict, view, lang) {
  const say = words(lang);
  const early = verdict.marks.filter((one) => one.anticipated && one.kind !== 'false');
  const names = [...new Set(early.map((one) => nameOf(view, one.seat, lang)))];
  return names.length ? say('Anticipated: {who}', { who: names.join(', ') }) : null;
}

/** Whose handicap is in the gap that is told, and how much it is. */
function handicaps(verdict, view, lang) {
  const say = words(lang);
  const told = [...verdict.seats, ...(verdict.second === null ? [] : [verdict.second])];
  const given = view.seats.filter((one) => told.includes(one.seat) && one.handicap_us);
  const each = given.map((one) => `${nameOf(view, one.seat, lang)} ${milliseconds(one.handicap_us, lang)} ms`);
  return each.length ? say('Handicap: {who}', { who: each.join(', ') }) : null;
}

function margin(verdict, view, lang) {
  const say = words(lang);
  const tags = [];
  if (verdict.state === 'leading') tags.push(say('May still change'));
  if (verdict.proof === 'likely') tags.push(say('Nearest value decides'));
  if (!verdict.certified) tags.push(say('Not certified'));
  const early = tooSoon(verdict, view, lang);
  if (early) tags.push(early);
  if (verdict.margin_us === null) {
    const alone = !verdict.marks.some((one) => one.kind === 'slower');
    return [
      h('p', { class: 'only' }, alone ? say('The only slap') : verdict.second === null ? say('Second place: undecided') : ''),
      h(
        'p',
        { class: 'pm' },
        tags.map((tag) => h('span', { class: 'tag' }, tag)),
      ),
    ];
  }
  if (verdict.proof === 'capture' && verdict.margin_us <= (verdict.bound_us ?? 0)) tags.push(say('Order proven by capture'));
  const text = measured(verdict.margin_us, verdict.bound_us, lang);
  return [
    h('p', { class: 'margin' }, figures(text.margin, 'big'), h('span', { class: 'unit' }, 'ms')),
    h(
      'p',
      { class: 'pm' },
      text.bound === null ? null : [figures(`± ${text.bound}`), h('span', { class: 'unit' }, 'ms')],
      tags.map((tag) => h('span', { class: 'tag' }, tag)),
    ),
  ];
}

function pairNode(pair, lang) {
  return pair?.length
    ? h(
        'div',
        { class: 'pair' },
        pair.slice(-2).map((code) => card(code, { lang })),
      )
    : null;
}

function strip(verdict, names, options) {
  const drawings = finish(verdict, names, options);
  return drawings.length ? h('div', { class: `finish of${drawings.length}` }, drawings) : null;
}

function second(verdict, view, lang) {
  const say = words(lang);
  const slower = new Set(verdict.marks.filter((one) => one.kind === 'slower').map((one) => one.seat));
  if (verdict.margin_us === null && verdict.second === null) return null; // said in its place
  if (verdict.second !== null) return say('Second: {who}', { who: nameOf(view, verdict.second, lang) });
  return slower.size > 1 ? say('Second place: undecided') : null;
}

function one(view, verdict, options) {
  const { lang } = options,
    say = words(lang);
  const winner = verdict.seats[0],
    name = verdict.seats.map((seat) => nameOf(view, seat, lang)).join(', ');
  const last = verdict.kind === 'last';
  const challenge = verdict.kind === 'challenge' || last; // nobody's quickness: no margin, no photo finish
  const title = verdictTitle(verdict, name, lang);
  const details = view.children
    ? []
    : challenge
    ? [h('p', { class: 'only' }, last ? say.n('The last one takes the pile.', 'The last ones divide the pile.', verdict.seats.length) : say('The challenge was not answered'))]
    : [
        ...margin(verdict, view, lang),
        h(
          'p',
          { class: 'notes' },
          [second(verdict, view, lang), handicaps(verdict, view, lang), say('The contact is timed, not the hand')].filter(Boolean).join(' · '),
        ),
      ];
  const finishNode = challenge || view.children ? null : strip(verdict, (seat) => nameOf(view, seat, lang), options);
  return h(
    'div',
    {
      class: `take one ${colours(winner)} ${finishNode ? 'with-strip' : 'whole'}`,
      'data-verdict': verdict.kind,
      'data-n': verdict.n,
    },
    flood(view, winner, options.grow),
    h(
      'div',
      { class: 'say' },
      h(
        'h1',
        { style: { '--size': fit(title, view.children ? 20 : 15.5, challenge ? 110 : 104) } },
        shape(winner, { on: true, lang }),
        h('span', {}, title),
      ),
      details,
    ),
    pairNode(verdict.pair, lang),
    h('p', { class: 'won' }, say.n('+{n} card', '+{n} cards', verdict.won)),
    finishNode,
  );
}

function tie(view, verdict, options) {
  const { lang } = options,
    say = words(lang),
    n = verdict.seats.length,
    again = verdict.kind === 'again' || verdict.policy.unproven === 'replay'; // nobody gets the pile
  const even = !again && verdict.won % n === 0 ? verdict.won / n : null;
  const tags = [];
  if (verdict.state === 'leading') tags.push(say('May still change'));
  if (!verdict.certified) tags.push(say('Not certified'));
  const early = tooSoon(verdict, view, lang);
  if (early) tags.push(early);
  const given = handicaps(verdict, view, lang);
  if (given) tags.push(given);
  // the same words in every column, cut at its edge: each part in its seat's own text colour
  const column = (seat, i) =>
    h(
      'div',
      { class: `part ${colours(seat)}`, style: { '--i': i, '--n': n } },
      h(
        'div',
        { class: 'words', 'aria-hidden': i > 0 ? 'true' : null },
        h('h1', { class: again ? 'long' : null }, again ? say('Too close to call') : say('Tied')),
        h('p', {}, verdict.kind === 'again' ? say('Slap again') : again ? '' : say('The pile is split')),
        tags.map((tag) => h('p', { class: 'small' }, tag)),
      ),
      h('div', { class: 'who' }, shape(seat, { on: true, lang }), h('b', {}, nameOf(view, seat, lang))),
      even === null ? null : h('div', { class: 'share' }, figures(`+${even}`)),
    );
  const names = (seat) => nameOf(view, seat, lang);
  const numbers = [];
  const gap = tiedGap(verdict);
  if (gap) {
    const text = measured(gap.us, gap.bound_us, lang);
    numbers.push(h('p', { class: 'gap' }, figures(text.margin), h('span', { class: 'unit' }, 'ms')));
    if (text.bound !== null)
      numbers.push(
        h('p', { class: 'gap small' }, figures(`± ${text.bound}`), h('span', { class: 'unit' }, 'ms')),
      );
    const why = gap.us === 0 ? say('The same instant.') : gap.us > gap.bound_us ? say('Agreed: so near is a tie.') : say('The gap is smaller than the uncertainty.');
    numbers.push(h('p', { class: 'why' }, why));
  }
  if (!again) numbers.push(h('p', { class: 'why' }, say.n('+{n} card', '+{n} cards', verdict.won)));
  return h(
    'div',
    { class: 'take tie with-strip', 'data-verdict': verdict.kind, 'data-n': verdict.n, style: { '--n': n } },
    h('div', { class: 'parts' }, verdict.seats.map(column)),
    h(
      'div',
      { class: 'finish tied' },
      finish(verdict, names, options),
      h('div', { class: 'numbers' }, numbers),
    ),
  );
}

/** The gap between the two hands of a tie: the verdict's, or the second hand's own from the first; null with more hands. */
function tiedGap(verdict) {
  if (verdict.margin_us !== null) return { us: verdict.margin_us, bound_us: verdict.bound_us };
  const later = verdict.marks.filter((one) => one.kind === 'first' && one.gap_us !== null);
  return verdict.seats.length === 2 && later.length === 1
    ? { us: Math.abs(later[0].gap_us), bound_us: later[0].gap_bound_us }
    : null;
}

/** The takeover of a verdict. `grow`: it is new and may move once. */
export function take(view, verdict, options) {
  return ['tie', 'again'].includes(verdict.kind) ? tie(view, verdict, options) : one(view, verdict, options);
}

/** The verdict as one sentence, for those who do not see the screen. */
export function sentence(view, { take: verdict }, lang) {
  const say = words(lang);
  if (!verdict) return '';
  const names = verdict.seats.map((seat) => nameOf(view, seat, lang)).join(', ');
  if (verdict.kind === 'again') return `${say('Too close to call')}: ${names}. ${say('Slap again')}.`;
  if (verdict.kind === 'tie') return `${say('Tied')}: ${names}. ${say('The pile is split')}.`;
  if (verdict.kind === 'last')
    return `${verdictTitle(verdict, names, lang)}. ${say.n('The last one takes the pile.', 'The last ones divide the pile.', verdict.seats.length)}`;
  const name = nameOf(view, verdict.seats[0], lang);
  if (verdict.kind === 'challenge') return `${verdictTitle(verdict, name, lang)}.`;
  return [
    verdictTitle(verdict, name, lang),
    verdict.margin_us === null ? null : marginText(verdict.margin_us, verdict.bound_us, lang),
    verdict.certified ? null : say('Not certified').toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ');
}
