// A phone that is a pad: touches stamped by the page's own clock, numbered, and offered again until the host has taken them.

/** What lies between a finger and its stamp no ping can see: so much is declared (lapsy.timing.claim.SOURCE_BOUND_US). */
export const BOUND_MS = 30;
const OFFER_AGAIN_MS = 300;

const micros = (ms) => Math.round(ms * 1000);

/** When the finger came, by the page's clock; an old browser that stamps by another clock is not believed. */
function stamped(event) {
  const now = performance.now();
  const late = now - event.timeStamp;
  return micros(late >= 0 && late < 1000 ? event.timeStamp : now);
}

export class Pad {
  #send;
  #life;
  #newest = 0;
  #last = 0; // stamps never go back
  #kept = []; // presses that the host has not taken
  #down = new Map(); // role -> fingers on it
  #greeted = null;
  #timer = null;

  /** `send` as of a connection. */
  constructor(send) {
    this.#send = send;
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    this.#life = (high >>> 12) * 2 ** 32 + low; // 52 bits: exact in a number
  }

  /** The line is new, or the table is (`key`): say which count of presses and which clock this is, and offer what was kept. */
  greet(key) {
    if (key === this.#greeted) return;
    if (!this.#send({ type: 'pad', life: this.#life, t_us: micros(performance.now()) })) return;
    this.#greeted = key;
    this.#offer();
  }

  /** The line is down. */
  forget() {
    this.#greeted = null;
    this.#down.clear();
  }

  /** The host asks what the time is here. `came`: performance.now() when the question came. */
  ask(id, came) {
    const t3_us = Math.max(micros(came), micros(performance.now()));
    this.#send({ type: 'pong', id, t2_us: micros(came), t3_us, newest: this.#newest });
  }

  /** The host has written down all presses before `next_n`. */
  taken({ life, next_n }) {
    if (life === this.#life) this.#kept = this.#kept.filter((press) => press.n >= next_n);
  }

  /** Make a node press `role`. One finger more on a button that is down is no new press, as on a real pad. */
  listen(node, role) {
    const fingers = () => this.#down.get(role) ?? this.#down.set(role, new Set()).get(role);
    const up = ({ pointerId }) => {
      fingers().delete(pointerId);
      if (!fingers().size) node.classList.remove('down');
    };
    node.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      const first = !fingers().size;
      fingers().add(event.pointerId);
      node.classList.add('down');
      if (first) this.#press(role, stamped(event));
    });
    for (const type of ['pointerup', 'pointercancel', 'pointerleave']) node.addEventListener(type, up);
    node.addEventListener('contextmenu', (event) => event.preventDefault());
    node.addEventListener('keydown', (event) => {
      if (event.repeat || (event.code !== 'Space' && event.code !== 'Enter')) return;
      event.preventDefault();
      this.#press(role, stamped(event));
    });
    return node;
  }

  #press(role, t_us) {
    this.#last = Math.max(this.#last, t_us);
    this.#newest += 1;
    const press = { type: 'touch', n: this.#newest, role, t_us: this.#last };
    this.#kept.push(press);
    this.#send(press);
    this.#wait();
  }

  #offer() {
    for (const press of this.#kept) this.#send(press);
    this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    if (this.#kept.length && this.#greeted !== null) this.#timer = setTimeout(() => this.#offer(), OFFER_AGAIN_MS);
  }
}
