// Kuoppa: the five in a row, the combination to beat on the water, and the book of points with the pit below it.

import { back, card } from './cards.js';
import { h, s } from './dom.js';
import { lately, wrong } from './events.js';
import { figures } from './figures.js';
import { over } from './over.js';
import { ready } from './ready.js';
import { nameOf, outline, shape } from './seats.js';
import { milliseconds, words } from './words.js';

export const styles = ['kuoppa'];

function placeName(place, lang) {
  const say = words(lang);
  return [say('First out'), say('Second out'), say('Third out'), say('Up to the neck'), say('Up to the nose')][place];
}

/** The one line under a name. */
function lineFor(view, seat, options) {
  const { lang, events } = options,
    say = words(lang),
    bad = wrong(events, seat.seat);
  if (bad) return h('span', { class: 'bad' }, bad.text);
  if (seat.place !== null) return h('span', { class: 'line' }, placeName(seat.place, lang));
  if (view.turn === seat.seat || view.acting.includes(seat.seat))
    return h('span', { class: 'tag' }, view.stage === 'play' ? say('On turn') : say('To choose'));
  if (view.current?.seat === seat.seat) return h('span', { class: 'line' }, say('Highest'));
  if (seat.passed) return h('span', { class: 'line' }, say('Passed'));
  if (view.stage !== 'play' && view.dealer === seat.seat) return h('span', { class: 'line' }, say('Dealer'));
  return null;
}

/** A handicap is open to everybody, whatever else is said of the seat. */
function handicapOf(seat, lang) {
  const say = words(lang);
  return seat.handicap_us
    ? h('span', { class: 'line' }, say('Handicap {ms} ms', { ms: milliseconds(seat.handicap_us, lang) }))
    : null;
}

function seatNode(view, seat, options) {
  const active = view.turn === seat.seat || view.acting.includes(seat.seat);
  const classes = ['player', active && 'active', seat.passed && 'passed', seat.place !== null && 'out'];
  return h(
    'section',
    { class: classes.filter(Boolean).join(' '), 'data-seat': seat.seat, style: { '--chars': Math.max(4, seat.name.length) } },
    shape(seat.seat, { text: seat.cards, hollow: seat.cards === 0, lang: options.lang }),
    h('b', {}, seat.name),
    lineFor(view, seat, options),
    handicapOf(seat, options.lang),
  );
}

/** Cards side by side, the newest whole: as near to each other as there is room (in units of a card's width). */
function fan(cards, who, options, room = 4.6) {
  const { lang } = options;
  const step = cards.length > 1 ? Math.min(0.64, (room - 1) / (cards.length - 1)) : 0;
  const width = 1 + step * (cards.length - 1);
  return h(
    'div',
    { class: 'fan', style: { '--width': width } },
    cards.map((code, i) =>
      h(
        'div',
        { class: 'one', 'data-card': code, style: { '--x': step * i } },
        code === null ? back() : card(code, { edge: 'var(--lampi-4)', lang }),
      ),
    ),
    who === null ? null : h('div', { class: 'by' }, shape(who, { lang })),
  );
}

/** A long sentence is smaller, so that it stays on the water. */
const whatClass = (text) => (text.length > 28 ? 'what long' : 'what');

function combination(view, options) {
  const { lang, moved } = options,
    say = words(lang),
    { current } = view;
  if (!current)
    return h('p', { class: 'what' }, view.turn === null ? '' : say('{name} leads', { name: nameOf(view, view.turn, lang) }));
  const came = moved.some((one) => one.kind === 'played');
  return [
    h(
      'p',
      { class: whatClass(current.text) },
      current.text,
      current.wild ? h('span', {}, say.n('{n} wild card', '{n} wild cards', current.wild)) : null,
    ),
    h('div', { class: came ? 'combo came' : 'combo' }, fan(current.cards, current.seat, options)),
  ];
}

/** The exchange, step by step: what lies open stays where it was laid. */
function exchange(view, options) {
  const { lang } = options,
    say = words(lang),
    { exchange: now } = view;
  const heap = (title, cards) =>
    h(
      'div',
      { class: 'heap' },
      h('p', {}, title),
      h(
        'div',
        { class: 'cards' },
        cards.map((one) =>
          h(
            'div',
            { class: one.gone ? 'gone' : '', 'data-card': one.code ?? (one.laid ? 'back' : 'none') },
            one.code
              ? card(one.code, { edge: 'var(--lampi-4)', lang })
              : one.laid
                ? back()
                : h('div', { class: 'nothing' }),
            one.gone ? h('span', {}, say('Taken')) : null,
          ),
        ),
      ),
    );
  const given = now.given.map((code) => ({ code, gone: code !== null && (view.stage !== 'pick' || code === now.picked) && view.stage !== 'give' }));
  const open = now.discards.some((code) => code !== null);
  const discards = open
    ? now.discards.map((code) => ({ code, gone: code !== null && code === now.taken }))
    : [0, 1].map((i) => ({ code: null, laid: i < now.committed.length }));
  return [
    h('p', { class: whatClass(now.text) }, now.text),
    h(
      'div',
      { class: 'exchange' },
      heap(say('Given from the pit'), pad(given)),
      heap(say('Discarded'), discards),
    ),
  ];
}

const pad = (cards) => [...cards, {}, {}].slice(0, 2);

// ---- the book

const ROWS = 5; // what fits over the sums on a wall

const markNames = (say) => ({ '•': say('Dealt'), '-': say('Up to the neck'), '=': say('Up to the nose') });

function book(view, lang) {
  const say = words(lang),
    names = markNames(say);
  const rows = view.record.slice(-ROWS);
  return h(
    'aside',
    { class: 'book', 'aria-label': say('Points') },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          view.seats.map((seat) => h('th', { scope: 'col', 'aria-label': seat.name }, shape(seat.seat, { lang }))),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((row) =>
          h(
            'tr',
            {},
            row.map((mark) => h('td', { 'aria-label': names[mark] ?? mark }, figures(mark))),
          ),
        ),
      ),
      h(
        'tfoot',
        {},
        h(
          'tr',
          {},
          view.seats.map((seat) => h('td', { 'data-seat': seat.seat }, figures(seat.points))),
        ),
      ),
    ),
    h('p', { class: 'goal' }, say.n('The game ends at {n} point', 'The game ends at {n} points', view.target)),
    pit(view, lang),
  );
}

/** A face in the pit: the whole shape with its eyes, as deep as its place. */
function face(seat, x, top, eyes, gap, mouth) {
  const ink = `var(--seat-${seat + 1}-on)`;
  return s(
    'g',
    {},
    s('path', {
      d: outline(seat),
      transform: `translate(${x} ${top}) scale(1.6)`,
      fill: `var(--seat-${seat + 1})`,
      stroke: ink,
      'stroke-width': 3,
    }),
    [-1, 1].map((side) => s('circle', { cx: x + 80 + side * gap, cy: top + eyes, r: 9, fill: ink })),
    mouth
      ? s('path', { d: `M${x + 64} ${top + eyes + 34}h32`, stroke: ink, 'stroke-width': 8, 'stroke-linecap': 'round' })
      : null,
  );
}

const wave = (y) =>
  `M0 ${y}C46 ${y - 18} 92 ${y - 18} 138 ${y}S230 ${y + 18} 276 ${y}S368 ${y - 18} 414 ${y}S506 ${y + 18} 552 ${y}V400H0Z`;

/** Who sits in the pit, to the neck and to the nose: of this round as soon as that is known, else of the one before. */
function pit(view, lang) {
  const known = view.seats.some((seat) => seat.place !== null && seat.place >= 3);
  const at = (place) => view.seats.find((seat) => (known ? seat.place : seat.last_place) === place);
  const [neck, nose] = [at(3), at(4)];
  const caption = (x, seat, place) => {
    if (!seat) return null;
    const said = placeName(place, lang).split(' '),
      last = said.pop();
    const style = { x, 'font-size': 34, 'font-weight': 700, fill: 'var(--lampi-text)', 'text-anchor': 'middle' };
    return [s('text', { ...style, y: 306 }, said.join(' ')), s('text', { ...style, y: 346 }, last)];
  };
  return s(
    'svg',
    { class: 'pit', viewBox: '0 0 552 400', role: 'img', 'aria-label': [neck && `${neck.name}: ${placeName(3, lang)}`, nose && `${nose.name}: ${placeName(4, lang)}`].filter(Boolean).join('. ') },
    neck ? face(neck.seat, 60, 62, 52, 40, true) : null,
    nose ? face(nose.seat, 330, 132, 60, 26, false) : null,
    s('path', { d: wave(214), fill: 'var(--lampi-1)' }),
    s('path', { d: wave(258), fill: 'var(--lampi-2)' }),
    s('path', { d: wave(330), fill: 'var(--lampi-4)' }),
    caption(140, neck, 3),
    caption(410, nose, 4),
  );
}

function table(view, options) {
  const { lang, events } = options,
    say = words(lang);
  const told = lately(events);
  return h(
    'div',
    { class: 'kuoppa', 'data-phase': view.phase, 'data-stage': view.stage },
    s(
      'svg',
      { class: 'hill', viewBox: '-500 -500 1000 1000', 'aria-hidden': 'true' },
      [500, 430, 350, 260].map((r, i) => s('circle', { r, fill: `var(--lampi-${i + 1})` })),
    ),
    h(
      'div',
      { class: 'players' },
      view.seats.map((seat) => seatNode(view, seat, options)),
    ),
    h(
      'div',
      { class: 'water' },
      view.exchange && view.stage !== 'play' ? exchange(view, options) : combination(view, options),
      h(
        'p',
        { class: 'told' },
        told || `${say('Round {n}', { n: view.round })} · ${say.n('{n} card played', '{n} cards played', view.played)}`,
      ),
    ),
    book(view, lang),
  );
}

/** What there is to see of a game of Kuoppa. */
export function scene(view, options) {
  if (view.phase === 'lobby') return ready(view, options);
  return view.phase === 'over' ? over(view, options) : table(view, options);
}
