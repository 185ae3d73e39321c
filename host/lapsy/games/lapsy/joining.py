"""One more player in a game that runs: a new seat between the last and the first, without cards (LB-13, LS-50)."""

from __future__ import annotations

from lapsy.games.lapsy.draft import Draft
from lapsy.games.play import Input

SEATS = range(2, 9)


def join(draft: Draft, given: Input) -> None:
    """``seat`` is the new seat's number, the next free one, or None for whichever that is."""
    seat, count = given.seat, len(draft.hands)
    if draft.winners:
        draft.refuse(given, "finished")
    elif not draft.rules.joins:
        draft.refuse(given, "not_in_these_rules")
    elif count + 1 not in SEATS:
        draft.refuse(given, "table_full")
    elif seat is not None and (type(seat) is not int or seat != count):
        draft.refuse(given, "seat_taken" if type(seat) is int and 0 <= seat < count else "no_such_seat")
    else:
        draft.hands.append(())
        draft.out += (False,)
        draft.banned += (False,)
        draft.say("joined", given.ref, (count,))
