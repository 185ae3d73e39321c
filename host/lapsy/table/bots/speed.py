"""Bots for Speed: eyes that need time to see what fits, and one hand that needs time to lay it.

A bot thinks of one thing at a time: a play that fits, else a hidden card to turn by filling an empty place, else the call.
It looks again whenever its plan is spoilt. A hand that is about to land cannot be stopped, and the card goes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lapsy.games.play import JSON, Input
from lapsy.games.speed.fit import fits
from lapsy.games.speed.state import PILES, PLACES
from lapsy.table.bots.lots import Lots
from lapsy.table.bots.plan import Planned
from lapsy.table.bots.strengths import RANDOM, of_strength

#: A hand that will land within this time can no longer be held back.
COMMIT_US = 90_000

#: From a pile back to the own cards.
BACK_US = 120_000

#: When nothing has come of what the hand did, the bot looks again after this time.
AGAIN_US = 700_000

#: So many own plays are thought ahead.
AHEAD = 3


@dataclass(frozen=True, slots=True)
class Pace:
    """A time: ``least_us`` and up to ``spread_us`` more, most often half of it."""

    least_us: int
    spread_us: int


@dataclass(frozen=True, slots=True)
class Strength:
    """``play``: from seeing the cards to touching the pile. ``call``: to be sure that nothing fits. ``slap``: a reaction.

    Chances in millionths: ``hesitate`` (twice the time), ``misplay`` (throw what does not fit), ``persist`` (go on although
    the pile has changed), ``fill`` (fill an empty place before calling), ``smaller`` (slap the smaller pile). ``plans``:
    thinks of its next plays and of the other's.
    """

    play: Pace
    call: Pace
    slap: Pace
    hesitate: int
    misplay: int
    persist: int
    fill: int
    smaller: int
    plans: bool


#: Not fitted to data: a practised hand lays about two cards a second, a beginner's less than one.
MEDIUM = Strength(
    Pace(430_000, 560_000),
    Pace(600_000, 700_000),
    Pace(300_000, 320_000),
    120_000,
    20_000,
    150_000,
    900_000,
    880_000,
    False,
)
SKILLS = {
    "weak": Strength(
        Pace(650_000, 900_000),
        Pace(900_000, 1_200_000),
        Pace(420_000, 500_000),
        250_000,
        60_000,
        400_000,
        500_000,
        650_000,
        False,
    ),
    "medium": MEDIUM,
    "strong": Strength(
        Pace(300_000, 360_000),
        Pace(420_000, 400_000),
        Pace(220_000, 200_000),
        40_000,
        4_000,
        0,
        1_000_000,
        980_000,
        True,
    ),
    RANDOM: MEDIUM,  # its pace alone
}


class SpeedBot:
    """One bot: eyes, one hand, one plan."""

    def __init__(self, seat: int, strength: str, seed: bytes) -> None:
        self.seat = seat
        self._random = strength == RANDOM
        self._strength = of_strength(strength, SKILLS)
        self._lots = Lots(seed, seat)
        self._thoughts = 0  # the n of (seed, seat, n)
        self._plan: Planned | None = None
        self._again_us: int | None = None
        self._free_us = 0  # the hand is back
        self._view: JSON = {}
        self._legal: Sequence[Input] = ()

    @property
    def wake_us(self) -> int | None:
        """When ``due`` is wanted next; None when nothing is planned."""
        return self._again_us if self._plan is None else self._plan.at_us

    def due(self, now_us: int) -> list[Planned]:
        """What the hand does now."""
        plan = self._plan
        if plan is not None and plan.at_us <= now_us:
            self._plan = None
            self._free_us = plan.at_us + BACK_US
            self._again_us = now_us + AGAIN_US
            return [plan]
        if plan is None and self._again_us is not None and self._again_us <= now_us:
            self._again_us = None
            self._think(now_us)
        return []

    def see(self, now_us: int, view: JSON, legal: Sequence[Input]) -> None:
        """A new view is out: a plan that still holds stays."""
        self._view, self._legal = view, legal
        self._again_us = None
        if view["over"]:
            self._plan = None
            return
        plan = self._plan
        if plan is not None:
            if plan.given in legal or plan.at_us - now_us <= COMMIT_US:
                return
            persists = plan.given.kind == "play" and view["phase"] == "play"
            if persists and not self._random and self._chance("persist", self._strength.persist):
                return
            self._plan = None
        self._think(now_us)

    def _think(self, now_us: int) -> None:
        """Finds the next thing to do, if there is one, and when the hand will have done it."""
        if not self._legal:
            return
        self._thoughts += 1
        s = self._strength
        given = self._any() if self._random else self._choice()
        if given is None:
            return
        pace = {"spit": s.call, "slap": s.slap}.get(given.kind, s.play)
        took_us = pace.least_us + sum(self._draw(f"bell{i}", pace.spread_us + 1) for i in range(3)) // 3
        if self._chance("hesitate", s.hesitate):
            took_us *= 2
        self._plan = Planned(max(now_us, self._free_us) + took_us, given)

    def _any(self) -> Input:
        return self._legal[self._draw("any", len(self._legal))]

    def _choice(self) -> Input | None:
        """A slap, a play, a hidden card turned, a call: whichever comes first."""
        by_kind: dict[str, list[Input]] = {"slap": [], "play": [], "move": [], "spit": []}
        for given in self._legal:
            by_kind[given.kind].append(given)
        if by_kind["slap"]:
            return self._pile(by_kind["slap"])
        s = self._strength
        if by_kind["play"]:
            if self._chance("misplay", s.misplay):
                return self._misplay()
            plays = by_kind["play"]
            return self._best(plays) if s.plans else plays[self._draw("play", len(plays))]
        called = self._view["seats"][self.seat]["called"]
        if not called and by_kind["move"] and self._chance("fill", s.fill):
            move = max(by_kind["move"], key=self._hidden)
            if self._hidden(move):
                return move
        return by_kind["spit"][0] if by_kind["spit"] else None

    def _pile(self, slaps: Sequence[Input]) -> Input:
        """Usually the smaller pile (SP-50)."""
        first, second = slaps
        sizes = [self._view["piles"][given.to]["cards"] for given in slaps]
        smaller, larger = (first, second) if sizes[0] <= sizes[1] else (second, first)
        if sizes[0] == sizes[1]:
            return slaps[self._draw("either", 2)]
        return smaller if self._chance("smaller", self._strength.smaller) else larger

    def _misplay(self) -> Input:
        """Any open card on any pile: it may even fit."""
        own = self._view["seats"][self.seat]["stocks"]
        places = [place for place in range(PLACES) if own[place]["open"]]
        piles = [name for name in PILES if self._view["piles"][name]]
        place = places[self._draw("wrong card", len(places))]
        pile = piles[self._draw("wrong pile", len(piles))]
        return Input(0, "play", self.seat, place + 1, to=pile)

    def _hidden(self, given: Input) -> int:
        """How many hidden cards lie under the card that this would take."""
        assert isinstance(given.choose, int)
        return int(self._view["seats"][self.seat]["stocks"][given.choose - 1]["hidden"])

    def _best(self, plays: Sequence[Input]) -> Input:
        """The play with the longest run of own cards after it, that turns a card up and leaves the other the least."""
        own = tuple(place["open"] for place in self._view["seats"][self.seat]["stocks"])
        other = [place["open"] for place in self._view["seats"][1 - self.seat]["stocks"] if place["open"]]
        tops = tuple(self._view["piles"][name] and self._view["piles"][name]["top"] for name in PILES)

        def worth(given: Input) -> int:
            assert isinstance(given.choose, int)
            place, pile = given.choose - 1, PILES.index(str(given.to))
            card = own[place]
            assert card is not None
            hidden = self._hidden(given)
            left = sum(fits(theirs, card) for theirs in other)
            taken = sum(fits(theirs, str(tops[pile])) for theirs in other)
            run = _run(_without(own, place), _with(tops, pile, card), AHEAD)
            return 100 * run + 40 * (hidden > 0) + 5 * hidden + 25 * (taken - left)

        return max(plays, key=worth)

    def _draw(self, purpose: str, below: int) -> int:
        return self._lots.draw(self._thoughts, purpose, below)

    def _chance(self, purpose: str, millionths: int) -> bool:
        return self._lots.chance(self._thoughts, purpose, millionths)


Row = tuple[str | None, ...]


def _run(own: Row, tops: Row, ahead: int) -> int:
    """The longest run of open cards that could be laid one after the other, ``ahead`` at most."""
    best = 0
    if not ahead:
        return best
    for place, card in enumerate(own):
        if card is None:
            continue
        for pile, top in enumerate(tops):
            if top is not None and fits(card, top):
                run = 1 + _run(_without(own, place), _with(tops, pile, card), ahead - 1)
                best = max(best, run)
                if best == ahead:
                    return best
    return best


def _without(own: Row, place: int) -> Row:
    return (*own[:place], None, *own[place + 1 :])


def _with(tops: Row, pile: int, card: str) -> Row:
    return (*tops[:pile], card, *tops[pile + 1 :])
