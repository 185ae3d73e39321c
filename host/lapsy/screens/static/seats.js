// Shapes are people: a seat's colour never comes without its shape. Seats count from 0 in views, from 1 in colours.

import { s } from './dom.js';
import { put } from './figures.js';
import { shapeName, words } from './words.js';

// [outline in a 100 box, number's x, number's top, number's height]
const SHAPES = [
  ['M50 2A48 48 0 1 1 50 98A48 48 0 1 1 50 2Z', 50, 30, 40],
  ['M50 4L99 94H1Z', 50, 50, 34],
  ['M6 6H94V94H6Z', 50, 29, 42],
  ['M0 82V66A50 50 0 0 1 100 66V82Z', 50, 37, 36],
  [
    'M50 50m-16-24a19 19 0 1 1 32 0a19 19 0 1 1 20 30.5a19 19 0 1 1-22 27.5a19 19 0 0 1-28 0a19 19 0 1 1-22-27.5a19 19 0 1 1 20-30.5Z',
    50,
    34,
    34,
  ],
  ['M33 3H67V33H97V67H67V97H33V67H3V33H33Z', 50, 33, 34],
  ['M50 0C60 22 88 36 88 61A38 38 0 0 1 12 61C12 36 40 22 50 0Z', 50, 44, 36],
  ['M0 26C18 4 34 4 50 18S82 32 100 10V74C82 96 66 96 50 82S18 68 0 90Z', 50, 33, 36],
];

export const outline = (seat) => SHAPES[seat][0];
/** The class that gives a seat's colours: --c, --on (text on it), --d (a step deeper). */
export const colours = (seat) => `c${seat + 1}`;

/**
 * A seat's shape. `text`: its number; `hollow`: outline only (no cards), `dash`: nobody's yet; `on`: in the text colour, for the seat's own ground.
 */
export function shape(seat, { text = null, hollow = false, dash = false, on = false, lang = 'fi' } = {}) {
  const [d, x, y, height] = SHAPES[seat];
  const c = `var(--seat-${seat + 1})`,
    onC = `var(--seat-${seat + 1}-on)`;
  const parts = [];
  if (hollow && !dash)
    parts.push(s('path', { d, fill: 'none', stroke: onC, 'stroke-width': 12, 'stroke-linejoin': 'round' }));
  parts.push(
    s('path', {
      d,
      fill: hollow ? 'none' : on ? onC : c,
      stroke: on ? 'none' : dash ? 'var(--pellava-3)' : hollow ? c : onC,
      'stroke-width': hollow ? (dash ? 4 : 7) : 3,
      'stroke-dasharray': dash ? '9 7' : null,
      'stroke-linejoin': 'round',
    }),
  );
  if (text !== null) {
    const k = String(text).length > 2 ? 0.72 : 1;
    parts.push(
      put(text, x, y + (height * (1 - k)) / 2, height * k, {
        anchor: 'middle',
        color: hollow ? 'var(--terva)' : on ? c : onC,
      }),
    );
  }
  const label = shapeName(seat, lang) + (text === null ? '' : ` ${text}`);
  return s('svg', { viewBox: '-5 -5 110 110', class: 'shape', role: 'img', 'aria-label': label }, parts);
}

/** A seat's name, or its number when the view has no such seat. */
export function nameOf(view, seat, lang) {
  const say = words(lang);
  return view.seats.find((one) => one.seat === seat)?.name ?? say('seat {n}', { n: seat + 1 });
}

/** Where a seat sits: clockwise, left column bottom to top, right column top to bottom. [left seats, right seats], each top to bottom. */
export function columns(seats) {
  const left = Math.ceil(seats.length / 2);
  return [seats.slice(0, left).reverse(), seats.slice(left)];
}
