// Keeps the phone's screen on. A page of a LAN is not a secure context, so it has no wake lock: a film that plays keeps a screen
// on as well, if it is in the page, has a sound track (silent here) and is not muted; iOS looks at all of that. It is wound
// back before its end, because a film that only repeats does not count.

const WIND_BACK_S = 4;

export class Awake {
  #film = null;
  #place;

  constructor(place) {
    this.#place = place;
  }

  /** From a gesture: before one, no browser lets a page play. */
  start() {
    if (!this.#film) {
      const film = document.createElement('video');
      film.src = '/static/seat/awake.mp4';
      film.className = 'awake';
      film.setAttribute('playsinline', '');
      film.setAttribute('aria-hidden', 'true');
      film.tabIndex = -1;
      film.disableRemotePlayback = true;
      film.addEventListener('timeupdate', () => {
        if (film.currentTime > WIND_BACK_S) film.currentTime = 0;
      });
      film.addEventListener('ended', () => this.#play());
      document.addEventListener('visibilitychange', () => document.hidden || this.#play());
      this.#place.append(film);
      this.#film = film;
    }
    if (this.#film.paused) this.#play();
  }

  #play() {
    this.#film.play().catch(() => {}); // refused: the next touch tries again
  }
}
