"""Views of the card games and the lobby to put on a page: something is going on in each, nothing special."""

from __future__ import annotations

import copy
from typing import Any

NAMES = ("Aino", "Onni", "Veikko", "Helmi", "Eino", "Siiri", "Åke", "Wilhelmiina")
POLICY = {"unproven": "split", "tie_us": 0, "anticipation": "off", "limit_us": 100_000, "silent_us": None}


def _base(game: str) -> dict[str, Any]:
    return {
        "type": "view", "n": 1, "game": game, "phase": "play", "language": "fi", "practice": False,
        "simulated": False, "children": False, "agreed": [], "events": [], "waiting": [], "paused": None,
        "notice": None, "over": None,
    }  # fmt: skip


def event(
    n: int, kind: str, text: str, /, seats: tuple[int, ...] = (), cards: tuple[str, ...] = (), **changes: Any
) -> dict[str, Any]:
    """Something that has just happened."""
    return {
        "n": n,
        "kind": kind,
        "seats": list(seats),
        "cards": list(cards),
        "to": None,
        "text": text,
        "bad": False,
    } | changes


def mark(seat: int, t_us: int, kind: str = "first", **changes: Any) -> dict[str, Any]:
    """A press on the photo finish."""
    return {
        "seat": seat, "t_us": t_us, "gap_us": None, "gap_bound_us": None, "way": None, "bound_us": 2, "source": "board",
        "kind": kind, "anticipated": False, "board": "e660", "clock": None, "link": None,
    } | changes  # fmt: skip


def contest(**changes: Any) -> dict[str, Any]:
    """Seat 1 was 4.031 ms before seat 0 at a pile."""
    return {
        "n": 3, "kind": "first", "seats": [1], "state": "final", "second": 0, "margin_us": 4031, "bound_us": 2,
        "proof": "gap", "way": "board", "certified": True, "won": 0, "pair": None,
        "marks": [mark(1, 412_400), mark(0, 416_431, "slower")], "shown": None, "policy": POLICY,
    } | copy.deepcopy(changes)  # fmt: skip


def result(**changes: Any) -> dict[str, Any]:
    """The end of a match that seat 0 won."""
    return {
        "winners": [0], "losers": [], "text": "Kaikki kortit pelattiin.", "duration_us": 754_000_000,
        "rows": [{"text": "läpsyt", "values": ["12", "9"]}, {"text": "paras", "values": ["287 ms", "301 ms"]}],
        "code": "K7QF 2MXD",
    } | copy.deepcopy(changes)  # fmt: skip


def speed_seat(seat: int, /, **changes: Any) -> dict[str, Any]:
    """A player of Speed with the five stocks of the first deal."""
    cards = (("KD", "3S", "9C", "JH", "6D"), ("5H", "7S", "2H", "TD", "4C"))[seat]
    return {
        "seat": seat, "name": NAMES[seat], "source": "board", "handicap_us": 0, "keys": None, "ready": True,
        "stocks": [{"open": card, "hidden": i} for i, card in enumerate(cards)], "spit": 11 - seat, "called": False,
        "pool": 0, "taken": None, "hand": None, "played": 4, "slaps": 2, "wins": 1,
    } | copy.deepcopy(changes)  # fmt: skip


def speed_view(**changes: Any) -> dict[str, Any]:
    """Speed while both play."""
    return _base("speed") | {
        "seats": [speed_seat(0), speed_seat(1)], "stage": "play", "deal": 2,
        "piles": [
            {"name": "L", "top": "8H", "cards": 12, "seat": 1}, {"name": "R", "top": "QC", "cards": 9, "seat": 0},
        ],
        "first_out": [], "announced": False, "left_us": None, "verdict": None,
    } | copy.deepcopy(changes)  # fmt: skip


def kuoppa_seat(seat: int, /, **changes: Any) -> dict[str, Any]:
    """One of the five at Kuoppa."""
    return {
        "seat": seat, "name": NAMES[seat], "source": "phone", "private": "phone", "handicap_us": 0, "keys": None,
        "ready": True, "cards": (11, 11, 6, 7, 11)[seat], "points": (3, 3, 1, 5, 0)[seat], "place": None,
        "last_place": (3, 1, 4, 0, 2)[seat], "passed": seat in (0, 4),
    } | copy.deepcopy(changes)  # fmt: skip


def kuoppa_view(**changes: Any) -> dict[str, Any]:
    """Kuoppa in the middle of a trick: Helmi's straight of four is to be beaten, Onni is on turn."""
    return _base("kuoppa") | {
        "seats": [kuoppa_seat(seat) for seat in range(5)], "stage": "play", "round": 5, "target": 13, "dealer": 4,
        "turn": 1, "acting": [1],
        "current": {"seat": 3, "cards": ["8C", "9D", "TS", "JD"], "text": "Suora, 4 korttia, ylin jätkä", "wild": 0},
        "exchange": None, "played": 9,
        "record": [list(row) for row in ("2-1•=", "3=-2•", "•2=3-", "-3•5=")],
    } | copy.deepcopy(changes)  # fmt: skip


def limppu_seat(seat: int, /, **changes: Any) -> dict[str, Any]:
    """One of the players of Limppu; Veikko holds the limppu."""
    return {
        "seat": seat, "name": NAMES[seat], "source": "board", "private": "phone", "handicap_us": 0, "keys": None,
        "ready": True, "cards": 5, "limppu": seat == 2, "challenge": True, "total": (0, 10, 25, 0, 5, 0)[seat],
    } | copy.deepcopy(changes)  # fmt: skip


def limppu_view(count: int = 4, /, **changes: Any) -> dict[str, Any]:
    """Limppu: Helmi has played three eights to Veikko, who has beaten one."""
    return _base("limppu") | {
        "seats": [limppu_seat(seat) for seat in range(count)], "stage": "defend", "turn": 2, "dealer": 0,
        "game_number": 3, "live": True,
        "group": {
            "attacker": 3, "defender": 2,
            "cards": [{"card": "8C", "by": "JC"}, {"card": "8D", "by": None}, {"card": "8S", "by": None}],
        },
        "stock": 17, "out": 12, "limppu": 2, "forced_draw": False, "aiming": None, "left_us": None, "lots": [],
        "ending": None, "verdict": None,
    } | copy.deepcopy(changes)  # fmt: skip


def lobby_seat(seat: int, /, **changes: Any) -> dict[str, Any]:
    """Somebody at the lobby, with a pad."""
    return {
        "seat": seat, "name": NAMES[seat], "source": "board", "pad": f"Lätkä {seat + 1}", "private": "none", "keys": None,
        "strength": None, "handicap_us": 0, "connected": False, "binding": False, "problem": None,
    } | copy.deepcopy(changes)  # fmt: skip


def _squares(size: int) -> str:
    """Something that looks like a QR code, as a path of unit squares."""
    corners = ((0, 0), (size - 7, 0), (0, size - 7))
    finders = "".join(f"M{x} {y}h7v7h-7zM{x + 1} {y + 1}v5h5v-5zM{x + 2} {y + 2}h3v3h-3z" for x, y in corners)

    def free(x: int, y: int) -> bool:
        return not any(left - 1 <= x <= left + 7 and top - 1 <= y <= top + 7 for left, top in corners)

    dark = ((x, y) for y in range(size) for x in range(size) if (x * 7 + y * 5 + x * y) % 3 == 0)
    return finders + "".join(f"M{x} {y}h1v1h-1z" for x, y in dark if free(x, y))


def lobby_view(**changes: Any) -> dict[str, Any]:
    """The lobby with everything in it: six seats, a board, open doors."""
    return {
        "type": "view", "n": 1, "game": "lobby", "language": "fi", "languages": ["en", "fi"], "children": False,
        "chosen": "lapsy",
        "games": [
            {"game": "lapsy", "name": "Läpsy", "text": "Läpsäise pari ensin ja kerää kaikki kortit.", "least": 2, "most": 8},
            {"game": "speed", "name": "Speed", "text": "Kaksi pelaajaa, ei vuoroja.", "least": 2, "most": 2},
            {"game": "kuoppa", "name": "Kuoppa", "text": "Pääse korteista eroon, vältä kuoppa.", "least": 5, "most": 5},
            {"game": "limppu", "name": "Limppu", "text": "Pääse limpusta ennen patakuningasta.", "least": 2, "most": 6},
            {"game": "race", "name": "Oikeat kortit", "text": "Lätkät kertovat, kuka oli ensin.", "least": 1, "most": 8},
        ],
        "options": [
            {
                "name": "flip", "text": "Kortin kääntäminen", "value": "seat",
                "values": [{"value": "seat", "text": "Jokainen kääntää omansa"}, {"value": "auto", "text": "Pöytä kääntää"}],
                "least": None, "most": None, "unit": None, "changed": False,
            },
            {
                "name": "limit", "text": "Peli loppuu viimeistään", "value": "20", "values": [], "least": 0, "most": 120,
                "unit": "min", "changed": True,
            },
        ],
        "seats": [
            lobby_seat(0), lobby_seat(1), lobby_seat(2),
            lobby_seat(3, source="phone", pad=None, private="phone", connected=True),
            lobby_seat(4, source=None, pad=None, binding=True, problem="Eino tarvitsee lätkän."),
            lobby_seat(5, source="bot", pad=None, strength="medium"),
        ],
        "boards": [
            {"board": "e660", "name": "Lauta 1", "healthy": True, "text": "Kello ± 0,001 ms", "pads": [0, 1, 2, None, None]},
        ],
        "door": {
            "open": True, "address": "192.168.1.20:8000", "qr": _squares(29), "size": 29, "code": "KUHA",
            "others": ["10.0.0.7:8000"], "problem": None,
        },
        "problems": ["Eino tarvitsee lätkän."], "referee": None, "resume": None, "notice": None,
    } | copy.deepcopy(changes)  # fmt: skip
