"""The journal: records in canonical JSON lines, each carrying the hash of all before it.

A record is a JSON object with a kind ``k``. Its line is the object with one more key, ``hash`` = SHA-256 over the previous
line's hash and the record's canonical text; keys sorted, no spaces, UTF-8. So a changed, missing or moved line shows. The
kinds are listed in docs/journal.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from lapsy.games.play import JSON

#: The hash before the first line.
GENESIS = "0" * 64

#: Crockford's digits: none is taken for another when it is read aloud or written by hand.
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

#: The journal's version, in its header.
VERSION = 3


class JournalDamagedError(ValueError):
    """A journal that cannot be trusted from some line on: one sentence with the line and what to do."""


def canonical(record: JSON) -> str:
    """The one text of a record."""
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def short_code(head: str) -> str:
    """The first 40 bits of a line's hash as eight digits in two groups, to be written down by hand: "7K2M-Q0XD"."""
    number = int(head[:10], 16)
    digits = "".join(_DIGITS[number >> shift & 31] for shift in range(35, -1, -5))
    return f"{digits[:4]}-{digits[4:]}"


@dataclass(slots=True)
class Chain:
    """Turns records into lines. ``last`` is the hash of the newest line."""

    last: str = GENESIS
    count: int = 0

    def line(self, record: JSON) -> bytes:
        """The record's line, newline included; the chain moves on."""
        text = canonical(record)
        self.last = sha256((self.last + text).encode()).hexdigest()
        self.count += 1
        return (canonical({**record, "hash": self.last}) + "\n").encode()


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a journal's bytes hold. ``torn`` bytes at the end were being written when the host died: they were never
    acknowledged and are cut off before the journal goes on."""

    records: list[JSON]
    chain: Chain
    torn: int


def read(data: bytes, name: str = "the journal") -> Recovered:
    """All records, their chain checked. Raises JournalDamagedError, naming the first bad line."""
    whole, newline, tail = data.rpartition(b"\n")
    chain = Chain()
    records = list(_checked((whole + newline).split(b"\n")[:-1], chain, name))
    if not records:
        raise JournalDamagedError(
            f"{name} holds no whole record: it is not a journal, or it was cut before its first line."
        )
    if records[0].get("k") != "header":
        raise JournalDamagedError(
            f"{name} does not begin with a header: choose a file that 'lapsy play --journal' wrote."
        )
    if records[0].get("v") != VERSION:
        raise JournalDamagedError(
            f"{name} has version {records[0].get('v')!r}; this lapsy reads version {VERSION}: use the lapsy that wrote it."
        )
    return Recovered(records, chain, len(tail))


def _checked(lines: Iterable[bytes], chain: Chain, name: str) -> Iterator[JSON]:
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
            stated = record.pop("hash")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise JournalDamagedError(
                f"{name}, line {number} is no journal record: restore the file from a copy; the lines before it are sound."
            ) from None
        if chain.line(record) != line + b"\n" or chain.last != stated:
            raise JournalDamagedError(
                f"{name}, line {number} does not follow from the lines before it (changed, missing or moved):"
                " restore the file from a copy; the lines before it are sound."
            )
        yield record
