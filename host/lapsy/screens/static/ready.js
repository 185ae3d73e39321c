// Before the deal: who is in, whose pad is still to be pressed, which keys stand for pads.

import { h, s } from './dom.js';
import { wordmark } from './figures.js';
import { crowded, keysOf } from './keys.js';
import { shape } from './seats.js';
import { keyName, milliseconds, words } from './words.js';

/** The ring of somebody who is waited for. */
export const breathing = () =>
  s(
    'svg',
    { class: 'breathing', viewBox: '-54 -54 108 108', 'aria-hidden': 'true' },
    s('circle', {
      r: 49,
      fill: 'none',
      stroke: 'var(--terva)',
      'stroke-width': 2.5,
      'stroke-dasharray': '1 5.7',
      'stroke-linecap': 'round',
    }),
  );

function keyLines(view, seat, lang) {
  const say = words(lang),
    keys = keysOf(seat.keys),
    of = (...roles) => roles.map((role) => keys[role]).filter(Boolean);
  const rows = [
    [of('head'), say('own head')],
    [of('slap'), say('slap')],
    [view.flip === 'auto' ? [] : of('flip'), say('card')],
    [of('choose1', 'choose2', 'choose3'), say('choose')],
    [of('left', 'right'), say('piles')],
    [of('stock1', 'stock2', 'stock3', 'stock4', 'stock5'), say('stock')],
    [of('peek'), say('hand')],
  ].filter(([codes]) => codes.length);
  return rows.map(([codes, what]) =>
    h(
      'span',
      { class: 'keys' },
      codes.map((code) => [h('kbd', {}, keyName(code, lang)), ' ']),
      h('span', { class: 'what' }, what),
    ),
  );
}

function seatNode(view, seat, lang) {
  const say = words(lang);
  const source = { board: say('Pad'), sync: say('Pad'), phone: say('Phone'), keyboard: say('Keyboard'), bot: say('Bot') }[
    seat.source
  ];
  const waits = !seat.ready;
  const { slap, left } = keysOf(seat.keys),
    key = slap ?? left;
  const ask = key ? say('Press {key}', { key: keyName(key, lang) }) : say('Press your pad');
  return h(
    'section',
    { class: waits ? 'guest waits' : 'guest', 'data-seat': seat.seat },
    h('div', { class: 'picture' }, shape(seat.seat, { lang }), waits ? breathing() : null),
    h('b', {}, seat.name),
    h(
      'span',
      { class: waits ? 'tag' : 'line' },
      waits ? ask : view.seats.length > 6 ? source : `${source} · ${say('Ready').toLowerCase()}`,
    ),
    seat.handicap_us
      ? h('span', { class: 'line' }, say('Handicap {ms} ms', { ms: milliseconds(seat.handicap_us, lang) }))
      : null,
    keyLines(view, seat, lang),
  );
}

// what fits above the start button on a wall: heights as in wall.css
const ROOM = { height: 24.6, row: 3.22, between: 0.3, signs: 42 };

/** What was agreed, as list items: as many as there is room for, and how many more. */
function shortened(agreed, say, narrow) {
  const rows = (lines) => lines.reduce((sum, line) => sum + Math.ceil(line.length / ROOM.signs), 0);
  const fits = (lines) =>
    narrow || rows(lines) * ROOM.row + lines.length * ROOM.between <= ROOM.height; // a phone scrolls
  let lines = agreed;
  for (let kept = agreed.length - 1; !fits(lines); kept -= 1)
    lines = [...agreed.slice(0, kept), say('… and {n} more', { n: agreed.length - kept })];
  return lines.map((line) => h('li', {}, line));
}

/** Before the deal. `send`: to the host, or null on a page that only watches. */
export function ready(view, { lang, send, address, narrow }) {
  const say = words(lang);
  return h(
    'div',
    { class: 'gather' },
    h(
      'div',
      { class: 'disc' },
      s(
        'svg',
        { class: 'water', viewBox: '-640 -640 1280 1280', 'aria-hidden': 'true' },
        s('circle', { r: 636, fill: 'none', stroke: 'var(--pellava-2)', 'stroke-width': 20 }),
        [600, 520, 440, 350].map((r, i) => s('circle', { r, fill: `var(--lampi-${i + 1})` })),
      ),
      h(
        'div',
        { class: 'title' },
        wordmark(),
        h('p', { class: 'ask' }, say('Who is playing?')),
        h('p', {}, say.n('{n} player', '{n} players', view.seats.length)),
        view.agreed.length
          ? h('ul', { class: 'agreed', 'aria-label': say('Agreed') }, shortened(view.agreed, say, narrow))
          : null,
        address ? h('p', { class: 'address' }, say('Watch at'), h('br'), address) : null,
      ),
    ),
    h(
      'div',
      { class: view.seats.length > 6 ? 'guests many' : 'guests' },
      view.seats.map((seat) => seatNode(view, seat, lang)),
    ),
    crowded(view)
      ? h('p', { class: 'crowd' }, say('Most keyboards lose keys when several are held at once.'))
      : null,
    h(
      'div',
      { class: 'begin' },
      send
        ? h(
            'button',
            { type: 'button', class: 'start', on: { click: () => send({ type: 'start' }) } },
            say('Start'),
          )
        : h('p', { class: 'muted' }, say('The host starts the game')),
    ),
  );
}
