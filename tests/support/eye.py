"""A simulated display and its eye: sees the corner's colour that a page gets, and so much later presses or releases the
photodiode's input of a simulated board. Virtual time; the board runs the real firmware core."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from lapsy.boards.faults import parse_faults
from lapsy.boards.simulated import SimulatedBoard
from lapsy.boards.wired import Arrived, Plugged, Unplugged, WiredBoard, simulate
from lapsy.drivers.simulated import Heap
from lapsy.games.play import JSON
from lapsy.table.calibration import Calibration
from lapsy.table.effects import Effect, Publish, Send

#: Roles of a board with a slap pad and a photodiode.
SLAP_AND_PHOTO = bytes((1, 15))

Lag = Callable[[int], int | None]


def steady(least_us: int, most_us: int, seed: int = 0) -> Lag:
    """Each flash some time later, drawn evenly."""
    lot = Random(seed)
    return lambda n: lot.randint(least_us, most_us)


class Eye:
    """``lag(n)``: how long after it was published flash ``n`` is light; None: it never is."""

    def __init__(self, board: SimulatedBoard, lag: Lag, which: str = "photo") -> None:
        self.board, self.lag, self.which = board, lag, which
        self.colour = "black"
        self.turns = 0
        self.lit: list[int] = []

    def see(self, now_us: int, colour: str | None) -> None:
        """The page was given a view with this corner."""
        if colour is None or colour == self.colour:
            return
        self.colour = colour
        lag_us = self.lag(self.turns)
        self.turns += 1
        if lag_us is None:
            return
        at_us = max(now_us + lag_us, self.board.earliest_us)
        self.lit.append(at_us)
        if colour == "white":
            self.board.press(self.which, at_us, hold_us=None)
        else:
            self.board.release(self.which, at_us)


class CalibrationRoad:
    """A calibration with its board, cable and display on a heap."""

    def __init__(
        self,
        lag: Lag,
        *,
        how: str = "photodiode",
        count: int = 30,
        roles: bytes = SLAP_AND_PHOTO,
        faults: str = "delay=60us..1200us,offset=48s,drift=23ppm",
        seed: int = 1,
        port: str | None = "p",
        page: bool = True,
        language: str = "en",
    ) -> None:
        self.heap = Heap()
        self.calibration = Calibration(
            name="tv", how=how, count=count, language=language, port=port, session=7, key=b"test"
        )  # fmt: skip
        self.wired: WiredBoard = simulate(
            uid=b"eyeboard", boot=9, roles=roles, faults=parse_faults(faults), seed=seed
        )
        self.eye = Eye(self.wired.board, lag)
        self.views: list[JSON] = []
        self.page = page
        self._asked: set[int] = set()
        self.at_view: Callable[[int, JSON], None] = lambda now_us, view: None

    def run(self, until_us: int = 200_000_000) -> Calibration:
        """Until it is done or failed."""
        if self.calibration._port is not None:
            self._do(self.calibration.opened(0))
        else:
            self._do(self.calibration.tick(0))
        while self.calibration.state in ("ready", "running") and self.heap.now_us < until_us:
            times = [t for t in (self.calibration.wake_us, self.wired.wake_us) if t is not None]
            if min(times) not in self._asked:
                self._asked.add(min(times))
                self.heap.at(min(times), lambda: None)
            self.heap.step()
            self._turn()
        return self.calibration

    def _turn(self) -> None:
        now_us = self.heap.now_us
        if self.wired.wake_us <= now_us:
            for sight in self.wired.advance(now_us):
                match sight:
                    case Arrived(data):
                        self._do(self.calibration.feed(now_us, data))
                    case Unplugged():
                        self._do(self.calibration.closed(now_us, "unplugged"))
                    case Plugged():
                        self._do(self.calibration.opened(now_us))
        self._do(self.calibration.tick(now_us))

    def _do(self, effects: list[Effect]) -> None:
        now_us = self.heap.now_us
        for effect in effects:
            match effect:
                case Send(_, data):
                    self.wired.write(now_us, data)
                case Publish(view):
                    self.views.append(view)
                    self.calibration.published(now_us)
                    if self.page:
                        n = view["n"]
                        self.heap.at(now_us + 20_000, lambda n=n: self._painted(n))  # type: ignore[misc]
                        self.eye.see(now_us, view["patch"])
                        self.at_view(now_us, view)

    def _painted(self, n: int) -> None:
        self._do(self.calibration.painted(self.heap.now_us, n))
