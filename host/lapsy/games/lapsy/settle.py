"""What follows when something has changed: who is on turn, which window opens, who collects, when the game is
over.
"""

from __future__ import annotations

from lapsy.games.lapsy.draft import Draft
from lapsy.games.play import Input


def settle(draft: Draft, *, window_closed: bool = False) -> None:
    """Brings turn and window up to date, or ends the game (LA-45, LA-46, LA-49 to LA-53, LS-06, LS-18 to
    LS-22).

    ``window_closed``: a window of this very situation has just closed, so that no further one waits for a
    slap (LS-22).
    """
    if draft.winner is not None or draft.slaps:
        return
    holders = [seat for seat in range(draft.n) if draft.holds(seat)]
    challenge = draft.challenge
    if challenge is not None:
        if challenge.left == 0 or not holders:
            if draft.open_window("collect"):
                reason = "no_cards" if challenge.left else "attempts"
                draft.say("lost_challenge", seats=(challenge.challenger,), reason=reason)
            return
    elif len(holders) < 2:
        if draft.live() and not window_closed:
            draft.open_window("pair")
        else:
            finish(draft, holders[0] if holders else heir(draft))
        return
    draft.window = None
    while not draft.holds(draft.turn):
        draft.turn = (draft.turn + 1) % draft.n


def heir(draft: Draft) -> int:
    """Who takes the pile and wins when nobody has cards and no challenger may collect (LS-21)."""
    last = draft.anchor()
    for seat in draft.clockwise(last):
        if not draft.out[seat]:
            return seat
    return last if draft.challenge is None else draft.challenge.challenger


def finish(draft: Draft, winner: int) -> None:
    """Ends the game; cards left in the centre go under the winner's hand (LA-53, LS-33)."""
    draft.return_air()
    if draft.pile:
        collect(draft, (winner,), "left_over")
    draft.turn = winner
    draft.challenge = draft.window = None
    draft.winner = winner
    draft.say("over", seats=(winner,))


def collect(draft: Draft, receivers: tuple[int, ...], reason: str) -> None:
    """The receivers take the pile as it lies, bottom card first, dealt round among them (LA-31, LA-33, LS-10,
    LS-11).
    """
    cards = tuple(laid.card for laid in draft.pile)
    count = len(receivers)
    for place, seat in enumerate(receivers):
        draft.hands[seat] += cards[place::count]
    to = tuple(receivers[place % count] for place in range(len(cards)))
    draft.pile, draft.penalty = (), 0
    draft.slaps, draft.refs, draft.payments = (), (), ()
    draft.window = draft.challenge = None
    if reason != "left_over":
        draft.turn = receivers[0]
        draft.banned = [False] * draft.n
    draft.say("collected", seats=receivers, cards=cards, to=to, reason=reason)


def close_window(draft: Draft, given: Input) -> None:
    """The open window ends: the pile is collected, or the challenge lapses, or the last pair was left (LS-05,
    LS-06, LS-22).
    """
    window, challenge = draft.window, draft.challenge
    if draft.winner is not None:
        draft.refuse(given, "finished")
        return
    if window is None:
        draft.refuse(given, "no_window")
        return
    draft.window = None
    if draft.slaps:
        first = draft.slaps[0]
        collect(draft, first, "slap" if len(first) == 1 else "tie")
    elif challenge is not None:
        if not draft.out[challenge.challenger]:
            collect(draft, (challenge.challenger,), "challenge")
        elif any(draft.holds(seat) for seat in range(draft.n)):
            _lapse(draft)
        else:
            finish(draft, heir(draft))
            return
    settle(draft, window_closed=True)


def _lapse(draft: Draft) -> None:
    """A lost challenge whose challenger is out for good: the pile stays, the game goes on behind its last
    card (LS-17).
    """
    assert draft.challenge is not None
    draft.say("lapsed", seats=(draft.challenge.challenger,))
    draft.turn = (draft.anchor() + 1) % draft.n
    draft.challenge = None
    draft.payments = ()
