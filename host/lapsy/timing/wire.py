"""The sync wire: one edge that every board stamps relates their counters without the host.

A pulse of one board and a pulse of another are the same edge when their spans on the table's axis overlap: pulses are
a thousand times further apart than maps are wide. Near any moment one counter is a straight line of the other, but
for what two crystals can turn meanwhile: over a time d by at most D d² / 2, for both together. So all lines through
the pulses, each loosened by what it is old, give bounds at a claim (notes/wire-and-clock.md §3.2, point 5; here by
the tangent at the claim: an older pulse is looser, and never in the way).

The time between two claims is told on one board's counter, as between two claims of one board: that of the board
whose name comes first. It is not the host's microsecond, from which it differs by less than ``DRIFT_PPM``."""

from __future__ import annotations

from functools import lru_cache

from lapsy.timing.claim import Claim, Pulse
from lapsy.timing.clock import DRIFT_PPM
from lapsy.timing.exchanges import NS
from lapsy.timing.lines import Band
from lapsy.timing.proven import TURN_PPB_PER_S

#: So far apart the driving board's pulses are, and so many of the newest go with each claim. By simulation
#: (docs/accuracy.md): together they bound a gap to ± 3 us at any moment; half as many pulses a second do not.
PERIOD_US = 500_000
PULSES = 16

#: Before so many pulses of two boards match, the wire says nothing: the bound would be wider.
LEAST = 12

#: How far the difference of two stamps of one edge can be from the difference of the counters: each is cut to a whole
#: microsecond and taken 0.15 to 0.21 us after the edge (docs/accuracy.md); the wire and its two inputs may add 0.1 us.
PRESS_NS = 1_060
PULSE_NS = 1_160


#: The gaps of so many pairs are remembered: the same pair is asked for by the sequencer at every answer of a board, and
#: by the verdict for every place.
REMEMBERED = 1_024


@lru_cache(REMEMBERED)
def wire_gap(a: Claim, b: Claim) -> tuple[int, int] | None:
    """From ``a`` to ``b`` at least and at most, in microseconds, handicaps included, when the wire can tell: None
    when too few pulses match, when they contradict each other or the maps, and for stamps that are not exact."""
    if a.bound_us or b.bound_us:
        return None  # what such a stamp can be wrong by is more than a map leaves open
    if (b.board, b.boot) < (a.board, a.boot):
        turned = wire_gap(b, a)
        return None if turned is None else (-turned[1], -turned[0])
    matched = _matched(a.pulses, b.pulses)
    if len(matched) < LEAST:
        return None
    band = Band()
    for ours, theirs in matched:
        slack = PULSE_NS + _turned_ns(b.t_us - theirs.t_us)
        difference = NS * (ours.t_us - theirs.t_us)
        band.above(theirs.t_us, difference - slack)
        band.below(theirs.t_us, difference + slack)
    found = band.passes(b.t_us, b.t_us, (2 * DRIFT_PPM, NS), 0)
    if found is None:
        return None
    apart_ns = NS * (b.t_us - a.t_us + b.handicap_us - a.handicap_us)
    lo_ns, hi_ns = apart_ns + found[0] - PRESS_NS, apart_ns + found[1] + PRESS_NS
    # As wide on either side of the whole microsecond that is nearest to the middle.
    us = (lo_ns + hi_ns + NS) // (2 * NS)
    bound_us = -(-max(hi_ns - NS * us, NS * us - lo_ns) // NS)
    return None if _contradicts(us - bound_us, us + bound_us, a, b) else (us - bound_us, us + bound_us)


def _turned_ns(apart_us: int) -> int:
    """D d² / 2 for two crystals, rounded up: how far a counter can be from its tangent."""
    return 2 * TURN_PPB_PER_S * apart_us * apart_us // (2 * 10**12) + 1


def _matched(ours: tuple[Pulse, ...], theirs: tuple[Pulse, ...]) -> list[tuple[Pulse, Pulse]]:
    """The pulses that can be each other's only counterpart: their spans overlap. One that was seen by one board alone
    has none; one of a pair within the width of a map might be either, so none of these counts."""
    spans = [(other.span.lo_us, other.span.hi_us) for other in theirs]
    found: list[tuple[Pulse, int]] = []
    meets = [0] * len(spans)
    for pulse in ours:  # every gap of a bundle comes through here: no call in the inner loop
        lo_us, hi_us = pulse.span.lo_us, pulse.span.hi_us
        near = [
            n
            for n, (other_lo_us, other_hi_us) in enumerate(spans)
            if other_lo_us <= hi_us and lo_us <= other_hi_us
        ]
        for n in near:
            meets[n] += 1
        if len(near) == 1:
            found.append((pulse, near[0]))
    pairs = [(pulse, theirs[n]) for pulse, n in found if meets[n] == 1]
    return sorted(pairs, key=lambda pair: pair[1].t_us)


def _contradicts(lo_us: int, hi_us: int, a: Claim, b: Claim) -> bool:
    """True when the wire's gap cannot be the maps' gap: their microseconds differ by ``DRIFT_PPM`` at most."""
    ruler_us = max(abs(lo_us), abs(hi_us)) * DRIFT_PPM // 1_000_000 + 1
    return lo_us - ruler_us > b.span.hi_us - a.span.lo_us or hi_us + ruler_us < b.span.lo_us - a.span.hi_us
