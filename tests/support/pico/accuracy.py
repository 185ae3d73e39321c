"""The measurements behind docs/accuracy.md, on an emulated Pico. The same seeds give the same figures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any

from pico.chip import MS, EmulatedPico
from pico.edges import US, Edge, at_once, bouncing, glitch, released, staggered
from pico.firmware import firmware_files, shipped_board
from pico.host import WireHost
from pico.recorder import Recorder
from pico.verdict import Verdict, judge, told_by

EIGHT = range(8)
#: All inputs of the shipped board, and those with a hand on them.
WHOLE_RUN = range(23)
HANDS = range(22)


@dataclass(frozen=True)
class Scenario:
    """``gap_us``: least and most between two presses of a group; (0, 0): all in one instant. ``load``: see Recorder."""

    name: str
    capture: str
    gpios: Sequence[int]
    gap_us: tuple[float, float]
    load: str
    rounds: int

    def run(self) -> Verdict:
        """Measure."""
        rnd = random.Random(self.name)
        groups: list[list[Edge]] = []
        with Recorder(self.gpios, self.capture, load=self.load) as recorder:
            t_ns = recorder.pico.now_ns + MS
            for _ in range(self.rounds):
                t_ns += rnd.randint(0, 3 * MS)
                least, most = (round(gap * US) for gap in self.gap_us)
                presses = staggered(rnd, self.gpios, t_ns, least, most) if most else at_once(self.gpios, t_ns)
                releases = released(presses, (presses[-1].t_ns - t_ns) + 4 * MS)
                groups += [presses, releases]
                recorder.inject(presses + releases)
                t_ns = releases[-1].t_ns + 4 * MS
            recorder.pico.run_until(t_ns + 60 * MS)
            assert not recorder.faults, recorder.faults
            told = told_by(recorder.entries, self.gpios, recorder.start_word)
            return judge(groups, told, recorder.pico.born_ns)


def scenarios(share: float = 1.0) -> Iterator[Scenario]:
    """All of them, or with a share of their rounds."""
    for gpios, rounds in ((EIGHT, 60), (WHOLE_RUN, 8)):
        n = max(1, round(rounds * share))
        for load in ("idle", "busy", "gc"):
            yield Scenario(f"{len(gpios)} pins, 1-5 us, {load}", "pio", gpios, (1, 5), load, n)
        yield Scenario(f"{len(gpios)} pins, 5-100 us", "pio", gpios, (5, 100), "idle", n)
        yield Scenario(f"{len(gpios)} pins, 0.1-1 us", "pio", gpios, (0.1, 1), "idle", n)
        yield Scenario(f"{len(gpios)} pins at once", "pio", gpios, (0, 0), "idle", n)
        n = max(1, n // 2)
        for load in ("idle", "busy", "gc"):
            yield Scenario(f"{len(gpios)} pins, 1-5 us, {load}, Pin.irq", "irq", gpios, (1, 5), load, n)
        yield Scenario(f"{len(gpios)} pins, 5-100 us, Pin.irq", "irq", gpios, (5, 100), "idle", n)
        yield Scenario(f"{len(gpios)} pins, 100-1000 us, Pin.irq", "irq", gpios, (100, 1000), "idle", n)
        yield Scenario(f"{len(gpios)} pins at once, Pin.irq", "irq", gpios, (0, 0), "idle", n)


class Firmware:
    """The whole firmware with the shipped settings, and a host."""

    def __init__(self, **settings: object) -> None:
        self.pico = EmulatedPico(firmware_files({**shipped_board(), **settings}))
        self.host = WireHost(self.pico)
        self.host.greet()

    def __enter__(self) -> Firmware:
        return self

    def __exit__(self, *_: object) -> None:
        self.pico.close()

    def inject(self, edges: Sequence[Edge]) -> None:
        """Contacts to ground."""
        for edge in edges:
            self.pico.pin_at(edge.t_ns, edge.gpio, 1 - edge.active)

    def judge(self, groups: Sequence[Sequence[Edge]], bound_us: float = 1000.0) -> Verdict:
        """What the host was told."""
        assert not self.host.faults, self.host.faults
        assert not self.host.losses, self.host.losses
        return judge(groups, self.host.told, self.pico.born_ns, bound_us)


def whole_firmware(gpios: Sequence[int], rounds: int) -> Verdict:
    """Presses 1 to 5 us apart and their releases, from the pin to the host's message."""
    rnd = random.Random(len(gpios))
    groups: list[list[Edge]] = []
    with Firmware() as board:
        for _ in range(rounds):
            presses = staggered(rnd, gpios, board.pico.now_ns + rnd.randint(1, 5) * MS, US, 5 * US)
            groups += [presses, released(presses, rnd.randint(35, 60) * MS)]
            board.inject(presses + groups[-1])
            board.host.live_until_told(sum(map(len, groups)), rest_ns=40 * MS)
        return board.judge(groups)


def bounces(rounds: int) -> Verdict:
    """Presses and releases of eight pads whose contacts chatter for 0.2 to 12 ms, up to three pads at a time."""
    rnd = random.Random(1)
    edges: list[Edge] = []
    with Firmware() as board:
        for _ in range(rounds):
            start = board.pico.now_ns + 2 * MS
            for gpio in rnd.sample(list(EIGHT), rnd.randint(1, 3)):
                press = Edge(start + rnd.randint(0, 8 * MS), gpio, 1)
                chatter = bouncing(rnd, press, rnd.randint(200, 12_000) * US)
                release = Edge(press.t_ns + rnd.randint(50 * MS, 90 * MS), gpio, 0)
                board.inject(chatter + bouncing(rnd, release, rnd.randint(200, 12_000) * US))
                edges += [press, release]
            board.host.live(150 * MS)
        board.host.live_until_told(len(edges), rest_ns=100 * MS)
        return board.judge([[edge] for edge in edges], bound_us=1.5)


def glitches(rounds: int) -> tuple[int, int, int]:
    """Pulses of 1 to 20 us: how many there were, how many were reported, how many the board counted."""
    rnd = random.Random(2)
    with Firmware() as board:
        for _ in range(rounds):
            start = board.pico.now_ns + 2 * MS
            for number, gpio in enumerate(EIGHT):
                board.inject(
                    glitch(gpio, start + number * 3 * MS + rnd.randint(0, MS // 2), rnd.randint(1000, 20_000))
                )
            board.host.live(35 * MS)
        board.host.live(250 * MS)
        return 8 * rounds, len(board.host.events), board.host.last_beat.glitches


def interrupts_at_their_worst(rounds: int) -> Verdict:
    """``Pin.irq`` in the whole firmware while every pad is pressed and chatters: how late its stamps come."""
    rnd = random.Random(3)
    edges: list[Edge] = []
    with Firmware(capture="irq") as board:
        for _ in range(rounds):
            start = board.pico.now_ns + 2 * MS
            for gpio in HANDS:
                press = Edge(start + rnd.randint(0, 2 * MS), gpio, 1)
                board.inject([*bouncing(rnd, press, 500 * US), Edge(press.t_ns + 100 * MS, gpio, 0)])
                edges += [press, Edge(press.t_ns + 100 * MS, gpio, 0)]
            board.host.live_until_told(len(edges), rest_ns=60 * MS)
        return judge([[edge] for edge in edges], board.host.told, board.pico.born_ns, bound_us=20_000)


def figures(verdict: Verdict, step_us: float = 0.0) -> dict[str, Any]:
    """A verdict as plain figures; with a step, also how often each error came (a step's lower end: how often)."""
    errors = sorted(verdict.errors_us)
    told: dict[str, Any] = {
        name: getattr(verdict, name)
        for name in ("edges", "lost", "extra", "pairs", "wrong", "merged", "ties", "split")
    }
    if len(errors) > 1:
        percentiles = quantiles(errors, n=100, method="inclusive")
        told["error_us"] = {
            "least": round(errors[0], 2),
            "median": round(percentiles[49], 2),
            "p99": round(percentiles[98], 2),
            "most": round(errors[-1], 2),
        }
    if step_us:
        counts = Counter(int(error // step_us) for error in errors)
        told["histogram"] = {"step_us": step_us, "counts": {str(key): counts[key] for key in sorted(counts)}}
    return told


def measure(share: float = 1.0, say: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Everything on the page."""
    results: dict[str, Any] = {"scenarios": []}
    by_capture: dict[str, Verdict] = {"pio": Verdict(), "irq": Verdict()}
    for scenario in scenarios(share):
        say(scenario.name)
        verdict = scenario.run()
        by_capture[scenario.capture].add(verdict)
        results["scenarios"].append(
            {
                "name": scenario.name,
                "capture": scenario.capture,
                "pins": len(scenario.gpios),
                "gap_us": list(scenario.gap_us),
                "load": scenario.load,
                **figures(verdict),
            }
        )
    results["all"] = {
        name: figures(verdict, {"pio": 0.1, "irq": 2.0}[name]) for name, verdict in by_capture.items()
    }
    say("whole firmware")
    results["firmware"] = {
        "8 pins": figures(whole_firmware(EIGHT, max(1, round(90 * share)))),
        "22 pins": figures(whole_firmware(HANDS, max(1, round(11 * share)))),
    }
    say("bounces and glitches")
    results["bounces"] = figures(bounces(max(1, round(60 * share))))
    given, reported, counted = glitches(max(1, round(25 * share)))
    results["glitches"] = {"given": given, "reported": reported, "counted": counted}
    say("interrupts at their worst")
    results["irq_worst"] = figures(interrupts_at_their_worst(max(1, round(6 * share))))
    return results
