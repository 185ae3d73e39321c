"""What must hold in every state. Used by tests and by everything that reads a state from outside."""

from __future__ import annotations

from lapsy.cards import PACK, SEED_BYTES
from lapsy.games.speed.fit import fits, is_blocked, is_dead
from lapsy.games.speed.state import NO_STOCK, PILES, PLACES, State

_PACK = frozenset(PACK)
_TAKEN = frozenset(PILES) | {None}


def cards_of(state: State) -> tuple[str, ...]:
    """All cards of the match, sorted: the same before and after every step."""
    return tuple(sorted(_cards(state)))


def check(state: State) -> None:
    """Raises ValueError with the first thing that cannot be in a state of this game."""
    if problem := _problem(state):
        raise ValueError(f"This is no state of Speed: {problem}.")


def _cards(state: State) -> list[str]:
    cards = [card for stock in state.stocks for place in stock for card in place]
    for spit in state.spit:
        cards += spit
    for pile in state.piles:
        cards += pile or ()
    for pool in state.pools:
        cards += pool
    return cards


def _problem(state: State) -> str:
    cards = _cards(state)
    if len(cards) != len(_PACK) or not _PACK.issuperset(cards) or len(set(cards)) != len(cards):
        return "its cards are not one pack"
    if len(state.stocks) != 2 or any(len(stock) != PLACES for stock in state.stocks):
        return "a player has not five places"
    if len(state.seed) != SEED_BYTES:
        return f"its seed has not {SEED_BYTES} bytes"
    if state.deals < 1:
        return "nothing has been dealt"
    if not _TAKEN.issuperset(state.taken):
        return "somebody took a pile that does not exist"
    judge = _BY_PHASE.get(state.phase)
    if judge is None:
        return "its phase does not exist"
    if state.phase != "redeal" and (any(state.pools) or state.contest is not None):
        return "cards wait for a deal that is not due"
    if state.phase not in ("ready", "play") and state.called != (None, None):
        return "a call holds where none can"
    if state.phase != "play" and state.blocked_us is not None:
        return "it is blocked where nothing can be played"
    if (state.winner is None) != (state.phase != "over"):
        return "it is over without a winner or goes on with one"
    return judge(state) or _touches(state)


def _ready(state: State) -> str:
    for seat in (0, 1):
        if not any(state.stocks[seat]):
            return "a player has no stock"
        if state.piles[seat] != (() if state.spit[seat] else None):
            return "a pile is not what the spit cards make it"
    if None not in state.called:
        return "both have called and nothing was turned"
    return "" if any(state.spit) else "nobody has a spit card to begin with"


def _play(state: State) -> str:
    if not all(any(stock) for stock in state.stocks):
        return "a player without stock plays on"
    if not any(state.piles) or () in state.piles:
        return "a pile is empty"
    if any(state.piles[seat] is None and state.spit[seat] for seat in (0, 1)):
        return "a player with spit cards has no pile"
    if (state.blocked_us is not None) != is_blocked(state.stocks, state.piles):
        return "it is blocked where a card fits or open where none does"
    if state.blocked_us is None and state.called != (None, None):
        return "a call holds where a card fits"
    if None not in state.called and (any(state.spit) or None in state.piles):
        return "both have called and nothing followed"
    if None in state.piles and not any(state.spit) and is_dead(state.stocks, state.piles):
        return "a dead single pile has not been taken"
    return ""


def _slap(state: State) -> str:
    if not all(state.piles):
        return "a slap for piles that are not two"
    out = tuple(seat for seat in (0, 1) if not any(state.stocks[seat]))
    if state.first_out != out:
        return "those out first are not those without stock"
    return "" if out or not any(state.spit) else "nobody is out and spit cards are left"


def _redeal(state: State) -> str:
    if state.stocks != (NO_STOCK, NO_STOCK) or any(state.spit) or state.piles != (None, None):
        return "cards lie on the table between two deals"
    if not all(state.pools):
        return "a player has no cards to deal"
    if state.taken == (None, None):
        return "nobody took a pile"
    contest = state.contest
    if contest is None:
        return ""
    if contest.seat not in (0, 1) or contest.pile not in (0, 1):
        return "a slap of nobody or for nothing"
    before = state._replace(
        phase="slap",
        stocks=contest.stocks,
        spit=contest.spit,
        piles=contest.piles,
        touches=contest.touches,
        pools=((), ()),
        since_us=contest.armed_us,
        contest=None,
    )
    return _problem(before)


def _over(state: State) -> str:
    seat = state.winner
    if seat not in (0, 1):
        return "nobody has won"
    return "the winner has cards" if any(state.stocks[seat]) or state.spit[seat] else ""


_BY_PHASE = {"ready": _ready, "play": _play, "slap": _slap, "redeal": _redeal, "over": _over}


def _touches(state: State) -> str:
    for touch, pile in zip(state.touches, state.piles, strict=True):
        if touch is None:
            continue
        if state.phase not in ("play", "slap") or not pile or len(pile) < 2 or not fits(pile[-1], pile[-2]):
            return "a card was played where it cannot have been"
        if touch.seat not in (0, 1) or not 0 <= touch.place < PLACES or touch.size < 0:
            return "a card was played by nobody"
    return ""
