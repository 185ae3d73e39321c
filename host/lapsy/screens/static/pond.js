// Rings are time: the pond the cards lie on, with the attempts of a challenge as rings round the pile.

import { s } from './dom.js';

// Outermost last. Spent attempts go from the outside in, so the lit ones lie next to the cards.
const RADII = { 1: [446], 2: [398, 446], 3: [398, 443, 486], 4: [398, 428, 458, 486] };

/** `challenge`: of the view, or null; `seat` must answer it (null: nobody is on turn). */
export function pond(challenge, seat) {
  const rings = [];
  if (challenge) {
    const width = challenge.attempts === 4 ? 18 : 26;
    RADII[challenge.attempts].forEach((r, i) => {
      const lit = i < challenge.left && seat !== null;
      if (lit) {
        // the keyline in the seat's text colour: some seats are as dark as the pond
        rings.push(
          s('circle', { r, fill: 'none', stroke: `var(--seat-${seat + 1}-on)`, 'stroke-width': width + 6 }),
        );
        rings.push(
          s('circle', {
            class: 'ring lit',
            r,
            fill: 'none',
            stroke: `var(--seat-${seat + 1})`,
            'stroke-width': width,
          }),
        );
      } else {
        const dots = {
          stroke: 'var(--lampi-text-2)',
          'stroke-width': 6,
          'stroke-dasharray': '1 22',
          'stroke-linecap': 'round',
        };
        rings.push(s('circle', { class: 'ring spent', r, fill: 'none', ...dots }));
      }
    });
  }
  return s(
    'svg',
    { viewBox: '-660 -660 1320 1320', class: 'pond', 'aria-hidden': 'true' },
    s('circle', { class: 'shore', r: 560, fill: 'none', stroke: 'var(--pellava-2)', 'stroke-width': 30 }),
    s('circle', { class: 'shore', r: 625, fill: 'none', stroke: 'var(--pellava-2)', 'stroke-width': 14 }),
    [500, 430, 350, 260].map((r, i) => s('circle', { r, fill: `var(--lampi-${i + 1})` })),
    rings,
  );
}
