"""The lobby in virtual time: real boards behind cables, wishes of a host, guests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lapsy.boards.faults import parse_faults
from lapsy.boards.pads import seat_roles
from lapsy.boards.wired import Arrived, Unplugged, WiredBoard, simulate
from lapsy.screens.views import check
from lapsy.table.effects import Publish, Send
from lapsy.table.lobby.arrangement import Arrangement
from lapsy.table.lobby.lobby import Lobby

SECOND = 1_000_000


@dataclass
class Evening:
    """A lobby, its boards, and what pages have got."""

    lobby: Lobby
    boards: dict[str, WiredBoard] = field(default_factory=dict)
    now_us: int = 0
    shown: list[Publish] = field(default_factory=list)

    @property
    def view(self) -> dict[str, Any]:
        return self.shown[-1].view

    def do(self, effects: list[Any]) -> None:
        for effect in effects:
            match effect:
                case Send(port, data):
                    self.boards[port].write(self.now_us, data)
                case Publish():
                    check(effect.view)
                    for view in (*effect.seats.values(), effect.referee):
                        check(view)
                    self.shown.append(effect)

    def plug(self, port: str, seats: int = 2, roles: tuple[str, ...] = ("slap", "flip")) -> str:
        uid = port.encode().ljust(8, b".")
        self.boards[port] = simulate(
            uid=uid, boot=7, roles=seat_roles(seats, roles), faults=parse_faults("delay=60us..1200us"),
            start_us=self.now_us,
        )  # fmt: skip
        self.do(self.lobby.port_opened(self.now_us, port))
        self.run(SECOND)
        return uid.hex()

    def run(self, for_us: int) -> None:
        until_us = self.now_us + for_us
        while self.now_us < until_us:
            wakes = [board.wake_us for board in self.boards.values()]
            if self.lobby.wake_us is not None:
                wakes.append(self.lobby.wake_us)
            self.now_us = max(self.now_us, min([*wakes, until_us]))
            for port, board in self.boards.items():
                for sight in board.advance(self.now_us):
                    match sight:
                        case Arrived(data):
                            self.do(self.lobby.feed(self.now_us, port, data))
                        case Unplugged():
                            self.do(self.lobby.port_closed(self.now_us, port, "Unplugged."))
            self.do(self.lobby.tick(self.now_us))

    def press(self, port: str, which: str) -> None:
        board = self.boards[port].board
        board.press(which, max(self.now_us + 1_000, board.earliest_us))
        self.run(SECOND // 2)

    def arrange(self, what: str, **fields: Any) -> None:
        self.do(self.lobby.arrange(self.now_us, what, **fields))

    def join(self, name: str, key: str) -> int:
        seat, effects = self.lobby.join(self.now_us, name, key)
        self.do(effects)
        self.do(self.lobby.connected(self.now_us, key, True))
        return seat


def evening(language: str = "en") -> Evening:
    return Evening(Lobby(Arrangement(language), 1))
