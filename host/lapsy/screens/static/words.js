// Sentences are written in English where they are told and looked up in the catalogue of the page's language; here is the
// look-up, what several scenes say alike, and how ranks, keys and numbers are written. Names are never inflected or glued.

const MARKS = {
  Comma: ',',
  Period: '.',
  Slash: '/',
  Quote: "'",
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Backquote: '`',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

const catalogues = {}; // language -> {texts: {sentence: its translation, or its forms}, forms: which one a number takes, point}
const waiting = {}; // language -> what to call when its catalogue is here
const made = {};

/**
 * True when the language's catalogue is here. Otherwise it is fetched once and `then` is called: a page draws nothing before,
 * so that no English flashes up. A language without a catalogue stays in English.
 */
export function load(lang, then) {
  if (lang === 'en' || catalogues[lang]) return true;
  if (waiting[lang]) waiting[lang].add(then);
  else {
    waiting[lang] = new Set([then]);
    fetchCatalogue(lang);
  }
  return false;
}

async function fetchCatalogue(lang) {
  let read = { texts: {} };
  try {
    const answer = await fetch(`/words/${lang}.json`);
    if (answer.ok) read = await answer.json();
  } catch {
    // without the host nothing works, and the page says so
  }
  catalogues[lang] = read;
  delete made[lang];
  for (const then of waiting[lang]) then();
}

const put = (text, fields) => text.replace(/\{(\w+)\}/g, (whole, name) => fields?.[name] ?? whole);

/**
 * `const say = words(lang)`: `say('Sentence of {name}.', { name })`, `say.n('{n} card', '{n} cards', n)`: written in English,
 * told in the language of the catalogue.
 */
export function words(lang) {
  return (made[lang] ??= Object.assign(
    (sentence, fields) => put([catalogues[lang]?.texts[sentence] ?? sentence].flat()[0], fields),
    {
      n(one, many, n, fields) {
        const told = catalogues[lang],
          forms = [told?.texts[one] ?? [one, many]].flat();
        const form = told?.forms ? Number(told.forms[n < 200 ? n : 100 + (n % 100)]) : Number(n !== 1);
        return put(forms[Math.min(form, forms.length - 1)], { n, ...fields });
      },
    },
  ));
}

/** A rank's name. */
export function rankName(rank, lang) {
  const say = words(lang);
  const named = { J: say('jack'), Q: say('queen'), K: say('king'), A: say('ace'), T: '10' };
  return named[rank] ?? rank;
}

/** A card's name: suit and rank, or which joker. */
export function cardName(code, lang) {
  const say = words(lang);
  if (code === 'JOKER_S') return say('strong joker');
  if (code === 'JOKER_W') return say('weak joker');
  const suits = { S: say('spades'), H: say('hearts'), D: say('diamonds'), C: say('clubs') };
  return `${suits[code[1]]} ${rankName(code[0], lang)}`;
}

/** The name of a seat's shape. */
export function shapeName(seat, lang) {
  const say = words(lang);
  return [
    say('circle'),
    say('triangle'),
    say('square'),
    say('arch'),
    say('flower'),
    say('plus'),
    say('drop'),
    say('wave'),
  ][seat];
}

/** What whoever is challenged by this rank has to do. */
export function answer(rank, lang) {
  const say = words(lang);
  return {
    J: say('Answer the jack'),
    Q: say('Answer the queen'),
    K: say('Answer the king'),
    A: say('Answer the ace'),
  }[rank];
}
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A key's name from its KeyboardEvent.code, as it stands on a keyboard. */
export function keyName(code, lang) {
  const say = words(lang);
  const named = {
    Space: say('space'),
    ShiftLeft: say('left Shift'),
    ShiftRight: say('right Shift'),
    Backspace: say('Backspace'),
    Tab: say('Tab'),
    Semicolon: say(';'), // right of L: another letter on another country's keyboard
  };
  const plain = /^(?:Key|Digit)(.)$/.exec(code);
  return plain?.[1] ?? named[code] ?? MARKS[code] ?? code.replace(/^Numpad/, 'Num ');
}

/** What made a press: the class of its source. */
export function sourceName(source, lang) {
  const say = words(lang);
  if (source === 'phone') return say('phone');
  if (source === 'keyboard') return say('keyboard');
  return source === 'bot' ? say('bot') : say('pad');
}

/** Why nothing goes on: a board that the table waits for. */
export function waitsFor(board, lang) {
  const say = words(lang),
    name = board.name || say('A board');
  if (board.why === 'lost') return say('{name} is unplugged. Plug it in again.', { name });
  if (board.why === 'absent') return say('{name} is declared absent.', { name });
  return say('{name} is silent. The verdict waits for it.', { name });
}

/** Who won the pile, or has to take it: the title of a verdict about `who`. */
export function verdictTitle(verdict, who, lang) {
  const say = words(lang),
    likely = verdict.proof === 'likely';
  if (verdict.kind === 'last')
    return likely ? say('Likely last: {who}', { who }) : say('Last: {who}', { who });
  if (verdict.kind === 'challenge') return say('{who} takes the pile', { who });
  return likely ? say('{who} likely first', { who }) : say('{who} first', { who });
}

/** The sentence that says why a slap was false; children are told what comes next. */
export function falseReason(view, slap, lang) {
  const say = words(lang);
  if (view.children) return say('Not this time. Look for the next pair.');
  if (slap.reason !== 'no_pair' || !view.pairs_only) return slap.text;
  if (slap.cards.length < 2 || slap.cards[0][0] === slap.cards[1][0]) return say('There was no pair on top.');
  const [b, a] = slap.cards.map((code) => rankName(code[0], lang));
  return capital(say('{a} and {b} are not a pair.', { a, b }));
}

/** What a false slap cost; nothing to say when it cost nothing. */
export function paidText({ to, paid }, lang) {
  const say = words(lang);
  if (to === 'seats') return say.n('A card to another player.', 'A card each to {n} others.', paid);
  if (to === 'self') return say.n('A card from another player.', 'A card each from {n} others.', paid);
  return paid === 0 ? '' : say.n('One card under the pile.', '{n} cards were paid.', paid);
}

/** A number with so many decimals, as it is written in the language. */
export function decimal(number, digits, lang) {
  return number.toFixed(digits).replace('.', catalogues[lang]?.point ?? '.');
}

/** As many decimals as the uncertainty deserves: nothing is claimed beyond it. */
const digitsFor = (boundUs) => (boundUs < 100 ? 3 : boundUs < 1000 ? 2 : boundUs < 10000 ? 1 : 0);

/** {margin, bound}: both as text in milliseconds with the same decimals; the uncertainty is rounded up. */
export function measured(marginUs, boundUs, lang) {
  const digits = digitsFor(boundUs ?? 0),
    step = 10 ** (3 - digits);
  const bound = Math.ceil((boundUs ?? 0) / step) * step;
  return {
    margin: decimal(marginUs / 1000, digits, lang),
    bound: boundUs === null ? null : decimal(bound / 1000, digits, lang),
  };
}

/** Milliseconds with no more decimals than there are: "2,5". */
export const milliseconds = (us, lang) => decimal(us / 1000, 3, lang).replace(/\D?0+$/, '');

/** "3,214 ms ± 0,002 ms" */
export function marginText(marginUs, boundUs, lang) {
  const { margin, bound } = measured(marginUs, boundUs, lang);
  return bound === null ? `${margin} ms` : `${margin} ms ± ${bound} ms`;
}

/** A duration as minutes and seconds. */
export function duration(us, lang) {
  const say = words(lang);
  const seconds = Math.round(us / 1e6);
  return say('{m} min {s} s', { m: Math.floor(seconds / 60), s: seconds % 60 });
}
