"""A whole road on virtual time for tests: boards in-process, cables with faults, one table, bots or a script."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from lapsy.boards.faults import parse_faults
from lapsy.boards.pads import pad_name, role_byte, seat_roles
from lapsy.boards.sync_wire import SyncWire
from lapsy.boards.wired import WiredBoard, simulate
from lapsy.drivers.opening import bots_for
from lapsy.drivers.simulated import SimulatedDriver
from lapsy.screens.views import check
from lapsy.table.effects import Publish, Say
from lapsy.table.judge import Pacing
from lapsy.table.seed import practice_entropy
from lapsy.table.setup import Seat, Setup
from lapsy.table.table import Table

NAMES = ("Aino", "Onni", "Siiri", "Eino", "Helmi", "Veikko", "Lempi", "Toivo")
CABLE = "delay=60us..1200us"


def setup_for(
    seats: Iterable[Seat],
    *,
    seed: str = "7",
    game: str = "lapsy",
    pacing: Pacing | None = None,
    options: Mapping[str, str] | None = None,
    practice: bool = True,
    language: str = "fi",
) -> Setup:
    """A setup on virtual time."""
    return Setup(
        game,
        dict(options or {}),
        tuple(seats),
        pacing or Pacing(),
        practice_entropy(seed),
        practice=seed if practice else None,
        simulated=True,
        language=language,
    )


def bots(count: int = 4, strength: str = "medium", port: str = "sim") -> tuple[Seat, ...]:
    """So many bots on one board."""
    return tuple(Seat(NAMES[n], "bot", port, n, strength) for n in range(count))


def people(count: int = 2, ports: tuple[str, ...] = ("sim",), source: str = "board") -> tuple[Seat, ...]:
    """Human seats, dealt out to the ports in turn."""
    return tuple(Seat(NAMES[n], source, ports[n % len(ports)], n // len(ports)) for n in range(count))


def board_for(setup: Setup, port: str, faults: str = CABLE, seed: int = 0, wire: bool = False) -> WiredBoard:
    """The board of one port, its identity from the port's name. ``wire``: it has an input and an output for a sync wire."""
    lot = sha256(port.encode()).digest()
    seats = 1 + max(s.group for s in setup.seats if s.port == port)
    return simulate(
        uid=lot[:8],
        boot=int.from_bytes(lot[8:12], "little"),
        roles=seat_roles(seats, setup.simulated_inputs) + bytes((role_byte("sync", 0),) * wire),
        faults=parse_faults(faults),
        seed=seed,
        sync_out=wire,
    )


@dataclass
class Road:
    """``records``: the journal; ``said``: the terminal; ``views``: what was published, ``own``: to single
    seats; ``wire``: the boards' sync wire;
    ``to_phones``: what the table asked and told them."""

    setup: Setup
    boards: dict[str, WiredBoard]
    table: Table
    driver: SimulatedDriver = field(init=False)
    records: list[dict[str, Any]] = field(default_factory=list)
    said: list[Say] = field(default_factory=list)
    views: list[dict[str, Any]] = field(default_factory=list)
    own: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    wire: SyncWire | None = None
    to_phones: Callable[[Any], None] = lambda effect: None

    def kinds(self, *kinds: str) -> list[dict[str, Any]]:
        """Records of these kinds."""
        return [r for r in self.records if r["k"] in kinds]

    def outcomes(self, *kinds: str) -> list[dict[str, Any]]:
        """Outcomes of these kinds, in order."""
        return [o for r in self.kinds("bundle") for o in r["out"] if o["kind"] in kinds]

    def press(self, seat: int, role: str, at_us: int, **how: Any) -> None:
        """A finger on a seat's pad."""
        own = self.setup.seats[seat]
        self.boards[own.port].board.press(pad_name(role_byte(role, own.group)), at_us, **how)

    def published(self, told: Publish) -> None:
        """What went out, each view checked against the shapes of the pages."""
        for view in ([] if told.view is None else [told.view], told.seats.values()):
            for each in view:
                check(each)
        if told.view is not None:
            self.views.append(told.view)
        for seat, own in told.seats.items():
            self.own.setdefault(seat, []).append(own)

    def at(self, t_us: int, call: Callable[[], None]) -> None:
        """Something done from outside at a time."""
        self.driver.heap.at(t_us, call)


def road(
    setup: Setup,
    faults: str | Mapping[str, str] = CABLE,
    seed: int = 0,
    table: Table | None = None,
    wire: bool = False,
) -> Road:
    """All of it, not yet running. ``wire``: the boards are on one sync wire."""
    by_port = dict.fromkeys(setup.ports, faults) if isinstance(faults, str) else faults
    boards = {
        port: board_for(setup, port, by_port[port], seed + i, wire) for i, port in enumerate(setup.ports)
    }
    made = Road(setup, boards, table or Table(setup))
    if wire:
        made.wire = SyncWire()
        for wired in boards.values():
            made.wire.join(wired.board)
    made.driver = SimulatedDriver(
        made.table,
        boards,
        bots_for(setup),
        journal=made.records.extend,
        say=made.said.append,
        publish=made.published,
        phone=lambda effect: made.to_phones(effect),
    )
    return made
