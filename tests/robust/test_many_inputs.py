"""A whole board in one instant: 26 inputs, each bouncing twenty times. Each comes once, nothing is lost."""

from __future__ import annotations

import random

import pytest

from lapsy.boards import events
from lapsy.boards.faults import parse_faults
from lapsy.boards.firmware import messages
from lapsy.boards.wired import WiredBoard, simulate
from lapsy.testing.virtual import VirtualHost

UID = bytes(range(8))
SECOND = 1_000_000
INPUTS = messages.MAX_INPUTS
ROLES = bytes(messages.ROLE_SLAP | (n % 8) << messages.GROUP_SHIFT for n in range(INPUTS))
BOUNCES = 20


def bounce(dice: random.Random) -> tuple[int, ...]:
    """Twenty openings and closings within some 10 ms, each lasting 20 to 250 us."""
    times, at_us = [], 0
    for _ in range(2 * BOUNCES):
        at_us += dice.randrange(20, 250)
        times.append(at_us)
    return tuple(times)


def play(faults: str, edges: bool, apart_us: int, seed: int) -> tuple[WiredBoard, VirtualHost]:
    dice = random.Random(seed)
    board = simulate(uid=UID, boot=5, roles=ROLES, faults=parse_faults(faults), edges=edges)
    for n in range(INPUTS):
        board.board.press(n, SECOND + n * apart_us, hold_us=200_000, bounce=bounce(dice))
    host = VirtualHost(board)
    host.run(5 * SECOND)
    return board, host


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("edges", [False, True])
@pytest.mark.parametrize("faults", ["", "delay=1ms..9ms", "stall=2s@900ms", "drop=10%,duplicate=5%"])
def test_all_at_once_is_one_capture_and_every_input_once(faults: str, edges: bool, seed: int) -> None:
    _, host = play(faults, edges, 0, seed)
    presses = [each for each in host.all(events.Press) if each.pressed]
    assert sorted(each.input for each in presses) == list(range(INPUTS))
    assert {each.t_us for each in presses} == {SECOND}
    assert len({each.index for each in presses}) == 1
    releases = [each for each in host.all(events.Press) if not each.pressed]
    assert sorted(each.input for each in releases) == list(range(INPUTS))
    assert not host.all(events.Fault)
    # Raw edges may take half of the outbox: what a slow host leaves no place for is declared, and no press is among it.
    losses = host.all(events.Loss)
    assert all(loss.edges for loss in losses)
    told = [(edge.t_us, edge.input, edge.active) for batch in host.all(events.Edges) for edge in batch.edges]
    assert len(set(told)) == len(told)
    assert len(told) + sum(loss.count for loss in losses) == edges * INPUTS * (2 * BOUNCES + 2)
    assert [t_us for t_us, _, _ in told] == sorted(t_us for t_us, _, _ in told)
    numbers = [each.seq for each in presses + releases] + [loss.seq for loss in losses]
    numbers += [batch.seq + n for batch in host.all(events.Edges) for n in range(len(batch.edges))]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("faults", ["", "drop=10%,delay=1ms..9ms"])
def test_a_microsecond_apart_they_come_in_that_order(faults: str) -> None:
    _, host = play(faults, False, 1, 7)
    presses = [each for each in host.all(events.Press) if each.pressed]
    by_index = sorted(presses, key=lambda each: each.index)
    assert [each.input for each in by_index] == list(range(INPUTS))
    assert [each.t_us for each in by_index] == [SECOND + n for n in range(INPUTS)]
