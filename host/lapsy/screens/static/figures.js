// Numbers, ranks and the wordmark in our own drawn figures: every screen shows the same digits.
// Each figure is [advance, centre line] in a box 100 high, drawn with a stroke of 17.

import { s } from './dom.js';

const STROKE = 17;
const FIGURES = {
  0: [64, 'M8.5 32a23.5 23.5 0 0 1 47 0V68a23.5 23.5 0 0 1-47 0Z'],
  1: [42, 'M30 100V8.5H27L7 23'],
  2: [64, 'M9 33V32a23 23 0 0 1 46 0C55 50 36 60 13 91.5H58'],
  3: [62, 'M7 8.5H49L29 39.5A26 26 0 1 1 6.5 76'],
  4: [66, 'M47 100V8.5H43L10 68H64'],
  5: [62, 'M53 8.5H17L13.5 46C18 41.5 23 39.5 28 39.5A26 26 0 1 1 5.5 79'],
  6: [64, 'M44 1L11.7 56.1M55.5 68a23.5 23.5 0 1 1-47 0a23.5 23.5 0 1 1 47 0Z'],
  7: [58, 'M4 8.5H50L20 100'],
  8: [62, 'M50 28.5a19.5 20 0 1 1-39 0a19.5 20 0 1 1 39 0ZM53.5 69a23 22.5 0 1 1-46 0a23 22.5 0 1 1 46 0Z'],
  9: [64, 'M20 99L52.3 43.9M55.5 32a23.5 23.5 0 1 1-47 0a23.5 23.5 0 1 1 47 0Z'],
  ',': [26, 'M15 84V91.5C15 101 12 107 6 112'],
  '.': [26, 'M13 82V100'],
  ':': [26, 'M13 26V44M13 72V90'],
  '±': [66, 'M33 14V70M5 42H61M5 91.5H61'],
  '+': [66, 'M33 22V82M3 52H63'],
  '−': [62, 'M5 52H57'],
  '-': [62, 'M5 52H57'],
  '=': [62, 'M5 38H57M5 66H57'],
  '•': [34, 'M17 42V60'],
  '/': [46, 'M40 -2L6 102'],
  ' ': [30, ''],
  A: [70, 'M8 101L32.5 8.5H37.5L62 101M18 70H52'],
  T: [88, 'M26 100V8.5H23L7 21M46.5 29a17 20.5 0 0 1 34 0V71a17 20.5 0 0 1-34 0Z'],
  J: [56, 'M46.5 0V68A19.5 22 0 0 1 7.5 68V62'],
  Q: [72, 'M8.5 36a27 27.5 0 0 1 54 0V64a27 27.5 0 0 1-54 0ZM42 70L66 99'],
  K: [66, 'M8.5 0V100M56 0L17 54M26.5 41L60 100'],
};

/** {width, node}: the text's figures in a group 100 high. Signs we have no figure for are left out. */
export function run(text, { stroke = STROKE, gap = 9 } = {}) {
  let x = 0;
  const paths = [];
  for (const sign of String(text)) {
    const figure = FIGURES[sign];
    if (!figure) continue;
    paths.push(s('path', { transform: `translate(${x} 0)`, d: figure[1] }));
    x += figure[0] + gap;
  }
  const node = s(
    'g',
    {
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': stroke,
      'stroke-linejoin': 'miter',
      'stroke-miterlimit': 6,
    },
    paths,
  );
  return { width: Math.max(1, x - gap), node };
}

/** The text's figures placed in an SVG: x by anchor (start, middle, end), top y, height. */
export function put(text, x, y, height, { anchor = 'start', color = 'inherit', ...rest } = {}) {
  const { width, node } = run(text, rest);
  const k = height / 100;
  const dx = anchor === 'middle' ? (-width * k) / 2 : anchor === 'end' ? -width * k : 0;
  return s('g', { transform: `translate(${x + dx} ${y}) scale(${k})`, color }, node);
}

/** The text's figures as an element of its own; its height comes from the style sheet. */
export function figures(text, cls = '') {
  const { width, node } = run(text);
  const attrs = {
    viewBox: `0 0 ${width} 100`,
    class: `figures ${cls}`,
    role: 'img',
    'aria-label': text,
    preserveAspectRatio: 'xMinYMid meet',
  };
  return s('svg', attrs, node);
}

/** The name of the game in lower-case figures of the same stroke. */
export function wordmark() {
  const letters = [
    ['M8.5 0V100', 24],
    ['M58 68a22 22 0 1 1-44 0a22 22 0 1 1 44 0ZM58 40V100', 72],
    ['M16 40V134M60 68a22 22 0 1 1-44 0a22 22 0 1 1 44 0Z', 72],
    [
      'M44 51C40 44 34 45.5 27 45.5C18 45.5 12 49 12 56C12 72 46 64 46 81C46 89 39 91.5 29 91.5C20 91.5 14 90 8 84',
      56,
    ],
    ['M8 40L32 96M56 40L24 126', 64],
  ];
  let x = 0;
  const paths = letters.map(([d, advance]) => {
    const path = s('path', { transform: `translate(${x} 0)`, d });
    x += advance + 4;
    return path;
  });
  return s(
    'svg',
    { viewBox: '-2 -2 296 140', class: 'wordmark', role: 'img', 'aria-label': 'Läpsy' },
    s('g', { fill: 'none', stroke: 'currentColor', 'stroke-width': STROKE, 'stroke-miterlimit': 6 }, paths),
    s('circle', { cx: 51, cy: 18, r: 11, fill: 'currentColor' }),
    s('circle', { cx: 79, cy: 18, r: 11, fill: 'currentColor' }),
  );
}
