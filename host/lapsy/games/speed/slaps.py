"""The slap for the two spit piles: the first one settles everything (SP-31 to SP-37).

A lone slap that has settled it is remembered until the new deal, for a rival's slap that is not proven later: the two are
a tie by measurement, and SP-37 says what follows (decision 12).
"""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.games.play import Input
from lapsy.games.seats import seat_of
from lapsy.games.speed.draft import Draft
from lapsy.games.speed.state import PILES, Contest, State


def slap_refusal(state: State, given: Input, t_us: int) -> str:
    """Why this is no slap; empty when it is one, or when it may still share in one that has settled the piles."""
    if state.phase in ("ready", "play"):
        return "no_slap"
    if state.phase == "redeal" and not _contests(state.contest, given):
        return "settled"
    # After the instant (SP-36): proven so, or by the time where a position that was set up knows no press.
    if any(ref in given.not_after for ref in state.armed) or (not state.armed and t_us <= state.since_us):
        return "too_early"
    return ""


def judge_slaps(draft: Draft, slaps: Sequence[Input]) -> None:
    """The slaps of one bundle, one of a seat at most."""
    state = draft.before
    good: list[Input] = []
    for given in slaps:
        if reason := slap_refusal(state, given, draft.t_us):
            draft.refuse(given, reason)
        else:
            good.append(given)
    if not good:
        return
    if state.contest is not None:
        _join(draft, good[0], state.contest)
        return
    first = good[0]
    if len(good) == 2 and good[0].to == good[1].to:
        if len(state.first_out) != 1:
            for given in good:
                draft.refuse(given, "void")
            return
        first = next(given for given in good if given.seat in state.first_out)
    for given in good:
        draft.say("slapped", given.ref, (seat_of(given),), reason=str(given.to))
    seat, pile = seat_of(first), PILES.index(str(first.to))
    alone = len(good) == 1
    contest = Contest(
        first.ref, seat, pile, state.stocks, state.spit, state.piles, state.touches, state.since_us
    )
    _take(draft, seat, pile)
    draft.contest = contest if alone else None


def _contests(contest: Contest | None, given: Input) -> bool:
    """True for a slap of the other seat on the same pile that is not proven later than the one that settled it."""
    return (
        contest is not None
        and given.seat != contest.seat
        and given.to == PILES[contest.pile]
        and contest.ref in given.not_after
    )


def _join(draft: Draft, given: Input, contest: Contest) -> None:
    """A tie by measurement: who was out first gets the pile; without one, neither slap counts (SP-37)."""
    seat = seat_of(given)
    before = draft.before
    if before.first_out == (contest.seat,):
        draft.refuse(given, "settled")
        return
    draft.phase = "slap"
    draft.stocks = list(contest.stocks)
    draft.spit = list(contest.spit)
    draft.piles = list(contest.piles)
    draft.touches = list(contest.touches)
    draft.pools = ((), ())
    draft.taken = (None, None)
    draft.since_us = contest.armed_us
    draft.contest = None
    if before.first_out == (seat,):
        draft.say("slapped", given.ref, (seat,), reason=str(given.to))
        _take(draft, seat, contest.pile)
    else:
        draft.say("void", given.ref, (seat, contest.seat), reason=str(given.to))


def _take(draft: Draft, seat: int, pile: int) -> None:
    """The pile goes to this seat, the other pile to the other (SP-33 to SP-35)."""
    draft.take((seat, 1 - seat) if pile == 0 else (1 - seat, seat))
