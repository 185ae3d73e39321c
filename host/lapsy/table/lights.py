"""What the light in each pad says, and when a board's buzzer sounds.

Everything follows from the public view: a light can tell nobody more than the wall does, and no live pair is ever marked. A
board is told only what changed, all of it when it has greeted (again); orders wait behind each other at the link and hold up
no press.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lapsy.boards.events import Hello, Result
from lapsy.boards.firmware import messages
from lapsy.boards.link import Link
from lapsy.games.play import JSON

#: A winner's light blinks for so long, that of a false slap for so long.
WON_US = 1_500_000
FALSE_US = 1_000_000

#: The buzzer's sound for a verdict: short, and softer than the slap.
BUZZ_HZ, BUZZ_MS = 1_760, 60

#: A pad: the line of its board, and which of that board's groups of inputs it belongs to. Light 1 of a board is its group 0.
Pad = tuple[str, int]


def lamps(view: JSON) -> tuple[int, ...]:
    """What each seat's light says for as long as this public view holds: a ``LIGHT_...`` by seat."""
    seats = view["seats"]
    if view["phase"] == "over" or view.get("paused") or view.get("over") is not None:
        return (messages.LIGHT_OFF,) * len(seats)
    if view["phase"] == "lobby":
        return tuple(
            messages.LIGHT_TURN if seat.get("ready", True) else messages.LIGHT_READY for seat in seats
        )
    acting = _ACTING[view["game"]](view)
    last = view.get("challenge")
    urgent = messages.LIGHT_FIND if isinstance(last, dict) and last["left"] == 1 else messages.LIGHT_TURN
    return tuple(urgent if n in acting else messages.LIGHT_OFF for n in range(len(seats)))


def _nobody(view: JSON) -> frozenset[int]:  # noqa: ARG001 - a race has no turns
    return frozenset()


def _on_turn(view: JSON) -> frozenset[int]:
    return frozenset({view["turn"]} - {None})


def _in_speed(view: JSON) -> frozenset[int]:
    """Who may grab a pile, and who has not called yet when calls are what is waited for."""
    seats = view["seats"]
    called = [n for n, seat in enumerate(seats) if seat["called"]]
    if view["stage"] == "slap":
        return frozenset(n for n, seat in enumerate(seats) if seat["taken"] is None)
    if view["stage"] == "ready" or called:
        return frozenset(range(len(seats))) - frozenset(called)
    return frozenset()


def _in_limppu(view: JSON) -> frozenset[int]:
    """Who is on turn; while the clock stands for one who has to say whom it challenges, that one."""
    if view["ending"] is not None:
        return frozenset()
    return _on_turn(view) if view["aiming"] is None else frozenset({view["aiming"]})


_ACTING: dict[str, Callable[[JSON], frozenset[int]]] = {
    "race": _nobody,
    "lapsy": _on_turn,
    "speed": _in_speed,
    "kuoppa": lambda view: frozenset(view["acting"]),
    "limppu": _in_limppu,
}

#: Something that has happened, by its name and number: each is flashed once. The seats it concerns, and what they show.
Flash = tuple[tuple[str, int], tuple[int, ...], int]


def flashes(view: JSON) -> list[Flash]:
    """What this public view tells of that calls for a flash: who has won, who has slapped for nothing."""
    found: list[Flash] = []
    verdict, race = view.get("verdict"), view.get("race")
    if (
        verdict is not None
        and verdict["state"] == "final"
        and verdict["kind"] in ("first", "tie", "challenge")
    ):
        found.append((("verdict", verdict["n"]), tuple(verdict["seats"]), messages.LIGHT_WON))
    if race is not None and race["state"] == "final":
        found.append((("race", race["n"]), tuple(race["order"][0]["seats"]), messages.LIGHT_WON))
    for false in view.get("falses", ()):
        if not false["refused"]:
            found.append((("false", false["n"]), (false["seat"],), messages.LIGHT_FALSE))
    for event in view.get("events", ()):
        if event["bad"]:
            found.append((("event", event["n"]), tuple(event["seats"][:1]), messages.LIGHT_FALSE))
    return found


def lobby_lamps(
    bound: Iterable[Pad], free: Iterable[Pad], *, binding: bool, newest: Pad | None = None
) -> dict[Pad, int]:
    """What the lights say before a table is made: a bound pad is lit, one that was bound just now (``newest``) blinks; while
    a seat waits for a press (``binding``), the free ones call for it."""
    lit = dict.fromkeys(free, messages.LIGHT_FIND if binding else messages.LIGHT_READY) | dict.fromkeys(
        bound, messages.LIGHT_TURN
    )
    return lit if newest is None else lit | {newest: messages.LIGHT_WON}


@dataclass(slots=True)
class _Told:
    """``lights``: how many the board has; ``modes``: what it was told last, None when that is not known to hold."""

    link: Link
    lights: int
    modes: bytes | None = None
    order: int | None = None
    tone: int | None = None
    mute: bool = False


class Lamps:
    """What the boards were told, and tells them what differs."""

    def __init__(self) -> None:
        self._told: dict[str, _Told] = {}

    def greeted(self, port: str, link: Link, hello: Hello) -> None:
        """A board said hello: whatever it was told before, it is told anew."""
        self._told[port] = _Told(link, hello.lights)

    def result(self, port: str, result: Result) -> None:
        """An order of a board has ended: one that got no answer is given again with the next change, one that was refused is
        not."""
        told = self._told.get(port)
        if told is None:
            return
        if result.command == told.order:
            told.order = None
            if result.status == "no answer":
                told.modes = None
            elif result.status != "done":
                told.lights = 0
        elif result.command == told.tone:
            told.tone = None
            told.mute = result.status in ("absent", "unknown", "refused")

    def show(self, now_us: int, wanted: Mapping[Pad, int]) -> None:
        """Have the lights say this; a light of no pad named here is dark."""
        for port, told in self._told.items():
            modes = bytes(wanted.get((port, group), messages.LIGHT_OFF) for group in range(told.lights))
            if modes and modes != told.modes:
                told.modes = modes
                told.order = told.link.set_lights(now_us, modes)

    def buzz(self, now_us: int, ports: Iterable[str]) -> None:
        """A short sound at these boards."""
        for port in dict.fromkeys(ports):
            told = self._told.get(port)
            if told is not None and not told.mute:
                told.tone = told.link.buzz(now_us, BUZZ_HZ, BUZZ_MS)


@dataclass(slots=True)
class Lights:
    """The lights of a running table. ``buzzer``: a verdict sounds too."""

    buzzer: bool = True
    lamps: Lamps = field(default_factory=Lamps)
    _lasting: tuple[int, ...] = ()
    _pads: Mapping[int, Pad] = field(default_factory=dict)
    _seen: set[tuple[str, int]] | None = None  # what was flashed, or was over when the table was taken over
    _flashing: dict[int, tuple[int, int]] = field(default_factory=dict)  # by seat: what, and until when

    @property
    def wake_us(self) -> int | None:
        """When a flash ends."""
        return min((until_us for _, until_us in self._flashing.values()), default=None)

    def look(self, now_us: int, view: JSON, pads: Mapping[int, Pad]) -> None:
        """A new public view is out. ``pads``: each seat's, of those that have one with a light to be seen."""
        found = flashes(view)
        fresh = [] if self._seen is None else [f for f in found if f[0] not in self._seen]
        self._seen = (self._seen or set()) | {key for key, _, _ in found}
        self._lasting, self._pads = lamps(view), pads
        if view["phase"] != "play":
            fresh = []
            self._flashing.clear()
        for _, seats, mode in fresh:
            until_us = now_us + (WON_US if mode == messages.LIGHT_WON else FALSE_US)
            self._flashing |= dict.fromkeys(seats, (mode, until_us))
        if self.buzzer and any(mode == messages.LIGHT_WON for _, _, mode in fresh):
            self.lamps.buzz(now_us, (port for port, _ in pads.values()))
        self.tick(now_us)

    def tick(self, now_us: int) -> None:
        """Time has come to ``wake_us``; or the boards are to be told what they lack."""
        self._flashing = {seat: flash for seat, flash in self._flashing.items() if now_us < flash[1]}
        self.lamps.show(now_us, {pad: self._mode(seat) for seat, pad in self._pads.items()})

    def _mode(self, seat: int) -> int:
        flash = self._flashing.get(seat)
        return flash[0] if flash is not None else _at(self._lasting, seat)


def _at(modes: Sequence[int], seat: int) -> int:
    return modes[seat] if seat < len(modes) else messages.LIGHT_OFF
