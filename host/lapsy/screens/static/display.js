// The page of `lapsy calibrate display`: what to do, how far it is, and in the corner the square that turns.

import { h } from './dom.js';
import { figures } from './figures.js';
import { decimal, words } from './words.js';

/** What to do at each state, by how the lag is told. */
function todo({ how, state }, say) {
  if (how === 'photodiode') {
    if (state === 'ready')
      return say('Lay the photodiode on the square in the top right corner. It begins by itself.');
    if (state === 'running')
      return say('The square turns at irregular times, and the board stamps the light. Leave the page in front.');
    return state === 'done'
      ? say('Measured. The terminal says more; this page can be closed.')
      : say('It could not be measured. The terminal says why.');
  }
  if (state === 'ready')
    return say(
      'The square in the top right corner will turn in a steady beat. Tap along on your pad, or on the space bar.',
    );
  if (state === 'running') return say('Tap with the square, exactly when it turns, and keep the beat.');
  return state === 'done'
    ? say('Estimated from your taps. The terminal says more; this page can be closed.')
    : say('It could not be estimated. The terminal says why.');
}

/** `view`: how, state, done, of, result (microseconds, or null). */
export function scene(view, { lang }) {
  const say = words(lang);
  const { result } = view;
  const ms = (us) => decimal(us / 1000, 1, lang);
  return h(
    'div',
    { class: 'calibrate', 'data-state': view.state },
    h('h1', {}, say('Display lag: {name}', { name: view.name })),
    h('p', {}, todo(view, say)),
    view.state === 'running'
      ? h(
          'div',
          { class: 'progress' },
          figures(view.done),
          h('span', {}, say('of {n}', { n: view.of })),
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
