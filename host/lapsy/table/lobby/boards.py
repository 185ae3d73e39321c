"""The boards of a lobby: who is plugged in, how it does, and which pad was pressed.

Presses mean nothing here but "this one": they are acknowledged at once and never counted, so a board's numbers go on where
they are when a game begins (``next_seq``).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lapsy.boards import events
from lapsy.boards.events import role_group, role_name
from lapsy.boards.link import Link
from lapsy.table.effects import Effect, Send
from lapsy.table.lights import Lamps


@dataclass(frozen=True, slots=True)
class Pressed:
    """An input of a board went down. ``group``: which of its seats' inputs it is."""

    board: str
    group: int
    role: str


@dataclass(slots=True)
class LobbyLine:
    """A port with what answers there. ``trouble``: why it cannot be used, a sentence; empty while all is well."""

    port: str
    link: Link
    hello: events.Hello | None = None
    trouble: str = ""
    open: bool = False

    @property
    def healthy(self) -> bool:
        """It answers, and has pads."""
        return self.open and self.hello is not None and not self.trouble

    def inputs(self, group: int) -> frozenset[str]:
        """The roles of a group's inputs."""
        if self.hello is None:
            return frozenset()
        return frozenset(role_name(role) for role in self.hello.roles if role_group(role) == group)

    @property
    def groups(self) -> tuple[int, ...]:
        """The groups that have a pad to slap or touch."""
        if self.hello is None:
            return ()
        pads = ("slap", "left", "right")
        return tuple(sorted({role_group(role) for role in self.hello.roles if role_name(role) in pads}))


@dataclass(slots=True)
class LobbyBoards:
    """``session`` names this host to the boards (u32); ``next_seq``: of each board and boot, the next number that is new."""

    session: int
    next_seq: dict[tuple[str, int], int] = field(default_factory=dict)
    lines: dict[str, LobbyLine] = field(default_factory=dict)
    lamps: Lamps = field(default_factory=Lamps)

    def opened(self, now_us: int, port: str) -> None:
        """A port is open: who is there?"""
        line = self.lines.get(port)
        if line is None:
            line = self.lines[port] = LobbyLine(port, Link(self.session, self.next_seq))
        line.open, line.trouble = True, ""
        line.link.opened(now_us)

    def closed(self, now_us: int, port: str, why: str) -> None:
        """A port has gone, or cannot be opened: ``why``, a sentence."""
        line = self.lines.get(port)
        if line is None:
            line = self.lines[port] = LobbyLine(port, Link(self.session, self.next_seq))
        line.link.closed(now_us)
        line.open, line.trouble = False, why

    def gone(self, port: str) -> None:
        """It was unplugged: there is nothing to say of it any more."""
        self.lines.pop(port, None)

    def feed(self, now_us: int, port: str, data: bytes) -> tuple[bool, list[Pressed]]:
        """Bytes of a board: whether its health has changed, and what was pressed."""
        line = self.lines.get(port)
        return (False, []) if line is None else self._heard(line, line.link.feed(now_us, data))

    def tick(self, now_us: int) -> bool:
        """What falls due by time alone: True when some board's health has changed."""
        changed = False
        for line in self.lines.values():
            changed |= self._heard(line, line.link.tick(now_us))[0]
        return changed

    def sends(self) -> list[Effect]:
        """What goes to the boards now."""
        return [Send(line.port, data) for line in self.lines.values() if (data := line.link.take())]

    @property
    def wake_us(self) -> int | None:
        """When ``tick`` has something to do."""
        times = (line.link.wake_us for line in self.lines.values())
        return min((t for t in times if t is not None), default=None)

    def of(self, uid: str) -> LobbyLine | None:
        """The line that this board answers on."""
        return next((line for line in self.lines.values() if line.hello and line.hello.uid == uid), None)

    def _heard(self, line: LobbyLine, heard: list[events.Event]) -> tuple[bool, list[Pressed]]:
        changed = False
        pressed: list[Pressed] = []
        before = (line.hello, line.trouble)
        for event in heard:
            match event:
                case events.Hello():
                    line.hello, line.trouble = event, ""
                    self.lamps.greeted(line.port, line.link, event)
                    if event.settings_refused:
                        line.trouble = "The board refuses its settings and has no pads: mend them with 'lapsy boards flash'."
                case events.Silent():
                    line.trouble = event.reason
                case events.Result():
                    self.lamps.result(line.port, event)
                case events.Back():
                    line.trouble = ""
                case events.Press():
                    self._acknowledge(line, event.uid, event.boot, event.seq)
                    if event.pressed:
                        pressed.append(Pressed(event.uid, event.group, event.role))
                case events.Edges():
                    self._acknowledge(line, event.uid, event.boot, event.seq + len(event.edges) - 1)
                case events.Loss():
                    self._acknowledge(line, event.uid, event.boot, event.seq)
                case events.Gap():
                    self._acknowledge(line, event.uid, event.boot, event.to_seq)
        changed = (line.hello, line.trouble) != before
        return changed, pressed

    def _acknowledge(self, line: LobbyLine, uid: str, boot: int, last: int) -> None:
        self.next_seq[uid, boot] = last + 1
        line.link.acknowledge(uid, boot, last + 1)
