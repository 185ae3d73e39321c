"""The firmware core in a process of its own, in lock-step: a line of text in, a line out.

For MicroPython for Unix and for CPython. The first line builds the core, each further one is a step:

    uid in hex|boot|roles in hex|period_us|capacity|edges 0 or 1|reset cause|levels at the start|lights|buzzer 0 or 1|
    sync wire driven 0 or 1 (all on one line)                             ->  ready|version
    now|stamp,word;stamp,word|base64 of the bytes from the host|room      ->  wait_us|base64 to send

A negative word is a fault of the capture. When the host has ordered something, ``|`` and the orders in force follow
the answer: lights in hex;hertz;ms;number of the sound;photodiode armed 0 or 1;period of the sync pulses in us.

``#n`` announces a block of n characters (a few thousand) that holds many such lines; their answers come together:
MicroPython reads a line byte by byte, a block in one call. A line that cannot be read is answered by ``error|why``
and ends the process with 1; the end of the input ends it with 0.
"""

import sys
from binascii import a2b_base64, b2a_base64, unhexlify

from slapboard import messages
from slapboard.core import Core
from slapboard.orders import Parts


def make_core(line: str) -> Core:
    """The core that a first line describes. Raises ValueError."""
    fields = line.strip().split("|")
    if len(fields) != 11:
        raise ValueError("the first line needs 11 fields, it has %d" % len(fields))
    uid, boot, roles, period_us, capacity, edges, reset_cause, levels, lights, buzzer, sync_out = fields
    core = Core(
        unhexlify(uid),
        int(boot),
        unhexlify(roles),
        int(period_us),
        int(capacity),
        edges == "1",
        int(reset_cause),
        parts=Parts(lights=int(lights), buzzer=buzzer == "1", sync_out=sync_out == "1"),
    )
    core.begin(int(levels))
    return core


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
    changes = core.orders.changes
    tx, wait_us = core.step(int(fields[0]), edges, a2b_base64(fields[2]), int(fields[3]))
    answer = "%d|%s" % (wait_us, b2a_base64(tx).decode())
    if core.orders.changes != changes:
        return "%s|%s\n" % (answer.strip(), core.orders.text())
    return answer


class Server:
    """Answers lines; the first one builds the core."""

    def __init__(self) -> None:
        self.core: Core | None = None

    def answer(self, line: str) -> str:
        """The answer to one line, with its newline. Raises ValueError."""
        if self.core is None:
            self.core = make_core(line)
            return "ready|%d.%d.%d\n" % messages.VERSION
        return turn(self.core, line)


def main() -> int:
    """Serve standard input until it ends; 1 when a line could not be read."""
    source = sys.stdin
    sink = sys.stdout
    server = Server()
    while True:
        line = source.readline()
        if not line:
            return 0
        try:
            if line.startswith("#"):
                block = source.read(int(line[1:]))
                answer = "".join([server.answer(each) for each in block.split("\n") if each])
            else:
                answer = server.answer(line)
        except ValueError as error:
            sink.write("error|%s\n" % error)
            return 1
        sink.write(answer)
        if hasattr(sink, "flush"):  # MicroPython's does not buffer
            sink.flush()


if __name__ == "__main__":
    sys.exit(main())
