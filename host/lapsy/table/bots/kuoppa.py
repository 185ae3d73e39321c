"""Bots for Kuoppa: they see their view and what is legal, and think a while before each play.

A hand is divided into groups that would be played one at a time. A group that is unlikely to win a trick *costs* a lead; one
that is likely to win *brings* one. The weak bot plays its lowest cards. The medium one keeps its groups together but
overlooks some plays. The strong one overlooks nothing, counts what has been played, saves its winners, and knows when it
can run home.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from lapsy.games.kuoppa.combinations import shapes
from lapsy.games.kuoppa.holding import holding
from lapsy.games.kuoppa.options import Options
from lapsy.games.kuoppa.ranks import HIGH, LOW, STRONG, TWO, VALUES, WEAK, arranged
from lapsy.games.kuoppa.readings import KIND, PAIRS, STRAIGHT, TRIPLES, Reading, notation
from lapsy.games.kuoppa.sets import card_sets
from lapsy.games.play import JSON, Input
from lapsy.table.bots.lots import Lots
from lapsy.table.bots.plan import Planned
from lapsy.table.bots.strengths import RANDOM, of_strength

#: How long a bot thinks: at least, and up to so much more, in µs.
THINKING_US = {
    "weak": (1_200_000, 2_500_000),
    "medium": (900_000, 1_800_000),
    "strong": (700_000, 1_300_000),
    RANDOM: (900_000, 1_800_000),
}

#: All chances and costs below are in thousandths of a trick.
ONE = 1000

#: How often a group that wins can be played on somebody else's lead, and so brings a lead without costing one: single
#: cards, pairs, and all the rest.
ANSWERS = (800, 500, 100)

#: A group that wins so often is a winner.
WINNER = 700

#: What a strong bot wants for a play while it has much left to do.
RESERVE = 600

#: What a wild card that stands for something else is kept for, beside its own chance to win.
KEEP = 250

#: The medium bot overlooks one play in so many.
OVERLOOKS = 4

#: At most so many card sets of one shape are looked at.
LOOK = 8


class Choice(NamedTuple):
    """A play that a bot considers: its cards and how they are read."""

    cards: tuple[str, ...]
    reading: Reading


class KuoppaBot:
    """One bot. ``see`` each published view; ask ``due`` at ``wake_us`` for what its hands do."""

    def __init__(self, seat: int, strength: str, seed: bytes) -> None:
        self.seat = seat
        self._strength = strength
        self._thinking_us = of_strength(strength, THINKING_US)
        self._lots = Lots(seed, seat)
        self._met = 0  # situations so far: the n of (seed, seat, n)
        self._situation: tuple[object, ...] = ()
        self._plan: Planned | None = None

    @property
    def wake_us(self) -> int | None:
        """When ``due`` is wanted next; None when nothing is planned."""
        return None if self._plan is None else self._plan.at_us

    def due(self, now_us: int) -> list[Planned]:
        """The plan, once, when its time has come."""
        plan = self._plan
        if plan is None or plan.at_us > now_us:
            return []
        self._plan = None
        return [plan]

    def see(self, now_us: int, view: JSON, legal: Sequence[Input]) -> None:
        """A new view is out. A plan is made when the bot has something new to do, and dropped when it has nothing."""
        if not len(legal):
            self._situation, self._plan = (), None
            return
        situation = (view["round"], view["phase"], len(view["played"]), len(view["passed"]))
        if situation == self._situation:
            return
        self._situation = situation
        self._met += 1
        least, more = self._thinking_us
        at_us = now_us + least + self._lots.draw(self._met, "thinking", more)
        self._plan = Planned(at_us, self._choose(view, legal))

    def _choose(self, view: JSON, legal: Sequence[Input]) -> Input:
        if len(legal) == 1:
            return legal[0]
        if self._strength == RANDOM:
            return legal[self._lots.draw(self._met, "choice", len(legal))]
        hand = tuple(view["hand"])
        if view["phase"] != "play":
            return self._exchange(view["phase"], hand, legal)
        current = view["current"]
        lead = None if current is None else _reading(current)
        choices = list(_choices(hand, Options(**view["options"]), lead))
        if self._strength == "medium":
            met, lots = self._met, self._lots
            noticed = [c for n, c in enumerate(choices) if lots.draw(met, f"notice{n}", OVERLOOKS)]
            choices = noticed or choices
        if self._strength == "weak":
            chosen = self._weak(choices, lead)
        elif lead is None:
            chosen = self._lead(view, hand, choices)
        else:
            chosen = self._answer(view, hand, choices)
        if chosen is None:
            return Input(0, "pass", self.seat)
        given = Input(0, "play", self.seat, cards=chosen.cards, reading=notation(chosen.reading))
        return given if given in legal else legal[0]

    def _exchange(self, phase: str, hand: tuple[str, ...], legal: Sequence[Input]) -> Input:
        """Keep what makes the hand cheap: throw the card without which it costs least, take the one with which it does."""
        if self._strength == "weak":
            key = [VALUES[given.cards[0]] for given in legal]
            return legal[key.index(min(key) if phase in ("discard", "give") else max(key))]
        costs = []
        for given in legal:
            card = given.cards[0]
            kept = [c for c in hand if c != card] if phase in ("discard", "give") else [*hand, card]
            costs.append(cost(arranged(kept)))
        return legal[costs.index(min(costs))]

    def _weak(self, choices: Sequence[Choice], lead: Reading | None) -> Choice | None:
        """The lowest cards, now and then nothing at all."""
        if lead is not None and (not choices or self._lots.draw(self._met, "pass", 4) == 0):
            return None
        return min(choices, key=lambda c: (c.reading.rank, c.reading.wild, -len(c.cards)))

    def _lead(self, view: JSON, hand: tuple[str, ...], choices: Sequence[Choice]) -> Choice:
        """What is hard to get rid of otherwise; winners first when they are enough to run home."""
        seen = self._seen(view, hand)
        loose = sum(chance < WINNER for chance in _chances(hand, seen))
        best, best_score = choices[0], -(1 << 30)
        before = cost(hand, seen)
        for choice in choices:
            if len(choice.cards) == len(hand):
                return choice
            chance = win_chance(choice.reading, seen)
            score = before - cost(_without(hand, choice.cards), seen) + chance + 20 * len(choice.cards)
            score -= _follows(choice.reading) + KEEP * choice.reading.wild
            if self._strength == "strong" and loose <= 1 and chance >= WINNER:
                score += 2 * ONE + chance
            if score > best_score:
                best, best_score = choice, score
        return best

    def _answer(self, view: JSON, hand: tuple[str, ...], choices: Sequence[Choice]) -> Choice | None:
        """The cheapest play that leaves the rest in order; none when it would cost more than it brings."""
        seen = self._seen(view, hand)
        before = cost(hand, seen)
        best, best_score = None, self._reserve(view, hand, seen)
        for choice in choices:
            if len(choice.cards) == len(hand):
                return choice
            chance = win_chance(choice.reading, seen)
            score = before - cost(_without(hand, choice.cards), seen) + chance - KEEP * choice.reading.wild
            if score > best_score:
                best, best_score = choice, score
        return best

    def _reserve(self, view: JSON, hand: tuple[str, ...], seen: tuple[int, ...]) -> int:
        """What a play must bring: more while much is left to do and nobody is about to go out."""
        if self._strength != "strong":
            return 0
        chances = _chances(hand, seen)
        winners = sum(chance >= WINNER for chance in chances)
        others = [s["cards"] for place, s in enumerate(view["seats"]) if place != self.seat and s["cards"]]
        if len(chances) - winners <= winners + 1 or min(others, default=0) <= 2:
            return 0
        return RESERVE

    def _seen(self, view: JSON, hand: tuple[str, ...]) -> tuple[int, ...]:
        """How many twos, weak and strong jokers nobody else can have any more; nothing for those who do not count."""
        if self._strength != "strong":
            return (0, 0, 0)
        known = [VALUES[card] for card in (*view["played"], *hand)]
        return known.count(TWO), known.count(WEAK), known.count(STRONG)


def _reading(current: JSON) -> Reading:
    said = current["as"]
    return Reading(said["type"], said["length"], said["rank"], said["flush"], current["wild"])


def _choices(hand: tuple[str, ...], options: Options, lead: Reading | None) -> Iterator[Choice]:
    """Plays worth a thought: wild cards never stand for cards of which there is none, and never many of them unless the
    play is the last."""
    held = holding(hand)
    for shape in shapes(hand, options, lead):
        reading = shape.reading
        size = reading.length * {KIND: 1, STRAIGHT: 1, PAIRS: 2, TRIPLES: 3}[reading.type]
        if size < len(hand) and reading.wild and (reading.wild > 2 or reading.wild >= size - 1 > 1):
            continue
        if size == 1 and reading.wild:
            continue
        for cards in card_sets(held, shape, options)[:LOOK]:
            yield Choice(cards, reading)


def _without(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([card for card in hand if card not in cards])


def win_chance(reading: Reading, seen: tuple[int, ...] = (0, 0, 0)) -> int:
    """How often a combination wins its trick, guessed, in thousandths. ``seen``: twos, weak and strong jokers gone."""
    kind, length, rank, flush, wild = reading
    gone = sum(seen)
    if kind == KIND and length == 1:
        twos, weak, strong = seen
        higher = (4 - twos if rank < TWO else 0) + (1 - weak if rank < WEAK else 0)
        higher += 1 - strong if rank < STRONG else 0
        higher += 4 * max(0, HIGH - rank)
        return _SINGLE[min(higher, len(_SINGLE) - 1)]
    if kind == KIND:
        base = {2: 60, 3: 350, 4: 650}.get(length, 900) + (rank - LOW) * {2: 45, 3: 45, 4: 25}.get(length, 5)
        return min(ONE, base + 30 * gone - 20 * (wild > 0))
    if kind == STRAIGHT:
        return min(ONE, (650 if flush else 150) + (rank - 5) * 40 + (length - 3) * 130 - 20 * (wild > 0))
    return 900


#: How often a single card wins when so many higher ones may be about.
_SINGLE = (1000, 800, 650, 520, 420, 340, 270, 150, 110, 80, 60, 40, 20, 0)


def _follows(reading: Reading) -> int:
    """How easily a group is played on somebody else's lead instead, so that it need not be led."""
    if reading.type != KIND or reading.length > 2:
        return 0
    return min(reading.rank - LOW, 9) * (50 if reading.length == 1 else 25)


def cost(hand: tuple[str, ...], seen: tuple[int, ...] = (0, 0, 0)) -> int:
    """How many leads a hand needs beyond those that it wins, in thousandths."""
    return sum(_costs(hand, seen))


def _cost(reading: Reading, seen: tuple[int, ...] = (0, 0, 0)) -> int:
    """A lead for the group, less the one that it may win, less the one that it may win for nothing."""
    answers = ANSWERS[min(reading.length, 3) - 1] if reading.type == KIND else ANSWERS[2]
    return ONE - win_chance(reading, seen) * (ONE + answers) // ONE


def _chances(hand: tuple[str, ...], seen: tuple[int, ...]) -> list[int]:
    """How often each group of a hand wins."""
    return [win_chance(reading, seen) for reading in _groups(hand)]


@lru_cache(maxsize=1 << 14)
def _costs(hand: tuple[str, ...], seen: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([_cost(reading, seen) for reading in _groups(hand)])


@lru_cache(maxsize=1 << 14)
def _groups(hand: tuple[str, ...]) -> tuple[Reading, ...]:
    """The groups of a hand: cards of their own ranks divided best, wild cards one by one."""
    counts = [0] * (STRONG + 1)
    for card in hand:
        counts[VALUES[card]] += 1
    groups = _divided(tuple(counts[LOW : HIGH + 1]))[1]
    wild = [Reading(KIND, 1, rank, False, 0) for rank in (TWO, WEAK, STRONG) for _ in range(counts[rank])]
    return (*groups, *wild)


@lru_cache(maxsize=1 << 16)
def _divided(counts: tuple[int, ...]) -> tuple[int, tuple[Reading, ...]]:
    """The cheapest division of cards, by rank from three, into combinations without wild cards: cost and groups."""
    first = next((place for place, count in enumerate(counts) if count), None)
    if first is None:
        return 0, ()
    best: tuple[int, tuple[Reading, ...]] | None = None
    for reading, width, length in _groups_at(counts, first):
        rest = list(counts)
        for place in range(first, first + length):
            rest[place] -= width
        below, groups = _divided(tuple(rest))
        total = below + _cost(reading)
        if best is None or total < best[0]:
            best = total, (reading, *groups)
    assert best is not None
    return best


def _groups_at(counts: tuple[int, ...], first: int) -> Iterator[tuple[Reading, int, int]]:
    """Combinations that hold the lowest cards: reading, cards of each rank, ranks."""
    yield Reading(KIND, counts[first], first + LOW, False, 0), counts[first], 1
    for kind, width, lengths in (
        (STRAIGHT, 1, range(3, 12)),
        (PAIRS, 2, range(3, 6)),
        (TRIPLES, 3, range(3, 4)),
    ):
        run = 0
        while first + run < len(counts) and counts[first + run] >= width:
            run += 1
            if run in lengths:
                yield Reading(kind, run, first + run - 1 + LOW, False, 0), width, run
