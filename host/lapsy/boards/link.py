"""One port's link to a board, sans-I/O: time and bytes come in as arguments, events and bytes go out.

It asks the board who it is until it answers, hands out every numbered event once and in order, and lets the
board send again what the cable lost. It never acknowledges by itself: that is the table's word, after the
journal.
"""

from __future__ import annotations

import struct
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lapsy.boards import events, wire
from lapsy.boards.firmware import messages

if TYPE_CHECKING:
    from collections.abc import Mapping

HELLO_REPEAT_US = 200_000
#: No answer to the first request for so long: somebody should know.
HELLO_LIMIT_US = 1_000_000
#: A board that was there and says nothing for so long is silent (it beats every 100 ms).
SILENT_US = 1_000_000
COMMAND_REPEAT_US = 200_000
COMMAND_LIMIT_US = 2_000_000
_PINGS_KEPT = 256
_RTT_DEFAULT_US = 20_000
_RTT_LEAST_US = 2_000
_RTT_MOST_US = 100_000

_STATUS = {
    messages.STATUS_OK: "done",
    messages.STATUS_UNKNOWN: "unknown",
    messages.STATUS_BAD_ARGUMENT: "refused",
    messages.STATUS_ABSENT: "absent",
}
_FAULTS = {
    messages.FAULT_STAMP_BACKWARDS: "The capture gave a stamp older than the one before it.",
    messages.FAULT_STAMP_AHEAD: "The capture gave a stamp ahead of the clock.",
    messages.FAULT_CAPTURE_OVERRUN: "The capture was not emptied in time and lost edges.",
    messages.FAULT_CAPTURE_STALL: "Edges came faster than the capture could store them, and some are lost.",
}


@dataclass(slots=True)
class _Command:
    number: int
    subject: tuple[int, bytes]
    line: bytes
    since_us: int
    repeat_us: int | None = None  # None: not sent yet


def _subject(op: int, args: bytes) -> tuple[int, bytes]:
    """What a command sets: a newer one of the same subject supersedes it."""
    return op, args[:1] if op == messages.OP_INPUT else b""


class Link:
    """``session``: u32, names this host to the board. ``resume``: (uid, boot) -> next number that the journal
    lacks."""

    def __init__(self, session: int, resume: Mapping[tuple[str, int], int] | None = None) -> None:
        self._session = session & 0xFFFFFFFF
        self._expected: dict[tuple[str, int], int] = dict(resume or {})
        self._acked: dict[tuple[str, int], int] = dict(resume or {})
        self._decoder = wire.Decoder()
        self._out: list[bytes] = []
        self._open = False
        self._board: tuple[str, int] | None = None  # who answered since the port was opened
        self._last_board: tuple[str, int] | None = None  # for naming who is silent
        self._roles = b""
        self._limit_us: int | None = None  # when to say that nobody answers
        self._ask_us: int | None = None  # when to ask (again)
        self._heard_us = 0
        self._silent = ""  # the reason that was given, while it holds
        self._ack_due = False
        self._duplicate = False
        self._gap = False
        self._gap_us: int | None = None
        self._rtt_us = _RTT_DEFAULT_US
        # Regular pings have even numbers, those aside odd ones: neither counts on how many of the others there were.
        self._ping_ids = [0, 1]
        self._pings: tuple[dict[int, int], dict[int, int]] = ({}, {})  # number -> when it was sent
        self._command_id = 0
        self._commands: deque[_Command] = deque()
        self._ended: list[events.Event] = []
        #: Sound messages that nobody here understands, or that came before the board's answer.
        self.skipped = 0
        self.duplicates = 0
        #: How often the board was asked to send again what the cable had lost.
        self.resends = 0
        #: The newest beat, for its counters.
        self.last_beat: wire.Beat | None = None

    # The port.

    def opened(self, now_us: int) -> None:
        """The port is open: ask who is there."""
        self._open = True
        self._board = None
        self._decoder.reset()
        self._out.clear()
        self.forget_pings()
        self._limit_us = now_us + HELLO_LIMIT_US
        self._ask(now_us)

    def closed(self, now_us: int) -> list[events.Event]:
        """The port is gone. What was to be written is forgotten; numbers and commands wait for the next
        opening."""
        if not self._open:
            return []
        del now_us  # nothing here depends on it; every entry has it
        self._open = False
        self._board = None
        self._ask_us = self._limit_us = None
        self._out.clear()
        self.forget_pings()
        self._ack_due = False
        if self._commands:
            self._commands[0].repeat_us = None
        return self._fall_silent("The board was unplugged, or its port closed: plug it in again.")

    @property
    def board(self) -> tuple[str, int] | None:
        """(uid, boot) of the board that answered since the port was opened."""
        return self._board

    @property
    def next_seq(self) -> Mapping[tuple[str, int], int]:
        """(uid, boot) -> the next number that is new here."""
        return self._expected

    @property
    def damaged(self) -> int:
        """Lines that began like a message and were none."""
        return self._decoder.damaged

    @property
    def wake_us(self) -> int | None:
        """When ``tick`` has something to do, on the host's clock; None while the port is closed."""
        if not self._open:
            return None
        due = []
        if self._ended:
            due.append(self._heard_us)
        if self._ask_us is not None:
            due.append(self._ask_us)
        if self._limit_us is not None:
            due.append(self._limit_us)
        if self._board is not None:
            if not self._silent:
                due.append(self._heard_us + SILENT_US)
            if self._commands:
                first = self._commands[0]
                due.append(first.since_us if first.repeat_us is None else first.repeat_us)
                due.append(first.since_us + COMMAND_LIMIT_US)
        return min(due) if due else None

    def take(self) -> bytes:
        """What to write now."""
        if self._ack_due and self._board is not None:
            self._out.append(wire.ack(self._board[1], self._acked[self._board]))
        self._ack_due = False
        out = b"".join(self._out)
        self._out.clear()
        return out

    # What the table asks for.

    def acknowledge(self, uid: str, boot: int, next_seq: int) -> None:
        """Everything of this board below ``next_seq`` is in the journal.

        Raises ValueError for numbers that this link never handed out.
        """
        key = (uid, boot)
        if next_seq > self._expected.get(key, 1):
            raise ValueError(f"{uid}: number {next_seq - 1} was never received, it cannot be acknowledged.")
        if next_seq > self._acked.get(key, 1):
            self._acked[key] = next_seq
            self._ack_due = self._ack_due or key == self._board

    def ping(self, now_us: int, reply_delay_us: int = 0, *, aside: bool = False) -> None:
        """Ask for clock and watermark; a ``Mark`` answers. Without a board this does nothing.

        ``aside``: for the watermark alone; it takes no number and no place of the regular pings.
        """
        if self._board is None:
            return
        number = self._ping_ids[aside] = (self._ping_ids[aside] + 2) & 0xFFFF
        pings = self._pings[aside]
        pings[number] = now_us
        if len(pings) > _PINGS_KEPT:
            del pings[next(iter(pings))]
        self._out.append(wire.ping(number, now_us, reply_delay_us))

    def forget_pings(self) -> None:
        """What is on its way measures nothing any more: the host's clock was stopped or set."""
        for pings in self._pings:
            pings.clear()

    def command(self, now_us: int, op: int, args: bytes = b"") -> int:
        """Have ``messages.OP_...`` carried out; a ``Result`` with the returned number tells the end.

        One command is on the line at a time, so that they take effect in order; one that still waits is
        superseded by a newer one of the same kind.
        """
        flying = bool(self._commands) and self._commands[0].repeat_us is not None
        for waiting in list(self._commands)[1 if flying else 0 :]:
            if waiting.subject == _subject(op, args):
                self._commands.remove(waiting)
                self._end_command(waiting, "superseded", None)
        self._command_id = (self._command_id + 1) & 0xFFFF
        line = wire.command(self._command_id, op, args)
        self._commands.append(_Command(self._command_id, _subject(op, args), line, now_us))
        self._send_command(now_us)
        return self._command_id

    def set_hold_off(self, now_us: int, hold_us: int) -> int:
        """Change the hold-off of all buttons after a press or release (LS-14): 2,000 to 500,000 us."""
        return self.command(now_us, messages.OP_HOLD_OFF, hold_us.to_bytes(4, "little"))

    def set_beat(self, now_us: int, period_us: int) -> int:
        """Change the beat's period: 10,000 to 500,000 us."""
        return self.command(now_us, messages.OP_BEAT, period_us.to_bytes(4, "little"))

    def set_edges(self, now_us: int, on: bool) -> int:
        """Have raw edges sent, or not."""
        return self.command(now_us, messages.OP_EDGES, bytes((on,)))

    def set_lights(self, now_us: int, modes: bytes) -> int:
        """What the lights say: a ``messages.LIGHT_...`` each, from the first on; the others stay as they are."""
        return self.command(now_us, messages.OP_LIGHTS, modes)

    def buzz(self, now_us: int, hertz: int, length_ms: int) -> int:
        """Sound the buzzer: 20 to 20,000 Hz for up to 5,000 ms; 0 Hz for silence."""
        return self.command(now_us, messages.OP_BUZZ, struct.pack("<HH", hertz, length_ms))

    def arm(self, now_us: int, on: bool) -> int:
        """Listen to the photodiode, or not. A new session begins with not."""
        return self.command(now_us, messages.OP_ARM, bytes((on,)))

    def sync(self, now_us: int, period_us: int) -> int:
        """Drive a pulse on the sync wire each 100,000 to 10,000,000 us; 0 leaves the wire alone."""
        return self.command(now_us, messages.OP_SYNC, period_us.to_bytes(4, "little"))

    def set_input(self, now_us: int, number: int, hold_us: int, confirm_us: int) -> int:
        """Change one input's hold-off (2,000 to 500,000 us) and confirmation time (1 to 2,000 us)."""
        return self.command(now_us, messages.OP_INPUT, struct.pack("<BIH", number, hold_us, confirm_us))

    def to_repl(self, now_us: int) -> int:
        """Send the board into its REPL for an update; it stops being a board."""
        return self.command(now_us, messages.OP_REPL, messages.REPL_KEY)

    # Time and bytes.

    def tick(self, now_us: int) -> list[events.Event]:
        """What falls due by time alone."""
        out = self._take_ended()
        if not self._open:
            return out
        if self._limit_us is not None and now_us >= self._limit_us:
            self._limit_us = None
            out += self._fall_silent(
                "No board answers on this port: is it a slap board, and does its firmware run?"
            )
        if self._board is not None and not self._silent and now_us - self._heard_us >= SILENT_US:
            out += self._fall_silent(
                "The board is connected and says nothing: unplug it and plug it in again."
            )
            self._ask_us = now_us
        if self._ask_us is not None and now_us >= self._ask_us:
            self._ask(now_us)
        if self._board is not None and self._commands:
            first = self._commands[0]
            if now_us - first.since_us >= COMMAND_LIMIT_US:
                self._commands.popleft()
                self._end_command(first, "no answer", None)
                out += self._take_ended()
            self._send_command(now_us)
        return out

    def feed(self, now_us: int, data: bytes) -> list[events.Event]:
        """What these bytes, read at ``now_us``, say."""
        out = self._take_ended()
        if not self._open:
            return out
        for message in self._decoder.feed(data):
            self._message(now_us, message, out)
        if self._gap:
            self._ask_again(now_us)
        if self._duplicate and self._board is not None and self._acked.get(self._board, 1) > 1:
            self._ack_due = True
        self._gap = self._duplicate = False
        return out

    # Inside.

    def _message(self, now_us: int, message: wire.Message, out: list[events.Event]) -> None:
        if isinstance(message, wire.Text):
            out.append(events.Text(message.line))
            return
        if isinstance(message, wire.Hello):
            self._hello(now_us, message, out)
            return
        if self._board is None or isinstance(message, wire.Unknown):
            self.skipped += 1
            return
        uid, boot = self._board
        self._heard_us = now_us
        self._wake_up(out)
        match message:
            case wire.Event():
                if self._new(message.seq, 1) < 1:
                    out.append(self._press(uid, boot, message))
            case wire.Batch():
                skip = self._new(message.seq, len(message.edges))
                if skip < len(message.edges):
                    out.append(self._edges(uid, boot, message, skip))
            case wire.Loss(seq, what, count, from_us, to_us):
                if self._new(seq, 1) < 1:
                    edges = what == messages.LOST_EDGES
                    out.append(events.Loss(uid, boot, seq, from_us, to_us, count, edges))
            case wire.Beat():
                self.last_beat = message
                out.append(self._mark(message.t_us, message.next_seq, None, message.pressed, message.stuck))
            case wire.Pong():
                out.append(self._mark(message.t_us, message.next_seq, ping=self._answered(now_us, message)))
            case wire.Result():
                self._result(message, now_us)
                out += self._take_ended()
            case wire.Log(level, lost, text):
                out.append(events.Text(f"({lost} lines lost) {text}" if lost else text, level))
            case wire.Fault(code, count, t_us):
                reason = _FAULTS.get(code, f"The board reports fault {code}.")
                out.append(events.Fault(uid, boot, code, count, t_us, reason))

    def _hello(self, now_us: int, hello: wire.Hello, out: list[events.Event]) -> None:
        if hello.session != self._session:
            self.skipped += 1  # the answer to an earlier host, left in the cable
            return
        if hello.proto != messages.PROTO:
            self._limit_us = None
            out += self._fall_silent(
                f"The board's firmware speaks protocol {hello.proto}, this host {messages.PROTO}: "
                "update the older one.",
                hello.proto,
            )
            return
        key = (hello.uid.hex(), hello.boot)
        self._heard_us = now_us
        self._limit_us = None
        if hello.next_seq < self._expected.get(key, 1):
            # Its numbers would name two presses each: nothing it says can be used until it has a new boot id.
            self._board = None
            out += self._fall_silent(
                "The board counts again from a number it gave before: unplug it and plug it in again."
            )
            return
        if key != self._board:
            self._greet(key, hello, out)
        self._wake_up(out)
        self._send_command(now_us)

    def _greet(self, key: tuple[str, int], hello: wire.Hello, out: list[events.Event]) -> None:
        known = key in self._expected
        self._board = self._last_board = key
        self._roles = hello.roles
        self.forget_pings()
        self._gap_us = None
        out.append(
            events.Hello(
                *key,
                hello.roles,
                hello.now_us,
                hello.first_seq,
                hello.next_seq,
                ".".join(map(str, hello.version)),
                hello.reset_cause,
                not known,
                hello.capture_us,
                "unknown" if hello.capture is None else events.CAPTURES.get(hello.capture, "unknown"),
                hello.build.hex() if any(hello.build) else "",
                hello.lights,
                bool(hello.flags & messages.HELLO_SETTINGS_REFUSED),
            )
        )
        expected = self._expected.setdefault(key, 1)
        self._acked.setdefault(key, 1)
        if hello.first_seq > expected:
            out.append(events.Gap(*key, expected, hello.first_seq - 1))
            self._expected[key] = hello.first_seq
        self._ack_due = self._acked[key] > hello.first_seq
        if self._commands:
            self._commands[0].repeat_us = None

    def _new(self, seq: int, count: int) -> int:
        """Account for numbers ``seq`` .. ``seq + count - 1``: how many at their beginning to skip."""
        assert self._board is not None
        expected = self._expected[self._board]
        if seq > expected:
            self._gap = True
            return count
        if seq + count <= expected:
            self._duplicate = True
            self.duplicates += count
            return count
        self._expected[self._board] = seq + count
        return expected - seq

    def _press(self, uid: str, boot: int, event: wire.Event) -> events.Press:
        number = event.code & messages.INPUT_MASK
        role = self._roles[number] if number < len(self._roles) else messages.ROLE_NONE
        return events.Press(
            uid,
            boot,
            event.seq,
            event.index,
            number,
            events.role_name(role),
            events.role_group(role),
            event.t_us,
            bool(event.code & messages.PRESSED),
            bool(event.qual & messages.QUAL_REPAIRED),
        )

    def _edges(self, uid: str, boot: int, batch: wire.Batch, skip: int) -> events.Edges:
        edges = tuple(
            events.Edge(index, code & messages.INPUT_MASK, t_us, bool(code & messages.PRESSED))
            for index, code, t_us in batch.edges[skip:]
        )
        return events.Edges(uid, boot, batch.seq + skip, edges)

    def _mark(
        self,
        t_us: int,
        next_seq: int,
        ping: events.Ping | None = None,
        pressed: int | None = None,
        stuck: int = 0,
    ) -> events.Mark:
        assert self._board is not None
        complete = self._expected[self._board] >= next_seq
        if not complete and next_seq - self._acked[self._board] <= messages.WINDOW:
            self._gap = True  # the board sent what is missing before this, and the cable keeps the order
        return events.Mark(*self._board, t_us, next_seq, complete, ping, pressed, stuck)

    def _answered(self, now_us: int, pong: wire.Pong) -> events.Ping | None:
        aside = bool(pong.ping_id & 1)
        t1_us = self._pings[aside].pop(pong.ping_id, None)
        if t1_us is None or t1_us & 0xFFFFFFFF != pong.t1_low:
            return None  # a copy, or an answer to somebody else: never a measurement
        self._rtt_us = min(max(now_us - t1_us, _RTT_LEAST_US), _RTT_MOST_US)
        return events.Ping(t1_us, pong.t2_us, pong.t2_us + pong.hold_us, now_us, aside)

    def _result(self, result: wire.Result, now_us: int) -> None:
        if not self._commands or self._commands[0].number != result.command:
            return  # a copy
        status = _STATUS.get(result.status, "refused")
        self._end_command(self._commands.popleft(), status, result.t_us)
        self._send_command(now_us)

    def _end_command(self, command: _Command, status: str, t_us: int | None) -> None:
        uid, boot = self._board or (None, None)
        self._ended.append(events.Result(uid, boot, command.number, status, t_us))

    def _take_ended(self) -> list[events.Event]:
        ended, self._ended = self._ended, []
        return ended

    def _send_command(self, now_us: int) -> None:
        if self._board is None or not self._commands:
            return
        first = self._commands[0]
        if first.repeat_us is None:
            first.since_us = now_us
        elif now_us < first.repeat_us:
            return
        first.repeat_us = now_us + COMMAND_REPEAT_US
        self._out.append(first.line)

    def _ask(self, now_us: int) -> None:
        self._ask_us = now_us + HELLO_REPEAT_US
        self._out.append(wire.hello_request(self._session))

    def _ask_again(self, now_us: int) -> None:
        """Tell the board of missing numbers, at most once in a round trip."""
        if self._board is None or (self._gap_us is not None and now_us - self._gap_us < self._rtt_us):
            return
        self._gap_us = now_us
        self.resends += 1
        self._ack_due = False
        self._out.append(wire.ack(self._board[1], self._acked[self._board], gap=True))

    def _fall_silent(self, reason: str, protocol: int | None = None) -> list[events.Event]:
        if reason == self._silent:
            return []
        self._silent = reason
        uid, boot = self._board or self._last_board or (None, None)
        return [events.Silent(uid, boot, reason, protocol)]

    def _wake_up(self, out: list[events.Event]) -> None:
        assert self._board is not None
        self._ask_us = None
        if self._silent:
            self._silent = ""
            out.append(events.Back(*self._board))
