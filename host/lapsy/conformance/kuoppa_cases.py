"""Cases of Kuoppa: readings and their order, tricks, the exchange, points.

Each kind asks one part of the rules; tricks and exchanges go through ``kuoppa.step`` input by input.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from lapsy.games import kuoppa
from lapsy.games.kuoppa.options import Options
from lapsy.games.kuoppa.readings import Reading, Statement, from_statement
from lapsy.games.options import as_texts
from lapsy.games.play import Bundle, Input, Outcome

JSON = dict[str, Any]


#: A statement that no rules know: what a case says and no combination is.
NO_READING = "?"


def run_case(case: JSON) -> list[str]:
    """What differs from what the case expects, one line each. Raises ValueError, KeyError, TypeError on a bad case."""
    runner = _KINDS.get(case["kind"])
    if runner is None:
        raise ValueError(f"the kind {case['kind']!r} is not among {', '.join(_KINDS)}")
    return runner(case)


def _options(case: JSON) -> Options:
    return kuoppa.parse_options(as_texts(case.get("options", {})))


def _statement(said: Mapping[str, Any] | None) -> Statement | None:
    """What a case says of some cards: all fields, some, or nothing. None: something that no combination ever is.

    Raises ValueError on a field that does not exist.
    """
    said = said or {}
    if unknown := set(said) - set(Statement._fields):
        raise ValueError(f"a reading has no {', '.join(sorted(unknown))}")
    try:
        statement = Statement(**said)
        from_statement(kuoppa.to_statement(statement))
    except (ValueError, LookupError, TypeError):
        return None
    return statement


def _differences(expect: Mapping[str, Any], got: Mapping[str, Any]) -> list[str]:
    return [
        f"{key}: expected {want}, got {got[key]}" if key in got else f"{key}: nothing of that name is known"
        for key, want in expect.items()
        if key not in got or got[key] != want
    ]


def _agreeing(case: JSON, cards: Sequence[str], said: Mapping[str, Any] | None) -> list[Reading]:
    """The readings of some cards that agree with what is said of them."""
    kept = _statement(said)
    if kept is None:
        return []
    return [r for r in kuoppa.readings(tuple(cards), _options(case)) if kept.fits(r)]


def _classify(case: JSON) -> list[str]:
    got = [reading.as_json() for reading in _agreeing(case, case["cards"], None)]
    missing = [f"not found: {want}" for want in case["expect"] if want not in got]
    return missing + [f"not expected: {found}" for found in got if found not in case["expect"]]


def _beaten(case: JSON, lead: Sequence[Reading], reply: Sequence[Reading]) -> bool:
    """Whether a reply's reading beats the best of the lead's readings of its type."""
    options = _options(case)
    if not lead:
        raise ValueError("the lead is no combination")
    for reading in reply:
        same = [r for r in lead if (r.type, r.length) == (reading.type, reading.length)]
        if same and kuoppa.beats(reading, kuoppa.best(same, options), options):
            return True
    return False


def _beats(case: JSON) -> list[str]:
    lead = _agreeing(case, case["lead"], case.get("lead_as"))
    got = _beaten(case, lead, _agreeing(case, case["reply"], case.get("reply_as")))
    return [] if got == case["expect"] else [f"beats: expected {case['expect']}, got {got}"]


def _order(case: JSON) -> list[str]:
    steps = [(step["cards"], _agreeing(case, step["cards"], step.get("as"))) for step in case["ascending"]]
    wrong = []
    for (low_cards, low), (high_cards, high) in pairwise(steps):
        if not high or not _beaten(case, low, _highest(case, high)):
            wrong.append(f"{high_cards} should beat {low_cards}")
        if high and _beaten(case, high, _highest(case, low)):
            wrong.append(f"{low_cards} should not beat {high_cards}")
    return wrong


def _highest(case: JSON, readings: Sequence[Reading]) -> list[Reading]:
    """The best reading of each type."""
    by_type: dict[str, list[Reading]] = {}
    for reading in readings:
        by_type.setdefault(reading.type, []).append(reading)
    return [kuoppa.best(group, _options(case)) for group in by_type.values()]


def _first_dealer(case: JSON) -> list[str]:
    return _differences(
        case["expect"], {"dealer": kuoppa.first_dealer(case["draw"], case.get("start_seat", 0))}
    )


def _deal(case: JSON) -> list[str]:
    dealer, number = case["dealer"], case.get("round", 1)
    hands = kuoppa.deal(bytes(32), number, dealer)
    places = [(dealer + step) % 5 for step in (1, 2, 0, 3, 4)] if number > 1 else []
    state = kuoppa.position(hands, leader=dealer, places=places, exchange=number > 1)
    return _differences(
        case["expect"],
        {
            "sizes": [len(hand) for hand in hands],
            "distinct_cards": len({card for hand in hands for card in hand}),
            "leader": state.turn,
            "exchange": state.exchange is not None,
        },
    )


def _gives(case: JSON) -> list[str]:
    got = kuoppa.gives(tuple(case["hand"]))
    return [] if sorted(got) == sorted(case["expect"]) else [f"gives: expected {case['expect']}, got {got}"]


#: The choices of an exchange in their order: name, input, place in the last round.
_CHOICES = (
    ("neck_gives", "give", 3),
    ("nose_gives", "give", 4),
    ("winner_takes", "pick", 0),
    ("winner_discards", "discard", 0),
    ("second_discards", "discard", 1),
    ("neck_takes", "take", 3),
)


def _exchange(case: JSON) -> list[str]:
    places, chosen = case["places"], case["choices"]
    state = kuoppa.position(case["hands"], places=places, exchange=True, options=_options(case))
    illegal = None
    for name, kind, place in _CHOICES:
        if name not in chosen or illegal:
            continue
        seat, card = places[place], chosen[name]
        if state.exchange is not None and kind == "give" and (forced := state.exchange.given[place - 3]):
            # A single highest card is given by the rules themselves.
            illegal = None if card == forced else name
            continue
        after, outcomes = _one(state, Input(0, kind, seat, cards=(card,)))
        illegal = name if _refused(outcomes) else None
        if illegal and after is not state:
            return [f"{name} was refused and changed something"]
        state = after
    expect = case["expect"]
    if illegal or "illegal" in expect:
        wanted = expect.get("illegal")
        return [] if illegal == wanted else [f"illegal: expected {wanted}, got {illegal}"]
    got = [sorted(hand) for hand in state.hands]
    want = [sorted(hand) for hand in expect["hands"]]
    return [] if got == want else [f"hands: expected {want}, got {got}"]


def _trick(case: JSON) -> list[str]:
    state = kuoppa.position(
        case["hands"], leader=case["leader"], out=case.get("out", ()), options=_options(case)
    )
    illegal_at = None
    for n, action in enumerate(case["actions"]):
        if "pass" in action:
            given = Input(n, "pass", action["seat"])
        else:
            said = _statement(action.get("as"))
            reading = NO_READING if said is None else kuoppa.to_statement(said)
            given = Input(n, "play", action["seat"], cards=tuple(action["play"]), reading=reading)
        after, outcomes = _one(state, given)
        if _refused(outcomes):
            illegal_at = n
            if after is not state:
                return [f"action {n} was refused and changed something"]
            break
        state = after
    expect = dict(case["expect"])
    wanted = expect.pop("illegal_at", None)
    wrong = [] if illegal_at == wanted else [f"illegal_at: expected {wanted}, got {illegal_at}"]
    got = kuoppa.summary(state)
    for name in ("out", "hands"):
        if name in expect:
            expect[name], got[name] = _sorted(expect[name]), _sorted(got[name])
    return wrong + _differences(expect, got)


def _sorted(values: Sequence[Any]) -> list[Any]:
    """Seats by number; cards inside each hand in one order."""
    return [sorted(v) for v in values] if any(isinstance(v, list) for v in values) else sorted(values)


def _one(state: kuoppa.State, given: Input) -> tuple[kuoppa.State, list[Outcome]]:
    return kuoppa.step(state, Bundle(0, (given,)))


def _refused(outcomes: Sequence[Outcome]) -> bool:
    return any(outcome.kind == "refused" for outcome in outcomes)


def _legal(case: JSON) -> list[str]:
    options = _options(case)
    lead = None
    if case.get("lead"):
        lead = kuoppa.best(_agreeing(case, case["lead"], case.get("lead_as")), options)
    hand = tuple(case["hand"])
    plays = kuoppa.Plays(hand, options, lead, 0)
    got = {frozenset(given.cards) for given in plays if given.kind == "play"}
    want = {frozenset(cards) for cards in case["expect_sets"]}
    return [f"may not be played: {sorted(cards)}" for cards in want - got] + [
        f"may be played: {sorted(cards)}" for cards in got - want
    ]


def _score(case: JSON) -> list[str]:
    order = case["order"]
    totals, winner = kuoppa.score(order, case["totals"], case["target"])
    row = kuoppa.row(order if winner is None else order[: order.index(winner) + 1], totals)
    got = {"totals": list(totals), "winner": winner, "game_over": winner is not None, "row": list(row)}
    if winner is None:
        # Third deals the next round, fourth and fifth are in the pit (KU-13, KU-14).
        _, _, dealer, neck, nose = order
        got |= {"next_dealer": dealer, "neck": neck, "nose": nose, "pit": [neck, nose]}
    return _differences(case["expect"], got)


_KINDS: dict[str, Callable[[JSON], list[str]]] = {
    "classify": _classify,
    "beats": _beats,
    "order": _order,
    "first_dealer": _first_dealer,
    "deal": _deal,
    "gives": _gives,
    "exchange": _exchange,
    "trick": _trick,
    "legal": _legal,
    "score": _score,
}
