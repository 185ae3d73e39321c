"""The journal: every change shows, a torn end costs nothing, and nobody else may read it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.table.journal import VERSION, Chain, JournalDamagedError, canonical, read
from lapsy.table.journal_file import JournalFile, read_file

RECORDS = [
    {"k": "header", "v": VERSION},
    {"k": "press", "seq": 1, "name": "Åke"},
    {"k": "press", "seq": 2},
    {"k": "end"},
]


def lines(records: list[dict[str, object]] = RECORDS) -> bytes:
    chain = Chain()
    return b"".join(chain.line(r) for r in records)


def test_what_was_written_comes_back() -> None:
    recovered = read(lines())
    assert recovered.records == RECORDS
    assert recovered.torn == 0


def test_the_text_of_a_record_is_canonical() -> None:
    assert canonical({"b": 1, "a": [1, "ä"]}) == '{"a":[1,"ä"],"b":1}'


@given(st.data())
def test_any_changed_byte_is_found(data: st.DataObject) -> None:
    whole = bytearray(lines())
    at = data.draw(st.integers(0, len(whole) - 2))
    whole[at] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(JournalDamagedError, match=r"line \d|no whole record"):
        read(bytes(whole))


@pytest.mark.parametrize("gone", range(len(RECORDS) - 1))
def test_a_missing_line_is_found(gone: int) -> None:
    kept = lines().splitlines(keepends=True)
    del kept[gone]
    with pytest.raises(JournalDamagedError, match=r"line [123]"):
        read(b"".join(kept))


def test_lines_that_changed_places_are_found() -> None:
    kept = lines().splitlines(keepends=True)
    kept[1], kept[2] = kept[2], kept[1]
    with pytest.raises(JournalDamagedError, match="line 2"):
        read(b"".join(kept))


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_line_cut_by_a_kill_is_left_out(cut: int) -> None:
    recovered = read(lines()[:-cut])
    assert recovered.records == RECORDS[:-1]
    assert recovered.torn == len(lines()) - len(lines(RECORDS[:-1])) - cut


@pytest.mark.parametrize("data", [b"", b"nothing", b"{}\n", b"\xff\xfe\n", b"[1]\n", b'{"k":"header"}\n'])
def test_what_is_no_journal_is_said(data: bytes) -> None:
    with pytest.raises(JournalDamagedError):
        read(data)


def test_another_version_is_said() -> None:
    with pytest.raises(JournalDamagedError, match="version 9"):
        read(lines([{"k": "header", "v": 9}]))


def test_a_file_is_private_and_never_written_over(tmp_path: Path) -> None:
    first, second = (
        JournalFile.create(tmp_path / "deep" / "er", "game"),
        JournalFile.create(tmp_path / "deep" / "er", "game"),
    )
    first.append(RECORDS)
    second.append(RECORDS[:1])
    first.close()
    second.close()
    assert (first.path.name, second.path.name) == ("game.jsonl", "game-2.jsonl")
    if os.name == "posix":
        assert stat.S_IMODE(first.path.stat().st_mode) == 0o600
    assert read_file(first.path).records == RECORDS


def test_a_resumed_file_goes_on_after_its_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(lines()[:-7])
    book, recovered = JournalFile.resume(path)
    assert recovered.records == RECORDS[:-1]
    book.append([{"k": "resumed"}])
    book.close()
    assert read_file(path).records == [*RECORDS[:-1], {"k": "resumed"}]


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(JournalDamagedError, match="folder"):
        read_file(tmp_path)
