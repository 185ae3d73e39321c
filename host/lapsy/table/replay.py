"""Replay: the whole table again from its journal, every bundle, outcome and verdict compared with what was recorded.

The journal's inputs (presses, shown moments, commands, the watermarks that released) go through the same sequencer and the
same rules; whatever then comes out otherwise than it was written is named.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from lapsy.games.play import JSON
from lapsy.table.acts import OBJECT, READY, READY_ROLES, act_of
from lapsy.table.controls import new_judge
from lapsy.table.display import moment_of
from lapsy.table.journal import JournalDamagedError, canonical
from lapsy.table.judge import Act, Judge, Step
from lapsy.table.moments import Memory
from lapsy.table.records import claim_of, evidence_of, lost_since, marks_of, pulse_of
from lapsy.table.rulings import RULINGS, carry_out
from lapsy.table.score import Score
from lapsy.table.seating import Seating
from lapsy.table.seed import StartPress, game_seed
from lapsy.table.setup import Setup
from lapsy.table.sync_wire import Pulses
from lapsy.timing.claim import Span
from lapsy.timing.watermark import HOST, Watermark


class ReplayDiffersError(ValueError):
    """The journal's own inputs do not give what it recorded: one sentence with the first place."""


@dataclass(slots=True)
class Rebuilt:
    """A table as its journal leaves it. ``missing``: results of the last watermarks that the host did not live to write.
    ``passed``: by board and boot, the newest watermark that let a bundle go. ``boards``: by port, who last
    answered there; ``boots``: in which of its lives. ``pages``: who may come back, see ``Table.know_page``. ``seating``: as
    the rulings have left it; ``rulings``: their records, in order. ``memory``: the score as it was before the newest
    cards."""

    setup: Setup
    score: Score
    phase: str = "lobby"
    judge: Judge | None = None
    ready: dict[int, StartPress] = field(default_factory=dict)
    next_seq: dict[tuple[str, int], int] = field(default_factory=dict)
    started_us: int = 0
    last_us: int = 0
    ended: str = ""
    ended_us: int = 0
    compared: int = 0
    missing: list[JSON] = field(default_factory=list)
    passed: dict[tuple[str, int], Watermark] = field(default_factory=dict)
    boards: dict[str, str] = field(default_factory=dict)
    boots: dict[str, int] = field(default_factory=dict)
    pages: list[tuple[str, int | None, str]] = field(default_factory=list)
    seating: Seating = field(init=False)
    memory: Memory = field(init=False)
    rulings: list[JSON] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seating = Seating(self.setup.seats)
        self.memory = Memory(self.score)


def rebuild(records: Sequence[JSON]) -> Rebuilt:
    """The table that ``records`` (from ``journal.read``) leave. Raises ReplayDiffersError, JournalDamagedError."""
    header = records[0]
    line, kind = 1, str(header.get("k"))
    try:
        start = next((r for r in records if r.get("k") == "start"), None)
        entropy = bytes.fromhex(start["entropy"]) if start is not None else b""
        if start is not None and sha256(entropy).hexdigest() != header.get("seed_hash"):
            raise ReplayDiffersError(
                "The seed used at the deal is not the one whose hash the header holds: the deal was not fair."
            )
        player = _Player(Setup.from_header(header, entropy))
        for line, record in enumerate(records, 1):
            kind = str(record.get("k"))
            try:
                player.play(record)
            except ReplayDiffersError as e:
                raise ReplayDiffersError(f"Line {line} ({kind}): {e}") from None
    except (ReplayDiffersError, JournalDamagedError):
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as e:
        raise JournalDamagedError(
            f"Line {line} ({kind}) lacks a part, or has something else in its place ({e!r}): this lapsy did not write it."
        ) from e
    player.rebuilt.missing = list(player.expected)
    return player.rebuilt


#: Every kind of record.
KINDS = frozenset(
    (
        *("header", "board", "waived", "start", "resumed", "end"),
        *("press", "released", "unused", "unbounded", "unplaced", "pulse", "loss", "gap", "edges"),
        *("silent", "back", "absent", "clock", "phone", "jumped", "page"),
        *("shown", "painted", "command", "act", "void", "marks", "bundle", "verdict"),
    )
)

#: Those that stand for numbers of a board (or a phone): what the journal has of them is not taken twice.
NUMBERED = frozenset(("press", "released", "unused", "unbounded", "pulse", "loss", "edges", "gap"))


class _Player:
    def __init__(self, setup: Setup) -> None:
        self.rebuilt = Rebuilt(setup, setup.new_score())
        self._pulses = Pulses()
        self.begun = False  # the header has been read
        self.expected: deque[JSON] = deque()  # what the last watermarks gave and the journal has yet to say

    def play(self, record: JSON) -> None:
        r = self.rebuilt
        kind = record["k"]
        if kind not in KINDS or (kind == "header") == self.begun:
            raise JournalDamagedError(
                f"A record of the kind {kind!r} has no place here: the journal was put together."
            )
        self.begun = True
        for name in ("t", "origin_us"):
            if type(record.get(name, 0)) is not int:
                raise TypeError(f"{name!r} is {record[name]!r}")
        if "t" in record and kind not in ("press", "pulse", "bundle"):  # theirs is not when the host was told
            r.last_us = max(r.last_us, record["t"])
        if kind in NUMBERED:
            key = (record["board"], record["boot"])
            newest = record["last"] if "last" in record else record["seq"]
            r.next_seq[key] = max(r.next_seq.get(key, 1), newest + 1)
        match kind:
            case "press":
                self._press(record)
            case "shown":
                self._shown(record)
            case "painted":
                r.score.painted(record["of"], Span(record["lo"], record["hi"]))
            case "command":
                self._command(record)
            case "act":
                self._act(record)
            case "void":
                self._void(record)
            case "start":
                self._start(record)
            case "marks":
                self._marks(record)
            case "bundle" | "verdict":
                self._compare(record)
            case "board":
                r.boards[record["port"]] = record["board"]
                r.boots[record["port"]] = record["boot"]
            case "pulse":
                self._pulses.add(record["board"], record["boot"], pulse_of(record))
            case "jumped":
                self._pulses.forget()
            case "resumed":
                self._pulses.forget()
                r.setup = replace(r.setup, origin_us=record["origin_us"])
            case "page":
                r.pages.append((record["who"], record["seat"], record["token"]))
            case "end":
                r.phase = "over"
                r.ended = record["why"]
                r.ended_us = record["t"]

    def _judge(self) -> Judge:
        if self.rebuilt.judge is None:
            raise ReplayDiffersError("it comes before the deal.")
        return self.rebuilt.judge

    def _shown(self, record: JSON) -> None:
        seen = record.get("seen")
        pulses = () if seen is None else self._pulses.before(seen["board"], seen["boot"], seen["t"])
        self._same_number(self._judge().shown(moment_of(record, pulses)), record)

    def _press(self, record: JSON) -> None:
        if record.get("state") in ("ahead", "late"):
            return
        pulses = self._pulses.before(record["board"], record["boot"], record["t"])
        claim = claim_of(record, pulses)
        had = list(self.rebuilt.seating.had(record["seat"]))
        if (claim.source, claim.handicap_us) not in [(seat.source, seat.handicap_us) for seat in had]:
            raise ReplayDiffersError(
                f"the press has the source or the handicap of another seat than {had[0].name}'s in the header."
            )
        self.rebuilt.last_us = max(self.rebuilt.last_us, claim.span.lo_us)
        if record.get("state") in ("early", "lobby", "over"):
            if record["state"] == "lobby" and record["act"] in READY_ROLES:
                self.rebuilt.ready.setdefault(
                    record["seat"], StartPress(claim.board, claim.boot, claim.seq, claim.t_us)
                )
            return
        if self._judge().time.stood_at(claim.span.lo_us - claim.handicap_us) != (
            record.get("state") == "paused"
        ):
            raise ReplayDiffersError("the press was made in a pause, or was not, when played again.")
        if record.get("state") == "paused":
            return
        n, fresh = self._judge().press(claim, Act(record["act"], record["seat"]), evidence_of(record))
        if n != record["n"] or fresh != (record.get("state") != "stale"):
            raise ReplayDiffersError(
                f"the press is number {n}, {'fresh' if fresh else 'stale'}, when played again."
            )

    def _command(self, record: JSON) -> None:
        r = self.rebuilt
        if record["what"] in RULINGS:
            r.rulings.append(record)
        try:
            n = carry_out(record, r.judge, r.seating)
        except ValueError as e:
            raise ReplayDiffersError(str(e)) from e
        if n is not None:
            self._same_number(n, record)

    def _act(self, record: JSON) -> None:
        act = act_of(record)
        if act.kind == READY and act.seat is not None:
            self.rebuilt.ready.setdefault(act.seat, StartPress.by_page(record["t"]))
        elif act.kind != OBJECT:
            self._same_number(self._judge().host(act, record["t"]), record)

    def _same_number(self, n: int, record: JSON) -> None:
        if n != record["n"]:
            raise ReplayDiffersError(f"the input is number {n} when played again, not {record['n']}.")

    def _start(self, record: JSON) -> None:
        r = self.rebuilt
        seed = game_seed(r.setup, r.ready)
        if seed.hex() != record["seed"]:
            raise ReplayDiffersError("the seed does not follow from the 32 bytes and the start presses.")
        r.judge = new_judge(r.setup, seed, record["t"])
        r.phase = "play"
        r.started_us = record["t"]

    def _marks(self, record: JSON) -> None:
        if self.expected:
            raise ReplayDiffersError(f"before it, played again, comes {canonical(self.expected[0])}")
        for mark in record["marks"]:
            if mark[0] == HOST:
                self.rebuilt.last_us = max(self.rebuilt.last_us, mark[3])
        marks = marks_of(record)
        self.rebuilt.passed |= {(mark.board, mark.boot): mark for mark in marks}
        for step in self._judge().advance(marks):
            self._expect(step)

    def _void(self, record: JSON) -> None:
        if self.expected:
            raise ReplayDiffersError(f"before it, played again, comes {canonical(self.expected[0])}")
        since = lost_since(record)
        if since is None:
            self._expect(self._judge().void(record["t"]))
        else:
            self._judge().lose(record["t"], since)

    def _expect(self, step: Step) -> None:
        self.expected.append({"k": "bundle", **step.as_json()})
        self.expected += [{"k": "verdict", **v.as_json()} for v in self.rebuilt.memory.follow(step)]

    def _compare(self, record: JSON) -> None:
        again = self.expected.popleft() if self.expected else None
        if again is None or canonical(again) != canonical(record):
            raise ReplayDiffersError(
                f"played again, it is {'nothing' if again is None else canonical(again)}"
            )
        self.rebuilt.compared += 1
