// A guest's phone: holds the seat's secret, and shows that seat and nothing else.

import { connect } from '../connection.js';
import { h } from '../dom.js';
import { askedLanguage, fragment, kept, ownLanguage, socketAddress } from '../kept.js';
import { Pad } from '../pad.js';
import { menu } from '../settings.js';
import { Slot } from '../slot.js';
import { Sound } from '../sound.js';
import { load, words } from '../words.js';
import { Awake } from './awake.js';
import { nudge } from './nudge.js';
import { Play } from './play.js';

const root = document.documentElement;
const memory = kept('seat');
/** The seat before this one: a guest who came in anew while the host was away may still have it. */
const before = kept('seat.before');
const state = { view: null, connected: false, ever: false, replaced: null, lost: false, why: null };
const query = new URLSearchParams(location.search);
const sound = new Sound();

let token = fragment('s');
if (token) memory.set(token);
else token = memory.get();

const seatRoot = document.getElementById('seat');
const banner = h('div', { id: 'banner', role: 'alert' });
const stop = h('div', { id: 'stop' });
document.body.append(banner, stop);
const slots = { banner: new Slot(banner), stop: new Slot(stop) };

const lang = () => askedLanguage() ?? state.view?.view.language ?? ownLanguage();

const pad = new Pad((message) => line.send(message));
const play = new Play(seatRoot, (message) => line.send(message), {
  pad,
  leave() {
    line.send({ type: 'leave' });
    memory.set(null);
    before.set(null);
    token = null;
    state.why = null;
    line.stop();
    lose();
  },
  menu: (say) =>
    menu(say, () => {
      sound.wake();
      play.draw();
    }),
  wide: () => innerWidth > innerHeight && innerWidth > 600,
});

/** The host knows no seat of this guest now. It may again: when a game that stopped goes on. */
function lose() {
  const earlier = before.get();
  before.set(null);
  if (token !== null && earlier && earlier !== token) {
    token = earlier;
    memory.set(token);
    line.again({ token, page: 'seat' });
    return;
  }
  state.lost = true;
  draw();
}

function draw() {
  const say = words(lang());
  root.lang = lang().replace('_', '-');
  if (!load(lang(), draw)) return;
  root.toggleAttribute('data-children', state.view?.view.children ?? false);
  document.body.dataset.connected = state.connected;
  const { view } = state;
  const lines = [];
  if (!state.connected && !state.lost && !state.replaced)
    lines.push(state.ever ? say('The host does not answer. Trying again …') : say('Looking for the host …'));
  if (view?.view.paused) lines.push(view.view.paused);
  for (const board of view?.view.waiting ?? []) lines.push(say('Waiting for {name}.', { name: board.name }));
  if (view?.view.notice) lines.push(view.view.notice);
  slots.banner.show(JSON.stringify(lines), () => lines.map((text) => h('p', {}, text)));
  slots.stop.show(JSON.stringify([lang(), state.replaced, state.lost, state.why, say('Play here')]), () => {
    if (state.lost || token === null)
      return h(
        'div',
        { class: 'sheet' },
        h('h1', {}, state.why ?? say('You have no seat at this table.')),
        h('a', { class: 'go', href: '/join' }, say('Come in')),
      );
    if (!state.replaced) return null;
    return h(
      'div',
      { class: 'sheet' },
      h('h1', {}, say('You play on another page now.')),
      h('button', { type: 'button', class: 'go', 'data-focus': 'here', on: { click: here } }, say('Play here')),
    );
  });
  seatRoot.inert = state.lost || state.replaced !== null || token === null;
}

/** This page takes the seat again from the other one. */
function here() {
  state.replaced = null;
  line.again();
  draw();
}

const line = connect(socketAddress(), token === null ? null : { token, page: 'seat' }, {
  state(connected) {
    Object.assign(state, { connected, ever: state.ever || connected });
    if (connected) play.renew();
    else pad.forget();
    draw();
  },
  welcome({ seat }) {
    if (seat === null) return lose();
    state.lost = false;
    state.why = null;
    return draw();
  },
  seat(view) {
    const before = state.view;
    state.view = view;
    if (view.pad.length) pad.greet(JSON.stringify([view.seat, view.view.game, view.view.phase ?? '', view.pad]));
    play.show(view, lang());
    nudge(before, view, sound, seatRoot);
    draw();
  },
  readings(message) {
    play.readings(message);
  },
  refused({ message }) {
    state.why = message;
    play.tell(message);
  },
  replaced({ message }) {
    state.replaced = message;
    line.stop();
    draw();
  },
  ask({ id }) {
    pad.ask(id, performance.now());
  },
  taken(message) {
    pad.taken(message);
  },
});

const awake = new Awake(document.body);
// a touch counts as a gesture only when it ends, a key or a mouse when it goes down
for (const type of ['pointerdown', 'pointerup', 'touchend', 'keydown'])
  addEventListener(type, () => {
    sound.wake();
    awake.start();
  });
addEventListener('resize', () => play.draw());
draw();
