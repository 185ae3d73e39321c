"""Takes one protection out at a time and demands that its tests turn red.

    python tests/mutants/run.py [--only NAME] [--jobs N] [--list]

A mutant is a patch in this folder. Its first line says in a comment what it takes out, the second names the tests that must
notice (node ids as pytest takes them); a unified diff follows:

    # what: the host takes a number that it has had before
    # tests: tests/boards/test_link.py::test_a tests/boards/test_link.py::test_b
    --- a/host/lapsy/boards/link.py
    ...

Each is applied to a copy, never to the tree itself. First the named tests are run without any patch: they must be
green. A mutant that stays green, no longer applies, or breaks the collection of its tests fails the run with its name.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).resolve().parent
#: What a test may need of the tree.
PARTS = (
    "docs",
    "firmware",
    "hardware",
    "host",
    "scripts",
    "tests",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "Makefile",
)
#: A mutant may make a test hang: that is red too. The test has a minute less, and so ends what it started.
LIMIT_S = 300
#: All the tests that are named, without any patch.
UNPATCHED_LIMIT_S = 2400
#: What a mutant keeps from happening is waited for in vain: not as long as a busy machine is waited for.
PATIENCE = {"LAPSY_PATIENCE_S": "20"}

GREEN, BROKEN_TESTS = 0, 1  # pytest's exit codes: all passed; some failed
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
_PASSED = re.compile(r"\b\d+ passed\b")
_SKIPPED = re.compile(r"\b(\d+) skipped\b")
_WHY_SKIPPED = re.compile(r"^SKIPPED \[\d+\] \S+ (.*)$", re.MULTILINE)


class MutantError(ValueError):
    """A patch without its two lines, or one that does not apply: one sentence."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """``name``: the file's. ``what``: the protection that is missing. ``tests``: node ids that must notice."""

    name: str
    what: str
    tests: tuple[str, ...]
    path: Path


@dataclass(frozen=True, slots=True)
class Verdict:
    """``state``: red (as it should be), green, broken, or skipped where its tests are. ``detail``: the test that noticed, or
    what is wrong."""

    mutant: Mutant
    state: str
    detail: str
    seconds: float


def read_mutant(path: Path) -> Mutant:
    """The head of a patch. Raises MutantError."""
    lines = path.read_text().splitlines()
    what, tests = (*lines[:2], "", "")[:2]
    if not what.startswith("# what: ") or not tests.startswith("# tests: "):
        raise MutantError(
            f"{path.name}: the first two lines must be '# what: ...' and '# tests: NODE-ID ...'."
        )
    return Mutant(
        path.stem, what.removeprefix("# what: "), tuple(tests.removeprefix("# tests: ").split()), path
    )


def read_mutants(folder: Path, only: Sequence[str] = ()) -> list[Mutant]:
    """All of a folder, or those named. Raises MutantError."""
    mutants = [read_mutant(path) for path in sorted(folder.glob("*.patch"))]
    unknown = set(only) - {mutant.name for mutant in mutants}
    if unknown:
        raise MutantError(f"There is no mutant {', '.join(sorted(unknown))}: --list names them all.")
    return [mutant for mutant in mutants if not only or mutant.name in only]


def copy_tree(root: Path, to: Path) -> None:
    """What the tests need, with the times of the files, so that compiled modules stay valid."""
    for part in PARTS:
        source = root / part
        if source.is_dir():
            shutil.copytree(source, to / part, ignore=shutil.ignore_patterns(".*", "node_modules"))
        elif source.exists():
            shutil.copy2(source, to / part)


def apply_patch(tree: Path, patch: Path) -> None:
    """Raises MutantError with the reason when it no longer fits the tree."""
    done = subprocess.run(
        ["git", "apply", "-C1", str(patch)],
        cwd=tree,
        env={**os.environ, "GIT_CEILING_DIRECTORIES": str(tree.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise MutantError(f"the patch no longer applies ({done.stderr.strip().splitlines()[0]})")


def run_tests(
    tree: Path,
    tests: Iterable[str],
    *more: str,
    limit_s: float = LIMIT_S,
    environment: Mapping[str, str] | None = None,
) -> tuple[int, str]:
    """pytest's exit code and what it said; the code of its host and firmware is the tree's, not the installed one."""
    command = [sys.executable, "-m", "pytest", "-q", "-rfs", "-p", "no:cacheprovider", *more, *tests]
    env = {**os.environ, "PYTHONPATH": str(tree / "host"), **(environment or {})}
    try:
        done = subprocess.run(
            command, cwd=tree, env=env, capture_output=True, text=True, timeout=limit_s, check=False
        )
    except subprocess.TimeoutExpired:
        return BROKEN_TESTS, f"nothing came to an end within {limit_s} s"
    return done.returncode, done.stdout + done.stderr


def judge(mutant: Mutant, base: Path) -> Verdict:
    """One mutant in a copy of its own."""
    begun = time.monotonic()

    def verdict(state: str, detail: str) -> Verdict:
        return Verdict(mutant, state, detail, time.monotonic() - begun)

    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        tree = Path(name) / "tree"
        shutil.copytree(base, tree)
        try:
            apply_patch(tree, mutant.path)
        except MutantError as e:
            return verdict("broken", str(e))
        code, said = run_tests(
            tree, mutant.tests, "-x", "-n0", f"--timeout={LIMIT_S - 60}", environment=PATIENCE
        )
    failed = _FAILED.search(said)
    if code == BROKEN_TESTS:
        return verdict("red", failed[1] if failed else said.strip().splitlines()[-1])
    if code == GREEN and not _PASSED.search(said):
        why = _WHY_SKIPPED.search(said)
        return verdict("skipped", why[1] if why else "its tests are skipped here")
    if code == GREEN:
        return verdict("green", "no test notices that this protection is missing")
    last = said.strip().splitlines()[-1:] or [""]
    return verdict("broken", f"its tests cannot be run (pytest ended with {code}: {last[0]})")


def check_unpatched(base: Path, mutants: Sequence[Mutant], jobs: int) -> str:
    """The named tests without any patch: an empty text when they are green and none is skipped."""
    tests = list(dict.fromkeys(test for mutant in mutants for test in mutant.tests))
    code, said = run_tests(base, tests, "-n", str(jobs), "--dist", "loadfile", limit_s=UNPATCHED_LIMIT_S)
    if code != GREEN:
        return f"Without any patch these tests must be green:\n{said.strip()}"
    skipped = _SKIPPED.search(said)
    if skipped and os.environ.get("LAPSY_NO_SKIP") == "1":
        return f"{skipped[1]} of the named tests are skipped here: they prove nothing."
    return ""


def run(
    mutants: Sequence[Mutant], root: Path, jobs: int, say: Callable[[str], None] = print
) -> list[Verdict] | None:
    """The verdicts in the order of the mutants; None when the tests are not green to begin with."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        base = Path(name) / "tree"
        base.mkdir()
        copy_tree(root, base)
        say(f"{len(mutants)} mutants; first their tests without any patch ...")
        if wrong := check_unpatched(base, mutants, jobs):
            say(wrong)
            return None
        verdicts: dict[str, Verdict] = {}
        lock = threading.Lock()
        with ThreadPoolExecutor(jobs) as pool:
            for future in as_completed([pool.submit(judge, mutant, base) for mutant in mutants]):
                one = future.result()
                with lock:
                    verdicts[one.mutant.name] = one
                    count = f"[{len(verdicts):2}/{len(mutants)}]"
                    say(f"{count} {one.state:6} {one.seconds:5.1f} s  {one.mutant.name}: {one.detail}")
    return [verdicts[mutant.name] for mutant in mutants]


def table(verdicts: Sequence[Verdict]) -> str:
    """What was taken out, and what became of it."""
    width = max(len(one.mutant.name) for one in verdicts)
    lines = [f"{one.mutant.name:{width}}  {one.state:6}  {one.mutant.what}" for one in verdicts]
    for state, told in (("skipped", "Not tried here"), ("green", "Not noticed"), ("broken", "Broken")):
        if names := [one.mutant.name for one in verdicts if one.state == state]:
            lines.append(f"{told}: {', '.join(names)}.")
    lines.append(f"{sum(one.state == 'red' for one in verdicts)} of {len(verdicts)} mutants are noticed.")
    return "\n".join(lines)


def is_well(verdict: Verdict) -> bool:
    """Noticed; or skipped, where that is allowed."""
    return verdict.state == "red" or (verdict.state == "skipped" and os.environ.get("LAPSY_NO_SKIP") != "1")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when every mutant is noticed, but for those whose tests this machine has to skip (LAPSY_NO_SKIP=1: but for none)."""
    parser = argparse.ArgumentParser(
        description="Take one protection out at a time; each must turn a test red."
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="this mutant alone; may be repeated"
    )
    parser.add_argument("--jobs", type=int, default=3, help="so many at a time (3)")
    parser.add_argument("--list", action="store_true", help="name them and end")
    options = parser.parse_args(arguments)
    try:
        mutants = read_mutants(FOLDER, options.only)
    except MutantError as e:
        print(e, file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(f"{mutant.name}: {mutant.what}" for mutant in mutants))
        return 0
    verdicts = run(mutants, ROOT, max(1, options.jobs), lambda line: print(line, flush=True))
    if verdicts is None:
        return 1
    print(table(verdicts))
    return int(not all(is_well(one) for one in verdicts))


if __name__ == "__main__":
    sys.exit(main())
