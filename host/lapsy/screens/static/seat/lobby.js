// A guest before the game: who I am, what is played, which pad is mine.

import { h } from '../dom.js';
import { shape } from '../seats.js';
import { words } from '../words.js';

export function brief({ view, seat }, { lang, send, onLeave }) {
  const say = words(lang);
  const me = view.seats.find((one) => one.seat === seat);
  const game = view.games.find((one) => one.game === view.chosen);
  const pads = {
    board: me?.pad ? say('Your pad: {pad}', { pad: me.pad }) : say('A pad of your own'),
    sync: me?.pad ? say('Your pad: {pad}', { pad: me.pad }) : say('A pad of your own'),
    phone: say('This phone is your pad.'),
    keyboard: say('You play by keyboard.'),
  };
  return {
    title: me?.name ?? '',
    lines: [game ? `${game.name}. ${game.text}` : null].filter(Boolean),
    table: null,
    strip: null,
    pads: () => [],
    room: h(
      'div',
      { class: 'room' },
      h('div', { class: 'me' }, shape(seat, { lang })),
      h('p', { class: 'how' }, me?.binding ? say('Press your pad now.') : (pads[me?.source] ?? say('No pad yet. Ask the host.'))),
      me?.problem ? h('p', { class: 'muted' }, me.problem) : h('p', { class: 'muted' }, say('The host starts the game.')),
      h(
        'form',
        {
          class: 'rename',
          on: {
            submit(event) {
              event.preventDefault();
              const name = event.target.elements.name.value.trim();
              if (name) send({ type: 'rename', name });
            },
          },
        },
        h(
          'label',
          {},
          h('span', {}, say('Your name')),
          h('input', {
            name: 'name',
            'data-focus': 'name',
            'data-typed': me?.name ?? '',
            maxlength: 64,
            autocomplete: 'off',
            enterkeyhint: 'done',
            value: me?.name ?? '',
          }),
        ),
        h('button', { type: 'submit', 'data-focus': 'rename' }, say('Change')),
      ),
      h('button', { type: 'button', class: 'plain', 'data-focus': 'leave', on: { click: onLeave } }, say('Leave the table')),
    ),
  };
}
