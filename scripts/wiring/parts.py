"""The list of parts (hardware/parts.json): how many of each, and what they may cost."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

from wiring.pinmap import PinMap

SEATS = (2, 4, 6, 8)


@dataclass(frozen=True)
class Part:
    group: str
    part: str
    source: str
    why: str
    per: str
    each: float
    pack: int
    price: tuple[float, float]

    def count(self, pinmap: PinMap, seats: int) -> int:
        """Pieces (or metres, or grams) for so many seats."""
        of = {role: pinmap.seats_of(role, seats) for role in ("slap", "flip", "head")}
        of["board"] = 1
        of["button"] = of["slap"] + of["flip"] + of["head"]
        return math.ceil(self.each * of[self.per])

    def cost(self, pinmap: PinMap, seats: int) -> tuple[float, float]:
        """Euros, lowest and highest, in whole packs."""
        packs = math.ceil(self.count(pinmap, seats) / self.pack)
        return packs * self.price[0], packs * self.price[1]


@dataclass(frozen=True)
class PartsList:
    groups: dict[str, str]
    parts: tuple[Part, ...]

    def cost(self, pinmap: PinMap, seats: int, group: str | None = None) -> tuple[float, float]:
        """Euros for one group, or for everything."""
        costs = [part.cost(pinmap, seats) for part in self.parts if group in (None, part.group)]
        return sum(low for low, _ in costs), sum(high for _, high in costs)


def load(path: Path) -> PartsList:
    raw = json.loads(path.read_text(encoding="utf-8"))
    parts = tuple(Part(**{**entry, "price": tuple(entry["price"])}) for entry in raw["parts"])
    return PartsList(groups=raw["groups"], parts=parts)
