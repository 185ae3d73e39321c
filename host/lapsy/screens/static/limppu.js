// Limppu: the seats round the water as they sit, who plays to whom, the group with what beats it, the stock; and always who
// holds the limppu.

import { back, card } from './cards.js';
import { countdown } from './countdown.js';
import { h, s } from './dom.js';
import { lately, wrong } from './events.js';
import { figures } from './figures.js';
import { finish } from './finish.js';
import { over } from './over.js';
import { pond } from './pond.js';
import { ready } from './ready.js';
import { colours, columns, nameOf, shape } from './seats.js';
import { marginText, milliseconds, verdictTitle, words } from './words.js';

export const styles = ['limppu'];

const LIMPPU = '2D';

/** What a seat has to do now, or null. */
function task(view, seat, lang) {
  const say = words(lang);
  if (view.aiming === seat.seat) return say('Whom?');
  if (view.turn !== seat.seat || view.stage === 'over') return null;
  if (view.forced_draw || view.stage === 'draw') return say('To draw');
  return view.stage === 'defend' ? say('To beat') : say('To play');
}

function linesFor(view, seat, options) {
  const { lang, events } = options,
    say = words(lang),
    bad = wrong(events, seat.seat),
    // the lots lie open until the first group is played
    lot = view.group || view.out ? null : view.lots.find(([one]) => one === seat.seat);
  const series = view.game_number > 1 || view.seats.some((one) => one.total);
  return [
    bad ? h('span', { class: 'bad' }, bad.text) : null,
    lot ? h('span', { class: 'lot', 'data-card': lot[1] }, card(lot[1], { lang })) : null,
    series ? h('span', { class: 'line' }, say.n('{n} point', '{n} points', seat.total)) : null,
    view.live && !seat.challenge ? h('span', { class: 'line' }, say('Has challenged')) : null,
    seat.handicap_us ? h('span', { class: 'line' }, say('Handicap {ms} ms', { ms: milliseconds(seat.handicap_us, lang) })) : null,
  ]
    .filter(Boolean)
    .slice(0, bad ? 1 : 2);
}

function seatNode(view, seat, options) {
  const { lang } = options,
    say = words(lang),
    tag = task(view, seat, lang);
  return h(
    'section',
    {
      class: tag ? 'player active' : 'player',
      'data-seat': seat.seat,
      style: { '--chars': Math.max(4, seat.name.length) },
    },
    h(
      'div',
      { class: 'picture' },
      shape(seat.seat, { text: seat.cards, hollow: seat.cards === 0, lang }),
      seat.limppu
        ? h('div', { class: 'limppu', role: 'img', 'aria-label': say('Holds the limppu') }, card(LIMPPU, { lang }))
        : null,
    ),
    h('div', { class: 'about' }, h('b', {}, seat.name), tag ? h('span', { class: 'tag' }, tag) : null, linesFor(view, seat, options)),
  );
}

/** Play runs against the clock: an arrow along the shore, always there. */
function direction(lang) {
  const say = words(lang),
    r = 478,
    at = (degrees) => [r * Math.cos((degrees * Math.PI) / 180), r * Math.sin((degrees * Math.PI) / 180)];
  const [x0, y0] = at(-52),
    [x1, y1] = at(-126);
  return s(
    'svg',
    { class: 'direction', viewBox: '-660 -660 1320 1320', role: 'img', 'aria-label': say('Play runs counter-clockwise') },
    s('path', {
      d: `M${x0} ${y0}A${r} ${r} 0 0 0 ${x1} ${y1}`,
      fill: 'none',
      stroke: 'var(--lampi-text-2)',
      'stroke-width': 14,
    }),
    s('path', { d: 'M-34 -26L22 0L-34 26Z', transform: `translate(${x1} ${y1}) rotate(144)`, fill: 'var(--lampi-text-2)' }),
  );
}

/** From whom to whom: two shapes and an arrow, as wide as the gap between names allows. */
function way(view, lang) {
  const say = words(lang),
    { attacker, defender } = view.group;
  return h(
    'div',
    { class: 'way', 'data-from': attacker, 'data-to': defender },
    shape(attacker, { lang }),
    h('b', {}, nameOf(view, attacker, lang)),
    s(
      'svg',
      { class: 'arrow', viewBox: '0 0 120 60', role: 'img', 'aria-label': say('plays to') },
      s('path', { d: 'M0 30H86', stroke: 'currentColor', 'stroke-width': 14 }),
      s('path', { d: 'M76 4L118 30L76 56Z', fill: 'currentColor' }),
    ),
    shape(defender, { lang }),
    h('b', {}, nameOf(view, defender, lang)),
  );
}

function group(view, options) {
  const { lang, moved } = options,
    came = new Set(moved.flatMap((one) => one.cards));
  const n = view.group.cards.length;
  return h(
    'div',
    { class: n > 4 ? 'group many' : 'group', style: { '--n': n } },
    view.group.cards.map(({ card: code, by }) =>
      h(
        'div',
        { class: `attack ${by ? 'beaten' : ''} ${code === LIMPPU ? 'pledge' : ''}`, 'data-card': code },
        h('div', { class: came.has(code) && !by ? 'came' : '' }, card(code, { edge: 'var(--lampi-4)', lang })),
        by
          ? h('div', { class: came.has(by) ? 'beater came' : 'beater', 'data-card': by }, card(by, { edge: 'var(--lampi-4)', lang }))
          : null,
      ),
    ),
  );
}

/** What is said on the water while no group lies there. */
function quiet(view, lang) {
  const say = words(lang);
  if (view.turn === null) return '';
  const name = nameOf(view, view.turn, lang);
  if (view.forced_draw) return say('{name} has no pair and draws', { name });
  return view.stage === 'draw' ? say('{name} draws', { name }) : say('{name} plays a group', { name });
}

function middle(view, options) {
  const { lang, events, ageMs } = options,
    say = words(lang);
  const told = lately(events);
  return [
    view.group ? way(view, lang) : h('p', { class: 'quiet' }, quiet(view, lang)),
    view.group ? group(view, options) : null,
    h('p', { class: 'told' }, told),
    h(
      'div',
      { class: 'heaps' },
      h(
        'div',
        { class: 'stock', role: 'group', 'aria-label': say('Stock') },
        view.stock ? back() : null,
        figures(view.stock),
        h('span', {}, say('in the stock')),
      ),
      h('div', { class: 'gone' }, figures(view.out), h('span', {}, say('out'))),
    ),
    view.aiming === null
      ? null
      : h(
          'div',
          { class: `aiming ${colours(view.aiming)}` },
          h('h2', {}, say('{name} challenges', { name: nameOf(view, view.aiming, lang) })),
          h('p', {}, say('Whom? The clock stands meanwhile.')),
          countdown(view.left_us, ageMs, lang),
        ),
  ];
}

/** How a game of the series ended: who lost or was caught, and what it cost. */
function ending(view, options) {
  const { lang, finish: recent } = options,
    say = words(lang),
    { ending: end, verdict } = view;
  const struck = [...new Set([...end.losers, ...end.caught])];
  const title = end.caught.length
    ? say('Caught: {names}', { names: namesOf(view, end.caught, lang) })
    : say('Limppu: {names}', { names: namesOf(view, end.losers, lang) });
  const drawings = recent && verdict ? finish(verdict, (seat) => nameOf(view, seat, lang), options) : [];
  return h(
    'div',
    { class: `ending ${struck.length === 1 ? colours(struck[0]) : 'shared'}`, role: 'group' },
    h(
      'div',
      { class: 'lost' },
      struck.map((seat) => shape(seat, { on: struck.length === 1, lang })),
      h(
        'div',
        {},
        h('h1', { style: { '--size': Math.min(11, 140 / (0.6 * title.length)) } }, title),
        h('p', {}, end.text),
        verdict?.margin_us === null || !verdict
          ? null
          : h('p', { class: 'margin' }, `${verdictTitle(verdict, namesOf(view, verdict.seats, lang), lang)} ${marginText(verdict.margin_us, verdict.bound_us, lang)}`),
      ),
    ),
    h(
      'ul',
      { class: 'points' },
      view.seats.map((seat, i) =>
        h(
          'li',
          { 'data-seat': seat.seat },
          shape(seat.seat, { lang }),
          h('b', {}, seat.name),
          h('span', {}, end.points[i] ? `+${end.points[i]}` : ''),
          figures(seat.total),
        ),
      ),
    ),
    drawings.length ? h('div', { class: `finish of${drawings.length}` }, drawings) : null,
  );
}

const namesOf = (view, seats, lang) => seats.map((seat) => nameOf(view, seat, lang)).join(', ');

function table(view, options) {
  const { lang } = options,
    [left, right] = columns(view.seats);
  const column = (seats, side) =>
    h(
      'div',
      { class: `column ${side}` },
      seats.map((seat) => seatNode(view, seat, options)),
    );
  return h(
    'div',
    { class: 'table limppu-table', 'data-phase': view.phase, 'data-stage': view.stage },
    h('div', { class: 'middle' }, pond(null, null), direction(lang), view.ending ? null : middle(view, options)),
    column(left, 'left'),
    column(right, 'right'),
    view.ending ? ending(view, options) : null,
  );
}

/** What there is to see of a game of Limppu. */
export function scene(view, options) {
  if (view.phase === 'lobby') return ready(view, options);
  return view.phase === 'over' ? over(view, options) : table(view, options);
}
