// Läpsy: the pond with the pile, the seats round it; a win takes the screen.

import { h } from './dom.js';
import { card } from './cards.js';
import { figures } from './figures.js';
import { over } from './over.js';
import { pond } from './pond.js';
import { ready } from './ready.js';
import { colours, columns, nameOf, shape } from './seats.js';
import { answer, falseReason, keyName, marginText, milliseconds, paidText, rankName, words } from './words.js';

/** Where each of the newest cards lies, left edge in units of the pile's width (64): the newest is always whole. */
const STEPS = { 1: [16.8], 2: [6.8, 26.8], 3: [0, 15.4, 33.6], 4: [0, 12, 24, 36] };

function pile(view, lang) {
  const { top } = view.pile;
  const places = STEPS[top.length] ?? [];
  return h(
    'div',
    { class: top.length === 4 ? 'pile four' : 'pile' },
    top.map((one, i) =>
      h(
        'div',
        {
          class: one.air ? 'laid air' : 'laid',
          'data-card': one.card,
          style: { '--x': places[i] },
        },
        card(one.card, { edge: 'var(--lampi-4)', lang }),
        h('div', { class: i === top.length - 1 ? 'who newest' : 'who' }, shape(one.seat, { lang })),
      ),
    ),
  );
}

function middle(view, lang) {
  const say = words(lang),
    { pile: lies, challenge } = view;
  const count =
    lies.cards === 0
      ? h('p', { class: 'count' }, say('The pile is empty'))
      : h('p', { class: 'count' }, h('span', {}, say('In the pile')), figures(lies.cards));
  const penalty = lies.penalty > 0 ? h('p', { class: 'penalty' }, say.n('{n} penalty card below', '{n} penalty cards below', lies.penalty)) : null;
  let below = null;
  if (view.window === 'collect' && challenge) {
    below = h('p', { class: 'collects' }, say('{who} collects the pile', { who: nameOf(view, challenge.challenger, lang) }));
  } else if (challenge) {
    const [one, two] = say.n('attempt\nleft', 'attempts\nleft', challenge.left).split('\n');
    below = h(
      'p',
      { class: 'attempts' },
      figures(challenge.left),
      h('span', {}, h('span', {}, one), ' ', h('span', {}, two)),
    );
  }
  return [count, penalty, pile(view, lang), below];
}

function tagFor(view, seat, lang) {
  const say = words(lang);
  if (view.turn !== seat.seat || view.phase !== 'play') return null;
  const open = view.challenge && view.window !== 'collect';
  return open ? answer(view.challenge.rank, lang) : say('On turn');
}

/** The lines under a name, the most important first. */
function linesFor(view, seat, lang) {
  const say = words(lang),
    lines = [];
  if (seat.status === 'out') lines.push(say('Out of the game'));
  else if (seat.status === 'finished') lines.push(say('No cards left'));
  else if (seat.status === 'cardless') lines.push(say('Back with a slap'));
  if (seat.banned) lines.push(say('May not slap'));
  if (seat.head) lines.push(say('Own head slapped'));
  if (view.challenge?.challenger === seat.seat)
    lines.push(say('Challenged: {rank}', { rank: rankName(view.challenge.rank, lang) }));
  if (seat.chosen) lines.push(say('Has chosen a card'));
  else if (seat.choosing) lines.push(say('May choose a card'));
  if (seat.handicap_us) lines.push(say('Handicap {ms} ms', { ms: milliseconds(seat.handicap_us, lang) }));
  const won = view.verdict;
  if (won && won.kind === 'first' && won.seats[0] === seat.seat && won.margin_us !== null && !lines.length) {
    lines.push(`+${marginText(won.margin_us, won.bound_us, lang)}`);
  }
  return lines;
}

function keysFor(view, seat, lang) {
  if (!seat.keys?.slap) return null;
  const say = words(lang);
  let parts = [[seat.keys.slap, say('slap')]];
  if (seat.keys.head) parts.unshift([seat.keys.head, say('own head')]);
  if (view.flip === 'seat' && seat.keys.flip) parts.push([seat.keys.flip, say('card')]);
  if (seat.choosing) parts = (seat.keys.choose ?? []).slice(0, seat.cards).map((code) => [code, '']);
  return h(
    'span',
    { class: 'keys' },
    parts.map(([code, what]) => [h('kbd', {}, keyName(code, lang)), what ? ` ${what} ` : ' ']),
  );
}

function falsePanel(view, seat, slap, lang) {
  const say = words(lang);
  const text = [falseReason(view, slap, lang), slap.lost_right ? say('No way back into the game.') : paidText(slap, lang)]
    .filter(Boolean)
    .join(' ');
  return h(
    'section',
    { class: `seat false ${colours(seat.seat)}`, 'data-seat': seat.seat },
    h(
      'div',
      { class: 'head' },
      shape(seat.seat, { text: seat.cards, on: true, lang }),
      h('b', {}, seat.name),
    ),
    h('strong', {}, slap.refused ? say('Does not count') : view.children ? say('Oops') : say('False slap')),
    h('p', {}, text),
  );
}

function seatNode(view, seat, slap, lang) {
  if (slap) return falsePanel(view, seat, slap, lang);
  const tag = tagFor(view, seat, lang);
  const classes = ['seat', `is-${seat.status}`];
  if (tag) classes.push('active');
  return h(
    'section',
    { class: classes.join(' '), 'data-seat': seat.seat, style: { '--chars': Math.max(4, seat.name.length) } },
    shape(seat.seat, { text: seat.cards, hollow: seat.cards === 0, lang }),
    h(
      'div',
      { class: 'about' },
      h('b', {}, seat.name),
      tag ? h('span', { class: 'tag' }, tag) : null,
      linesFor(view, seat, lang)
        .slice(0, tag ? 1 : 2)
        .map((line) => h('span', { class: 'line' }, line)),
      keysFor(view, seat, lang),
    ),
  );
}

/** The whole table. `falses`: the false slaps to show now. */
function table(view, { lang, falses }) {
  const slapOf = (seat) => falses.filter((slap) => slap.seat === seat).at(-1);
  const [left, right] = columns(view.seats);
  const many = view.seats.length > 6 ? 'many' : 'few';
  const column = (seats, side) =>
    h(
      'div',
      { class: `column ${side} ${many}` },
      seats.map((seat) => seatNode(view, seat, slapOf(seat.seat), lang)),
    );
  return h(
    'div',
    { class: 'table', 'data-phase': view.phase },
    h('div', { class: 'middle' }, pond(view.challenge, view.turn), middle(view, lang)),
    column(left, 'left'),
    column(right, 'right'),
  );
}

/** What there is to see of a game of Läpsy. */
export function scene(view, options) {
  if (view.phase === 'lobby') return ready(view, options);
  return view.phase === 'over' ? over(view, options) : table(view, options);
}

export { sentence, take } from './take.js';
export const styles = ['lapsy', 'take'];
