// Keys that stand for pads, by KeyboardEvent.code: several players at one keyboard, presses and releases.

/** What a key means at this table: {seat, role} or {seat, position}, or null. */
export function meaning(view, code) {
  for (const { seat, keys, choosing } of view?.seats ?? []) {
    if (!keys) continue;
    if (keys.slap === code) return { seat, role: 'slap' };
    if (keys.flip === code) return { seat, role: 'flip' };
    if (keys.head && keys.head === code) return { seat, role: 'head' };
    const position = (keys.choose ?? []).indexOf(code) + 1;
    if (position > 0 && position <= 3) return { seat, position, choosing };
  }
  return null;
}

/** Held keys and the messages they make. `send` as of a connection. */
export class Keyboard {
  #held = new Map();
  #send;

  constructor(send) {
    this.#send = send;
  }

  /** True when the key is one of the players'. A key that repeats itself, or is down already, is no new press. */
  down(view, code, repeat) {
    const what = meaning(view, code);
    if (!what) return false;
    if (repeat || this.#held.has(code)) return true;
    this.#held.set(code, what);
    if (what.role) this.#send({ type: 'press', seat: what.seat, role: what.role, down: true });
    else this.#send({ type: 'choose', seat: what.seat, position: what.position });
    return true;
  }

  /** The release goes to the seat that the press went to, whatever the view says by now. */
  up(code) {
    const what = this.#held.get(code);
    if (!what) return false;
    this.#held.delete(code);
    if (what.role) this.#send({ type: 'press', seat: what.seat, role: what.role, down: false });
    return true;
  }

  /** The page lost the keyboard: it will not hear of any release. */
  releaseAll() {
    for (const code of [...this.#held.keys()]) this.up(code);
  }

  /** The line went down: the host has released what was held. */
  forget() {
    this.#held.clear();
  }
}
