"""Bots for Limppu: they see their view and what they may do, and choose with integers alone.

What the strong ones know: nobody can lead who has to pick cards up, and whoever has the limppu wants to lead. So groups
that stand go with the limppu or against its holder, weak ones elsewhere. While the limppu is another's, each draw is a
chance that the game ends well; while it is one's own, each draw is a risk. They count the cards that have left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lapsy.cards import RANKS
from lapsy.games.play import JSON, Input
from lapsy.table.bots.lots import MILLION, Lots
from lapsy.table.bots.plan import Planned
from lapsy.table.bots.strengths import RANDOM, of_strength

LIMPPU = "2D"
#: What leading is weighed by: so many millionths of a chance to stand are worth 1; each card more; each ace, for it costs
#: its next owner points; leaving one card of the rank behind; a step of height where the limppu is far away.
STANDS = 2_000
DRAWS = 40
ACE_WORTH = 20
SPLIT = 15
NEUTRAL = 12
#: A pair broken for beating costs as much as so many steps of height.
PAIR = 4
#: A hand is filled to so many cards.
FULL = 5


@dataclass(frozen=True, slots=True)
class Strength:
    """``least_us`` and up to ``spread_us`` more: time to think; ``announce_us`` and up to as much more: to announce the stop
    card. ``slip``: chance in millionths to choose at random. ``challenge``: chance in millionths to challenge after somebody
    else has drawn. ``plays_well``: weighs who has the limppu."""

    least_us: int
    spread_us: int
    announce_us: int
    slip: int
    challenge: int
    plays_well: bool


#: Not fitted to data.
SKILLS = {
    RANDOM: Strength(900_000, 1_600_000, 700_000, MILLION, 0, False),
    "weak": Strength(1_200_000, 2_400_000, 1_100_000, 600_000, 3_000, False),
    "medium": Strength(900_000, 1_600_000, 700_000, 250_000, 2_000, False),
    "strong": Strength(700_000, 1_200_000, 500_000, 0, 1_000, True),
}


class LimppuBot:
    """One bot. It announces the stop card honestly, and challenges rarely."""

    def __init__(self, seat: int, strength: str, seed: bytes) -> None:
        self.seat = seat
        self._random = strength == RANDOM
        self._strength = of_strength(strength, SKILLS)
        self._lots = Lots(seed, seat)
        self._n = 0  # decisions so far: the n of (seed, seat, n)
        self._faced: tuple[object, ...] = ()
        self._stock: int | None = None
        self._game = -1
        self._gone: set[str] = set()  # beaten cards and their beaters, as they lay on the table
        self._plans: dict[str, Planned] = {}

    @property
    def wake_us(self) -> int | None:
        """When ``due`` is wanted next; None when nothing is planned."""
        return min((plan.at_us for plan in self._plans.values()), default=None)

    def due(self, now_us: int) -> list[Planned]:
        """Plans whose time has come, each once."""
        out = [plan for plan in self._plans.values() if plan.at_us <= now_us]
        self._plans = {what: plan for what, plan in self._plans.items() if plan.at_us > now_us}
        return sorted(out, key=lambda plan: plan.at_us)

    def see(self, now_us: int, view: JSON, legal: Sequence[Input]) -> None:
        """A new view is out."""
        self._remember(view)
        if not legal:
            self._plans.clear()
            self._faced = ()
            return
        self._announce(now_us, legal)
        self._challenge(now_us, view, legal)
        self._turn(now_us, view, [given for given in legal if given.kind in _ACTS])

    def _remember(self, view: JSON) -> None:
        """Beaten cards leave the game: nothing is above a card any more when all that was has gone."""
        if view["game"] != self._game:
            self._game = view["game"]
            self._gone.clear()
        if view["table"] is not None:
            self._gone.update(
                card for entry in view["table"]["cards"] if entry["by"] for card in entry.values()
            )

    def _announce(self, now_us: int, legal: Sequence[Input]) -> None:
        announcement = next((given for given in legal if given.kind == "announce"), None)
        if announcement is None:
            self._plans.pop("announce", None)
        elif "announce" not in self._plans:
            self._n += 1
            at_us = now_us + self._strength.announce_us + self._draw("announce", self._strength.announce_us)
            self._plans["announce"] = Planned(at_us, announcement)

    def _challenge(self, now_us: int, view: JSON, legal: Sequence[Input]) -> None:
        """Now and then, after a draw, whoever is on turn: by chance, for no view tells who withholds the stop card."""
        drawn = self._stock is not None and view["stock"] < self._stock
        self._stock = view["stock"]
        turn = view["turn"]
        chances = [given for given in legal if given.kind == "challenge" and given.to == turn]
        if not chances:
            self._plans.pop("challenge", None)
        elif drawn and self._strength.challenge:
            self._n += 1
            if self._draw("doubt", MILLION) < self._strength.challenge:
                self._plans["challenge"] = Planned(now_us + self._think_us(), chances[0])

    def _turn(self, now_us: int, view: JSON, acts: Sequence[Input]) -> None:
        if not acts:
            self._plans.pop("turn", None)
            self._faced = ()
            return
        faced = (view["game"], view["phase"], view["stock"], view["out"], str(view["table"]), *view["hand"])
        if faced == self._faced:
            return
        self._faced = faced
        self._n += 1
        self._plans["turn"] = Planned(now_us + self._think_us(), self._choose(view, acts))

    def _choose(self, view: JSON, acts: Sequence[Input]) -> Input:
        if len(acts) == 1:
            return acts[0]
        if self._random or self._draw("slip", MILLION) < self._strength.slip:
            return acts[self._draw("choice", len(acts))]
        if view["phase"] == "lead":
            return max(acts, key=lambda given: (self._lead_worth(view, given.cards), given.cards))
        return self._defence(view, acts)

    # Leading

    def _lead_worth(self, view: JSON, cards: Sequence[str]) -> int:
        """How good it is to lead this group: the limppu goes along whenever it can."""
        group = [card for card in cards if card != LIMPPU]
        height = RANKS.index(group[0][0])
        gives = LIMPPU in cards
        worth = 1000 * gives
        if not self._strength.plays_well:
            return worth - height + 4 * len(group)
        defender = (self.seat - 1) % len(view["seats"])
        stands = self._stands(view, group, view["seats"][defender]["cards"])
        hand = view["hand"]
        aces = ACE_WORTH * sum(card[0] == "A" for card in group)
        broken = 0 if len(group) > 2 else SPLIT * (sum(card[0] == group[0][0] for card in hand) > len(group))
        if gives or view["limppu"] == defender:
            # He must not lead: what he cannot beat, and much of it, for each draw now ends the game on him.
            return worth + stands // STANDS + DRAWS * len(group) + aces - broken
        # Nobody's trouble: weak cards away, strong ones kept for the day of the limppu; draws end the game well.
        return worth - NEUTRAL * height + DRAWS * len(group)

    def _stands(self, view: JSON, group: Sequence[str], cards: int) -> int:
        """The chance in millionths that a hand of so many cards cannot beat the whole group."""
        mine = set(view["hand"])
        packs = 2 if view["stock"] + view["out"] + sum(s["cards"] for s in view["seats"]) > 60 else 1
        unseen = max(view["stock"] + sum(s["cards"] for s in view["seats"]) - len(mine), cards, 1)
        beaten = MILLION
        for card in group:
            higher = [r + card[1] for r in RANKS[RANKS.index(card[0]) + 1 :]]
            copies = [c + mark for c in higher for mark in ("", "'")[:packs]]
            left = sum(c not in mine and c not in self._gone for c in copies)
            lacks = MILLION
            for _ in range(left):
                lacks = lacks * (unseen - cards) // unseen
            beaten = beaten * (MILLION - lacks) // MILLION
        return MILLION - beaten

    # Beating

    def _defence(self, view: JSON, acts: Sequence[Input]) -> Input:
        """Beat everything that can be, cheapest first, when that gives the lead; otherwise only where it pays."""
        end = next(given for given in acts if given.kind == "end_defence")
        beats = [given for given in acts if given.kind == "beat"]
        if not beats:
            return end
        attacks = [
            entry for entry in view["table"]["cards"] if entry["by"] is None and entry["card"] != LIMPPU
        ]
        plan = self._cheapest(beats, [entry["card"] for entry in attacks], view["hand"])
        whole = len(plan) == len(attacks)
        if not self._strength.plays_well:
            return plan[0] if plan else end
        if not plan:
            return end
        if whole or not self._would_hold(view):
            return plan[0]
        # The limppu stays here and the lead does not come: draw nothing, keep the hand full.
        left = len(attacks) - len(plan)
        return plan[0] if len(view["hand"]) - (LIMPPU in view["hand"]) - len(plan) + left >= FULL else end

    def _would_hold(self, view: JSON) -> bool:
        return bool(view["limppu"] == self.seat)

    def _cheapest(self, beats: Sequence[Input], attacked: Sequence[str], hand: Sequence[str]) -> list[Input]:
        """A beater for as many of the attacked cards as possible, each the lowest that does it: suits do not meet, so the
        highest card of a suit chooses first."""
        used: set[str] = set()
        plan: list[Input] = []
        for card in sorted(attacked, key=lambda c: RANKS.index(c[0]), reverse=True):
            offers = [given for given in beats if given.cards[0] == card and given.cards[1] not in used]
            if offers:
                best = min(offers, key=lambda given: self._cost(given.cards[1], hand))
                used.add(best.cards[1])
                plan.append(best)
        return plan

    def _cost(self, card: str, hand: Sequence[str]) -> tuple[int, str]:
        """What it costs to beat with a card: its height, and for who plays well a pair that it breaks."""
        pair = sum(other[0] == card[0] and other != LIMPPU for other in hand) == 2
        return RANKS.index(card[0]) + PAIR * (pair and self._strength.plays_well), card

    def _think_us(self) -> int:
        return self._strength.least_us + self._draw("think", self._strength.spread_us)

    def _draw(self, purpose: str, below: int) -> int:
        return self._lots.draw(self._n, purpose, below)


_ACTS = frozenset({"play", "beat", "end_defence", "draw"})
