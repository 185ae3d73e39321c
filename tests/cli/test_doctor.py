"""``lapsy doctor``, on this machine."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from lapsy.boards.doctor import RULES, rules_text
from lapsy.boards.ports import open_port


@pytest.fixture(autouse=True)
def _no_boards(monkeypatch):
    """What is plugged into this machine is none of a test's business."""
    from lapsy.boards import bootsel, ports

    monkeypatch.setattr(ports, "seen_ports", list)
    monkeypatch.setattr(bootsel, "empty_boards", list)


def test_it_runs_here_and_each_line_has_a_grade(lapsy):
    said = lapsy("doctor")
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0].startswith("ok    Python: 3.")
    assert all(line.startswith(("ok    ", "warn  ", "        to do: ", "You can play")) for line in lines)
    assert lines[-1].startswith("You can play")


def test_a_named_board_is_asked(lapsy, slapboard):
    said = lapsy("doctor", slapboard.port)
    assert said.code == 0
    assert f"ok    firmware: {slapboard.port}: board 0000000000000001, " in said.out
    assert "a simulated board" in said.out


def test_something_bad_ends_with_1(lapsy):
    said = lapsy("doctor", "/dev/none")
    assert said.code == 1
    assert "BAD   firmware: /dev/none was not asked" in said.out
    assert "to do: There is no port /dev/none" in said.out
    assert said.out.splitlines()[-1] == "1 to mend before you can play."


def test_a_port_that_a_table_plays_on_is_no_fault(lapsy, slapboard):
    with open_port(slapboard.port):
        said = lapsy("doctor", slapboard.port)
    assert said.code == 0, said.out
    assert f"warn  firmware: {slapboard.port} is in use, so it was not asked" in said.out
    assert "BAD" not in said.out


@pytest.mark.skipif(
    not os.path.isdir("/proc/self/fd"), reason="this system does not tell which program has a port open"
)
def test_who_plays_on_it_is_named_once(lapsy, slapboard):
    code = (
        "import sys; from lapsy.boards.ports import open_port\n"
        "with open_port(sys.argv[1]): print(flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, slapboard.port], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as table:
        table.stdout.readline()
        said = lapsy("doctor", slapboard.port)
        table.stdin.close()
    assert said.code == 0, said.out
    assert re.search(
        rf"warn  holder: {slapboard.port} is in use by python\S* \(process {table.pid}\)\n", said.out
    )
    assert "not asked" not in said.out


def test_json(lapsy, slapboard):
    found = json.loads(lapsy("doctor", slapboard.port, "--json").out)
    assert {"what", "grade", "text", "todo"} == set(found[0])
    assert any(finding["what"] == "firmware" and "0000000000000001" in finding["text"] for finding in found)
    assert all(finding["grade"] == "ok" or finding["todo"] for finding in found)


def test_the_udev_rules_are_printed_for_a_pipe(lapsy):
    said = lapsy("doctor", "--udev")
    assert said.code == 0
    assert said.out == rules_text()
    assert f"/etc/udev/rules.d/{RULES}" in said.out
