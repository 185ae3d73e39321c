// The host's own keys: rulings, the end. Shown in a small panel on "?", which works by mouse and touch too.

import { h } from './dom.js';
import { shape } from './seats.js';
import { words } from './words.js';

const KEYS = {
  KeyS: 'start',
  KeyP: 'pause',
  KeyD: 'deliberate',
  KeyX: 'disqualify',
  KeyA: 'absent',
  KeyE: 'end',
};

/** What the actions are called. */
const named = (say) => ({
  start: say('Start'),
  pause: say('Pause, or go on'),
  deliberate: say('Deliberate false slap'),
  disqualify: say('Disqualify a player'),
  absent: say('Board is absent'),
  end: say('End the game'),
});

/** The panel's state and what it asks of the host. `send(message)`; `changed()` after every change. */
export class HostPanel {
  open = false;
  #asking = null; // an action that still needs a seat, a board or a second press
  #send;
  #changed;

  constructor(send, changed) {
    this.#send = send;
    this.#changed = changed;
  }

  get key() {
    return `${this.open} ${this.#asking}`;
  }

  /** True when the key was the host's. Only for pages that may control. */
  keydown(event, view) {
    if (event.key === '?') return this.#set(!this.open, null);
    if (event.key === 'Escape' && (this.open || this.#asking)) return this.#set(false, null);
    if (this.#asking) {
      const digit = /^(?:Digit|Numpad)([1-8])$/.exec(event.code);
      if (digit) return this.#pick(Number(digit[1]) - 1, view);
    }
    const action =
      event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey ? KEYS[event.code] : undefined;
    return action && offered(view).includes(event.code) ? this.act(action, view) : false;
  }

  /** Start an action; those that need a seat, a board or a second press ask for it. */
  act(action, view) {
    if (action === 'start') this.#send({ type: 'start' });
    else if (action === 'pause') this.#send(ruling(typeof view?.paused === 'string' ? 'go_on' : 'pause'));
    else if (action === 'end' && this.#asking === 'end') {
      this.#send(ruling('end'));
      return this.#set(false, null);
    } else if (action === 'absent' && view?.waiting.length === 1) {
      this.#send(ruling('absent', null, view.waiting[0].board));
      return this.#set(false, null);
    } else return this.#set(true, action);
    return this.#set(this.open, null);
  }

  #pick(index, view) {
    if (this.#asking === 'absent') {
      const board = view?.waiting[index];
      if (board) this.#send(ruling('absent', null, board.board));
    } else if (this.#asking !== 'end') {
      const seat = view?.seats.find((one) => one.seat === index);
      if (seat) this.#send(ruling(this.#asking, index));
    }
    return this.#set(false, null);
  }

  #set(open, asking) {
    this.open = open;
    this.#asking = asking;
    this.#changed();
    return true;
  }

  /** The panel as a node, or null when it is closed. */
  node(view, lang, { control, looks }) {
    if (!this.open) return null;
    const say = words(lang);
    const button = (text, act, extra) =>
      h('button', { type: 'button', on: { click: act } }, extra ?? null, text);
    let body;
    if (!control) body = h('p', {}, say('To control the game, open the address that the host printed.'));
    else if (this.#asking === 'end')
      body = [h('p', {}, say('End the game? Press again.')), button(say('End the game'), () => this.act('end', view))];
    else if (this.#asking === 'absent') {
      const boards = view?.waiting ?? [];
      body = [
        h('p', {}, boards.length ? say('Which board?') : say('No board is silent.')),
        boards.map((one, i) => button(`${i + 1} ${one.name}`, () => this.#pick(i, view))),
      ];
    } else if (this.#asking) {
      body = [
        h('p', {}, `${named(say)[this.#asking]}. ${say('Who? Choose the number of the seat.')}`),
        (view?.seats ?? []).map((one) =>
          button(`${one.seat + 1} ${one.name}`, () => this.#pick(one.seat, view), shape(one.seat, { lang })),
        ),
      ];
    } else {
      const actions = offered(view);
      body = h(
        'dl',
        {},
        actions.map((code) => [
          h('dt', {}, h('kbd', {}, `${say('Shift')} + ${code.slice(3)}`)),
          h(
            'dd',
            {},
            button(named(say)[KEYS[code]], () => this.act(KEYS[code], view)),
          ),
        ]),
      );
    }
    return h(
      'aside',
      { class: 'panel', role: 'dialog', 'aria-label': say('Keys of the host') },
      h('h2', {}, say('Keys of the host')),
      body,
      h(
        'div',
        { class: 'row looks', role: 'group', 'aria-label': say('How this page looks and sounds') },
        looks.map(([text, act, name]) =>
          h('button', { type: 'button', 'data-focus': `look ${name}`, on: { click: act } }, text),
        ),
      ),
      h(
        'div',
        { class: 'row' },
        button(this.#asking ? say('Cancel') : say('Close'), () => this.#set(this.#asking !== null, null)),
      ),
    );
  }
}

/** What makes sense now: the lobby has its own buttons, a race and its pads have no cards. */
function offered(view) {
  if (view?.game === 'lobby' || view?.phase === 'over') return [];
  return view?.game === 'race' ? ['KeyA', 'KeyE'] : Object.keys(KEYS);
}

const ruling = (action, seat = null, board = null) => ({ type: 'referee', action, seat, board });
