"""The lobby as pages get it: ``screens.views.lobby``. All of it is public."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from lapsy.games.options import Choice, Number, Option, Switch
from lapsy.games.play import JSON
from lapsy.language import languages, tr, tr_n
from lapsy.table.lobby.boards import LobbyLine
from lapsy.table.lobby.offers import OFFERS
from lapsy.table.lobby.places import Place
from lapsy.table.words import board_name

if TYPE_CHECKING:
    from lapsy.table.lobby.lobby import Lobby


@dataclass(frozen=True, slots=True)
class Door:
    """Where phones come in; see ``screens.views.lobby.Door``. The driver opens and closes it."""

    open: bool = False
    address: str | None = None
    qr: str | None = None
    size: int = 0
    code: str | None = None
    others: tuple[str, ...] = ()
    problem: str | None = None


def lobby_view(lobby: Lobby, n: int) -> JSON:
    """The public view, its ``n``-th. The referee's code is not for the public: who shows it to the host adds it."""
    plan = lobby.arrangement
    language = plan.language
    draft = plan.draft(lobby.ports)
    agreed = plan.agreed()
    return {
        "type": "view",
        "n": n,
        "game": "lobby",
        "language": language,
        "languages": languages(),
        "children": plan.children,
        "chosen": plan.game,
        "games": [
            {
                "game": name,
                "name": tr(language, offer.name),
                "text": tr(language, offer.summary),
                "least": offer.rules.SEATS[0],
                "most": offer.rules.SEATS[-1],
            }
            for name, offer in OFFERS.items()
        ],
        "options": [_option(option, agreed[option.name], language) for option in plan.to_agree()],
        "seats": [_seat(lobby, seat, place, draft.keys(seat)) for seat, place in enumerate(plan.places)],
        "boards": [_board(lobby, line, language) for line in lobby.boards.lines.values()],
        "door": asdict(lobby.door),
        "problems": lobby.problems(),
        "referee": None,
        "resume": lobby.resume,
        "notice": lobby.notice.text or None,
    }


def seat_view(view: JSON, seat: int, place: Place, hidden: bool) -> JSON:
    """What a guest's page gets in the lobby: nothing that others do not see."""
    return {
        "type": "seat",
        "n": view["n"],
        "seat": seat,
        "private": place.hand(hidden),
        "pad": [],
        "own": {},
        "view": view,
    }


def _seat(lobby: Lobby, seat: int, place: Place, keys: Mapping[str, object] | None) -> JSON:
    return {
        "seat": seat,
        "name": place.name,
        "source": place.source,
        "pad": None if place.pad is None or place.source != "board" else _pad_name(lobby, place.pad),
        "private": place.hand(lobby.arrangement.hidden),
        "keys": keys,
        "strength": place.strength or None,
        "handicap_us": place.handicap_us,
        "connected": place.connected,
        "binding": lobby.binding == seat,
        "problem": lobby.problem(seat),
    }


def _pad_name(lobby: Lobby, pad: tuple[str, int]) -> str:
    board, group = pad
    return tr(lobby.arrangement.language, "pad {n} of {board}", n=group + 1, board=board_name(board))


def _board(lobby: Lobby, line: LobbyLine, language: str) -> JSON:
    uid = "" if line.hello is None else line.hello.uid
    owners = {place.pad: n for n, place in enumerate(lobby.arrangement.places) if place.source == "board"}
    if line.healthy:
        count = len(line.groups)
        text = tr_n(language, "Ready: {n} pad.", "Ready: {n} pads.", count)
    else:
        text = line.trouble or tr(language, "It is asked who it is.")
    return {
        "board": uid or line.port,
        "name": board_name(uid) if uid else line.port,
        "healthy": line.healthy,
        "text": text,
        "pads": [owners.get((uid, group)) for group in line.groups],
    }


def _option(option: Option, value: str, language: str) -> JSON:
    values: list[JSON] = []
    least = most = unit = None
    match option:
        case Switch():
            values = [
                {"value": "off", "text": tr(language, "no")},
                {"value": "on", "text": tr(language, "yes")},
            ]
        case Choice():
            values = [{"value": name, "text": tr(language, text)} for name, text in option.values.items()]
        case Number():
            least, most = option.values[0], option.values[-1]
            if option.unit not in option.text:  # a sentence that names it has said it
                unit = tr(language, option.unit)
    return {
        "name": option.name,
        "text": tr(language, option.text),
        "value": value,
        "values": values,
        "least": least,
        "most": most,
        "unit": unit,
        "changed": value != option.default_text,
    }
