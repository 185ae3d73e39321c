// The referee's desk: seats and their pads, the newest verdict, the record, what may be ruled. No hand is ever on it.

import { h } from '../dom.js';
import { figures, wordmark } from '../figures.js';
import { finish } from '../finish.js';
import { nameOf, shape } from '../seats.js';
import { marginText, verdictTitle, words } from '../words.js';
import { kinds } from './rule.js';

/** Rulings of the right column, in their order. */
const ACTIONS = ['back', 'deliberate', 'disqualify', 'absent', 'end'];
const OF_SEATS = ['deliberate', 'disqualify'];

const cardsOf = (seat) =>
  seat.cards ?? seat.stocks?.reduce((sum, stock) => sum + stock.hidden + (stock.open ? 1 : 0), 0) ?? null;

function games(say) {
  return { lapsy: say('Läpsy'), speed: say('Speed'), kuoppa: say('Kuoppa'), limppu: say('Limppu'), race: say('Race'), lobby: say('Lobby') };
}

/** The line on top. */
export function top(desk, lang, ask) {
  const say = words(lang);
  const { view } = desk;
  const bad = desk.boards.filter((one) => !one.healthy || one.absent);
  const health = bad.length
    ? bad.map((one) => `${one.name}: ${one.text}`).join(' · ')
    : desk.boards.length
      ? say('All boards in order')
      : say('No boards');
  const named = kinds(lang);
  const pause = ['go_on', 'pause'].find((one) => desk.can.includes(one));
  return [
    h('div', { class: 'mark' }, wordmark()),
    h('h1', {}, say('Referee')),
    h('p', {}, `${games(say)[view.game] ?? view.game}, ${say.n('{n} player', '{n} players', view.seats.length)}`),
    h('p', { class: bad.length ? 'health bad' : 'health' }, health),
    desk.code ? h('p', { class: 'code' }, say('Code {code}', { code: desk.code })) : null,
    pause ? h('button', { type: 'button', class: 'k', 'data-focus': pause, 'data-action': pause, on: { click: () => ask(pause) } }, named[pause].name) : null,
  ];
}

/** Who sits where, with which pad. */
export function seats(desk, lang, ask) {
  const say = words(lang);
  return desk.seats.map((one) => {
    const seat = desk.view.seats.find((other) => other.seat === one.seat);
    const cards = cardsOf(seat);
    const phone = one.page === null || one.source === 'phone' ? null : one.page ? say('phone is here') : say('phone is away');
    return h(
      'li',
      { 'data-seat': one.seat },
      shape(one.seat, { hollow: cards === 0, lang }),
      h('div', {}, h('b', {}, seat.name), h('small', {}, [one.pad, phone].filter(Boolean).join(' · '))),
      cards === null ? h('span', {}) : figures(cards),
      one.rulings.includes('pad')
        ? h('button', { type: 'button', class: 'm', 'data-focus': `pad ${one.seat}`, 'aria-label': say('Another pad for {name}', { name: seat.name }), on: { click: () => ask('pad', one.seat) } }, say('Change'))
        : h('span', {}),
    );
  });
}

/** The newest verdict with its presses to scale. */
export function verdict({ view }, lang, narrow) {
  const found = view.verdict;
  if (!found) return null;
  const say = words(lang);
  const names = found.seats.map((seat) => nameOf(view, seat, lang)).join(', ');
  return h(
    'div',
    { class: 'case' },
    h(
      'div',
      { class: 'h' },
      found.seats.map((seat) => shape(seat, { lang })),
      h('b', {}, verdictTitle(found, names, lang)),
      found.margin_us === null || found.margin_us === undefined
        ? null
        : h('span', {}, marginText(found.margin_us, found.bound_us, lang)),
    ),
    found.certified ? null : h('p', {}, say('Not certified')),
    finish(found, (seat) => nameOf(view, seat, lang), { narrow, lang }).slice(0, 1),
  );
}

/** What has happened and what was ruled, the newest first. */
export function record(desk, lang) {
  const say = words(lang);
  const { view } = desk;
  const happened = [
    ...(view.events ?? []).map((one) => [one.seats[0] ?? null, one.text]),
    ...(view.falses ?? []).map((one) => [one.seat, `${nameOf(view, one.seat, lang)}: ${one.text}`]),
  ];
  return [
    desk.rulings.length
      ? h(
          'table',
          { class: 'rulings' },
          h('caption', {}, say('Rulings')),
          [...desk.rulings].reverse().map((one) => h('tr', {}, h('td', {}, one.n), h('td', {}, one.text))),
        )
      : h('p', { class: 'none' }, say('Nothing has been ruled.')),
    happened.length
      ? h(
          'table',
          { class: 'events' },
          h('caption', {}, say('Happened lately')),
          happened.reverse().map(([seat, text]) =>
            h('tr', {}, h('td', {}, seat === null ? null : shape(seat, { lang })), h('td', {}, text)),
          ),
        )
      : null,
    desk.boards.length
      ? h(
          'table',
          { class: 'boards' },
          h('caption', {}, say('Boards')),
          desk.boards.map((one) =>
            h('tr', { class: one.healthy && !one.absent ? null : 'bad' }, h('td', {}, one.name), h('td', {}, one.absent ? say('absent') : one.text)),
          ),
        )
      : null,
  ];
}

/** What may be ruled now. */
export function actions(desk, lang, ask) {
  const say = words(lang);
  const named = kinds(lang);
  const may = (action) =>
    OF_SEATS.includes(action) ? desk.seats.some((one) => one.rulings.includes(action)) : desk.can.includes(action);
  const found = ACTIONS.filter(may);
  if (!found.length) return h('p', {}, say('Nothing can be ruled now.'));
  return found.map((action) => [
    h('button', { type: 'button', 'data-action': action, 'data-focus': action, on: { click: () => ask(action) } }, named[action].name),
    h('p', {}, named[action].does),
  ]);
}
