// The page: takes the newest view, draws it, hands keys to the host.

import { connect } from './connection.js';
import { h } from './dom.js';
import { part } from './games.js';
import { Memory } from './hold.js';
import { HostPanel } from './host.js';
import { Keyboard } from './keys.js';
import { afterPaint, frameTime, patch } from './paint.js';
import { menu, settings } from './settings.js';
import { Slot } from './slot.js';
import { Sound, heard } from './sound.js';
import { spoken } from './spoken.js';
import { load, waitsFor, words } from './words.js';

const query = new URLSearchParams(location.search);
const token = new URLSearchParams(location.hash.slice(1)).get('k');
const root = document.documentElement;

const narrow = matchMedia('(max-width: 700px), (max-aspect-ratio: 1/1)');
const memory = new Memory();
const sound = new Sound(() => draw());
const state = { view: null, control: false, connected: false, everConnected: false, refusal: null };
const corner = document.getElementById('patch');
let peek = null, // passing the laptop: fetched when a hand is to be seen here
  peekComes = false;
let cameAt = 0, // when the newest view came
  undrawn = null, // the newest view and when it came, until it is drawn
  painted = null; // a report that is still to be sent
let told = false,
  wakeTimer = null,
  refusalTimer = null;

const slots = Object.fromEntries(
  ['scene', 'take', 'marks', 'pause', 'banner', 'panel', 'spoken'].map((id) => [id, new Slot(document.getElementById(id))]),
);

function language() {
  const asked = query.get('lang');
  if (/^[a-z]{2,3}(?:_[A-Z]{2})?$/.test(asked ?? '')) return asked;
  return state.view?.language ?? (navigator.language.startsWith('fi') ? 'fi' : 'en');
}

const local = /^(localhost|127\.|\[::1\])/.test(location.host);

/** What stops or concerns everybody, the weightiest first. */
function banners(view, lang, taken) {
  const say = words(lang),
    out = [];
  if (!state.connected) out.push(state.everConnected ? say('The connection to the host is lost. Trying again.') : say('Connecting to the host.'));
  else if (!view) out.push(say('The host is preparing the game.'));
  for (const board of view?.waiting ?? []) out.push(waitsFor(board, lang));
  if (view?.notice && taken?.kind !== 'again') out.push(view.notice); // that takeover says the same
  if (state.refusal) out.push(state.refusal);
  return out;
}

const NOTHING = { take: null, grow: false, falses: [], events: [], moved: [], finish: null, wakeMs: null };

function draw() {
  const { view } = state,
    lang = language(),
    say = words(lang);
  if (!load(lang, draw)) return;
  root.lang = lang.replace('_', '-');
  document.body.dataset.connected = state.connected;
  passOn(view);
  peek?.show(view, lang, { control: state.control, narrow: narrow.matches });
  const game = view && part(view.game, draw);
  if (view && !game) return; // what is there stays until the next game's page is here
  const now = view ? memory.look(view, performance.now()) : NOTHING;
  root.dataset.game = view?.game ?? 'none';
  root.toggleAttribute('data-children', view?.children ?? false);
  root.dataset.scene = now.take ? 'take' : view?.game === 'race' ? 'race' : (view?.phase ?? view?.game ?? 'none');
  clearTimeout(wakeTimer);
  if (now.wakeMs !== null) wakeTimer = setTimeout(draw, now.wakeMs);
  const options = {
    ...now,
    lang,
    narrow: narrow.matches,
    ageMs: performance.now() - cameAt,
    changed: draw,
    address: local ? null : location.host,
    send: state.control ? (message) => line.send(message) : null,
  };
  const common = [lang, narrow.matches, state.control];
  slots.scene.show(
    JSON.stringify([
      common,
      game?.key?.(),
      view && { ...view, n: 0, waiting: 0, notice: 0, paused: 0, patch: 0 },
      [now.falses, now.events, now.finish ? [now.finish] : []].map((notes) => notes.map((one) => one.n)),
    ]),
    () => game?.scene(view, options),
  );
  slots.take.show(
    JSON.stringify([common, now.take, now.take && view.seats.map((seat) => seat.name)]),
    () => now.take && game.take(view, now.take, options),
  );
  const marks = [view?.practice && say('Practice'), view?.simulated && say('Simulated pads')].filter(Boolean);
  const watching = view && state.connected && !state.control;
  slots.marks.show(JSON.stringify([common, marks, watching, sound.asleep]), () => [
    ...marks.map((text) => h('span', { class: 'mark' }, text)),
    watching && h('span', { class: 'mark watching', title: say('To play from here, open the address that the host printed.') }, say('Watching only')),
    sound.asleep &&
      h(
        'button',
        { type: 'button', class: 'ask', on: { click: () => sound.wake() } },
        say('Click once for sound'),
      ),
  ]);
  slots.pause.show(JSON.stringify([lang, view?.paused ?? null]), () => pause(view, lang));
  const lines = banners(view, lang, now.take);
  slots.banner.show(JSON.stringify(lines), () => lines.map((text) => h('p', {}, text)));
  slots.panel.show(
    JSON.stringify([
      common,
      panel.key,
      panel.open && [view?.seats.map((one) => one.name), view?.waiting, settings()],
    ]),
    () =>
      panel.node(view, lang, {
        control: state.control,
        looks: menu(say, (name) => {
          sound.wake();
          if (name === 'volume') sound.play([{ kind: 'card' }]);
          draw();
        }),
      }),
  );
  patch(corner, view?.patch ?? null);
  const said = view?.phase ? spoken(view, now, game.sentence?.(view, now, lang), lang) : '';
  slots.spoken.show(said, () => [document.createTextNode(said)]);
  if (undrawn) watchPaint(undrawn);
  root.dataset.view = view?.n ?? '';
}

function passOn(view) {
  const here = state.control && (view?.seats ?? []).some((one) => one.private === 'here' && one.keys?.peek);
  if (!here || peekComes) return;
  peekComes = true;
  import('./peek.js').then(
    ({ Peek }) => {
      peek = new Peek((message) => line.send(message), document.getElementById('pass'));
      draw();
    },
    (error) => {
      console.error(error);
      peekComes = false; // with the next view it is tried again
    },
  );
}

function watchPaint({ view, came }) {
  undrawn = null;
  afterPaint((now) => {
    // of views that follow each other before a frame is made, only the last one is painted
    if (state.view !== view) return;
    painted = { type: 'painted', n: view.n, after_us: Math.round((now - came) * 1000) };
    tellPainted();
  });
}

/** Play stands: over everything, with the referee's reason. */
function pause(view, lang) {
  if (view?.paused === null || view?.paused === undefined) return null;
  const say = words(lang);
  const bare = say('Paused. {reason}', { reason: '' }).trim(); // the title says it
  const more = view.paused.startsWith(bare) ? view.paused.slice(bare.length).trim() : view.paused;
  return h(
    'div',
    { class: 'pause' },
    h('h2', {}, say('Paused')),
    more ? h('p', {}, more) : null,
  );
}

/** A display that is calibrated is remembered with its browser and its frames. */
function tellScreen() {
  if (told || !state.control || state.view?.game !== 'display') return;
  told = true;
  frameTime(40, (frameUs) =>
    line.send({ type: 'screen', agent: navigator.userAgent.slice(0, 400), frame_us: frameUs }),
  );
}

/** The newest view is told of once, also when it was drawn before the host said that this page may speak. */
function tellPainted() {
  if (!painted || !state.control) return;
  if (painted.n === state.view?.n) line.send(painted);
  painted = null;
}

const line = connect(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`, { token, page: 'table' }, {
  view(view) {
    const came = performance.now();
    const events = heard(state.view, view);
    state.view = view;
    cameAt = came;
    undrawn = { view, came };
    draw();
    tellScreen();
    sound.play(events);
  },
  welcome({ control }) {
    state.control = control;
    draw();
    tellScreen();
    tellPainted();
  },
  seat(view) {
    peek?.seat(view);
  },
  readings(message) {
    peek?.readings(message);
  },
  refused({ message }) {
    if (peek?.refused({ message })) return;
    state.refusal = message;
    clearTimeout(refusalTimer);
    refusalTimer = setTimeout(() => {
      state.refusal = null;
      draw();
    }, 4000);
    draw();
  },
  state(connected) {
    state.connected = connected;
    state.everConnected ||= connected;
    if (!connected) {
      state.control = false;
      painted = null;
      keyboard.forget();
      peek?.forget();
    }
    draw();
  },
});

const keyboard = new Keyboard((message) => line.send(message));
const panel = new HostPanel((message) => line.send(message), draw);

/** A key that belongs to what has the focus: typing, and before and after a game the buttons too. */
function ofControl(event) {
  if (event.target.closest?.('input, select, textarea')) return event.key !== 'Escape' || !panel.open;
  const playing = state.view?.phase === 'play';
  return !playing && ['Space', 'Enter'].includes(event.code) && Boolean(event.target.closest?.('button'));
}

addEventListener('keydown', (event) => {
  sound.wake();
  const host = panel.open && event.key === 'Escape' ? true : event.key === '?';
  if (!state.control) {
    if (host) panel.keydown(event, state.view);
    return;
  }
  if (ofControl(event)) return;
  if (!panel.open && peek?.down(event)) return;
  const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
  // an open question of the host's takes the digits; otherwise the players' keys come first
  const used =
    panel.open || host
      ? panel.keydown(event, state.view) || (plain && keyboard.down(state.view, event.code, event.repeat))
      : (plain && keyboard.down(state.view, event.code, event.repeat)) || panel.keydown(event, state.view);
  if (used) event.preventDefault();
});
addEventListener('keyup', (event) => {
  if (!peek?.up(event) && keyboard.up(event.code)) event.preventDefault();
});
addEventListener('blur', () => {
  keyboard.releaseAll();
  peek?.release();
});
addEventListener('pointerdown', () => sound.wake());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) return draw();
  keyboard.releaseAll();
  return peek?.release();
});
narrow.addEventListener('change', draw);
draw();
