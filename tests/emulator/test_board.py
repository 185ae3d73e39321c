"""The whole firmware on an emulated Pico, from the pin to the host's message."""

from __future__ import annotations

import random
import struct
from itertools import pairwise

import pytest

from lapsy.boards import wire
from lapsy.boards.firmware import messages as m
from lapsy.timing.claim import Claim, Span
from lapsy.timing.gap import gap
from pico import EmulatedPico
from pico.chip import MS
from pico.edges import US, Edge, bouncing, glitch, released, staggered
from pico.firmware import firmware_files, shipped_board
from pico.host import WireHost
from pico.verdict import judge

EIGHT = range(8)
#: Everything but the photodiode at the end of the run.
WHOLE_RUN = range(22)


class Bench:
    """A board with the shipped settings, its host, and fingers. A test's own settings: ``change``."""

    def __init__(self, change: dict[str, object] | None = None, **options: object) -> None:
        self.pico = EmulatedPico(firmware_files({**shipped_board(), **(change or {})}), **options)  # type: ignore[arg-type]
        self.host = WireHost(self.pico)

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        self.pico.close()

    def inject(self, edges: list[Edge]) -> None:
        for edge in edges:
            self.pico.pin_at(edge.t_ns, edge.gpio, 1 - edge.active)


@pytest.mark.parametrize(
    "gpios", [pytest.param(EIGHT, marks=pytest.mark.slow), WHOLE_RUN], ids=["8 pins", "22 pins"]
)
def test_presses_a_microsecond_apart_arrive_in_their_order(gpios: range) -> None:
    with Bench() as bench:
        hello = bench.host.greet()
        assert (hello.capture, hello.capture_us, hello.flags) == (m.CAPTURE_PIO, 0, 0)
        rnd = random.Random(5)
        presses = staggered(rnd, gpios, bench.pico.now_ns + 5 * MS, US, 5 * US)
        releases = released(presses, 60 * MS)
        bench.inject(presses + releases)
        bench.host.live_until_told(2 * len(gpios))
        verdict = judge([presses, releases], bench.host.told, bench.pico.born_ns)
        assert (verdict.lost, verdict.extra, verdict.wrong, verdict.merged) == (0, 0, 0, 0)
        assert verdict.pairs == len(gpios) * (len(gpios) - 1)
        assert verdict.least_us >= -1
        assert verdict.most_us <= 1
        assert not bench.host.faults
        assert not bench.host.losses


@pytest.mark.slow
def test_an_order_below_a_microsecond_is_proven_by_the_captures() -> None:
    """From the pins to the host's rule for who was first."""
    with Bench() as bench:
        hello = bench.host.greet()
        presses = staggered(random.Random(7), EIGHT, bench.pico.now_ns + 5 * MS, 300, 900)
        bench.inject(presses)
        bench.host.live_until_told(8)
        claims = {
            event.code & m.INPUT_MASK: Claim(
                hello.uid.hex(), hello.boot, event.seq, event.index, event.t_us, "board", hello.capture_us,
                Span.at(event.t_us), event.t_us,
            )
            for event in bench.host.events
        }  # fmt: skip
        hands = [claims[press.gpio] for press in presses]
        gaps = [gap(first, second) for first, second in pairwise(hands)]
        assert [(each.order, each.proof, each.bound_us) for each in gaps] == [(1, "capture", 2)] * 7
        assert gap(hands[0], hands[-1]).proof == "gap"


def test_a_contact_that_bounces_is_one_press_at_its_first_edge() -> None:
    with Bench() as bench:
        bench.host.greet()
        rnd = random.Random(11)
        start = bench.pico.now_ns + 5 * MS
        firsts: list[list[Edge]] = []
        for gpio in EIGHT:
            press = Edge(start + rnd.randint(0, 2000) * US, gpio, 1)
            release = Edge(press.t_ns + 80 * MS, gpio, 0)
            firsts += [[press], [release]]
            for edge in (press, release):
                bench.inject(bouncing(rnd, edge, rnd.randint(200, 12_000) * US))
        bench.host.live_until_told(16, rest_ns=200 * MS)
        verdict = judge(firsts, bench.host.told, bench.pico.born_ns, bound_us=1)
        assert (verdict.edges, verdict.lost, verdict.extra) == (16, 0, 0)
        assert not bench.host.faults


@pytest.mark.slow
def test_glitches_are_counted_and_never_reported() -> None:
    with Bench() as bench:
        bench.host.greet()
        start = bench.pico.now_ns + 5 * MS
        for gpio in EIGHT:
            bench.inject(glitch(gpio, start + gpio * 500 * US, (1 + 2 * gpio) * US))
        bench.host.live(200 * MS)
        assert bench.host.events == []
        assert bench.host.last_beat.glitches == 8


def test_a_pad_held_at_power_on_is_no_press_until_it_was_released() -> None:
    with Bench() as bench:
        bench.pico.pin(3, 0)
        bench.host.greet()
        bench.host.live(100 * MS)
        assert bench.host.events == []
        start = bench.pico.now_ns
        bench.inject([Edge(start + MS, 3, 0), Edge(start + 100 * MS, 3, 1)])
        bench.host.live(200 * MS)
        presses = [each for each in bench.host.told if each.active]
        assert [each.gpio for each in presses] == [3]
        assert abs(presses[0].stamp_us - bench.pico.counter_us(start + 100 * MS)) <= 1


@pytest.mark.slow
def test_a_lapped_ring_is_a_numbered_loss_for_the_host() -> None:
    with Bench() as bench:
        bench.host.greet()
        start = bench.pico.now_ns + 5 * MS
        bench.inject([Edge(start + k * 2 * US, 3, 1 - k % 2) for k in range(4 * 2048)])
        bench.host.live(150 * MS)
        assert m.FAULT_CAPTURE_OVERRUN in {fault.code for fault in bench.host.faults}
        first, last = bench.host.losses[0], bench.host.losses[-1]
        assert first.from_us <= bench.pico.counter_us(start + 2048 * 2 * US)
        assert last.to_us >= bench.pico.counter_us(start + 2 * 2048 * 2 * US)
        # And it plays on.
        done = len(bench.host.events)
        press = Edge(bench.pico.now_ns + 40 * MS, 6, 1)
        bench.inject([press])
        bench.host.live(100 * MS)
        assert [each.gpio for each in bench.host.told[done:] if each.gpio != 3] == [6]
        assert abs(bench.host.told[-1].stamp_us - bench.pico.counter_us(press.t_ns)) <= 1


@pytest.mark.slow
def test_the_photodiode_is_told_only_while_it_is_armed() -> None:
    with Bench() as bench:
        bench.host.greet()

        def flash() -> list[tuple[int, int]]:
            done = len(bench.host.told)
            start = bench.pico.now_ns + 5 * MS
            bench.inject([Edge(start, 22, 1), Edge(start + 40 * MS, 22, 0)])
            bench.host.live(120 * MS)
            return [
                (each.gpio, each.stamp_us - bench.pico.counter_us(start))
                for each in bench.host.told[done:]
                if each.active
            ]

        assert flash() == []
        bench.host.command(m.OP_ARM, b"\x01")
        bench.host.live(20 * MS)
        ((gpio, error),) = flash()
        assert gpio == 22
        assert abs(error) <= 1
        bench.host.command(m.OP_ARM, b"\x00")
        bench.host.live(20 * MS)
        assert flash() == []


@pytest.mark.slow
def test_arming_in_the_light_is_no_flash() -> None:
    with Bench() as bench:
        bench.pico.pin(22, 0)
        bench.host.greet()
        bench.host.command(m.OP_ARM, b"\x01")
        bench.host.live(50 * MS)
        start = bench.pico.now_ns + MS
        bench.inject([Edge(start, 2, 1), Edge(start + 50 * MS, 2, 0)])
        bench.host.live(120 * MS)
        assert [each.gpio for each in bench.host.told if each.active] == [2]


def test_a_press_goes_on_while_lights_change_and_the_buzzer_sounds() -> None:
    with Bench() as bench:
        bench.host.greet()
        bench.pico.watch(26, 27)
        start = bench.pico.now_ns + 10 * MS
        bench.host.command(m.OP_LIGHTS, bytes([m.LIGHT_WON] * 8))
        bench.host.command(m.OP_BUZZ, struct.pack("<HH", 2000, 50))
        presses = [Edge(start + k * 3 * MS, gpio, 1) for k, gpio in enumerate(EIGHT)]
        bench.inject(presses)
        bench.host.live(120 * MS)
        verdict = judge([[edge] for edge in presses], bench.host.told, bench.pico.born_ns, bound_us=1)
        assert (verdict.lost, verdict.extra) == (0, 0)
        assert len(bench.pico.changes(26)) >= 2 * 24 * 8
        assert len(bench.pico.changes(27)) >= 100


@pytest.mark.slow
def test_interrupts_say_that_they_are_worse_and_keep_to_it() -> None:
    with Bench({"capture": "irq"}) as bench:
        hello = bench.host.greet()
        assert hello.capture == m.CAPTURE_IRQ
        assert hello.capture_us >= 500
        rnd = random.Random(2)
        presses = staggered(rnd, EIGHT, bench.pico.now_ns + 5 * MS, 100 * US, 2 * MS)
        bench.inject(presses)
        bench.host.live(150 * MS)
        verdict = judge([presses], bench.host.told, bench.pico.born_ns, bound_us=hello.capture_us)
        assert (verdict.lost, verdict.extra, verdict.wrong) == (0, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "at_us",
    [(1 << 30) - 700_000, (1 << 31) - 700_000, (1 << 32) - 700_000],
)
def test_the_timer_may_pass_any_power_of_two(at_us: int) -> None:
    with Bench(timer_us=at_us) as bench:
        hello = bench.host.greet()
        start = bench.pico.now_ns + 5 * MS
        edges = [Edge(start + k * 100 * MS, k % 4, 1) for k in range(4)]
        edges += [Edge(start + k * 100 * MS + 50 * MS, k % 4, 0) for k in range(4)]
        edges += [Edge(start + 700 * MS, 5, 1)]
        bench.inject(edges)
        bench.host.live(800 * MS)
        # The board's own clock may begin anywhere; it must run on evenly.
        offset = hello.now_us - bench.pico.counter_us()
        stamps = {(each.gpio, each.active): each.stamp_us for each in bench.host.told}
        base = stamps[0, 1]
        for edge in edges:
            assert abs(stamps[edge.gpio, edge.active] - base - (edge.t_ns - start) / 1000) <= 2, offset


@pytest.mark.slow
def test_a_forced_reset_starts_a_new_life() -> None:
    with Bench() as bench:
        first = bench.host.greet()
        bench.host.live(50 * MS)
        bench.pico.power_cycle()
        second = bench.host.greet()
        assert second.boot != first.boot
        assert second.uid == first.uid == bench.pico.uid
        assert isinstance(second, wire.Hello)
