"""``lapsy arbitrate``: races from a script in virtual time, and from real ports."""

from __future__ import annotations

import os
import signal

import pytest

from lapsy.boards.host_clock import now_us

SCRIPT = """
0.500 press slap1 bounce 2
0.503214 press slap2
2.500 press slap1 slap2      # one capture: a tie
4.500 press slap1
4.500001 press slap2         # one microsecond
"""


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "script"
    path.write_text(SCRIPT)
    return str(path)


def test_races_of_a_script(lapsy, script, tmp_path):
    args = (
        "arbitrate",
        "--simulated-time",
        "--script",
        script,
        "--seats",
        "Aino,Onni",
        "--journal",
        tmp_path / "j",
    )
    said = lapsy(*args)
    assert said.code == 0
    assert said.out.splitlines()[:3] == [
        "Kisa 1: 1. Aino · 2. Onni +3,214 ms ± 0,002 ms",
        "Kisa 2: 1. tasan Aino, Onni",
        "Kisa 3: 1. Aino · 2. Onni +0,001 ms ± 0,002 ms",
    ]
    assert lapsy(*args).out == said.out
    one, other = sorted((tmp_path / "j").iterdir())
    assert one.read_bytes() == other.read_bytes()
    replayed = lapsy("replay", "-v", one)
    assert replayed.code == 0
    assert replayed.out.splitlines()[:2] == [
        "race 1: 1. Aino · 2. Onni +3.214 ms ± 0.002 ms",
        "race 2: 1. tied Aino, Onni",
    ]
    assert "3 verdicts, none differs." in replayed.out
    assert "deck" not in replayed.out


def test_in_english(lapsy, script):
    out = lapsy("arbitrate", "--simulated-time", "--script", script, "--lang", "en").out
    assert (
        "Race 1: 1. Player 1 · 2. Player 2 +3.214 ms ± 0.002 ms\nRace 2: 1. tied Player 1, Player 2\n" in out
    )


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--seats", "0"], "A race needs at least one seat: give --seats."),
        (["--seats", "5", "--port", "sim"], "One keyboard has keys for 4 players, not 5"),
        (["--port", "sim", "--port", "/dev/x"], "not both in one race."),
        (["--port", "sim", "--headless"], "The page reads the keys: leave --headless out"),
        (["--simulated-time"], "--simulated-time and --script belong together"),
        (["--script", "SCRIPT"], "--simulated-time and --script belong together"),
        (["--simulated-time", "--script", "SCRIPT", "--port", "sim"], "Virtual time has a simulated board only"),
        (["--seed", "7", "--port", "sim"], "--seed is for --simulated-time"),
        (["--window", "nan", "--port", "sim"], "'nan' is no number of seconds"),
        (["--port", "/dev/none"], "There is no port /dev/none"),
        (["--simulated-time", "--script", "BINARY"], "is not a text file"),
        (["--simulated-time", "--script", "BAD"], "Line 2 of the script, '1.0 press slap9'"),
        (["--simulated-time", "--script", "/none"], "'/none' does not exist."),
    ],
)  # fmt: skip
def test_what_cannot_be_judged_is_one_sentence(refused, script, tmp_path, args, why):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "bad").write_text("0.5 press slap1\n1.0 press slap9\n")
    files = {"SCRIPT": script, "BINARY": str(tmp_path / "binary"), "BAD": str(tmp_path / "bad")}
    assert why in refused("arbitrate", *(files.get(arg, arg) for arg in args))


@pytest.mark.skipif(os.name != "posix", reason="this system has no signals to end a process gently")
def test_hands_on_the_pads_of_a_real_port(started, lapsy, slapboard, tmp_path):
    args = ("--seats", "Aino,Onni", "--port", slapboard.port, "--headless", "--window", "0.2")
    with started("arbitrate", *args, "--journal", str(tmp_path)) as running:
        running.line("Valmiina", running.err)
        at_us = now_us() + 300_000
        slapboard.press("slap2", at_us)
        slapboard.press("slap1", at_us + 1)
        running.line(r"^Kisa 1: 1\. Onni · 2\. Aino \+0,001 ms ± 0,002 ms$")
        at_us = now_us() + 300_000
        for pad in ("slap1", "slap2"):
            slapboard.press(pad, at_us)
        running.line(r"^Kisa 2: 1\. tasan Aino, Onni$")
        said = running.end(signal.SIGINT)
    assert said.code == 0
    assert "Jatka" not in said.err  # a race is not gone on with
    (path,) = tmp_path.iterdir()
    assert "2 verdicts, none differs." in lapsy("replay", str(path)).out
