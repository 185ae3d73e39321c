"""What must hold in every state. Used by tests, benches and everything that reads a state from outside."""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.cards import SEED_BYTES
from lapsy.games.limppu.attack import GROUP
from lapsy.games.limppu.deck import KINGS, LIMPPU, beats, known
from lapsy.games.limppu.draft import Draft
from lapsy.games.limppu.state import (
    DEFEND,
    LEAD,
    OVER,
    PHASES,
    REFILL_ATTACKER,
    REFILL_DEFENDER,
    SEATS,
    Hand,
    Moment,
    State,
    Table,
)


def cards_of(state: State | Moment) -> tuple[str, ...]:
    """All cards of the game, sorted: the same before and after every step."""
    return tuple(sorted(_all(state.hands, state.stock, state.out, state.table)))


def check(state: State) -> None:
    """Raises ValueError with the first thing that cannot be in a state of this game between two bundles."""
    check_position(state)
    if problem := "" if state.ending else _unsettled(state):
        raise ValueError(f"This is no state of Limppu: {problem}.")


def check_position(state: State) -> None:
    """As ``check``, but draws may still be owed that happen by themselves."""
    problem = _shape(state) or _cards(state) or _table(state) or _held(state)
    if problem := problem or (_over(state) if state.ending else ""):
        raise ValueError(f"This is no state of Limppu: {problem}.")


def _all(hands: Sequence[Hand], stock: Sequence[str], out: Sequence[str], table: Table | None) -> list[str]:
    cards = [card for hand in hands for card in hand]
    cards += stock
    cards += out
    if table is not None:
        cards += [card for attack in table.cards for card in attack if card is not None]
    return cards


def _shape(state: State) -> str:
    seats = len(state.hands)
    if seats not in SEATS or len(state.totals) != seats:
        return "it has too few or too many seats"
    numbers = [state.dealer, *state.challenged, *state.waiting, *(lot.seat for lot in state.lots)]
    numbers += [h.seat for h in state.held]
    numbers += [n for n in (state.turn, state.leads) if n is not None]
    if state.table is not None:
        numbers += [state.table.attacker, state.table.defender]
    if any(not 0 <= n < seats for n in numbers):
        return "it names a seat that does not exist"
    if state.phase not in PHASES or (state.turn is None) != (state.phase == OVER):
        return "its phase and turn do not fit together"
    if (state.ending is not None) != (state.phase == OVER):
        return "it has an ending and goes on, or the other way"
    if len(state.seed) != (SEED_BYTES if state.options.series else 0):
        return "its seed does not fit a series or a single game"
    if min(state.totals) < 0 or state.idle < 0 or state.game < 0 or (state.game and not state.options.series):
        return "its counts are impossible"
    if (state.leads is not None) != (state.phase == REFILL_DEFENDER):
        return "who leads next is open where it cannot be"
    if any(lot.card not in known(state.options) for lot in state.lots):
        return "a lot is no card"
    return ""


def _cards(state: State) -> str:
    """Every card once, and the stop cards where they may be."""
    pack = known(state.options)
    cards = _all(state.hands, state.stock, state.out, state.table)
    if len(cards) != len(pack) or pack.difference(cards):
        return "its cards are not the pack, each once"
    if not KINGS.isdisjoint(state.out) or LIMPPU in state.out:
        return "the limppu or a stop card has left the game"
    if LIMPPU in state.stock:
        return "the limppu is in the stock"
    in_hands = {card for hand in state.hands for card in hand if card in KINGS}
    if state.ending is None and in_hands != {h.card for h in state.held}:
        return "a stop card is in a hand and nobody holds it back"
    return ""


def _table(state: State) -> str:
    table = state.table
    if table is None:
        return "" if state.phase not in (REFILL_ATTACKER, DEFEND) else "nothing is on the table"
    if state.phase in (LEAD, REFILL_DEFENDER):
        return "something is on the table"
    if problem := _group(table, len(state.hands)):
        return problem
    if state.phase == REFILL_ATTACKER and any(attack.by is not None for attack in table.cards):
        return "a card is beaten too early"
    if state.phase in (REFILL_ATTACKER, DEFEND):
        turn = table.attacker if state.phase == REFILL_ATTACKER else table.defender
        if state.turn != turn:
            return "the wrong player is on turn"
    return ""


def _group(table: Table, seats: int) -> str:
    if table.attacker not in range(seats) or table.defender != (table.attacker - 1) % seats:
        return "a group lies before the wrong player"
    group = [attack.card for attack in table.cards if attack.card != LIMPPU]
    if len(group) not in GROUP or len({card[0] for card in group}) != 1 or not KINGS.isdisjoint(group):
        return "what is on the table is no group"
    for attack in table.cards:
        if attack.by is not None and (attack.by in KINGS or not beats(attack.by, attack.card)):
            return "a card is beaten by one that does not beat it"
    return ""


def _held(state: State) -> str:
    if state.held and (not state.options.live or state.ending is not None):
        return "a stop card is withheld where none can be"
    pack = known(state.options)
    for h in state.held:
        if h.card not in KINGS or h.card not in state.hands[h.seat]:
            return "a stop card is withheld by somebody who has none"
        if (h.last is None) != (h.last_us is None):
            return "a later draw has no time or no moment"
        for moment in (h.at, h.last):
            if moment is None:
                continue
            cards = _all(*moment)
            if len(cards) != len(pack) or pack.difference(cards) or len(moment.hands) != len(state.hands):
                return "a moment to go back to has not all cards"
            if h.card not in moment.hands[h.seat]:
                return "a moment to go back to does not have its stop card drawn"
            if moment.stock[len(moment.stock) - len(state.stock) :] != state.stock:
                return "a moment to go back to has another stock"
            if not KINGS.isdisjoint(moment.out) or LIMPPU in (*moment.out, *moment.stock):
                return "a moment to go back to has the limppu or a stop card where it cannot be"
            if moment.table is not None and (problem := _group(moment.table, len(state.hands))):
                return f"in a moment to go back to, {problem}"
    if list(state.challenged) != sorted(set(state.challenged)) or list(state.waiting) != sorted(
        set(state.waiting)
    ):
        return "its challenges are out of order"
    if not set(state.waiting) <= {h.seat for h in state.held}:
        return "a challenge waits for somebody who withholds nothing"
    return ""


def _over(state: State) -> str:
    end = state.ending
    seats = range(len(state.hands))
    if end is None or end.reason not in ("stop_card", "caught", "stock_out") or len(end.points) != len(seats):
        return "its ending is none"
    if end.limppu not in seats or not set(end.losers) <= set(seats) or not end.losers:
        return "its ending names a seat that does not exist"
    if end.losers != (end.caught or (end.limppu,)):
        return "the wrong player has lost"
    left = state.leads is not None or state.challenged or state.waiting
    return "it is over and something is left to do" if left else ""


def _unsettled(state: State) -> str:
    owed = Draft(state, 0).draw_owed()
    if owed and not state.options.live:
        return "a draw is owed that happens by itself"
    if state.phase in (REFILL_ATTACKER, REFILL_DEFENDER) and not owed:
        return "somebody refills a full hand"
    return ""
