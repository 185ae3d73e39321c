"""What follows when something has changed: who is on turn, which window opens, who collects, when the game is
over.
"""

from __future__ import annotations

from lapsy.games.lapsy import stop
from lapsy.games.lapsy.draft import Draft
from lapsy.games.lapsy.ending import end
from lapsy.games.lapsy.situation import anchor, clockwise, held, holds, live
from lapsy.games.play import Input


def settle(draft: Draft, *, window_closed: bool = False) -> None:
    """Brings turn and window up to date, or ends the game (LA-45, LA-46, LA-49 to LA-53, LS-06, LS-18 to
    LS-22, LS-44, LS-47, LS-49).

    ``window_closed``: a window of this very situation has just closed, so that no further one waits for a
    slap (LS-22).
    """
    if draft.winners or draft.slaps:
        return
    draft.rules.aim.tidy(draft, window_closed)
    challenge, holders = draft.challenge, held(draft)
    if challenge is not None:
        if challenge.left == 0 or not holders:
            if draft.open_window("collect"):
                reason = "no_cards" if challenge.left else "attempts"
                draft.say("lost_challenge", seats=(challenge.challenger,), reason=reason)
            return
    elif holders < 2:
        if live(draft) and not window_closed:
            draft.open_window("pair")
        else:
            finish(draft)
        return
    draft.window = None
    while not holds(draft, draft.turn):
        draft.turn = (draft.turn + 1) % len(draft.hands)


def heir(draft: Draft) -> int:
    """Who takes the pile when nobody has cards and no challenger may collect (LS-21)."""
    last = anchor(draft)
    for seat in clockwise(draft, last):
        if not draft.out[seat]:
            return seat
    return last if draft.challenge is None else draft.challenge.challenger


def finish(draft: Draft) -> None:
    """Ends the game; cards left in the centre go under the hand of the only one with cards (LA-53, LS-33, LS-57)."""
    holders = [seat for seat in range(len(draft.hands)) if holds(draft, seat)]
    taker = holders[0] if holders else heir(draft)
    draft.return_air()
    if draft.pile:
        collect(draft, (taker,), "left_over")
    end(draft)


def collect(draft: Draft, receivers: tuple[int, ...], reason: str) -> None:
    """The receivers take the pile as it lies, bottom card first, dealt round among them (LA-31, LA-33, LS-10,
    LS-11).
    """
    cards = tuple([laid.card for laid in draft.pile])
    count = len(receivers)
    for place, seat in enumerate(receivers):
        draft.hands[seat] += cards[place::count]
    to = tuple([receivers[place % count] for place in range(len(cards))])
    draft.pile, draft.penalty = (), 0
    draft.slaps = draft.refs = draft.payments = draft.heads = draft.latest = ()
    draft.window = draft.challenge = None
    if reason != "left_over":
        draft.turn = receivers[0]
        draft.lift_bans()
    draft.say("collected", seats=receivers, cards=cards, to=to, reason=reason)


def void(draft: Draft, given: Input) -> None:
    """Slaps may have been lost, so those that are here decide nothing: the pile lies as before them, whoever wants to slaps
    again, and a window that was open begins anew. What has been paid or collected stays so."""
    if draft.winners:
        draft.refuse(given, "finished")
        return
    window = draft.window
    if draft.slaps:
        seats = tuple([seat for group in draft.slaps for seat in group])
        draft.slaps = draft.refs = draft.latest = ()
        draft.window = None
        draft.say("void", given.ref, seats)
    elif window is not None:
        draft.window = window._replace(since_us=draft.t_us)
        draft.say("void", given.ref)
    else:
        draft.refuse(given, "not_due")
        return
    settle(draft)


def pass_deadline(draft: Draft, given: Input) -> None:
    """A window ends or the agreed time is up: whatever is due by now (LS-05, LS-06, LS-22)."""
    window, until_us = draft.window, stop.due_us(draft)
    if draft.winners:
        draft.refuse(given, "finished")
        return
    window_due = window is not None and draft.t_us >= window.since_us + draft.rules.window_us
    time_due = until_us is not None and draft.t_us >= until_us
    if not (window_due or time_due):
        draft.refuse(given, "not_due")
        return
    if time_due:
        stop.time_is_up(draft)
    if window_due:
        _close_window(draft)


def _close_window(draft: Draft) -> None:
    """The pile is collected, or the challenge lapses, or the last pair was left."""
    challenge = draft.challenge
    draft.window = None
    if draft.slaps:
        takers = draft.rules.aim.takers(draft)
        collect(draft, takers, "last" if draft.rules.aim.reverse else "slap" if len(takers) == 1 else "tie")
    elif challenge is not None:
        if not draft.out[challenge.challenger]:
            collect(draft, (challenge.challenger,), "challenge")
        elif held(draft):
            _lapse(draft)
        else:
            finish(draft)
            return
    if draft.last_pile and not draft.pile:
        draft.rules.aim.tidy(draft, True)
        stop.end_after_pile(draft)
    settle(draft, window_closed=True)


def _lapse(draft: Draft) -> None:
    """A lost challenge whose challenger is out for good: the pile stays, the game goes on behind its last
    card (LS-17).
    """
    assert draft.challenge is not None
    draft.say("lapsed", seats=(draft.challenge.challenger,))
    draft.turn = (anchor(draft) + 1) % len(draft.hands)
    draft.challenge = None
    draft.payments = ()
