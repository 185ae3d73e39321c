// Each game's page, fetched when that game comes: a page loads only what it shows.

const GAMES = {
  lobby: () => import('./lobby.js'),
  lapsy: () => import('./lapsy.js'),
  speed: () => import('./speed.js'),
  kuoppa: () => import('./kuoppa.js'),
  limppu: () => import('./limppu.js'),
  race: () => import('./race.js'),
  display: () => import('./display.js'),
};

const parts = new Map(); // game → its module; null while it is fetched

/**
 * The module of a game: `scene(view, options)`, `styles`, and where there are any `key()` (what only this page knows), `take(view, verdict, options)`,
 * `sentence(view, verdict, lang)`. Null until it is here: then `then` is called.
 */
export function part(game, then) {
  const known = parts.get(game);
  if (known !== undefined) return known;
  parts.set(game, null);
  fetched(game).then(
    (module) => {
      parts.set(game, module);
      then();
    },
    (error) => {
      console.error(error);
      parts.delete(game); // with the next view it is tried again
    },
  );
  return null;
}

async function fetched(game) {
  const module = await GAMES[game]();
  await Promise.all(module.styles.map(style));
  return module;
}

function style(name) {
  const href = `/static/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(href));
    };
    link.href = href;
    document.head.append(link);
  });
}
