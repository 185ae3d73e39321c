// A guest comes in: the code on the wall, a name, one button.

import { connect } from './connection.js';
import { h } from './dom.js';
import { wordmark } from './figures.js';
import { fragment, kept, ownLanguage, socketAddress } from './kept.js';
import './settings.js'; // the colours that this browser was told to have
import { Slot } from './slot.js';
import { load, words } from './words.js';

const lang = ownLanguage();
const root = document.documentElement;
const seat = kept('seat');
const slot = new Slot(document.getElementById('join'));
const typed = { code: (fragment('c') ?? '').toUpperCase(), name: kept('name').get() ?? '' };
let looked = false;
const state = { connected: false, ever: false, problem: null, asking: false };

function field(name, label, extra) {
  return h(
    'label',
    {},
    h('span', {}, label),
    h('input', {
      name,
      value: typed[name],
      'data-focus': name,
      'aria-invalid': String(state.problem !== null),
      'aria-describedby': 'problem',
      required: true,
      autocomplete: 'off',
      ...extra,
      on: { input: ({ target }) => (typed[name] = target.value) },
    }),
  );
}

function draw() {
  const say = words(lang);
  root.lang = lang;
  if (!load(lang, draw)) return;
  document.body.dataset.connected = state.connected;
  const trouble = state.connected ? state.problem : state.ever ? say('The host does not answer. Trying again …') : null;
  const drawn = slot.show(JSON.stringify([state, trouble]), () =>
    h(
      'form',
      { on: { submit: join }, novalidate: true },
      h('div', { class: 'mark' }, wordmark()),
      h('h1', {}, say('Join the table')),
      field('code', say('The four letters on the screen'), {
        maxlength: 8,
        autocapitalize: 'characters',
        spellcheck: 'false',
        class: 'code',
      }),
      field('name', say('Your name'), { maxlength: 64, autocapitalize: 'words', enterkeyhint: 'go' }),
      h('p', { class: 'problem', role: 'alert', id: 'problem' }, trouble),
      h(
        'button',
        { type: 'submit', class: 'go', 'data-focus': 'go', disabled: !state.connected || state.asking },
        say('Come in'),
      ),
      seat.get() ? h('a', { href: '/seat', class: 'back' }, say('Back to my seat')) : null,
    ),
  );
  if (drawn && !looked) document.querySelector(typed.code ? '[name=name]' : '[name=code]').focus();
  looked = true;
}

function join(event) {
  event.preventDefault();
  const say = words(lang);
  const code = typed.code.trim(),
    name = typed.name.trim();
  state.problem = code ? (name ? null : say('Type your name.')) : say('Type the four letters that stand on the screen.');
  state.asking = state.problem === null && line.send({ type: 'join', code, name });
  draw();
}

const line = connect(socketAddress(), { token: null, page: 'seat' }, {
  state(connected) {
    Object.assign(state, { connected, ever: state.ever || connected, asking: false });
    draw();
  },
  refused({ message }) {
    Object.assign(state, { problem: message, asking: false });
    draw();
  },
  seated({ token }) {
    kept('seat.before').set(seat.get());
    seat.set(token);
    kept('name').set(typed.name.trim());
    location.replace(`/seat${location.search}#s=${encodeURIComponent(token)}`);
  },
});
draw();
