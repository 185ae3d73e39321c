// The end of a game, of any: the winner's shape and colour, what everybody did, and the way to the next one.

import { h } from './dom.js';
import { colours, nameOf, shape } from './seats.js';
import { duration, words } from './words.js';

function title(view, end, lang) {
  const say = words(lang);
  const names = (seats) => seats.map((seat) => nameOf(view, seat, lang)).join(', ');
  if (end.winners.length === 1) return say('{who} wins', { who: names(end.winners) });
  if (end.winners.length) return say('Shared: {who}', { who: names(end.winners) });
  if (end.losers.length) return say('Lost: {who}', { who: names(end.losers) });
  return say('The game is over');
}

/** A line a seat, a column for each thing that was counted. */
function statistics(view, end, lang) {
  if (!end.rows.length) return null;
  const row = (seat, i) =>
    h(
      'tr',
      { 'data-seat': seat.seat },
      h('th', { scope: 'row' }, h('div', {}, shape(seat.seat, { lang }), h('span', {}, seat.name))),
      end.rows.map((one) => h('td', {}, one.values[i])),
    );
  const crowd = [view.seats.length > 6 && 'many', end.rows.length > 4 && 'wide'].filter(Boolean).join(' ');
  return h(
    'table',
    { class: crowd, style: { '--columns': end.rows.length } },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('td'),
        end.rows.map((one) => h('th', { scope: 'col' }, one.text)),
      ),
    ),
    h('tbody', {}, view.seats.map(row)),
  );
}

/** The same on a phone, where a column for each thing would not fit: a line for it, a column a seat. */
function narrowStatistics(view, end, lang) {
  if (!end.rows.length) return null;
  return h(
    'table',
    { class: view.seats.length > 5 ? 'turned many' : 'turned' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('td'),
        view.seats.map((seat) => h('th', { scope: 'col', 'data-seat': seat.seat, 'aria-label': seat.name }, shape(seat.seat, { lang }))),
      ),
    ),
    h(
      'tbody',
      {},
      end.rows.map((one) => h('tr', {}, h('th', { scope: 'row' }, one.text), view.seats.map((_, i) => h('td', {}, one.values[i])))),
    ),
  );
}

/** The end of a game. `send`: to the host, or null on a page that only watches. */
export function over(view, { lang, send, narrow }) {
  const say = words(lang),
    end = view.over;
  if (!end) return h('div', { class: 'over nobody' });
  // whoever won has the page; where nobody did, whoever lost alone
  const whose = end.winners.length ? end.winners : end.losers;
  const one = whose.length === 1 ? whose[0] : null,
    text = title(view, end, lang);
  const arrange = (what) => send({ type: 'arrange', what });
  const button = (label, what) =>
    h('button', { type: 'button', 'data-focus': what, on: { click: () => arrange(what) } }, label);
  return h(
    'div',
    { class: `over ${one === null ? 'nobody' : colours(one)}` },
    h(
      'div',
      { class: 'winner' },
      whose.slice(0, 3).map((seat) => shape(seat, { on: one !== null, lang })),
      h(
        'div',
        {},
        h('h1', { style: { '--size': Math.min(15.5, (140 - 20 * Math.max(0, whose.length - 1)) / (0.6 * text.length)) } }, text),
        h('p', {}, [end.text, duration(end.duration_us, lang)].filter(Boolean).join(' ')),
        end.code ? h('p', { class: 'code' }, say('Journal: {code}', { code: end.code })) : null,
      ),
    ),
    (narrow ? narrowStatistics : statistics)(view, end, lang),
    send ? h('div', { class: 'next' }, button(say('Rematch'), 'again'), button(say('Back to the lobby'), 'lobby')) : null,
  );
}
