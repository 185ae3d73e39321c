// How long things stay: the newest state wins, nothing queues. Pure: the time is an argument, in milliseconds.

export const TAKE_MS = 2600;
export const NOTE_MS = 4000; // a false slap at its seat, a sentence about what happened
export const FINISH_MS = 8000; // the photo finish of a game whose verdict does not take the screen

const laid = (one) => `${one.card}/${one.seat}`;

/** Things with a number, each for so long after it was first seen. */
class Notes {
  #seen = new Map(); // n → first seen
  #for;

  constructor(ms) {
    this.#for = ms;
  }

  /** Those of `notes` that are still to be shown, and which of them are new. */
  look(notes, now) {
    const fresh = notes.filter((one) => !this.#seen.has(one.n));
    for (const one of fresh) this.#seen.set(one.n, now);
    for (const n of this.#seen.keys()) if (!notes.some((one) => one.n === n)) this.#seen.delete(n);
    return { fresh, shown: notes.filter((one) => this.left(one, now) > 0) };
  }

  left(one, now) {
    return this.#for - (now - this.#seen.get(one.n));
  }
}

/** What one page has already shown. */
export class Memory {
  #take = null; // {n, since, seen: Set of cards that were there, over}
  #falses = new Notes(NOTE_MS);
  #events = new Notes(NOTE_MS);
  #finish = new Notes(FINISH_MS);
  #game = null;

  /**
   * What to show of a view now: `take`: the verdict that takes the screen (Läpsy), or null, and whether it is to `grow`;
   * `falses`, `events`: those of the last seconds; `moved`: events never seen before, of a game already on the page;
   * `finish`: another game's verdict while it is recent; `wakeMs`: look again after so long (null: no need).
   */
  look(view, now) {
    const known = this.#game === view.game;
    this.#game = view.game;
    const { take, grow } = view.pile ? this.#takeover(view, now) : { take: null, grow: false };
    const falses = this.#falses.look(view.falses ?? [], now);
    const events = this.#events.look(view.events ?? [], now);
    const finish = this.#finish.look(!view.pile && view.verdict ? [view.verdict] : [], now);
    const waits = [
      ...falses.shown.map((one) => this.#falses.left(one, now)),
      ...events.shown.map((one) => this.#events.left(one, now)),
      ...finish.shown.map((one) => this.#finish.left(one, now)),
      ...(take ? [TAKE_MS - (now - this.#take.since)] : []),
    ];
    return {
      take,
      grow,
      falses: falses.shown,
      events: events.shown,
      moved: known ? events.fresh : [],
      finish: finish.shown[0] ?? null,
      wakeMs: waits.length ? Math.max(1, Math.min(...waits)) : null,
    };
  }

  /** A takeover ends after its time, or at once when the next card lies on the pile. */
  #takeover(view, now) {
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
    const showing = take !== null && !take.over;
    return { take: showing ? verdict : null, grow: grow && showing };
  }
}

function laidPair(top, pair) {
  return top.length > 0 && pair.includes(top[top.length - 1].card);
}
