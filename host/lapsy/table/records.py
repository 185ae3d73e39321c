"""Journal records of claims, losses and watermarks: as they are written and, where replay needs it, read."""

from __future__ import annotations

from collections.abc import Iterable

from lapsy.boards.events import Edges, Gap, Loss
from lapsy.games.play import JSON
from lapsy.table.evidence import Evidence
from lapsy.timing.claim import Claim, Pulse, Span
from lapsy.timing.watermark import Watermark


def claim_record(
    claim: Claim, seat: int, act: str, n: int | None, state: str, evidence: Evidence | None = None
) -> JSON:
    """A press by a seat, and what stands behind it.

    ``n``: its number at the table, None before the deal; ``state``: "" (judged), "stale", or why it was never to be judged:
    "early" (before table or deal), "lobby", "over".
    """
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
    if claim.handicap_us:
        record["handicap"] = claim.handicap_us
    if evidence is not None:
        record["evidence"] = evidence.as_row()
    if n is not None:
        record["n"] = n
    if state:
        record["state"] = state
    return record


def claim_of(record: JSON, pulses: tuple[Pulse, ...] = ()) -> Claim:
    """The claim that ``claim_record`` wrote, with the ``pulses`` of other records."""
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
        record.get("handicap", 0),
        pulses,
    )


def evidence_of(record: JSON) -> Evidence | None:
    """The evidence that ``claim_record`` wrote."""
    return Evidence.of_row(record["evidence"]) if "evidence" in record else None


def declared_record(now_us: int, loss: Loss) -> JSON:
    """What a board declares lost, heard of at ``now_us``."""
    return {
        "k": "loss", "t": now_us, "board": loss.uid, "boot": loss.boot, "seq": loss.seq,
        "from": loss.from_us, "to": loss.to_us, "count": loss.count,
    }  # fmt: skip


def gap_record(now_us: int, gap: Gap) -> JSON:
    """Numbers that somebody else acknowledged."""
    return {
        "k": "gap", "t": now_us, "board": gap.uid, "boot": gap.boot, "seq": gap.from_seq, "last": gap.to_seq
    }  # fmt: skip


def edges_record(edges: Edges) -> JSON:
    """Raw edges, numbered like presses."""
    return {
        "k": "edges", "board": edges.uid, "boot": edges.boot, "seq": edges.seq,
        "last": edges.seq + len(edges.edges) - 1,
        "edges": [[e.index, e.input, e.t_us, e.active] for e in edges.edges],
    }  # fmt: skip


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


def pulse_record(board: str, boot: int, seq: int, pulse: Pulse) -> JSON:
    """A pulse of the sync wire as a board stamped it."""
    return {
        "k": "pulse", "board": board, "boot": boot, "seq": seq,
        "t": pulse.t_us, "lo": pulse.span.lo_us, "hi": pulse.span.hi_us,
    }  # fmt: skip


def pulse_of(record: JSON) -> Pulse:
    """The pulse that ``pulse_record`` wrote."""
    return Pulse(record["t"], Span(record["lo"], record["hi"]))


def marks_record(marks: Iterable[Watermark]) -> JSON:
    """The watermarks that let bundles go."""
    return {"k": "marks", "marks": [[m.board, m.boot, m.t_us, m.axis_us, m.bound_us] for m in marks]}


def marks_of(record: JSON) -> tuple[Watermark, ...]:
    """The watermarks that ``marks_record`` wrote."""
    return tuple(Watermark(*fields) for fields in record["marks"])
