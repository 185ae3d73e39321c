// The lobby: who plays what, where phones come in, what is still missing. The host's page is the same picture, with buttons.

import { h, s } from './dom.js';
import { wordmark } from './figures.js';
import { crowded } from './keys.js';
import { breathing } from './ready.js';
import { shape } from './seats.js';
import { isOpen, openSheet, sheetKey, sheetNode } from './sheets.js';
import { keyName, milliseconds, words } from './words.js';

export const styles = ['lobby'];
export { sheetKey as key };

/** Who is in and what is missing, for those who do not see the screen. */
export const sentence = (view) => view.problems[0] ?? '';

const NAMES_FREE = 8; // places to draw: free ones too, as many as the game takes

function sourceText(seat, lang) {
  const say = words(lang);
  const strength = { weak: say('Weak bot'), medium: say('Bot'), strong: say('Strong bot') }[seat.strength];
  if (seat.source === null) return null;
  return {
    board: seat.pad ?? say('Pad'),
    sync: seat.pad ?? say('Pad'),
    phone: say('Phone'),
    keyboard: seat.keys?.slap ? say('Key {key}', { key: keyName(seat.keys.slap, lang) }) : say('Keyboard'),
    bot: strength ?? say('Bot'),
  }[seat.source];
}

function linesFor(seat, lang) {
  const say = words(lang);
  if (seat.binding) return [h('span', { class: 'tag' }, say('Press your pad'))];
  const out = [],
    source = sourceText(seat, lang);
  if (seat.problem) out.push(h('span', { class: 'missing' }, seat.problem));
  else if (source) out.push(h('span', { class: 'line' }, source));
  if (seat.private === 'phone' && !seat.connected && seat.source !== 'bot')
    out.push(h('span', { class: 'line' }, say('The phone is away')));
  if (seat.private === 'here') out.push(h('span', { class: 'line' }, say('Hand here')));
  if (seat.handicap_us)
    out.push(h('span', { class: 'line' }, say('Handicap {ms} ms', { ms: milliseconds(seat.handicap_us, lang) })));
  return out.slice(0, 2);
}

function seatNode(seat, options) {
  const { lang, send } = options,
    say = words(lang);
  const inside = [
    h('span', { class: 'picture' }, shape(seat.seat, { lang }), seat.binding ? breathing() : null),
    h('b', {}, seat.name),
    linesFor(seat, lang),
  ];
  const attrs = { class: seat.binding ? 'guest waits' : 'guest', 'data-seat': seat.seat };
  if (!send) return h('section', attrs, inside);
  const focus = `seat ${seat.seat}`;
  return h(
    'button',
    {
      type: 'button',
      ...attrs,
      'data-focus': focus,
      'aria-label': say('Change {name}', { name: seat.name }),
      on: { click: () => openSheet({ what: 'seat', seat: seat.seat, from: focus }, options) },
    },
    inside,
  );
}

/** The places nobody has yet; the first of them is where the host adds somebody. */
function freeNodes(view, game, options) {
  const { lang, send } = options,
    say = words(lang);
  const free = Math.max(0, Math.min(game?.most ?? NAMES_FREE, NAMES_FREE) - view.seats.length);
  return Array.from({ length: free }, (_, i) => {
    const seat = view.seats.length + i;
    return h(
      'section',
      { class: 'guest free' },
      h('span', { class: 'picture' }, shape(seat, { hollow: true, dash: true, lang })),
      i > 0 || !send
        ? h('span', { class: 'line' }, say('Free'))
        : h(
            'div',
            { class: 'adding' },
            button(say('Player'), 'add human', () => send({ type: 'arrange', what: 'human' })),
            button(say('Bot'), 'add bot', () => send({ type: 'arrange', what: 'bot', value: 'medium' })),
          ),
    );
  });
}

const button = (text, focus, click, attrs = {}) =>
  h('button', { type: 'button', 'data-focus': focus, on: { click }, ...attrs }, text);

function counts(game, lang) {
  const say = words(lang);
  return game.least === game.most
    ? say.n('{n} player', '{n} players', game.most)
    : say('{least}–{most} players', { least: game.least, most: game.most });
}

function gamesNode(view, { lang, send }) {
  const say = words(lang);
  const inside = (game) => [h('b', {}, game.name), h('small', {}, counts(game, lang))];
  return h(
    'div',
    { class: 'games', role: 'group', 'aria-label': say('Game') },
    view.games.map((game) => {
      const on = game.game === view.chosen;
      const attrs = { class: on ? 'game on' : 'game', 'data-game': game.game };
      return send
        ? h(
            'button',
            {
              type: 'button',
              ...attrs,
              'data-focus': `game ${game.game}`,
              'aria-pressed': String(on),
              on: { click: () => send({ type: 'arrange', what: 'game', value: game.game }) },
            },
            inside(game),
          )
        : h('div', attrs, inside(game));
    }),
  );
}

const valueText = (option) =>
  option.values.find((one) => one.value === option.value)?.text ??
  [option.value, option.unit].filter(Boolean).join(' ');

/** What the game is, and what was agreed beyond the usual: what a wall has room for, the rest in the sheet. */
function agreedNode(view, game, lang) {
  const say = words(lang),
    changed = view.options.filter((one) => one.changed).map((one) => `${one.text}: ${valueText(one)}`);
  const shown = changed.length > 2 ? [...changed.slice(0, 1), say('… and {n} more', { n: changed.length - 1 })] : changed;
  return h(
    'ul',
    { class: 'agreed' },
    game ? h('li', {}, game.text) : null,
    shown.map((line) => h('li', {}, line)),
  );
}

/** The way in for phones. */
function door(view, options) {
  const { lang, send } = options,
    say = words(lang),
    { door: now } = view;
  const arrange = (what, value = '') => send({ type: 'arrange', what, value });
  if (!now.open)
    return h(
      'div',
      { class: 'door' },
      now.problem ? h('p', { class: 'trouble' }, now.problem) : null,
      send
        ? button(say('Open for phones'), 'open', () => arrange('open'), { class: 'big' })
        : h('p', {}, say('Phones cannot come in yet')),
    );
  return h(
    'div',
    { class: 'door' },
    now.qr
      ? s(
          'svg',
          {
            class: 'qr',
            viewBox: `-4 -4 ${now.size + 8} ${now.size + 8}`,
            role: 'img',
            'aria-label': say('Join with a phone'),
            'shape-rendering': 'crispEdges',
          },
          s('rect', { x: -4, y: -4, width: now.size + 8, height: now.size + 8, fill: '#fffcf5' }),
          s('path', { d: now.qr, fill: '#1e1714', 'fill-rule': 'evenodd' }),
        )
      : null,
    h(
      'div',
      { class: 'way-in' },
      now.code ? h('p', { class: 'code', 'aria-label': say('Code {code}', { code: [...now.code].join(' ') }) }, now.code) : null,
      now.address ? h('p', { class: 'address' }, now.address) : null,
      now.problem ? h('p', { class: 'trouble' }, now.problem) : null,
      h('p', { class: 'hint' }, say('Same Wi-Fi, please: a guest network may keep phones apart.')),
      send && now.others.length
        ? h(
            'p',
            { class: 'others' },
            now.others.map((address) => button(address, `address ${address}`, () => arrange('open', address))),
          )
        : null,
    ),
  );
}

function boardsNode(view, lang) {
  const say = words(lang);
  if (!view.boards.length) return h('p', { class: 'boards' }, say('No board is plugged in'));
  const shown = [...view.boards].sort((a, b) => a.healthy - b.healthy).slice(0, 2);
  return h(
    'ul',
    { class: 'boards', 'aria-label': say('Boards') },
    shown.map((board) =>
      h(
        'li',
        { class: board.healthy ? '' : 'ill', 'data-board': board.board },
        h('b', {}, say('Board {name}', { name: board.name })),
        h('span', {}, board.text),
        h(
          'span',
          { class: 'pads' },
          board.pads.map((seat) => (seat === null ? h('i', { class: 'unbound' }) : shape(seat, { lang }))),
        ),
      ),
    ),
    view.boards.length > 2 ? h('li', {}, say('… and {n} more', { n: view.boards.length - 2 })) : null,
  );
}

function foot(view, options) {
  const { lang, send } = options,
    say = words(lang);
  // what keeps the game from starting, one at a time: a wall has room for one
  const trouble = view.problems.length ? h('p', { class: 'problem' }, view.problems[0]) : null;
  if (!send)
    return h(
      'div',
      { class: 'foot-of-lobby' },
      trouble ?? h('p', { class: 'problem' }, say('The host starts the game')),
      boardsNode(view, lang),
    );
  const sheet = (what, text) =>
    button(text, what, () => openSheet({ what, from: what }, options), { 'aria-expanded': String(isOpen(what)) });
  return h(
    'div',
    { class: 'foot-of-lobby' },
    trouble,
    boardsNode(view, lang),
    h(
      'div',
      { class: 'go' },
      view.referee ? h('p', { class: 'referee' }, say('Referee: {code}', { code: view.referee })) : null,
      h(
        'div',
        { class: 'buttons' },
        sheet('options', say('Rules')),
        sheet('more', say('More')),
        button(say('Start'), 'start', () => send({ type: 'start' }), { class: 'start', disabled: view.problems.length > 0 }),
      ),
    ),
  );
}

/** The lobby; `send` is null on a page that only watches, `changed` draws again. */
export function scene(view, options) {
  const { lang, send } = options,
    say = words(lang),
    game = view.games.find((one) => one.game === view.chosen);
  return h(
    'div',
    { class: 'lobby' },
    h(
      'div',
      { class: 'disc' },
      s(
        'svg',
        { class: 'water', viewBox: '-640 -640 1280 1280', 'aria-hidden': 'true' },
        s('circle', { r: 636, fill: 'none', stroke: 'var(--pellava-2)', 'stroke-width': 20 }),
        [600, 520, 440, 350].map((r, i) => s('circle', { r, fill: `var(--lampi-${i + 1})` })),
      ),
      wordmark(),
      door(view, options),
    ),
    h(
      'div',
      { class: 'guests' },
      view.seats.map((seat) => seatNode(seat, options)),
      freeNodes(view, game, options),
    ),
    crowded(view)
      ? h('p', { class: 'crowd' }, say('Most keyboards lose keys when several are held at once.'))
      : null,
    gamesNode(view, options),
    agreedNode(view, game, lang),
    view.resume && send
      ? h(
          'div',
          { class: 'resume' },
          h('span', {}, view.resume),
          button(say('Go on with it'), 'resume', () => send({ type: 'arrange', what: 'resume' })),
        )
      : null,
    foot(view, options),
    send ? sheetNode(view, options) : null,
  );
}
