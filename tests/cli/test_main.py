"""The command itself: its help, how quickly it is there, and that no mistake at all gives a traceback."""

from __future__ import annotations

import re
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import lapsy as package
from lapsy.cli.main import main
from lapsy.cli.options import users_language

#: A command keeps the help option of the first context it meets, so every test names the real ones.
HELP = ["-h", "--help"]


COMMANDS = [
    (),
    ("play",),
    ("arbitrate",),
    ("replay",),
    ("boards",),
    ("boards", "sim"),
    ("boards", "list"),
    ("conformance",),
]
HEAVY = ("rich", "starlette", "uvicorn", "msgspec", "serial", "websockets", "asyncio", "segno", "lapsy.table")


def command_of(path: tuple[str, ...]) -> click.Command:
    command: click.Command = main
    for name in path:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command, help_option_names=HELP), name)
        assert found is not None
        command = found
    return command


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_fits_eighty_columns_and_hides_nothing(lapsy, path):
    said = lapsy(*path, "--help")
    assert said.code == 0
    assert said.out == lapsy(*path, "-h").out
    assert max(map(len, said.out.splitlines())) <= 80
    assert "..." not in said.out.split("\n\n", 1)[1]  # no text was cut off to fit
    for param in command_of(path).params:
        if isinstance(param, click.Option):
            assert param.help
            assert param.opts[-1] in said.out


def test_every_example_in_the_help_is_a_command_that_parses(lapsy, tmp_path):
    count = 0
    script = tmp_path / "script"
    script.write_text("0.5 press slap1\n")
    for path in COMMANDS:
        for line in lapsy(*path, "--help").out.splitlines():
            if match := re.fullmatch(rf"\s+lapsy {' '.join(path)} (.+)", line):
                words = match[1].replace("FILE", str(script)).split()
                command_of(path).make_context(path[-1], words)
                count += 1
    assert count >= 6


def test_python_m_lapsy_is_the_same_command(lapsy):
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-m", "lapsy", "--version"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert ran.stdout == lapsy("--version").out == f"lapsy, version {package.__version__}\n"
    assert ran.stderr == ""


def test_the_help_loads_nothing_heavy():
    """What makes ``lapsy --help`` quick. In figures: tests/bench/test_startup.py."""
    code = (
        "import sys; sys.argv = ['lapsy', '--help']\n"
        "from lapsy.cli.main import main\n"
        "try: main()\n"
        "except SystemExit as e: assert e.code == 0\n"
        f"loaded = [name for name in {HEAVY} if name in sys.modules]\n"
        "assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, capture_output=True)


def test_every_command_in_the_list_can_be_loaded():
    for name in main.list_commands(click.Context(main, help_option_names=HELP)):
        assert command_of((name,)).name == name


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["paly"], "No such command 'paly'"),
        (["play", "lapsy", "--bogus"], "No such option '--bogus'"),
        (["boards", "simm"], "No such command 'simm'"),
        (["replay"], "Missing argument 'JOURNAL'"),
        (["conformance"], "Missing argument 'FILES...'"),
    ],
)
def test_what_does_not_exist_is_said(refused, args, why):
    assert why in refused(*args)


#: Values that somebody types, pastes or leaves out; ² is a digit to str.isdigit, \udcff is a byte that is not UTF-8.
VALUES = (
    "", " ", "0", "1", "2", "3", "9", "-1", "1e9", "nan", "inf", "²", "٣", "0x1", "1_0", "Aino,Onni", "Aino,Aino", ",",
     "A,B,C,D,E", "Å" * 25, "a\x07b", "\udcff", "weak", "weak,strong", "weak,", "sim", "auto", "seat", "fi",
     "/dev/null/none", "socket://", "socket://127.0.0.1:x", "loop://", "hwgrep://[", "alt://x", "sandwich=on", "=", "a=b=c",
     "window_ms=²", "0.0.0.0", "::", "..", "a" * 70, "nosuch.invalid", "65536", "0.3", "60.5",
)  # fmt: skip
VALUED = {
    "play": ("--seats", "--bots", "--strength", "--port", "--seed", "--flip", "--pace", "--option", "--journal",
             "--resume", "--host", "--http-port", "--lang"),
    "arbitrate": ("--seats", "--port", "--window", "--journal", "--script", "--seed", "--host", "--http-port", "--lang"),
}  # fmt: skip
FLAGS = ("--headless", "--simulated-time", "--no-open")


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    command = draw(st.sampled_from(sorted(VALUED)))
    args = [command, *(draw(st.sampled_from((["lapsy"], []))) if command == "play" else [])]
    args += draw(st.sampled_from((["--port", "sim"], ["--bots", "2", "--port", "sim"], [])))
    for name in draw(st.lists(st.sampled_from(VALUED[command]), max_size=4, unique=True)):
        args += [name, draw(st.sampled_from(VALUES))]
    return args + draw(st.lists(st.sampled_from(FLAGS), unique=True))


@pytest.fixture(scope="class")
def no_game(tmp_path_factory):
    """Everything up to the game is real; the game itself is not played."""
    from lapsy.boards import ports
    from lapsy.cli import arbitrate, live, simulated

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("here"))
        patch.setattr(live, "play_live", lambda *_, **__: None)
        patch.setattr(live, "lobby_live", lambda *_, **__: None)
        patch.setattr(simulated, "play_simulated", lambda *_, **__: None)
        patch.setattr(arbitrate, "_run_script", lambda *_: None)
        patch.setattr(ports, "seen_ports", list)
        yield


def no_traceback(args: list[str]) -> None:
    result = CliRunner().invoke(main, args)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code:
        assert re.search(r"(?m)^Error: .*[.)?]$", result.stderr), result.stderr
    assert "Traceback" not in result.output


@pytest.mark.usefixtures("no_game")
@pytest.mark.parametrize("name", VALUED["play"])
def test_no_value_of_play_gives_a_traceback(name: str) -> None:
    for value in VALUES:
        no_traceback(["play", "lapsy", "--bots", "2", "--port", "sim", name, value])


@pytest.mark.usefixtures("no_game")
@pytest.mark.parametrize("name", VALUED["arbitrate"])
def test_no_value_of_arbitrate_gives_a_traceback(name: str) -> None:
    for value in VALUES:
        no_traceback(["arbitrate", "--port", "sim", name, value])


@pytest.mark.usefixtures("no_game")
@given(lines())
def test_no_line_gives_a_traceback(args: list[str]) -> None:
    no_traceback(args)


@pytest.mark.parametrize(
    ("spoken", "language"),
    [
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "fi_FI@euro"}, "fi"),
        ({"LANG": "C.UTF-8"}, "fi"),
        ({"LC_MESSAGES": "xx_XX"}, "fi"),
        ({}, "fi"),
    ],
    ids=str,
)
def test_the_language_is_the_systems_unless_somebody_says(monkeypatch, spoken, language):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in spoken.items():
        monkeypatch.setenv(name, value)
    assert users_language() == language


@pytest.mark.parametrize(
    "options", [["--resume", "nothing.jsonl"], ["--http-port=70000"], ["--nonsense"]], ids=str
)
def test_options_without_a_command_are_the_lobbys(options):
    runner = CliRunner()
    alone, played = runner.invoke(main, options), runner.invoke(main, ["play", *options])
    assert alone.exit_code == played.exit_code != 0
    assert alone.output == played.output
    assert runner.invoke(main, ["--version"]).output.startswith("lapsy")
    assert "Commands:" in runner.invoke(main, ["-h"]).output
