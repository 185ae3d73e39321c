// Sounds by code, after a first gesture. Each has a visible twin, none marks a live pair, none is louder than a hand on the table.

const ROOTS = [220, 247, 277, 330, 370, 440, 494, 554]; // one a seat, pentatonic on A

/** What there is to hear between two views: a list of {kind, seat}. Pure. */
export function heard(before, after) {
  if (!before || before.game !== after.game || after.game !== 'lapsy') return [];
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
    for (const seat of after.verdict.seats)
      out.push({ kind: ['tie', 'last', 'again'].includes(after.verdict.kind) ? 'tie' : 'win', seat });
  }
  const known = new Set(before.falses.map((slap) => slap.n));
  if (after.falses.some((slap) => !known.has(slap.n))) out.push({ kind: 'false' });
  return out;
}

/** Plays them. Silent until `wake` is called from a gesture. */
export class Sound {
  #context = null;
  on;

  constructor(on) {
    this.on = on;
  }

  wake() {
    if (!this.on || this.#context || !('AudioContext' in window)) return;
    this.#context = new AudioContext();
  }

  play(events) {
    if (!this.on || !this.#context || document.hidden) return;
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
    tone.connect(level).connect(this.#context.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }

  _noise(seconds, gain) {
    const length = Math.ceil(this.#context.sampleRate * seconds),
      buffer = this.#context.createBuffer(1, length, this.#context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
    const source = this.#context.createBufferSource(),
      level = this.#context.createGain();
    source.buffer = buffer;
    level.gain.value = gain;
    source.connect(level).connect(this.#context.destination);
    source.start();
  }

  _card() {
    this._tone('triangle', 900, 0, 0.012, 0.25);
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
  _false() {
    this._tone('sine', 130, 0, 0.14, 0.15);
  }
}
