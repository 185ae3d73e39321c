"""What the game is about: getting the cards, or getting rid of them. Who takes a slapped pile and who has won follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from lapsy.games.lapsy.situation import Situation, anchor, clockwise, holds, live

if TYPE_CHECKING:
    from lapsy.games.lapsy.draft import Draft
    from lapsy.games.play import Input


class Aim(Protocol):
    """One aim; it has no state of its own."""

    reverse: bool

    def follow(self, draft: Draft, slaps: Sequence[Input]) -> None:
        """Slaps of one bundle have been accepted; ``draft.slaps`` does not hold them yet."""

    def takers(self, now: Situation) -> tuple[int, ...]:
        """Who takes the slapped pile as it stands, in the order in which they divide it."""

    def narrow(self, draft: Draft, kept: tuple[int, ...]) -> None:
        """Of the takers, who have all slapped, these alone stay takers."""

    def tidy(self, draft: Draft, window_closed: bool) -> None:
        """Notes who is safe when something has changed. ``window_closed``: the top card can be slapped no more."""

    def best(self, now: Situation) -> tuple[int, ...]:
        """Who has won when the game ends now: seats in order, several when they share it."""


class Forward:
    """Get all the cards (LA-04, LB-02): the first slap takes the pile, the most cards win."""

    reverse = False

    def follow(self, draft: Draft, slaps: Sequence[Input]) -> None:
        """Who slaps later does not matter (LS-04)."""

    def takers(self, now: Situation) -> tuple[int, ...]:
        """The first, or those who tie for it (LA-29, LA-33)."""
        return now.slaps[0] if now.slaps else ()

    def narrow(self, draft: Draft, kept: tuple[int, ...]) -> None:
        """The others of the first place come right behind it."""
        seats, refs = draft.slaps[0], draft.refs[0]
        pairs = tuple(zip(seats, refs, strict=True))
        ahead = [pair for pair in pairs if pair[0] in kept]
        behind = [pair for pair in pairs if pair[0] not in kept]
        draft.slaps = (*(tuple([seat for seat, _ in group]) for group in (ahead, behind)), *draft.slaps[1:])
        draft.refs = (*(tuple([ref for _, ref in group]) for group in (ahead, behind)), *draft.refs[1:])

    def tidy(self, draft: Draft, window_closed: bool) -> None:
        """Nobody is ever safe."""

    def best(self, now: Situation) -> tuple[int, ...]:
        """The most cards."""
        counts = [len(hand) for hand in now.hands]
        most = max(counts)
        return tuple(seat for seat, count in enumerate(counts) if count == most)


class Reverse:
    """Get rid of the cards (LV-08): the last slap takes the pile, the first without cards wins."""

    reverse = True

    def follow(self, draft: Draft, slaps: Sequence[Input]) -> None:
        """The latest is every slap that no other is proven to follow (LV-09)."""
        numbers = {
            seat: ref
            for seats, refs in zip(draft.slaps, draft.refs, strict=True)
            for seat, ref in zip(seats, refs, strict=True)
        }
        still = [seat for seat in draft.latest if all(numbers[seat] in given.not_after for given in slaps)]
        draft.latest = tuple(sorted([*still, *(given.seat for given in slaps if given.seat is not None)]))

    def takers(self, now: Situation) -> tuple[int, ...]:
        """Racers who have not slapped are later than everybody; if all have, the latest (LS-55)."""
        if not now.slaps:
            return ()
        top, challenge = anchor(now), now.challenge
        order = clockwise(now, top)
        slapped = {seat for group in now.slaps for seat in group}
        missing = [
            seat
            for seat in order
            if seat not in slapped
            and (holds(now, seat) or seat == top or (challenge is not None and seat == challenge.challenger))
        ]
        return tuple(missing or [seat for seat in order if seat in now.latest])

    def narrow(self, draft: Draft, kept: tuple[int, ...]) -> None:
        """The latest are fewer."""
        draft.latest = tuple(sorted(kept))

    def tidy(self, draft: Draft, window_closed: bool) -> None:
        """Who has no cards, is not the open challenger and did not lay a top card that can still be slapped is safe
        (LS-57)."""
        if draft.emptied:
            draft.emptied = tuple(seat for seat in draft.emptied if not holds(draft, seat))
        for seat in safe(draft, window_closed):
            draft.finished += (seat,)
            draft.put_out(seat)
            draft.say("safe", seats=(seat,))

    def best(self, now: Situation) -> tuple[int, ...]:
        """The first to be safe; before anybody is, the fewest cards."""
        if now.finished:
            return now.finished[:1]
        counts = [len(hand) for hand in now.hands]
        fewest = min(counts)
        return tuple(seat for seat, count in enumerate(counts) if count == fewest)


def safe(now: Situation, window_closed: bool = False) -> list[int]:
    """In reverse: who is rid of all cards for good and not yet named so, in the order in which their hands emptied."""
    waiting = [seat for seat in now.emptied if seat not in now.finished]
    if waiting and now.challenge is not None:
        waiting = [seat for seat in waiting if seat != now.challenge.challenger]
    if waiting and not window_closed and live(now):
        waiting = [seat for seat in waiting if seat != anchor(now)]
    return waiting
