"""What follows by itself: spit cards turned, the end of a round, the match's end, and what is due at a time."""

from __future__ import annotations

from lapsy.games.play import Input
from lapsy.games.speed.deal import shuffled
from lapsy.games.speed.draft import Draft
from lapsy.games.speed.fit import is_blocked, is_dead
from lapsy.games.speed.state import State

#: After the piles have been taken, so long until the new deal: time to see what happened, and for a slap that was as fast.
REDEAL_US = 1_000_000

SECOND_US = 1_000_000


def due(state: State) -> tuple[str, int] | None:
    """What the table does next by itself, and when on the axis of ``Bundle.t_us``.

    ``redeal``; ``announce`` (SP-40: nobody has spit cards, two piles, and dead or both have called); ``stall`` (SP-25).
    """
    if state.phase == "redeal":
        return "redeal", state.since_us + REDEAL_US
    if state.phase != "play" or state.blocked_us is None:
        return None
    if not (state.spit[0] or state.spit[1]) and None not in state.piles:
        if is_dead(state.stocks, state.piles):
            return "announce", state.blocked_us
        first, second = state.called
        if first is not None and second is not None:
            return "announce", max(first, second)
    if state.options.stall_s:
        return "stall", state.blocked_us + state.options.stall_s * SECOND_US
    return None


def settle(draft: Draft, *, turned: bool) -> None:
    """After plays, moves and calls: who is out, whether anything fits, and whether both calls are in.

    ``turned``: the open cards are others than before, so a blocked position is a new one.
    """
    if draft.phase == "play":
        out = [seat for seat in (0, 1) if not any(draft.stocks[seat])]
        if out:
            _end_round(draft, out)
            return
        if not is_blocked(draft.stocks, draft.piles):
            draft.blocked_us = None
            return
        if turned or draft.blocked_us is None:
            draft.blocked_us = draft.t_us
    both = None not in draft.called
    if any(draft.spit):
        if both:
            _turn(draft)
    elif None in draft.piles and (both or is_dead(draft.stocks, draft.piles)):
        _take_single(draft)


def at_once(state: State) -> State:
    """A position that was set up, after what waits for nobody: a dead single pile is taken (SP-41)."""
    draft = Draft(state, state.blocked_us or 0)
    if state.phase == "play" and None in state.piles and not any(state.spit):
        settle(draft, turned=False)
    return draft.freeze()


def act_on_deadline(draft: Draft, given: Input, what: str) -> None:
    """Does what is due."""
    if what == "announce":
        draft.cancel_calls()
        draft.say("announced", given.ref)
        draft.phase = "slap"
        draft.first_out = ()
        draft.blocked_us = None
        draft.since_us = draft.t_us
        draft.armed = (given.ref,)
    elif what == "stall":
        draft.say("stalled", given.ref, (0, 1))
        draft.called = [draft.t_us, draft.t_us]
        settle(draft, turned=False)
    else:
        draft.become(shuffled(draft.freeze()))
        draft.say("dealt", given.ref)


def _turn(draft: Draft) -> None:
    """Each turns a spit card onto his own pile, if he has one (SP-07, SP-27, SP-28); play goes on at once."""
    seats = tuple(seat for seat in (0, 1) if draft.spit[seat])
    cards = tuple(draft.spit[seat][0] for seat in seats)
    for seat, card in zip(seats, cards, strict=True):
        draft.spit[seat] = draft.spit[seat][1:]
        draft.piles[seat] = (*(draft.piles[seat] or ()), card)
        draft.touches[seat] = None
    draft.called = [None, None]
    draft.phase = "play"
    draft.say("spit", seats=seats, cards=cards)
    settle(draft, turned=True)


def _end_round(draft: Draft, out: list[int]) -> None:
    """Somebody has emptied his stock: two piles are slapped for (SP-31, SP-51), one is not (SP-38, SP-45, SP-46)."""
    draft.say("out", seats=tuple(out))
    draft.blocked_us = None
    if None not in draft.piles:
        bare = [seat for seat in out if not draft.spit[seat]]
        if draft.before.options.win_out_in_two_piles and len(bare) == 1:
            _win(draft, bare[0])  # SP-47; when both are bare nobody has priority and the slap decides (SP-51)
            return
        draft.phase = "slap"
        draft.first_out = tuple(out)
        draft.since_us = draft.t_us
        draft.armed = tuple(
            o.ref for o in draft.outcomes if o.ref is not None and o.kind == "played" and o.seats[0] in out
        )
        return
    (seat,) = out  # a single pile takes one card at a time (SP-20), so one player at most is out
    if draft.spit[seat]:
        other = 1 - seat
        draft.take(
            (other if draft.piles[0] is not None else None, other if draft.piles[1] is not None else None)
        )
    else:
        _win(draft, seat)


def _take_single(draft: Draft) -> None:
    """Nobody has spit cards, both are stuck, one pile: it is taken without a slap (SP-41)."""
    owner = 0 if draft.piles[1] is None else 1
    taker = owner if draft.before.options.stuck_single_pile == "owner" else 1 - owner
    draft.take((taker, None) if owner == 0 else (None, taker))


def _win(draft: Draft, seat: int) -> None:
    draft.phase = "over"
    draft.winner = seat
    draft.touches = [None, None]
    draft.say("over", seats=(seat,))
