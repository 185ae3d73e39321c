"""The sync wire of simulated boards: the firmware's own order drives it, and every board on it stamps the same edge."""

from __future__ import annotations

import pytest

from lapsy.boards import events
from lapsy.boards.faults import parse_faults
from lapsy.boards.firmware import messages
from lapsy.boards.link import Link
from lapsy.boards.pads import PadError
from lapsy.boards.sync_wire import SyncWire
from lapsy.boards.wired import Arrived, WiredBoard, simulate

PERIOD_US = 200_000
ROLES = bytes((messages.ROLE_SLAP, messages.ROLE_SYNC))


def board(n: int, faults: str = "", sync_out: bool = True) -> WiredBoard:
    return simulate(
        uid=bytes((n,)) * 8, boot=n, roles=ROLES, faults=parse_faults(faults), seed=n, sync_out=sync_out
    )


def run(boards: list[WiredBoard], links: list[Link], now_us: int, until_us: int) -> list[list[events.Event]]:
    """Boards and links in step, each at its own time."""
    heard: list[list[events.Event]] = [[] for _ in boards]
    while True:
        for wired, link in zip(boards, links, strict=True):
            wired.write(now_us, link.take())
        now_us = max(now_us, min(wired.wake_us for wired in boards))
        if now_us > until_us:
            return heard
        for n, (wired, link) in enumerate(zip(boards, links, strict=True)):
            for sight in wired.advance(now_us):
                if isinstance(sight, Arrived):
                    heard[n] += link.feed(now_us, sight.data)
        for n, link in enumerate(links):
            seqs = [e for e in heard[n] if isinstance(e, events.Press)]
            if seqs:
                link.acknowledge(seqs[-1].uid, seqs[-1].boot, seqs[-1].seq + 1)


def pulses(heard: list[events.Event]) -> list[events.Press]:
    return [e for e in heard if isinstance(e, events.Press) and e.role == "sync" and e.pressed]


def connected(*boards: WiredBoard) -> tuple[SyncWire, list[Link]]:
    common = SyncWire()
    links = [Link(1) for _ in boards]
    for wired, link in zip(boards, links, strict=True):
        common.join(wired.board)
        link.opened(0)
    run(list(boards), links, 0, 50_000)
    return common, links


def test_all_boards_stamp_the_edge_that_one_drives() -> None:
    a, b = board(1, "offset=5s,drift=30ppm"), board(2, "drift=-20ppm")
    common, links = connected(a, b)
    links[0].sync(50_000, PERIOD_US)
    heard = run([a, b], links, 50_000, 2_000_000)
    seen = [pulses(h) for h in heard]
    assert len(common.pulses) >= 9
    for wired, of_board in zip((a, b), seen, strict=True):
        stamps = [p.t_us for p in of_board]
        assert stamps == [wired.board.clock.ticks(at_us) for at_us in common.pulses[: len(stamps)]]
        assert len(stamps) >= len(common.pulses) - 1
    assert all(
        abs(later - earlier - PERIOD_US) < 100
        for earlier, later in zip(common.pulses, common.pulses[1:], strict=False)
    )


def test_an_order_of_nothing_ends_it() -> None:
    a, b = board(1), board(2)
    common, links = connected(a, b)
    links[0].sync(50_000, PERIOD_US)
    run([a, b], links, 50_000, 1_000_000)
    links[0].sync(1_000_000, 0)
    before = len(common.pulses)
    run([a, b], links, 1_000_000, 3_000_000)
    assert 4 <= before == len(common.pulses)


def test_a_cut_lead_hears_nothing() -> None:
    a, b = board(1), board(2)
    common, links = connected(a, b)
    links[0].sync(50_000, PERIOD_US)
    common.leave(b.board)
    heard = run([a, b], links, 50_000, 1_000_000)
    assert len(pulses(heard[0])) >= 4
    assert pulses(heard[1]) == []


def test_a_restarted_board_drives_nothing_until_it_is_told_again() -> None:
    a, b = board(1, "reboot@1s"), board(2)
    common, links = connected(a, b)
    links[0].sync(50_000, PERIOD_US)
    run([a, b], links, 50_000, 4_000_000)
    assert common.pulses
    assert max(common.pulses) < 1_000_100


def test_a_board_without_an_output_says_so() -> None:
    a = board(1, sync_out=False)
    link = Link(1)
    link.opened(0)
    run([a], [link], 0, 50_000)
    number = link.sync(50_000, PERIOD_US)
    heard = run([a], [link], 50_000, 100_000)[0] + link.tick(100_000)
    assert [(e.command, e.status) for e in heard if isinstance(e, events.Result)] == [(number, "absent")]


def test_a_board_without_a_sync_input_cannot_join() -> None:
    alone = simulate(uid=bytes(8), boot=1, roles=bytes((messages.ROLE_SLAP,)))
    with pytest.raises(PadError, match="sync"):
        SyncWire().join(alone.board)
