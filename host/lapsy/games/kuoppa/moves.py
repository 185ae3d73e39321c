"""What a seat may do now. Plays are counted without being made: a card set comes to be when somebody asks for it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import overload

from lapsy.games.kuoppa.combinations import readings, shapes
from lapsy.games.kuoppa.exchange import choices
from lapsy.games.kuoppa.holding import holding
from lapsy.games.kuoppa.options import Options
from lapsy.games.kuoppa.ranks import arranged
from lapsy.games.kuoppa.readings import Reading, beats, notation
from lapsy.games.kuoppa.sets import card_sets, count
from lapsy.games.kuoppa.state import PLAY, PLAYERS, State
from lapsy.games.play import Input


class Plays(Sequence[Input]):
    """Every play of a hand with its whole reading stated, each once, in a fixed order; a pass first when there is
    something to pass on. Length and single plays cost little, all of them may be thousands.
    """

    __slots__ = ("_ends", "_hand", "_lead", "_options", "_passes", "_seat", "_shapes")

    def __init__(self, hand: tuple[str, ...], options: Options, lead: Reading | None, seat: int) -> None:
        self._hand, self._options, self._lead, self._seat = hand, options, lead, seat
        self._shapes = shapes(hand, options, lead)
        self._passes = 0 if lead is None else 1
        held = holding(hand)
        counts = [count(held, shape, options) for shape in self._shapes]
        self._ends = list(accumulate(counts, initial=self._passes))

    def __len__(self) -> int:
        return self._ends[-1]

    @overload
    def __getitem__(self, index: int) -> Input: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Input, ...]: ...

    def __getitem__(self, index: int | slice) -> Input | tuple[Input, ...]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"There are {len(self)} things to do, none has the number {index}.")
        if place < self._passes:
            return Input(0, "pass", self._seat)
        which = bisect_right(self._ends, place) - 1
        shape = self._shapes[which]
        cards = card_sets(holding(self._hand), shape, self._options)[place - self._ends[which]]
        return self._input(cards, shape.reading)

    def __iter__(self) -> Iterator[Input]:
        if self._passes:
            yield Input(0, "pass", self._seat)
        held = holding(self._hand)
        for shape in self._shapes:
            for cards in card_sets(held, shape, self._options):
                yield self._input(cards, shape.reading)

    def __contains__(self, value: object) -> bool:
        """Whether this very input is listed: cards in order, the whole reading stated. Nothing is made for it."""
        if not isinstance(value, Input):
            return False
        if self._passes and value == Input(0, "pass", self._seat):
            return True
        cards = value.cards
        if value.kind != PLAY or not all(card in self._hand for card in cards):
            return False
        return len(set(cards)) == len(cards) and any(
            value == self._input(arranged(cards), reading)
            for reading in readings(cards, self._options)
            if self._lead is None or beats(reading, self._lead, self._options)
        )

    def __repr__(self) -> str:
        return f"<{len(self)} things that seat {self._seat} may do>"

    def _input(self, cards: tuple[str, ...], reading: Reading) -> Input:
        return Input(0, PLAY, self._seat, None, False, (), cards, None, notation(reading))


def legal(state: State, seat: int) -> Sequence[Input]:
    """What the seat may do now, ``ref`` 0: choices of the exchange, or plays and the pass. Empty when it must wait.

    Raises ValueError for a seat that does not exist.
    """
    if not 0 <= seat < PLAYERS:
        raise ValueError(f"There is no seat {seat} at this table: give 0 to {PLAYERS - 1}.")
    if state.phase != PLAY:
        return tuple(Input(0, state.phase, seat, cards=(card,)) for card in choices(state, seat))
    if seat != state.turn:
        return ()
    current = state.current
    return Plays(state.hands[seat], state.options, None if current is None else current.reading, seat)
