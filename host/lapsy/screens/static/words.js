// The catalogues, and how ranks, keys and numbers are written. Names stay in the nominative, so nothing is inflected.

import en from './words-en.js';
import fi from './words-fi.js';

const RANKS = {
  fi: { T: '10', J: 'jätkä', Q: 'kuningatar', K: 'kuningas', A: 'ässä' },
  en: { T: '10', J: 'jack', Q: 'queen', K: 'king', A: 'ace' },
};
const ANSWER = {
  fi: { J: 'Vastaa jätkään', Q: 'Vastaa kuningattareen', K: 'Vastaa kuninkaaseen', A: 'Vastaa ässään' },
  en: { J: 'Answer the jack', Q: 'Answer the queen', K: 'Answer the king', A: 'Answer the ace' },
};
const SUITS = {
  fi: { S: 'pata', H: 'hertta', D: 'ruutu', C: 'risti' },
  en: { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' },
};
const SHAPES = {
  fi: ['ympyrä', 'kolmio', 'neliö', 'kaari', 'kukka', 'plus', 'pisara', 'aalto'],
  en: ['circle', 'triangle', 'square', 'arch', 'flower', 'plus', 'drop', 'wave'],
};
const KEYS = {
  fi: {
    Space: 'väli',
    Enter: 'Enter',
    ShiftLeft: 'vasen vaihto',
    ShiftRight: 'oikea vaihto',
    Backspace: 'askelpalautin',
    Tab: 'sarkain',
  },
  en: {
    Space: 'space',
    Enter: 'Enter',
    ShiftLeft: 'left Shift',
    ShiftRight: 'right Shift',
    Backspace: 'Backspace',
    Tab: 'Tab',
  },
};
const MARKS = {
  Comma: ',',
  Period: '.',
  Slash: '/',
  Semicolon: ';',
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

const WORDS = { fi, en };
const catalogues = {}; // language -> {texts: {sentence: its translation, or its forms}}
const made = {};

/** Fetches a language's catalogue once and calls `then`; until then, and without it, sentences stay in English. */
export async function load(lang, then) {
  if (lang === 'en' || catalogues[lang]) return;
  catalogues[lang] = { texts: {} };
  const answer = await fetch(`/words/${lang}.json`);
  if (!answer.ok) return;
  catalogues[lang] = await answer.json();
  delete made[lang];
  then();
}

const put = (text, fields) => text.replace(/\{(\w+)\}/g, (whole, name) => fields?.[name] ?? whole);

/**
 * `const t = words(lang)`: `t('Sentence of {name}.', {name})`, `t.n('{n} card', '{n} cards', n)`: written in English, told in
 * the language of the catalogue. The older texts stand beside, by key.
 */
export function words(lang) {
  return (made[lang] ??= Object.assign(
    (sentence, fields) => put([catalogues[lang]?.texts[sentence] ?? sentence].flat()[0], fields),
    {
      n(one, many, n, fields) {
        const forms = [catalogues[lang]?.texts[one] ?? [one, many]].flat();
        const which = new Intl.PluralRules(lang).select(n) === 'one' ? 0 : forms.length - 1;
        return put(forms[which], { n, ...fields });
      },
    },
    WORDS[lang] ?? WORDS.en,
  ));
}
export const rankName = (rank, lang) => RANKS[lang][rank] ?? rank;
export function cardName(code, lang) {
  const say = words(lang);
  if (code === 'JOKER_S') return say('strong joker');
  if (code === 'JOKER_W') return say('weak joker');
  return `${SUITS[lang][code[1]]} ${rankName(code[0], lang)}`;
}
export const shapeName = (seat, lang) => SHAPES[lang][seat];
export const answer = (rank, lang) => ANSWER[lang][rank];
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A key's name from its KeyboardEvent.code, as it stands on a keyboard. */
export function keyName(code, lang) {
  const plain = /^(?:Key|Digit)(.)$/.exec(code);
  return plain?.[1] ?? KEYS[lang][code] ?? MARKS[code] ?? code.replace(/^Numpad/, 'Num ');
}

/** The sentence that says why a slap was false. */
export function falseReason(view, slap, lang) {
  const say = words(lang);
  if (slap.reason !== 'no_pair' || !view.pairs_only) return slap.text;
  if (slap.cards.length < 2 || slap.cards[0][0] === slap.cards[1][0]) return say.noPairBare;
  const [under, top] = slap.cards.map((code) => rankName(code[0], lang));
  return capital(say.noPair(top, under));
}

/** Milliseconds with decimals, a comma in Finnish. */
export function decimal(ms, digits, lang) {
  const text = ms.toFixed(digits);
  return lang === 'fi' ? text.replace('.', ',') : text;
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
export const milliseconds = (us, lang) => decimal(us / 1000, 3, lang).replace(/[.,]?0+$/, '');

/** "3,214 ms ± 0,002 ms" */
export function marginText(marginUs, boundUs, lang) {
  const { margin, bound } = measured(marginUs, boundUs, lang);
  return bound === null ? `${margin} ms` : `${margin} ms ± ${bound} ms`;
}

/** A duration as minutes and seconds. */
export function duration(us, lang) {
  const seconds = Math.round(us / 1e6);
  return words(lang).minutes(Math.floor(seconds / 60), seconds % 60);
}
