"""The capture on an emulated RP2040, its PIO stepped once a clock: order, stamps, and what is said when edges are lost."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from lapsy.boards.firmware import messages as m
from pico import EmulatedPico
from pico.chip import MS
from pico.edges import US, Edge, at_once, bouncing, glitch, released, staggered
from pico.firmware import capture_files
from pico.recorder import Recorder
from pico.verdict import Verdict, judge, told_by

EIGHT = range(8)
WHOLE_RUN = range(23)
RING = 2048


def measure(recorder: Recorder, rounds: int, least_ns: int, most_ns: int, seed: int = 1) -> Verdict:
    """Rounds of presses of every input, and their releases."""
    rnd = random.Random(seed)
    groups = []
    t_ns = recorder.pico.now_ns + MS
    for _ in range(rounds):
        t_ns += rnd.randint(0, US)
        presses = (
            staggered(rnd, recorder.gpios, t_ns, least_ns, most_ns)
            if most_ns
            else at_once(recorder.gpios, t_ns)
        )
        groups += [presses, released(presses, 3 * MS)]
        recorder.inject(groups[-2] + groups[-1])
        t_ns += 8 * MS
    recorder.pico.run_until(t_ns + 30 * MS)
    return judge(
        groups, told_by(recorder.entries, recorder.gpios, recorder.start_word), recorder.pico.born_ns
    )


def assert_exact(verdict: Verdict, recorder: Recorder) -> None:
    assert not recorder.faults
    assert (verdict.lost, verdict.extra) == (0, 0)
    assert (verdict.wrong, verdict.merged, verdict.split) == (0, 0, 0)
    assert verdict.least_us >= -1
    assert verdict.most_us <= 1


@pytest.mark.parametrize("gpios", [EIGHT, WHOLE_RUN], ids=["8 pins", "23 pins"])
@pytest.mark.parametrize(
    "gap_us", [(1, 5), pytest.param((5, 100), marks=pytest.mark.slow), (0.1, 0.9)], ids=str
)
def test_edges_come_in_their_order_with_exact_stamps(gpios: range, gap_us: tuple[float, float]) -> None:
    with Recorder(gpios) as recorder:
        verdict = measure(recorder, 3, round(gap_us[0] * US), round(gap_us[1] * US))
        assert verdict.pairs == 3 * len(gpios) * (len(gpios) - 1)
        assert_exact(verdict, recorder)


@pytest.mark.parametrize("gpios", [EIGHT, WHOLE_RUN], ids=["8 pins", "23 pins"])
def test_edges_of_one_instant_have_one_index(gpios: range) -> None:
    with Recorder(gpios) as recorder:
        verdict = measure(recorder, 3, 0, 0)
        assert verdict.ties == 3 * len(gpios) * (len(gpios) - 1)
        assert_exact(verdict, recorder)


@pytest.mark.parametrize("load", ["busy", "gc"])
def test_what_the_processor_does_changes_no_stamp(load: str) -> None:
    with Recorder(EIGHT, load=load) as recorder:
        assert_exact(measure(recorder, 3, US, 5 * US), recorder)


def test_contacts_that_are_closed_at_rest_and_a_run_that_begins_elsewhere() -> None:
    with Recorder(range(5, 13), closed=(6, 7, 12)) as recorder:
        assert recorder.start_word == 0
        assert_exact(measure(recorder, 2, US, 5 * US), recorder)


def test_an_input_active_at_the_start_is_no_edge() -> None:
    with Recorder(EIGHT, held=(2, 5)) as recorder:
        recorder.pico.run_for(20 * MS)
        assert recorder.start_word == 0b100100
        assert recorder.entries == []
        recorder.inject([Edge(recorder.pico.now_ns + MS, 5, 0)])
        recorder.pico.run_for(20 * MS)
        assert [word for _, word in recorder.entries] == [0b100]


def test_pulses_of_a_bounce_are_all_there() -> None:
    rnd = random.Random(3)
    with Recorder(EIGHT) as recorder:
        start = recorder.pico.now_ns + 5 * MS
        groups = []
        for gpio in EIGHT:
            press = bouncing(
                rnd, Edge(start + rnd.randint(0, 300) * US, gpio, 1), rnd.randint(200, 3000) * US
            )
            groups += [
                press,
                bouncing(rnd, Edge(press[-1].t_ns + 5 * MS, gpio, 0), rnd.randint(200, 3000) * US),
            ]
        edges = [edge for group in groups for edge in group]
        recorder.inject(edges)
        recorder.pico.run_for(80 * MS)
        told = told_by(recorder.entries, recorder.gpios)
        assert sorted((each.gpio, each.active) for each in told) == sorted(
            (edge.gpio, edge.active) for edge in edges
        )
        verdict = judge([[edge] for edge in edges], told, recorder.pico.born_ns, bound_us=1)
        assert_exact(verdict, recorder)


def test_glitches_are_seen_by_the_capture() -> None:
    with Recorder(EIGHT) as recorder:
        start = recorder.pico.now_ns + MS
        pulses = [glitch(gpio, start + gpio * 100 * US, (1 + gpio) * US) for gpio in EIGHT]
        recorder.inject([edge for pulse in pulses for edge in pulse])
        recorder.pico.run_for(30 * MS)
        verdict = judge(pulses, told_by(recorder.entries, recorder.gpios), recorder.pico.born_ns)
        assert_exact(verdict, recorder)


def toggles(recorder: Recorder, count: int, every_ns: int) -> None:
    """So many changes of one input while the board does not look, and then some time."""
    t_ns = recorder.pico.now_ns + 10 * MS
    recorder.pico.send("s")
    recorder.inject(Edge(t_ns + k * every_ns, 3, 1 - k % 2) for k in range(count))
    recorder.pico.run_for(70 * MS)


def test_a_ring_that_is_full_to_the_brim_loses_nothing() -> None:
    with Recorder(EIGHT) as recorder:
        toggles(recorder, RING - 1, 20 * US)
        recorder.pico.run_for(700 * MS)
        assert not recorder.faults
        assert len(recorder.entries) == RING - 1
        stamps = [stamp for stamp, _ in recorder.entries]
        assert all(b - a in (19, 20, 21) for a, b in pairwise(stamps))


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(RING, marks=pytest.mark.slow),
        RING + 1,
        pytest.param(2 * RING, marks=pytest.mark.slow),
        2 * RING + 777,
    ],
)
def test_a_lapped_ring_is_declared_and_the_capture_goes_on(count: int) -> None:
    with Recorder(EIGHT) as recorder:
        toggles(recorder, count, 10 * US)
        assert [code for _, code in recorder.faults] == [m.FAULT_CAPTURE_OVERRUN]
        assert [word for _, word in recorder.entries] == [0b1000 if count % 2 else 0]
        assert recorder.entries[0][0] == recorder.faults[0][0]
        done = len(recorder.entries)
        start = recorder.pico.now_ns + MS
        presses = at_once((1, 6), start)
        recorder.inject(presses)
        recorder.pico.run_for(20 * MS)
        assert [word & ~0b1000 for _, word in recorder.entries[done:]] == [0b1000010]


def test_a_ring_lapped_while_it_is_read_is_declared() -> None:
    # Edges come faster than the loop reads them, for longer than the ring lasts.
    with Recorder(EIGHT) as recorder:
        start = recorder.pico.now_ns + 2 * MS
        recorder.inject(Edge(start + k * 4 * US, 3, 1 - k % 2) for k in range(12 * RING))
        recorder.pico.run_for(140 * MS)
        assert {code for _, code in recorder.faults} == {m.FAULT_CAPTURE_OVERRUN}
        # Nothing that was told is made up: up to the first fault every change of the input is there, in its rhythm.
        before = [entry for entry in recorder.entries if entry[0] < recorder.faults[0][0]]
        assert [word for _, word in before] == [0b1000 if k % 2 == 0 else 0 for k in range(len(before))]
        assert all(b[0] - a[0] in (3, 4, 5) for a, b in pairwise(before))


def test_edges_too_fast_to_store_are_declared() -> None:
    with Recorder(WHOLE_RUN) as recorder:
        start = recorder.pico.now_ns + 2 * MS
        recorder.inject([Edge(start + k * 56, gpio, 1) for k, gpio in enumerate(WHOLE_RUN)])
        recorder.pico.run_for(30 * MS)
        assert [code for _, code in recorder.faults] == [m.FAULT_CAPTURE_STALL]
        assert [word for _, word in recorder.entries] == [(1 << 23) - 1]


def test_a_burst_keeps_its_order_and_its_bound_or_is_declared() -> None:
    declared = kept = 0
    with Recorder(WHOLE_RUN) as recorder:
        for gap_ns in (48, 72, 100):
            for count in (4, 6, 8, 12, 23):
                faults, entries = len(recorder.faults), len(recorder.entries)
                start = recorder.pico.now_ns + 2 * MS + 137
                presses = [Edge(start + k * gap_ns, gpio, 1) for k, gpio in enumerate(WHOLE_RUN[:count])]
                recorder.inject(
                    presses
                    + [edge._replace(t_ns=start + 5 * MS + edge.gpio * 10 * US, active=0) for edge in presses]
                )
                recorder.pico.run_for(25 * MS)
                if len(recorder.faults) > faults:
                    declared += 1
                    continue
                kept += 1
                told = told_by(recorder.entries[entries:], recorder.gpios)
                verdict = judge([presses], told[:count], recorder.pico.born_ns)
                assert (verdict.lost, verdict.extra, verdict.wrong, verdict.merged) == (0, 0, 0, 0)
                assert -1 <= verdict.least_us <= verdict.most_us <= 1
    assert {code for _, code in recorder.faults} == {m.FAULT_CAPTURE_STALL}
    assert min(declared, kept) >= 4


def test_a_copier_that_stands_still_is_declared_and_set_going_again() -> None:
    with Recorder(EIGHT, hook="capture._word_copier.active(0)") as recorder:
        recorder.order("x", b"DONE")
        start = recorder.pico.now_ns + MS
        recorder.inject([Edge(start + k * 10 * US, k, 1) for k in range(6)])
        recorder.pico.run_for(20 * MS)
        assert [code for _, code in recorder.faults] == [m.FAULT_CAPTURE_STALL]
        assert [word for _, word in recorder.entries] == [0b111111]
        recorder.inject([Edge(recorder.pico.now_ns + MS, 0, 0)])
        recorder.pico.run_for(20 * MS)
        assert [word for _, word in recorder.entries[1:]] == [0b111110]


def test_the_photodiode_counts_only_while_it_is_armed() -> None:
    with Recorder(EIGHT, photo=True) as recorder:
        flash = [
            Edge(5 * MS, 7, 1),
            Edge(6 * MS, 7, 0),
            Edge(7 * MS, 1, 1),
            Edge(8 * MS, 1, 0),
            Edge(9 * MS, 7, 1),
        ]

        def let_flash() -> list[int]:
            done = len(recorder.entries)
            now = recorder.pico.now_ns
            recorder.inject(edge._replace(t_ns=now + edge.t_ns) for edge in [*flash, Edge(10 * MS, 7, 0)])
            recorder.pico.run_for(25 * MS)
            return [word for _, word in recorder.entries[done:]]

        assert let_flash() == [0b10, 0]
        recorder.order("a", b"LEVELS 0")
        assert [word for word in let_flash() if word] == [0b10000000, 0b10, 0b10000000]
        recorder.order("d", b"LEVELS 0")
        assert [word for word in let_flash() if word] == [0b10]
        assert not recorder.faults


def test_arming_in_the_light_tells_the_level() -> None:
    with Recorder(EIGHT, photo=True, held=(7,)) as recorder:
        assert recorder.start_word == 0
        recorder.order("a", b"LEVELS 80")
        recorder.pico.run_for(10 * MS)
        assert {word for _, word in recorder.entries} <= {0b10000000}


def test_nothing_is_allocated_while_nothing_happens() -> None:
    with Recorder(EIGHT) as recorder:
        recorder.order("h", b"LOCKED")


@pytest.mark.parametrize("capture", ["pio", "irq"])
def test_stamps_stay_small_integers_when_the_timer_does_not(capture: str) -> None:
    with Recorder(EIGHT, capture, timer_us=(1 << 31) + 12_345) as recorder:
        start = recorder.pico.now_ns + MS
        recorder.inject([Edge(start, 1, 1), Edge(start + 100 * US, 4, 1)])
        recorder.pico.run_for(10 * MS)
        expected = recorder.pico.counter_us(start) & ((1 << 30) - 1)
        assert [stamp - expected < 130 for stamp, _ in recorder.entries] == [True, True]
        assert all(stamp - expected >= 0 for stamp, _ in recorder.entries)


def test_interrupts_catch_edges_too_and_say_when_they_could_not() -> None:
    with Recorder(EIGHT, "irq", photo=True) as recorder:
        presses = [Edge(recorder.pico.now_ns + MS + gpio * MS, gpio, 1) for gpio in range(7)]
        groups = [[edge] for edge in presses + released(presses, 10 * MS)]
        recorder.inject(edge for group in groups for edge in group)
        recorder.pico.run_for(40 * MS)
        verdict = judge(groups, told_by(recorder.entries, recorder.gpios), recorder.pico.born_ns)
        assert (verdict.lost, verdict.extra) == (0, 0)
        assert verdict.least_us >= -1
        assert verdict.most_us <= 200
        recorder.order("h", b"LOCKED")
        done = len(recorder.entries)
        toggles(recorder, 1100, 45 * US)
        recorder.pico.run_for(300 * MS)
        assert [code for _, code in recorder.faults] == [m.FAULT_CAPTURE_OVERRUN]
        assert [word for _, word in recorder.entries[done:]] == [0]


LEAVER = """
from slapboard.capture_pio import PioCapture
capture = PioCapture(0, 8, 255, False)
print("START %x" % capture.start())
"""


def test_a_program_that_ends_without_closing_leaves_nothing_running() -> None:
    with EmulatedPico(capture_files(LEAVER)) as pico:
        for gpio in EIGHT:
            pico.pin(gpio, 1)
        pico.boot()
        for _ in range(8):  # more often than there are pairs of DMA channels
            pico.wait_for(b">>> ")
            for k in range(50):
                pico.pin_at(pico.now_ns + (k + 1) * 10 * US, 2, k % 2)
            heard = len(pico.rx)
            pico.run_for(2 * MS)
            pico.send("\x04")
            pico.wait_for(b"soft reboot", after=heard)
            for k in range(50):
                pico.pin_at(pico.now_ns + (k + 1) * 10 * US, 2, k % 2)
            pico.wait_for(b"START ", after=heard)
            pico.wait_for(b">>> ", after=heard)
        heard = len(pico.rx)
        pico.pin_at(pico.now_ns + MS, 5, 0)
        pico.run_for(2 * MS)
        pico.send("capture.drain()[-1][1]\r\n")
        pico.wait_for(b"32\r\n", after=heard)


def test_a_capture_that_was_closed_can_be_made_again() -> None:
    again = "\ncapture.close()\ncapture = PioCapture(0, 8, 255, False)\ncapture.start()\nprint('AGAIN')\n"
    with EmulatedPico(capture_files(LEAVER + again * 8)) as pico:
        for gpio in EIGHT:
            pico.pin(gpio, 1)
        pico.boot()
        pico.wait_for(b">>> ")
        assert bytes(pico.rx).count(b"AGAIN") == 8
