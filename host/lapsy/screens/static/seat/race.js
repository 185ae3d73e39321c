// A race of pads: nothing but the button.

import { strip } from './strip.js';
import { words } from '../words.js';

export function brief({ view, seat }, { lang }) {
  const say = words(lang);
  return {
    title: say('Press first'),
    lines: [],
    table: null,
    strip: strip(view, seat, lang, () => ({})),
    pads: (roles) => roles,
  };
}
