"""The referee's desk: what may be ruled now, how the boards do, what was ruled. From public information alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lapsy.games.options import Sentence
from lapsy.games.play import JSON
from lapsy.language import tr
from lapsy.table.boardside import BoardSide
from lapsy.table.pages.common import cards_text
from lapsy.table.phoneside import PhoneSide
from lapsy.table.rulings import PHONE, may_rule, pad_name, pads, phone_port
from lapsy.table.words import board_name, names

if TYPE_CHECKING:
    from lapsy.table.table import Table

#: So many of the newest rulings are listed.
NEWEST = 8


def desk_view(table: Table) -> JSON:
    """What the referee sees besides the public view; ``n``, ``code`` and ``view`` are put in by whoever sends it."""
    free = list(pads(table.setup, table.seating, table.sides)) if table.playing else []
    return {
        "type": "referee",
        "n": 0,
        "can": _can(table),
        "seats": [_seat(table, n, free) for n in range(len(table.seating.now))],
        "boards": [
            *(_board(table, side) for side in table.sides.values() if _is_real(table, side)),
            *(_phone(table, side) for side in table.phones.used),
        ],
        "moments": _moments(table),
        "rulings": [
            {"n": n, "text": _said(table, record)}
            for n, record in list(enumerate(table.rulings.log, 1))[-NEWEST:]
        ],
        "free_pads": free,
        "code": None,
        "view": None,
    }


def _can(table: Table) -> tuple[str, ...]:
    judge = table.judge
    if judge is None or not table.playing:
        return () if table.phase == "over" else ("absent", "end")
    can = [
        *(("go_on",) if judge.time.stands else ("pause",)),
        *(("back",) if judge.moments.kept else ()),
        *(("absent",) if any(side.silent and not side.absent for side in table.sides.values()) else ()),
        "end",
    ]
    return tuple(can)


def _seat(table: Table, n: int, free: list[str]) -> JSON:
    seat, first = table.seating.now[n], table.setup.seats[n]
    page = table.phones.sides.get(phone_port(first, n))
    rulings = []
    if table.playing and table.judge is not None and "seats" in table.judge.view:
        rulings += [what for what in ("deliberate", "disqualify") if may_rule(table, what, n)]
    own = (seat.port, seat.group) == (first.port, first.group)
    others = free or PHONE in (first.private, first.source) or not own
    if table.playing and seat.source != "bot" and others:
        rulings.append("pad")
    return {
        "seat": n,
        "source": seat.source,
        "pad": pad_name(table.setup.language, seat, table.sides),
        "page": None if page is None else not page.gone,
        "rulings": tuple(rulings),
    }


def _is_real(table: Table, side: BoardSide) -> bool:
    return any(seat.source == "board" and seat.port == side.port for seat in table.setup.seats)


def _board(table: Table, side: BoardSide) -> JSON:
    lang = table.setup.language
    if side.absent:
        text = tr(lang, "absent")
    elif side.silent:
        text = side.silent
    elif side.broken:
        text = tr(lang, "Its clock runs unevenly.")
    else:
        text = tr(lang, "in order") if side.known else tr(lang, "not heard of yet")
    return {
        "board": (side.uid or side.port)[:64],
        "name": board_name(side.uid) if side.uid else side.port.rsplit("/", 1)[-1],
        "healthy": side.known and not side.silent and not side.broken,
        "text": text,
        "absent": side.absent,
    }


def _phone(table: Table, side: PhoneSide) -> JSON:
    lang = table.setup.language
    return {
        "board": side.port,
        "name": tr(lang, "Phone of {name}", name=table.seating.now[side.seat].name),
        "healthy": side.known,
        "text": tr(lang, "in order") if side.known else tr(lang, "does not answer"),
        "absent": side.absent,
    }


def _moments(table: Table) -> list[JSON]:
    """The newest first."""
    lang = table.setup.language
    kept = () if table.judge is None or not table.playing else table.judge.moments.kept
    return [
        {
            "n": moment.n,
            "text": tr(
                lang,
                "Before {cards}, played by {who}",
                cards=cards_text(lang, moment.cards),
                who=names(table.setup, moment.seats[:1]),
            ),
        }
        for moment, _, _ in reversed(kept)
    ]


_RULED = {
    "pause": Sentence("Paused."),
    "go_on": Sentence("Going on."),
    "back": Sentence("Taken back."),
    "deliberate": Sentence("Deliberate slap: {who}."),
    "disqualify": Sentence("Disqualified: {who}."),
    "pad": Sentence("Another pad: {who}."),
    "absent": Sentence("Declared absent: {board}."),
    "end": Sentence("The game was ended."),
}


def _said(table: Table, record: JSON) -> str:
    lang = table.setup.language
    who = names(table.setup, (record["seat"],)) if "seat" in record else ""
    told = tr(lang, _RULED[record["what"]], who=who, board=record.get("board", ""))
    return f"{told} {record['reason']}" if record.get("reason") else told
