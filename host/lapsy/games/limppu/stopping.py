"""The stop card in ``stop=live``: announcing, showing, challenging, and the end of the grace (LI-54 to LI-59)."""

from __future__ import annotations

from lapsy.games.limppu.deck import KINGS
from lapsy.games.limppu.draft import Draft
from lapsy.games.limppu.state import Held, Moment
from lapsy.games.play import Input
from lapsy.games.seats import is_seat


def shows_king(draft: Draft, given: Input, seat: int) -> bool:
    """True when a play or a beat puts the seat's own stop card on the table, legal or not: that announces it (LI-57).

    The cards named have to be there to be shown: a play of cards that are not all in the hand is refused as such.
    """
    if not draft.held or not draft.options.live:
        return False
    hand = draft.hands[seat]
    if given.kind == "play":
        mine = bool(given.cards) and all(card in hand for card in given.cards)
        return mine and not KINGS.isdisjoint(given.cards)
    return (
        given.kind == "beat" and len(given.cards) == 2 and given.cards[1] in KINGS and given.cards[1] in hand
    )


def announce_all(draft: Draft, inputs: list[tuple[Input, int]]) -> None:
    """Announcements at one time. One that is in time goes before one that is not; of several the earliest draw ends
    the game (LI-71)."""
    judged = []
    for given, seat in inputs:
        if not draft.options.live:
            draft.refuse(given, "automatic")
        elif draft.ending is not None:
            draft.refuse(given, "finished")
        elif not any(h.seat == seat for h in draft.held):
            draft.refuse(given, "no_stop_card")
        else:
            judged.append((*_in_time(draft, seat), given, seat))
    judged.sort(key=lambda j: (j[0], j[1], draft.held.index(j[2])))
    for king, moment, given, seat in [j[2:] for j in judged]:
        if draft.ending is None:
            _announce(draft, given, seat, king, moment)
        else:
            draft.refuse(given, "finished")


def _in_time(draft: Draft, seat: int) -> tuple[bool, int, Held, Moment | None]:
    """How an announcement is judged (LI-55): whether it is too late, the time of the draw that it goes back to, the
    stop card meant, and the moment of that draw (None: too late)."""
    grace_us = draft.options.announce_grace_us
    mine = [h for h in draft.held if h.seat == seat]
    for h in mine:
        if draft.t_us - h.since_us <= grace_us or not h.acted:
            return False, h.since_us, h, h.at
    h = mine[0]
    if h.last is not None and h.last_us is not None and draft.t_us - h.last_us <= grace_us:
        return False, h.last_us, h, h.last
    return True, h.since_us, h, None


def _announce(draft: Draft, given: Input, seat: int, king: Held, moment: Moment | None) -> None:
    draft.say("announced", given.ref, (seat,), (king.card,))
    if moment is None:
        draft.finish("caught", {h.seat for h in draft.held})
        return
    draft.hands = list(moment.hands)
    draft.stock, draft.out, draft.table = moment.stock, moment.out, moment.table
    others = {h.seat for h in draft.held if h.card != king.card and h.card in draft.hands[h.seat]}
    draft.finish("stop_card", others)


def challenge_refusal(draft: Draft, seat: int, target: object) -> str:
    """Why this seat cannot challenge that one now; empty when it can (LI-59)."""
    if not draft.options.live:
        return "automatic"
    if draft.ending is not None:
        return "finished"
    if not is_seat(target, draft.n) or target == seat:
        return "name_another_seat"
    return "challenge_used" if seat in draft.challenged else ""


def challenge_all(draft: Draft, inputs: list[tuple[Input, int]]) -> None:
    """Challenges at one time. Past the grace of a stop card it catches at once; within it, it waits (LI-54,
    LI-56). With two players a challenge need not name the other."""
    caught = False
    for given, seat in inputs:
        target = 1 - seat if given.to is None and draft.n == 2 else given.to
        reason = challenge_refusal(draft, seat, target)
        if reason or type(target) is not int:
            draft.refuse(given, reason)
            continue
        draft.challenged = tuple(sorted((*draft.challenged, seat)))
        draft.say("challenged", given.ref, (seat, target))
        for h in draft.held:
            if h.seat != target:
                continue
            if draft.t_us - h.since_us > draft.options.announce_grace_us:
                caught = True
            elif h.seat not in draft.waiting:
                draft.waiting = tuple(sorted((*draft.waiting, h.seat)))
    if caught:
        draft.finish("caught", {h.seat for h in draft.held})


def grace_ends_us(draft: Draft) -> int | None:
    """When somebody is caught if nothing is announced: the first microsecond past the grace of a stop card that a
    challenge or an owed draw waits for (LI-56, LI-58); None when nothing waits."""
    if not draft.held:
        return None
    exposed = not draft.stock and draft.draw_owed()
    ends = [h.since_us for h in draft.held if exposed or h.seat in draft.waiting]
    return min(ends) + draft.options.announce_grace_us + 1 if ends else None


def end_of_grace(draft: Draft) -> None:
    """Nothing was announced: caught. Whoever else has a stop card withheld it too (LI-71)."""
    draft.finish("caught", {h.seat for h in draft.held})
