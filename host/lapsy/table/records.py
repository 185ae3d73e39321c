"""Journal records of claims and watermarks, both ways."""

from __future__ import annotations

from collections.abc import Iterable

from lapsy.games.play import JSON
from lapsy.timing.claim import Claim, Span
from lapsy.timing.watermark import Watermark


def claim_record(claim: Claim, seat: int, act: str, n: int | None, state: str) -> JSON:
    """A press by a seat. ``n``: its number at the table, None before the deal; ``state``: "" (judged), "stale", or why it
    was never to be judged: "early" (before table or deal), "lobby", "over"."""
    record: JSON = {
        "k": "press",
        "board": claim.board,
        "boot": claim.boot,
        "seq": claim.seq,
        "index": claim.index,
        "t": claim.t_us,
        "source": claim.source,
        "bound": claim.bound_us,
        "lo": claim.span.lo_us,
        "hi": claim.span.hi_us,
        "at": claim.at_us,
        "seat": seat,
        "act": act,
    }
    if n is not None:
        record["n"] = n
    if state:
        record["state"] = state
    return record


def claim_of(record: JSON) -> Claim:
    """The claim that ``claim_record`` wrote."""
    return Claim(
        record["board"],
        record["boot"],
        record["seq"],
        record["index"],
        record["t"],
        record["source"],
        record["bound"],
        Span(record["lo"], record["hi"]),
        record["at"],
    )


def loss_record(since: Claim) -> JSON:
    """From when on a board may have lost presses."""
    return {
        "board": since.board,
        "boot": since.boot,
        "seq": since.seq,
        "from": since.t_us,
        "bound": since.bound_us,
        "lo": since.span.lo_us,
        "hi": since.span.hi_us,
    }


def lost_since(record: JSON) -> Claim | None:
    """The moment that ``loss_record`` wrote; None when nothing that waits is known to come before the loss."""
    if "from" not in record:
        return None
    span = Span(record["lo"], record["hi"])
    return Claim(
        record["board"],
        record["boot"],
        record["seq"],
        -1,
        record["from"],
        "board",
        record["bound"],
        span,
        span.mid_us,
    )


def marks_record(marks: Iterable[Watermark]) -> JSON:
    """The watermarks that let bundles go."""
    return {"k": "marks", "marks": [[m.board, m.boot, m.t_us, m.axis_us, m.bound_us] for m in marks]}


def marks_of(record: JSON) -> tuple[Watermark, ...]:
    """The watermarks that ``marks_record`` wrote."""
    return tuple(Watermark(*fields) for fields in record["marks"])
