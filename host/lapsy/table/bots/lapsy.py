"""Bots: players who see their view and nothing else, and press pads like anybody else.

A bot is a function of (seed, seat, what it has seen). It reacts to each new card after a time drawn from its strength's
distribution, sometimes misses a pair, sometimes slaps what is none, and once its hand is moving it cannot stop.
Integers only, so the same seed plays the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from lapsy.games.play import JSON

#: A hand that will land within this time can no longer be held back.
COMMIT_US = 120_000

#: In millionths.
MILLION = 1_000_000


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
STRENGTHS = {
    "weak": Strength(380_000, 500_000, 700_000, 4, 220_000, 15_000, False),
    "medium": Strength(280_000, 320_000, 450_000, 6, 90_000, 8_000, True),
    "strong": Strength(210_000, 200_000, 250_000, 9, 25_000, 4_000, True),
}


@dataclass(frozen=True, slots=True)
class Planned:
    """Something a bot is going to do at ``at_us``: slap, flip, or choose the card at ``position``."""

    at_us: int
    what: str
    position: int | None = None


class Bot:
    """One bot. ``see`` each published view; ask ``due`` at ``wake_us`` for what its hands do."""

    def __init__(self, seat: int, strength: str, seed: bytes) -> None:
        self.seat = seat
        self._strength = STRENGTHS[strength]
        self._seed = seed
        self._seen = 0  # stimuli so far: the n of (seed, seat, n)
        self._newest: tuple[object, ...] = ()
        self._turn: tuple[object, ...] = ()
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

    def see(self, now_us: int, view: JSON, hand: Sequence[str] | None) -> None:
        """A new view is out. ``hand``: this seat's own last cards, when it may look at them."""
        if view["phase"] != "play" or view["seats"][self.seat]["status"] in ("out", "finished"):
            self._plans.clear()
            return
        pile = view["pile"]
        newest = (pile["cards"] - pile["penalty"], *(card["card"] for card in pile["top"][-1:]))
        if newest != self._newest:
            self._newest = newest
            self._new_card(now_us, pile["top"])
        if view["window"] == "slap" and not self._moving(now_us, "slap", 2 * COMMIT_US):
            self._plans.pop("slap", None)
        self._my_turn(now_us, view, hand)

    def _moving(self, now_us: int, what: str, within_us: int) -> bool:
        plan = self._plans.get(what)
        return plan is not None and plan.at_us - now_us <= within_us

    def _new_card(self, now_us: int, top: Sequence[JSON]) -> None:
        """The stimulus: a card's face has just come out, or the pile has gone."""
        self._seen += 1
        if not self._moving(now_us, "slap", COMMIT_US):
            self._plans.pop("slap", None)
        if not top:
            return
        ranks = [card["card"][0] for card in top]
        pair = len(ranks) > 1 and ranks[-1] == ranks[-2]
        s = self._strength
        tempting = len(ranks) > 2 and ranks[-1] == ranks[-3]
        chance = MILLION - s.miss if pair else s.false * (4 if tempting else 1)
        if self._lot("slap", MILLION) < chance:
            self._plans.setdefault("slap", Planned(now_us + self._reaction_us(), "slap"))

    def _my_turn(self, now_us: int, view: JSON, hand: Sequence[str] | None) -> None:
        pile = view["pile"]
        in_air = bool(pile["top"]) and pile["top"][-1]["air"]
        mine = view["turn"] == self.seat and view["window"] is None and not in_air
        if not mine:
            self._turn = ()
            self._plans.pop("flip", None)
            self._plans.pop("choose", None)
            return
        turn = (*self._newest, view["challenge"] and view["challenge"]["left"])
        if turn == self._turn:
            return
        self._turn = turn
        position = self._choice(view, hand)
        if view["flip"] == "auto":
            if position is not None:
                self._plans["choose"] = Planned(now_us + 150_000, "choose", position)
            return
        at_us = now_us + 550_000 + self._lot("flip", 450_000)
        what = "flip" if position is None else "choose"
        self._plans[what] = Planned(at_us, what, position)

    def _choice(self, view: JSON, hand: Sequence[str] | None) -> int | None:
        """A court card passes the trouble on, the jack best of all; a number is laid only when there is nothing else."""
        if not hand or not self._strength.plays_well:
            return None
        ranks = [card[0] for card in hand]
        wanted = min(ranks, key=lambda r: "JQKA".find(r) if r in "JQKA" else 9)
        position = ranks.index(wanted) + 1
        return position if position > 1 and view["seats"][self.seat]["chosen"] is None else None

    def _reaction_us(self) -> int:
        s = self._strength
        bell = sum(self._lot(f"bell{i}", s.spread_us + 1) for i in range(4)) // 4
        tail = self._lot("tail", s.tail_us) if self._lot("slow", s.tail_one_in) == 0 else 0
        return s.least_us + bell + tail

    def _lot(self, purpose: str, below: int) -> int:
        text = f"bot:{self.seat}:{self._seen}:{purpose}".encode()
        return int.from_bytes(sha256(self._seed + text).digest()[:8], "little") % below


def _commits_us(plan: Planned) -> int:
    return plan.at_us if plan.what == "choose" else plan.at_us - COMMIT_US
