"""What a link tells the table. Times are microseconds: ``_us`` of the board's own 64-bit clock unless it says
host.

``uid`` is the board's identity as 16 hexadecimal digits; ``boot`` the id of its present life. A board that
restarted counts its numbers and capture indices from 1 again, so (uid, boot, seq) names an event for ever.
"""

from __future__ import annotations

from dataclasses import dataclass

from lapsy.boards.firmware import messages


def role_name(role: int) -> str:
    """The name of a role byte's role: "slap", "stock3"; "role 17" for one that this version does not know."""
    code = role & messages.ROLE_MASK
    return messages.ROLE_NAMES[code] if code < len(messages.ROLE_NAMES) else f"role {code}"


def role_group(role: int) -> int:
    """The seat group (0..7) in a role byte."""
    return role >> messages.GROUP_SHIFT


#: How a board captures edges, by ``messages.CAPTURE_...``.
CAPTURES = {
    messages.CAPTURE_SIMULATED: "simulated",
    messages.CAPTURE_PIO: "pio",
    messages.CAPTURE_IRQ: "irq",
}


@dataclass(frozen=True, slots=True)
class Hello:
    """A board answered on a freshly opened port, or a restarted one on an open port.

    ``roles``: one byte an input (see ``role_name``, ``role_group``). ``now_us``: its clock when it answered.
    ``first_seq``: the oldest number it still keeps; ``next_seq``: the one it will give next. ``fw``: "1.2.3".
    ``new_boot``: nothing of this (uid, boot) was known before. ``capture_us``: by how much a stamp can miss its
    edge, as the board's capture declares; 0 is exact to the microsecond. ``capture``: "pio", "irq", "simulated",
    or "unknown" for a firmware that does not tell. ``build``: the first 16 hexadecimal digits of the firmware's hash, ""
    when the board does not know it. ``lights``: how many it has. ``settings_refused``: its board.json is wrong, and it
    has no inputs until that is mended.
    """

    uid: str
    boot: int
    roles: bytes
    now_us: int
    first_seq: int
    next_seq: int
    fw: str
    reset_cause: int
    new_boot: bool
    capture_us: int = 0
    capture: str = "unknown"
    build: str = ""
    lights: int = 0
    settings_refused: bool = False

    @property
    def role_names(self) -> tuple[str, ...]:
        """The role of each input."""
        return tuple(role_name(role) for role in self.roles)

    @property
    def groups(self) -> dict[int, frozenset[str]]:
        """The roles of its inputs, by seat group."""
        found: dict[int, set[str]] = {}
        for role in self.roles:
            found.setdefault(role_group(role), set()).add(role_name(role))
        return {group: frozenset(roles) for group, roles in found.items()}


@dataclass(frozen=True, slots=True)
class Press:
    """A press or (``pressed`` False) a release of one input.

    ``t_us``: stamp of the first edge; ``index``: the capture it belongs to: presses of one board with the
    same index are simultaneous, otherwise the index gives their order. ``repaired``: a release that came
    during the hold-off and is stamped at the end of it.
    """

    uid: str
    boot: int
    seq: int
    index: int
    input: int
    role: str
    group: int
    t_us: int
    pressed: bool
    repaired: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """One raw level change."""

    index: int
    input: int
    t_us: int
    active: bool


@dataclass(frozen=True, slots=True)
class Edges:
    """Raw level changes in order, numbered from ``seq`` on; only from a board that was told to send them."""

    uid: str
    boot: int
    seq: int
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Ping:
    """The four times of one ping: sent and answered on the host's clock, got and answered on the board's. ``aside``: it was
    not one of the regular ones."""

    t1_us: int
    t2_us: int
    t3_us: int
    t4_us: int
    aside: bool = False

    @property
    def round_trip_us(self) -> int:
        """The way there and back, less what the board took."""
        return (self.t4_us - self.t1_us) - (self.t3_us - self.t2_us)


@dataclass(frozen=True, slots=True)
class Mark:
    """Everything of this board with a stamp up to ``t_us`` has a number below ``next_seq``.

    ``complete``: and all of those have been handed out by this link. ``ping`` is there when this answers a
    ping of ours for the first time; ``pressed`` (bitmap of inputs that are down) and ``stuck`` (of those that are not
    believed: down since the board's start, or for long) only in a beat.
    """

    uid: str
    boot: int
    t_us: int
    next_seq: int
    complete: bool
    ping: Ping | None = None
    pressed: int | None = None
    stuck: int = 0


@dataclass(frozen=True, slots=True)
class Loss:
    """At least ``count`` presses and releases (or raw ``edges``) in this time are gone: the board's outbox was full,
    or its capture was overrun."""

    uid: str
    boot: int
    seq: int
    from_us: int
    to_us: int
    count: int
    edges: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """The board no longer keeps the numbers ``from_seq`` to ``to_seq``: somebody else acknowledged them."""

    uid: str
    boot: int
    from_seq: int
    to_seq: int


@dataclass(frozen=True, slots=True)
class Text:
    """A line that is no message: a log line, a traceback, noise. ``level`` is None unless the board logged
    it."""

    line: str
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """Something is wrong on the board. ``count``: how often since its boot; ``t_us``: when last."""

    uid: str
    boot: int
    code: int
    count: int
    t_us: int
    reason: str


@dataclass(frozen=True, slots=True)
class Result:
    """A command ended. ``status``: "done", "unknown", "refused", "absent" (this board has no such part),
    "superseded" or "no answer"."""

    uid: str | None
    boot: int | None
    command: int
    status: str
    t_us: int | None = None


@dataclass(frozen=True, slots=True)
class Silent:
    """No board answers on the port, or the known one fell silent. ``reason`` is a sentence with what to
    do. ``protocol``: a board does answer, in another version of the protocol."""

    uid: str | None
    boot: int | None
    reason: str
    protocol: int | None = None


@dataclass(frozen=True, slots=True)
class Back:
    """A board that had been called silent speaks again."""

    uid: str
    boot: int


Event = Hello | Press | Edges | Mark | Loss | Gap | Text | Fault | Result | Silent | Back
