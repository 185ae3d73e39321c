"""What a flash does to a board's files: from anywhere to the wanted ones, and harmless wherever it is cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.boards.flashing import FlashError, carry_out
from lapsy.boards.manifest import (
    BUILD,
    MAIN,
    SETTINGS,
    TEMPORARY,
    Folder,
    Rename,
    Verify,
    Write,
    build_file,
    build_id,
    digest,
    plan,
    sources,
    to_write,
)

OLD = {
    MAIN: b"old main",
    "/slapboard/core.mpy": b"old core",
    "/slapboard/wire.mpy": b"wire",
    "/slapboard/pins.mpy": b"gone in the new one",
    BUILD: b"old build",
    SETTINGS: b"settings of its owner",
    "/notes.txt": b"its owner's",
}
NEW = {
    MAIN: b"new main",
    "/slapboard/core.mpy": b"new core",
    "/slapboard/wire.mpy": b"wire",
    "/slapboard/lights.mpy": b"lights",
    BUILD: b"new build",
}
FINAL = {**NEW, SETTINGS: OLD[SETTINGS], "/notes.txt": OLD["/notes.txt"]}


class CutError(Exception):
    pass


class Board:
    """Files as a board has them; ``cut`` operations work, then the cable is out. A cut write leaves half a file."""

    def __init__(self, files: dict[str, bytes], cut: int | None = None, room: int = 1 << 20) -> None:
        self.files = dict(files)
        self.cut = cut
        self.room = room
        self.operations = 0
        #: Every state in which the board could have been switched on.
        self.states = [dict(files)]

    def _operate(self) -> None:
        if self.cut is not None and self.operations >= self.cut:
            raise CutError
        self.operations += 1

    def _did(self) -> None:
        self.states.append(dict(self.files))

    def hashes(self):
        return {path: digest(data) for path, data in self.files.items()}

    def free(self):
        return self.room

    def make_folder(self, path):
        self._operate()

    def write(self, path, data, wrote):
        for half in (data[: len(data) // 2], data):
            self._operate()
            self.files[path] = half
            self._did()
        wrote(len(data))

    def rename(self, path, to):
        self._operate()
        self.files[to] = self.files.pop(path)
        self._did()

    def remove(self, path):
        self._operate()
        del self.files[path]
        self._did()

    def hash_of(self, path):
        return digest(self.files[path])


def flashed(board: Board, wanted: dict[str, bytes]) -> dict[str, bytes]:
    carry_out(plan(board.hashes(), wanted), board)
    return board.files


def runs(files: dict[str, bytes]) -> str:
    """What a board with these files runs when it is switched on."""
    if MAIN not in files:
        return "nothing"
    seen = {path: data for path, data in files.items() if not path.endswith(TEMPORARY)}
    for name, whole in (("old", OLD), ("new", FINAL), ("settings", {**OLD, SETTINGS: b"better"})):
        if seen == whole:
            return name
    return "a mix"


def test_a_fresh_board_gets_everything_and_main_comes_last() -> None:
    wanted = {**NEW, SETTINGS: b"usual"}
    steps = plan({}, wanted)
    assert steps[0] == Folder("/slapboard")
    assert [s.path for s in steps if isinstance(s, Write)] == [path + TEMPORARY for path in wanted]
    *_, verify, last = steps
    assert isinstance(verify, Verify)
    assert {path for path, _ in verify.hashes} == set(wanted) - {MAIN}
    assert last == Rename(MAIN + TEMPORARY, MAIN)
    assert flashed(Board({}), wanted) == wanted
    assert to_write(steps) == sum(map(len, wanted.values()))


def test_only_what_changed_is_written_and_what_is_no_longer_ours_goes() -> None:
    board = Board(OLD)
    steps = plan(board.hashes(), NEW)
    assert {s.path for s in steps if isinstance(s, Write)} == {
        path + TEMPORARY for path in (MAIN, "/slapboard/core.mpy", "/slapboard/lights.mpy", BUILD)
    }
    assert flashed(board, NEW) == FINAL
    assert plan(board.hashes(), NEW) == ()


def test_a_source_would_hide_its_compiled_twin_so_it_goes() -> None:
    board = Board({**FINAL, "/slapboard/core.py": b"newer by hand"})
    assert flashed(board, NEW) == FINAL


def test_settings_alone_change_without_main_being_written_again() -> None:
    board = Board(FINAL)
    steps = plan(board.hashes(), {**NEW, SETTINGS: b"better"})
    assert [s.path for s in steps if isinstance(s, Write)] == [SETTINGS + TEMPORARY]
    assert flashed(board, {**NEW, SETTINGS: b"better"}) == {**FINAL, SETTINGS: b"better"}


@pytest.mark.parametrize(
    ("start", "wanted"), [(OLD, NEW), ({}, {**NEW, SETTINGS: b"usual"}), (OLD, {**OLD, SETTINGS: b"better"})]
)
def test_cut_anywhere_no_mix_runs_and_the_next_flash_ends_it(
    start: dict[str, bytes], wanted: dict[str, bytes]
) -> None:
    whole = Board(start)
    end = flashed(whole, {path: data for path, data in wanted.items() if path != "/notes.txt"})
    wanted = {path: data for path, data in wanted.items() if path != "/notes.txt"}
    for cut in range(whole.operations):
        board = Board(start, cut)
        with pytest.raises(CutError):
            flashed(board, wanted)
        for state in board.states:
            assert runs(state) in ("nothing", "old", "settings" if SETTINGS in wanted else "new")
        again = Board(board.files)
        assert flashed(again, wanted) == end, cut
        # And cut a second time, wherever that is.
        for second in range(again.operations):
            twice = Board(board.files, second)
            with pytest.raises(CutError):
                flashed(twice, wanted)
            assert all(runs(state) != "a mix" for state in twice.states)
            assert flashed(Board(twice.files), wanted) == end


def test_what_was_copied_before_a_cut_is_not_copied_again() -> None:
    board = Board(OLD, cut=5)
    with pytest.raises(CutError):
        flashed(board, NEW)
    copied = [path for path in board.files if path.endswith(TEMPORARY)]
    assert len(copied) >= 2
    written = {s.path for s in plan(board.hashes(), NEW) if isinstance(s, Write)}
    assert len(written & set(copied)) < len(copied)


names = st.sampled_from([MAIN, BUILD, SETTINGS, "/slapboard/a.mpy", "/slapboard/b.py", "/mine.txt"])
trees = st.dictionaries(
    st.one_of(names, names.map(lambda name: name + TEMPORARY)), st.sampled_from([b"1", b"2", b"3"])
)


@given(trees, st.dictionaries(names.filter(lambda n: n != "/mine.txt"), st.sampled_from([b"1", b"2", b"3"])))
def test_any_board_becomes_the_wanted_one_and_keeps_what_is_not_ours(
    there: dict[str, bytes], wanted: dict[str, bytes]
) -> None:
    wanted = {MAIN: b"1", **wanted}
    files = flashed(Board(there), wanted)
    kept = {path: data for path, data in there.items() if path.removesuffix(TEMPORARY) == "/mine.txt"}
    if SETTINGS in there:
        kept[SETTINGS] = there[SETTINGS]
    assert files == {**kept, **wanted}


def test_a_file_that_reads_back_wrong_stops_the_flash_before_anything_is_replaced() -> None:
    class Worn(Board):
        def hash_of(self, path):
            return digest(b"rot") if "core" in path else super().hash_of(path)

    board = Worn(OLD)
    with pytest.raises(FlashError, match=r"/slapboard/core.mpy.new does not read back .* flash again"):
        flashed(board, NEW)
    assert runs(board.files) == "old"


def test_a_file_that_is_wrong_after_all_keeps_main_away() -> None:
    class Late(Board):
        def hashes(self):
            hashes = super().hashes()
            return {**hashes, "/slapboard/core.mpy": "?"} if MAIN not in self.files else hashes

    board = Late(OLD)
    with pytest.raises(FlashError):
        flashed(board, NEW)
    assert runs(board.files) == "nothing"


def test_a_full_board_is_told_before_anything_is_written() -> None:
    board = Board(OLD, room=100)
    with pytest.raises(FlashError, match=r"The board has .* KB free and 16 KB are needed: delete files"):
        flashed(board, NEW)
    assert board.operations == 0


def test_the_build_names_the_sources() -> None:
    from lapsy.boards.firmware import firmware_dir

    firmware = sources(firmware_dir())
    assert {"main.py", "slapboard/core.py", "slapboard/__init__.py"} <= set(firmware)
    assert "unix_main.py" not in firmware
    build = build_id(firmware)
    assert len(bytes.fromhex(build)) == 8
    assert build_id({**firmware, "main.py": firmware["main.py"] + b"\n"}) != build
    assert b'"build": "' + build.encode() + b'"' in build_file(build, {MAIN: b"x"})


def test_leavings_of_a_flash_that_was_cut_make_room_for_the_next() -> None:
    class Full(Board):
        def free(self):
            return self.room - sum(4096 for path in self.files if path.endswith(".new"))

    board = Full(
        {**OLD, "/slapboard/core.mpy.new": b"half", "/main.py.new": b"another version's"}, room=16_384
    )
    assert flashed(board, NEW) == FINAL
