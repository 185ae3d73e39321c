"""What may be known and done: the view of one seat or of everybody, legal inputs, and the summary of case files."""

from __future__ import annotations

from lapsy.games.limppu.attack import beatings, groups
from lapsy.games.limppu.deck import LIMPPU, size
from lapsy.games.limppu.draft import Draft
from lapsy.games.limppu.scoring import is_over, limppu_holder, series_over, winners
from lapsy.games.limppu.state import DEFEND, LEAD, State, Table
from lapsy.games.limppu.stopping import challenge_refusal
from lapsy.games.play import JSON, Input


def view(state: State, seat: int | None) -> JSON:
    """What a seat (None: everybody) may know. Hands, stock and what has left the game are hidden but for their sizes
    (LI-12).

    Nothing in it depends on whether a card that somebody drew is the stop card, nor on when a grace ends. Raises
    ValueError for a seat that does not exist.
    """
    if seat is not None and not 0 <= seat < len(state.hands):
        raise ValueError(f"There is no seat {seat} at this table: give 0 to {len(state.hands) - 1}.")
    draft = Draft(state, 0)
    ending = state.ending
    out: JSON = {
        "seats": [
            {"cards": size(hand), "limppu": LIMPPU in hand, "challenge": place not in state.challenged}
            for place, hand in enumerate(state.hands)
        ],
        "phase": state.phase,
        "turn": state.turn,
        "table": _table(state.table),
        "stock": len(state.stock),
        "out": len(state.out),
        "limppu": limppu_holder(state.hands, state.table),
        "forced_draw": state.phase == LEAD and draft.idled(),
        "idle": state.idle,
        "dealer": state.dealer,
        "game": state.game,
        "lots": [{"seat": lot.seat, "card": lot.card} for lot in state.lots],
        "totals": list(state.totals),
        "stop": state.options.stop,
        "ending": None
        if ending is None
        else {
            "reason": ending.reason,
            "losers": list(ending.losers),
            "caught": list(ending.caught),
            "limppu": ending.limppu,
            "points": list(ending.points),
        },
        "over": is_over(state),
        "winners": list(winners(state)),
    }
    if seat is not None:
        out["hand"] = list(state.hands[seat])
        out["draw"] = state.turn == seat and draft.draw_owed()
    return out


def legal(state: State, seat: int) -> tuple[Input, ...]:
    """What the seat may do now, ``ref`` 0: what its turn asks for, and with ``stop=live`` announcing its stop card
    and challenging. Showing the stop card among other cards is not listed: it is the same as announcing it (LI-57).

    Raises ValueError for a seat that does not exist.
    """
    if not 0 <= seat < len(state.hands):
        raise ValueError(f"There is no seat {seat} at this table: give 0 to {len(state.hands) - 1}.")
    if state.ending is not None:
        return ()
    draft = Draft(state, 0)
    inputs: list[Input] = []
    if state.turn == seat:
        hand = state.hands[seat]
        if draft.draw_owed():
            if state.stock:
                inputs.append(Input(0, "draw", seat))
        elif state.phase == LEAD:
            bound = state.options.must_pass_limppu and LIMPPU in hand
            inputs += [
                Input(0, "play", seat, cards=group) for group in groups(hand) if not bound or LIMPPU in group
            ]
        elif state.phase == DEFEND and state.table is not None:
            inputs += [Input(0, "beat", seat, cards=pair) for pair in beatings(state.table, hand)]
            inputs.append(Input(0, "end_defence", seat))
    if state.options.live:
        if any(h.seat == seat for h in state.held):
            inputs.append(Input(0, "announce", seat))
        inputs += [
            Input(0, "challenge", seat, to=target)
            for target in range(draft.n)
            if not challenge_refusal(draft, seat, target)
        ]
    return tuple(inputs)


def summary(state: State) -> JSON:
    """The whole state in the words of the case files; hands in order."""
    ending, seats = state.ending, range(len(state.hands))
    out: JSON = {
        "hands": {str(seat): sorted(state.hands[seat]) for seat in seats},
        "stock": list(state.stock),
        "out": sorted(state.out),
        "table": _table(state.table),
        "phase": state.phase,
        "turn": state.turn,
        "idle": state.idle,
        "dealer": state.dealer,
        "totals": {str(seat): state.totals[seat] for seat in seats},
        "over": None,
    }
    if ending is not None:
        out["over"] = {
            "reason": ending.reason,
            "losers": list(ending.losers),
            "caught": list(ending.caught),
            "limppu_holder": ending.limppu,
            "points": {str(seat): ending.points[seat] for seat in seats},
        }
        if state.options.series:
            out["over"]["series_over"] = series_over(state)
            if series_over(state):
                out["over"]["winners"] = list(winners(state))
    return out


def _table(table: Table | None) -> JSON | None:
    if table is None:
        return None
    return {
        "attacker": table.attacker,
        "defender": table.defender,
        "cards": [{"card": attack.card, "by": attack.by} for attack in table.cards],
    }
