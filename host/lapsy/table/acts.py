"""What a seat may do by its page: the kinds of acts of each game, and how they stand in the journal."""

from __future__ import annotations

from lapsy.games.play import JSON
from lapsy.table.judge import Act

#: Before the deal.
READY = "ready"

#: A press of one of these says the same.
READY_ROLES = frozenset(("slap", "left", "right"))

#: At any time: the referee is called.
OBJECT = "object"

#: What is done with cards. Speed is played by its buttons alone: a page has no time that a race could go by.
KINDS: dict[str, frozenset[str]] = {
    "lapsy": frozenset(("choose",)),
    "race": frozenset(),
    "speed": frozenset(),
    "kuoppa": frozenset(("play", "pass", "give", "pick", "discard", "take", "aside")),
    "limppu": frozenset(("play", "beat", "end_defence", "draw", "announce", "challenge")),
}


def act_record(now_us: int, seat: int, act: Act, n: int | None) -> JSON:
    """An act at ``now_us``; ``n``: its number at the table, None for what the game is not told."""
    record: JSON = {"k": "act", "t": now_us, "seat": seat, "act": act.kind}
    if n is not None:
        record["n"] = n
    if act.cards:
        record["cards"] = list(act.cards)
    if act.to is not None:
        record["to"] = act.to
    if act.choose is not None:
        record["choose"] = act.choose
    if act.reading:
        record["reading"] = act.reading
    return record


def act_of(record: JSON) -> Act:
    """The act that ``act_record`` wrote."""
    return Act(
        record["act"],
        record["seat"],
        cards=tuple(record.get("cards", ())),
        to=record.get("to"),
        choose=record.get("choose"),
        reading=record.get("reading", ""),
    )
