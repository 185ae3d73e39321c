"""What may be known and done: the view of one seat or of everybody, legal inputs, and the summary of case
files.
"""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.games.lapsy.draft import Draft
from lapsy.games.lapsy.flips import may_choose, turn_refusal
from lapsy.games.lapsy.slaps import slap_refusal
from lapsy.games.lapsy.state import State
from lapsy.games.play import JSON, Input

#: So many of the newest played cards are shown.
TOP = 4


def view(state: State, seat: int | None) -> JSON:
    """What a seat (None: everybody) may know. Hands stay hidden but for the owner's last three cards (LA-42).

    ``seats[].cards`` leaves a card in the air out. Raises ValueError for a seat that does not exist.
    """
    if seat is not None and not 0 <= seat < len(state.hands):
        raise ValueError(f"There is no seat {seat} at this table: give 0 to {len(state.hands) - 1}.")
    draft = Draft(state, 0)
    challenge, air = state.challenge, state.air
    played = state.pile[state.penalty :]
    out: JSON = {
        "seats": [
            {
                "cards": len(hand),
                "status": "out" if state.out[place] else "in" if draft.holds(place) else "cardless",
                "choosing": may_choose(draft, place),
                "banned": state.banned[place],
            }
            for place, hand in enumerate(state.hands)
        ],
        "turn": _on_turn(state),
        "pile": {
            "cards": len(state.pile),
            "penalty": state.penalty,
            "top": [{"card": laid.card, "seat": laid.seat} for laid in played[-TOP:]],
            "air": None if air is None else {"card": air.card, "seat": air.seat},
        },
        "challenge": None
        if challenge is None
        else {
            "challenger": challenge.challenger,
            "rank": challenge.rank,
            "attempts": draft.rules.attempts[challenge.rank],
            "left": challenge.left,
        },
        "window": None if state.window is None else state.window.kind,
        "leading": list(state.slaps[0]) if state.slaps else [],
        "over": state.winner is not None,
        "winner": state.winner,
        "dealer": state.dealer,
        # What bots and pages must know of the agreed rules: what may be slapped, own head first, aim reversed.
        "rules": {"slap": [c.__name__ for c in draft.rules.conditions], "head": False, "reverse": False},
    }
    if seat is not None and may_choose(draft, seat):
        out["hand"] = list(state.hands[seat])
    return out


def legal(state: State, seat: int) -> tuple[Input, ...]:
    """What the seat may do now, ``ref`` 0: turn its top card or one of its last three by position, and slap.

    A slap is listed whenever a press would count, true or false: whether it is true is for the player to see.
    """
    if not 0 <= seat < len(state.hands):
        raise ValueError(f"There is no seat {seat} at this table: give 0 to {len(state.hands) - 1}.")
    draft = Draft(state, 0)
    inputs: list[Input] = []
    top = Input(0, "flip", seat)
    if not turn_refusal(draft, top):
        inputs.append(top)
        if may_choose(draft, seat):
            inputs += [Input(0, "flip", seat, choose=place) for place in range(1, len(state.hands[seat]) + 1)]
    slap = Input(0, "slap", seat)
    if not slap_refusal(draft, slap):
        inputs.append(slap)
    return tuple(inputs)


def summary(state: State, names: Sequence[str]) -> JSON:
    """The state in the words of the case files; ``names`` by seat."""
    challenge, turn = state.challenge, _on_turn(state)
    return {
        "hands": {name: list(state.hands[seat]) for seat, name in enumerate(names)},
        "pile": [laid.card for laid in state.pile],
        "pile_penalty": state.penalty,
        "turn": None if turn is None else names[turn],
        "challenge": None
        if challenge is None
        else {"challenger": names[challenge.challenger], "attempts_left": challenge.left},
        "over": state.winner is not None,
        "winner": None if state.winner is None else names[state.winner],
        "can_return": {name: not state.out[seat] for seat, name in enumerate(names)},
    }


def _on_turn(state: State) -> int | None:
    return None if state.window is not None or state.winner is not None else state.turn
