"""What may be known: the view of one seat or of everybody, and the summary of case files."""

from __future__ import annotations

from lapsy.games.kuoppa.exchange import waiting
from lapsy.games.kuoppa.ranks import arranged
from lapsy.games.kuoppa.readings import notation
from lapsy.games.kuoppa.state import DISCARD, PLAY, PLAYERS, State
from lapsy.games.play import JSON


def view(state: State, seat: int | None) -> JSON:
    """What a seat (None: everybody) may know (KU-72): hands are private; readings, passes, hand sizes, places, played
    cards, and what the exchange has shown (KU-15) are public. A committed discard is its owner's secret.

    Raises ValueError for a seat that does not exist.
    """
    if seat is not None and not 0 <= seat < PLAYERS:
        raise ValueError(f"There is no seat {seat} at this table: give 0 to {PLAYERS - 1}.")
    playing = state.phase == PLAY
    current = state.current
    out: JSON = {
        "options": state.options.as_json(),
        "round": state.round,
        "phase": state.phase,
        "dealer": state.dealer,
        "turn": state.turn if playing else None,
        "waiting": [state.turn] if playing else list(waiting(state)),
        "on_lead": playing and current is None,
        "current": None
        if current is None
        else {
            "seat": current.seat,
            "cards": list(current.cards),
            "as": current.reading.as_json(),
            "wild": current.reading.wild,
            "text": notation(current.reading),
        },
        "passed": list(state.passed),
        "seats": [
            {
                "cards": len(hand),
                "points": state.totals[place],
                "place": state.finished.index(place) if place in state.finished else None,
                "last_place": state.places.index(place) if state.places else None,
            }
            for place, hand in enumerate(state.hands)
        ],
        "out": list(state.finished),
        "places": list(state.places),
        "played": list(arranged(state.played)),
        "exchange": _exchange(state),
        "record": [list(row) for row in state.record],
        "over": state.winner is not None,
        "winner": state.winner,
    }
    if seat is not None:
        out["hand"] = list(state.hands[seat])
        if state.exchange is not None and state.phase == DISCARD and seat in state.places[:2]:
            out["discard"] = state.exchange.discards[state.places.index(seat)]
    return out


def _exchange(state: State) -> JSON | None:
    exchange = state.exchange
    if exchange is None:
        return None
    secret = state.phase == DISCARD
    return {
        "given": list(exchange.given),
        "picked": exchange.picked,
        "committed": [
            seat for seat, card in zip(state.places[:2], exchange.discards, strict=True) if card is not None
        ],
        "discards": [None, None] if secret else list(exchange.discards),
        "taken": exchange.taken,
    }


def summary(state: State) -> JSON:
    """The state in the words of the case files; ``over`` is the round's end or the game's."""
    playing = state.phase == PLAY
    current = state.current
    return {
        "turn": state.turn if playing else None,
        "on_lead": playing and current is None,
        "current": None if current is None else current.reading.as_json(),
        "counts": [len(hand) for hand in state.hands],
        "hands": [list(hand) for hand in state.hands],
        "out": sorted(seat for seat in range(PLAYERS) if not state.hands[seat]),
        "over": len(state.finished) == PLAYERS or state.winner is not None,
    }
