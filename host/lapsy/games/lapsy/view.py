"""What may be known and done: the view of one seat or of everybody, legal inputs, and the summary of case
files.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from lapsy.games.lapsy.flips import may_choose, turn_refusal
from lapsy.games.lapsy.situation import holds
from lapsy.games.lapsy.slaps import press_refusal, slap_refusal
from lapsy.games.lapsy.state import State
from lapsy.games.play import JSON, Input

#: So many of the newest played cards are shown.
TOP = 4


def view(state: State, seat: int | None) -> JSON:
    """What a seat (None: everybody) may know. Hands stay hidden but for the owner's last three cards (LA-42).

    ``seats[].cards`` leaves a card in the air out. ``leading``: the first hands; ``takes``: who would get the pile as
    things stand. ``rules``: what bots and pages must know of the agreed ones. Raises ValueError for a
    seat that does not exist.
    """
    if seat is not None:
        _check_seat(state, seat)
    rules, challenge, air = state.rules, state.challenge, state.air
    heads = [who for who, _ in state.heads]
    out: JSON = {
        "seats": [
            {
                "cards": len(hand),
                "status": _status(state, place),
                "choosing": may_choose(state, place),
                "banned": state.banned[place],
                "head": place in heads,
            }
            for place, hand in enumerate(state.hands)
        ],
        "turn": _on_turn(state),
        "pile": {
            "cards": len(state.pile),
            "penalty": state.penalty,
            "top": [
                {"card": laid.card, "seat": laid.seat}
                for laid in state.pile[max(state.penalty, len(state.pile) - TOP) :]
            ],
            "air": None if air is None else {"card": air.card, "seat": air.seat},
        },
        "challenge": None
        if challenge is None
        else {
            "challenger": challenge.challenger,
            "rank": challenge.rank,
            "attempts": rules.attempts[challenge.rank],
            "left": challenge.left,
        },
        "window": None if state.window is None else state.window.kind,
        "leading": list(state.slaps[0]) if state.slaps else [],
        "takes": list(rules.aim.takers(state)),
        "over": bool(state.winners),
        "winner": state.winners[0] if len(state.winners) == 1 else None,
        "winners": list(state.winners),
        "finished": list(state.finished),
        "dealer": state.dealer,
        "laid": state.laid,
        "last_pile": state.last_pile or None,
        "rules": {
            "slap": [condition.__name__ for condition in rules.conditions],
            "head": rules.head_first,
            "reverse": rules.aim.reverse,
            "joins": rules.joins,
        },
    }
    if seat is not None and may_choose(state, seat):
        out["hand"] = list(state.hands[seat])
    return out


def legal(state: State, seat: int) -> tuple[Input, ...]:
    """What the seat may do now, ``ref`` 0: turn its top card or one of its last three by position, slap, and slap its head.

    A slap is listed whenever a press would count, true or false: whether it is true is for the player to see.
    """
    _check_seat(state, seat)
    flip = not turn_refusal(state, seat)
    choices = len(state.hands[seat]) if flip and may_choose(state, seat) else 0
    slap = not slap_refusal(state, seat, _SLAPS[seat])
    head = state.rules.head_first and not press_refusal(state, seat) and seat not in dict(state.heads)
    return _ready(seat, flip, choices, slap, head)


_SLAPS = tuple(Input(0, "slap", seat) for seat in range(8))


@lru_cache(maxsize=1024)
def _ready(seat: int, flip: bool, choices: int, slap: bool, head: bool) -> tuple[Input, ...]:
    """Inputs are values: each list of them is made once."""
    inputs = [Input(0, "flip", seat)] * flip
    inputs += [Input(0, "flip", seat, choose=place) for place in range(1, choices + 1)]
    inputs += [_SLAPS[seat]] * slap
    inputs += [Input(0, "head", seat)] * head
    return tuple(inputs)


def summary(state: State, names: Sequence[str]) -> JSON:
    """The state in the words of the case files; ``names`` by seat. ``loser``: in reverse, who was left with the cards."""
    challenge, turn = state.challenge, _on_turn(state)
    losers = [name for seat, name in enumerate(names) if state.finished and not state.out[seat]]
    return {
        "hands": {name: list(state.hands[seat]) for seat, name in enumerate(names)},
        "pile": [laid.card for laid in state.pile],
        "pile_penalty": state.penalty,
        "turn": None if turn is None else names[turn],
        "challenge": None
        if challenge is None
        else {"challenger": names[challenge.challenger], "attempts_left": challenge.left},
        "over": bool(state.winners),
        "winner": names[state.winners[0]] if len(state.winners) == 1 else None,
        "loser": losers[0] if state.winners and len(losers) == 1 else None,
        "can_return": {name: not state.out[seat] for seat, name in enumerate(names)},
    }


def _check_seat(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.hands):
        raise ValueError(f"There is no seat {seat} at this table: give 0 to {len(state.hands) - 1}.")


def _status(state: State, seat: int) -> str:
    if state.out[seat]:
        return "finished" if state.rules.aim.reverse else "out"
    return "in" if holds(state, seat) else "cardless"


def _on_turn(state: State) -> int | None:
    return None if state.window is not None or state.winners else state.turn
