"""The live road for tests: what a journal has to hold, hosts in processes of their own, waiting with a limit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

#: Kinds of records that hold what a board numbered. A loss or a gap only says that something is not there.
NUMBERED = frozenset({"press", "released", "unused", "edges"})


def check_numbers(records: Iterable[Mapping[str, Any]], uid: str) -> dict[tuple[str, int], int]:
    """Every number of this board is there once and in order from 1 on, none of it lost; the last one by (uid, boot)."""
    last: dict[tuple[str, int], int] = {}
    for r in records:
        if r["k"] in NUMBERED and r["board"] == uid:
            key = (r["board"], r["boot"])
            assert r["seq"] == last.get(key, 0) + 1, f"{r} after number {last.get(key, 0)}"
            last[key] = r.get("last", r["seq"])
    return last
