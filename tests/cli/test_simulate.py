"""``lapsy simulate`` and ``lapsy rules`` as a user meets them."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading

import pytest

from lapsy.games.registry import CARD_GAMES, GAMES
from lapsy.language import tr
from patience import LIMIT_S

LIMPPU = ("simulate", "limppu", "--games", "12", "--seats", "3", "--seed", "x", "--strength", "strong,random")


def figures(said) -> dict:
    told = json.loads(said.out)
    run = told.pop("run")
    assert run["moves_per_second"] > 0
    return told


def test_the_report_tells_lengths_wins_and_speed(lapsy):
    said = lapsy(*LIMPPU, "--lang", "en")
    assert said.code == 0
    for part in (
        "Limppu: 12 games, seed x",
        "Unfinished: 0",
        "moves a second",
        "95 % interval",
        "strong",
        "random",
    ):
        assert part in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_in_finnish_too(lapsy):
    said = lapsy(*LIMPPU)
    for part in ("Limppu: 12 peliä, siemen x", "Kesken jäi 0", "siirtoa sekunnissa", "vahva", "satunnainen"):
        assert part in said.out


def test_the_same_figures_whatever_the_jobs(lapsy):
    one, two = lapsy(*LIMPPU, "--json"), lapsy(*LIMPPU, "--json", "--jobs", "2")
    assert figures(one) == figures(two)
    assert figures(one) != figures(lapsy(*LIMPPU[:-4], "--seed", "y", "--json"))


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["poker"], "'poker' is not one of"),
        (["race"], "'race' is not one of"),
        (["limppu", "--games", "0"], "0 is not in the range"),
        (["limppu", "--seats", "7"], "2 to 6"),
        (["kuoppa", "--seats", "4"], "5"),
        (["limppu", "--strength", "clever"], "is no strength: choose from weak, medium, strong, random"),
        (["speed", "--strength", "weak,weak,weak"], "3 strengths do not fit 2 seats"),
        (["limppu", "--option", "decks"], "write NAME=VALUE"),
        (["limppu", "--option", "decks=9"], "decks"),
        (["limppu", "--option", "trumps=on"], "Limppu has no option “trumps”"),
    ],
)
def test_a_mistake_is_one_sentence(refused, args, why):
    assert why in refused("simulate", *args)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_help_tells_the_options_of_the_game_named(lapsy, game):
    told = " ".join(lapsy("simulate", game, "--help").out.split())
    for option in GAMES[game].OPTIONS:
        assert f"{option.name}=" in told
        assert " ".join(option.text.split())[:30] in told
    assert "Rule options" not in lapsy("simulate", "--help").out


@pytest.mark.parametrize("lang", ["fi", "en"])
@pytest.mark.parametrize("game", CARD_GAMES)
def test_rules_tell_the_game_and_every_option(lapsy, game, lang):
    said = lapsy("rules", game, "--lang", lang)
    assert said.code == 0
    assert said.out.startswith("# ")
    for option in GAMES[game].OPTIONS:
        assert said.out.count(f"| `{option.name}` |") == 1
        assert tr(lang, option.text) in said.out
    options = lapsy("rules", game, "--lang", lang, "--options").out
    assert options in said.out
    assert len(options) < len(said.out) / 2 or game == "lapsy"


@pytest.mark.skipif(os.name != "posix", reason="process groups are of POSIX")
def test_ctrl_c_ends_all_processes():
    command = [sys.executable, "-m", "lapsy", "simulate", "lapsy", "--games", "1000000", "--jobs", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True, text=True) as process:
        try:
            for _ in range(int(LIMIT_S * 10)):
                if len(workers(process.pid)) >= 2:
                    break
                threading.Event().wait(0.1)
            assert len(workers(process.pid)) >= 2
            os.killpg(process.pid, signal.SIGINT)
            _, said = process.communicate(timeout=LIMIT_S)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 1
    assert "Aborted!" in said
    assert "Traceback" not in said


def workers(group: int) -> list[str]:
    """The processes of a group that play games (``-ww``: a line is never cut to a terminal's width)."""
    found = subprocess.run(
        ["ps", "-ww", "-o", "args=", "--sid", str(group)], capture_output=True, text=True, check=True
    )
    return [line for line in found.stdout.splitlines() if "spawn_main" in line]


def test_an_option_given_twice_is_refused(refused):
    said = refused("simulate", "limppu", "--option", "series=on", "--option", "series=off")
    assert "series is given twice: leave one out" in said


def test_no_more_processes_than_games(lapsy):
    said = lapsy("simulate", "limppu", "--games", "1", "--seats", "2", "--jobs", "9", "--json")
    assert json.loads(said.out)["run"]["jobs"] == 1
