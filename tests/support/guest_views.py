"""What the pages of seats and of the referee are sent, to start from in tests: each is checked by the hub when published."""

from __future__ import annotations

import copy
from typing import Any

GUESTS = ("Aino", "Onni", "Veikko", "Helmi", "Eino", "Siiri")
#: A hand of Kuoppa: eleven cards, a two and a joker among them.
ELEVEN = ["3C", "4S", "5D", "9H", "TH", "QH", "KS", "KD", "AC", "2S", "JOKER_W"]


def own(**changes: Any) -> dict[str, Any]:
    """Nothing in hand, nothing to do."""
    return {
        "hand": [], "playable": [], "legal": [], "picks": False, "acting": False, "chosen": None, "secret": None,
        "told": None, "told_n": 0,
    } | copy.deepcopy(changes)  # fmt: skip


def choice(kind: str, text: str, *cards: str, **changes: Any) -> dict[str, Any]:
    """Something the seat may do."""
    return {
        "kind": kind,
        "text": text,
        "cards": list(cards),
        "to": None,
        "choose": None,
        "reading": "",
    } | changes


def seat_view(number: int, view: dict[str, Any], *pad: str, **mine: Any) -> dict[str, Any]:
    """The page of a seat: ``mine`` are fields of ``own``, ``pad`` the roles that the phone stands for."""
    return {
        "type": "seat", "n": view["n"], "seat": number, "private": "phone", "pad": list(pad), "own": own(**mine),
        "view": view,
    }  # fmt: skip


def _around(game: str, changes: dict[str, Any]) -> dict[str, Any]:
    """Fields that the views of all card games have."""
    return {
        "type": "view", "n": 1, "game": game, "phase": "play", "language": "fi", "practice": False, "simulated": False,
        "children": False, "agreed": [], "events": [], "waiting": [], "paused": None, "notice": None, "over": None,
    } | copy.deepcopy(changes)  # fmt: skip


def kuoppa_view(**changes: Any) -> dict[str, Any]:
    """The fifth round: Helmi has played a straight, Onni is to beat it, Veikko has passed."""
    seats = [
        {
            "seat": i, "name": GUESTS[i], "source": "board", "private": "phone", "handicap_us": 0, "keys": None,
            "ready": True, "cards": (7, 11, 9, 6, 11)[i], "points": (4, 2, 0, 3, 0)[i], "place": None,
            "last_place": (2, 0, 1, 3, 4)[i], "passed": i == 2,
        }
        for i in range(5)
    ]  # fmt: skip
    return _around(
        "kuoppa",
        {
            "seats": seats, "stage": "play", "round": 5, "target": 13, "dealer": 0, "turn": 1, "acting": [1],
            "current": {"seat": 3, "cards": ["8C", "9D", "TS", "JD"], "text": "suora 8–J", "wild": 0},
            "exchange": None, "played": 10, "record": [],
        }
        | changes,
    )  # fmt: skip


def limppu_view(**changes: Any) -> dict[str, Any]:
    """Onni attacks Aino with three sevens and the limppu; one of them is beaten."""
    seats = [
        {
            "seat": i, "name": GUESTS[i], "source": "board", "private": "phone", "handicap_us": 0, "keys": None,
            "ready": True, "cards": (6, 5, 8)[i], "limppu": False, "challenge": True, "total": 0,
        }
        for i in range(3)
    ]  # fmt: skip
    group = {
        "attacker": 1,
        "defender": 0,
        "cards": [
            {"card": "7S", "by": None},
            {"card": "7H", "by": "TH"},
            {"card": "7C", "by": None},
            {"card": "2D", "by": None},
        ],
    }
    return _around(
        "limppu",
        {
            "seats": seats, "stage": "defend", "turn": 0, "dealer": 2, "game_number": 0, "live": True, "group": group,
            "stock": 21, "out": 8, "limppu": None, "forced_draw": False, "aiming": None, "left_us": None, "lots": [],
            "ending": None, "verdict": None,
        }
        | changes,
    )  # fmt: skip


def speed_view(**changes: Any) -> dict[str, Any]:
    """In the middle of a deal: Aino has taken up her third card."""
    tops = (("4H", "9C", "KD", None, "2S"), ("7D", "7C", "AH", "TS", "5H"))
    seats = [
        {
            "seat": i, "name": GUESTS[i], "source": "phone", "handicap_us": 0, "keys": None, "ready": True,
            "stocks": [{"open": card, "hidden": n if card else 0} for n, card in enumerate(tops[i])],
            "spit": 8, "called": False, "pool": 0, "taken": None, "hand": 3 if i == 0 else None, "played": 6,
            "slaps": 0, "wins": 0,
        }
        for i in range(2)
    ]  # fmt: skip
    piles = [
        {"name": "L", "top": "QS", "cards": 6, "seat": 1},
        {"name": "R", "top": "8H", "cards": 5, "seat": None},
    ]
    return _around(
        "speed",
        {
            "seats": seats, "stage": "play", "deal": 1, "piles": piles, "first_out": [], "announced": False,
            "left_us": None, "verdict": None,
        }
        | changes,
    )  # fmt: skip


def lobby_view(**changes: Any) -> dict[str, Any]:
    """Three guests; Onni's pad is still to be pressed."""
    sources = ("board", None, "phone")
    seats = [
        {
            "seat": i, "name": GUESTS[i], "source": sources[i], "pad": "Lauta A, lätkä 1" if i == 0 else None,
            "private": "phone", "keys": None, "strength": None, "handicap_us": 0, "connected": True,
            "binding": False, "problem": None if sources[i] else "Lätkä puuttuu.",
        }
        for i in range(3)
    ]  # fmt: skip
    game = {"game": "lapsy", "name": "Läpsy", "text": "Läpsäise, kun päällä on pari.", "least": 2, "most": 8}
    return {
        "type": "view", "n": 1, "game": "lobby", "language": "fi", "languages": ["en", "fi"], "children": False,
        "chosen": "lapsy", "games": [game], "options": [], "seats": seats, "boards": [],
        "door": {"open": True, "address": "192.168.1.5:8000", "qr": None, "size": 0, "code": "KORT", "others": [],
                 "problem": None},
        "problems": [], "referee": None, "resume": None, "notice": None,
    } | copy.deepcopy(changes)  # fmt: skip


def desk_view(view: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The referee's desk over a public view: everything may be ruled."""
    rulings = ["disqualify", "deliberate", "pad"]
    seats = [
        {
            "seat": one["seat"], "source": one["source"], "pad": f"Lätkä {one['seat'] + 1}",
            "page": (None, True, False)[one["seat"] % 3], "rulings": rulings,
        }
        for one in view["seats"]
    ]  # fmt: skip
    boards = [
        {
            "board": "e660a1",
            "name": "Lauta A",
            "healthy": True,
            "text": "kunnossa, ± 0,001 ms",
            "absent": False,
        },
        {"board": "e660b2", "name": "Lauta B", "healthy": False, "text": "hiljaa 3 s", "absent": False},
    ]
    return {
        "type": "referee", "n": view["n"], "can": ["pause", "back", "absent", "end"], "seats": seats, "boards": boards,
        "moments": [{"n": 41, "text": "Onni pelasi 8♦"}, {"n": 38, "text": "Aino pelasi K♠"}],
        "rulings": [{"n": 1, "text": "Keskeytetty: Lätkä irtosi."}], "free_pads": ["Lauta A, lätkä 4"],
        "code": "K7PX-2M4Q", "view": view,
    } | copy.deepcopy(changes)  # fmt: skip
