// Everybody at the table in one row: shape, cards, whose turn, who has passed.

import { h } from '../dom.js';
import { shape } from '../seats.js';
import { milliseconds, words } from '../words.js';

/** `marks(seat)`: {text, turn, off, note} of each. */
export function strip(view, own, lang, marks) {
  const say = words(lang);
  return h(
    'ul',
    { class: 'strip' },
    view.seats.map((one) => {
      const { text = null, turn = false, off = false, note = null } = marks(one);
      return h(
        'li',
        { class: [turn ? 'turn' : '', off ? 'off' : '', one.seat === own ? 'own' : ''].join(' ').trim() || null },
        shape(one.seat, { text, hollow: text === 0, lang }),
        h('span', {}, one.name),
        note ? h('small', {}, note) : null,
        one.handicap_us
          ? h(
              'small',
              { class: 'handicap', title: say('Handicap {ms} ms', { ms: milliseconds(one.handicap_us, lang) }) },
              `+${milliseconds(one.handicap_us, lang)} ms`,
            )
          : null,
      );
    }),
  );
}

/** A seat's name. */
export const nameOf = (view, seat) => view.seats.find((one) => one.seat === seat)?.name ?? '';
