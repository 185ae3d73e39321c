"""What the core leaves on the heap, in bytes: a line ``what|bytes`` each. Run by MicroPython in the firmware's folder."""

import gc
import struct
import sys

sys.path.insert(0, ".")

from slapboard import messages
from slapboard.core import Core
from slapboard.orders import Parts
from slapboard.wire import frame

PRESSES = 20
#: As on a board that has run for 10 minutes: times no longer fit small integers of 31 bits.
START = 600_000_000


def used(what, times):
    """Bytes that ``what`` allocates, on average."""
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(times):
        what()
    after = gc.mem_alloc()
    gc.enable()
    return (after - before) // times


core = Core(bytes(8), 5, bytes([1 + n % 2 | (n // 2) << 5 for n in range(16)]), 1 << 30, parts=Parts(1, 8))
core.begin(0)
now = START
core.step(now, [], frame(messages.HELLO_REQ, 0, struct.pack(messages.F_HELLO_REQ, 1, 1, 9)), 4_000)
seq = 1


def beat():
    global now
    now += 100_000
    core.step(now, [], b"", 4_000)


def ping():
    global now
    now += 300
    core.step(now, [], frame(messages.PING, 0, struct.pack(messages.F_PING, 7, 1, 0)), 4_000)


def press():
    """A press with four bounces, its release, their confirmations, the host's acknowledgement."""
    global now, seq
    edges = []
    for n in range(9):
        edges.append((now + 1 + 50 * n, 1 - n % 2))
    now += 1_000
    core.step(now, edges, b"", 4_000)
    now += 40_000
    core.step(now, [(now - 100, 0)], b"", 4_000)
    now += 300
    core.step(now, [], b"", 4_000)
    seq += 2
    core.step(now, [], frame(messages.ACK, 0, struct.pack(messages.F_ACK, 5, seq)), 4_000)


def idle():
    core.step(now, [], b"", 4_000)


for name, what in (("idle", idle), ("beat", beat), ("ping", ping), ("press", press)):
    what()
    print(f"{name}|{used(what, PRESSES)}")
print(f"acknowledged|{core.outbox.first}")
gc.collect()
print(f"alive|{gc.mem_alloc()}")
