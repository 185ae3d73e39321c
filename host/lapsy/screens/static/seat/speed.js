// Speed on a phone: five stock buttons for one thumb, the two piles for the other. All of it is a pad.

import { nameOf, strip } from './strip.js';
import { card as drawn } from '../cards.js';
import { h } from '../dom.js';
import { cardName, words } from '../words.js';


export function brief({ view, seat }, { lang }) {
  const say = words(lang);
  const me = view.seats.find((one) => one.seat === seat);
  const texts = {
    ready: me.called ? say('Wait for the other call.') : say('Touch a pile: spit.'),
    play: me.hand === null ? say('Take a card, then touch a pile.') : say('Touch a pile, or an empty place.'),
    slap: say('Grab a pile.'),
    redeal: say('The next deal comes.'),
    over: '',
  };
  return {
    title: view.stage === 'slap' ? say('Grab a pile') : me.called ? say('Spit called') : say('Speed'),
    lines: [texts[view.stage], view.stuck ? say('Nothing fits: call spit.') : null].filter(Boolean),
    table: null,
    strip: strip(view, seat, lang, (one) => ({
      text: one.stocks.reduce((sum, stock) => sum + stock.hidden + (stock.open ? 1 : 0), 0),
      note: one.called ? say('spit') : null,
    })),
    pads: (roles) => roles,
    board: (press) => board(view, me, press, say, lang),
  };
}

/** The seven buttons. `press(node, role)` makes a node a pad's button, or leaves it alone where the phone is none. */
function board(view, me, press, say, lang) {
  const pile = (name, role) => {
    const found = view.piles.find((one) => one.name === name);
    const label = name === 'L' ? say('Left pile') : say('Right pile');
    const told = found?.top ? `${label}, ${cardName(found.top, lang)}` : label;
    return press(
      h(
        'button',
        { type: 'button', class: `pilebutton ${found ? '' : 'none'}`, 'aria-label': told, 'data-focus': role },
        found?.top ? drawn(found.top, { lang }) : h('b', {}, label),
      ),
      role,
    );
  };
  const stock = (one, i) =>
    press(
      h(
        'button',
        {
          type: 'button',
          class: me.hand === i + 1 ? 'stock up' : 'stock',
          'aria-pressed': String(me.hand === i + 1),
          'aria-label': `${say('Stock {n}', { n: i + 1 })}, ${one.open ? cardName(one.open, lang) : say('empty')}`,
          'data-focus': `stock${i + 1}`,
        },
        one.open ? drawn(one.open, { lang }) : h('i', {}),
        h('span', {}, one.hidden > 0 ? `+${one.hidden}` : '\u00a0'),
      ),
      `stock${i + 1}`,
    );
  return [h('div', { class: 'piles' }, pile('L', 'left'), pile('R', 'right')), h('div', { class: 'stocks' }, me.stocks.map(stock))];
}
