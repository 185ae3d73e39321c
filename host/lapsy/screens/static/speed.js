// Speed: a band for each player with the five stocks, and between them the two piles that both slap.

import { back, card } from './cards.js';
import { countdown } from './countdown.js';
import { h } from './dom.js';
import { lately, wrong } from './events.js';
import { figures } from './figures.js';
import { between, finish } from './finish.js';
import { keysOf } from './keys.js';
import { over } from './over.js';
import { pond } from './pond.js';
import { ready } from './ready.js';
import { colours, nameOf, shape } from './seats.js';
import { keyName, marginText, milliseconds, verdictTitle, words } from './words.js';

export const styles = ['speed'];

/** The card in hand lies raised over its own place, towards the piles. */
function stock(seat, one, place, options) {
  const { lang } = options,
    say = words(lang),
    key = keysOf(seat.keys)[`stock${place}`];
  const under = Math.min(one.hidden, 4);
  return h(
    'div',
    {
      class: `stock ${seat.hand === place ? 'inhand' : ''} ${one.open ? '' : 'empty'}`,
      'data-place': place,
      'aria-label': one.hidden ? say.n('{n} hidden card', '{n} hidden cards', one.hidden) : null,
      role: one.hidden ? 'group' : null,
    },
    Array.from({ length: under }, (_, i) =>
      h('div', { class: 'under', style: { '--up': under - i } }, back(seat.seat, { on: true })),
    ),
    one.open ? h('div', { class: 'open', 'data-card': one.open }, card(one.open, { edge: 'var(--c)', lang })) : null,
    h(
      'p',
      { class: 'below' },
      key ? h('kbd', {}, keyName(key, lang)) : null,
      one.hidden ? figures(`+${one.hidden}`) : null,
    ),
  );
}

/** What is said at a player's own end of the table, the most important first. */
function linesFor(view, seat, options) {
  const { lang, events } = options,
    say = words(lang),
    bad = wrong(events, seat.seat);
  const pile = (name) => (name === 'L' ? say('Left pile') : say('Right pile'));
  return [
    bad ? h('p', { class: 'bad' }, bad.text) : null,
    seat.taken ? h('p', { class: 'tag' }, pile(seat.taken)) : null,
    seat.called ? h('p', { class: 'tag' }, say('Spit!')) : null,
    view.first_out.includes(seat.seat) && !seat.taken ? h('p', { class: 'tag' }, say('Out of cards')) : null,
    seat.pool ? h('p', { class: 'line' }, say.n('{n} card to deal', '{n} cards to deal', seat.pool)) : null,
    seat.handicap_us ? h('p', { class: 'line' }, say('Handicap {ms} ms', { ms: milliseconds(seat.handicap_us, lang) })) : null,
  ]
    .filter(Boolean)
    .slice(0, 2);
}

function band(view, seat, side, options) {
  const { lang } = options,
    say = words(lang),
    keys = keysOf(seat.keys);
  return h(
    'section',
    { class: `band ${side} ${colours(seat.seat)}`, 'data-seat': seat.seat },
    h(
      'div',
      { class: 'id' },
      h('div', { class: 'who' }, shape(seat.seat, { on: true, lang }), h('b', {}, seat.name)),
      linesFor(view, seat, options),
    ),
    h(
      'div',
      { class: 'stocks' },
      seat.stocks.map((one, i) => stock(seat, one, i + 1, options)),
    ),
    h(
      'div',
      { class: 'spit', role: 'group', 'aria-label': say('Spit cards: {n}', { n: seat.spit }) },
      figures(seat.spit),
      seat.spit ? back(seat.seat, { on: true }) : null,
      keys.left ? h('p', { class: 'keys' }, [keys.left, keys.right].map((key) => h('kbd', {}, keyName(key, lang)))) : null,
    ),
  );
}

function pileNode(view, pile, options) {
  const { lang, moved } = options,
    say = words(lang);
  const name = pile.name === 'L' ? say('Left pile') : say('Right pile');
  const came = moved.some((one) => pile.top !== null && one.cards.includes(pile.top));
  const from = pile.seat === null ? '' : pile.seat === view.seats[0].seat ? 'from-top' : 'from-bottom';
  return h(
    'div',
    { class: `common ${pile.name}`, 'data-pile': pile.name, role: 'group', 'aria-label': name },
    view.stage === 'slap' ? h('div', { class: 'breathing ringed' }) : null,
    pile.top === null
      ? h('div', { class: 'nothing' })
      : h(
          'div',
          { class: came ? `top ${from}` : 'top', 'data-card': pile.top },
          card(pile.top, { edge: 'var(--lampi-4)', lang }),
        ),
    h(
      'div',
      { class: 'count' },
      figures(pile.cards),
      pile.seat === null ? null : shape(pile.seat, { lang }),
    ),
  );
}

/** What is to be done now, in a word or two; '' while everybody just plays. */
function headline(view, lang) {
  const say = words(lang);
  if (view.stage === 'ready') return say('Call spit');
  if (view.stage === 'slap') return view.piles.length > 1 ? say('Slap a pile') : say('Round over');
  if (view.stage === 'redeal') return say('New deal');
  return say('Deal {n}', { n: view.deal });
}

function left(view, options) {
  const { lang, events, ageMs } = options,
    say = words(lang);
  const told = lately(events) || (view.announced ? say('Both are stuck: slap a pile.') : '');
  const todo = { ready: say('Touch a pile: spit.'), play: null }[view.stage];
  const text = told || (todo === undefined ? say('Deal {n}', { n: view.deal }) : todo);
  return h(
    'div',
    { class: `side now ${view.stage}`, role: 'group' },
    h('strong', {}, headline(view, lang)),
    countdown(view.left_us, ageMs, lang),
    text ? h('p', {}, text) : null,
  );
}

/** A contested pile: who was first, small and beside the cards, because the race goes on. */
function right(view, options) {
  const { lang, finish: recent } = options,
    say = words(lang),
    { verdict } = view;
  if (!verdict) return null;
  const names = verdict.seats.map((seat) => nameOf(view, seat, lang)).join(', ');
  const first = verdict.kind === 'first';
  return h(
    'div',
    { class: 'side verdict', 'data-verdict': verdict.kind, 'data-n': verdict.n },
    h('strong', {}, first ? verdictTitle(verdict, names, lang) : say('Tied')),
    verdict.margin_us === null
      ? null
      : h('p', {}, marginText(verdict.margin_us, verdict.bound_us, lang)),
    verdict.state === 'leading' ? h('p', { class: 'tag' }, say('May still change')) : null,
    verdict.certified ? null : h('p', { class: 'tag' }, say('Not certified')),
    recent ? between(verdict, (seat) => nameOf(view, seat, lang), lang) : null,
  );
}

/** After the slap that ended a round nothing is to be played for a while: the whole photo finish over the middle. Never while
 * a pile is to be slapped: everybody has to see the piles. */
function photo(view, options) {
  const { lang, finish: recent } = options;
  if (!recent || view.stage !== 'redeal') return null;
  const drawings = finish(recent, (seat) => nameOf(view, seat, lang), options);
  return drawings.length ? h('div', { class: `finish of${drawings.length}` }, drawings) : null;
}

function table(view, options) {
  const [one, two] = view.seats;
  const seen = photo(view, options);
  return h(
    'div',
    { class: `speed is-${view.stage}`, 'data-phase': view.phase, 'data-stage': view.stage },
    h(
      'div',
      { class: 'between' },
      pond(null, null),
      left(view, options),
      h(
        'div',
        { class: 'commons' },
        view.piles.map((pile) => pileNode(view, pile, options)),
      ),
      seen ? null : right(view, options),
      seen,
    ),
    band(view, one, 'top', options),
    band(view, two, 'bottom', options),
  );
}

/** What there is to see of a match of Speed. */
export function scene(view, options) {
  if (view.phase === 'lobby') return ready(view, options);
  return view.phase === 'over' ? over(view, options) : table(view, options);
}
