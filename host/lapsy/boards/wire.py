"""The wire, sans-I/O: bytes in, messages and text out; and the lines that a host says. See docs/wire.md.

The formats are the firmware's own table. The stream needs no state: damage costs at most the line it hits,
and what is no message becomes ``Text``.
"""

from __future__ import annotations

import struct
from binascii import Error, a2b_base64, b2a_base64, crc32
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lapsy.boards.firmware import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

#: The longest line of a message, with its newline.
MAX_LINE = 126
#: Text without a newline is cut when it grows beyond this many bytes.
MAX_TEXT = 1024
_CUT = MAX_TEXT - MAX_LINE


@dataclass(frozen=True, slots=True)
class Text:
    """A line (or a part of one) that is no message."""

    line: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A sound message of a type, or with a body, that this version does not know."""

    kind: int


@dataclass(frozen=True, slots=True)
class Hello:
    """HELLO. ``session``: of the request it answers. ``capture_us``: by how much a stamp can miss its edge.

    ``capture`` (``messages.CAPTURE_...``) is None when the board's firmware is too old to tell.
    """

    proto: int
    capture_us: int
    uid: bytes
    boot: int
    version: tuple[int, int, int]
    session: int
    now_us: int
    first_seq: int
    next_seq: int
    ring: int
    reset_cause: int
    roles: bytes
    capture: int | None = None
    flags: int = 0
    build: bytes = bytes(8)
    lights: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """EVENT: a press or a release."""

    seq: int
    code: int
    qual: int
    index: int
    t_us: int


@dataclass(frozen=True, slots=True)
class Batch:
    """EVENTS: raw edges as (capture index, code, stamp), numbered from ``seq`` on."""

    seq: int
    edges: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Beat:
    """BEAT: the sign of life with its counters (each stops at 65,535)."""

    t_us: int
    next_seq: int
    acked: int
    pressed: int
    lost: int
    damaged: int
    ignored: int
    glitches: int
    stall_max_us: int
    gc_max_us: int
    temperature: int
    stuck: int = 0


@dataclass(frozen=True, slots=True)
class Pong:
    """PONG: ``hold_us`` is t3 - t2; ``t_us`` the watermark."""

    ping_id: int
    t1_low: int
    t2_us: int
    hold_us: int
    t_us: int
    next_seq: int


@dataclass(frozen=True, slots=True)
class Result:
    """RESULT of a CMD."""

    command: int
    status: int
    t_us: int


@dataclass(frozen=True, slots=True)
class Log:
    """LOG: ``lost`` lines before this one did not get out."""

    level: int
    lost: int
    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """FAULT."""

    code: int
    count: int
    t_us: int


@dataclass(frozen=True, slots=True)
class Loss:
    """LOSS: a numbered declaration that at least ``count`` events or edges between two stamps are gone."""

    seq: int
    what: int
    count: int
    from_us: int
    to_us: int


Message = Text | Unknown | Hello | Event | Batch | Beat | Pong | Result | Log | Fault | Loss

_HELLO = struct.Struct(m.F_HELLO)
_HELLO_MORE = struct.Struct(m.F_HELLO_MORE)
_EVENT = struct.Struct(m.F_EVENT)
_EVENTS = struct.Struct(m.F_EVENTS)
_EDGE = struct.Struct(m.F_EDGE)
_BEAT = struct.Struct(m.F_BEAT)
_BEAT_MORE = struct.Struct(m.F_BEAT_MORE)
_PONG = struct.Struct(m.F_PONG)
_RESULT = struct.Struct(m.F_RESULT)
_LOG = struct.Struct(m.F_LOG)
_FAULT = struct.Struct(m.F_FAULT)
_LOSS = struct.Struct(m.F_LOSS)
_CRC = struct.Struct("<I")
#: What the CRC-32 of anything with its own CRC-32 behind it comes to.
_SOUND = 0x2144DF1C


def _hello(body: bytes) -> Message:
    proto, capture_us, uid, boot, major, minor, patch, session, now, first, following, ring, cause, inputs = (
        _HELLO.unpack_from(body)
    )
    roles = body[_HELLO.size : _HELLO.size + inputs]
    if len(roles) != inputs or inputs > m.MAX_INPUTS:
        return Unknown(m.HELLO)
    version = (major, minor, patch)
    hello = Hello(proto, capture_us, uid, boot, version, session, now, first, following, ring, cause, roles)
    more = body[_HELLO.size + inputs :]
    if len(more) < _HELLO_MORE.size:
        return hello
    capture, flags, build, lights = _HELLO_MORE.unpack_from(more)
    return replace(hello, capture=capture, flags=flags, build=build, lights=lights)


def _beat(body: bytes) -> Message:
    more = body[_BEAT.size :]
    stuck = _BEAT_MORE.unpack_from(more) if len(more) >= _BEAT_MORE.size else ()
    return Beat(*_BEAT.unpack_from(body), *stuck)


def _events(body: bytes) -> Message:
    seq, index, t0 = _EVENTS.unpack_from(body)
    if (len(body) - _EVENTS.size) % _EDGE.size:
        return Unknown(m.EVENTS)
    edges = []
    for low, high, code, captures in _EDGE.iter_unpack(body[_EVENTS.size :]):
        index += captures
        edges.append((index, code, t0 + low + (high << 16)))
    return Batch(seq, tuple(edges))


def _log(body: bytes) -> Message:
    level, lost = _LOG.unpack_from(body)
    return Log(level, lost, _readable(body[_LOG.size :]))


_DECODERS: dict[int, tuple[int, Callable[[bytes], Message]]] = {
    m.HELLO: (_HELLO.size, _hello),
    m.EVENT: (_EVENT.size, lambda body: Event(*_EVENT.unpack_from(body))),
    m.EVENTS: (_EVENTS.size, _events),
    m.BEAT: (_BEAT.size, _beat),
    m.PONG: (_PONG.size, lambda body: Pong(*_PONG.unpack_from(body))),
    m.RESULT: (_RESULT.size, lambda body: Result(*_RESULT.unpack_from(body))),
    m.LOG: (_LOG.size, _log),
    m.FAULT: (_FAULT.size, lambda body: Fault(*_FAULT.unpack_from(body))),
    m.LOSS: (_LOSS.size, lambda body: Loss(*_LOSS.unpack_from(body))),
}


def _readable(raw: bytes) -> str:
    text = raw.decode("utf-8", "replace").expandtabs()
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _decode(encoded: bytes) -> Message | None:
    """The message in the base64 of a line; None when it is damaged."""
    encoded = encoded.rstrip(b"\r")
    if len(encoded) % 4:
        return None
    try:
        raw = a2b_base64(encoded, strict_mode=True)
    except Error:
        return None
    if len(raw) < 6 or crc32(raw) != _SOUND:
        return None
    kind, body = raw[0], raw[2:-4]
    size, decoder = _DECODERS.get(kind, (0, None))
    if decoder is None or len(body) < size:
        return Unknown(kind)
    return decoder(body)


class Decoder:
    """Feed it what the port gave, in whatever pieces; it holds at most MAX_TEXT bytes."""

    def __init__(self) -> None:
        self._part = b""
        #: Lines that began like a message and were none.
        self.damaged = 0

    def feed(self, data: bytes) -> list[Message]:
        """The messages and texts that these bytes complete."""
        out: list[Message] = []
        *lines, part = (self._part + data).split(b"\n")
        for line in lines:
            self._line(line if len(line) <= MAX_TEXT else self._cut(line, out), out)
        self._part = self._cut(part, out)
        return out

    def reset(self) -> None:
        """Forget a half line: the port was opened anew."""
        self._part = b""

    def _cut(self, part: bytes, out: list[Message]) -> bytes:
        # The same bytes are cut at the same places in whatever pieces they come.
        while len(part) > MAX_TEXT:
            self._text(part[:_CUT], out)
            part = part[_CUT:]
        return part

    def _line(self, line: bytes, out: list[Message]) -> None:
        start = line.rfind(b"~")
        if start < 0:
            self._text(line, out)
            return
        message = _decode(line[start + 1 :])
        if message is None:
            self.damaged += 1
            self._text(line, out)
            return
        if start:
            self._text(line[:start], out)
        out.append(message)

    @staticmethod
    def _text(raw: bytes, out: list[Message]) -> None:
        if text := _readable(raw.rstrip(b"\r")).strip():
            out.append(Text(text))


def encode(kind: int, flags: int, body: bytes) -> bytes:
    """The line of any message."""
    raw = bytes((kind, flags)) + body
    return b"~" + b2a_base64(raw + _CRC.pack(crc32(raw)))


def hello_request(session: int) -> bytes:
    """Ask the board who it is; it also sends again what is not acknowledged."""
    return encode(m.HELLO_REQ, 0, struct.pack(m.F_HELLO_REQ, m.PROTO, m.PROTO, session))


def ack(boot: int, next_seq: int, gap: bool = False) -> bytes:
    """Everything below ``next_seq`` is safe here. ``gap``: and the rest is missing, send it again now."""
    return encode(m.ACK, m.FLAG_GAP if gap else 0, struct.pack(m.F_ACK, boot, next_seq))


def ping(ping_id: int, t1_us: int, reply_delay_us: int = 0) -> bytes:
    """Ask for the board's clock and watermark, answered ``reply_delay_us`` (up to 65,535) after it came."""
    return encode(m.PING, 0, struct.pack(m.F_PING, ping_id, t1_us & 0xFFFFFFFF, reply_delay_us))


def command(command_id: int, op: int, args: bytes) -> bytes:
    """One operation (``messages.OP_...``) with its packed arguments."""
    return encode(m.CMD, 0, struct.pack(m.F_CMD, command_id, op, len(args)) + args)
