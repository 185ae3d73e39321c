// The laptop that is passed round: a hand shows only while its seat's key, or the button on the screen, is held, and nothing of
// it stays when it is let go. Between players everybody sees whom to give the laptop to.

import { h } from './dom.js';
import { Play } from './seat/play.js';
import { shape } from './seats.js';
import { Slot } from './slot.js';
import { keyName, words } from './words.js';

const STYLES = ['tokens.css', 'page.css', 'seat/play.css'];
/** Keys that move among the cards and commit, while a hand shows. */
const MOVES = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const OURS = new Set(['Enter', 'NumpadEnter', 'Space', ...Object.keys(MOVES)]);

export class Peek {
  #send;
  #held = null; // {seat, code}: whose hand is asked for, and by which key (null: by the button)
  #host = null; // the node that covers the table while a hand shows
  #play = null;
  #seen = null; // the newest view of the hand that is held
  #bar;
  #view = null;
  #lang = 'en';
  #narrow = false;

  /** `send` as of a connection. `bar`: the place for whom to give the laptop to. */
  constructor(send, bar) {
    this.#send = send;
    this.#bar = new Slot(bar);
  }

  /** A hand is held, whether it is here yet or not. */
  get open() {
    return this.#held !== null;
  }

  /** The newest public view: who is to have the laptop. `control`: this page is the host's. */
  show(view, lang, { control, narrow }) {
    this.#view = view;
    this.#lang = lang;
    this.#narrow = narrow;
    const say = words(lang);
    const here = control && view ? (view.seats ?? []).filter((one) => one.private === 'here' && one.keys?.peek) : [];
    const acting = new Set(view?.acting ?? (view?.turn === null || view?.turn === undefined ? [] : [view.turn]));
    if (view?.aiming !== null && view?.aiming !== undefined) acting.add(view.aiming);
    const asked = view?.phase === 'play' ? here.filter((one) => acting.has(one.seat)) : [];
    this.#bar.show(JSON.stringify([lang, asked.map((one) => [one.seat, one.name, one.keys.peek])]), () =>
      asked.map((one) =>
        h(
          'div',
          { class: 'pass', 'data-seat': one.seat },
          shape(one.seat, { lang }),
          h('b', {}, say('The laptop to {name}', { name: one.name })),
          h('span', {}, say('Hold {key}: your cards show.', { key: keyName(one.keys.peek, lang) })),
          this.#button(one.seat, say('Hold to see')),
        ),
      ),
    );
    if (this.#held && !here.some((one) => one.seat === this.#held.seat)) this.release();
  }

  #button(seat, text) {
    const up = () => this.#held?.seat === seat && this.#held.code === null && this.release();
    const down = (event) => {
      event.preventDefault();
      event.target.setPointerCapture?.(event.pointerId);
      this.#hold(seat, null);
    };
    return h(
      'button',
      { type: 'button', 'data-focus': `peek ${seat}`, on: { pointerdown: down, pointerup: up, pointercancel: up, lostpointercapture: up } },
      text,
    );
  }

  /** True when the key has its meaning here: it shows a hand, or belongs to the one that shows. */
  down(event) {
    const { code, repeat } = event;
    if (this.#held) {
      if (code === this.#held.code) return this.#mine(event);
      const step = code === 'Tab' ? (event.shiftKey ? -1 : 1) : MOVES[code];
      if (step) this.#move(event, step); // past the last it goes round: out of the page nobody would hear the key let go
      return Boolean(step) || OURS.has(code);
    }
    const seat = (this.#view?.seats ?? []).find((one) => one.private === 'here' && one.keys?.peek === code)?.seat;
    if (seat === undefined) return false;
    if (!repeat) this.#hold(seat, code);
    return this.#mine(event);
  }

  /** True when the key that was held is let go. */
  up(event) {
    if (this.#held?.code !== event.code || this.#held.code === null) return false;
    this.release();
    return this.#mine(event);
  }

  #mine(event) {
    event.preventDefault();
    return true;
  }

  #move(event, step) {
    event.preventDefault();
    const nodes = [...(this.#play?.root.querySelectorAll('button:not(:disabled)') ?? [])];
    const at = nodes.indexOf(this.#host?.shadowRoot.activeElement);
    nodes[at < 0 && step < 0 ? nodes.length - 1 : (at + step + nodes.length) % nodes.length]?.focus();
  }

  #hold(seat, code) {
    if (this.#held || !this.#send({ type: 'peek', seat, down: true })) return;
    this.#held = { seat, code };
    this.#seen = null;
  }

  /** Let go: the hand is gone from the page before the host has heard of it. */
  release() {
    if (!this.#held) return;
    const { seat } = this.#held;
    this.forget();
    this.#send({ type: 'peek', seat, down: false });
  }

  /** The line is down, or the hand is let go: nothing of it stays. */
  forget() {
    this.#held = this.#seen = this.#play = null;
    this.#host?.remove();
    this.#host = null;
  }

  /** A view of a seat: shown while its key is held, dropped otherwise. */
  seat(view) {
    if (this.#held?.seat !== view.seat) return;
    this.#seen = view;
    if (this.#host === null) this.#cover();
    this.#play.show(view, this.#lang);
  }

  readings(message) {
    this.#play?.readings(message);
  }

  /** What the host refused, told where the player looks. False when nobody looks at a hand. */
  refused({ message }) {
    this.#play?.tell(message);
    return this.#play !== null;
  }

  #cover() {
    const { seat } = this.#held;
    this.#host = h('div', { id: 'peek', class: this.#narrow ? 'narrow' : null, role: 'dialog', 'aria-label': words(this.#lang)('Your cards') });
    const root = this.#host.attachShadow({ mode: 'open' });
    const page = h('div', { class: 'seatpage' });
    root.append(
      ...STYLES.map((name) => h('link', { rel: 'stylesheet', href: `/static/${name}` })),
      page,
    );
    const drawn = () => {
      if (!root.activeElement) root.querySelector('.hand button')?.focus(); // the other hand has Tab and Enter
    };
    this.#play = new Play(page, (message) => this.#send({ ...message, seat }), { wide: () => !this.#narrow, drawn });
    document.body.append(this.#host);
  }
}
