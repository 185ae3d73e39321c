"""The wheel, installed in a fresh environment outside the clone: everything that runs is in it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lapsy.games.registry import CARD_GAMES

ROOT = Path(__file__).parents[1]
LIMIT_S = 300


def run(*args: str | Path, cwd: Path) -> str:
    """Standard output of a program that sees nothing of the clone; its errors when it fails."""
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(arg) for arg in args], cwd=cwd, env=env, capture_output=True, text=True, timeout=LIMIT_S
    )
    assert done.returncode == 0, (args, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as anybody would."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel and, for the plugin, pytest."""
    folder = tmp_path_factory.mktemp("elsewhere")
    run(sys.executable, "-m", "venv", folder / "env", cwd=folder)
    python = _program(folder, "python")
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, "pytest", cwd=folder)
    return folder


def _program(home: Path, name: str) -> Path:
    return home / "env" / ("Scripts" if os.name == "nt" else "bin") / name


def test_the_wheel_holds_what_the_clone_has(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
        entry_points = archive.read(next(n for n in held if n.endswith("entry_points.txt"))).decode()
    wanted = {"lapsy/py.typed"}
    for source, target in ((ROOT / "host" / "lapsy", "lapsy"), (ROOT / "firmware", "lapsy/_firmware")):
        for path in source.rglob("*"):
            if (
                path.is_file()
                and not {"__pycache__", ".mypy_cache"} & set(path.parts)
                and path.suffix != ".mpy"
            ):
                wanted.add(f"{target}/{path.relative_to(source).as_posix()}")
    assert len([name for name in wanted if name.startswith("lapsy/screens/static/")]) > 20
    assert len([name for name in wanted if name.startswith("lapsy/_firmware/slapboard/")]) > 8
    assert wanted <= held
    outside = {name for name in held if not name.startswith("lapsy/") and ".dist-info/" not in name}
    assert not outside
    assert not [name for name in held if "__pycache__" in name or "test_" in name]
    assert "lapsy = lapsy.cli.main:main" in entry_points
    assert "lapsy = lapsy.testing.plugin" in entry_points


def test_the_simulated_game_runs_from_there(home: Path) -> None:
    lapsy = _program(home, "lapsy")
    args = ("--bots", "2", "--headless", "--simulated-time", "--seed", "2", "--journal", home / "journals")
    assert "Voittaja: " in run(lapsy, "play", "lapsy", *args, cwd=home)
    said = run(lapsy, "replay", home / "journals" / "lapsy-seed-2.jsonl", cwd=home)
    assert "none differs." in said
    where = run(_program(home, "python"), "-c", "import lapsy; print(lapsy.__file__)", cwd=home)
    assert Path(where.strip()).is_relative_to(home)


def test_a_simulated_board_runs_the_firmware_of_the_package(home: Path) -> None:
    out = run(_program(home, "lapsy"), "boards", "sim", "--tcp", "0", "--duration", "100ms", cwd=home)
    assert out.startswith("socket://127.0.0.1:")


@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_rules_are_told_from_there(home: Path, game: str) -> None:
    said = run(_program(home, "lapsy"), "rules", game, "--lang", "en", cwd=home)
    assert said == (ROOT / "docs" / "rules" / f"{game}.en.md").read_text(encoding="utf-8")


def test_many_games_are_simulated_from_there(home: Path) -> None:
    said = run(
        _program(home, "lapsy"), "simulate", "limppu", "--games", "4", "--jobs", "2", "--lang", "en", cwd=home
    )
    assert "Limppu: 4 games" in said


def test_the_page_finds_its_files(home: Path) -> None:
    code = (
        "from lapsy.screens.server import STATIC; from pathlib import Path\n"
        "print(sum(1 for p in Path(STATIC).iterdir()), (Path(STATIC) / 'page.html').is_file())"
    )
    count, page = run(_program(home, "python"), "-c", code, cwd=home).split()
    assert int(count) == len(list((ROOT / "host" / "lapsy" / "screens" / "static").iterdir()))
    assert page == "True"


def test_the_pytest_plugin_is_there_for_its_users(home: Path) -> None:
    (home / "test_user.py").write_text(
        "def test_it_answers(slapboard):\n    slapboard.press('slap1')\n    assert slapboard.port\n"
    )
    python = _program(home, "python")
    out = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_user.py", cwd=home)
    assert "1 passed" in out
