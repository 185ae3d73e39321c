// Limppu on a phone: the group to beat, card by card; who holds the limppu; the draw and the catch.

import { cardButton } from './hand.js';
import { nameOf, strip } from './strip.js';
import { h } from '../dom.js';
import { words } from '../words.js';

function asked(view, seat, own, say) {
  const mine = view.turn === seat;
  if (view.aiming === seat) return say('Whom do you catch?');
  if (view.aiming !== null) return say('{name} says whom. The clock stands.', { name: nameOf(view, view.aiming) });
  if (view.ending) return view.ending.text;
  if (own.legal.some((choice) => choice.kind === 'draw')) return say('Draw a card.');
  if (view.stage === 'defend')
    return mine
      ? say('Beat with the same suit, or pick up.')
      : say('{name} beats or picks up.', { name: nameOf(view, view.turn) });
  if (view.stage === 'lead' && mine) return say('Play a pair, three or four of a rank.');
  return '';
}

function group({ cards }, { seat, lang, onTap, look }) {
  return cards.map(({ card, by }) =>
    h(
      'span',
      { class: by ? 'attack beaten' : 'attack' },
      cardButton(card, { seat, lang, state: by ? '' : look(card), onTap: by ? null : onTap(card) }),
      by ? cardButton(by, { seat, lang, state: '', onTap: null }) : null,
    ),
  );
}

export function brief({ view, seat, own }, options) {
  const { lang } = options,
    say = words(lang);
  const mine = view.turn === seat;
  const lines = [asked(view, seat, own, say)];
  if (view.limppu === seat) lines.push(say('You hold the limppu.'));
  return {
    title:
      mine && !view.ending
        ? say('Your turn')
        : view.ending || view.turn === null
          ? say('Game {n}', { n: view.game_number })
          : say('Turn: {name}', { name: nameOf(view, view.turn) }),
    lines,
    table: h(
      'div',
      { class: 'small', 'aria-label': say('On the table') },
      view.group ? group(view.group, { ...options, seat }) : null,
      h('span', {}, say.n('{n} card in the stock', '{n} cards in the stock', view.stock)),
    ),
    strip: strip(view, seat, lang, (one) => ({
      text: one.cards,
      turn: view.turn === one.seat,
      note: one.limppu ? say('limppu') : null,
    })),
    pads: (roles) => (view.live && view.aiming === null ? roles.filter((role) => role === 'slap') : []),
  };
}
