"""Bots for Läpsy: a reaction model.

A bot reacts to each new card after a time drawn from its strength's distribution, sometimes misses a pair, sometimes slaps
what is none, and once its hand is moving it cannot stop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lapsy.games.lapsy.conditions import BY_NAME
from lapsy.games.play import JSON, Input
from lapsy.table.bots.lots import MILLION, Lots
from lapsy.table.bots.plan import Planned
from lapsy.table.bots.strengths import RANDOM, of_strength

#: A hand that will land within this time can no longer be held back.
COMMIT_US = 120_000

#: A card that has not come so long after it was turned did not get through (a board restarted): it is turned again.
AGAIN_US = 3_000_000

#: From the own head to the pile.
HEAD_TO_PILE_US = 160_000


@dataclass(frozen=True, slots=True)
class Strength:
    """A reaction: ``least_us`` and up to ``spread_us`` more (most often half of it), one in ``tail_one_in`` slower by up to
    ``tail_us``; chances in millionths to miss a pair, and to slap a card that makes none. ``plays_well``: chooses among its
    last cards."""

    least_us: int
    spread_us: int
    tail_us: int
    tail_one_in: int
    miss: int
    false: int
    plays_well: bool


#: Simple visual reactions of people lie around 200-300 ms; seeing that two ranks are equal costs more. Not fitted to data.
REACTIONS = {
    "weak": Strength(380_000, 500_000, 700_000, 4, 220_000, 15_000, False),
    "medium": Strength(280_000, 320_000, 450_000, 6, 90_000, 8_000, True),
    "strong": Strength(210_000, 200_000, 250_000, 9, 25_000, 4_000, True),
    RANDOM: Strength(280_000, 320_000, 450_000, 6, 0, 0, False),
}


class LapsyBot:
    """One bot. It slaps, turns its card, and chooses among its last cards."""

    def __init__(self, seat: int, strength: str, seed: bytes) -> None:
        self.seat = seat
        self._strength = of_strength(strength, REACTIONS)
        self._random = strength == RANDOM
        self._lots = Lots(seed, seat)
        self._seen = 0  # stimuli so far: the n of (seed, seat, n)
        self._newest: tuple[object, ...] = ()
        self._turn: tuple[object, ...] = ()
        self._turned_us = 0
        self._plans: dict[str, Planned] = {}

    @property
    def wake_us(self) -> int | None:
        """When ``due`` is wanted next; None when nothing is planned."""
        return min((_commits_us(p) for p in self._plans.values()), default=None)

    def due(self, now_us: int) -> list[Planned]:
        """Plans that can no longer be stopped, each once. Their times may lie a little ahead."""
        out = [p for p in self._plans.values() if _commits_us(p) <= now_us]
        self._plans = {k: p for k, p in self._plans.items() if _commits_us(p) > now_us}
        return sorted(out, key=lambda p: p.at_us)

    def see(self, now_us: int, view: JSON, legal: Sequence[Input]) -> None:
        """A new view is out."""
        if not legal:
            self._plans.clear()
            return
        top = [laid["card"] for laid in view["pile"]["top"]]
        if view["pile"]["air"] is not None:
            top.append(view["pile"]["air"]["card"])
        pile = view["pile"]
        newest = (pile["cards"] - pile["penalty"] + (pile["air"] is not None), *top[-1:])
        fresh = newest != self._newest
        self._newest = newest
        if self._random:
            self._any(now_us, legal, fresh)
            return
        if fresh:
            self._new_card(now_us, view["rules"], [card[0] for card in reversed(top)])
        if view["window"] == "slap" and not view["rules"]["reverse"]:
            self._hold_back(now_us, 2 * COMMIT_US)
        self._my_turn(now_us, view, legal)

    def _any(self, now_us: int, legal: Sequence[Input], fresh: bool) -> None:
        """Something of what it may do, whatever that is."""
        if fresh or not self._plans:
            self._seen += 1
            given = legal[self._lots.draw(self._seen, "any", len(legal))]
            self._plans = {given.kind: Planned(now_us + self._reaction_us(), given)}

    def _hold_back(self, now_us: int, within_us: int) -> None:
        """A slap that is not due within that time is not made."""
        plan = self._plans.get("slap")
        if plan is not None and plan.at_us - now_us > within_us:
            self._plans.pop("slap", None)
            self._plans.pop("head", None)

    def _new_card(self, now_us: int, rules: JSON, ranks: Sequence[str]) -> None:
        """The stimulus: a card's face has just come out, or the pile has gone. ``ranks``: newest first."""
        self._seen += 1
        self._hold_back(now_us, COMMIT_US)
        if not ranks:
            return
        right = any(BY_NAME[name](ranks) for name in rules["slap"])
        s = self._strength
        tempting = len(ranks) > 2 and ranks[0] == ranks[2]
        chance = MILLION - s.miss if right else s.false * (4 if tempting else 1)
        if "slap" in self._plans or not self._lots.chance(self._seen, "slap", chance):
            return
        at_us = now_us + self._reaction_us()
        if rules["head"]:
            self._plans["head"] = Planned(at_us, Input(0, "head", self.seat))
            at_us += HEAD_TO_PILE_US
        self._plans["slap"] = Planned(at_us, Input(0, "slap", self.seat))

    def _my_turn(self, now_us: int, view: JSON, legal: Sequence[Input]) -> None:
        cards = [given for given in legal if given.kind == "flip"]
        if not cards:
            self._turn = ()
            self._plans.pop("flip", None)
            return
        # The number of choices too: a penalty may have taken the very card that the hand was about to lay.
        turn = (*self._newest, view["challenge"] and view["challenge"]["left"], len(cards))
        if turn == self._turn and ("flip" in self._plans or not 0 < self._turned_us < now_us - AGAIN_US):
            return
        self._turn = turn
        self._seen += 1
        wanted = self._choice(view.get("hand", ()), cards)
        if cards[0].choose is not None:  # the dealer turns the card: there is only the choice
            self._turned_us = 0
            if wanted is not None:
                self._plans["flip"] = Planned(now_us + 150_000, wanted)
            return
        at_us = self._turned_us = now_us + 550_000 + self._lots.draw(self._seen, "flip", 450_000)
        self._plans["flip"] = Planned(at_us, wanted or cards[0])

    def _choice(self, hand: Sequence[str], cards: Sequence[Input]) -> Input | None:
        """A court card passes the trouble on, the jack best of all; a number is laid only when there is nothing else."""
        if not self._strength.plays_well or not hand:
            return None
        ranks = [card[0] for card in hand]
        wanted = min(ranks, key=lambda r: "JQKA".find(r) if r in "JQKA" else 9)
        position = ranks.index(wanted) + 1
        return next((given for given in cards if given.choose == position), None) if position > 1 else None

    def _reaction_us(self) -> int:
        s, draw, n = self._strength, self._lots.draw, self._seen
        bell = sum(draw(n, f"bell{i}", s.spread_us + 1) for i in range(4)) // 4
        tail = draw(n, "tail", s.tail_us) if draw(n, "slow", s.tail_one_in) == 0 else 0
        return s.least_us + bell + tail


def _commits_us(plan: Planned) -> int:
    """From when the hand cannot be held back; a choice is made the moment it is made."""
    given = plan.given
    return plan.at_us if given.kind == "flip" and given.choose is not None else plan.at_us - COMMIT_US
