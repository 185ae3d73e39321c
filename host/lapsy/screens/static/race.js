// Real cards, our pads: who was first, drawn as lanes that begin where each hand came down.

import { h } from './dom.js';
import { figures } from './figures.js';
import { colours, nameOf, shape } from './seats.js';
import { keyName, marginText, measured, milliseconds, sourceName, words } from './words.js';

const ROOM = 78; // rem from the winner's edge to the last lane's; the rest is for the words

function ready(view, lang) {
  const say = words(lang);
  return h(
    'div',
    { class: 'ready' },
    h('h1', {}, say('Slap')),
    h('p', {}, say('Real cards: the table judges, the pads tell the order')),
    view.agreed.length
      ? h(
          'ul',
          { class: 'agreed', 'aria-label': say('Agreed') },
          view.agreed.map((line) => h('li', {}, line)),
        )
      : null,
    h(
      'div',
      { class: 'pads' },
      view.seats.map((seat) =>
        h(
          'section',
          { class: 'pad', 'data-seat': seat.seat },
          shape(seat.seat, { lang }),
          h('b', {}, seat.name),
          seat.keys ? h('kbd', {}, keyName(seat.keys.slap, lang)) : null,
          seat.handicap_us ? h('small', {}, say('Handicap {ms} ms', { ms: milliseconds(seat.handicap_us, lang) })) : null,
        ),
      ),
    ),
  );
}

function sourceOf(view, seat, lang) {
  const { source } = view.seats.find((one) => one.seat === seat) ?? { source: 'board' };
  return source === 'board' || source === 'sync' ? null : sourceName(source, lang);
}

function handicapOf(view, seat, lang) {
  const say = words(lang);
  const given = view.seats.find((one) => one.seat === seat)?.handicap_us;
  return given ? say('Handicap {ms} ms', { ms: milliseconds(given, lang) }) : null;
}

function lane(view, place, startUs, scale, lang) {
  const say = words(lang),
    many = view.race.order.length > 6,
    first = place.place === 1,
    tied = place.seats.length > 1;
  const names = place.seats.map((seat) => nameOf(view, seat, lang));
  const again = view.race.why === 'again',
    likely = view.race.order[1]?.proof === 'likely';
  const title = !first
    ? names.join(' · ')
    : tied
      ? `${again ? say('Too close to call') : say('Tied')}: ${names.join(' · ')}`
      : likely
        ? say('{who} likely first', { who: names[0] })
        : say('{who} first', { who: names[0] });
  const gap = place.margin_us === null ? null : measured(place.margin_us, place.bound_us, lang);
  const sources = [...new Set(place.seats.map((seat) => sourceOf(view, seat, lang)).filter(Boolean))];
  const small = [
    sources.length ? `${sources.join(', ')}: ${say('Not certified').toLowerCase()}` : null,
    ...place.seats.map((seat) => handicapOf(view, seat, lang)),
  ].filter(Boolean);
  const half = (place.bound_us ?? 0) * scale;
  return h(
    'section',
    {
      class: `lane ${tied ? 'tied' : colours(place.seats[0])} ${first ? 'first' : ''}`,
      'data-place': place.place,
      style: { '--start': first ? 0 : Math.max(0, startUs * scale) },
    },
    !first && half >= 0.5 ? h('i', { class: 'unsure', style: { '--half': Math.min(half, 60) } }) : null,
    h(
      'div',
      {
        class: 'names',
        style: {
          '--size': Math.min(first ? 17 : many ? 4.2 : 6.4, (first ? 130 : 44) / (0.6 * title.length)),
        },
      },
      place.seats.map((seat) => shape(seat, { on: !tied, lang })),
      h(
        'div',
        {},
        h('b', {}, title),
        again && first ? h('small', { class: 'again' }, say('Press again')) : null,
        small.length ? h('small', { class: 'source' }, small.join(' · ')) : null,
      ),
    ),
    h(
      'div',
      { class: 'gap' },
      gap
        ? [
            figures(`+${gap.margin}`),
            h('span', {}, 'ms'),
            gap.bound === null ? null : h('small', {}, `± ${gap.bound}`),
          ]
        : null,
    ),
  );
}

function lanes(view, lang) {
  const { order } = view.race;
  let sum = 0;
  const starts = order.map((place) => (sum += place.margin_us ?? 0));
  const scale = sum > 0 ? ROOM / sum : 0;
  return h(
    'div',
    { class: 'lanes', style: { '--places': Math.max(1, order.length - 1) } },
    order.map((place, i) => lane(view, place, starts[i], scale, lang)),
  );
}

function foot(view, lang) {
  const say = words(lang),
    race = view.race,
    tags = [];
  if (race?.state === 'leading') tags.push(say('May still change'));
  if (race?.order[1]?.proof === 'likely') tags.push(say('Nearest value decides'));
  if (race && !race.certified) tags.push(say('Not certified'));
  const past = view.history
    .filter((one) => one.n !== race?.n)
    .slice(-4)
    .reverse();
  return h(
    'footer',
    { class: 'foot' },
    tags.map((tag) => h('span', { class: 'tag' }, tag)),
    h('span', {}, race ? `${say('Gap to the one before')}. ${say('The contact is timed, not the hand')}.` : ''),
    past.length
      ? h(
          'span',
          { class: 'past' },
          `${say('Earlier')}: `,
          past.map((one) =>
            h(
              'span',
              {
                class: 'was',
                title: one.margin_us === null ? null : marginText(one.margin_us, one.bound_us, lang),
              },
              one.seats.map((seat) => shape(seat, { lang })),
              one.seats.length > 1
                ? h('small', {}, say('Tied').toLowerCase())
                : one.margin_us === null
                  ? null
                  : h('small', {}, `${measured(one.margin_us, one.bound_us, lang).margin}`),
            ),
          ),
        )
      : null,
  );
}

/** The page of `lapsy arbitrate`. */
export function scene(view, { lang }) {
  return h(
    'div',
    { class: 'race', 'data-state': view.race?.state ?? 'ready' },
    view.race?.order.length ? lanes(view, lang) : ready(view, lang),
    foot(view, lang),
  );
}

export const styles = ['race'];
