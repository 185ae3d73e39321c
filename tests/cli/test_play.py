"""``lapsy play``: what it refuses and how it says so; a whole game in virtual time."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from lapsy.boards import ports
from lapsy.boards.firmware import Core, Parts
from lapsy.boards.stepper import Identity, InProcess
from lapsy.table.journal import Chain, read

POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no pseudo-terminals")
BOTS = ("play", "lapsy", "--bots", "4", "--headless", "--simulated-time")


@pytest.mark.slow
def test_the_same_seed_is_the_same_game_and_replay_agrees(lapsy, tmp_path):
    games = []
    for folder, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        said = lapsy(*BOTS, "--seed", seed, "--journal", tmp_path / folder)
        assert said.code == 0
        path = tmp_path / folder / f"lapsy-seed-{seed}.jsonl"
        assert said.err == f"Pöytäkirja: {path}\n"
        assert path.stat().st_mode & 0o777 == 0o600
        games.append((said.out, path.read_bytes()))
    assert games[0] == games[1]
    assert games[0][0] != games[2][0]
    assert games[0][1].splitlines()[-1] != games[2][1].splitlines()[-1]

    out = games[0][0]
    assert out.startswith("Voittaja: ")
    for part in ("Kortteja", "Läpsyjä", "Nopein", "Aino (botti, keskitaso)", " ms"):
        assert part in out
    assert max(map(len, out.splitlines())) <= 80
    replayed = lapsy("replay", tmp_path / "a" / "lapsy-seed-7.jsonl")
    assert replayed.code == 0
    assert "verdicts, none differs." in replayed.out


def test_in_english_and_with_every_verdict(lapsy):
    said = lapsy("play", "lapsy", "--bots", "2", "--simulated-time", "--seed", "2", "--lang", "en", "-v", "--strength",
                 "weak,strong")  # fmt: skip
    assert said.code == 0
    lines = said.out.splitlines()
    assert any(" takes the pile by the challenge · " in line for line in lines)
    assert any(line.startswith("Winner: ") for line in lines)
    assert any("cards played, " in line and line.endswith(" ties") for line in lines)
    assert any("(bot, weak)" in line for line in lines)
    assert any("(bot, strong)" in line for line in lines)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--bots", "3", "--seed", "7"], "Without a game the lobby opens, where --bots, --seed is chosen"),
        (["lapsy"], "1 at the table is too few: add --bots, or name more players with --seats."),
        (["lapsy", "--bots", "9"], "9 is not in the range 0<=x<=8"),
        (["lapsy", "--bots", "8", "--port", "sim"], "9"),
        (["lapsy", "--seats", "9"], "9 players do not fit at a table: give 0 to 8."),
        (["lapsy", "--seats", "Aino,,Onni"], "'' is no name: separate names with commas"),
        (["lapsy", "--seats", "Aino,Aino"], "Two players have the same name"),
        (["lapsy", "--seats", "x" * 25], "is no name"),
        (["lapsy", "--seats", "A,B,C,D,E", "--port", "sim"], "One keyboard has keys for 4 players, not 5"),
        (["lapsy", "--bots", "2", "--strength", "mighty"], "'mighty' is no strength: choose from weak, medium, strong."),
        (["lapsy", "--bots", "2", "--port", "sim", "--port", "/dev/x"], "not both at one table."),
        (["lapsy", "--bots", "2", "--headless", "--port", "/dev/x"], "Nobody is there to press pads"),
        (["lapsy", "--seats", "2", "--headless", "--port", "sim"], "The page reads the keys: leave --headless out"),
        (["lapsy", "--bots", "2", "--option", "foo=1", "--port", "sim"], "no option “foo”: choose from preset, variant"),
        (["lapsy", "--bots", "2", "--option", "foo", "--port", "sim"], "'foo' has no value: write NAME=VALUE"),
        (["lapsy", "--bots", "2", "--option", "variant=mato", "--port", "sim"], "is “mato”: choose from alga, basic"),
        (["lapsy", "--bots", "2", "--pace", "nan"], "'nan' is no number of seconds"),
        (["lapsy", "--bots", "2", "--pace", "0.1"], "0.1 is not in the range 0.3<=x<=60.0."),
        (["lapsy", "--bots", "2", "--seed", "a\x07"], "is not plain text"),
        (["lapsy", "--bots", "2", "--simulated-time", "--seats", "2"], "In virtual time nobody can press"),
        (["lapsy", "--bots", "2", "--simulated-time", "--port", "/dev/x"], "simulated boards only: leave --port out."),
        (["lapsy", "--bots", "2", "--port", "/dev/none"], "There is no port /dev/none"),
        (["lapsy", "--bots", "2", "--port", __file__], "is not a serial port: give a device such as"),
        (["lapsy", "--bots", "2", "--port", "nonsense://x"], "is no port: give a device such as"),
        (["lapsy", "--bots", "2", "--port", "sim", "--host", ""], "'' is no address"),
        (["lapsy", "--bots", "2", "--port", "sim", "--host", "192.0.2.77"], "The page cannot be served at 192.0.2.77"),
        (["lapsy", "--bots", "2", "--port", "sim", "--host", "no.invalid"], "give an address of this machine"),
        (["lapsy", "--resume", "x"], "leave GAME out."),
        (["--resume", "x", "--seed", "7", "--flip", "seat"], "leave --seed, --flip out."),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_one_sentence(refused, args, why):
    assert why in refused("play", *args)


def test_a_taken_page_port_is_said_before_anybody_presses(refused):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        number = other.getsockname()[1]
        said = refused("play", "lapsy", "--bots", "1", "--port", "sim", "--http-port", str(number))
    assert f"The page's port {number} is taken" in said
    assert "--http-port" in said


class TestPorts:
    ARGS = ("play", "lapsy", "--seats", "Aino", "--bots", "1", "--headless")

    @pytest.fixture
    def pty(self):
        board, host = os.openpty()
        yield os.ttyname(host)
        for fd in (board, host):
            os.close(fd)

    def test_no_board_plugged_in(self, refused, monkeypatch):
        monkeypatch.setattr(ports, "seen_ports", lambda: [ports.SeenPort("/dev/ttyUSB9", "FT232R")])
        said = refused(*self.ARGS)
        assert said.startswith("No slap board is plugged in")
        assert "--port sim" in said
        assert refused("arbitrate").startswith("No slap board is plugged in")

    @POSIX
    def test_a_port_where_nobody_answers(self, refused, pty, monkeypatch):
        from lapsy.boards import probe

        monkeypatch.setattr(probe.ask, "__defaults__", (0.2, *probe.ask.__defaults__[1:]))
        assert refused(*self.ARGS, "--port", pty).startswith(f"No board answers on {pty}: ")

    @POSIX
    def test_a_port_that_another_process_has(self, refused, pty):
        code = "import sys, serial; p = serial.Serial(sys.argv[1], exclusive=True); print(1, flush=True); sys.stdin.read()"
        other = subprocess.Popen(
            [sys.executable, "-c", code, pty], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        try:
            assert other.stdout is not None
            assert other.stdout.readline()
            who = (
                rf", \S+ \(process {other.pid}\) has it open: close that first"
                if os.path.isdir("/proc/self/fd")
                else ""
            )
            assert re.match(
                rf"The port {pty} is busy{who}.*, then try again\.$", refused(*self.ARGS, "--port", pty)
            )
        finally:
            other.communicate()

    @POSIX
    def test_a_port_that_this_user_may_not_open(self, refused, monkeypatch, tmp_path):
        import grp

        import serial

        def deny(name: str, *_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied", name)

        device = tmp_path / "ttyACM0"
        device.touch()
        monkeypatch.setattr(serial, "serial_for_url", deny)
        monkeypatch.setattr(ports, "_owner", lambda name: (0o020660, 20))
        monkeypatch.setattr(grp, "getgrgid", lambda gid: SimpleNamespace(gr_name="dialout", gr_mem=[]))
        said = refused(*self.ARGS, "--port", str(device))
        assert f"You may not open {device}: it belongs to the group 'dialout'" in said
        assert "usermod -aG dialout" in said

    def test_a_board_that_refuses_its_settings(self, refused, slapboards):
        class Refusing(InProcess):
            def __init__(self, identity: Identity) -> None:
                self._core = Core(identity.uid, identity.boot, b"", parts=Parts(refused=True))

        board = slapboards(start=Refusing)
        for command in (("play", "lapsy"), ("arbitrate", "--headless")):
            said = refused(*command, "--seats", "Aino,Onni", "--port", board.port)
            assert f"The board on {board.port} refuses its settings and has no pads: mend them with" in said

    def test_more_players_than_pads(self, refused, slapboard):
        said = refused("play", "lapsy", "--seats", "Aino,Onni,Siiri", "--port", slapboard.port)
        assert "The boards found have pads for 2 seats, not for 3" in said

    def test_a_board_without_the_inputs_of_the_game(self, refused, slapboard):
        said = refused("play", "speed", "--seats", "Aino,Onni", "--port", slapboard.port)
        assert "has all the inputs of this game (left, right, stock1, stock2" in said


class TestJournalFolder:
    ARGS = ("play", "lapsy", "--bots", "2", "--simulated-time", "--seed", "2", "--journal")

    def test_a_file_in_its_place(self, refused, tmp_path):
        file = tmp_path / "file"
        file.touch()
        assert "is a file." in refused(*self.ARGS, str(file))
        assert "a file is in its way: choose another place." in refused(*self.ARGS, str(file / "sub"))

    def test_it_may_not_be_written(self, refused, tmp_path, monkeypatch):
        """Root may write everywhere: the refusal is made here."""
        from lapsy.table import journal_file

        def deny(path: Path, *_: object) -> int:
            raise PermissionError(13, "Permission denied", str(path))

        monkeypatch.setattr(journal_file.os, "open", deny)
        said = refused(*self.ARGS, str(tmp_path))
        assert said.startswith(f"{tmp_path}")
        assert "may not be used by you: choose another place" in said

    def test_a_full_disk_in_the_middle_of_a_game(self, refused, tmp_path, monkeypatch):
        from lapsy.table import journal_file

        def full(fd: int, data: bytes) -> int:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(journal_file.os, "write", full)
        assert "The disk is full" in refused(*self.ARGS, str(tmp_path))

    def test_a_second_game_never_overwrites_the_first(self, lapsy, tmp_path):
        for _ in range(2):
            assert lapsy(*self.ARGS, str(tmp_path)).code == 0
        one, other = sorted(tmp_path.iterdir())
        assert other.name == "lapsy-seed-2.jsonl"
        assert one.name == "lapsy-seed-2-2.jsonl"
        assert one.read_bytes() == other.read_bytes()


class TestResume:
    def written(self, folder: Path, journal: Path, count: int | None, **header: object) -> Path:
        """A journal of the first records of a game, its header changed, the chain computed anew."""
        records = read(journal.read_bytes()).records[:count]
        records[0] |= header
        chain = Chain()
        path = folder / "changed.jsonl"
        path.write_bytes(b"".join(map(chain.line, records)))
        return path

    def test_a_game_that_is_over(self, refused, journal, tmp_path):
        path = self.written(tmp_path, journal, None, simulated=False)
        assert refused("play", "--resume", str(path)).startswith(
            "This game is over: look at it with 'lapsy replay'"
        )

    def test_a_game_that_was_never_dealt(self, refused, journal, tmp_path):
        path = self.written(tmp_path, journal, 1, simulated=False)
        assert refused("play", "--resume", str(path)).startswith(
            "This game was not dealt yet when it stopped"
        )

    def test_a_game_in_virtual_time(self, refused, journal):
        assert "played in virtual time" in refused("play", "--resume", str(journal))

    def test_more_ports_than_the_game_has(self, refused, journal, tmp_path):
        path = self.written(tmp_path, journal, 20, simulated=False)
        said = refused("play", "--resume", str(path), "--port", "/dev/x")
        assert said == "The game has no boards of its own: leave --port out."

    @pytest.mark.parametrize(
        "damage", ["changed", "missing", "empty", "folder", "nothing", "text", "version"]
    )
    def test_what_is_no_sound_journal(self, refused, journal, tmp_path, damage):
        path = tmp_path / "damaged.jsonl"
        whole = journal.read_bytes()
        lines = whole.splitlines(keepends=True)
        match damage:
            case "changed":
                at = len(b"".join(lines[:6])) + 20
                path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
            case "missing":
                path.write_bytes(b"".join(lines[:6] + lines[7:]))
            case "empty":
                path.touch()
            case "folder":
                path.mkdir()
            case "text":
                path.write_text("Dear diary\n")
            case "version":
                path = self.written(tmp_path, journal, None, v=99)
        why = {
            "changed": "line 7 ",
            "missing": "line 7 does not follow from the lines before it",
            "empty": "holds no whole record",
            "folder": "is a folder: name one journal file in it.",
            "nothing": f"There is no {path}: check the name.",
            "text": "line 1 is no journal record",
            "version": "has version 99; this lapsy reads version 3",
        }[damage]
        before = path.read_bytes() if path.is_file() else None
        for command in (("play", "--resume"), ("replay",)):
            said = refused(*command, str(path))
            assert why in said
            assert str(path) in said
        with contextlib.suppress(OSError):
            assert path.read_bytes() == before  # a refused journal is left as it is


def test_every_source_of_presses_has_a_name_at_the_end():
    from lapsy.cli.terminal import SOURCES
    from lapsy.timing.claim import SOURCE_BOUND_US

    assert set(SOURCES) == set(SOURCE_BOUND_US)
