"""The USB serial line of a board: never waits for a host that does not read, and knows what went out."""

import select
import sys

from slapboard.wire import MAX_LINE

_READ_MOST = 256


class Line:
    """Standard input and output as bytes (the text layers would change line ends)."""

    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._poll_in = select.poll()
        self._poll_in.register(sys.stdin, select.POLLIN)
        self._poll_out = select.poll()
        self._poll_out.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._read = bytearray(_READ_MOST)
        self._rest = b""

    def read(self) -> bytes:
        """What has come, at most 256 bytes. Nothing is allocated while nothing comes."""
        count = 0
        while count < _READ_MOST and _ready(self._poll_in):
            if not self._in.readinto(self._byte):
                break
            self._read[count] = self._byte[0]
            count += 1
        return bytes(memoryview(self._read)[:count]) if count else b""

    def room(self) -> int:
        """Bytes that may be written now: a line at a time, and none while the host does not read."""
        if self._rest:
            self.write(b"")
        return MAX_LINE if not self._rest and _ready(self._poll_out) else 0

    def write(self, data: bytes) -> None:
        """Write whole lines one by one; what did not go out stays and goes first next time."""
        if data:
            self._rest += data
        while self._rest and _ready(self._poll_out):
            end = self._rest.find(b"\n") + 1 or len(self._rest)
            done = self._out.write(self._rest[:end])
            if not done:
                return
            self._rest = self._rest[done:]


def _ready(poll: "select.poll") -> bool:
    for _ in poll.ipoll(0):
        return True
    return False
