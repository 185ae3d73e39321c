"""The firmware core in a process of its own, in lock-step: a line of text in, a line out. For MicroPython and
CPython.

First line in:  ``uid in hex|boot|roles in hex|period_us|capacity|edges 0 or 1|reset cause``; out:
``ready|version``. Then each line: ``now|stamp,word;stamp,word|base64 of the bytes from the host|room``; out:
``wait_us|base64 to send``. A line that cannot be read is answered by ``error|why`` and ends the process. So
does the end of the input, silently.
"""

import sys
from binascii import a2b_base64, b2a_base64, unhexlify

from slapboard import messages
from slapboard.core import Core


def make_core(line: str) -> Core:
    """The core that a first line describes. Raises ValueError."""
    fields = line.strip().split("|")
    if len(fields) != 7:
        raise ValueError("the first line needs 7 fields, it has %d" % len(fields))
    uid, boot, roles, period_us, capacity, edges, reset_cause = fields
    return Core(
        unhexlify(uid),
        int(boot),
        unhexlify(roles),
        int(period_us),
        int(capacity),
        edges == "1",
        int(reset_cause),
    )


def turn(core: Core, line: str) -> str:
    """One step, from its line to its answer. Raises ValueError."""
    fields = line.strip().split("|")
    if len(fields) != 4:
        raise ValueError("a step needs 4 fields, it has %d" % len(fields))
    edges = []
    for entry in fields[1].split(";"):
        if entry:
            stamp, word = entry.split(",")
            edges.append((int(stamp), int(word)))
    tx, wait_us = core.step(int(fields[0]), edges, a2b_base64(fields[2]), int(fields[3]))
    return "%d|%s" % (wait_us, b2a_base64(tx).decode())


def main() -> int:
    """Serve standard input until it ends; 1 when a line could not be read."""
    source = sys.stdin
    sink = sys.stdout
    core = None
    while True:
        line = source.readline()
        if not line:
            return 0
        try:
            if core is None:
                core = make_core(line)
                answer = "ready|%d.%d.%d\n" % messages.VERSION
            else:
                answer = turn(core, line)
        except ValueError as error:
            sink.write("error|%s\n" % error)
            return 1
        sink.write(answer)
        if hasattr(sink, "flush"):  # MicroPython's does not buffer
            sink.flush()


if __name__ == "__main__":
    sys.exit(main())
