"""One game of bots by the rules alone: a heap of what their hands will do, and the game's own deadlines.

Inputs of one microsecond are one bundle. A turned card is seen at once: the screen and its delay belong to a real table.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from lapsy.games.play import Bundle, Game, Input, Outcome
from lapsy.games.registry import GAMES
from lapsy.table.bots import BOTS, Bot

#: What is one thing where nothing lies between turning a card and seeing it.
_AT_ONCE = {"flip": "play"}

#: What the rules say where nobody was faster: a divided pile, cards that both go back, slaps that are void.
_TIES = frozenset({"tie", "tied", "taken_back", "void"})

#: Inputs that are presses of a pad on a pile.
_SLAP = "slap"


class StuckError(RuntimeError):
    """Nobody moves and nothing is due although the game is not over: a fault of the rules or of a bot."""


@dataclass(frozen=True, slots=True)
class Spec:
    """What is played. ``strengths``: one a seat, moved on by one seat from game to game, so that seats even out.
    ``most_moves``: a game that is longer stays unfinished."""

    game: str
    options: Mapping[str, str]
    strengths: tuple[str, ...]
    seed: str
    most_moves: int = 100_000

    def seats(self, n: int) -> tuple[str, ...]:
        """The strengths by seat in the ``n``-th game."""
        shift = n % len(self.strengths)
        return self.strengths[shift:] + self.strengths[:shift]

    def seed_of(self, n: int) -> bytes:
        """The 32 bytes of the ``n``-th game."""
        return sha256(f"lapsy simulate\n{self.seed}\n{n}".encode()).digest()


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played. ``moves``: inputs of seats that the rules took; ``duration_us``: virtual time; ``ties``:
    moments at which nobody was faster; ``outcomes``: how often each (kind, reason) happened. ``winners`` is empty when it
    stayed unfinished."""

    n: int
    moves: int
    duration_us: int
    finished: bool
    winners: tuple[int, ...]
    points: tuple[int, ...]
    slaps: int
    ties: int
    refused: int
    outcomes: Mapping[tuple[str, str], int]


def play_one(spec: Spec, n: int) -> Played:
    """The ``n``-th game of ``spec``. Raises OptionError on options that cannot be dealt, StuckError."""
    rules = GAMES[spec.game]
    seats = spec.seats(n)
    seed = spec.seed_of(n)
    state = rules.start(rules.parse_options(spec.options), len(seats), seed)
    bot_seed = sha256(seed + b"bots").digest()
    bots = [BOTS[spec.game](seat, strength, bot_seed) for seat, strength in enumerate(seats)]
    return _Match(rules, state, bots, n).run(spec.most_moves)


class _Match:
    """The loop's own things while one game lasts."""

    def __init__(self, rules: Game, state: Any, bots: list[Bot], n: int) -> None:
        self.rules = rules
        self.state = state
        self.bots = bots
        self.n = n
        self.now_us = 0
        self.hands: list[tuple[int, int, Input]] = []  # (time, number, what a hand does then)
        self.numbers = 0
        self.moves = 0
        self.slaps = 0
        self.ties = 0
        self.refused = 0
        self.outcomes: Counter[tuple[str, str]] = Counter()

    def run(self, most_moves: int) -> Played:
        """To the end of the game, or until so many moves."""
        rules = self.rules
        self._look()
        while not rules.is_over(self.state) and self.moves < most_moves:
            self._step()
        finished = rules.is_over(self.state)
        return Played(
            self.n,
            self.moves,
            self.now_us,
            finished,
            tuple(rules.winners(self.state)) if finished else (),
            tuple(rules.points(self.state)),
            self.slaps,
            self.ties,
            self.refused,
            dict(sorted(self.outcomes.items())),
        )

    def _step(self) -> None:
        """The next moment at which anything happens: hands first, then what the game has waited for."""
        wakes = [bot.wake_us for bot in self.bots]
        deadline_us = self.rules.deadline(self.state)
        times = [t for t in (*wakes, deadline_us) if t is not None]
        if self.hands:
            times.append(self.hands[0][0])
        if not times:
            raise StuckError(
                f"Game {self.n} stands still: nobody moves and nothing is due. {self.rules.to_text(self.state)}"
            )
        self.now_us = now_us = max(self.now_us, min(times))
        for bot, wake_us in zip(self.bots, wakes, strict=True):
            if wake_us is not None and wake_us <= now_us:
                for plan in bot.due(now_us):
                    self.numbers += 1
                    heapq.heappush(self.hands, (max(plan.at_us, now_us), self.numbers, plan.given))
        inputs: list[Input] = []
        while self.hands and self.hands[0][0] <= now_us:
            _, number, given = heapq.heappop(self.hands)
            inputs.append(given._replace(ref=number, kind=_AT_ONCE.get(given.kind, given.kind)))
        if inputs:
            self._apply(inputs)
        elif deadline_us is not None and deadline_us <= now_us:
            self.numbers += 1
            self._apply([Input(self.numbers, "deadline")])

    def _apply(self, inputs: list[Input]) -> None:
        before = self.state
        self.state, outcomes = self.rules.apply(before, Bundle(self.now_us, tuple(inputs)))
        refused = {o.ref for o in outcomes if o.kind == "refused"}
        self.refused += len(refused)
        for given in inputs:
            if given.seat is not None and given.ref not in refused:
                self.moves += 1
                self.slaps += given.kind == _SLAP
        self._count(outcomes)
        if self.state is not before or refused:
            self._look()

    def _count(self, outcomes: tuple[Outcome, ...]) -> None:
        self.ties += any(o.kind in _TIES or o.reason in _TIES or _divided(o) for o in outcomes)
        for o in outcomes:
            self.outcomes[o.kind, o.reason if o.kind in _TOLD_BY_REASON else ""] += 1

    def _look(self) -> None:
        """Every bot sees what has become of the game."""
        for bot in self.bots:
            seat = bot.seat
            bot.see(self.now_us, self.rules.view(self.state, seat), self.rules.legal(self.state, seat))


def _divided(o: Outcome) -> bool:
    """True when several take one pile: in reverse the last ones are as late as each other."""
    return o.kind == "collected" and len(o.seats) > 1


#: Outcomes whose reason is worth counting apart; elsewhere it is a rank, a place or a name.
_TOLD_BY_REASON = frozenset({"refused", "false", "collected", "lost_challenge", "over"})
