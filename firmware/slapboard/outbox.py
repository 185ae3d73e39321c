"""Numbered messages, kept until the host has acknowledged them.

Full means: the oldest stay, the newest are refused, and the loss is declared by a numbered LOSS as soon as a
place is free. Slots are allocated once.
"""

import struct

from slapboard import messages

_SLOT = 1 + 21  # type, and the longest body without its number (F_LOSS_BODY)


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
        self._declare()
        if self.lost_events.count or self.next - self.first >= self.capacity:
            self.lost_events.add(t)
        else:
            self._put(messages.EVENT, struct.pack(messages.F_EVENT_BODY, code, qual, index, t))

    def put_edge(self, code: int, index: int, t: int) -> None:
        """Keep a raw edge. Edges take no more than half of the places: presses matter more."""
        self._declare()
        if self.lost_edges.count or self.next - self.first >= self.capacity >> 1:
            self.lost_edges.add(t)
        else:
            self._put(messages.EVENTS, struct.pack(messages.F_EVENT_BODY, code, 0, index, t))

    def put_loss(self, first: int, last: int) -> None:
        """Declare that presses between two stamps may be missing, nobody knows how many: counted as one."""
        self._declare()
        if self.lost_events.count or self.next - self.first >= self.capacity:
            self.lost_events.add(first)
            self.lost_events.last = max(self.lost_events.last, last)
        else:
            self.lost_events.total += 1
            self._put(messages.LOSS, struct.pack(messages.F_LOSS_BODY, messages.LOST_EVENTS, 1, first, last))

    def acknowledge(self, number: int) -> bool:
        """Free everything below ``number``. False when that number cannot be (another life, or old news)."""
        if not self.first < number <= self.next:
            return False
        self.first = number
        if self.sent < number:
            self.sent = number
        self._declare()
        return True

    def rewind(self) -> None:
        """Send again from the oldest."""
        self.sent = self.first

    def kind(self, number: int) -> int:
        """The type of a kept entry."""
        return self._slots[number % self.capacity * _SLOT]

    def body(self, number: int, size: int) -> bytes:
        """The body of a kept entry, without its number."""
        at = number % self.capacity * _SLOT + 1
        return bytes(self._slots[at : at + size])

    def _declare(self) -> None:
        for loss, limit in ((self.lost_events, self.capacity), (self.lost_edges, self.capacity >> 1)):
            if loss.count and self.next - self.first < limit:
                self._put(
                    messages.LOSS,
                    struct.pack(messages.F_LOSS_BODY, loss.what, loss.count, loss.first, loss.last),
                )
                loss.clear()

    def _put(self, kind: int, body: bytes) -> None:
        at = self.next % self.capacity * _SLOT
        self._slots[at] = kind
        self._slots[at + 1 : at + 1 + len(body)] = body
        self.next += 1
