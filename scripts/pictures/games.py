"""Moments of games played by bots in virtual time, as the pages are told them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lapsy.drivers.opening import derived, new_setup, simulated_boards
from lapsy.drivers.simulated import SimulatedDriver
from lapsy.table.bots import BOTS
from lapsy.table.effects import Publish
from lapsy.table.judge import Pacing
from lapsy.table.setup import Seat
from lapsy.table.table import Command, Table
from phone import Phone
from road import Road

JSON = dict[str, Any]
NAMES = ("Aino", "Onni", "Siiri", "Eino", "Helmi", "Veikko", "Lempi", "Toivo")
HOUR_US = 3_600_000_000


class FoundError(Exception):
    """The moment has come."""


@dataclass(frozen=True)
class Moment:
    """``of``: what is looked for in the public view. ``seat``: whose page is shown; None: the table's. ``own``: what is
    looked for in what only that seat knows. ``pads``: its phone is its pad. ``after``: so many such views are let go."""

    name: str
    game: str
    players: int
    of: Callable[[JSON], bool]
    seat: int | None = None
    own: Callable[[JSON], bool] = lambda _: True
    options: Mapping[str, str] = field(default_factory=dict)
    pads: bool = False
    after: int = 0
    seed: str = "7"


def found(moment: Moment, language: str) -> tuple[JSON, JSON | None]:
    """What the page gets at that moment, and what the referee's has by then. Raises LookupError when the game never comes to
    it.

    Everybody has a pad of one simulated board, pressed by what a bot would do; where a phone is a pad, nobody touches it.
    """
    hands = moment.game in ("kuoppa", "limppu") or moment.seat is not None
    seats = [
        Seat(name, "board", "pads", n, private="phone" if hands else "none")
        for n, name in enumerate(NAMES[: moment.players])
    ]
    if moment.pads:
        seats[0] = replace(seats[0], source="phone", port="phone1", group=0)
    setup = new_setup(
        moment.game, tuple(seats), pacing=Pacing(), options=moment.options, seed=moment.seed, language=language,
        simulated=True,
    )  # fmt: skip
    own = [n for n, seat in enumerate(seats) if seat.source == "board"]
    brains = {n: BOTS[moment.game](n, "medium", derived(setup, "bots")) for n in own}
    road = Road(setup, simulated_boards(setup), Table(replace(setup, practice=None, simulated=False)))
    road.table.refereed = True
    newest: dict[int, JSON] = {}
    count = 0
    page: JSON | None = None
    desk: JSON | None = None

    def publish(shown: Publish) -> None:
        nonlocal count, page, desk
        newest.update(shown.seats)
        desk = shown.referee or desk
        page = shown.view if moment.seat is None else newest.get(moment.seat)
        if page is None:
            return
        view = page if moment.seat is None else page["view"]
        if moment.of(view) and (moment.seat is None or moment.own(page["own"])):
            count += 1
            if count > moment.after:
                raise FoundError

    road.driver = SimulatedDriver(
        road.table, road.boards, brains, publish=publish, phone=lambda effect: road.to_phones(effect)
    )
    if moment.pads:
        Phone(road, "phone1").come(500_000)
    road.driver.command(3_000_000, Command("start"))
    try:
        road.driver.run(HOUR_US)
    except FoundError:
        assert page is not None
        return page, desk
    raise LookupError(f"no game of seed {moment.seed} comes to '{moment.name}': change its condition or seed")
