// The cards, 250 × 350: one jumbo index top left on its own strip, one huge suit or court bleeding off bottom right.

import { s } from './dom.js';
import { put, run } from './figures.js';
import { cardName } from './words.js';

const SUITS = {
  S: [
    'spade',
    'M50 4C58 22 94 38 94 62A21.5 21.5 0 0 1 54.5 73.5C55.5 83 59 91 67 97H33C41 91 44.5 83 45.5 73.5A21.5 21.5 0 0 1 6 62C6 38 42 22 50 4Z',
  ],
  H: ['heart', 'M50 96C42 78 4 62 4 32A23.5 23.5 0 0 1 50 26A23.5 23.5 0 0 1 96 32C96 62 58 78 50 96Z'],
  D: ['diamond', 'M50 2L90 50L50 98L10 50Z'],
  C: [
    'club',
    'M50 4A21.5 21.5 0 0 1 66.5 39.5A21.5 21.5 0 1 1 55 74C56 83 59 91 67 97H33C41 91 44 83 45 74A21.5 21.5 0 1 1 33.5 39.5A21.5 21.5 0 0 1 50 4Z',
  ],
};
/** The suits' letters of the notation, drawn as the figures are. */
const LETTERS = {
  S: 'M70 25C60 10 30 10 28 30C26 52 72 45 72 70C72 92 38 92 26 76',
  H: 'M28 10V90M72 10V90M28 50H72',
  D: 'M28 12V88H45C85 88 85 12 45 12Z',
  C: 'M72 26C50 0 24 20 24 50C24 80 50 100 72 74',
};
const ATTEMPTS = { J: 1, Q: 2, K: 3, A: 4 };
const STOCK = 'var(--paperi)';
let clips = 0;

const circle = (cx, cy, r, fill) => s('circle', { cx, cy, r, fill });
const ring = (cx, cy, r, stroke, width) =>
  s('circle', { cx, cy, r, fill: 'none', stroke, 'stroke-width': width });
const path = (d, fill) => s('path', { d, fill });
const line = (d, width) => s('path', { d, stroke: STOCK, 'stroke-width': width });

/** A court: the ripples on its robe say how many attempts it asks for. */
function court(rank, dark, light) {
  const x = 160;
  const parts = [circle(x, 352, 104, dark)];
  for (const r of [84, 58, 32].slice(0, ATTEMPTS[rank])) parts.push(ring(x, 352, r, STOCK, 11));
  if (rank === 'Q') parts.push(path('M98 262V196A62 62 0 0 1 222 196V262Z', dark));
  parts.push(s('rect', { x: x - 13, y: 226, width: 26, height: 34, fill: light }));
  if (rank === 'K') parts.push(path('M117 202V216A43 43 0 0 0 203 216V202Z', dark));
  if (rank === 'Q') parts.push(circle(x, 200, 48, STOCK));
  parts.push(
    path(`M${x + 1} 157A43 43 0 0 0 ${x + 1} 243Z`, light),
    path(`M${x - 0.5} 157A43 43 0 0 1 ${x - 0.5} 243Z`, dark),
  );
  parts.push(path(`M${x + 0.5} 176L${x - 13} 208H${x + 0.5}Z`, dark)); // the nose: a profile cut into the face
  if (rank === 'K') parts.push(path('M117 202C120 226 140 222 161 222V259A43 43 0 0 1 117 216Z', dark));
  parts.push(circle(x - 21, 190, 6.5, dark), circle(x + 19, 190, 6.5, light));
  if (rank === 'K')
    parts.push(path('M110 170V92L136 128L160 82L184 128L210 92V170Z', dark), line('M110 150H210', 7));
  if (rank === 'Q') {
    parts.push(path('M98 166H222V148H98Z', dark), line('M98 146H222', 6));
    parts.push(circle(114, 124, 15, dark), circle(160, 112, 19, dark), circle(206, 124, 15, dark));
  }
  if (rank === 'J') {
    parts.push(path('M108 174L118 128H196L214 174Z', dark), line('M108 160H212', 7));
    parts.push(path('M192 138C190 104 206 84 234 74C236 106 222 130 192 138Z', dark));
  }
  return parts;
}

/** The open hand: palm and fingers, in a 100 box. */
export function openHand() {
  return s(
    'g',
    {},
    s('path', {
      d: 'M30.5 60V22M44 52V12M57.5 52V15M71 58V29M26 68L9 48',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 12.5,
      'stroke-linecap': 'round',
    }),
    s('path', { d: 'M24.25 54H77.25V70A26.5 26.5 0 0 1 24.25 70Z', fill: 'currentColor' }),
  );
}

/** A joker: the open hand, large and as its index; the strong one is red, has a plus and one ring more. */
function joker(strong) {
  const dark = `var(--s-${strong ? 'heart' : 'spade'})`;
  const at = (transform) => {
    const group = openHand();
    group.setAttribute('transform', transform);
    return group;
  };
  return s(
    'g',
    { color: dark },
    circle(168, 250, 128, `var(--s-${strong ? 'heart' : 'spade'}-t)`),
    (strong ? [112, 86] : [112]).map((r) => ring(168, 250, r, STOCK, 12)),
    at('translate(84 158) scale(1.72)'),
    at('translate(12 16) scale(.86)'),
    s('path', {
      d: strong ? 'M28 152H86M57 123V181' : 'M28 152H86',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 18,
    }),
  );
}

/** A card's face by its notation ("9D", "TC", "JOKER_S"). `edge`: the line round it, for the ground it lies on. */
export function card(code, { edge = 'var(--card-edge)', lang = 'fi' } = {}) {
  if (code.startsWith('JOKER')) return framed(joker(code === 'JOKER_S'), code, edge, lang);
  const [rank, suit] = code;
  const [name, shape] = SUITS[suit];
  const dark = `var(--s-${name})`,
    light = `var(--s-${name}-t)`;
  const inner = [];
  if (rank === 'A') {
    for (let i = 0; i < 4; i++) inner.push(ring(154, 232, 82 + i * 27, light, 14));
    inner.push(s('path', { transform: 'translate(84 162) scale(1.4)', d: shape, fill: dark }));
  } else if (ATTEMPTS[rank]) inner.push(...court(rank, dark, light));
  else inner.push(s('path', { transform: 'translate(62 130) scale(2.25)', d: shape, fill: dark }));
  inner.push(corner(code, shape, dark, false), corner(code, shape, dark, true));
  return framed(inner, code, edge, lang);
}

/** The index on its own strip, and the suit's letter, which a setting shows; `large` is its twin for those who need it. */
function corner([rank, suit], shape, dark, large) {
  const wide = run(rank, { gap: 4 }).width,
    k = large ? Math.min(1.25, 88 / wide) : Math.min(0.92, 84 / wide),
    scale = large ? 0.76 : 0.62,
    left = large ? 10 : 17,
    height = k * 100,
    below = 22 + height + 16;
  const parts = [];
  if (ATTEMPTS[rank]) {
    // a clear strip under the index, where the picture reaches into it
    parts.push(put(rank, large ? 12 : 20, 22, height, { color: STOCK, gap: 4, stroke: 17 + 34 / k }));
    parts.push(
      s('path', {
        transform: `translate(${left} ${below}) scale(${scale})`,
        d: shape,
        fill: STOCK,
        stroke: STOCK,
        'stroke-width': 34 / scale,
        'stroke-linejoin': 'round',
      }),
    );
  }
  parts.push(put(rank, large ? 12 : 20, 22, height, { color: dark, gap: 4 }));
  parts.push(s('path', { transform: `translate(${left} ${below}) scale(${scale})`, d: shape, fill: dark }));
  parts.push(
    s(
      'g',
      { class: 'letter', transform: `translate(${left + scale * 50 - 28} ${below + scale * 100 + 14}) scale(.56)` },
      [STOCK, dark].map((stroke, i) =>
        s('path', {
          d: LETTERS[suit],
          fill: 'none',
          stroke,
          'stroke-width': i ? 17 : 46,
          'stroke-linejoin': 'round',
        }),
      ),
    ),
  );
  return s('g', { class: large ? 'corner large' : 'corner' }, parts);
}

function framed(inner, code, edge, lang) {
  const id = `clip${clips++}`;
  return s(
    'svg',
    { viewBox: '-3 -3 256 356', class: 'card', role: 'img', 'aria-label': cardName(code, lang) },
    s('clipPath', { id }, s('rect', { width: 250, height: 350, rx: 18 })),
    s('rect', { width: 250, height: 350, rx: 18, fill: STOCK }),
    s('g', { 'clip-path': `url(#${id})` }, inner),
    s('rect', { width: 250, height: 350, rx: 18, fill: 'none', stroke: edge, 'stroke-width': 5 }),
  );
}

/** A card's back in a seat's colours (null: nobody's). `on`: for the seat's own ground. */
export function back(seat = null, { on = false, edge = null } = {}) {
  const c = seat === null ? 'var(--terva)' : `var(--seat-${seat + 1})`,
    other = seat === null ? 'var(--paperi)' : `var(--seat-${seat + 1}-on)`;
  const [ground, line] = on ? [other, c] : [c, other];
  const id = `clip${clips++}`;
  const corners = [
    [0, 350],
    [250, 0],
  ].flatMap(([x, y]) => Array.from({ length: 5 }, (_, i) => ring(x, y, 34 + i * 36, line, 16)));
  return s(
    'svg',
    { viewBox: '-3 -3 256 356', class: 'card back', 'aria-hidden': 'true' },
    s('clipPath', { id }, s('rect', { width: 250, height: 350, rx: 18 })),
    s('rect', { width: 250, height: 350, rx: 18, fill: ground }),
    s('g', { 'clip-path': `url(#${id})` }, corners),
    s('rect', { width: 250, height: 350, rx: 18, fill: 'none', stroke: edge ?? line, 'stroke-width': 5 }),
  );
}
