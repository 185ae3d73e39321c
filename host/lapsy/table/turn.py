"""What one turn of the table gathers: records, acknowledgements, words for the terminal, and whether a page must change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lapsy.boards.link import Link
from lapsy.games.play import JSON
from lapsy.table.effects import Effect, Journal, Reopen, Say, Taken


@dataclass(slots=True)
class Turn:
    """``acks``: by port, the board, its boot and the next number that the journal lacks. ``orders``: what drivers are asked
    to do besides, in order."""

    records: list[JSON] = field(default_factory=list)
    said: list[Say] = field(default_factory=list)
    orders: list[Reopen | Taken] = field(default_factory=list)
    acks: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    changed: bool = True

    def record(self, kind: str, **fields: object) -> None:
        """A line for the journal."""
        self.records.append({"k": kind, **fields})

    def say(self, kind: str, text: str) -> None:
        """A line for the host's terminal; see ``Say``."""
        self.said.append(Say(kind, text))

    def journal(self) -> list[Effect]:
        """The records gathered so far, to be written before anything that comes after."""
        records, self.records = tuple(self.records), []
        return [Journal(records)] if records else []

    def acknowledge(self, links: Mapping[str, Link]) -> None:
        """Only after ``journal``: what was journalled may be forgotten by the boards."""
        for port, (uid, boot, next_seq) in self.acks.items():
            links[port].acknowledge(uid, boot, next_seq)
        self.acks.clear()

    def tell(self) -> list[Effect]:
        """Orders and words."""
        told: list[Effect] = [*self.orders, *self.said]
        self.orders.clear()
        self.said.clear()
        return told
