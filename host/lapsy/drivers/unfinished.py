"""Games that stopped before their end: what the lobby offers to go on with."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from lapsy.games.registry import CARD_GAMES
from lapsy.table.journal import JournalDamagedError
from lapsy.table.journal_file import read_file
from lapsy.table.setup import Setup

#: So many of the newest journals are looked at.
LOOKED_AT = 3


class Unfinished(NamedTuple):
    """A journal that has no end, what is played in it, and who may come back: ``Table.know_page``."""

    path: Path
    setup: Setup
    pages: tuple[tuple[str, int | None, str], ...]


def newest_unfinished(folder: Path) -> Unfinished | None:
    """The newest journal in the folder if its game was dealt and has not ended; None for any other, or a damaged one."""
    try:
        paths = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return None
    for path in paths[:LOOKED_AT]:
        try:
            records = read_file(path).records
            header = records[0]
            kinds = {record["k"] for record in records}
            if "start" not in kinds:
                continue  # nobody was dealt a card: the one before it may be what is meant
            if "end" in kinds or header["game"] not in CARD_GAMES or header["simulated"]:
                return None
            pages = [(r["who"], r["seat"], r["token"]) for r in records if r["k"] == "page"]
            return Unfinished(path, Setup.from_header(header, b""), tuple(pages))
        except (OSError, JournalDamagedError, LookupError, TypeError):
            continue
    return None
