// When a frame was really made: the browser draws after the animation frame's callbacks, and whatever was posted in one of them
// runs after that drawing. A page that is not looked at draws nothing, so nothing is told.

/** Call `done(now)` once the page's present state has been drawn; `now` as by performance.now(). */
export function afterPaint(done) {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done(performance.now());
    };
    port2.postMessage(null);
  });
}

/** The corner that a photodiode looks at: `colour` is "black", "white" or null (no corner at all). */
export function patch(node, colour) {
  node.hidden = colour === null;
  document.documentElement.toggleAttribute('data-patch', colour !== null);
  if (colour !== null) node.dataset.colour = colour;
}

/** From frame to frame in microseconds, the middle of `count`; `done(null)` where frames do not come so. */
export function frameTime(count, done) {
  const times = [];
  const step = (now) => {
    times.push(now);
    if (times.length <= count) return requestAnimationFrame(step);
    const gaps = times.slice(1).map((time, i) => time - times[i]);
    const middle = Math.round(gaps.sort((a, b) => a - b)[count >> 1] * 1000);
    return done(middle >= 1000 && middle <= 1_000_000 ? middle : null);
  };
  requestAnimationFrame(step);
}
