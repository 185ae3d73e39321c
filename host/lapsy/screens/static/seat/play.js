// A seat's hand and buttons, for its phone and for the laptop that is passed round: draws the newest view of the seat, and says
// what the seat does.

import { h, s } from '../dom.js';
import { figures } from '../figures.js';
import { openHand } from '../cards.js';
import { colours, outline, shape } from '../seats.js';
import { Slot } from '../slot.js';
import { load, words } from '../words.js';
import { BOUND_MS } from '../pad.js';
import { hand } from './hand.js';
import { act, choiceOf, kept, offered, sorted, tap } from './picks.js';
import { nameOf, strip } from './strip.js';

/** Buttons that have just come under a thumb do nothing yet: it was meant for what stood there before. */
const CAME_MS = 250;
const TOLD_MS = 6000;
/** What nobody has answered for so long may be asked for again. */
const AGAIN_MS = 3000;
const GAMES = ['lobby', 'lapsy', 'speed', 'kuoppa', 'limppu', 'race'];

export class Play {
  #slots;
  #send;
  #pad;
  #picks = [];
  #which = null; // which of the readings, where there are several
  #readings = { of: null, list: [] };
  #asking = null; // the cards that the host was asked about
  #acted = false; // what was asked for is on its way
  #target = false; // whom to challenge is asked
  #again = null;
  #more = false; // the menu is open
  #told = { n: 0, text: null, timer: null };
  #scenes = {};
  #seat = null;
  #lang = 'en';
  #items;
  #leave;
  #wide;
  #drawn;

  /**
   * `root`: an element. `send(message)`: says it for the seat. `pad`: where the page is the seat's pad. `menu(say)`: more
   * buttons of the menu, [text, act] each. `leave()`: the guest gives the seat up. `wide()`: there is room for one row of cards.
   * `drawn()`: called when all of it stands.
   */
  constructor(root, send, { pad = null, menu = () => [], leave = null, wide = () => false, drawn = () => {} } = {}) {
    this.#send = send;
    this.#pad = pad;
    this.#leave = leave;
    this.#items = menu;
    this.#wide = wide;
    this.#drawn = drawn;
    const place = (name, tag = 'div', attrs = {}) => h(tag, { class: name, ...attrs });
    const places = {
      head: place('head', 'header'),
      strip: place('others'),
      middle: place('middle'),
      told: place('told', 'div', { role: 'status' }),
      readings: place('readings'),
      acts: place('acts'),
      pads: place('pads'),
      menu: place('menu'),
    };
    root.replaceChildren(...Object.values(places));
    this.root = root;
    this.#slots = Object.fromEntries(Object.entries(places).map(([name, node]) => [name, new Slot(node)]));
  }

  /** The newest view of the seat. */
  show(view, lang) {
    const before = this.#seat;
    this.#seat = view;
    this.#lang = lang;
    const situation = ({ own, view }) => JSON.stringify([own, view.phase]);
    if (!before || situation(before) !== situation(view)) this.#acted = false;
    this.#picks = kept(this.#picks, view.own);
    const set = view.own.chosen === null ? view.own.secret : view.own.hand[view.own.chosen - 1];
    if (!this.#picks.length && set && offered(view.own).has(set)) this.#picks = [set];
    if (!view.own.legal.some((choice) => choice.kind === 'challenge')) this.#target = false;
    if (view.own.told && before && view.own.told_n !== before.own.told_n) this.tell(view.own.told);
    this.#read();
    this.draw();
  }

  /** One sentence for this seat alone, for some seconds. */
  tell(text) {
    clearTimeout(this.#told.timer);
    const timer = setTimeout(() => this.#hush(), TOLD_MS);
    this.#told = { n: this.#told.n + 1, text, timer };
    this.#acted = false;
    this.draw();
  }

  #hush() {
    this.#told = { ...this.#told, text: null };
    this.draw();
  }

  /** The line came back: what was asked before it broke may not have come. */
  renew() {
    this.#acted = false;
    this.#asking = null;
    this.#read();
    this.draw();
  }

  /** The host's answer to which combination the picked cards are. */
  readings({ cards, readings }) {
    this.#asking = null;
    this.#readings = { of: [...cards].sort().join(), list: readings };
    const best = readings.findIndex((one) => one.beats);
    this.#which = best < 0 ? null : best;
    this.#read();
    this.draw();
  }

  #read() {
    const of = [...this.#picks].sort().join();
    if (!this.#seat?.own.picks || !of || this.#asking !== null || this.#readings.of === of) return;
    if (this.#send({ type: 'read', cards: this.#picks })) this.#asking = of;
  }

  #tap(card) {
    const { own } = this.#seat;
    this.#picks = tap(this.#picks, card, own, this.#brief?.wanted ?? 1);
    if (this.#brief?.aside) this.#send({ type: 'act', kind: 'aside', cards: this.#picks }); // a press of the pad lays it
    this.#read();
    this.draw();
  }

  #do(choice) {
    this.#acted = this.#send(act(choice)) !== false && choice.kind !== 'object';
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#acted && this.renew(), AGAIN_MS);
    this.#picks = [];
    this.#target = false;
    this.draw();
  }

  #brief = null;

  /** Draw what is known; loads the game's own part when it is first needed. */
  draw() {
    const seated = this.#seat;
    if (!seated) return;
    const lang = this.#lang,
      { view, own, seat } = seated,
      say = words(lang);
    if (!load(lang, () => this.draw())) return;
    const scene = this.#scenes[view.game];
    if (!scene) {
      if (GAMES.includes(view.game) && scene === undefined) {
        this.#scenes[view.game] = null;
        import(`./${view.game}.js`).then(
          (module) => {
            this.#scenes[view.game] = module;
            this.draw();
          },
          (error) => {
            console.error(error);
            delete this.#scenes[view.game]; // with the next view it is tried again
          },
        );
      }
      return;
    }
    const may = offered(own);
    const free = own.picks;
    const playable = own.playable.length ? new Set(own.playable) : null;
    const look = (card) => {
      if (this.#picks.includes(card)) return 'picked';
      if (free) return own.acting && playable && !playable.has(card) ? 'no' : own.acting ? 'may' : '';
      return may.size ? (may.has(card) ? 'may' : 'no') : '';
    };
    const onTable = {
      look: (card) => (this.#picks.includes(card) ? 'picked' : may.has(card) && !this.#acted ? 'may' : ''),
      onTap: (card) => (may.has(card) && !this.#acted ? (code) => this.#tap(code) : null),
    };
    const wide = this.#wide();
    const over = view.phase === 'over' && view.over;
    const brief = (this.#brief = (view.phase === 'lobby' ? before : scene.brief)(seated, { lang, ...onTable, send: this.#send, onLeave: this.#leave }));
    this.root.className = `seatpage ${colours(seat)} ${own.acting && !over ? 'acting' : ''} ${wide ? 'wide' : ''} ${over ? 'ended' : ''}`;
    this.root.dataset.game = view.game;
    const common = [lang, view.game, seat];
    const drawn = JSON.stringify([common, { ...view, n: 0, waiting: 0, notice: 0, events: 0 }, { ...own, told: 0, told_n: 0 }]);
    const title = over ? (over.winners.includes(seat) ? say('You won') : say('The game is over')) : brief.title;
    this.#slots.head.show(JSON.stringify([drawn, this.#picks, this.#acted, title, this.#more]), () => [
      h(
        'div',
        { class: 'say' },
        h('h1', {}, title),
        (over ? endLines(view.over, say) : brief.lines).filter(Boolean).map((line) => h('p', {}, line)),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'who',
          'data-focus': 'menu',
          'aria-label': say('Menu'),
          'aria-expanded': String(this.#more),
          on: { click: () => this.#toggle() },
        },
        shape(seat, { on: own.acting && !over, lang, text: brief.count ?? null }),
      ),
      over ? null : brief.table,
    ]);
    this.#slots.strip.show(drawn, () => brief.strip);
    this.#slots.middle.show(JSON.stringify([drawn, this.#picks, wide, this.#acted]), () => [
      over && over.winners.length
        ? h('div', { class: 'won' }, over.winners.map((one) => [shape(one, { lang }), h('b', {}, nameOf(view, one))]))
        : null,
      brief.room ?? null,
      own.hand.length
        ? hand(own.hand, {
            seat,
            lang,
            look,
            wide,
            label: say('Your cards'),
            onTap: free || (may.size && !this.#acted) ? (card) => (free || may.has(card)) && this.#tap(card) : null,
          })
        : null,
      own.secret && !may.has(own.secret)
        ? h('p', { class: 'secret' }, say('Your hidden card lies face down. It is shown when both have laid theirs.'))
        : null,
    ]);
    this.#slots.told.show(JSON.stringify([this.#told.n, this.#told.text]), () =>
      this.#told.text ? h('p', {}, this.#told.text) : null,
    );
    const ready = this.#readings.of === [...this.#picks].sort().join();
    this.#slots.readings.show(JSON.stringify([common, this.#picks, free && this.#readings, this.#which]), () =>
      free && this.#picks.length && ready ? this.#options(say) : null,
    );
    this.#actions(seated, say, over, ready);
    this.#pads(seated, brief, say, over);
    this.#slots.menu.show(JSON.stringify([common, this.#more, drawn]), () =>
      this.#more ? this.#menu(seated, say) : null,
    );
    this.#drawn();
  }

  #options(say) {
    const { list } = this.#readings;
    if (!list.length) return h('p', { class: 'none' }, say('These cards make nothing together.'));
    return list.map((one, i) =>
      h(
        'button',
        {
          type: 'button',
          class: i === this.#which ? 'reading on' : 'reading',
          'data-focus': `reading ${i}`,
          'aria-pressed': String(i === this.#which),
          disabled: !one.beats,
          on: {
            click: () => {
              this.#which = i;
              this.draw();
            },
          },
        },
        s(
          'svg',
          { viewBox: '0 0 26 26', 'aria-hidden': 'true' },
          s('circle', { cx: 13, cy: 13, r: 11, fill: 'none', stroke: 'currentColor', 'stroke-width': 3 }),
          i === this.#which ? s('circle', { cx: 13, cy: 13, r: 6, fill: 'currentColor' }) : null,
        ),
        h('span', {}, one.text, one.beats ? null : h('small', {}, say('does not beat'))),
      ),
    );
  }

  /** What may be committed now: {main, others}; main is the play that the picked cards make. */
  #actions({ view, own }, say, over, ready) {
    const { withCards, plain } = sorted(own);
    const aimed = plain.filter((one) => one.kind === 'challenge');
    const buttons = plain.filter((one) => one.kind !== 'challenge' && one.kind !== 'object');
    const aiming = view.aiming !== null && view.aiming !== undefined && aimed.length > 0;
    let main = null;
    if (own.picks) {
      const reading = ready && this.#which !== null ? this.#readings.list[this.#which] : null;
      const n = this.#picks.length;
      main = {
        text: n ? say('Play {n}', { n }) : say('Pick your cards'),
        choice:
          n && reading && own.acting
            ? { kind: 'play', cards: this.#picks, to: null, choose: null, reading: reading.reading }
            : null,
      };
      if (!own.acting) main = n ? { text: say('Not your turn'), choice: null } : null;
    } else if (withCards.length) {
      const choice = choiceOf(this.#picks, own);
      const chosen = choice !== null && choice.choose !== null && choice.choose === own.chosen;
      main = { text: choice?.text ?? say('Pick a card'), choice: chosen ? null : choice };
    }
    const targets = aiming || this.#target;
    const key = JSON.stringify([
      this.#lang,
      this.#acted,
      targets,
      main && [main.text, main.choice],
      buttons,
      aimed,
      over && 1,
    ]);
    const built = this.#slots.acts.show(key, () => {
      if (over) return null;
      if (targets)
        return [
          h('p', { class: 'whom' }, say('Whom do you catch?')),
          aimed.map((one) => this.#button(one.text, one, 'main')),
          aiming ? null : h('button', { type: 'button', 'data-focus': 'never', on: { click: () => this.#aim(false) } }, say('Nobody')),
        ];
      const others = buttons.map((one) => this.#button(one.text, one, main ? 'other' : buttons.length > 1 ? 'other' : 'main'));
      if (aimed.length)
        others.unshift(
          h('button', { type: 'button', class: 'other', 'data-focus': 'catch', disabled: this.#acted, on: { click: () => this.#aim(true) } }, say('Catch …')),
        );
      return [others, main ? this.#button(main.text, main.choice, 'main') : null];
    });
    if (built) this.#wake();
  }

  #aim(open) {
    this.#target = open;
    this.draw();
  }

  #button(text, choice, look) {
    return h(
      'button',
      {
        type: 'button',
        class: look,
        'data-kind': choice?.kind ?? null,
        'data-focus': `${look} ${choice?.kind ?? ''} ${choice?.to ?? ''}`,
        'data-off': choice === null || this.#acted,
        disabled: true, // see #wake
        on: { click: () => this.#do(choice) },
      },
      text,
    );
  }

  #wake() {
    const buttons = this.root.querySelectorAll('.acts button[data-focus]:not([data-off])');
    setTimeout(() => buttons.forEach((one) => (one.disabled = false)), CAME_MS);
  }

  #pads({ view, seat, pad, own }, brief, say, over) {
    const roles = over || !this.#pad ? [] : brief.pads(pad);
    const press = (node, role) => {
      if (roles.includes(role)) this.#pad.listen(node, role);
      else node.disabled = true;
      return node;
    };
    const board = over ? null : brief.board;
    const shownKey = board ? JSON.stringify([view, this.#lang]) : '';
    const alone = !own.hand.length && !own.legal.length;
    const paused = Boolean(view.paused);
    this.root.classList.toggle('padded', roles.length > 0 && !board);
    this.root.classList.toggle('padonly', roles.length > 0 && alone && !board);
    this.#slots.pads.show(JSON.stringify([this.#lang, seat, roles, alone, paused, shownKey, brief.padText]), () => {
      if (board) return [...board(press), roles.length ? bound(say) : null];
      if (!roles.length) return null;
      const names = { slap: brief.padText ?? say('Slap'), flip: say('Turn a card'), head: say('Own head'), pass: say('Pass'), call: say('Call') };
      const small = roles.filter((role) => role !== 'slap' && names[role]);
      return [
        roles.includes('slap') && press(
          h(
            'button',
            { type: 'button', class: 'slap', 'data-focus': 'slap' },
            ripples(seat),
            s('svg', { viewBox: '0 0 100 100', class: 'palm', 'aria-hidden': 'true' }, openHand()),
            h('b', {}, names.slap),
            bound(say),
          ),
          'slap',
        ),
        small.length
          ? h(
              'div',
              { class: 'roles' },
              small.map((role) => press(h('button', { type: 'button', 'data-focus': role, 'data-role': role }, names[role]), role)),
            )
          : null,
      ];
    });
  }

  #toggle() {
    this.#more = !this.#more;
    this.draw();
  }

  #menu({ own, view }, say) {
    const object = own.legal.find((one) => one.kind === 'object');
    const entry = (text, does) =>
      h('button', { type: 'button', 'data-focus': `menu ${text}`, on: { click: () => (this.#toggle(), does()) } }, text);
    const objects =
      object || (view.game !== 'lobby' && view.phase === 'play')
        ? entry(object?.text ?? say('Call the referee'), () =>
            this.#do(object ?? { kind: 'object', cards: [], to: null, choose: null, reading: '' }),
          )
        : null;
    return h(
      'div',
      { role: 'dialog', 'aria-label': say('Menu') },
      objects,
      this.#items(say).map(([text, does]) => entry(text, does)),
      entry(say('Close'), () => {}),
    );
  }
}

/** Before the deal: who has shown that he is there. */
function before({ view, own }, { lang }) {
  const say = words(lang);
  const waits = own.legal.some((choice) => choice.kind === 'ready');
  return {
    title: waits ? say('Are you there?') : say('Wait'),
    lines: [waits ? say('Press your pad, or the button here.') : say('The others are coming.')],
    table: null,
    strip: strip(view, null, lang, (one) => ({ off: !one.ready, note: one.ready ? say('ready') : null })),
    pads: (roles) => roles.filter((role) => role === 'slap'),
  };
}

/** How sure a phone's stamp is: declared, and no ping can make it less. */
const bound = (say) => h('small', { class: 'bound' }, say('Phone pad ± {ms} ms, not certified', { ms: BOUND_MS }));

function ripples(seat) {
  return s(
    'svg',
    { viewBox: '0 0 360 640', class: 'ripples', preserveAspectRatio: 'xMidYMax slice', 'aria-hidden': 'true' },
    [640, 520, 400, 280].map((size, i) =>
      s('path', {
        d: outline(seat),
        transform: `translate(${180 - size / 2} ${478 - size * 0.82}) scale(${size / 100})`,
        fill: i % 2 ? 'var(--d)' : 'var(--c)',
      }),
    ),
  );
}

function endLines(over, say) {
  return [
    over.text,
    over.code ? say('Code {code}', { code: over.code }) : null,
  ];
}
