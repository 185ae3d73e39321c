// Every word the pages say, in Finnish and English, and how numbers are written. Names stay in the nominative.

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
  fi: { Space: 'väli', Enter: 'Enter', ShiftLeft: 'vasen vaihto', ShiftRight: 'oikea vaihto', Backspace: 'askelpalautin', Tab: 'sarkain' },
  en: { Space: 'space', Enter: 'Enter', ShiftLeft: 'left Shift', ShiftRight: 'right Shift', Backspace: 'Backspace', Tab: 'Tab' },
};
const MARKS = {
  Comma: ',', Period: '.', Slash: '/', Semicolon: ';', Quote: "'", Minus: '-', Equal: '=', BracketLeft: '[', BracketRight: ']',
  Backslash: '\\', Backquote: '`', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→',
};

const WORDS = {
  fi: {
    turn: 'Vuorossa', challenged: (rank) => `Haastoi: ${rank}`, choosing: 'Saa valita kortin', chosen: (n) => `Valittu: ${n}. kortti`,
    cardless: 'Palaa läpsyllä', out: 'Pois pelistä', finished: 'Kortit loppu', banned: 'Läpsykiellossa',
    inPile: 'Pinossa', penalty: (n) => (n === 1 ? '1 sakkokortti alla' : `${n} sakkokorttia alla`), emptyPile: 'Pino on tyhjä',
    attempts: (n) => (n === 1 ? ['yritys', 'jäljellä'] : ['yritystä', 'jäljellä']), collects: (name) => `${name} kerää pinon`,
    first: (name) => `${name} ensin`, tie: 'Tasan', split: 'Pino jaetaan', challengeWon: (name) => `${name} saa pinon`,
    unanswered: 'Haasteeseen ei vastattu', won: (n) => (n === 1 ? '+1 kortti' : `+${n} korttia`), wonBare: 'korttia', only: 'Ainoa läpsy',
    leading: 'Voi vielä muuttua', notCertified: 'Ei varmennettu', byCapture: 'Järjestys samalta laudalta', second: (name) => `Toinen: ${name}`,
    secondOpen: 'Toinen sija: ei ratkaisua', contact: 'Mitattu on kosketin, ei käsi', thin: '± ohuempi kuin viiva', smaller: 'Ero on pienempi kuin epävarmuus.',
    same: 'Sama hetki.', cardShown: 'kortti esiin', firstPress: 'ensimmäinen',
    source: { board: 'lätkä', sync: 'lätkä', phone: 'puhelin', keyboard: 'näppäimistö', bot: 'botti' }, falseMark: 'turha',
    falseSlap: 'Turha läpsy', noPair: (a, b) => `${a} ja ${b} eivät ole pari.`, noPairBare: 'Päällä ei ollut paria.', empty: 'Pino oli tyhjä.', single: 'Pinossa oli vain yksi kortti.',
    covered: 'Pari oli jo peittynyt.', paid: (n) => (n === 0 ? '' : n === 1 ? 'Kortti pinon alle.' : `${n} korttia maksettiin.`), lostRight: 'Ei enää palaa peliin.',
    lobby: 'Ketkä pelaavat?', press: 'Paina lätkääsi', pressKey: (key) => `Paina: ${key}`, pad: 'Lätkä', phone: 'Puhelin', keyboard: 'Näppäimistö', bot: 'Botti', ready: 'Valmis',
    slapKey: 'läpsy', flipKey: 'kortti', chooseKey: 'valinta', start: 'Aloita', waitHost: 'Isäntä aloittaa pelin', players: (n) => (n === 1 ? '1 pelaaja' : `${n} pelaajaa`), watchAt: 'Katso myös',
    wins: (name) => `${name} voitti`, ended: 'Peli päättyi', played: (n) => `${n} korttia pelattu`, slaps: 'läpsyt', winsCol: 'voitot', falses: 'turhat', best: 'paras',
    reasons: { last_with_cards: 'Kortit ovat yhdellä pelaajalla.', lost_rights: 'Kukaan muu ei voi enää palata.', ended: 'Isäntä päätti pelin.', disqualified: 'Muut on suljettu pois.' },
    practice: 'Harjoitus', simulated: 'Simuloidut lätkät', watching: 'Vain katselu', watchingHow: 'Pelaa tältä koneelta: avaa osoite, jonka isäntä tulosti.',
    lost: 'Yhteys isäntään katkesi. Yritetään uudelleen.', connecting: 'Yhdistetään isäntään.', noView: 'Isäntä valmistelee peliä.',
    why: { silent: (name) => `${name} on hiljaa. Ratkaisu odottaa sitä.`, lost: (name) => `${name} on irti. Kytke johto takaisin.`, absent: (name) => `${name} on merkitty poissaolevaksi.` },
    ready_race: 'Läpsäise', raceHow: 'Oikeat kortit: pöytä päättää, lätkät kertovat järjestyksen', toBefore: 'Ero edelliseen', earlier: 'Aiemmat', tied: 'Tasan',
    help: 'Isännän näppäimet', helpClose: 'Sulje', deliberate: 'Tahallinen turha läpsy', disqualify: 'Sulje pelaaja pois', absent: 'Lauta poissa', pause: 'Tauko', resume: 'Jatka', end: 'Päätä peli',
    whichSeat: 'Kuka? Valitse paikan numero.', whichBoard: 'Mikä lauta?', sureEnd: 'Päätetäänkö peli? Paina uudelleen.', noBoards: 'Yksikään lauta ei ole hiljaa.', cancel: 'Peru', needsToken: 'Ohjaus vaatii isännän tulostaman osoitteen.', unnamed: 'Lauta', seatN: (n) => `paikka ${n}`, sound: 'Ääni', on: 'päällä', off: 'pois', shift: 'Vaihto', minutes: (m, s) => `${m} min ${s} s`,
  },
  en: {
    turn: 'On turn', challenged: (rank) => `Challenged: ${rank}`, choosing: 'May choose a card', chosen: (n) => `Chosen: card ${n}`,
    cardless: 'Back with a slap', out: 'Out of the game', finished: 'No cards left', banned: 'May not slap',
    inPile: 'In the pile', penalty: (n) => (n === 1 ? '1 penalty card below' : `${n} penalty cards below`), emptyPile: 'The pile is empty',
    attempts: (n) => (n === 1 ? ['attempt', 'left'] : ['attempts', 'left']), collects: (name) => `${name} collects the pile`,
    first: (name) => `${name} first`, tie: 'Tied', split: 'The pile is split', challengeWon: (name) => `${name} takes the pile`,
    unanswered: 'The challenge was not answered', won: (n) => (n === 1 ? '+1 card' : `+${n} cards`), wonBare: 'cards', only: 'The only slap',
    leading: 'May still change', notCertified: 'Not certified', byCapture: 'Order proven by capture', second: (name) => `Second: ${name}`,
    secondOpen: 'Second place: undecided', contact: 'The contact is timed, not the hand', thin: '± thinner than the line', smaller: 'The gap is smaller than the uncertainty.',
    same: 'The same instant.', cardShown: 'card shown', firstPress: 'first press',
    source: { board: 'pad', sync: 'pad', phone: 'phone', keyboard: 'keyboard', bot: 'bot' }, falseMark: 'false',
    falseSlap: 'False slap', noPair: (a, b) => `${a} and ${b} are not a pair.`, noPairBare: 'There was no pair on top.', empty: 'The pile was empty.', single: 'There was only one card.',
    covered: 'The pair was covered already.', paid: (n) => (n === 0 ? '' : n === 1 ? 'One card under the pile.' : `${n} cards were paid.`), lostRight: 'No way back into the game.',
    lobby: 'Who is playing?', press: 'Press your pad', pressKey: (key) => `Press ${key}`, pad: 'Pad', phone: 'Phone', keyboard: 'Keyboard', bot: 'Bot', ready: 'Ready',
    slapKey: 'slap', flipKey: 'card', chooseKey: 'choose', start: 'Start', waitHost: 'The host starts the game', players: (n) => (n === 1 ? '1 player' : `${n} players`), watchAt: 'Watch at',
    wins: (name) => `${name} wins`, ended: 'The game is over', played: (n) => `${n} cards played`, slaps: 'slaps', winsCol: 'wins', falses: 'false', best: 'best',
    reasons: { last_with_cards: 'One player has all the cards.', lost_rights: 'Nobody else can come back.', ended: 'The host ended the game.', disqualified: 'The others are disqualified.' },
    practice: 'Practice', simulated: 'Simulated pads', watching: 'Watching only', watchingHow: 'To play from here, open the address that the host printed.',
    lost: 'The connection to the host is lost. Trying again.', connecting: 'Connecting to the host.', noView: 'The host is preparing the game.',
    why: { silent: (name) => `${name} is silent. The verdict waits for it.`, lost: (name) => `${name} is unplugged. Plug it in again.`, absent: (name) => `${name} is declared absent.` },
    ready_race: 'Slap', raceHow: 'Real cards: the table judges, the pads tell the order', toBefore: 'Gap to the one before', earlier: 'Earlier', tied: 'Tied',
    help: 'Keys of the host', helpClose: 'Close', deliberate: 'Deliberate false slap', disqualify: 'Disqualify a player', absent: 'Board is absent', pause: 'Pause', resume: 'Resume', end: 'End the game',
    whichSeat: 'Who? Choose the number of the seat.', whichBoard: 'Which board?', sureEnd: 'End the game? Press again.', noBoards: 'No board is silent.', cancel: 'Cancel', needsToken: 'To control the game, open the address that the host printed.', unnamed: 'A board', seatN: (n) => `seat ${n}`, sound: 'Sound', on: 'on', off: 'off', shift: 'Shift', minutes: (m, s) => `${m} min ${s} s`,
  },
};

/** The catalogue of a language. */
export const words = (lang) => WORDS[lang] ?? WORDS.en;
export const rankName = (rank, lang) => RANKS[lang][rank] ?? rank;
export const cardName = (code, lang) => `${SUITS[lang][code[1]]} ${rankName(code[0], lang)}`;
export const shapeName = (seat, lang) => SHAPES[lang][seat];
export const answer = (rank, lang) => ANSWER[lang][rank];
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A key's name from its KeyboardEvent.code, as it stands on a keyboard. */
export function keyName(code, lang) {
  const plain = /^(?:Key|Digit)(.)$/.exec(code);
  return plain?.[1] ?? KEYS[lang][code] ?? MARKS[code] ?? code.replace(/^Numpad/, 'Num ');
}

/** The sentence that says why a slap was false. */
export function falseReason(slap, lang) {
  const say = words(lang);
  if (slap.reason !== 'no_pair') return say[slap.reason];
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
  const digits = digitsFor(boundUs ?? 0), step = 10 ** (3 - digits);
  const bound = Math.ceil((boundUs ?? 0) / step) * step;
  return { margin: decimal(marginUs / 1000, digits, lang), bound: boundUs === null ? null : decimal(bound / 1000, digits, lang) };
}

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
