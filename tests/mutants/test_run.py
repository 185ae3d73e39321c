"""The runner of the mutants, on a tree of its own; and that every mutant still fits this tree and names tests that exist."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutants_run", FOLDER / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutants_run"] = module
    spec.loader.exec_module(module)
    return module


run = _load()
PATCHES = sorted(FOLDER.glob("*.patch"))
HEAD = "# what: it adds one\n# tests: tests/test_it.py::test_it\n"
DIFF = "--- a/host/it.py\n+++ b/host/it.py\n@@ -1,2 +1,2 @@\n def plus(n):\n-    return n + 1\n+    return n + {}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with one function and one test."""
    (tmp_path / "host").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "host" / "it.py").write_text("def plus(n):\n    return n + 1\n")
    (tmp_path / "tests" / "test_it.py").write_text(
        "from it import plus\n\n\ndef test_it():\n    assert plus(0) < 2\n"
    )
    return tmp_path


def mutants(root: Path, **patches: str) -> list[object]:
    folder = root / "mutants"
    folder.mkdir()
    for name, text in patches.items():
        (folder / f"{name}.patch").write_text(text)
    found: list[object] = run.read_mutants(folder)
    return found


@pytest.mark.skipif(shutil.which("git") is None, reason="git is missing: patches are not applied")
def test_a_mutant_that_is_noticed_one_that_is_not_and_two_that_cannot_be_tried(root: Path) -> None:
    said: list[str] = []
    found = mutants(
        root,
        a_red=HEAD + DIFF.format(2),
        b_green=HEAD + DIFF.format(0),
        c_stale=HEAD + DIFF.format(2).replace("n + 1", "n + 9"),
        d_syntax=HEAD + DIFF.format("("),
    )
    verdicts = run.run(found, root, 2, said.append)
    assert [one.state for one in verdicts] == ["red", "green", "broken", "broken"]
    assert verdicts[0].detail == "tests/test_it.py::test_it"
    assert "no longer applies" in verdicts[2].detail
    assert "cannot be run" in verdicts[3].detail
    assert len(said) == 5
    assert run.table(verdicts).splitlines()[-3:] == [
        "Not noticed: b_green.",
        "Broken: c_stale, d_syntax.",
        "1 of 4 mutants are noticed.",
    ]
    assert [run.is_well(one) for one in verdicts] == [True, False, False, False]
    assert (root / "host" / "it.py").read_text().endswith("n + 1\n")  # the tree itself is never touched


def test_a_mutant_whose_tests_are_skipped_is_told_and_counts_where_nothing_may_be_skipped(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LAPSY_NO_SKIP", raising=False)
    test = root / "tests" / "test_it.py"
    test.write_text("import pytest\n\n\ndef test_it():\n    pytest.skip('no part is here')\n")
    (one,) = run.run(mutants(root, a=HEAD + DIFF.format(2)), root, 1, lambda _: None)
    assert one.state == "skipped"
    assert "no part is here" in one.detail
    assert run.is_well(one)
    monkeypatch.setenv("LAPSY_NO_SKIP", "1")
    assert not run.is_well(one)
    assert run.run([one.mutant], root, 1, lambda _: None) is None


def test_tests_that_are_red_without_any_patch_end_the_run(root: Path) -> None:
    (root / "host" / "it.py").write_text("def plus(n):\n    return n + 5\n")
    said: list[str] = []
    assert run.run(mutants(root, a=HEAD + DIFF.format(2)), root, 1, said.append) is None
    assert "must be green" in said[-1]


def test_a_patch_without_its_two_lines_and_a_name_that_is_none_are_told(root: Path) -> None:
    with pytest.raises(run.MutantError, match="the first two lines must be"):
        mutants(root, a=DIFF.format(2))
    with pytest.raises(run.MutantError, match="There is no mutant nosuch"):
        run.read_mutants(FOLDER, ["nosuch"])


def test_no_two_mutants_say_the_same() -> None:
    what = [run.read_mutant(patch).what for patch in PATCHES]
    assert len(set(what)) == len(what) > 0


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.stem)
def test_every_mutant_fits_this_tree(patch: Path, tmp_path: Path) -> None:
    """A protection that moved takes its patch with it."""
    mutant = run.read_mutant(patch)
    for test in mutant.tests:
        file, _, name = test.partition("::")
        assert (ROOT / file).is_file()
        assert f"def {name.partition('[')[0].rpartition('::')[2]}(" in (ROOT / file).read_text()
    if shutil.which("git") is None:
        pytest.skip("git is missing: patches are not applied")
    for line in patch.read_text().splitlines():
        if line.startswith("--- a/"):
            touched = line.removeprefix("--- a/")
            (tmp_path / touched).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / touched, tmp_path / touched)
    run.apply_patch(tmp_path, patch)
