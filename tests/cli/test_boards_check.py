"""``lapsy boards check``, ``monitor`` and ``find`` on simulated boards behind real ports."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path

import pytest

from lapsy.boards.certificate import SIMULATED
from lapsy.boards.events import Edges, Press
from lapsy.boards.firmware import messages
from lapsy.boards.talk import Talk

UID = "0000000000000001"


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where certificates of this test are kept."""
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path / "lapsy" / "boards" / UID


def records(folder: Path) -> list[dict]:
    return [json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))]


class TestPads:
    def test_each_pad_in_turn_is_pressed_and_the_result_is_kept(self, slapboard, started, lapsy, kept):
        with started("boards", "check", slapboard.port, "--presses", "2") as running:
            for pad in ("slap1", "flip1", "slap2", "flip2"):
                running.line(f"Press {pad} 2 times")
                slapboard.press("flip2" if pad == "slap1" else pad, bounce=(400, 900))  # a wrong one first
                for n in range(2):
                    at_us = slapboard.now_us + 200_000 * (n + 1)
                    slapboard.press(pad, at_us, bounce=(400, 900) if pad == "flip1" else ())
            said = running.wait()
        assert said.code == 0, said
        assert "(that was flip2)" in said.out
        assert SIMULATED in said.out
        (record,) = records(kept)
        assert (record["kind"], record["uid"], record["good"], record["simulated"]) == (
            "pads",
            UID,
            True,
            True,
        )
        pads = {pad["name"]: pad for pad in record["result"]["pads"]}
        assert set(pads) == {"slap1", "flip1", "slap2", "flip2"}
        assert set(pads["flip1"]["down_us"]) == {900}
        assert pads["slap1"]["down_us"][-2:] == [0, 0]
        assert all(pad["verdict"] == "good" for pad in pads.values())
        shown = lapsy("boards", "check", "--show").out
        assert shown in said.out
        assert lapsy("boards", "check", "--show", UID[:4]).out == shown
        assert lapsy("boards", "check", "--show", slapboard.port).out == shown

    def test_a_silent_and_a_stuck_pad_are_told_and_do_not_pass(self, slapboard, started, kept):
        slapboard.press("flip1", hold_us=None)
        with started("boards", "check", slapboard.port, "--presses", "1", "--limit", "1s") as running:
            running.line("Press slap1 once")
            slapboard.press("slap1")
            running.line("Press slap2 once")
            said = running.wait()
        assert said.code == 1
        assert "Press flip1" not in said.out
        assert said.err.splitlines()[-1] == "Error: This board is not good yet: see above."
        (record,) = records(kept)
        verdicts = {pad["name"]: pad["verdict"] for pad in record["result"]["pads"]}
        assert verdicts == {"slap1": "good", "flip1": "stuck", "slap2": "silent", "flip2": "silent"}

    def test_a_contact_that_gives_two_presses_for_one_is_told(self, slapboard, started, kept):
        with started("boards", "check", slapboard.port, "--presses", "1", "--limit", "1s") as running:
            running.line("Press slap1 once")
            slapboard.press(
                "slap1", hold_us=200_000, bounce=(36_000, 68_000)
            )  # open for 32 ms: longer than the hold-off
            said = running.wait()
        assert said.code == 1
        assert {pad["name"]: pad["verdict"] for pad in records(kept)[0]["result"]["pads"]}[
            "slap1"
        ] == "doubles"

    def test_presses_from_before_do_not_count(self, slapboard, started, kept):
        slapboard.press("slap1")
        with started("boards", "check", slapboard.port, "--presses", "1", "--limit", "500ms") as running:
            said = running.wait()
        assert said.code == 1
        assert records(kept)[0]["result"]["pads"][0]["verdict"] == "silent"

    def test_ctrl_c_keeps_nothing_and_the_board_sends_no_raw_edges_any_more(self, slapboard, started, kept):
        with started("boards", "check", slapboard.port) as running:
            running.line("Press slap1 5 times")
            said = running.end(signal.SIGINT)
        assert said.code == 1
        assert said.err.splitlines()[-1] == "Error: Stopped: nothing was kept."
        assert not kept.exists()
        with Talk(slapboard.port) as talk:
            assert talk.hello(10) is not None
            slapboard.press("slap1")
            heard = []
            for _ in range(20):
                heard += talk.hear(1)
                if any(isinstance(event, Press) and not event.pressed for event in heard):
                    break
            assert any(isinstance(event, Press) for event in heard)
            assert not any(isinstance(event, Edges) for event in heard)


def test_one_signal_in_all_inputs_gives_a_certificate(slapboard, started, kept):
    with started("boards", "check", slapboard.port, "--common") as running:
        running.line("join its 4 inputs .* Waiting for 1,000 edges")
        at_us = slapboard.now_us + 300_000
        for n in range(1_000):
            slapboard.edges_at(at_us + n * 5_000, dict.fromkeys(range(4), n % 2 == 0))
        said = running.wait()
    assert said.code == 0, said
    (record,) = records(kept)
    assert record["kind"] == "common"
    assert (record["good"], record["result"]["edges"], record["result"]["bound_us"]) == (True, 1_000, 2)
    assert "Bound     2 µs" in said.out
    assert SIMULATED in said.out


def test_a_normally_closed_input_is_certified_with_the_others_and_a_first_half_edge_does_no_harm(
    slapboard, started, kept
):
    with started("boards", "check", slapboard.port, "--common") as running:
        running.line("Waiting for 1,000 edges")
        at_us = slapboard.now_us + 300_000
        slapboard.edges_at(at_us - 5_000, {3: True})
        for n in range(1_001):
            down = n % 2 == 0
            slapboard.edges_at(at_us + n * 5_000, {0: down, 1: down, 2: down, 3: not down})
        said = running.wait()
    assert said.code == 0, said
    assert records(kept)[0]["result"]["edges"] in (
        1_000,
        1_001,
    )  # as many as came with the last that was needed


def test_an_input_that_does_not_follow_the_signal_is_named(slapboard, started, kept):
    with started("boards", "check", slapboard.port, "--common", "--edges", "20", "--limit", "1s") as running:
        running.line("Waiting for 20 edges")
        at_us = slapboard.now_us + 300_000
        for n in range(40):
            slapboard.edges_at(at_us + n * 5_000, dict.fromkeys(range(3), n % 2 == 0))
        said = running.wait()
    assert said.code == 1
    assert "NOT CERTIFIED: flip2 never saw the signal." in said.out
    assert not records(kept)[0]["good"]


def test_only_the_inputs_that_are_wired_are_measured(slapboard, started, kept):
    with started(
        "boards", "check", slapboard.port, "--common", "--only", "slap1,flip", "--edges", "1000"
    ) as running:
        running.line(r"join 3 inputs \(slap1,flip\) .* Waiting for 1,000 edges")
        at_us = slapboard.now_us + 300_000
        for n in range(1_000):
            slapboard.edges_at(at_us + n * 5_000, dict.fromkeys((0, 1, 3), n % 2 == 0))
        said = running.wait()
    assert said.code == 0, said
    (record,) = records(kept)
    assert record["good"]
    assert [row["name"] for row in record["result"]["inputs"]] == ["slap1", "flip1", "flip2"]


def test_only_the_pads_that_are_there_are_asked_for(slapboard, started, kept):
    with started("boards", "check", slapboard.port, "--presses", "1", "--only", "slap2, slap1") as running:
        for pad in ("slap1", "slap2"):
            running.line(f"Press {pad} once")
            slapboard.press(pad)
        said = running.wait()
    assert said.code == 0, said
    (record,) = records(kept)
    assert record["good"]
    assert [pad["name"] for pad in record["result"]["pads"]] == ["slap1", "slap2"]


def test_two_pads_under_one_plate(slapboard, started, kept):
    with started("boards", "check", slapboard.port, "--pair", "slap1", "slap2") as running:
        running.line("lay a plate over slap1 and slap2 and strike its middle 50 times")
        at_us = slapboard.now_us + 300_000
        for n in range(50):
            slapboard.press("slap1", at_us + n * 100_000, 30_000)
            slapboard.press("slap2", at_us + n * 100_000 + 1_200 + n, 30_000)
        said = running.wait()
    assert said.code == 0, said
    assert "Offset    slap2 closes 1.22 ms after slap1 (median)" in said.out
    (record,) = records(kept)
    assert (record["subject"], record["result"]["strokes"]) == ("slap1-slap2", 50)
    assert record["result"]["low_us"] <= record["result"]["median_us"] <= record["result"]["high_us"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--pair", "slap1", "slap9"], "This board has no input 'slap9'"),
        (["--pair", "slap1", "slap1"], "A pair is two pads: name two."),
        (["--common", "--limit", "300ms"], "No edge came for 0.3 s: is the signal between 0 and 3.3 V"),
        (["--pair", "slap1", "slap2", "--limit", "300ms"], "No stroke came for 0.3 s"),
        (["--common", "--pair", "slap1", "slap2"], "Give one of --common, --pair and --show."),
        (["--only", "slap1,slap9"], "This board has no input 'slap9'"),
        (["--only", ""], "This board has no input ''"),
        (["--only", "slap1", "--pair", "slap1", "slap2"], "--only goes with --common, or with the walk"),
        (["--limit", "soon"], "'soon' is not a time (a number and us, ms or s)."),
    ],
)
def test_what_cannot_be_checked_is_one_sentence(slapboard, refused, words, why):
    assert why in refused("boards", "check", slapboard.port, *words)


@pytest.mark.parametrize(
    ("name", "words"), [("photo", ["--common"]), ("sync", []), ("none", ["--common"]), ("none", [])]
)
def test_what_is_not_looked_at_cannot_be_asked_for(slapboards, refused, name, words):
    board = slapboards(roles=bytes((messages.ROLE_SLAP, 0, messages.ROLE_SYNC, messages.ROLE_PHOTO)))
    assert "is no input that this looks at." in refused("boards", "check", board.port, *words, "--only", name)


def test_a_board_without_inputs_cannot_be_good(slapboards, refused):
    board = slapboards(roles=b"\x00")
    assert f"Board {UID} has no inputs" in refused("boards", "check", board.port)
    assert f"Board {UID} has no inputs" in refused("boards", "check", board.port, "--common")


def test_a_board_that_refuses_its_settings_says_so():
    import click

    from lapsy.boards.events import Hello
    from lapsy.cli.boards.check import _has_inputs

    hello = Hello(UID, 1, b"", 0, 1, 1, "0.1.0", 0, True, settings_refused=True)
    with pytest.raises(click.ClickException, match="refuses its settings and has no inputs: mend them with"):
        _has_inputs(hello, "/dev/ttyACM0")


def test_a_board_that_leaves_is_told_and_no_more_is_promised(slapboard, started):
    with started("boards", "check", slapboard.port) as running:
        running.line("Press slap1 5 times")
        slapboard.happen("unplug=60s@0s")
        said = running.wait()
    assert said.code == 1
    assert "where it stopped" not in said.err
    assert re.search(r"Error: .*(vanished|no port).*(try again|plug the board in)", said.err), said.err


def test_nothing_is_kept_yet(refused):
    assert "No certificate of a board abcd is kept in" in refused("boards", "check", "--show", "abcd")
    assert "make one with 'lapsy boards check'." in refused("boards", "check", "--show")


class TestMonitor:
    def test_plain_is_one_line_an_event(self, slapboard, started):
        with started("boards", "monitor", slapboard.port) as running:
            running.line(f"board {UID}, firmware")
            at_us = slapboard.press("slap2", slapboard.now_us + 100_000, bounce=(300, 500))
            running.line(r"^ +\d+\.\d{6} s  slap2    down  capture \d+$")
            running.line(r"slap2    up  ")
            said = running.end(signal.SIGINT)
        assert said.code == 0
        assert said.err == ""
        assert at_us

    def test_a_board_that_is_unplugged_is_told_and_watched_again(
        self, slapboard, started, tmp_path, slapboards
    ):
        board = slapboards(link=tmp_path / "pads") if os.name == "posix" else slapboard
        with started("boards", "monitor", board.port) as running:
            running.line("board 00000000")
            board.happen("unplug=300ms@0s")
            running.line("The board was unplugged, or its port closed: plug it in again.")
            board.next_port(1)
            board.press("slap1")
            running.line(r"slap1    down")
            assert running.end(signal.SIGINT).code == 0

    def test_it_ends_after_its_time(self, slapboard, lapsy):
        said = lapsy("boards", "monitor", slapboard.port, "--for", "300ms")
        assert said.code == 0
        assert said.out.startswith(f"board {UID}, firmware")

    def test_the_picture_has_every_input(self, slapboard):
        from rich.console import Console

        from lapsy.boards.watching import Watch
        from lapsy.cli.boards.monitor import picture

        watch = Watch()
        with Talk(slapboard.port) as talk:
            assert talk.hello(10) is not None
            talk.order(lambda link, now_us: link.set_edges(now_us, True))
            slapboard.press("slap2", hold_us=None, bounce=(300, 500))
            slapboard.press("flip1", hold_us=120)  # too short: a glitch
            until_us = talk.now_us + 30_000_000
            while talk.now_us < until_us:
                talk.link.ping(talk.now_us)
                watch.feed(talk.now_us, talk.hear(0.1))
                if (
                    len(watch.inputs) == 4
                    and watch.inputs[2].bounce
                    and watch.inputs[1].glitches
                    and watch.inputs[2].down
                ):
                    break
            console = Console(width=100, file=open(os.devnull, "w"), record=True)  # noqa: SIM115
            console.print(picture(watch, talk.link, talk.now_us, 100, 12))
            console.file.close()
        said = console.export_text()
        rows = {line.split()[0]: line for line in said.splitlines() if line.strip()}
        assert re.search(r"slap2 +down +1 +0 +0\.5 ms +\d+\.\d{3} +·*█+", rows["slap2"])
        assert re.search(r"flip1 +up +0 +1 +·+", rows["flip1"])
        assert "slap1" not in rows  # a low screen
        assert "2 inputs that were not pressed yet have no room here." in said
        assert "round trip" in said
        assert "longest stall" in said


class TestFind:
    def test_lights_blink_and_go_off(self, slapboard, started):
        board = slapboard.wired.board
        with started("boards", "find", slapboard.port) as running:
            running.line(f"Board {UID} on .* shows itself by its lights and buzzer. Ctrl-C ends.")
            assert board.lights == bytes([messages.LIGHT_FIND] * 2)
            assert board.sounds
            said = running.end(signal.SIGINT)
        assert said.code == 0
        assert board.lights == bytes([messages.LIGHT_OFF] * 2)
        assert board.sounds[-1][1] == 0

    def test_it_ends_after_its_time(self, slapboard, lapsy):
        assert lapsy("boards", "find", slapboard.port, "--for", "100ms").code == 0
        assert slapboard.wired.board.lights == bytes(2)

    @pytest.mark.parametrize(
        ("refuses", "told"),
        [
            ((messages.OP_LIGHTS,), "It did not carry out everything (lights: refused)."),
            (
                (messages.OP_LIGHTS, messages.OP_BUZZ),
                "does not show itself (lights: refused, buzzer: refused): press",
            ),
        ],
    )
    def test_what_a_board_does_not_carry_out_is_told(self, slapboard, lapsy, monkeypatch, refuses, told):
        from slapboard.orders import Orders

        apply = Orders.apply

        def refusing(self, op, args):
            return messages.STATUS_BAD_ARGUMENT if op in refuses else apply(self, op, args)

        monkeypatch.setattr(Orders, "apply", refusing)
        said = lapsy("boards", "find", slapboard.port, "--for", "100ms")
        assert told in said.out + said.err
        assert ("shows itself by its buzzer. For" in said.out) == (said.code == 0) == (len(refuses) == 1)

    def test_a_board_is_found_by_its_identity(self, slapboards, lapsy, refused, monkeypatch):
        from lapsy.boards import ports

        one, other = slapboards(), slapboards()
        seen = [ports.SeenPort(board.port, board="a board") for board in (one, other)]
        monkeypatch.setattr(ports, "seen_ports", lambda: seen)
        second = "0000000000000002"
        assert f"Board {second} on {other.port}" in lapsy("boards", "find", second, "--for", "1ms").out
        assert "2 boards begin with 0000: give more digits" in refused("boards", "find", "0000")
        assert f"there are {UID} on {one.port}; {second} on {other.port}." in refused(
            "boards", "find", "ffff"
        )
        assert "2 boards are plugged in: name the port of one (" in refused("boards", "find")

    def test_nothing_plugged_in(self, refused, monkeypatch):
        from lapsy.boards import bootsel, ports

        monkeypatch.setattr(ports, "seen_ports", list)
        monkeypatch.setattr(bootsel, "empty_boards", list)
        assert "No board is seen: plug it in" in refused("boards", "find")

    def test_a_port_where_nothing_answers(self, refused, monkeypatch):
        import tty

        board, host = os.openpty()
        tty.setraw(host)
        try:
            name = os.ttyname(host)
            said = refused("boards", "find", name)
        finally:
            os.close(board)
            os.close(host)
        assert said.startswith(f"No board answers on {name}: if it is a slap board")
        assert f"lapsy boards flash {name}" in said
