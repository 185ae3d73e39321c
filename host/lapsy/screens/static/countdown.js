// How long the table still waits: a bar that runs out by itself, so that nothing has to be drawn again for it.

import { h } from './dom.js';
import { words } from './words.js';

/** `leftUs` from `ageMs` ago on; null: nothing is due. */
export function countdown(leftUs, ageMs, lang) {
  if (leftUs === null) return null;
  const say = words(lang),
    seconds = Math.ceil(leftUs / 1e6);
  return h(
    'div',
    {
      class: 'countdown',
      role: 'img',
      'aria-label': say.n('{n} second left', '{n} seconds left', seconds),
      style: { '--left': `${Math.round(leftUs / 1000)}ms`, '--age': `${-Math.round(ageMs)}ms` },
    },
    h('i', {}),
  );
}
