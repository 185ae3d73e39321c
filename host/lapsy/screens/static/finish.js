// The photo finish: every press at its time, to scale. A wide uncertainty is drawn wide; one thinner than the line is said in words.

import { s } from './dom.js';
import { shape } from './seats.js';
import { decimal, measured, milliseconds, sourceName, words } from './words.js';

/** Sizes for a wall and for a phone, in units of the drawing. */
const WALL = { edge: 64, axis: 285, top: 20, text: 34, mark: 64, ticks: 5, height: 385 };
const HAND = { edge: 24, axis: 150, top: 14, text: 15, mark: 34, ticks: 4, height: 190 };
const BESIDE = { edge: 34, axis: 124, top: 0, text: 32, mark: 44, ticks: 2, height: 180, bare: true }; // of a wall, beside a race that goes on

/** A step of 1, 2 or 5 × 10ⁿ µs that cuts the span into about `parts`. */
function stepFor(span, parts) {
  const raw = Math.max(1, span / parts),
    base = 10 ** Math.floor(Math.log10(raw));
  return base * ([1, 2, 5].find((k) => k * base >= raw) ?? 10);
}

const digitsOf = (stepUs) => (stepUs >= 1000 ? 0 : stepUs >= 100 ? 1 : stepUs >= 10 ? 2 : 3);

function sign(x, y, size, text, attrs = {}) {
  return s('text', { x, y, 'font-size': size, 'font-weight': 700, fill: 'var(--terva)', ...attrs }, text);
}

function axis(m, width, lo, hi, lang) {
  const X = (t) => m.edge + ((t - lo) / (hi - lo)) * (width - 2 * m.edge);
  const step = stepFor(hi - lo, m.ticks),
    digits = digitsOf(step),
    parts = [];
  parts.push(
    s('path', {
      d: `M${m.edge} ${m.axis}H${width - m.edge}`,
      stroke: 'var(--terva)',
      'stroke-width': m.text / 7,
    }),
  );
  for (let t = Math.ceil(lo / step) * step; t <= hi; t += step) {
    parts.push(
      s('path', {
        d: `M${X(t)} ${m.axis}v${m.text * 0.45}`,
        stroke: 'var(--terva)',
        'stroke-width': m.text / 8,
      }),
    );
    parts.push(
      sign(X(t), m.axis + m.text * 1.65, m.text, decimal(t / 1000, digits, lang), {
        'text-anchor': 'middle',
        class: 'tick',
      }),
    );
  }
  parts.push(sign(width - 4, m.axis - m.text * 0.5, m.text, 'ms', { class: 'tick', 'text-anchor': 'end' }));
  return { X, parts };
}

function bar(m, x, halfWidth, seat, level) {
  const height = m.mark * 0.4,
    y = m.axis - m.mark * 0.53 - level * height * 1.05;
  return s('rect', {
    class: 'bar',
    x: x - halfWidth,
    y,
    width: 2 * halfWidth,
    height,
    fill: `var(--seat-${seat + 1})`,
    stroke: 'var(--terva)',
    'stroke-width': m.text / 8,
  });
}

function mark(m, x, seat, lift, lang) {
  const y = m.axis - m.mark * 1.62 - lift;
  const drawn = shape(seat, { lang });
  for (const [key, value] of Object.entries({ x: x - m.mark / 2, y, width: m.mark, height: m.mark }))
    drawn.setAttribute(key, value);
  return {
    y,
    parts: [
      s('path', {
        d: `M${x} ${y + m.mark * 0.9}V${m.axis}`,
        stroke: 'var(--terva)',
        'stroke-width': m.text / 8,
      }),
      drawn,
    ],
  };
}

/** What a mark says over itself: its class of source when that is not a pad, that it was false or came too soon. */
function tagOf(one, lang) {
  const say = words(lang);
  if (one.kind === 'false') return say('false');
  if (one.anticipated) return say('anticipated');
  return one.source === 'board' || one.source === 'sync' ? null : sourceName(one.source, lang);
}

function drawing(m, width, label, parts) {
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${m.height}`, class: 'strip', role: 'img', 'aria-label': label },
    parts,
  );
}

/** The times in which the card can have become visible, from the earliest (0), and when a page says that it painted it. */
function sight(m, X, shown) {
  if (!shown) return [];
  const parts = [],
    late = shown.hi_us - shown.lo_us;
  if (X(late) - X(0) >= 3)
    parts.push(
      s('rect', {
        class: 'sight',
        x: X(0),
        y: m.top,
        width: X(late) - X(0),
        height: m.axis - m.top,
        fill: 'var(--pellava-3)',
      }),
    );
  if (shown.painted) {
    const at = X((shown.painted[0] + shown.painted[1]) / 2 - shown.lo_us),
      size = m.text * 0.4;
    parts.push(
      s('path', {
        class: 'painted',
        d: `M${at} ${m.axis - 2}l${-size} ${-size * 1.6}h${2 * size}Z`,
        fill: 'var(--terva)',
      }),
    );
  }
  return parts;
}

/** Before this line a hand came too soon to be an answer to its card. */
function tooSoonLine(m, X, policy, lang) {
  if (policy.anticipation === 'off') return [];
  const x = X(policy.limit_us),
    say = words(lang);
  const text = say('{ms} ms: earlier is anticipated', { ms: milliseconds(policy.limit_us, lang) });
  return [
    s('path', {
      class: 'too-soon',
      d: `M${x} ${m.top}V${m.axis}`,
      stroke: 'var(--terva)',
      'stroke-width': m.text / 8,
      'stroke-dasharray': `${m.text / 8} ${m.text / 3}`,
      'stroke-linecap': 'round',
    }),
    sign(x + m.text / 3, m.top + m.text * 1.9, m.text, text, { class: 'tick' }),
  ];
}

/** What stands behind the picture, in words: as many as there is room for, the weightiest first. */
function evidence(verdict, room, lang) {
  const say = words(lang),
    { shown } = verdict,
    out = [];
  const counted = verdict.marks.filter((one) => one.kind !== 'false');
  const most = (values) => (values.length ? Math.max(...values) : null);
  const ms = (us) => milliseconds(us, lang);
  if (verdict.way === 'board') out.push(say('One board, one counter'));
  if (verdict.way === 'wire') out.push(say('Boards on one sync wire'));
  if (verdict.way === 'map') {
    const half = most(counted.map((one) => one.clock?.half_us ?? null).filter((us) => us !== null));
    out.push(half === null ? say('Clocks compared') : say('Clocks ± {ms} ms', { ms: ms(half) }));
  }
  if (counted.some((one) => one.clock?.broken)) out.push(say('A clock jumped'));
  if (shown?.how === 'published') out.push(say('Card timed from its sending'));
  if (shown?.how === 'calibrated')
    out.push(say('Display ± {ms} ms', { ms: ms(Math.ceil((shown.hi_us - shown.lo_us) / 2)) }));
  if (shown?.how === 'photodiode') out.push(say('The photodiode saw the card'));
  const trip = most(counted.map((one) => one.link?.median_us ?? null).filter((us) => us !== null));
  if (trip !== null) out.push(say('Line {ms} ms', { ms: ms(trip) }));
  const lost = most(counted.map((one) => one.link?.lost ?? 0));
  if (lost) out.push(say.n('{n} ping lost', '{n} pings lost', lost));
  let text = '';
  for (const one of out) if ((text + one).length + 3 <= room) text += (text && ' · ') + one;
  return text;
}

/** All presses since the card was shown, with whatever is known of that moment. */
function overview(m, width, verdict, names, lang) {
  const { marks, shown, policy } = verdict,
    say = words(lang);
  const lo0 = Math.min(shown ? 0 : Infinity, ...marks.map((one) => one.t_us - one.bound_us)),
    limit = shown && policy.anticipation !== 'off' ? policy.limit_us : 0,
    hi0 = Math.max(lo0 + 1000, limit, ...marks.map((one) => one.t_us + one.bound_us));
  const pad = (hi0 - lo0) * 0.05;
  const { X, parts } = axis(m, width, lo0 - pad, hi0 + pad, lang);
  parts.unshift(...sight(m, X, shown));
  if (limit) parts.push(...tooSoonLine(m, X, policy, lang));
  if (shown)
    parts.push(
      s('path', { d: `M${X(0)} ${m.top}V${m.axis}`, stroke: 'var(--terva)', 'stroke-width': m.text / 5.5 }),
      sign(X(0) + m.text / 2, m.top + m.text * 0.75, m.text, say('card shown')),
    );
  const behind = evidence(verdict, Math.floor((width - 2 * m.edge) / (m.text * 0.53)), lang);
  if (behind)
    parts.push(sign(m.edge, m.height - m.text * 0.22, m.text, behind, { class: 'tick evidence', 'font-weight': 400 }));
  const order = { first: 0, false: 1, slower: 2 },
    placed = [];
  const levels = [],
    taken = shown ? [[X(0), X(0) + m.text * 0.6 * say('card shown').length, m.top, m.top + m.text]] : [];
  if (limit) taken.push([X(limit), X(limit) + m.text * 17, m.top + m.text, m.top + m.text * 2]);
  const free = (box) => taken.every(([a, b, c, d]) => box[1] < a || box[0] > b || box[3] < c || box[2] > d);
  for (const one of [...marks].sort((a, b) => order[a.kind] - order[b.kind] || a.t_us - b.t_us)) {
    const x = X(one.t_us);
    let level = levels.findIndex((xs) => xs.every((other) => Math.abs(other - x) > m.mark * 1.04));
    if (level < 0) level = levels.push([]) - 1;
    level = Math.min(level, 2);
    (levels[level] ??= []).push(x);
    const half = X(one.bound_us) - X(0);
    if (2 * half >= 6) parts.push(bar(m, x, half, one.seat, 0));
    const drawn = mark(m, x, one.seat, level * m.mark * 1.02, lang);
    parts.push(...drawn.parts);
    taken.push([x - m.mark / 2, x + m.mark / 2, drawn.y, drawn.y + m.mark]);
    placed.push([one, x, drawn.y]);
  }
  for (const [one, x, top] of placed) {
    const tag = tagOf(one, lang);
    const text = one.kind === 'first' ? [names(one.seat), tag].filter(Boolean).join(' · ') : tag;
    if (!text) continue;
    const wide = text.length * m.text * 0.58,
      above = top - m.text * 0.3,
      beside = top + m.mark * 0.65,
      gap = m.mark * 0.65;
    const spots = [
      [x, above],
      [x + m.mark / 2 - wide / 2, above],
      [x - m.mark / 2 + wide / 2, above],
      [x - gap - wide / 2, beside],
      [x + gap + wide / 2, beside],
      [x, above - m.mark],
    ];
    const spot = spots.find(
      ([at, y]) =>
        at - wide / 2 > 2 &&
        at + wide / 2 < width - 2 &&
        y > m.text &&
        free([at - wide / 2, at + wide / 2, y - m.text, y]),
    );
    if (!spot) continue;
    const [at, y] = spot;
    taken.push([at - wide / 2, at + wide / 2, y - m.text, y]);
    parts.push(sign(at, y, m.text, text, { 'text-anchor': 'middle' }));
  }
  return drawing(m, width, say('card shown'), parts);
}

/** Where the middles of two names stand so that they do not run into each other: over their marks, or as little aside as they must. */
function aside([a, b], texts, size) {
  const [wide, other] = texts.map((text) => text.length * size * 0.62);
  const apart = (wide + other) / 2 + size / 2;
  if (b - a >= apart) return [a, b];
  const left = Math.max(wide / 2 + 2, a - (apart - (b - a)) / 2);
  return [left, left + apart];
}

/** The first two under the glass, by their measured gap: the uncertainty of the gap is drawn round the second. */
function lens(m, width, first, second, marginUs, boundUs, names, lang) {
  const say = words(lang);
  const lo0 = Math.min(0, marginUs - boundUs),
    hi0 = Math.max(marginUs + boundUs, 1);
  const pad = (hi0 - lo0) * 0.28;
  const { X, parts } = axis(m, width, lo0 - pad, hi0 + pad, lang);
  const half = X(boundUs) - X(0),
    near = X(marginUs) - X(0) < m.mark * 1.1;
  if (2 * half >= 6) parts.push(bar(m, X(marginUs), half, second, 0));
  else if (!m.bare) parts.push(sign(m.edge, m.top + m.text * 1.1, m.text, say('± thinner than the line'), { class: 'tick' }));
  const one = mark(m, X(0), first, 0, lang),
    two = mark(m, X(marginUs), second, near ? m.mark * 1.02 : 0, lang);
  parts.push(...one.parts, ...two.parts);
  const short = (seat) => names(seat).slice(0, 12);
  const [at, then] = near
    ? [X(0), X(marginUs)]
    : aside([X(0), X(marginUs)], [short(first), short(second)], m.text);
  parts.push(sign(at, one.y - m.text * 0.4, m.text, short(first), { 'text-anchor': near ? 'end' : 'middle' }));
  parts.push(
    sign(then, two.y - m.text * 0.4, m.text, short(second), { 'text-anchor': near ? 'start' : 'middle' }),
  );
  const room = X(marginUs) - X(0) - m.mark * 1.3;
  const text = measured(marginUs, boundUs, lang).margin;
  if (!m.bare && room > text.length * m.text * 0.6) {
    const y = one.y + m.mark / 2;
    parts.push(
      s('path', {
        d: `M${X(0) + m.mark * 0.65} ${y}H${X(marginUs) - m.mark * 0.65}`,
        stroke: 'var(--terva)',
        'stroke-width': m.text / 7,
      }),
    );
    parts.push(sign((X(0) + X(marginUs)) / 2, y - m.text * 0.4, m.text, text, { 'text-anchor': 'middle' }));
  }
  return drawing(m, width, text, parts);
}

/** Tied presses, each with its own bound as a bar, so that one sees them overlap. */
function overlap(m, width, marks, names, lang) {
  const say = words(lang);
  const lo0 = Math.min(...marks.map((one) => one.t_us - one.bound_us)),
    hi0 = Math.max(...marks.map((one) => one.t_us + one.bound_us));
  const pad = Math.max(3, (hi0 - lo0) * 0.5);
  const { X, parts } = axis(m, width, lo0 - pad, hi0 + pad, lang);
  const base = Math.max(0, marks.length - 1) * m.mark * 0.43;
  marks.forEach((one, i) =>
    parts.push(bar(m, X(one.t_us), Math.max(3, X(one.bound_us) - X(0)), one.seat, i)),
  );
  const span = (marks.length - 1) * m.mark * 1.15,
    middle = marks.reduce((sum, one) => sum + X(one.t_us), 0) / marks.length;
  marks.forEach((one, i) => {
    // side by side over their own times: the shapes are wider than the gap
    const x = middle - span / 2 + i * m.mark * 1.15,
      y = m.axis - m.mark * 1.75 - base;
    const drawn = shape(one.seat, { lang });
    for (const [key, value] of Object.entries({ x: x - m.mark / 2, y, width: m.mark, height: m.mark }))
      drawn.setAttribute(key, value);
    parts.push(
      s('path', {
        d: `M${x} ${y + m.mark * 0.9}L${X(one.t_us)} ${m.axis}`,
        stroke: 'var(--terva)',
        'stroke-width': m.text / 8,
      }),
      drawn,
    );
    const anchor =
      marks.length === 1 ? 'middle' : i === 0 ? 'end' : i === marks.length - 1 ? 'start' : 'middle';
    if (marks.length <= 2)
      parts.push(
        sign(
          x + (anchor === 'end' ? m.mark / 2 : anchor === 'start' ? -m.mark / 2 : 0),
          y - m.text * 0.35,
          m.text,
          names(one.seat).slice(0, 14),
          { 'text-anchor': anchor },
        ),
      );
  });
  return drawing(m, width, say('Tied'), parts);
}

/** The strip under a verdict, as a list of drawings: the whole race, and the first two under the glass where they are known. */
export function finish(verdict, names, { narrow, lang }) {
  const m = narrow ? HAND : WALL;
  const first = new Set(verdict.seats);
  if (verdict.kind === 'tie' || verdict.kind === 'again') {
    const tied = verdict.marks.filter((one) => first.has(one.seat) && one.kind === 'first');
    return tied.length ? [overlap(m, narrow ? 390 : 1310, tied, names, lang)] : [];
  }
  if (!verdict.marks.length) return [];
  const close = verdict.second !== null && verdict.margin_us !== null && verdict.kind === 'first';
  const whole = overview(m, narrow ? 390 : close ? 1160 : 1920, verdict, names, lang);
  if (!close) return [whole];
  return [
    whole,
    lens(
      m,
      narrow ? 390 : 760,
      verdict.seats[0],
      verdict.second,
      verdict.margin_us,
      verdict.bound_us ?? 0,
      names,
      lang,
    ),
  ];
}

/** The first two alone, small, beside a race that goes on; null where no two can be compared. */
export function between(verdict, names, lang) {
  const { seats, second, margin_us: marginUs, bound_us: boundUs } = verdict;
  if (verdict.kind === 'first' && second !== null && marginUs !== null)
    return lens(BESIDE, 420, seats[0], second, marginUs, boundUs ?? 0, names, lang);
  const tied = verdict.marks.filter((one) => seats.includes(one.seat) && one.kind === 'first');
  return verdict.kind === 'tie' && tied.length > 1 ? overlap(BESIDE, 420, tied, () => '', lang) : null;
}
