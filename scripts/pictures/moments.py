"""Which moments are shown: of each page something that says what it is for."""

from __future__ import annotations

from typing import Any

from pictures.games import Moment

JSON = dict[str, Any]


def _close(view: JSON) -> bool:
    verdict = view.get("verdict")
    return bool(
        verdict
        and verdict["kind"] == "first"
        and verdict["state"] == "final"
        and verdict["margin_us"] is not None
        and verdict["margin_us"] < 30_000
    )


def _beaten(view: JSON) -> bool:
    group = view["group"]
    return group is not None and {card["by"] is None for card in group["cards"]} == {True, False}


def _over(view: JSON) -> bool:
    return view["phase"] == "over"


TABLES = (
    Moment("lapsy", "lapsy", 5, lambda v: v["challenge"] is not None and len(v["pile"]["top"]) > 2),
    Moment("lapsy-verdict", "lapsy", 5, _close),
    Moment("lapsy-false", "lapsy", 5, lambda v: bool(v["falses"]) and v["challenge"] is not None),
    Moment("lapsy-end", "lapsy", 4, _over, options={"card_cap": "40"}),
    Moment("slapjack", "lapsy", 4, lambda v: v["window"] is not None, options={"variant": "slapjack"}),
    Moment("speed", "speed", 2, lambda v: v["stage"] == "play" and v["deal"] > 1, after=12),
    Moment("speed-contest", "speed", 2, lambda v: v["verdict"] is not None and v["stage"] == "play"),
    Moment("speed-slap", "speed", 2, lambda v: v["stage"] == "slap"),
    Moment(
        "kuoppa", "kuoppa", 5, lambda v: v["current"] and len(v["current"]["cards"]) > 2 and v["round"] > 2
    ),
    Moment("kuoppa-exchange", "kuoppa", 5, lambda v: v["stage"] == "discard"),
    Moment("kuoppa-end", "kuoppa", 5, _over, options={"target": "5"}),
    Moment("limppu", "limppu", 4, _beaten, after=3),
    Moment("limppu-end", "limppu", 4, _over),
)

PHONES = (
    Moment(
        "phone-lapsy",
        "lapsy",
        5,
        lambda v: v["phase"] == "play",
        0,
        lambda own: len(own.get("hand", ())) == 3,
    ),
    Moment("phone-kuoppa", "kuoppa", 5, lambda v: v["current"] is not None, 0, lambda own: own.get("acting")),
    Moment(
        "phone-kuoppa-give",
        "kuoppa",
        5,
        lambda v: v["stage"] == "discard",
        0,
        lambda own: own.get("acting"),
        seed="11",
    ),
    Moment("phone-limppu", "limppu", 4, lambda v: v["stage"] == "defend", 0, lambda own: own.get("acting")),
    Moment(
        "phone-limppu-lead", "limppu", 4, lambda v: v["stage"] == "lead", 0, lambda own: own.get("acting")
    ),
    Moment("phone-pad", "lapsy", 4, lambda v: v["phase"] == "play" and bool(v["pile"]["top"]), 0, pads=True),
    Moment("phone-speed", "speed", 2, lambda v: v["phase"] == "play", 0, pads=True),
)

#: At which the referee's page is shown.
DESK = Moment("referee", "lapsy", 5, _close)
