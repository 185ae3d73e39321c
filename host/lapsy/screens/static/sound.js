// Sounds by code, after a first gesture. Each has a visible twin, none marks a live pair, none is louder than a hand on the table.

import { settings } from './settings.js';

const ROOTS = [220, 247, 277, 330, 370, 440, 494, 554]; // one a seat, pentatonic on A
const LOUD = { 1: 0.35, 2: 1, 3: 1.8 };
/** More at once is noise: the newest are heard. */
const MOST = 4;

/** What a game's events sound like; what is not named is silent. Its twin is the event's own sentence and motion. */
// prettier-ignore
const EVENTS = {
  speed: {
    played: 'card', moved: 'soft', called: 'call', spit: 'turned', slapped: 'slap', taken: 'win', out: 'out', announced: 'call',
    taken_back: 'false', void: 'false', dealt: 'dealt', over: 'end',
  },
  kuoppa: {
    played: 'card', passed: 'soft', trick: 'trick', out: 'out', gave: 'card', picked: 'card', committed: 'soft',
    revealed: 'turned', took: 'card', left: 'soft', round_over: 'call', dealt: 'dealt', over: 'end',
  },
  limppu: {
    played: 'card', beaten: 'card', defended: 'pickup', drew: 'soft', stop: 'stop', announced: 'stop', challenged: 'call',
    caught: 'false', dealt: 'dealt', over: 'end',
  },
};

/** What there is to hear between two views: a list of {kind, seat}. Pure, and of public views alone. */
export function heard(before, after) {
  if (!before || before.game !== after.game) return [];
  const out = [];
  if (after.game === 'lapsy') out.push(...pile(before, after));
  else if (after.game === 'race') out.push(...raced(before, after));
  else if (EVENTS[after.game]) out.push(...happened(before, after));
  if ((after.paused ?? null) !== null && (before.paused ?? null) === null) out.push({ kind: 'paused' });
  return out.slice(-MOST);
}

/** Läpsy: cards, attempts, slaps. */
function pile(before, after) {
  const out = [];
  const last = (view) => view.pile.top.at(-1);
  const a = last(before),
    b = last(after);
  if (
    b &&
    (!a ||
      a.card !== b.card ||
      a.seat !== b.seat ||
      (before.pile.cards < after.pile.cards && after.pile.penalty === before.pile.penalty))
  ) {
    out.push({ kind: 'card' });
    if (
      before.challenge &&
      after.challenge &&
      after.challenge.left < before.challenge.left &&
      before.challenge.challenger === after.challenge.challenger
    ) {
      out.push({ kind: 'ring', left: after.challenge.left });
    }
  }
  if (after.verdict && after.verdict.n !== before.verdict?.n) {
    if (after.verdict.kind !== 'challenge') out.push({ kind: 'slap' });
    out.push(...won(after.verdict));
  }
  const known = new Set(before.falses.map((slap) => slap.n));
  if (after.falses.some((slap) => !known.has(slap.n))) out.push({ kind: 'false' });
  if (after.phase === 'over' && before.phase === 'play')
    for (const seat of after.over?.winners ?? []) out.push({ kind: 'end', seat });
  return out;
}

const won = ({ kind, seats }) =>
  seats.map((seat) => ({ kind: ['tie', 'last', 'again'].includes(kind) ? 'tie' : 'win', seat }));

/** A race of pads: the first press, then who was first. */
function raced(before, after) {
  const { race } = after;
  if (!race || race.n === before.race?.n) return [];
  const first = race.order[0]?.seats ?? [];
  return [{ kind: 'slap' }, ...first.map((seat) => ({ kind: first.length > 1 ? 'tie' : 'win', seat }))];
}

/** The other games tell what happened. */
function happened(before, after) {
  const known = new Set(before.events.map((event) => event.n));
  const out = [];
  for (const event of after.events) {
    if (known.has(event.n)) continue;
    const kind = event.bad ? 'false' : EVENTS[after.game][event.kind];
    if (kind) out.push({ kind, seat: event.seats[0] ?? 0 });
  }
  if (after.verdict && after.verdict.n !== before.verdict?.n)
    out.push({ kind: 'slap' }, ...won(after.verdict));
  return out;
}

/** Plays them. Silent until `wake` is called from a gesture. */
export class Sound {
  #context = null;
  #out = null;
  #changed;

  /** `changed()`: it woke up, or fell asleep. */
  constructor(changed = () => {}) {
    this.#changed = changed;
  }

  /** Wanted, and the browser still wants a click for it: that is to be said where it can be seen. */
  get asleep() {
    return settings().sound === 'on' && 'AudioContext' in window && this.#context?.state !== 'running';
  }

  wake() {
    if (settings().sound !== 'on' || !('AudioContext' in window)) return;
    if (!this.#context) {
      this.#context = new AudioContext();
      this.#context.onstatechange = this.#changed;
      this.#out = this.#context.createGain();
      this.#out.connect(this.#context.destination);
    }
    if (this.#context.state === 'suspended') this.#context.resume();
  }

  play(events) {
    const { sound, volume } = settings();
    if (sound !== 'on' || this.#context?.state !== 'running' || document.hidden) return;
    this.#out.gain.value = LOUD[volume];
    for (const event of events) this[`_${event.kind}`](event);
  }

  _tone(type, hz, from, seconds, gain) {
    const at = this.#context.currentTime + from,
      tone = this.#context.createOscillator(),
      level = this.#context.createGain();
    tone.type = type;
    tone.frequency.value = hz;
    level.gain.setValueAtTime(gain, at);
    level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    tone.connect(level).connect(this.#out);
    tone.start(at);
    tone.stop(at + seconds);
  }

  _noise(seconds, gain, from = 0) {
    const length = Math.ceil(this.#context.sampleRate * seconds),
      buffer = this.#context.createBuffer(1, length, this.#context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
    const source = this.#context.createBufferSource(),
      level = this.#context.createGain();
    source.buffer = buffer;
    level.gain.value = gain;
    source.connect(level).connect(this.#out);
    source.start(this.#context.currentTime + from);
  }

  /** A card on wood. */
  _card() {
    this._tone('triangle', 900, 0, 0.012, 0.25);
  }
  /** A card that nobody sees, a pass. */
  _soft() {
    this._tone('triangle', 500, 0, 0.012, 0.1);
  }
  /** Two cards turned at one time. */
  _turned() {
    this._tone('triangle', 900, 0, 0.012, 0.25);
    this._tone('triangle', 760, 0.06, 0.012, 0.25);
  }
  _dealt() {
    for (let i = 0; i < 5; i++) this._noise(0.02, 0.08, i * 0.05);
  }
  _pickup() {
    for (let i = 0; i < 3; i++) this._tone('triangle', 620 - 110 * i, i * 0.07, 0.02, 0.2);
  }
  _ring({ left }) {
    this._tone('triangle', 420 + 90 * left, 0.03, 0.06, 0.2);
    if (left === 0) this._tone('triangle', 420, 0.13, 0.06, 0.2);
  }
  _slap() {
    this._noise(0.04, 0.35);
    this._tone('sine', 90, 0, 0.12, 0.5);
  }
  _win({ seat }) {
    this._tone('sine', ROOTS[seat], 0.06, 0.35, 0.25);
    this._tone('sine', ROOTS[seat] * 1.5, 0.2, 0.5, 0.25);
  }
  _tie({ seat }) {
    this._tone('sine', ROOTS[seat], 0.06, 0.5, 0.2);
  }
  _trick({ seat }) {
    this._tone('sine', ROOTS[seat], 0.04, 0.3, 0.2);
  }
  _out({ seat }) {
    this._tone('sine', ROOTS[seat] * 1.5, 0.04, 0.25, 0.2);
    this._tone('sine', ROOTS[seat] * 2, 0.16, 0.4, 0.2);
  }
  _end({ seat }) {
    for (const [i, k] of [1, 1.25, 1.5, 2].entries())
      this._tone('sine', ROOTS[seat] * k, 0.1 + i * 0.14, 0.5, 0.22);
  }
  _call({ seat }) {
    this._tone('triangle', ROOTS[seat] * 2, 0, 0.06, 0.2);
    this._tone('triangle', ROOTS[seat] * 2, 0.09, 0.06, 0.2);
  }
  _stop() {
    this._tone('sine', 110, 0, 1.1, 0.4);
    this._tone('sine', 165, 0.02, 0.9, 0.2);
  }
  _paused() {
    this._tone('sine', 330, 0, 0.2, 0.2);
    this._tone('sine', 247, 0.18, 0.3, 0.2);
  }
  /** A phone's "your turn", where it cannot shake. */
  _turn() {
    this._tone('sine', 660, 0, 0.09, 0.25);
    this._tone('sine', 880, 0.1, 0.16, 0.25);
  }
  _false() {
    this._tone('sine', 130, 0, 0.14, 0.15);
  }
}
