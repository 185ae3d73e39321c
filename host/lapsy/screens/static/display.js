// The page of `lapsy calibrate display`: what to do, how far it is, and in the corner the square that turns.

import { h } from './dom.js';
import { figures } from './figures.js';
import { words } from './words.js';

/** `view`: how, state, done, of, result (microseconds, or null). */
export function scene(view, { lang }) {
  const say = words(lang).calibrate;
  const { result } = view;
  const ms = (us) => (us / 1000).toFixed(1).replace('.', say.point);
  return h(
    'div',
    { class: 'calibrate', 'data-state': view.state },
    h('h1', {}, say.title(view.name)),
    h('p', {}, say[view.how][view.state]),
    view.state === 'running'
      ? h(
          'div',
          { class: 'progress' },
          figures(view.done),
          h('span', {}, say.of(view.of)),
          h('div', { class: 'bar' }, h('i', { style: { '--part': view.done / view.of } })),
        )
      : null,
    result === null
      ? null
      : h(
          'p',
          { class: 'lag' },
          figures(ms(result.lo_us)),
          h('span', { class: 'dash' }, '–'),
          figures(ms(result.hi_us)),
          h('span', {}, 'ms'),
        ),
  );
}

export const styles = ['display'];
