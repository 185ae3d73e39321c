"""Lines on the wire: ``~`` base64(type | flags | body | CRC-32) newline; everything else is text."""

import struct
from binascii import a2b_base64, b2a_base64, crc32

#: The longest line, with its newline. Lines are 4k + 2 bytes: never a multiple of a USB packet.
MAX_LINE = 126
#: The longest type + flags + body.
MAX_RAW = 89


def frame(kind: int, flags: int, body: bytes) -> bytes:
    """The line of one message. The caller keeps to MAX_RAW."""
    return framed(bytes((kind, flags)) + body)


def framed(raw: bytes) -> bytes:
    """The line of type, flags and body."""
    return b"~" + b2a_base64(raw + struct.pack("<I", crc32(raw)))


def line_length(body: int) -> int:
    """Bytes of the line that carries a body of this many bytes."""
    return (body + 6 + 2) // 3 * 4 + 2


def unframe(line: bytes) -> "bytes | None":
    """Type, flags and body in a line (with or without its line end): None for text, b"" for a damaged
    message."""
    start = line.rfind(b"~")
    if start < 0:
        return None
    text = line[start + 1 :].strip()
    if len(text) % 4:
        return b""
    try:
        raw = a2b_base64(text)
    except ValueError:
        return b""
    message = raw[:-4]
    if len(message) < 2 or struct.unpack("<I", raw[-4:])[0] != crc32(message):
        return b""
    return message


class LineReader:
    """Cuts incoming bytes into lines. A line longer than MAX_LINE is dropped whole and counted as ignored."""

    def __init__(self) -> None:
        self._part = b""
        self._skip = False
        self.ignored = 0

    def feed(self, data: bytes) -> "list[bytes]":
        """The whole lines that these bytes complete, without their newline."""
        parts = (self._part + data).split(b"\n")
        self._part = parts.pop()
        lines = []
        for part in parts:
            if self._skip or len(part) > MAX_LINE:
                self._skip = False
                self.ignored += 1
            else:
                lines.append(part)
        if len(self._part) > MAX_LINE:
            self._part = b""
            self._skip = True
        return lines
