"""The same bytes from the same ten minutes, whatever runs the core: CPython, MicroPython 64-bit, MicroPython i386."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from binascii import b2a_base64
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from lapsy.boards import events
from lapsy.boards.firmware import Core, Parts, firmware_dir, messages
from lapsy.boards.link import Link

MINUTES = 10
PERIOD = 1 << 32
START = PERIOD - 20_000_000  # wraps after 20 s
UID = bytes.fromhex("e6fff83883724aff")
BOOT = 0xF0E1D2C3
ROLES = bytes(1 + n % 2 | (n // 2) << 5 for n in range(16)) + bytes((messages.ROLE_SYNC, messages.ROLE_PHOTO))
INPUTS = len(ROLES)
LIGHTS = 8
CAPACITY = 64


ORDERS: list[Callable[[Link, int, random.Random], object]] = [
    lambda link, now, chance: link.set_lights(
        now, bytes(chance.randrange(6) for _ in range(chance.randrange(10)))
    ),
    lambda link, now, chance: link.buzz(now, chance.randrange(30_000), 100),
    lambda link, now, chance: link.arm(now, chance.random() < 0.5),
    lambda link, now, chance: link.sync(now, chance.randrange(2_000_000)),
    lambda link, now, chance: link.set_input(now, chance.randrange(20), chance.randrange(1_000, 60_000), 200),
    lambda link, now, chance: link.to_repl(now),
    lambda link, now, chance: link.command(now, 77, b"?"),
]


@dataclass
class Run:
    """What went into a core, as lines of the lock-step shell, and what came out."""

    lines: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    seen: set[type] = field(default_factory=set)
    presses: int = 0


def record(minutes: int, seed: int) -> Run:
    """Ten minutes with a live host: bounce, raw edges, noise, pings, commands, stalls, an outbox that overflows."""
    chance = random.Random(seed)
    run = Run([f"{UID.hex()}|{BOOT}|{ROLES.hex()}|{PERIOD}|{CAPACITY}|1|3|4|{LIGHTS}|1|1"], ["ready|0.1.0"])
    core = Core(
        UID, BOOT, ROLES, PERIOD, CAPACITY, True, 3, parts=Parts(lights=LIGHTS, buzzer=True, sync_out=True)
    )
    core.begin(4)
    changes: list[tuple[int, int, int]] = []
    for n in range(minutes * 200):
        t = 500_000 + n * 300_000 + chance.randrange(200_000)
        number = chance.randrange(INPUTS)
        for bounce in range(chance.randrange(4)):
            changes += [(t + bounce * 90, number, 1), (t + bounce * 90 + chance.randrange(1, 80), number, 0)]
        if chance.random() < 0.8:  # else it was a glitch
            both = chance.random() < 0.1  # two inputs in one capture
            for each in (number, (number + 1) % INPUTS) if both else (number,):
                changes += [(t + 400, each, 1), (t + chance.randrange(10_000, 150_000), each, 0)]
    changes.sort()
    link = Link(77)
    link.opened(0)
    end = minutes * 60_000_000
    now = word = at = 0
    wait = 0
    rx = b""
    stalled_until = 0
    while now < end:
        captures = []
        while at < len(changes) and changes[at][0] <= now:
            t, number, level = changes[at]
            word = word & ~(1 << number) | level << number
            if captures and captures[-1][0] == (START + t) % PERIOD:
                captures.pop()
            captures.append(((START + t) % PERIOD, word))
            at += 1
        if captures and chance.random() < 0.005:  # the ring was lapped
            captures.insert(-1, (captures[-1][0], -messages.FAULT_CAPTURE_OVERRUN))
        if now >= stalled_until and chance.random() < 0.0005:
            stalled_until = now + chance.randrange(20_000_000)
        room = 0 if now < stalled_until else chance.choice((60, 126, 4_000))
        fields = (
            str((START + now) % PERIOD),
            ";".join(f"{t},{word}" for t, word in captures),
            b2a_base64(rx, newline=False).decode(),
            str(room),
        )
        ordered = core.orders.changes
        tx, wait = core.step((START + now) % PERIOD, captures, rx, room)
        run.lines.append("|".join(fields))
        orders = "" if core.orders.changes == ordered else f"|{core.orders.text()}"
        run.answers.append(f"{wait}|" + b2a_base64(tx, newline=False).decode() + orders)
        rx = b""
        if chance.random() > 0.02:  # else the cable lost it
            heard = link.feed(now, tx) + link.tick(now)
            run.seen.update(type(each) for each in heard)
            run.presses += sum(isinstance(each, events.Press) for each in heard)
            for each in heard:
                if isinstance(each, events.Press | events.Loss):
                    link.acknowledge(each.uid, each.boot, each.seq + 1)
        if chance.random() < 0.3:
            link.ping(now, chance.randrange(1_500))
        if chance.random() < 0.003:
            link.set_hold_off(now, chance.randrange(1_000, 60_000))
        if chance.random() < 0.01:
            chance.choice(ORDERS)(link, now, chance)
        rx = link.take()
        if chance.random() < 0.02:
            rx += chance.choice(
                (b"AT\r\n", b"~AAAA\n", b"\xff~\x00\n", b"~gg", b"x" * 300, b"~A=AA\n", b"~====\n")
            )
        soon = 300 if rx else wait
        if at < len(changes):
            soon = min(soon, changes[at][0] - now + chance.randrange(900))
        now += max(soon, 20 if now >= stalled_until else 20_000)
    return run


@pytest.fixture(scope="module")
def reference() -> Run:
    return record(MINUTES, seed=2026)


def replay(interpreter: str, run: Run) -> list[str]:
    """The answers of another interpreter: at first line by line, then in blocks."""
    blocks = ["\n".join(run.lines[at : at + 50]) + "\n" for at in range(200, len(run.lines), 50)]
    done = subprocess.run(
        [interpreter, "unix_main.py"],
        cwd=firmware_dir(),
        input="\n".join(run.lines[:200]) + "\n" + "".join(f"#{len(block)}\n{block}" for block in blocks),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-500:] + done.stderr
    return done.stdout.splitlines()


def test_the_script_reaches_everything(reference: Run) -> None:
    assert {
        events.Press,
        events.Edges,
        events.Mark,
        events.Loss,
        events.Fault,
        events.Result,
        events.Silent,
        events.Back,
    } <= (reference.seen)
    assert reference.presses > 1_000


@pytest.mark.parametrize("which", ["cpython", "LAPSY_MICROPYTHON", "LAPSY_MICROPYTHON32"])
def test_ten_minutes_give_the_same_bytes(reference: Run, which: str) -> None:
    interpreter = sys.executable if which == "cpython" else os.environ.get(which, "")
    if not interpreter:
        pytest.skip(f"{which} names no MicroPython for Unix")
    answers = replay(interpreter, reference)
    assert len(answers) == len(reference.answers)
    for n, (got, expected) in enumerate(zip(answers, reference.answers, strict=True)):
        assert got == expected, f"step {n}: {reference.lines[n]}"


@pytest.mark.parametrize(
    "line", ["", "a|b", "00|1|01|4294967296|64|0|0|0|0|0|0", "zz|1|01|4294967296|64|0|0|0|0|0|0"]
)
def test_a_first_line_that_cannot_be_is_refused(line: str) -> None:
    done = subprocess.run(
        [sys.executable, "unix_main.py"],
        cwd=firmware_dir(),
        input=line + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout.startswith("error|")
