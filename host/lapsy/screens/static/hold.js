// How long things stay: the newest state wins, nothing queues. Pure: the time is an argument, in milliseconds.

export const TAKE_MS = 2600;
export const FALSE_MS = 4000;

const laid = (one) => `${one.card}/${one.seat}`;

/** What one page has already shown. */
export class Memory {
  #take = null; // {n, since, seen: Set of cards that were there, over}
  #falses = new Map(); // n → first seen

  /**
   * What to show of a view now: {take: the verdict or null, grow: first time, falses: [...], wakeMs: look again after}.
   * A takeover ends after its time, or at once when the next card lies on the pile.
   */
  look(view, now) {
    const verdict = view.verdict ?? null;
    let grow = false;
    if (verdict === null || view.phase === 'lobby') this.#take = null;
    else if (this.#take?.n !== verdict.n) {
      const top = view.pile.top;
      // opened in the middle of the next pile: that verdict has had its time
      const past =
        top.length > 0 && !(verdict.pair && laidPair(top, verdict.pair)) && verdict.state === 'final';
      this.#take = { n: verdict.n, since: now, seen: new Set(top.map(laid)), over: past };
      grow = true;
    }
    const take = this.#take;
    if (take && !take.over) {
      const top = view.pile.top;
      if (top.length === 0) take.seen.clear();
      if (top.some((one) => !take.seen.has(laid(one)))) take.over = true;
      if (verdict.state === 'leading') take.since = Math.max(take.since, now - TAKE_MS / 2); // it stays until it is final
      if (now - take.since >= TAKE_MS) take.over = true;
    }
    for (const slap of view.falses ?? []) if (!this.#falses.has(slap.n)) this.#falses.set(slap.n, now);
    const falses = (view.falses ?? []).filter((slap) => now - this.#falses.get(slap.n) < FALSE_MS);
    for (const n of this.#falses.keys())
      if (!(view.falses ?? []).some((slap) => slap.n === n)) this.#falses.delete(n);
    const showing = take !== null && !take.over;
    const waits = falses.map((slap) => FALSE_MS - (now - this.#falses.get(slap.n)));
    if (showing) waits.push(TAKE_MS - (now - take.since));
    return {
      take: showing ? verdict : null,
      grow: grow && showing,
      falses,
      wakeMs: waits.length ? Math.max(1, Math.min(...waits)) : null,
    };
  }
}

function laidPair(top, pair) {
  return top.length > 0 && pair.includes(top[top.length - 1].card);
}
