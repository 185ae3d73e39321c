"""What must hold in every state. Used by tests and by everything that reads a state from outside."""

from __future__ import annotations

from lapsy.cards import is_card
from lapsy.games.lapsy.draft import Draft
from lapsy.games.lapsy.state import State


def cards_of(state: State) -> tuple[str, ...]:
    """All cards of the game, sorted: the same before and after every step."""
    cards = [card for hand in state.hands for card in hand]
    cards += [laid.card for laid in state.pile]
    if state.air is not None:
        cards.append(state.air.card)
    return tuple(sorted(cards))


def check(state: State) -> None:
    """Raises ValueError with the first thing that cannot be in a state of this game."""
    for problem, wrong in _problems(state):
        if wrong:
            raise ValueError(f"This is no state of Läpsy: {problem}.")


def _problems(state: State) -> list[tuple[str, bool]]:
    seats = len(state.hands)
    numbers = [state.dealer, state.turn]
    numbers += [seat for group in state.slaps for seat in group]
    numbers += [laid.seat for laid in state.pile if laid.seat is not None]
    numbers += [payment.seat for payment in state.payments]
    numbers += [] if state.challenge is None else [state.challenge.challenger]
    numbers += [] if state.air is None else [state.air.seat]
    numbers += [] if state.winner is None else [state.winner]
    problems = [
        ("it has too few or too many seats", not 2 <= seats <= 8),
        ("its lists differ in length", not seats == len(state.out) == len(state.banned)),
        ("it names a seat that does not exist", any(not 0 <= seat < seats for seat in numbers)),
        ("it holds something that is no card", any(not is_card(card) for card in cards_of(state))),
        ("it has more penalty cards than cards in the pile", not 0 <= state.penalty <= len(state.pile)),
    ]
    if any(wrong for _, wrong in problems):
        return problems
    return problems + (_finished(state) if state.winner is not None else _open(state))


def _finished(state: State) -> list[tuple[str, bool]]:
    others = any(hand for seat, hand in enumerate(state.hands) if seat != state.winner)
    left = state.pile or state.air or state.window or state.challenge or state.slaps or state.payments
    return [("it is over and something is left on the table", bool(left) or others)]


def _open(state: State) -> list[tuple[str, bool]]:
    draft = Draft(state, 0)
    air, window, challenge = state.air, state.window, state.challenge
    holders = [seat for seat in range(draft.n) if draft.holds(seat)]
    rules = draft.rules
    lost = challenge is not None and (challenge.left == 0 or not holders)
    expected = "slap" if state.slaps else "collect" if lost else None
    if expected is None and challenge is None and len(holders) < 2:
        expected = "pair"
    return [
        (
            "a player out for good has cards",
            any(state.hands[seat] for seat in range(draft.n) if state.out[seat]),
        ),
        (
            "a card is in the air out of turn",
            air is not None and (air.seat != state.turn or window is not None),
        ),
        (
            "a card in the air cannot come back",
            air is not None and not 0 <= air.place <= len(state.hands[air.seat]),
        ),
        ("the wrong window is open", (window and window.kind) != expected),
        ("nobody can go on", window is None and not draft.holds(state.turn)),
        ("a pair waits that is none", expected in ("slap", "pair") and not draft.live()),
        ("a slap counts twice", len({s for g in state.slaps for s in g}) != sum(len(g) for g in state.slaps)),
        ("a slap has no number", [len(g) for g in state.slaps] != [len(g) for g in state.refs]),
        ("a slap group is empty", any(not group for group in state.slaps)),
        ("a slap counts that cannot", any(state.out[s] or state.banned[s] for g in state.slaps for s in g)),
        (
            "a challenge has impossible attempts",
            challenge is not None and not 0 <= challenge.left <= rules.attempts.get(challenge.rank, -1),
        ),
        (
            "an objection points at no penalty card",
            any(
                not 0 <= p.depth < state.penalty or state.pile[p.depth].seat != p.seat for p in state.payments
            ),
        ),
        ("an objection is open where none exists", bool(state.payments) and not rules.objections),
    ]
