// The line to the host: reconnects by itself, hands over only the newest view.

const RETRY_MS = [250, 500, 1000, 2000];
/** A page that was not looked at for so long does not trust its line: a phone that slept is told nothing of its end. */
const ASLEEP_MS = 5000;

/**
 * `hello`: {token, page}, the first message; null: no line until `again`. `on`: a function for each type of message, and
 * `state(connected)`. `send(message)` is false while there is no line. `again(hello)`: at once a new line, with a new greeting.
 * `stop()`: no line until `again` is called.
 */
export function connect(url, hello, on) {
  let socket = null,
    tries = 0,
    timer = null,
    hiddenAt = null,
    stopped = hello === null;

  function drop() {
    clearTimeout(timer);
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null; // what the old line still says is of yesterday
    socket.close();
    socket = null;
    on.state(false);
  }

  function open() {
    drop();
    stopped = false;
    socket = new WebSocket(url);
    socket.onopen = () => {
      tries = 0;
      socket.send(JSON.stringify({ type: 'hello', ...hello }));
      on.state(true);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      on[message.type]?.(message);
    };
    socket.onclose = () => {
      on.state(false);
      timer = setTimeout(open, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
    };
  }

  /** The page is looked at again: no waiting for the next try. */
  function awake() {
    if (stopped || document.hidden) return;
    const slept = hiddenAt !== null && Date.now() - hiddenAt > ASLEEP_MS;
    hiddenAt = null;
    if (slept || socket === null || socket.readyState > WebSocket.OPEN) open();
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenAt = Date.now();
    else awake();
  });
  addEventListener('online', awake);
  addEventListener('pageshow', (event) => event.persisted && awake());
  if (hello) open();
  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    again(other = hello) {
      hello = other;
      open();
    },
    stop() {
      stopped = true;
      drop();
    },
  };
}
