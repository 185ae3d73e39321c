"""The referee: what may be ruled now, and what a ruling does.

Pause, *declare absent* and *end* do not wait; all others are sequenced among the presses. Each is a record of the journal
with its reason, and ``carry_out`` does the same with it at the table and in a replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lapsy.games.options import Sentence
from lapsy.games.play import JSON
from lapsy.language import tr
from lapsy.table.boardside import BoardSide
from lapsy.table.commands import Command, RefusedError
from lapsy.table.judge import Act, Judge, Step
from lapsy.table.pages.common import cards_text
from lapsy.table.seating import Seating
from lapsy.table.setup import Seat, Setup
from lapsy.table.words import board_name, names, reason_text

if TYPE_CHECKING:
    from lapsy.table.table import Table

#: Between the ruling and the game's going on: long enough to put a hand in its place.
COUNT_IN_US = 3_000_000

SECOND_US = 1_000_000

#: What stands on the referee's list of rulings.
RULINGS = frozenset(("pause", "go_on", "back", "deliberate", "disqualify", "pad", "absent", "end", "object"))

#: A seat's pads besides those of the boards: the slap button of its phone, and what it began the game with.
PHONE, FIRST = "phone", "first"

_NOTHING_PLAYED = Sentence("No game is being played.")
_STANDS = Sentence("The game is paused already.")
_RUNS = Sentence("The game is not paused.")
_BACK_COMES = Sentence("The game is being taken back: wait until it is.")
_NO_MOMENT = Sentence("That moment is too long ago: choose one of those on the list.")
_WHICH_SEAT = Sentence("Say which seat.")
_NO_RULING = Sentence("There are no such rulings in this game.")
_PAUSED = Sentence("The game is paused.")
_POSITION = Sentence("A choice is position 1, 2 or 3.")
_NO_CHOICE = Sentence("{name} may not choose: more than three cards, or none.")
_NO_PAD = Sentence("That pad is not free, or no board has it: choose one of those on the list.")
_OUT_ALREADY = Sentence("{who} is out of the game already.")

_SOURCES = {"keyboard": Sentence("keyboard"), "phone": Sentence("phone"), "bot": Sentence("bot")}


def carry_out(record: JSON, judge: Judge | None, seating: Seating) -> int | None:
    """Do what a record of the kind ``command`` says. The number of the input that it gave, if any. Raises ValueError when it
    cannot be done."""
    what, t_us = record["what"], record["t"]
    if what == "pad":
        seat = replace(seating.now[record["seat"]], port=record["port"], group=record["group"])
        seating.change(t_us, record["seat"], replace(seat, source=record["source"]))
        return None
    if what in ("absent", "end"):
        return None
    if judge is None:
        raise ValueError("it comes before the deal.")
    match what:
        case "pause":
            judge.pause(t_us)
            return None
        case "go_on":
            judge.go_on(record["at"])
            return None
        case "back":
            if not judge.time.stands:
                judge.pause(t_us)
            return judge.host(Act("back", of=record["moment"]), t_us)
    return judge.host(Act(what, record["seat"], choose=record.get("position")), t_us)


def pads(setup: Setup, seating: Seating, sides: Mapping[str, BoardSide]) -> dict[str, tuple[str, int]]:
    """The pads that nobody has, of boards that speak: by a short name (the end of the board's identity, and the pad's
    number), their lines and groups."""
    taken = {(seat.port, seat.group) for seat in seating.now}
    real = {seat.port for seat in setup.seats if seat.source == "board"}
    found = {}
    for port in sorted(real):
        side = sides[port]
        if not side.known or side.silent or side.foreign:
            continue
        for group, roles in sorted(side.groups.items()):
            if (port, group) not in taken and roles >= set(setup.roles or ("slap",)):
                found[f"{board_name(side.uid)}-{group + 1}"] = (port, group)
    return found


def pad_name(language: str, seat: Seat, sides: Mapping[str, BoardSide]) -> str:
    """What a seat presses, for people."""
    if seat.source == "board":
        side = sides[seat.port]
        return f"{board_name(side.uid)}-{seat.group + 1}" if side.uid else seat.port.rsplit("/", 1)[-1]
    return tr(language, _SOURCES[seat.source])


def may_rule(table: Table, what: str, seat: int) -> bool:
    """Whether the agreed rules, or the table where they have none, know this ruling on a seat."""
    judge = table.judge
    if judge is None:
        return False
    return (what == "disqualify" and table.setup.game != "lapsy") or not judge.never(what, seat)


@dataclass(slots=True)
class Rulings:
    """``log``: the records of all rulings, in order."""

    language: str
    log: list[JSON] = field(default_factory=list)

    def record(self, record: JSON) -> None:
        """A ruling has been made."""
        if record["what"] in RULINGS:
            self.log.append(record)

    def _goes_on_us(self) -> int | None:
        """When the newest pause ends or has ended; None when there was none, or nobody has said so."""
        for record in reversed(self.log):
            if record["what"] in ("pause", "back"):
                return None
            if record["what"] == "go_on":
                at_us: int = record["at"]
                return at_us
        return None

    def paused(self, now_us: int, judge: Judge | None) -> str | None:
        """What the pages say while the game stands; None while it runs."""
        if judge is None:
            return None
        at_us = self._goes_on_us()
        if at_us is not None and now_us < at_us:
            seconds = -(-(at_us - now_us) // SECOND_US)
            return tr(self.language, "Continues in {n}", n=seconds)
        if not judge.time.stands:
            return None
        reason = next(r.get("reason", "") for r in reversed(self.log) if r["what"] in ("pause", "back"))
        return tr(self.language, "Paused. {reason}", reason=reason).strip()

    def changes_us(self, now_us: int) -> int | None:
        """When ``paused`` says something else by itself."""
        at_us = self._goes_on_us()
        if at_us is None or now_us >= at_us:
            return None
        return at_us - (at_us - now_us - 1) // SECOND_US * SECOND_US


def command_record(table: Table, now_us: int, command: Command) -> JSON:
    """The record of a ruling, without the number of its input. Raises RefusedError with one sentence."""
    what, seat = command.what, command.seat
    lang, judge = table.setup.language, table.judge

    def refuse(sentence: Sentence, **fields: object) -> RefusedError:
        return RefusedError(tr(lang, sentence, **fields))

    record: JSON = {"k": "command", "t": now_us, "what": what}
    if command.reason:
        record["reason"] = command.reason
    if judge is None or table.phase != "play":
        raise refuse(_NOTHING_PLAYED)
    match what:
        case "pause":
            if judge.time.stands:
                raise refuse(_STANDS)
            return record
        case "go_on":
            if judge.waits_for("back"):
                raise refuse(_BACK_COMES)
            if not judge.time.stands:
                raise refuse(_RUNS)
            return {**record, "at": now_us + COUNT_IN_US}
        case "back":
            if judge.moments.find(command.moment) is None or judge.waits_for("back"):
                raise refuse(_NO_MOMENT)
            return {**record, "moment": command.moment}
    if seat is None or not 0 <= seat < len(table.seating.now):
        raise refuse(_WHICH_SEAT)
    record["seat"] = seat
    if what == "pad":
        own = _new_pad(table, seat, command.pad)
        if own is None:
            raise refuse(_NO_PAD)
        return {**record, "port": own.port, "group": own.group, "source": own.source}
    if "seats" not in judge.view or (what == "choose" and table.setup.game != "lapsy"):
        raise refuse(_NO_RULING)
    if what == "choose":
        if table.rulings.paused(now_us, judge):
            raise refuse(_PAUSED)
        if not 1 <= (command.position or 0) <= 3:
            raise refuse(_POSITION)
        if not judge.view["seats"][seat]["choosing"]:
            raise refuse(_NO_CHOICE, name=table.setup.seats[seat].name)
        return {**record, "position": command.position}
    if what in ("deliberate", "disqualify") and not may_rule(table, what, seat):
        raise RefusedError(reason_text(lang, "not_in_these_rules"))
    if what == "disqualify" and seat in judge.disqualified:
        raise refuse(_OUT_ALREADY, who=table.seating.now[seat].name)
    return record


def _new_pad(table: Table, n: int, pad: str) -> Seat | None:
    """The seat as it will be with that pad; None when it cannot have it."""
    seat, first = table.seating.now[n], table.setup.seats[n]
    taken = {(other.port, other.group) for other in table.seating.now}
    if pad == FIRST:
        free = (first.port, first.group) not in taken
        return replace(seat, port=first.port, group=first.group, source=first.source) if free else None
    if pad == PHONE:
        port = phone_port(first, n)
        own = replace(seat, port=port, group=0, source="phone")
        return own if PHONE in (first.private, first.source) and seat.source != "phone" else None
    place = pads(table.setup, table.seating, table.sides).get(pad)
    return None if place is None else replace(seat, port=place[0], group=place[1], source="board")


def phone_port(first: Seat, n: int) -> str:
    """What the phone of seat ``n`` is called as a pad, whether it began the game as one or not."""
    return first.port if first.source == "phone" else f"phone{n + 1}"


def say_ruling(setup: Setup, step: Step) -> str:
    """A sequenced ruling has taken effect: what everybody should know of it."""
    lang = setup.language
    for o in step.outcomes:
        if o.kind == "back":
            cards = cards_text(lang, o.cards)
            return tr(
                lang, "Taken back to before {cards}. The cards seen since then will come again.", cards=cards
            )
        if o.kind in ("disqualified", "removed"):
            return tr(lang, "Disqualified: {who}.", who=names(setup, o.seats[:1]))
        if o.kind == "refused" and o.reason == "no_such_moment":
            return tr(lang, _NO_MOMENT)
    return ""
