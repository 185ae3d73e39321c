// One ruling: at whom, why, and are you sure. It stays as it was opened while the game goes on behind it.

import { h } from '../dom.js';
import { shape } from '../seats.js';
import { words } from '../words.js';

/** What may be ruled, in words: the button, what it does, usual reasons. `needs`: what has to be chosen. */
export function kinds(lang) {
  const say = words(lang);
  return {
    pause: {
      name: say('Pause'),
      does: say('Time stands. What was pressed before still counts.'),
      reasons: [say('A pad came loose.'), say('Somebody is missing.'), say('Something is unclear.')],
    },
    go_on: {
      name: say('Go on'),
      does: say('Play goes on after three seconds.'),
      reasons: [say('It is settled.'), say('Everybody is here.')],
    },
    back: {
      name: say('Take back to before a card'),
      does: say('The game is as it was then. The record keeps both.'),
      needs: 'moment',
      reasons: [say('Laid out of turn.'), say('Pressed by mistake.'), say('A pad was faulty.')],
    },
    deliberate: {
      name: say('Deliberate false slap'),
      does: say('The card goes back and the challenge goes on.'),
      needs: 'seat',
      reasons: [say('Slapped to break the challenge.')],
    },
    disqualify: {
      name: say('Disqualify a player'),
      does: say('There is no way back into the game.'),
      needs: 'seat',
      reasons: [say('A dangerous blow.'), say('Unfair play.')],
    },
    pad: {
      name: say('Another pad'),
      does: say('Presses of the old one count no more.'),
      needs: 'pad',
      reasons: [say('The pad is broken.'), say('The pad is better placed.')],
    },
    absent: {
      name: say('A board is absent'),
      does: say('Verdicts wait for it no more.'),
      needs: 'board',
      reasons: [say('The cable is off.'), say('The board does not answer.')],
    },
    end: {
      name: say('End the game'),
      does: say('Nobody plays on. The result stands as it is.'),
      reasons: [say('Out of time.'), say('The players agreed.')],
    },
  };
}

/** Whom or what a ruling may concern: [value, text, mark] each. */
function targets(kind, desk, seat, lang) {
  const say = words(lang);
  const names = new Map(desk.view.seats.map((one) => [one.seat, one.name]));
  if (kind.needs === 'seat')
    return desk.seats
      .filter((one) => one.rulings.includes(kind.action))
      .map((one) => [one.seat, names.get(one.seat), shape(one.seat, { lang })]);
  if (kind.needs === 'moment') return desk.moments.map((one) => [one.n, one.text, null]);
  if (kind.needs === 'board')
    return desk.boards.filter((one) => !one.absent).map((one) => [one.board, `${one.name}: ${one.text}`, null]);
  if (kind.needs === 'pad') {
    const one = desk.seats.find((other) => other.seat === seat);
    const phone = one?.page && one.source !== 'phone';
    return [
      ...desk.free_pads.map((pad) => [pad, pad, null]),
      ...(phone ? [['phone', say('The phone'), null]] : []),
      ['first', say('As it was at the start'), null],
    ];
  }
  return [];
}

/**
 * The dialog of a ruling. `action`: of control.Referee; `seat`: whose pad is changed. `rule(message)`: it is confirmed;
 * `done()`: it is closed.
 */
export function dialog(action, desk, { lang, seat = null, rule, done }) {
  const say = words(lang);
  const kind = { ...kinds(lang)[action], action };
  const choices = targets(kind, desk, seat, lang);
  const name = seat === null ? null : desk.view.seats.find((one) => one.seat === seat)?.name;
  const reason = h('input', { name: 'reason', maxlength: 200, autocomplete: 'off', 'aria-describedby': 'missing' });
  const missing = h('p', { class: 'missing', id: 'missing', role: 'alert' });

  function confirm(event) {
    event.preventDefault();
    const chosen = node.querySelector('[name=target]:checked');
    const text = reason.value.trim();
    if (kind.needs && !chosen) return tell(say('Choose one.'));
    if (!text) return tell(say('Say why: it goes into the record.'));
    const value = chosen ? choices[Number(chosen.value)][0] : null;
    const message = { type: 'referee', action, reason: text };
    if (kind.needs === 'pad') Object.assign(message, { seat, pad: value });
    else if (kind.needs) message[kind.needs] = value;
    rule(message);
    return node.close();
  }

  function tell(text) {
    missing.textContent = text;
  }

  const node = h(
    'dialog',
    { 'data-action': action, 'aria-labelledby': 'ruling', on: { close: () => (node.remove(), done()) } },
    h(
      'form',
      { on: { submit: confirm }, novalidate: true },
      h('h2', { id: 'ruling' }, name ? `${kind.name}: ${name}` : kind.name),
      h('p', {}, kind.does),
      kind.needs
        ? h(
            'fieldset',
            {},
            h('legend', {}, { seat: say('Who?'), moment: say('To before which card?'), board: say('Which board?'), pad: say('Which pad?') }[kind.needs]),
            choices.map(([, text, mark], i) =>
              h('label', { class: 'choice' }, h('input', { type: 'radio', name: 'target', value: i }), mark, h('span', {}, text)),
            ),
            choices.length ? null : h('p', {}, say('There is none now.')),
          )
        : null,
      h(
        'fieldset',
        {},
        h('legend', {}, say('Why?')),
        h(
          'div',
          { class: 'reasons' },
          kind.reasons.map((text) => h('button', { type: 'button', on: { click: () => (reason.value = text) } }, text)),
        ),
        h('label', { class: 'free' }, h('span', {}, say('In your own words')), reason),
      ),
      missing,
      h(
        'div',
        { class: 'end' },
        h('button', { type: 'button', on: { click: () => node.close() } }, say('Cancel')),
        h('button', { type: 'submit', class: 'k' }, kind.name),
      ),
    ),
  );
  return node;
}
