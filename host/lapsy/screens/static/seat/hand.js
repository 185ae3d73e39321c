// A hand of cards for one thumb: rows of a fan, in which each card shows its index, and picked ones stand up.

import { card as drawn } from '../cards.js';
import { h, s } from '../dom.js';
import { outline } from '../seats.js';
import { cardName } from '../words.js';

const WIDTH = 39,
  WIDE = 51,
  MARGIN = 1.2,
  CARD = 9.8;

/** How many cards in each row: as even as can be, the upper rows fuller. */
export function rows(count, most) {
  const many = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: many }, (_, i) => Math.ceil((count - i) / many));
}

const tick = (seat) =>
  s(
    'svg',
    { viewBox: '0 0 26 26', class: 'tick', 'aria-hidden': 'true' },
    s('circle', { cx: 13, cy: 13, r: 12, fill: `var(--seat-${seat + 1})`, stroke: 'var(--terva)', 'stroke-width': 2.5 }),
    s('path', {
      d: 'M7 13.5l4 4L19 9',
      fill: 'none',
      stroke: `var(--seat-${seat + 1}-on)`,
      'stroke-width': 3,
    }),
  );

const may = (seat) =>
  s(
    'svg',
    { viewBox: '-8 -8 116 116', class: 'may', 'aria-hidden': 'true' },
    s('path', {
      d: outline(seat),
      fill: `var(--seat-${seat + 1})`,
      stroke: 'var(--terva)',
      'stroke-width': 10,
      'stroke-linejoin': 'round',
    }),
  );

/** A card as a button. `state`: "picked", "may" (it can be played), "no" (it cannot) or "" (nothing is asked). */
export function cardButton(code, { seat, lang, state, onTap, style, size = '' }) {
  const picked = state === 'picked';
  return h(
    'button',
    {
      type: 'button',
      class: `cardbutton ${state} ${size}`,
      'data-card': code,
      'data-focus': `card ${code}`,
      'aria-pressed': String(picked),
      'aria-label': cardName(code, lang),
      disabled: onTap === null,
      style,
      on: onTap ? { click: () => onTap(code) } : {},
    },
    drawn(code, { lang }),
    picked ? tick(seat) : state === 'may' ? may(seat) : null,
  );
}

/** The hand. `look(card)`: its state; `onTap`: null where nothing may be picked; `wide`: one row. */
export function hand(cards, { seat, lang, look, onTap, wide, label }) {
  const split = rows(cards.length, wide ? 99 : cards.length <= 12 ? 6 : 8);
  let next = 0;
  const big = cards.length <= 3 && !wide;
  const size = big ? 15 : CARD;
  return h(
    'div',
    { class: big ? 'hand big' : 'hand', role: 'group', 'aria-label': label, style: { '--rows': split.length, '--card': size } },
    split.map((count, row) => {
      const room = (wide ? WIDE : WIDTH) - 2 * MARGIN - size;
      const step = count > 1 ? Math.min(big ? 10.4 : wide ? 8 : 6.65, room / (count - 1)) : 0;
      const left = big ? (WIDTH - size - step * (count - 1)) / 2 : MARGIN;
      return cards.slice(next, (next += count)).map((code, i) =>
        cardButton(code, {
          seat,
          lang,
          state: look(code),
          onTap,
          style: { '--x': left + i * step, '--y': split.length > 1 ? row / (split.length - 1) : 0 },
        }),
      );
    }),
  );
}
