// Kuoppa on a phone: the combination to beat, the exchange, who has passed.

import { cardButton } from './hand.js';
import { nameOf, strip } from './strip.js';
import { h } from '../dom.js';
import { words } from '../words.js';

const wildless = (cards) => cards.filter((card) => !card.startsWith('JOKER') && card[0] !== '2');

/** How many of a rank are asked for, where that is what is to be beaten; else 1. */
function wanted(current) {
  const ranks = new Set(wildless(current?.cards ?? []).map((card) => card[0]));
  return current && ranks.size <= 1 ? current.cards.length : 1;
}

function asked(view, seat, say) {
  const acting = view.acting.includes(seat);
  if (view.stage === 'play') {
    if (view.current) return acting ? say('Beat this: {what}', { what: view.current.text }) : view.current.text;
    return acting ? say('You lead. Play what you like.') : '';
  }
  return view.exchange?.text ?? '';
}

export function brief({ view, seat, own }, { lang, onTap, look }) {
  const say = words(lang);
  const acting = view.acting.includes(seat);
  const me = view.seats.find((one) => one.seat === seat);
  const lines = [asked(view, seat, say)];
  if (me.passed) lines.push(say('You have passed.'));
  if (me.place !== null) lines.push(say('You are out of cards: place {n}.', { n: me.place + 1 }));
  const shown = cardsOnTable(view);
  return {
    title: acting
      ? say('Your turn')
      : view.acting.length === 1
        ? say('Turn: {name}', { name: nameOf(view, view.acting[0]) })
        : say('Wait'),
    lines,
    wanted: wanted(view.current),
    table: h(
      'div',
      { class: 'small', 'aria-label': say('On the table') },
      shown.map((card) =>
        card === null
          ? h('span', { class: 'unseen' }, '?')
          : cardButton(card, { seat, lang, state: look(card), onTap: onTap(card) }),
      ),
      view.current ? h('span', {}, nameOf(view, view.current.seat)) : null,
    ),
    strip: strip(view, seat, lang, (one) => ({
      text: one.cards,
      turn: view.acting.includes(one.seat),
      off: one.passed,
      note: one.passed ? say('passed') : null,
    })),
    // a press of the pad passes on one's turn: only the reveal of the exchange needs a button of the hand's size
    pads: (roles) => (view.stage === 'discard' && own.acting ? roles.filter((role) => role === 'slap') : []),
    padText: say('Lay the card'),
    aside: view.stage === 'discard' || view.stage === 'give',
  };
}

function cardsOnTable({ stage, current, exchange }) {
  if (stage === 'play') return current?.cards ?? [];
  if (!exchange) return [];
  return stage === 'discard' || stage === 'take' ? exchange.discards : exchange.given;
}
