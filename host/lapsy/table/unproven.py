"""Which hand was likely first of several that no measurement puts in order. Never certain; the same for the same presses."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from lapsy.timing.claim import Claim
from lapsy.timing.gap import gap


def likeliest(hands: Mapping[int, Claim], *, tie_us: int = 0, last: bool = False) -> tuple[int, ...]:
    """The seats of ``hands`` that likely came first, ``last``: last; several when nothing tells them apart.

    Any two hands are compared by the nearest value of their gap. The comparison with the narrowest bound counts first, and
    one that would contradict those that count already (A before B, B before C, C before A) does not count: so three and
    more hands have no cycle, and a good comparison is never overruled by a poor one. Likely first is every hand that no
    comparison that counts puts behind another. Hands of one capture, and hands nearer than ``tie_us``, are not compared:
    they stay a tie (LS-09).
    """
    behind: dict[int, set[int]] = {seat: set() for seat in hands}  # what is known to come after each
    for seat, other in _surest_first(hands, tie_us, last):
        if seat in behind[other]:
            continue
        after = {other} | behind[other]
        for one, those in behind.items():
            if one == seat or seat in those:
                those |= after
    return tuple(sorted(seat for seat in hands if not any(seat in those for those in behind.values())))


def _surest_first(hands: Mapping[int, Claim], tie_us: int, last: bool) -> list[tuple[int, int]]:
    """Pairs of seats, the likely earlier one first; ``last``: the likely later one."""
    pairs = []
    for a, b in combinations(sorted(hands), 2):
        one, two = hands[a], hands[b]
        if one.shares_axis(two) and one.index == two.index and one.handicap_us == two.handicap_us:
            continue
        distance = gap(one, two)
        if distance.us and abs(distance.us) >= tie_us:
            pair = (a, b) if (distance.us > 0) != last else (b, a)
            pairs.append((distance.bound_us, -abs(distance.us), pair))
    return [pair for *_, pair in sorted(pairs)]
