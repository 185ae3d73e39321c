"""How fast it is: frames decoded, one evaluation of a clock, a thousand presses a second, a press on its way to a verdict.

Seconds say something of one machine only, so each figure has a naive way beside it or says what it consists of. What needs
no other process is told in seconds of the processor: others may use the machine too.
"""

from __future__ import annotations

import base64
import hashlib
import multiprocessing
import os
import platform
import statistics
import struct
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from accuracy.chance import quantile
from lapsy.boards import wire
from lapsy.boards.faults import parse_faults
from lapsy.boards.firmware import messages
from lapsy.boards.pads import role_byte
from lapsy.boards.serve import ServedBoard
from lapsy.boards.simulated import PastPressError
from lapsy.boards.start import start_board
from lapsy.boards.wired import simulate
from lapsy.drivers.simulated import SimulatedDriver
from lapsy.table.setup import Setup
from lapsy.table.table import Table
from live import LiveTable, wait_until
from road import CABLE, people, setup_for

SECOND_US = 1_000_000

#: What a port gives at one read.
READ = 4096


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "cpus": os.cpu_count(),
        "processor": _processor(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
    }


def load() -> float | None:
    """How many processes wanted to run in the last minute: others may use the machine too."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    names = [
        line.partition(":")[2].strip()
        for line in info.read_text().splitlines()
        if line.startswith("model name")
    ]
    return names[0] if names else platform.processor()


# ---- decoding


def frames(count: int) -> bytes:
    """The lines of so many presses and releases."""
    rng = Random(count)
    t_us, lines = 1_000_000, []
    for n in range(1, count + 1):
        t_us += rng.randrange(2_000)
        body = struct.pack(messages.F_EVENT, n, rng.randrange(256), 0, n, t_us)
        lines.append(wire.encode(messages.EVENT, 0, body))
    return b"".join(lines)


def decode(data: bytes) -> list[wire.Message]:
    """By the host's codec, in the pieces that a port gives."""
    decoder, out = wire.Decoder(), []
    for start in range(0, len(data), READ):
        out += decoder.feed(data[start : start + READ])
    return out


def decode_naively(data: bytes) -> list[wire.Message]:
    """Byte by byte and field by field, as the format is told in docs/wire.md."""
    out: list[wire.Message] = []
    line = bytearray()
    for byte in data:
        if byte != ord("\n"):
            line.append(byte)
            continue
        raw = base64.b64decode(bytes(line).split(b"~")[-1], validate=True)
        line.clear()
        body, crc = raw[:-4], int.from_bytes(raw[-4:], "little")
        if zlib.crc32(body) != crc or body[0] != messages.EVENT:
            continue
        fields, at = [], 2
        for size in (4, 1, 1, 4, 8):
            fields.append(int.from_bytes(body[at : at + size], "little"))
            at += size
        out.append(wire.Event(*fields))
    return out


def decoding(count: int = 50_000, rounds: int = 9) -> dict[str, Any]:
    """Frames a second on one core, by the codec and naively."""
    data = frames(count)
    if decode(data) != decode_naively(data):
        raise AssertionError("the codec and the naive one do not give the same messages")
    codec, naive = medians([lambda: decode(data), lambda: decode_naively(data)], rounds)
    return {
        "load": load(),
        "frames": count,
        "per_second": round(count / codec),
        "naive_per_second": round(count / naive),
    }


# ---- a thousand presses a second


def flood(seconds: int = 60, rate: int = 1_000, boards: int = 2) -> dict[str, Any]:
    """So many presses a second on 26 pads a board: firmware core, cable, link, table, journal, in virtual time."""
    pads = messages.MAX_INPUTS
    ports = tuple(f"board{n}" for n in range(boards))
    setup = setup_for(people(4 * boards, ports), game="race", options={"window_ms": "50"})
    roles = bytes(role_byte("slap", n % 4) for n in range(pads))
    made = {
        port: simulate(
            uid=hashlib.sha256(port.encode()).digest()[:8],
            boot=5,
            roles=roles,
            faults=parse_faults(CABLE),
            seed=n,
        )
        for n, port in enumerate(ports)
    }
    counts: Counter[str] = Counter()
    numbers: set[tuple[str, int]] = set()

    def journal(records: Sequence[dict[str, Any]]) -> None:
        for record in records:
            counts[record["k"]] += 1
            if record["k"] == "press":
                numbers.add((record["board"], record["seq"]))
                counts[record.get("state", "judged")] += 1
            elif record["k"] == "bundle":
                counts["outcomes"] += sum(o["kind"] in ("place", "repeat") for o in record["out"])

    driver = SimulatedDriver(Table(setup), made, {}, journal=journal)
    rng = Random(1)
    start_us, total = 3 * SECOND_US, seconds * rate
    for n in range(total):
        pad = made[ports[n % boards]].board
        pad.press(
            n // boards % pads, start_us + n * SECOND_US // rate + rng.randrange(SECOND_US // rate), 10_000
        )
    began, worked = time.perf_counter(), time.process_time()
    driver.run(start_us + (seconds + 2) * SECOND_US)
    return {
        "load": load(),
        "seconds": seconds,
        "rate": rate,
        "pressed": total,
        "journalled": len(numbers),
        "twice": counts["press"] - len(numbers),
        "judged": counts["outcomes"],
        "released": counts["released"],
        "declared_lost": counts["loss"],
        "took_s": round(time.perf_counter() - began, 1),
        "processor_s": round(time.process_time() - worked, 1),
    }


# ---- a press on its way


def race(ports: tuple[str, ...]) -> Setup:
    """A race of one hand on each board."""
    return setup_for(people(len(ports), ports), game="race", options={"window_ms": "50"})


def to_verdict(presses: int, ports: tuple[str, ...] = ("left", "right"), seed: int = 1) -> dict[str, Any]:
    """From the closing of a contact to the verdict's record, through real ptys, threads, loop and journal file, in us.

    ``waited`` is what the design waits for: the firmware believes a contact after 300 µs, and a verdict waits until every
    board has told its time from after the press.
    """
    rng = Random(seed)
    roles = bytes([role_byte("slap", 0)])
    boards = {
        port: start_board(uid=hashlib.sha256(port.encode()).digest()[:8], boot=5, roles=roles)
        for port in ports
    }
    rows = []
    try:
        with tempfile.TemporaryDirectory() as folder, LiveTable(race(ports), boards, Path(folder)) as live:
            moments = _moments(live)
            wait_until(lambda: live.table.phase == "play", "the boards have answered")
            for n in range(presses):
                port = ports[n % len(ports)]
                at_us = _soon(boards[port], rng)
                wait_until(lambda n=n: len(moments) > n, f"verdict {n}")  # type: ignore[misc]
                came_us, judged_us = moments[n]
                at_us -= live.setup.origin_us
                rows.append((judged_us - at_us, came_us - at_us))
            if live.failure is not None:
                raise live.failure
    finally:
        for board in boards.values():
            board.close()
    whole, came = [row[0] for row in rows], [row[1] for row in rows]
    waited = [w - c for w, c in rows]
    return {
        "load": load(),
        "presses": presses,
        "boards": len(ports),
        "verdict_us": _spread(whole),
        "journalled_us": _spread(came),
        "waited_us": _spread(waited),
        "waited_share": round(statistics.median(w / all_ for w, all_ in zip(waited, whole, strict=True)), 2),
    }


def _soon(board: ServedBoard, rng: Random) -> int:
    """Has the pad pressed about a tenth of a second from now; when. A busy machine may come too late for that."""
    while True:
        at_us = board.now_us + rng.randrange(70_000, 130_000)
        with suppress(PastPressError):
            return board.press("slap1", at_us, 20_000)


def _moments(live: LiveTable) -> list[tuple[int, int]]:
    """Of each press in turn: when it was journalled and when its bundle was."""
    came: dict[int, int] = {}
    moments: list[tuple[int, int]] = []
    append = live.journal.append

    def watched(records: tuple[dict[str, Any], ...]) -> None:
        append(records)
        now = live.now_us()
        for record in records:
            if record["k"] == "press" and "n" in record:
                came[record["n"]] = now
            elif record["k"] == "bundle":
                moments.extend(
                    (came[o["ref"]], now) for o in record["out"] if o["kind"] in ("place", "repeat")
                )

    live.journal.append = watched  # type: ignore[method-assign]
    return moments


@contextmanager
def burning(cores: int) -> Iterator[None]:
    """So many processes that do nothing but count."""
    context = multiprocessing.get_context("spawn")
    burners = [context.Process(target=_burn, daemon=True) for _ in range(cores)]
    for burner in burners:
        burner.start()
    try:
        yield
    finally:
        for burner in burners:
            burner.terminate()
            burner.join()


def _burn() -> None:
    while True:
        pass


def _spread(values: Sequence[int]) -> dict[str, int]:
    return {
        "p50": round(quantile(values, 0.5)),
        "p99": round(quantile(values, 0.99)),
        "max": max(values),
    }


def medians(runs: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Processor seconds of each: the median of so many rounds, in each of which every one runs once."""
    seconds: list[list[float]] = [[] for _ in runs]
    for _ in range(rounds):
        for run, taken in zip(runs, seconds, strict=True):
            began = time.process_time()
            run()
            taken.append(time.process_time() - began)
    return [statistics.median(taken) for taken in seconds]
