"""Certificates: kept by identity, the newest shown, plain about what is simulated and what is not certified."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from lapsy.boards.bounce import Bounce
from lapsy.boards.certificate import SIMULATED, keep, kept, of_common_signal, of_pads, of_pair, text
from lapsy.boards.common_signal import CommonEdges, CommonSignal
from lapsy.boards.events import Hello
from lapsy.boards.pad_check import PadResult
from lapsy.boards.pad_pair import pad_pair

DATE = datetime(2026, 11, 30, 21, 8, 45, tzinfo=UTC)
LATER = datetime(2026, 12, 1, 9, 0, 0, tzinfo=UTC)
HELLO = Hello(
    "00ff00ff00ff00ff", 1, b"\x01\x21\x02", 0, 1, 1, "0.1.0", 0, True, 1, "pio", "0123456789abcdef", 8
)


def signal(edges: int, inputs: tuple[int, ...]):
    return [(n * 3 + 1, number, n * 100_000 + number) for n in range(edges) for number in inputs]


def common_signal(edges: Iterable[tuple[int, int, int]], inputs: tuple[int, ...]) -> CommonSignal:
    seen = CommonEdges(inputs)
    for edge in edges:
        seen.add(*edge)
    return seen.result()


def common(edges: int = 1_000, inputs: tuple[int, ...] = (0, 1, 2)):
    return of_common_signal(HELLO, DATE, common_signal(signal(edges, inputs), (0, 1, 2)))


def pair(strokes: int, offset: int = -1_200, alone: int = 0):
    presses = [(0, -n * 500_000) for n in range(alone, 0, -1)]
    for n in range(strokes):
        presses += sorted(
            [(0, n * 500_000 + 5_000), (1, n * 500_000 + 5_000 + offset)], key=lambda press: press[1]
        )
    return of_pair(HELLO, DATE, "slap1", "slap2", pad_pair(presses, 0, 1))


def test_a_common_signal_says_who_when_how_and_the_bound():
    record = common()
    assert record["good"]
    assert record["result"]["bound_us"] == 6
    said = text(record)
    for line in (
        "Board     00ff00ff00ff00ff",
        "Date      2026-11-30T21:08:45+00:00",
        "Firmware  0.1.0, build 0123456789abcdef",
        "Capture   pio, declared ±1 µs",
        "Edges     1,000 seen by every input; 1,000 of them as one capture",
        "Spread    2 µs: in all 1,000 edges no two of these inputs differed by more.",
        "Bound     6 µs: stamps that differ by more tell an order, as far as these edges show.",
        "          It is the spread and ±1 µs for each stamp, as a table allows, and ±1 µs for each by the capture.",
    ):
        assert line in said.splitlines()
    assert SIMULATED not in said
    rows = [line.split() for line in said.splitlines() if line.startswith(("slap", "flip"))]
    assert rows == [
        ["slap1", "1000", "0", "0", "0", "0"],
        ["slap2", "1000", "0", "1", "1", "1"],
        ["flip1", "1000", "0", "2", "2", "2"],
    ]


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (common(999), "NOT CERTIFIED: 1,000 edges are needed."),
        (common(1_000, (0, 2)), "NOT CERTIFIED: slap2 never saw the signal."),
        (pair(49), "NOT CERTIFIED: 50 strokes are needed."),
        (pair(0), "NOT CERTIFIED: no stroke was felt by both."),
    ],
)
def test_too_little_is_not_certified(record, why):
    assert not record["good"]
    said = text(record)
    assert why in said
    assert "Bound" not in said


def test_a_pair_says_which_pad_is_later():
    said = text(pair(50))
    assert "Offset    slap2 closes 1.20 ms before slap1 (median)" in said
    assert "Median    the true one lies from 1.20 ms before to 1.20 ms before (95 % confidence)" in said
    assert "half of the strokes from 1.20 ms before to 1.20 ms before,\n          all from" in said
    assert "-1.20" not in said
    assert "NOT CERTIFIED" not in said
    assert "Offset    slap2 closes with slap1, to 0.01 ms (median)" in text(pair(50, 3))
    assert "Offset    slap2 closes 0.90 ms after slap1 (median)" in text(pair(50, 900))


def test_strokes_that_one_pad_alone_felt_are_not_passed_over():
    record = pair(50, alone=250)
    assert not record["good"]
    assert "NOT CERTIFIED: 250 of 300 strokes were felt by one pad alone, more than one in 10:" in text(
        record
    )
    assert pair(50, alone=5)["good"]


def test_pads_say_what_is_wrong_and_which_hold_off_fits():
    good = PadResult("slap1", "good", 5, Bounce((1_000, 3_000, 2_000), (500,), 1), 10_000)
    silent = PadResult("slap2", "silent", 0, Bounce((), (), 0), 5_000)
    record = of_pads(HELLO, DATE, [good, silent])
    assert not record["good"]
    said = text(record)
    assert "slap1          5   2.00     3.00     0.50         1     10 ms  good" in said
    assert "no press came: look at its wiring" in said
    assert "  to 3 ms        2  ####" in said
    assert "A hold-off of 10 ms is enough for every pad that was struck" in said
    assert of_pads(HELLO, DATE, [good])["good"]


def test_a_simulated_board_is_said_to_be_one():
    record = of_common_signal(
        replace(HELLO, capture="simulated"), DATE, common_signal(signal(1_000, (0, 1, 2)), (0, 1, 2))
    )
    assert record["simulated"]
    assert SIMULATED in text(record).splitlines()


def test_they_are_kept_by_identity_and_the_newest_of_each_kind_is_found(tmp_path):
    old = common()
    new = {**common(), "date": LATER.isoformat()}
    other = {**common(), "uid": "11ff00ff00ff00ff"}
    first = keep(old, tmp_path)
    assert first == tmp_path / HELLO.uid / "common-20261130T210845.txt"
    assert first.read_text(encoding="utf-8") == text(old)
    assert json.loads(first.with_suffix(".json").read_text(encoding="utf-8")) == old
    for record in (new, other, pair(50)):
        keep(record, tmp_path)
    assert kept(tmp_path) == [new, pair(50), other]
    assert kept(tmp_path, "11ff") == [other]
    assert kept(tmp_path, "22") == []
    assert kept(tmp_path / "nowhere") == []


def test_a_damaged_record_is_passed_over(tmp_path):
    keep(common(), tmp_path)
    (tmp_path / HELLO.uid / "pads-1.json").write_text("{}", encoding="utf-8")
    (tmp_path / HELLO.uid / "pads-2.json").write_text("no JSON", encoding="utf-8")
    assert kept(tmp_path) == [common()]


def test_a_bound_is_never_less_than_what_the_capture_declares_for_two_stamps():
    irq = replace(HELLO, capture="irq", capture_us=1_000)
    said = text(of_common_signal(irq, DATE, common_signal(signal(1_000, (0, 1, 2)), (0, 1, 2))))
    assert "Bound     2004 µs: stamps that differ by more" in said
    assert "and ±1000 µs for each by the capture." in said


def test_an_input_that_is_now_and_then_far_too_late_is_not_certified():
    late = [
        (index, number, t_us + 1_500 * (number == 2 and index % 60 == 1))
        for index, number, t_us in signal(1_100, (0, 1, 2))
    ]
    late.sort(key=lambda edge: edge[2])
    record = of_common_signal(HELLO, DATE, common_signal(late, (0, 1, 2)))
    assert record["result"]["edges"] >= 1_000
    assert not record["good"]
    said = text(record)
    assert "Bound" not in said
    assert "edges did not come to every input within 1 ms" in said


def test_what_is_said_of_pads_is_true_of_all_of_them():
    good = PadResult("slap1", "good", 4, Bounce((1_000, 2_000, 3_000, 4_000), (500,), 0), 10_000)
    slow = PadResult("slap2", "slow", 3, Bounce((35_000,), (), 0), None)
    few = PadResult("flip1", "few", 3, Bounce((100,), (), 0), 5_000)
    said = text(of_pads(HELLO, DATE, [good, slow, few]))
    assert "slap1          4   2.50     4.00" in said  # the median of an even number
    assert "is enough for every pad" not in said
    assert "fewer presses came than were asked for" in said
    assert "no press came" not in said


@pytest.mark.parametrize(
    "wrong", [{"date": 5}, {"date": "soon"}, {"uid": []}, {"uid": 3}, {"subject": None}, {"kind": []}]
)
def test_a_record_with_a_wrong_value_is_passed_over(tmp_path, wrong):
    place = tmp_path / HELLO.uid
    keep(common(), tmp_path)
    (place / "a.json").write_text(json.dumps({**pair(50), **wrong}), encoding="utf-8")
    (place / "z.json").write_text("[" * 100_000, encoding="utf-8")
    (place / "folder.json").mkdir()
    assert common() in kept(tmp_path)


def test_the_newest_is_so_by_the_moment_not_by_the_clock_on_the_wall(tmp_path):
    summer = {**common(), "date": "2026-10-25T03:50:00+03:00"}
    winter = {**common(), "date": "2026-10-25T03:10:00+02:00"}
    keep(summer, tmp_path)
    keep(winter, tmp_path)
    assert kept(tmp_path) == [winter]
