"""Watermarks: event time up to which all is known.

A board's watermark is the time of its latest beat or pong, counted only when every event numbered below that message's
``next_seq`` is here. The table's own watermark is its clock: no input of its own is older than now.
"""

from __future__ import annotations

from dataclasses import dataclass

from lapsy.timing.claim import CAPTURE_RESOLUTION_US, Claim, Span

#: The name of the table's own inputs among the sources.
HOST = "host"

#: Pages on phones go to sleep and lose their network: the watermark of one is never further behind the present than
#: this.
PHONE_HOLD_US = 150_000

#: The boot of a source without a counter: all it says lies on the axis, its own inputs too.
AXIS_ONLY = -1


@dataclass(frozen=True, slots=True)
class Watermark:
    """What can still come from one source of inputs.

    ``t_us``: every press of (``board``, ``boot``) stamped at or before it is here. ``axis_us``: the span of whatever
    is not here yet begins after it. ``bound_us``: the widest bound among the source's seats (a keyboard on a
    simulated board)."""

    board: str
    boot: int
    t_us: int
    axis_us: int
    bound_us: int = 0

    def passed(self, span: Span, claim: Claim | None, tie_us: int = 0) -> bool:
        """True when whatever this source still sends cannot come before the given input. ``tie_us``: nor share a
        first place with it, where so much counts as at one time.

        The table's own inputs never can come before a press that is here: they are stamped from now on.
        """
        if claim is not None and self.board == HOST:
            return True
        if claim is None or (claim.board, claim.boot) != (self.board, self.boot) or self.boot == AXIS_ONLY:
            return self.axis_us >= span.hi_us + tie_us
        # Hands of this board may have less of a handicap than this one, by all of it.
        slack_us = self.bound_us + claim.bound_us + claim.handicap_us + tie_us
        return self.t_us - claim.t_us >= (slack_us + 2 * CAPTURE_RESOLUTION_US if slack_us else 0)


def host_watermark(now_us: int) -> Watermark:
    """The table's own inputs: deadlines, dealer's ticks, shown moments, commands."""
    return Watermark(HOST, 0, now_us, now_us)


def phone_watermark(phone: str, now_us: int, told_us: int | None) -> Watermark:
    """A phone has no counter to speak of, only the axis. ``told_us``: nothing that is still to come from it begins at
    or before this; None: it has not said. It holds nobody for longer than ``PHONE_HOLD_US``: what comes later than
    that is stale."""
    held_us = now_us - PHONE_HOLD_US
    axis_us = held_us if told_us is None else max(told_us, held_us)
    return Watermark(phone, AXIS_ONLY, -(1 << 62), axis_us)


def unknown_watermark(board: str) -> Watermark:
    """A board that has not told its time yet: nothing has passed it."""
    return Watermark(board, 0, -(1 << 62), -(1 << 62))
