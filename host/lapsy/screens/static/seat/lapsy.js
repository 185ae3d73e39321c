// Läpsy on a phone: whose card, which challenge, and the last three to choose from.

import { cardButton } from './hand.js';
import { nameOf, strip } from './strip.js';
import { h } from '../dom.js';
import { rankName, verdictTitle, words } from '../words.js';

export function brief({ view, seat, own }, { lang }) {
  const say = words(lang);
  const me = view.seats.find((one) => one.seat === seat);
  const mine = view.turn === seat;
  const { challenge } = view;
  const lines = [];
  if (me.status === 'out') lines.push(say('You are out of the game.'));
  else if (me.status === 'finished') lines.push(say('You have no cards left.'));
  else if (me.status === 'cardless') lines.push(say('A slap brings you back.'));
  if (challenge) {
    const rank = rankName(challenge.rank, lang);
    lines.push(
      say.n(
        'Challenge: {rank}, {n} attempt left',
        'Challenge: {rank}, {n} attempts left',
        challenge.left,
        { rank },
      ),
    );
  }
  if (me.banned) lines.push(say('Your slaps do not count until the next card.'));
  const choosing = own.hand.length > 0;
  return {
    title: choosing
      ? say('Choose a card')
      : mine
        ? say('Your turn')
        : view.turn === null
          ? view.verdict
            ? verdictText(view, lang)
            : ''
          : say('Turn: {name}', { name: nameOf(view, view.turn) }),
    lines,
    count: me.cards,
    table: h(
      'div',
      { class: 'small pile', 'aria-label': say('The pile') },
      view.pile.top.slice(-3).map((one) => cardButton(one.card, { seat, lang, state: '', onTap: null })),
      h('span', {}, say.n('{n} card in the pile', '{n} cards in the pile', view.pile.cards)),
    ),
    strip: strip(view, seat, lang, (one) => ({
      text: one.cards,
      turn: view.turn === one.seat,
      off: one.status === 'out',
    })),
    pads: (roles) => roles,
  };
}

function verdictText(view, lang) {
  const { kind, seats } = view.verdict;
  if (kind === 'tie' || kind === 'again') return words(lang)('Tied');
  return verdictTitle(view.verdict, seats.map((one) => nameOf(view, one)).join(', '), lang);
}
