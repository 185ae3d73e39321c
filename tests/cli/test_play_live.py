"""``lapsy play`` as a process of its own: how it begins, and how it ends when somebody ends it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
import websockets

from lapsy.cli.live import _keys
from lapsy.table.journal_file import read_file
from lapsy.table.judge import Pacing
from patience import LIMIT_S
from road import people, setup_for

POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no signals to end a process gently")


def until_played(folder: Path, bundles: int) -> Path:
    """The journal, as soon as so many bundles are in it."""
    until = time.monotonic() + LIMIT_S
    while time.monotonic() < until:
        for path in folder.glob("*.jsonl"):
            if path.read_bytes().count(b'"k":"bundle"') >= bundles:
                return path
        time.sleep(0.05)
    pytest.fail("no game is being played")


@POSIX
def test_ended_from_outside_it_says_how_it_stood_and_goes_on_later(started, lapsy, refused, tmp_path):
    folder = tmp_path / "journals of ours"
    args = ("--bots", "2", "--headless", "--pace", "0.3", "--journal", str(folder))
    with started("play", "lapsy", *args) as running:
        running.line("Ctrl-C lopettaa")
        path = until_played(folder, 3)
        first = running.end(signal.SIGINT)
    assert first.code == 0
    assert re.search(r"Peli jäi kesken\.\n\d+ kort", first.out)
    assert f"Pöytäkirja: {path}" in first.err
    assert f"Jatka: lapsy play --resume '{path}'" in first.err  # as a shell needs it

    before = len(read_file(path).records)
    with started("play", "--resume", str(path), "--headless") as running:
        running.line("Ctrl-C lopettaa")
        until = time.monotonic() + LIMIT_S
        while path.read_bytes().count(b'"k":"shown"', len(path.read_bytes()) // 2) < 2:
            assert time.monotonic() < until
            if len(read_file(path).records) > before + 12:
                break
            time.sleep(0.05)
        second = running.end(signal.SIGTERM)
    assert second.code == 0
    assert "Peli jäi kesken." in second.out
    records = read_file(path).records
    assert [r["k"] for r in records].count("resumed") == 1
    replayed = lapsy("replay", str(path))
    assert replayed.code == 0
    assert "not finished" in replayed.out


@POSIX
@pytest.mark.parametrize(
    "command", [("play", "lapsy", "--bots", "2"), ("arbitrate", "--port", "sim", "--http-port", "0")]
)
def test_a_game_begun_in_the_background_of_a_shell_is_ended_from_outside(started, command):
    """Such a shell has it ignore Ctrl-C; SIGTERM still ends it in good order."""
    ignore = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)}
    with started(*command, "--headless" if command[0] == "play" else "--no-open", **ignore) as running:
        running.line("Ctrl-C lopettaa")
        assert running.end(signal.SIGTERM).code == 0


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_open_page_does_not_hold_the_end_up(started, number):
    args = ("--port", "sim", "--bots", "1", "--no-open", "--http-port", "0", "--lang", "en")
    with started("play", "lapsy", *args) as running:
        address = running.line(r"Table: http://(127\.0\.0\.1:\d+)/#k=\S{20,}$")[1]
        assert running.line("Player: slap the space bar$")
        assert running.line("presses their slap key once on the page")

        async def look() -> str:
            async with websockets.connect(f"ws://{address}/ws", origin=f"http://{address}") as page:
                view = json.loads(await asyncio.wait_for(page.recv(), LIMIT_S))
                while view.get("type") != "view":
                    view = json.loads(await asyncio.wait_for(page.recv(), LIMIT_S))
                running.process.send_signal(number)
                with suppress(websockets.ConnectionClosed):
                    while True:
                        await asyncio.wait_for(page.recv(), LIMIT_S)
                return str(view["phase"])

        assert asyncio.run(look()) == "lobby"
        said = running.wait()
    assert said.code == 0
    assert "Go on" not in said.err  # nothing was kept


@POSIX
def test_served_to_everybody_it_names_an_address_that_can_be_opened(started):
    args = (
        "--port",
        "sim",
        "--bots",
        "1",
        "--no-open",
        "--http-port",
        "0",
        "--host",
        "0.0.0.0",
        "--flip",
        "seat",
    )
    with started("play", "lapsy", *args) as running:
        port = running.line(r"^Pöytä: http://127\.0\.0\.1:(\d+)/#k=")[1]
        watch = running.line(r"^Katsojille: http://([^/]+):(\d+)/$")
        assert watch[2] == port
        assert watch[1] != "0.0.0.0"
        assert running.line("^Pelaaja: läpsy välilyönti, kääntö Enter$")
        with socket.create_connection((watch[1], int(port)), LIMIT_S):
            pass
        assert running.end(signal.SIGTERM).code == 0


@pytest.mark.parametrize(
    ("options", "flip", "told"),
    [
        ({}, "auto", "slap the space bar"),
        ({}, "seat", "slap the space bar, flip Enter"),
        ({"variant": "head_slap"}, "auto", "slap the space bar, own head arrow up"),
        ({"variant": "head_slap"}, "seat", "slap the space bar, flip Enter, own head arrow up"),
    ],
)
def test_the_terminal_names_every_key_that_counts(options, flip, told):
    setup = replace(
        setup_for(people(1, source="keyboard"), options=options, pacing=Pacing(flip)), language="en"
    )
    assert list(_keys(setup)) == [f"Aino: {told}"]
