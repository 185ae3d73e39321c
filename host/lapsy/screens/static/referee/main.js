// The referee's page: asks for the code once, and shows the desk.

import { connect } from '../connection.js';
import { h } from '../dom.js';
import { wordmark } from '../figures.js';
import { askedLanguage, fragment, kept, ownLanguage, socketAddress } from '../kept.js';
import { Slot } from '../slot.js';
import { load, waitsFor, words } from '../words.js';
import '../settings.js';
import { actions, record, seats, top, verdict } from './desk.js';
import { dialog } from './rule.js';

const TOLD_MS = 6000;
const memory = kept('referee');
const narrow = matchMedia('(max-width: 1100px)');
const state = { desk: null, connected: false, ever: false, code: fragment('r') ?? memory.get(), in: false, refused: null };
let timer = null;

const place = (tag, attrs, ...kids) => h(tag, attrs, ...kids);
const parts = {
  banner: place('div', { id: 'banner', role: 'alert' }),
  door: place('div', { class: 'door' }),
  top: place('header', { class: 'top' }),
  seats: place('ul', { class: 'seats' }),
  verdict: place('div', { class: 'verdict' }),
  record: place('div', { class: 'record' }),
  actions: place('div', { class: 'act' }),
};
const title = place('h2', {});
const desk = place(
  'div',
  { class: 'desk' },
  place('section', { class: 'a' }, parts.seats),
  place('section', { class: 'mid' }, title, parts.verdict, parts.record),
  place('section', { class: 'b' }, parts.actions),
);
document.getElementById('referee').append(parts.top, parts.banner, parts.door, desk);
const slots = Object.fromEntries(Object.entries(parts).map(([name, node]) => [name, new Slot(node)]));

const lang = () => askedLanguage() ?? state.desk?.view.language ?? ownLanguage();

/** Open a ruling, one at a time. */
function ask(action, seat = null) {
  if (document.querySelector('dialog')) return;
  const node = dialog(action, state.desk, {
    lang: lang(),
    seat,
    rule: (message) => line.send(message) || tell(words(lang())('The host does not answer. Trying again …')),
    done: () => document.querySelector(`[data-action=${action}], [data-focus="pad ${seat}"]`)?.focus(),
  });
  document.body.append(node);
  node.showModal();
}

function tell(text) {
  state.refused = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    state.refused = null;
    draw();
  }, TOLD_MS);
  draw();
}

function door(say) {
  return h(
    'form',
    {
      novalidate: true,
      on: {
        submit(event) {
          event.preventDefault();
          state.code = event.target.elements.code.value.trim();
          if (!state.code) return tell(say('Type the code that the host’s terminal shows.'));
          state.refused = null;
          return line.again({ token: state.code, page: 'referee' });
        },
      },
    },
    h('div', { class: 'mark' }, wordmark()),
    h('h1', {}, say('Referee')),
    h(
      'label',
      {},
      h('span', {}, say('The referee’s code')),
      h('input', { name: 'code', 'data-focus': 'code', 'data-typed': '', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', maxlength: 64 }),
    ),
    h('p', { class: 'muted' }, say('The host’s terminal shows it.')),
    h('button', { type: 'submit', class: 'k' }, say('Come in')),
  );
}

function draw() {
  if (!load(lang(), draw)) return;
  const say = words(lang());
  document.documentElement.lang = lang().replace('_', '-');
  document.body.dataset.connected = state.connected;
  const found = state.in ? state.desk : null;
  const asks = !state.in && (state.connected || !state.code);
  document.body.dataset.page = found ? 'desk' : asks ? 'door' : 'wait';
  const lines = [];
  if (!state.connected && state.code) lines.push(state.ever ? say('The host does not answer. Trying again …') : say('Looking for the host …'));
  if (found?.view.paused) lines.push(found.view.paused);
  if (found?.view.notice) lines.push(found.view.notice);
  for (const board of found?.view.waiting ?? []) lines.push(waitsFor(board, lang()));
  if (state.refused) lines.push(state.refused);
  slots.banner.show(JSON.stringify(lines), () => lines.map((text) => h('p', {}, text)));
  slots.door.show(JSON.stringify([lang(), asks]), () => (asks ? door(say) : null));
  if (!found) return;
  const drawn = JSON.stringify([lang(), narrow.matches, { ...found, n: 0, view: { ...found.view, n: 0 } }]);
  title.textContent = found.view.verdict ? say('Latest verdict') : '';
  slots.top.show(drawn, () => top(found, lang(), ask));
  slots.seats.show(drawn, () => seats(found, lang(), ask));
  slots.verdict.show(JSON.stringify([lang(), narrow.matches, found.view.verdict ?? null]), () => verdict(found, lang(), narrow.matches));
  slots.record.show(drawn, () => record(found, lang()));
  slots.actions.show(drawn, () => actions(found, lang(), ask));
}

const line = connect(socketAddress(), state.code ? { token: state.code, page: 'referee' } : null, {
  state(connected) {
    Object.assign(state, { connected, ever: state.ever || connected });
    draw();
  },
  welcome({ control }) {
    state.in = control;
    if (control) memory.set(state.code);
    else {
      memory.set(null);
      state.code = null;
      line.stop();
    }
    draw();
  },
  referee(view) {
    state.desk = view;
    draw();
  },
  refused({ message }) {
    tell(message);
  },
});
narrow.addEventListener('change', draw);
draw();
