"""What may be known and done: the view of one seat or of everybody, legal inputs, and the summary of case files."""

from __future__ import annotations

from lapsy.games.play import JSON, Input
from lapsy.games.speed.fit import NEIGHBOURS
from lapsy.games.speed.state import PILES, PLACES, State

_SPIT = tuple(Input(0, "spit", seat) for seat in (0, 1))
_SLAPS = tuple(tuple(Input(0, "slap", seat, to=to) for to in PILES) for seat in (0, 1))
_PLAYS = {
    (seat, place, pile): Input(0, "play", seat, place + 1, to=PILES[pile])
    for seat in (0, 1)
    for place in range(PLACES)
    for pile in (0, 1)
}
_MOVES = {
    (seat, place, to): Input(0, "move", seat, place + 1, to=to + 1)
    for seat in (0, 1)
    for place in range(PLACES)
    for to in range(PLACES)
}


def view(state: State, seat: int | None) -> JSON:
    """What a seat (None: everybody) may know. There are no private cards: all views are the same.

    Open cards, numbers of hidden ones, calls that hold. Whether anything fits is not said (SP-30): the cards say it.
    ``announced``: slaps count though nobody is out (SP-40). Raises ValueError for a seat that does not exist.
    """
    if seat is not None:
        _known(seat)
    return {
        "phase": state.phase,
        "deal": state.deals,
        "seats": [
            {
                "stocks": [
                    {"open": cards[-1] if cards else None, "hidden": max(0, len(cards) - 1)}
                    for cards in state.stocks[place]
                ],
                "spit": len(state.spit[place]),
                "called": state.called[place] is not None,
                "pool": len(state.pools[place]),
                "taken": state.taken[place],
            }
            for place in (0, 1)
        ],
        "piles": {
            name: None if pile is None else {"top": pile[-1] if pile else None, "cards": len(pile)}
            for name, pile in zip(PILES, state.piles, strict=True)
        },
        "first_out": list(state.first_out),
        "announced": state.phase == "slap" and not state.first_out,
        "over": state.winner is not None,
        "winner": state.winner,
    }


def legal(state: State, seat: int) -> tuple[Input, ...]:
    """What the seat may do now, ``ref`` 0: plays that fit, moves to empty places, a call that counts, slaps.

    Raises ValueError for a seat that does not exist.
    """
    _known(seat)
    if state.phase == "slap":
        return _SLAPS[seat]
    if state.phase not in ("ready", "play"):
        return ()
    inputs: list[Input] = []
    if state.phase == "play":
        stock = state.stocks[seat]
        held = [place for place in range(PLACES) if stock[place]]
        if state.blocked_us is None:
            wanted = [NEIGHBOURS[pile[-1][0]] if pile else "" for pile in state.piles]
            inputs = [
                _PLAYS[seat, place, pile]
                for place in held
                for pile in (0, 1)
                if stock[place][-1][0] in wanted[pile]
            ]
        if len(held) < PLACES:
            inputs += [_MOVES[seat, place, to] for place in held for to in range(PLACES) if not stock[to]]
    if state.called[seat] is None and (state.phase == "ready" or state.blocked_us is not None):
        inputs.append(_SPIT[seat])
    return tuple(inputs)


def summary(state: State) -> JSON:
    """The state in the words of the case files; seats are ``"0"`` and ``"1"``."""
    out: JSON = {
        "phase": state.phase,
        "stocks": _by_seat([[list(cards) for cards in stock] for stock in state.stocks]),
        "spit": _by_seat([list(cards) for cards in state.spit]),
        "piles": {
            name: None if pile is None else list(pile) for name, pile in zip(PILES, state.piles, strict=True)
        },
        "pools": _by_seat([sorted(pool) for pool in state.pools]),
        "taken": {str(seat): pile for seat, pile in enumerate(state.taken) if pile is not None},
        "first_out": list(state.first_out),
        "winner": state.winner,
        "stock_sizes": _by_seat([[len(cards) for cards in stock] for stock in state.stocks]),
        "tops": _by_seat([[cards[-1] if cards else None for cards in stock] for stock in state.stocks]),
        "spit_counts": _by_seat([len(cards) for cards in state.spit]),
        "pool_counts": _by_seat([len(pool) for pool in state.pools]),
        "pile_sizes": {
            name: None if pile is None else len(pile) for name, pile in zip(PILES, state.piles, strict=True)
        },
    }
    for name, pile in zip(PILES, state.piles, strict=True):
        out[f"{name}_top"] = pile[-1] if pile else None
    if state.phase == "slap":
        out["armed_t_us"] = state.since_us
    return out


def _by_seat(values: list[object]) -> JSON:
    return {str(seat): value for seat, value in enumerate(values)}


def _known(seat: int) -> None:
    if seat not in (0, 1):
        raise ValueError(f"There is no seat {seat} at this table: give 0 or 1.")
