"""Numbered messages, kept until the host has acknowledged them.

Full means: the oldest stay, the newest are refused, and the loss is declared by a numbered LOSS as soon as a
place is free. Slots are allocated once.
"""

import struct

from slapboard import messages

#: Messages as they lie in a slot: type, flags, number, body.
_EVENT = "<BBI" + messages.F_EVENT_BODY[1:]
_LOSS = "<BBI" + messages.F_LOSS_BODY[1:]
_EVENT_SIZE = struct.calcsize(_EVENT)
_SLOT = struct.calcsize(_LOSS)
_NUMBERED = 6  # type, flags and number


class Loss:
    """What was refused since the last declaration: how many, and between which stamps."""

    def __init__(self, what: int) -> None:
        self.what = what
        self.total = 0
        self.clear()

    def clear(self) -> None:
        """Declared: start again."""
        self.count = 0
        self.first = 0
        self.last = 0

    def add(self, t: int) -> None:
        """One more, with its stamp."""
        if not self.count or t < self.first:
            self.first = t
        if not self.count or t > self.last:
            self.last = t
        self.count += 1
        self.total += 1


class Outbox:
    """A ring of numbered slots: ``first`` <= ``sent`` <= ``next``; numbers start at 1 in each boot."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.first = 1  # the oldest that is not acknowledged
        self.next = 1  # the number that the next entry gets
        self.sent = 1  # the next to go over the line
        self.lost_events = Loss(messages.LOST_EVENTS)
        self.lost_edges = Loss(messages.LOST_EDGES)
        self._slots = bytearray(capacity * _SLOT)

    def put_event(self, code: int, qual: int, index: int, t: int) -> None:
        """Keep a press or a release, or count it as lost."""
        if self.lost_events.count or self.next - self.first >= self.capacity:
            self.lost_events.add(t)
        else:
            self._put(_EVENT, messages.EVENT, code, qual, index, t)

    def put_edge(self, code: int, index: int, t: int) -> None:
        """Keep a raw edge. Edges take no more than half of the places: presses matter more."""
        if self.lost_edges.count or self.next - self.first >= self.capacity >> 1:
            self.lost_edges.add(t)
        else:
            self._put(_EVENT, messages.EVENTS, code, 0, index, t)

    def put_loss(self, first: int, last: int) -> None:
        """Declare that presses between two stamps may be missing, nobody knows how many: counted as one."""
        if self.lost_events.count or self.next - self.first >= self.capacity:
            self.lost_events.add(first)
            self.lost_events.last = max(self.lost_events.last, last)
        else:
            self.lost_events.total += 1
            self._put(_LOSS, messages.LOSS, messages.LOST_EVENTS, 1, first, last)

    def acknowledge(self, number: int) -> bool:
        """Free everything below ``number``. False when that number cannot be (another life, or old news)."""
        if not self.first < number <= self.next:
            return False
        self.first = number
        if self.sent < number:
            self.sent = number
        if self.lost_events.count or self.lost_edges.count:
            self._declare()
        return True

    def rewind(self) -> None:
        """Send again from the oldest."""
        self.sent = self.first

    def holds_edge(self, number: int) -> bool:
        """Whether a kept entry is a raw edge."""
        return self._slots[number % self.capacity * _SLOT] == messages.EVENTS

    def message(self, number: int) -> bytes:
        """A kept press, release or loss: type, flags, number and body. Of a raw edge nothing."""
        at = number % self.capacity * _SLOT
        kind = self._slots[at]
        if kind == messages.EVENTS:
            return b""
        return bytes(self._slots[at : at + (_EVENT_SIZE if kind == messages.EVENT else _SLOT)])

    def edge(self, number: int) -> "tuple[int, int, int, int]":
        """A kept raw edge: code, qual, capture index, stamp."""
        at = number % self.capacity * _SLOT + _NUMBERED
        return struct.unpack_from(messages.F_EVENT_BODY, self._slots, at)

    def _declare(self) -> None:
        """Places became free; nothing else ever makes room for a declaration."""
        for loss, limit in ((self.lost_events, self.capacity), (self.lost_edges, self.capacity >> 1)):
            if loss.count and self.next - self.first < limit:
                self._put(_LOSS, messages.LOSS, loss.what, loss.count, loss.first, loss.last)
                loss.clear()

    def _put(self, form: str, kind: int, first: int, second: int, third: int, fourth: int) -> None:
        """Keep a message whose body has these four fields."""
        number = self.next
        # (To assign a slice would move all that lies behind it: 2 ms on a Pico.)
        at = number % self.capacity * _SLOT
        struct.pack_into(form, self._slots, at, kind, 0, number, first, second, third, fourth)
        self.next = number + 1
