"""Whether a slap came too soon after its card to be an answer to it. What is not known speaks for the player."""

from __future__ import annotations

from lapsy.timing.claim import Claim, Span
from lapsy.timing.gap import gap


def is_anticipated(press: Claim, span: Span, light: Claim | None, limit_us: int) -> bool:
    """True when even the latest that ``press`` can have been is less than ``limit_us`` after the earliest that its card
    can have been visible.

    ``span``: where on the table's axis that moment lies; ``light``: the photodiode's claim of it, if one saw it: then
    their gap tells, which on one board is exact. A handicap is a courtesy between players and no part of a reaction: it
    does not count.
    """
    if light is not None:
        distance = gap(light, press)
        latest_us = distance.us + distance.bound_us
    else:
        latest_us = press.span.hi_us - span.lo_us
    return latest_us - press.handicap_us < limit_us
