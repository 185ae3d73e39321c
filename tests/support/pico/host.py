"""The host's side of the wire for an emulated board with the whole firmware: greets, acknowledges, keeps what came."""

from __future__ import annotations

from lapsy.boards import wire
from lapsy.boards.firmware import messages as m
from pico.chip import MS, SECOND, EmulatedPico
from pico.verdict import Told

_TURN_NS = 10 * MS


class WireHost:
    """``first``: GPIO of the first input."""

    def __init__(self, pico: EmulatedPico, first: int = 0) -> None:
        self.pico = pico
        self.messages: list[wire.Message] = []
        self.hello: wire.Hello | None = None
        self._first = first
        self._read = 0
        self._decoder = wire.Decoder()
        self._next = 1
        self._commands = 0

    def greet(self, limit_ns: int = 5 * SECOND) -> wire.Hello:
        """Wait for the port, ask who is there, and wait for the answer."""
        self.pico.boot()
        self.hello = None
        self.pico.send(wire.hello_request(99))
        end = self.pico.now_ns + limit_ns
        while self.hello is None:
            assert self.pico.now_ns < end, f"no hello; the board said {bytes(self.pico.rx[-500:])!r}"
            self.live(_TURN_NS)
        return self.hello

    def live(self, ns: int) -> None:
        """Let time pass; acknowledge what comes."""
        self.live_until(self.pico.now_ns + ns)

    def live_until(self, t_ns: int) -> None:
        """Let time pass up to a moment."""
        while self.pico.now_ns < t_ns:
            self.pico.run_until(min(t_ns, self.pico.now_ns + _TURN_NS))
            self._hear()

    def live_until_told(self, events: int, rest_ns: int = 60 * MS, limit_ns: int = 3 * SECOND) -> None:
        """Let time pass until so many events have come in all, and ``rest_ns`` more for those that should not."""
        end = self.pico.now_ns + limit_ns
        while len(self.events) < events and self.pico.now_ns < end:
            self.live(_TURN_NS)
        self.live(rest_ns)

    def command(self, op: int, args: bytes) -> None:
        """Give an order."""
        self._commands += 1
        self.pico.send(wire.command(self._commands, op, args))

    def _hear(self) -> None:
        data = bytes(self.pico.rx[self._read :])
        self._read += len(data)
        news = self._decoder.feed(data)
        self.messages += news
        for message in news:
            if isinstance(message, wire.Hello):
                self.hello = message
                self._next = message.first_seq
            elif isinstance(message, wire.Event | wire.Loss) and message.seq == self._next:
                self._next += 1
        if self.hello is not None and any(isinstance(each, wire.Event | wire.Loss) for each in news):
            self.pico.send(wire.ack(self.hello.boot, self._next))

    @property
    def events(self) -> list[wire.Event]:
        """Presses and releases, each number once."""
        unique = {message.seq: message for message in self.messages if isinstance(message, wire.Event)}
        return [unique[seq] for seq in sorted(unique)]

    @property
    def told(self) -> list[Told]:
        """The same as edges."""
        return [
            Told(
                self._first + (each.code & m.INPUT_MASK),
                int(bool(each.code & m.PRESSED)),
                each.index,
                each.t_us,
            )
            for each in self.events
        ]

    @property
    def losses(self) -> list[wire.Loss]:
        """Declared losses."""
        return [message for message in self.messages if isinstance(message, wire.Loss)]

    @property
    def faults(self) -> list[wire.Fault]:
        """Declared faults."""
        return [message for message in self.messages if isinstance(message, wire.Fault)]

    @property
    def last_beat(self) -> wire.Beat:
        """The newest sign of life."""
        return next(message for message in reversed(self.messages) if isinstance(message, wire.Beat))
