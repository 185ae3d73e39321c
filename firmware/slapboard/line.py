"""The USB serial line of a board: writes only where there is room, and knows what went out.

Room means a byte or more. When the host stops reading just then, MicroPython waits for more of it before it gives the rest
back, about a second in the emulator: once, until the host reads again; half of what the watchdog allows.
"""

import select
import sys

from slapboard.wire import MAX_LINE

_READ_MOST = 256
#: Bytes of a turn: the presses of eight pads. What was handed over and did not go out stays here.
_AT_A_TIME = 3 * MAX_LINE
_NEWLINE = 0x0A

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Line:
    """Standard input and output as bytes (the text layers would change line ends). ``clock`` tells when bytes came."""

    def __init__(self, clock: "Callable[[], int]") -> None:
        self._clock = clock
        #: What the clock said when the first byte of the newest ``read`` was there.
        self.came = 0
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
        """What has come, at most a line: so a line's first byte was there at ``came`` or before, and no byte of a line that
        came later. Nothing is allocated while nothing comes."""
        if not _ready(self._poll_in):
            return b""
        self.came = self._clock()
        poll, take = self._poll_in.ipoll, self._in.readinto
        one, read = self._byte, self._read
        count = 0
        while count < _READ_MOST:
            for _ in poll(0):
                break
            else:  # nothing more is there
                break
            if not take(one):
                break
            byte = read[count] = one[0]
            count += 1
            if byte == _NEWLINE:
                break
        return bytes(memoryview(read)[:count])

    def room(self) -> int:
        """Bytes that may be written now: some lines at a time, and none while the host does not read."""
        if self._rest:
            self.write(b"")
        return _AT_A_TIME if not self._rest and _ready(self._poll_out) else 0

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
