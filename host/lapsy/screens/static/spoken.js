// What a page says to those who do not see it: one polite region, the newest of what everybody sees, in whole sentences.

import { nameOf } from './seats.js';
import { cardName, falseReason, words } from './words.js';

const names = (view, seats, lang) => seats.map((seat) => nameOf(view, seat, lang)).join(', ');

/** Läpsy has no list of what happened: the newest false slap, or the newest card. */
function newest(view, now, lang) {
  const say = words(lang),
    slap = now.falses.at(-1),
    card = view.pile?.top.at(-1);
  if (slap) return say('False slap: {who}. {why}', { who: nameOf(view, slap.seat, lang), why: falseReason(view, slap, lang) });
  return card ? say('{who}: {card}.', { who: nameOf(view, card.seat, lang), card: cardName(card.card, lang) }) : '';
}

/** Who has to do something. */
function whoseTurn(view, lang) {
  const say = words(lang),
    { challenge } = view;
  if (view.phase !== 'play') return '';
  if (challenge)
    return say.n(
      '{who} has to answer: {n} attempt left.',
      '{who} has to answer: {n} attempts left.',
      challenge.left,
      { who: names(view, view.turn === null ? [] : [view.turn], lang) },
    );
  const acting = view.acting ?? (Number.isInteger(view.turn) ? [view.turn] : []);
  return acting.length ? say('On turn: {who}.', { who: names(view, acting, lang) }) : '';
}

/** The end, and who won or lost. */
function ended(view, lang) {
  const say = words(lang),
    { winners, losers = [], text, reason } = view.over;
  return [
    say('The game is over.'),
    winners.length ? say('Winner: {who}', { who: names(view, winners, lang) }) + '.' : '',
    losers.length ? say('Loser: {who}', { who: names(view, losers, lang) }) + '.' : '',
    text ?? (reason?.endsWith('.') ? reason : ''),
  ]
    .filter(Boolean)
    .join(' ');
}

/** `now`: what is shown of the view (``hold.js``); `verdict`: the game's own sentence about a verdict, where there is one. */
export function spoken(view, now, verdict, lang) {
  if (verdict) return verdict;
  if (view.over) return ended(view, lang);
  const happened = now.events.length ? now.events.slice(-2).map((event) => event.text) : [newest(view, now, lang)];
  return [...happened, whoseTurn(view, lang)].filter(Boolean).join(' ');
}
