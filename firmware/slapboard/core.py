"""The board as a function of time, edges and bytes: no clock, no pins, no port in here."""

import struct

from slapboard import messages
from slapboard.clock64 import Clock64
from slapboard.debounce import AGE_US, NEVER, NUMBER, Debouncer, timing
from slapboard.orders import Orders, Parts
from slapboard.outbox import Outbox
from slapboard.stuck import StuckInputs
from slapboard.wire import MAX_RAW, LineReader, frame, framed, line_length, unframe

RTO_US = 100_000
#: Raw edges wait this long for company, unless something else goes out.
BATCH_US = 20_000
MAX_WAIT_US = 1_000_000
#: Pause before a line is tried again that found no room.
BLOCKED_US = 1_000
#: A stamp may be newer than ``now`` by the time between reading the clock and emptying the capture.
AHEAD_US = 100_000

_EDGES_A_LINE = (MAX_RAW - 2 - 16) // 5
_QUEUE = 8
_FAULTS = 5
_HELLO_SIZE = struct.calcsize(messages.F_HELLO) + struct.calcsize(messages.F_HELLO_MORE)
_BEAT_SIZE = struct.calcsize(messages.F_BEAT) + struct.calcsize(messages.F_BEAT_MORE)
_NEVER = 1 << 62
#: The shortest body of what a host says; a longer one has fields of a later version.
_LEAST = {messages.HELLO_REQ: 6, messages.ACK: 8, messages.PING: 8, messages.CMD: 4}


def _u16(value: int) -> int:
    return value if value < 0xFFFF else 0xFFFF


class Core:
    """One boot of one board.

    ``uid``: 8 bytes, the board's own for ever. ``boot``: u32, new at each start. ``roles``: one byte an
    input, at most 26. ``period_us``: where the raw counter wraps. ``capacity``: places in the outbox.
    ``edges``: send raw edges too. ``capture_us``: by how much a stamp can miss its edge, declared by the capture;
    0 means exact to the microsecond. ``parts``: what the board has besides. ``timings``: (hold-off, confirmation) in us
    an input, else by its role. Raises ValueError on anything else.
    """

    def __init__(
        self,
        uid: bytes,
        boot: int,
        roles: bytes,
        period_us: int = 1 << 32,
        capacity: int = 1024,
        edges: bool = False,
        reset_cause: int = 0,
        capture_us: int = 0,
        parts: "Parts | None" = None,
        timings: "list[tuple[int, int]] | None" = None,
    ) -> None:
        if len(uid) != 8:
            raise ValueError("uid must be 8 bytes, it has %d" % len(uid))
        if len(roles) > messages.MAX_INPUTS:
            raise ValueError("a board has at most %d inputs, not %d" % (messages.MAX_INPUTS, len(roles)))
        if not 0 <= boot <= 0xFFFFFFFF:
            raise ValueError("boot must fit 32 bits, it is %d" % boot)
        if not 4 <= capacity <= 0xFFFF:
            raise ValueError("capacity must be 4..65535, it is %d" % capacity)
        if period_us < 4 * MAX_WAIT_US:
            raise ValueError("period_us must be at least %d, it is %d" % (4 * MAX_WAIT_US, period_us))
        if not 0 <= capture_us <= 0xFFFF:
            raise ValueError("capture_us must fit 16 bits, it is %d" % capture_us)
        self.uid = uid
        self.boot = boot
        self.roles = roles
        self.reset_cause = reset_cause
        self.capture_us = capture_us
        self.parts = parts or Parts()
        self.outbox = Outbox(capacity)
        #: Lines and messages that said nothing to us; damaged messages.
        self.ignored = 0
        self.damaged = 0
        #: For the shell to set: longest time between steps, longest collection (us), temperature (0.01
        #: degrees C).
        self.stall_max_us = 0
        self.gc_max_us = 0
        self.temperature = 0
        #: For the shell to set: a sentence that every new host must be told; logged as an error.
        self.complaint = ""
        self._clock = Clock64(period_us)
        self._debounce = Debouncer(len(roles))
        for number, role in enumerate(roles):
            self._debounce.hold_us[number], self._debounce.confirm_us[number] = (
                timings[number] if timings else timing(role)
            )
        self._stuck = StuckInputs(roles, self._debounce)
        #: What the host wants, for the shell to carry out.
        self.orders = Orders(self._debounce, roles, self.parts, edges)
        self._reader = LineReader()
        self._mask = 0
        self._photos = 0
        for number, role in enumerate(roles):
            if role & messages.ROLE_MASK == messages.ROLE_PHOTO:
                self._photos |= 1 << number
            elif role & messages.ROLE_MASK:
                self._mask |= 1 << number
        self._armed = False
        self._photo_from = -1
        self._word = 0
        self._drained = 0
        self._missed = False  # edges before the next capture
        self._came = 0
        self._index = 0
        self._last_stamp = 0
        #: A host has asked who is here; nothing is said before that.
        self.greeted = False
        self._session = -1
        self._hello_due = False
        self._beat_due = _NEVER
        self._rto_due = _NEVER
        self._pongs: list[tuple[int, int, int, int]] = []  # ping id, t1 low, t2, when to answer
        self._replies: list[bytes] = []  # whole lines: RESULT, LOG
        self._logs_lost = 0
        self._faults = [0] * _FAULTS
        self._faults_said = [0] * _FAULTS
        self._fault_at = [0] * _FAULTS
        self._tx: list[bytes] = []
        self._room = 0
        #: Something waits for room on the line.
        self.blocked = False

    def begin(self, word: int) -> None:
        """The levels before the first step. An input that is active then is held: it gives no press before it has been
        released once."""
        self._word = word
        self._settle(self._mask)

    def photo(self, word: int, raw: int) -> None:
        """The levels right after the photodiode was armed, from a capture that left it out before; ``raw``: the counter
        then. What the capture tells of earlier stamps says nothing of the photodiode."""
        self._word = self._word & ~self._photos | word & self._photos
        self._photo_from = self._clock.extend_stamp(raw)
        self._settle(self._photos)

    def step(
        self, now: int, edges: "list[tuple[int, int]]", rx: bytes, room: int, came: int = -1
    ) -> "tuple[bytes, int]":
        """Live up to ``now``; what to write and how long to sleep at most, in us.

        The shell reads ``rx`` first, then the clock (``now``, raw), then empties the capture (``edges``: (raw
        stamp, word), oldest first; each gets the next capture index). In that order ``now`` is never before
        the arrival of ``rx``, and every edge up to ``now`` is in ``edges``. A negative word is a fault of the
        capture, ``-messages.FAULT_...``: what happened between the entry before and this one is lost, and the next
        one has the levels after it. ``room``: bytes that the line takes without blocking; the answer is not longer
        and holds whole lines only. ``came``: the counter (raw) when the first byte of ``rx`` was there, if that
        holds the end of one line at most.
        """
        t = self._clock.extend_now(now)
        if edges:
            self._capture(t, edges)
        self._drained = t
        self._advance(t)
        if rx:
            self._came = t if came < 0 else min(t, self._clock.extend_stamp(came))
            for line in self._reader.feed(rx):
                self._receive(line, t)
        self._room = room
        self.blocked = False
        tx = b""
        if self.greeted:
            if t >= self._stuck.due:
                for text in self._stuck.look(t):
                    self.log(messages.LOG_WARNING, text)
            self._transmit(t)
            if self._tx:
                tx = b"".join(self._tx)
                self._tx.clear()
        return tx, self._wait(t)

    def log(self, level: int, text: str) -> None:
        """Say something to the host's log, at most 80 bytes of it; dropped and counted when many wait."""
        if len(self._replies) >= _QUEUE:
            self._logs_lost += 1
            return
        body = struct.pack(messages.F_LOG, level, min(self._logs_lost, 255)) + text.encode()[:80]
        self._logs_lost = 0
        self._replies.append(frame(messages.LOG, 0, body))

    def fault(self, code: int, t: "int | None" = None) -> None:
        """Count a fault of the capture; the host is told."""
        self._faults[code] += 1
        self._fault_at[code] = self._clock.now if t is None else t

    def watermark(self, t: int) -> int:
        """The time up to which everything that will ever be numbered has its number.

        One below ``t``: a second edge in the very microsecond of the reading may still come. An unconfirmed
        edge and an undeclared loss hold it back below their stamps.
        """
        mark = min(t, self._debounce.base + self._debounce.earliest_open())
        if self.outbox.lost_events.count:
            mark = min(mark, self.outbox.lost_events.first)
        return mark - 1 if mark > 0 else 0

    # Edges.

    def _capture(self, now: int, edges: "list[tuple[int, int]]") -> None:
        debounce = self._debounce
        extend = self._clock.extend_stamp
        newest = now + AHEAD_US
        for raw, word in edges:
            t = extend(raw)
            if t > newest:
                self.fault(messages.FAULT_STAMP_AHEAD)
                t = now
            if t < self._last_stamp:
                self.fault(messages.FAULT_STAMP_BACKWARDS)
                t = self._last_stamp
            at = t - debounce.base
            if at >= debounce.next_due or at > AGE_US:
                at = self._advance(t)
            if word < 0:
                self.fault(-word if -word < _FAULTS else messages.FAULT_CAPTURE_OVERRUN, t)
                # Every edge up to the reading of the step before had come; so nothing lost lies behind a watermark.
                self.outbox.put_loss(max(self._last_stamp, min(self._drained, t)), t)
                self._last_stamp = t
                self._missed = True
                continue
            if t <= self._photo_from:
                word = word & ~self._photos | self._word & self._photos
            self._last_stamp = t
            index = self._index = self._index + 1 if self._index < 0xFFFFFFFF else 0
            changed = (word ^ self._word) & self._mask
            self._word = word
            tell = debounce.regain if self._missed else debounce.edge
            self._missed = False
            while changed:
                bit = changed & -changed
                changed ^= bit
                number = NUMBER[bit]
                level = 1 if word & bit else 0
                tell(number, level, at, index)
                if self.orders.edges:
                    self.outbox.put_edge(number | level << 7, index, t)

    def _settle(self, mask: int) -> None:
        for number in range(len(self.roles)):
            if mask >> number & 1:
                self._debounce.settle(number, self._word >> number & 1)

    def _arm(self) -> None:
        """The photodiode is listened to, or no longer."""
        self._armed = self.orders.armed
        if self._armed:
            self._mask |= self._photos
        else:
            self._mask &= ~self._photos
        self._settle(self._photos)

    def _advance(self, t: int) -> int:
        """Number what has become known by ``t``; that time as the debouncer's."""
        at = t - self._debounce.base
        if at >= self._debounce.next_due:
            self._debounce.advance(min(at, NEVER - 1))
            for number, level, qual, index, stamp in self._debounce.take():
                self.outbox.put_event(number | level << 7, qual, index, stamp)
        if at > AGE_US:
            self._debounce.rebase(at)
            return 0
        return at

    # Bytes from the host.

    def _receive(self, line: bytes, t: int) -> None:
        raw = unframe(line)
        if raw is None:
            self.ignored += 1
            return
        if not raw:
            self.damaged += 1
            return
        kind = raw[0]
        body = raw[2:]
        size = _LEAST.get(kind)
        if size is None:
            self.ignored += 1
        elif len(body) < size:
            self.damaged += 1
        elif kind == messages.HELLO_REQ:
            self._on_hello_request(body, t)
        elif kind == messages.ACK:
            self._on_ack(raw[1], body, t)
        elif kind == messages.PING:
            self._on_ping(body)
        else:
            self._on_command(body, t)

    def _on_ping(self, body: bytes) -> None:
        t = self._came
        ping_id, t1_low, delay = struct.unpack(messages.F_PING, body[:8])
        if len(self._pongs) >= _QUEUE:
            self._pongs.pop(0)
        self._pongs.append((ping_id, t1_low, t, t + delay))

    def _on_hello_request(self, body: bytes, t: int) -> None:
        _, _, session = struct.unpack(messages.F_HELLO_REQ, body[:6])
        # A host of other versions gets an answer too: it must be able to say why it does not go on.
        if session != self._session:
            self.orders.reset()
            self._arm()
            self._stuck.name_again()
            for start in range(0, len(self.complaint), 80):
                self.log(messages.LOG_ERROR, self.complaint[start : start + 80])
        self._session = session
        self.greeted = True
        self._hello_due = True
        self._pongs.clear()
        self._beat_due = t
        self.outbox.rewind()
        self._rto_due = _NEVER

    def _on_ack(self, flags: int, body: bytes, t: int) -> None:
        boot, number = struct.unpack(messages.F_ACK, body[:8])
        if boot != self.boot:
            self.ignored += 1
            return
        if self.outbox.acknowledge(number):
            self._rto_due = t + RTO_US if self.outbox.sent > self.outbox.first else _NEVER
        if flags & messages.FLAG_GAP:
            self.outbox.rewind()
            self._rto_due = _NEVER

    def _on_command(self, body: bytes, t: int) -> None:
        command, op, size = struct.unpack(messages.F_CMD, body[:4])
        args = body[4 : 4 + size]
        status = messages.STATUS_BAD_ARGUMENT if len(args) != size else self.orders.apply(op, args)
        if self.orders.armed != self._armed:
            self._arm()
        self._beat_due = min(self._beat_due, t + self.orders.beat_us)
        if len(self._replies) < _QUEUE:
            self._replies.append(
                frame(messages.RESULT, 0, struct.pack(messages.F_RESULT, command, status, t))
            )

    # Bytes to the host.

    def _fits(self, size: int) -> bool:
        if self.blocked or size > self._room:
            self.blocked = True
            return False
        self._room -= size
        return True

    def _transmit(self, t: int) -> None:
        if self._hello_due and self._fits(line_length(_HELLO_SIZE + len(self.roles))):
            self._hello_due = False
            self._tx.append(frame(messages.HELLO, 0, self._hello(t)))
        if t >= self._rto_due:
            self.outbox.rewind()
            self._rto_due = _NEVER
        pong_due = bool(self._pongs) and min(p[3] for p in self._pongs) <= t
        if self.outbox.sent < self.outbox.next:
            self._send_numbered(t, pong_due or t >= self._beat_due)
        while self._replies and self._fits(len(self._replies[0])):
            self._tx.append(self._replies.pop(0))
        if self._faults != self._faults_said:
            self._send_faults()
        if pong_due:
            self._send_pongs(t)
        if t >= self._beat_due and self._fits(line_length(_BEAT_SIZE)):
            self._tx.append(frame(messages.BEAT, 0, self._beat(t)))
            self._beat_due = t + self.orders.beat_us

    def _send_numbered(self, t: int, flush: bool) -> None:
        box = self.outbox
        while box.sent < box.next and box.sent - box.first < messages.WINDOW:
            number = box.sent
            count = 1
            raw = box.message(number)
            if not raw:
                raw, count = self._batch(number)
                if not flush and number + count == box.next and t < self._edges_due():
                    return
            if not self._fits(line_length(len(raw) - 2)):
                return
            self._tx.append(framed(raw))
            box.sent += count
            if self._rto_due == _NEVER:
                self._rto_due = t + RTO_US

    def _batch(self, number: int) -> "tuple[bytes, int]":
        """The edges from ``number`` on that fit one line, as EVENTS, and how many they are."""
        box = self.outbox
        parts: list[bytes] = []
        t0 = index0 = last = 0
        while len(parts) < _EDGES_A_LINE and number < box.next and box.holds_edge(number):
            code, _, index, stamp = box.edge(number)
            if not parts:
                t0 = stamp
                index0 = last = index
            after = stamp - t0
            if after >= 1 << 24 or not 0 <= index - last <= 255:
                break
            parts.append(struct.pack(messages.F_EDGE, after & 0xFFFF, after >> 16, code, index - last))
            last = index
            number += 1
        head = struct.pack(messages.F_EVENTS, number - len(parts), index0, t0)
        return bytes((messages.EVENTS, 0)) + head + b"".join(parts), len(parts)

    def _edges_due(self) -> int:
        """When the edges that wait for company go out without it."""
        box = self.outbox
        if box.sent >= box.next or not box.holds_edge(box.sent):
            return _NEVER
        return box.edge(box.sent)[3] + BATCH_US

    def _send_faults(self) -> None:
        for code, count in enumerate(self._faults):
            if count != self._faults_said[code] and self._fits(line_length(13)):
                self._faults_said[code] = count
                body = struct.pack(messages.F_FAULT, code, count & 0xFFFFFFFF, self._fault_at[code])
                self._tx.append(frame(messages.FAULT, 0, body))

    def _send_pongs(self, t: int) -> None:
        waiting = []
        for pong in self._pongs:
            ping_id, t1_low, t2, due = pong
            if due > t or not self._fits(line_length(30)):
                waiting.append(pong)
                continue
            body = struct.pack(
                messages.F_PONG,
                ping_id,
                t1_low,
                t2,
                min(t - t2, 0xFFFFFFFF),
                self.watermark(t),
                self.outbox.next,
            )
            self._tx.append(frame(messages.PONG, 0, body))
        self._pongs = waiting

    def _hello(self, t: int) -> bytes:
        major, minor, patch = messages.VERSION
        return (
            struct.pack(
                messages.F_HELLO,
                messages.PROTO,
                self.capture_us,
                self.uid,
                self.boot,
                major,
                minor,
                patch,
                self._session,
                t,
                self.outbox.first,
                self.outbox.next,
                self.outbox.capacity,
                self.reset_cause,
                len(self.roles),
            )
            + self.roles
            + struct.pack(
                messages.F_HELLO_MORE,
                self.parts.capture,
                messages.HELLO_SETTINGS_REFUSED if self.parts.refused else 0,
                self.parts.build,
                self.parts.lights,
            )
        )

    def _beat(self, t: int) -> bytes:
        return struct.pack(
            messages.F_BEAT,
            self.watermark(t),
            self.outbox.next,
            self.outbox.first,
            self._debounce.pressed,
            _u16(self.outbox.lost_events.total + self.outbox.lost_edges.total),
            _u16(self.damaged),
            _u16(self.ignored + self._reader.ignored),
            _u16(self._debounce.glitches),
            _u16(self.stall_max_us),
            _u16(self.gc_max_us),
            self.temperature,
        ) + struct.pack(messages.F_BEAT_MORE, self._stuck.bits)

    def _wait(self, t: int) -> int:
        wait = self._debounce.next_due - (t - self._debounce.base)
        if wait > MAX_WAIT_US:
            wait = MAX_WAIT_US
        if self.greeted:
            if self.blocked:
                wait = min(wait, BLOCKED_US)
            else:
                wait = min(wait, min(self._beat_due, self._rto_due, self._edges_due()) - t)
                for pong in self._pongs:
                    wait = min(wait, pong[3] - t)
        return wait if wait > 0 else 0
