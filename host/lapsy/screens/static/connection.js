// The line to the host: reconnects by itself, hands over only the newest view.

const RETRY_MS = [250, 500, 1000, 2000];

/** `on`: {view, welcome, refused, state(connected)}. `send(message)` is false while there is no line. */
export function connect(url, token, on) {
  let socket = null,
    tries = 0;

  function open() {
    socket = new WebSocket(url);
    socket.onopen = () => {
      tries = 0;
      socket.send(JSON.stringify({ type: 'hello', token }));
      on.state(true);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'view') on.view(message);
      else if (message.type === 'welcome') on.welcome(message.control);
      else if (message.type === 'refused') on.refused(message.message);
    };
    socket.onclose = () => {
      on.state(false);
      setTimeout(open, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
    };
  }

  open();
  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
  };
}
