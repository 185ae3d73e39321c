"""The store of calibrated displays: whole or not at all, and one sentence for whatever is wrong with it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from lapsy.drivers import displays
from lapsy.drivers.displays import DisplayError, KeptDisplay, all_kept, keep, load, path_of
from lapsy.table.display import Display

TV = KeptDisplay(
    "Olohuoneen TV", 18_240, 41_060, 27_000, "photodiode", 59, 60, "2026-12-01 12:00:00", 16_667, "Firefox", "e660", "0.1.0"
)  # fmt: skip


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(displays.platformdirs, "user_config_path", lambda *a, **k: tmp_path / "lapsy")
    return tmp_path / "lapsy" / "displays"


def test_what_is_kept_comes_back() -> None:
    path = keep(TV)
    assert load(" Olohuoneen TV ") == TV
    assert TV.display() == Display("Olohuoneen TV", 18_240, 41_060, "photodiode")
    assert TV.display(live=True).live
    assert [p.name for p in path.parent.iterdir()] == ["Olohuoneen TV.json"], "nothing half written is left"


def test_a_new_figure_replaces_the_old_and_others_stay() -> None:
    keep(TV)
    keep(replace(TV, name="a/b..", board=""))
    keep(replace(TV, lo_us=1))
    assert load("Olohuoneen TV").lo_us == 1
    assert load("a/b..").lo_us == 18_240
    assert [k.name for k in all_kept() if isinstance(k, KeptDisplay)] == ["Olohuoneen TV", "a/b.."]


def test_a_name_never_leaves_the_folder(home: Path) -> None:
    for name in ("../../x", "/etc/x", "..", "a\\b", "con.", "ä" * 40):
        assert keep(replace(TV, name=name)).parent == home
        assert load(name).name == name


def test_a_write_that_breaks_leaves_the_old_figure(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(TV)

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(displays.os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        keep(replace(TV, lo_us=1))
    assert load("Olohuoneen TV") == TV
    assert [p.name for p in home.iterdir()] == ["Olohuoneen TV.json"]


def test_an_unknown_display_names_the_command() -> None:
    with pytest.raises(DisplayError, match=r"^No display 'x' .*'lapsy calibrate display'.*\.$"):
        load("x")
    assert all_kept() == []


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\nb"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(DisplayError, match=r"is no name of a display"):
        load(name)


@pytest.mark.parametrize(
    "damage",
    [
        lambda t: "",
        lambda t: t[: len(t) // 2],
        lambda t: "[" * 100_000,
        lambda t: "[1, 2]",
        lambda t: "{}",
        lambda t: t.replace('"lo_us": 18240', '"lo_us": 50000'),
        lambda t: t.replace('"lo_us": 18240', '"lo_us": -1'),
        lambda t: t.replace('"lo_us": 18240', '"lo_us": "18240"'),
        lambda t: t.replace('"lo_us": 18240', '"lo_us": 18240.5'),
        lambda t: t.replace('"frame_us": 16667', '"frame_us": "often"'),
        lambda t: t.replace('"how": "photodiode"', '"how": "by eye"'),
        lambda t: t.replace("Olohuoneen TV", "Keittiö"),
        lambda t: t.replace('"v": 1', '"v": 2'),
        lambda t: t.replace('"v": 1', '"v": 1, "more": 0'),
        lambda t: t.encode("utf-16"),
    ],
)
def test_a_damaged_file_is_one_sentence(damage) -> None:
    path = keep(TV)
    damaged = damage(path.read_text(encoding="utf-8"))
    path.write_bytes(damaged if isinstance(damaged, bytes) else damaged.encode())
    with pytest.raises(DisplayError) as refused:
        load("Olohuoneen TV")
    text = str(refused.value)
    assert str(path) in text
    assert text.endswith(".")
    assert "\n" not in text
    (listed,) = all_kept()
    assert str(listed) == text


def test_the_file_says_how_it_was_measured() -> None:
    kept = json.loads(keep(TV).read_text(encoding="utf-8"))
    assert kept["v"] == 1
    assert {"date", "flashes", "of", "how", "frame_us", "agent", "board", "lapsy"} <= kept.keys()
    assert path_of(TV.name).name == "Olohuoneen TV.json"
