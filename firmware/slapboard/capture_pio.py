"""Stamps made by PIO and DMA: no processor between an edge and its stamp.

A state machine compares the whole run of inputs with the word before, at least every six clocks (48 ns), and pushes
each new word. One DMA channel copies it into a ring and sets off a second one, which copies the 1 MHz timer into
another ring. Entry by entry the two rings are the edges in their true order; inputs that change within one look share
an entry.

RP2040: tested in emulators. RP2350: compiles and knows that chip's addresses; never run.
"""

import sys
import time

import machine
import rp2
import uctypes

from slapboard import messages

#: State machine 0 of PIO 0. The lights use PIO 1.
_MACHINE = 0
_PIO = 0x50200000
_FDEBUG = _PIO + 0x08
_RX_FIFO = _PIO + 0x20
_INSTRUCTIONS = _PIO + 0x48
_ADDRESS = _PIO + 0xD4
_EXECUTE = _PIO + 0xD8
#: Sticky: the machine waited because its queue was full.
_RX_STALLED = 1 << _MACHINE
#: How the machine asks DMA to take a word, and a request that is always granted.
_REQUEST = 4
_AT_ONCE = 0x3F
_LEVELS = 0xD0000004
#: The low word of the running timer; ``time.ticks_us`` reads the same one.
_TIMER = 0x400B0028 if "RP2350" in sys.implementation._machine else 0x40054028

#: In the program: where it looks first, and which instruction says how many pins count.
_LOOK = 2
_IN = 3
_IN_PINS = 0x4000

_ENTRIES = 2_048
_RING_BITS = 13
_RING_BYTES = 1 << _RING_BITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NOTHING: "list[tuple[int, int]]" = []


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT)  # type: ignore[untyped-decorator, unused-ignore]
def _changes() -> None:
    """Y: the word before. Six clocks from look to look after a change, four without one."""
    label("changed")  # type: ignore[name-defined]  # noqa: F821
    mov(y, x)  # type: ignore[name-defined]  # noqa: F821
    push(block)  # type: ignore[name-defined]  # noqa: F821
    wrap_target()  # type: ignore[name-defined]  # noqa: F821
    mov(isr, null)  # type: ignore[name-defined]  # noqa: F821
    in_(pins, 1)  # type: ignore[name-defined]  # noqa: F821  # patched: as many as count
    mov(x, isr)  # type: ignore[name-defined]  # noqa: F821
    jmp(x_not_y, "changed")  # type: ignore[name-defined]  # noqa: F821
    wrap()  # type: ignore[name-defined]  # noqa: F821


def _aim(copier: "Any", source: int, ring: int, request: int, then: "Any") -> None:
    """Have a DMA channel copy one word from a register into a ring when asked, and then set off the other channel."""
    copier.config(
        read=source,
        write=ring,
        count=1,
        ctrl=copier.pack_ctrl(
            size=2,
            inc_read=False,
            ring_sel=True,
            ring_size=_RING_BITS,
            treq_sel=request,
            chain_to=then.channel,
            high_pri=True,
        ),
    )


class PioCapture:
    """The run of inputs from ``first`` on. Takes state machine 0 of PIO 0 and two DMA channels."""

    kind = messages.CAPTURE_PIO
    #: Exact to the microsecond: a stamp is cut off, up to 1 us early, and at most half a one late (four words in the queue
    #: and the two copies). Entries are in the true order of the edges.
    bound_us = 0
    period_us = 1 << 30

    def __init__(self, first: int, count: int, inverted: int, photo: bool) -> None:
        self._first = first
        self._count = count
        self._inverted = inverted
        self._armed = count - 1 if photo else count  # inputs that count now
        self._mask = (1 << self._armed) - 1
        self._pins = [
            machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP) for gpio in range(first, first + count)
        ]
        memory = bytearray(3 * _RING_BYTES)  # two rings, wherever their alignment falls
        self._memory = memory
        self._words_at = (uctypes.addressof(memory) + _RING_BYTES - 1) & -_RING_BYTES
        self._stamps_at = self._words_at + _RING_BYTES
        # As halves: a whole word may be too large for a small integer, and reading it would allocate.
        halves = (uctypes.ARRAY | 0, uctypes.UINT16 | 2 * _ENTRIES)
        self._words: Any = uctypes.struct(self._words_at, halves, uctypes.NATIVE)
        self._stamps: Any = uctypes.struct(self._stamps_at, halves, uctypes.NATIVE)
        self._machine = rp2.StateMachine(_MACHINE)
        self._word_copier: Any = rp2.DMA()  # (the stubs lack its attributes)
        self._stamp_copier: Any = rp2.DMA()
        self._tail = 0  # the next entry to drain
        self._last_low = 0  # the stamp of the entry before it, to notice that it was written over
        self._last_high = 0
        self._in = 0
        self._early: list[tuple[int, int]] = []  # drained by ``arm``

    def start(self) -> int:
        """Begin; the levels now."""
        self._stop()
        machine_ = self._machine
        machine_.init(_changes, freq=machine.freq(), in_base=self._pins[0])
        offset = machine.mem32[_ADDRESS]
        self._in = _INSTRUCTIONS + 4 * (offset + _IN)
        machine.mem32[self._in] = _IN_PINS | self._armed
        words, stamps = self._word_copier, self._stamp_copier
        _aim(words, _RX_FIFO, self._words_at, _REQUEST, stamps)
        _aim(stamps, _TIMER, self._stamps_at, _AT_ONCE, words)
        self._tail = 0
        self._remember(_ENTRIES - 1)
        machine.mem32[_FDEBUG] = _RX_STALLED
        raw = self._raw()
        machine_.put(raw)
        machine_.exec("pull()")
        machine_.exec("mov(y, osr)")
        machine.mem32[_EXECUTE] = offset + _LOOK  # a jump: the first look is not a change
        words.active(1)
        machine_.active(1)
        return (raw ^ self._inverted) & self._mask

    def now(self) -> int:
        """The counter."""
        return time.ticks_us()  # type: ignore[return-value]  # an int, opaque in the stubs

    def drain(self) -> "list[tuple[int, int]]":
        """The changes since the last call."""
        if self._early:
            early, self._early = self._early, []
            return early + self._drain()
        return self._drain()

    def arm(self, on: bool) -> int:
        """Let the photodiode count, or no longer; the levels now.

        (A change of the photodiode within some ten microseconds of this call is told with the next one.)
        """
        self._early += self._drain()
        before = self._mask
        self._armed = self._count if on else min(self._armed, self._count - 1)
        machine.mem32[self._in] = _IN_PINS | self._armed
        after = (1 << self._armed) - 1
        # The words pushed about now may be of either kind, and a bit that was left out says nothing.
        self._mask = before & after
        self._early += self._drain()
        self._mask = after
        return (self._raw() ^ self._inverted) & after

    def close(self) -> None:
        """Stop, and give the state machine and the channels back."""
        self._stop()
        self._word_copier.close()
        self._stamp_copier.close()

    def _stop(self) -> None:
        self._machine.active(0)
        for _ in range(2):  # a channel that was just finishing sets off the other one
            self._word_copier.active(0)
            self._stamp_copier.active(0)

    def _raw(self) -> int:
        levels: int = machine.mem32[_LEVELS]
        return levels >> self._first & ((1 << self._armed) - 1)

    def _remember(self, entry: int) -> None:
        self._last_low = self._stamps[2 * entry]
        self._last_high = self._stamps[2 * entry + 1]

    def _lapped(self, entry: int) -> bool:
        """A whole ring was written since the entry was read."""
        low: int = self._stamps[2 * entry]
        high: int = self._stamps[2 * entry + 1]
        return low != self._last_low or high != self._last_high

    def _drain(self) -> "list[tuple[int, int]]":
        before = (self._tail - 1) & (_ENTRIES - 1)
        head = (self._stamp_copier.write - self._stamps_at) >> 2
        if machine.mem32[_FDEBUG] & _RX_STALLED:
            return self._lose(messages.FAULT_CAPTURE_STALL)
        if self._lapped(before):
            return self._lose(messages.FAULT_CAPTURE_OVERRUN)
        if head == self._tail:
            return _NOTHING
        edges = []
        tail = self._tail
        words, stamps = self._words, self._stamps
        inverted, mask = self._inverted, self._mask
        while tail != head:
            low = 2 * tail
            edges.append(
                (
                    stamps[low] | (stamps[low + 1] & 0x3FFF) << 16,
                    ((words[low] | words[low + 1] << 16) ^ inverted) & mask,
                )
            )
            tail = (tail + 1) & (_ENTRIES - 1)
        # Before the last look: what is written over after that is noticed by the next drain.
        low = 2 * ((tail - 1) & (_ENTRIES - 1))
        last_low: int = stamps[low]
        last_high: int = stamps[low + 1]
        if self._lapped(before):  # while we read
            return self._lose(messages.FAULT_CAPTURE_OVERRUN)
        self._tail = tail
        self._last_low = last_low
        self._last_high = last_high
        return edges

    def _lose(self, fault: int) -> "list[tuple[int, int]]":
        """Nothing in the rings can be trusted: begin anew."""
        word = self.start()
        now = self.now()
        return [(now, -fault), (now, word)]
