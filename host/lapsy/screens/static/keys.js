// Keys that stand for pads, by KeyboardEvent.code: several players at one keyboard, presses and releases.

/** A seat's keys by role: {slap, flip, head, left, right, stock1 … stock5, call, pass}, without those it has not. */
export function keysOf(keys) {
  const roles = Object.entries(keys ?? {}).flatMap(([role, code]) =>
    Array.isArray(code) ? code.map((one, i) => [`${role}${i + 1}`, one]) : [[role, code]],
  );
  return Object.fromEntries(roles.filter(([, code]) => code));
}

/** What a key means at this table: {seat, role} or {seat, position}, or null. */
export function meaning(view, code) {
  for (const { seat, keys, choosing } of view?.seats ?? []) {
    const [role] = Object.entries(keysOf(keys)).find(([, one]) => one === code) ?? [];
    if (!role || role === 'peek') continue; // a hand that is looked at is no press: see peek.js
    const position = Number(/^choose([1-3])$/.exec(role)?.[1]);
    return position ? { seat, position, choosing } : { seat, role };
  }
  return null;
}

/** Two or more play by one keyboard, and few keyboards tell all keys that are held at once. */
export const crowded = (view) => view.seats.filter((one) => one.source === 'keyboard').length > 1;

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
