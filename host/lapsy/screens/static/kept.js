// What this browser remembers of a page: its secret, so that a phone that slept, or was reloaded, is the same guest again.

/** A place in the browser's memory, under this address alone. A browser that remembers nothing gets along without. */
export function kept(name) {
  const key = `lapsy.${name}`;
  return {
    get() {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    set(value) {
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        // it is in the address too
      }
    },
  };
}

/** A value of the address's fragment, which no request carries. */
export const fragment = (name) => new URLSearchParams(location.hash.slice(1)).get(name);

/** The line's address. */
export const socketAddress = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;

/** The language that the address asks for; null: none. */
export function askedLanguage() {
  const asked = new URLSearchParams(location.search).get('lang');
  return /^[a-z]{2,3}(?:_[A-Z]{2})?$/.test(asked ?? '') ? asked : null;
}

/** The language of a page that has no view yet. */
export const ownLanguage = () => askedLanguage() ?? (navigator.language.startsWith('fi') ? 'fi' : 'en');
