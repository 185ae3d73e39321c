"""Rule cases from files, through the sequencer and the rules: what every implementation of the games must give.

``check_file`` runs a file; each case gives a ``Result`` with the differences found, none when it passed. The cases know no
boards: bound 0, and the engines' own deadlines are off (a case closes its windows itself).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lapsy.conformance import kuoppa_cases, lapsy_cases, limppu_cases, speed_cases

JSON = dict[str, Any]

#: How the cases of each game are run: the case in, the differences out; ValueError when the case itself makes no sense.
RUNNERS: dict[str, Callable[[JSON], list[str]]] = {
    "lapsy": lapsy_cases.run_case,
    "speed": speed_cases.run_case,
    "kuoppa": kuoppa_cases.run_case,
    "limppu": limppu_cases.run_case,
}


class CaseFileError(ValueError):
    """A file that holds no cases: one sentence with what to do."""


@dataclass(frozen=True, slots=True)
class Result:
    """``differences`` is empty when the case passed."""

    id: str
    differences: tuple[str, ...]


def read_cases(path: Path) -> list[JSON]:
    """The cases of a file: a list, or an object whose ``cases`` is one. Raises CaseFileError, OSError."""
    try:
        cases = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as e:
        raise CaseFileError(f"{path} is not JSON ({e}): give a file of rule cases.") from e
    if isinstance(cases, dict):
        cases = cases.get("cases")
    if not isinstance(cases, list) or not all(
        isinstance(c, dict) and isinstance(c.get("id"), str) and isinstance(c.get("game"), str) for c in cases
    ):
        raise CaseFileError(
            f"{path} is not a list of cases with an id and a game each: give a file of rule cases."
        )
    return cases


def check_case(case: JSON) -> Result:
    """Run one case."""
    runner = RUNNERS.get(case["game"])
    if runner is None:
        return Result(case["id"], (f"the game {case['game']!r} is not among {', '.join(RUNNERS)}",))
    try:
        return Result(case["id"], tuple(runner(case)))
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as e:
        return Result(case["id"], (f"the case cannot be run: {type(e).__name__}: {e}",))


def check_file(path: Path, only: Callable[[JSON], bool] = lambda _: True) -> Iterator[Result]:
    """Run the cases of a file that ``only`` picks. Raises CaseFileError, OSError."""
    for case in read_cases(path):
        if only(case):
            yield check_case(case)
