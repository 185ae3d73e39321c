"""Hands at work: cards that touch a spit pile, and cards moved to an empty place.

Every hand is judged against the state before its bundle, so that a race needs no time window (SP-18). A hand of a later
bundle may still not be *proven* later than the play it lost to; then nobody was faster (SP-20), and the earlier card goes
back too, as long as nothing has been built on it: ``_rival`` and ``_take_back`` (decision 12).
"""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.games.play import Input
from lapsy.games.seats import seat_of
from lapsy.games.speed.draft import Draft
from lapsy.games.speed.fit import fits
from lapsy.games.speed.state import PILES, Cards, State, Touch

#: Why no hand may move in this phase.
_CLOSED = {"ready": "not_started", "slap": "round_over", "redeal": "round_over"}


def play_refusal(state: State, seat: int, place: int, pile: int) -> str:
    """Why the open card of this place does not stay on this pile; empty when it does. Places and piles count from 0."""
    if state.phase != "play":
        return _CLOSED[state.phase]
    under = state.piles[pile]
    if under is None:
        return "no_pile"
    cards = state.stocks[seat][place]
    if not cards:
        return "empty_place"
    if fits(cards[-1], under[-1]):
        return ""
    touch = state.touches[pile]
    if touch is not None and touch.seat != seat and fits(cards[-1], under[-2]):
        return "slower"
    return "misfit"


def move_refusal(state: State, seat: int, place: int, to: int) -> str:
    """Why the open card of this place may not go to that one; empty when it may (SP-21, SP-23)."""
    if state.phase != "play":
        return _CLOSED[state.phase]
    stock = state.stocks[seat]
    if not stock[place]:
        return "empty_place"
    return "not_empty" if stock[to] else ""


def judge_hands(draft: Draft, plays: Sequence[Input], moves: Sequence[Input]) -> tuple[bool, bool]:
    """Plays and moves of one bundle, one of a seat at most. Was any accepted, and are the open cards others than before?"""
    state = draft.before
    good: list[tuple[Input, int, int, int]] = []
    late: list[tuple[Input, int, Touch]] = []
    for given in plays:
        seat, place, pile = seat_of(given), _place(given.choose), PILES.index(str(given.to))
        reason = play_refusal(state, seat, place, pile)
        touch = _rival(state, given, seat, place, pile)
        if not reason:
            good.append((given, seat, place, pile))
        elif touch is not None:
            late.append((given, pile, touch))
        else:
            draft.refuse(given, reason)
    if len(good) == 2 and good[0][3] == good[1][3]:
        for given, *_ in good:
            draft.refuse(given, "tied")
        good = []
    for given, seat, place, pile in good:
        _lay(draft, given, seat, place, pile)
    turned = bool(good)
    moved = False
    for given in moves:
        seat, place, to = seat_of(given), _place(given.choose), _place(given.to)
        if reason := move_refusal(state, seat, place, to):
            draft.refuse(given, reason)
        else:
            moved = True
            turned |= _move(draft, given, seat, place, to)
    for given, pile, touch in late:
        turned |= _take_back(draft, given, pile, touch)
    return turned or moved, turned


def _place(number: str | int | None) -> int:
    assert isinstance(number, int)
    return number - 1


def _lay(draft: Draft, given: Input, seat: int, place: int, pile: int) -> None:
    """The card stays where it touched; the next hidden one is open at once (SP-16, SP-17)."""
    *left, card = draft.stocks[seat][place]
    draft.put_stock(seat, place, tuple(left))
    draft.piles[pile] = (*(draft.piles[pile] or ()), card)
    draft.touches[pile] = Touch(given.ref, seat, place, len(left))
    draft.say("played", given.ref, (seat,), (card,), PILES[pile])


def _move(draft: Draft, given: Input, seat: int, place: int, to: int) -> bool:
    """Fills an empty place (SP-21). True when a hidden card was turned up (SP-22)."""
    *left, card = draft.stocks[seat][place]
    draft.put_stock(seat, place, tuple(left))
    draft.put_stock(seat, to, (card,))
    draft.say("moved", given.ref, (seat,), (card,))
    return bool(left)


def _rival(state: State, given: Input, seat: int, place: int, pile: int) -> Touch | None:
    """The play of the other seat that this one is not proven later than, on the same pile, when both would have fitted."""
    touch, under, cards = state.touches[pile], state.piles[pile], state.stocks[seat][place]
    if touch is None or under is None or not cards or touch.seat == seat or touch.ref not in given.not_after:
        return None
    ended = state.phase == "slap" and touch.ref in state.armed
    if not fits(cards[-1], under[-2]) or not (state.phase == "play" or ended):
        return None
    return touch


def _take_back(draft: Draft, given: Input, pile: int, touch: Touch) -> bool:
    """Nobody was faster: both cards go back, and a round that the earlier one ended goes on. False when it is covered."""
    under = draft.piles[pile]
    if draft.touches[pile] is not touch or under is None or not _stands(draft.stocks, touch):
        draft.refuse(given, "slower")
        return False
    *below, card = under
    draft.piles[pile] = tuple(below)
    draft.touches[pile] = None
    back: Cards = (*draft.stocks[touch.seat][touch.place], card)
    draft.put_stock(touch.seat, touch.place, back)
    draft.phase = "play"
    draft.first_out = ()
    draft.armed = ()
    draft.since_us = 0
    draft.say("taken_back", given.ref, (seat_of(given), touch.seat), (card,))
    return True


def _stands(stocks: Sequence[tuple[Cards, ...]], touch: Touch) -> bool:
    """True while the place that the card came from is as it was left."""
    return len(stocks[touch.seat][touch.place]) == touch.size
