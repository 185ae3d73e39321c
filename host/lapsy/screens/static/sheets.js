// The host's sheets in the lobby: a seat, the rules of the game, and the rest. One is open at a time, on this page alone.

import { h } from './dom.js';
import { shape } from './seats.js';
import { words } from './words.js';

let sheet = null; // {what: 'seat' | 'options' | 'more', seat, from: where the focus goes back to}

export const isOpen = (what) => sheet?.what === what;
/** What of the lobby only this page knows. */
export const sheetKey = () => sheet;

const focusOn = (focus) =>
  [...document.querySelectorAll('[data-focus]')].find((one) => one.dataset.focus === focus)?.focus();

export function openSheet(next, { changed }) {
  sheet = isOpen(next.what) && sheet.seat === next.seat ? null : next;
  changed();
  if (sheet) document.querySelector('.sheet [data-focus]')?.focus();
  else focusOn(next.from);
}

function close({ changed }) {
  const { from } = sheet;
  sheet = null;
  changed();
  focusOn(from);
}

const button = (text, focus, click, attrs = {}) =>
  h('button', { type: 'button', 'data-focus': focus, on: { click }, ...attrs }, text);

/** Something to type: what is being typed stays through every new drawing, and is sent when it is done. */
function field(label, focus, value, done, attrs = {}) {
  const finish = (event) => {
    if (event.target.dataset.typed === undefined) return;
    delete event.target.dataset.typed;
    done(event.target.value);
  };
  return h(
    'label',
    {},
    h('span', {}, label),
    h('input', {
      'data-focus': focus,
      value,
      ...attrs,
      on: {
        input: (event) => (event.target.dataset.typed = ''),
        change: finish,
        keydown: (event) => event.key === 'Enter' && finish(event),
      },
    }),
  );
}

/** Long values have a line of their own. */
function select(label, focus, value, values, done) {
  const told = values.find((one) => one.value === value)?.text ?? '';
  return h(
    'label',
    { class: values.some((one) => one.text.length > 16) ? 'long' : null },
    h('span', {}, label),
    h(
      'select',
      { 'data-focus': focus, on: { change: (event) => done(event.target.value) } },
      values.map((one) => h('option', { value: one.value, selected: one.value === value }, one.text)),
    ),
    told.length > 48 ? h('small', { 'aria-hidden': 'true' }, told) : null, // a select ends it in an ellipsis
  );
}

function seatSheet(view, seat, { lang, send, ...options }) {
  const say = words(lang);
  const arrange = (what, more = {}) => send({ type: 'arrange', what, seat: seat.seat, ...more });
  const others = view.seats.filter((one) => one.seat !== seat.seat);
  return [
    h('h2', {}, shape(seat.seat, { lang }), seat.name),
    seat.problem ? h('p', {}, seat.problem) : null,
    field(say('Name'), 'name', seat.name, (value) => arrange('name', { value }), { maxlength: 64, autocomplete: 'off' }),
    seat.source === 'bot'
      ? select(
          say('How good'),
          'strength',
          seat.strength ?? 'medium',
          [
            { value: 'weak', text: say('weak') },
            { value: 'medium', text: say('medium') },
            { value: 'strong', text: say('strong') },
          ],
          (value) => arrange('strength', { value }),
        )
      : h(
          'div',
          { class: 'row' },
          button(seat.binding ? say('Stop waiting for a pad') : say('Bind a pad by pressing it'), 'bind', () => arrange('bind'), {
            'aria-pressed': String(seat.binding),
          }),
          button(say('Plays by keyboard'), 'keys', () => arrange('keys'), {
            'aria-pressed': String(seat.source === 'keyboard'),
          }),
        ),
    seat.private === 'none' || seat.source === 'bot'
      ? null
      : select(
          say('Where the hand is seen'),
          'private',
          seat.private,
          [
            { value: 'phone', text: say('on a phone') },
            { value: 'here', text: say('on this screen, while a key is held') },
          ],
          (value) => arrange('private', { value }),
        ),
    field(
      say('Handicap, ms'),
      'handicap',
      String(seat.handicap_us / 1000),
      (value) => arrange('handicap', { value }),
      { inputmode: 'decimal', autocomplete: 'off' },
    ),
    others.length
      ? h(
          'div',
          { class: 'row swap', role: 'group', 'aria-label': say('Swap places with') },
          h('span', {}, say('Swap places with')),
          others.map((one) =>
            h(
              'button',
              {
                type: 'button',
                'data-focus': `swap ${one.seat}`,
                'aria-label': one.name,
                on: { click: () => arrange('swap', { to: one.seat }) },
              },
              shape(one.seat, { lang }),
            ),
          ),
        )
      : null,
    h(
      'div',
      { class: 'row' },
      button(say('Take {name} out', { name: seat.name }), 'remove', () => {
        arrange('remove');
        close(options);
      }),
    ),
  ];
}

function optionsSheet(view, { lang, send }) {
  const say = words(lang);
  return [
    h('h2', {}, say('Rules')),
    view.options.map((option) => {
      const done = (value) => send({ type: 'arrange', what: 'option', name: option.name, value });
      const label = option.unit ? `${option.text} (${option.unit})` : option.text;
      const attrs = { inputmode: 'numeric', autocomplete: 'off', title: `${option.least}–${option.most}` };
      return h(
        'div',
        { class: option.changed ? 'option changed' : 'option', 'data-option': option.name },
        option.values.length
          ? select(label, `option ${option.name}`, option.value, option.values, done)
          : field(label, `option ${option.name}`, option.value, done, attrs),
        option.changed ? button(say('Usual'), `usual ${option.name}`, () => done('')) : null,
      );
    }),
  ];
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** A language by its own name, so that whoever speaks it finds it. */
const languageName = (code) => {
  try {
    const name = new Intl.DisplayNames([code], { type: 'language' }).of(code);
    return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
  } catch {
    return NAMES.of(code) ?? code;
  }
};

function moreSheet(view, { lang, send }) {
  const say = words(lang);
  const arrange = (what, value = '') => send({ type: 'arrange', what, value });
  return [
    h('h2', {}, say('More')),
    h(
      'div',
      { class: 'row', role: 'group', 'aria-label': say('Language') },
      h('span', {}, say('Language')),
      view.languages.map((code) =>
        button(languageName(code), `language ${code}`, () => arrange('language', code), {
          'aria-pressed': String(view.language === code),
          lang: code,
        }),
      ),
    ),
    h(
      'div',
      { class: 'row' },
      button(say("Children's mode: big, short, forgiving"), 'children', () => arrange('children', view.children ? 'off' : 'on'), {
        'aria-pressed': String(view.children),
      }),
    ),
    h(
      'div',
      { class: 'row' },
      button(say('Show the code of the referee'), 'referee', () => arrange('referee')),
      view.door.open ? button(say('Close for phones'), 'close', () => arrange('close')) : null,
    ),
    view.boards.length
      ? h(
          'ul',
          {},
          view.boards.map((board) => h('li', {}, `${say('Board {name}', { name: board.name })}. ${board.text}`)),
        )
      : null,
  ];
}

/** The sheet that is open, or null. */
export function sheetNode(view, options) {
  const seat = sheet?.what === 'seat' ? view.seats.find((one) => one.seat === sheet.seat) : null;
  if (sheet?.what === 'seat' && !seat) sheet = null; // somebody took it away meanwhile
  if (!sheet) return null;
  const say = words(options.lang);
  const body = seat ? seatSheet(view, seat, options) : sheet.what === 'options' ? optionsSheet(view, options) : moreSheet(view, options);
  return h(
    'aside',
    {
      class: 'sheet',
      role: 'dialog',
      tabindex: -1, // a click beside its controls leaves the keyboard here
      'data-sheet': sheet.what,
      'aria-label': seat ? seat.name : sheet.what === 'options' ? say('Rules') : say('More'),
      on: { keydown: (event) => event.key === 'Escape' && close(options) },
    },
    body,
    h('div', { class: 'row end' }, button(say('Close'), 'close sheet', () => close(options))),
  );
}
