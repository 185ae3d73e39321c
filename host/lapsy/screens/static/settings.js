// How a page looks and sounds to whoever sits before it: kept in this browser, or said in the address (?theme=hc).

import { kept } from './kept.js';

/** Each setting's values, the usual one first. */
const CHOICES = {
  theme: ['day', 'ilta', 'hc'],
  deck: ['2', '4'],
  letters: ['off', 'on'],
  index: ['usual', 'large'],
  sound: ['on', 'off'],
  volume: ['2', '3', '1'],
};
/** Those that the style sheets read from the root. */
const SEEN = ['theme', 'deck', 'letters', 'index'];
const root = document.documentElement;
const query = new URLSearchParams(location.search);
const now = {};

for (const [name, values] of Object.entries(CHOICES)) {
  const asked = query.get(name) ?? kept(name).get();
  now[name] = values.includes(asked) ? asked : values[0];
}
if (query.get('sound') === '0') now.sound = 'off';
show();

function show() {
  for (const name of SEEN) {
    if (now[name] === CHOICES[name][0]) delete root.dataset[name];
    else root.dataset[name] = now[name];
  }
}

/** What is set now, for keys of what is drawn. */
export const settings = () => ({ ...now });

/** Set one of them and remember it. */
function set(name, value) {
  now[name] = value;
  kept(name).set(value === CHOICES[name][0] ? null : value);
  show();
}

/** What a setting is now, as the button says it that changes it. */
function told(name, value, say) {
  if (name === 'theme')
    return {
      day: say('Colours: day'),
      ilta: say('Colours: evening'),
      hc: say('Colours: high contrast'),
    }[value];
  if (name === 'deck') return value === '4' ? say('Suits: four colours') : say('Suits: two colours');
  if (name === 'letters') return value === 'on' ? say('Letters on suits: on') : say('Letters on suits: off');
  if (name === 'index')
    return value === 'large' ? say('Corners of cards: large') : say('Corners of cards: usual');
  if (name === 'sound') return value === 'on' ? say('Sound: on') : say('Sound: off');
  return { 1: say('Volume: low'), 2: say('Volume: medium'), 3: say('Volume: high') }[value];
}

/** The settings as buttons, [text, act, name] each: a press goes on to the next value, and `changed(name)` is called. */
export function menu(say, changed) {
  return Object.entries(CHOICES).map(([name, values]) => [
    told(name, now[name], say),
    () => {
      set(name, values[(values.indexOf(now[name]) + 1) % values.length]);
      changed(name);
    },
    name,
  ]);
}
