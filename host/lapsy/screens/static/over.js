// The end: the winner's shape and colour, and what everybody's hands did.

import { h } from './dom.js';
import { colours, nameOf, shape } from './seats.js';
import { decimal, duration, endReason, words } from './words.js';

/** The end of a game. */
export function over(view, { lang }) {
  const say = words(lang),
    end = view.over ?? { winners: [], reason: '', cards_played: 0, duration_us: 0 };
  const winner = end.winners.length === 1 ? end.winners[0] : null,
    who = end.winners.map((seat) => nameOf(view, seat, lang)).join(', ');
  const title = winner !== null ? say('{who} wins', { who }) : who ? say('Shared: {who}', { who }) : say('The game is over');
  const best = (us) => (us === null ? '–' : `${decimal(us / 1000, 0, lang)} ms`);
  const row = (seat) =>
    h(
      'tr',
      { 'data-seat': seat.seat },
      h('th', { scope: 'row' }, h('div', {}, shape(seat.seat, { lang }), h('span', {}, seat.name))),
      [seat.slaps, seat.wins, seat.falses, best(seat.best_us)].map((value) => h('td', {}, String(value))),
    );
  return h(
    'div',
    { class: `over ${winner === null ? 'nobody' : colours(winner)}` },
    h(
      'div',
      { class: 'winner' },
      winner === null ? null : shape(winner, { on: true, lang }),
      h(
        'div',
        {},
        h('h1', { style: { '--size': Math.min(15.5, 140 / (0.6 * title.length)) } }, title),
        h('p', {}, endReason(end.reason, lang)),
        h('p', {}, `${say.n('{n} card played', '{n} cards played', end.cards_played)} · ${duration(end.duration_us, lang)}`),
      ),
    ),
    h(
      'table',
      { class: view.seats.length > 6 ? 'many' : '' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('td'),
          [say('slaps'), say('wins'), say('false slaps'), say('best')].map((title) => h('th', { scope: 'col' }, title)),
        ),
      ),
      h('tbody', {}, view.seats.map(row)),
    ),
  );
}
