"""A claim: a press by a seat, with everything that says when it was.

The *span* is where on the table's axis (host microseconds) the press can have been, its source's bound included. Two
claims of one board are never compared by their spans: see :mod:`lapsy.timing.gap`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

#: What a source of presses can be wrong by, at most, in microseconds, besides its board's clock. A page on a phone or a
#: keyboard stamps late by an amount that no ping can see, so the bound is declared and never shrinks (design §4).
SOURCE_BOUND_US = {"board": 0, "sync": 0, "bot": 0, "keyboard": 15_000, "phone": 30_000}

#: One stamp may differ from the closing of its contact by this much: stamps are whole microseconds, and the inputs of
#: two pins may differ by as much again. Declared; no board has been measured.
CAPTURE_RESOLUTION_US = 1

#: Sources whose order is not certified.
NOT_CERTIFIED = frozenset({"keyboard", "phone"})


@dataclass(frozen=True, slots=True)
class Span:
    """A closed interval on the table's axis, microseconds."""

    lo_us: int
    hi_us: int

    @property
    def mid_us(self) -> int:
        """The middle, rounded down."""
        return (self.lo_us + self.hi_us) // 2

    @classmethod
    def at(cls, t_us: int, bound_us: int = 0) -> Span:
        """``t_us`` ± ``bound_us``."""
        return cls(t_us - bound_us, t_us + bound_us)


@dataclass(frozen=True, slots=True)
class Pulse:
    """A pulse of the sync wire as one board stamped it: ``t_us`` on its counter, ``span`` on the table's axis."""

    t_us: int
    span: Span


@dataclass(frozen=True, slots=True)
class Claim:
    """One press. (board, boot, seq) is its name; ``index`` and ``t_us`` are the board's capture and stamp.

    ``bound_us`` is what the stamp can be wrong by, besides the board's clock: its source's bound, and its capture's.
    ``at_us`` is the likeliest moment on the table's axis, within ``span``: for windows and pictures, never for order.
    ``handicap_us``: this hand counts so much later, everywhere: ``span`` and ``at_us`` contain it, ``t_us`` does not.
    ``pulses``: the newest pulses of the sync wire that the board had stamped before this, oldest first; none without
    a wire."""

    board: str
    boot: int
    seq: int
    index: int
    t_us: int
    source: str
    bound_us: int
    span: Span
    at_us: int
    handicap_us: int = 0
    pulses: tuple[Pulse, ...] = field(default=(), hash=False)  # long, and the name tells claims apart

    @property
    def certified(self) -> bool:
        """False for phones and keyboards."""
        return self.source not in NOT_CERTIFIED

    def shares_axis(self, other: Claim) -> bool:
        """True when both stamps come from one counter: same board, same boot."""
        return self.board == other.board and self.boot == other.boot
