"""A table's light: from the views that go out, painted reports and a photodiode to the moments at which cards are shown."""

from __future__ import annotations

from collections.abc import Mapping

from lapsy.boards.events import Hello, Press, role_name
from lapsy.table.boardside import BoardSide
from lapsy.table.display import Display, Moment, Showing, moment_record
from lapsy.table.judge import Judge
from lapsy.table.score import Score
from lapsy.table.turn import Turn
from lapsy.table.words import word
from lapsy.timing.claim import Claim, Span
from lapsy.timing.watermark import Watermark

#: A page may tell of so many cards back that it painted them.
KEPT = 8


class Light:
    """``sides`` by port; what is to be journalled and said goes into ``turn``."""

    def __init__(
        self, display: Display | None, language: str, sides: Mapping[str, BoardSide], turn: Turn
    ) -> None:
        self._showing = Showing(display)
        self._language = language
        self._sides = sides
        self._turn = turn
        self._eye: str | None = None  # the port of the board whose photodiode is listened to
        self._out: dict[int, tuple[int, int]] = {}  # views that brought a card: its flip, when they went out

    @property
    def marks(self) -> list[Watermark]:
        """What holds inputs back while a light is waited for."""
        awaited = self._showing.watermark
        return [] if awaited is None else [awaited]

    def patch(self, judge: Judge | None) -> str | None:
        """The colour of the page's corner; see ``Showing.patch``."""
        return self._showing.patch(None if judge is None else judge.unshown)

    def greeted(self, now_us: int, side: BoardSide, hello: Hello) -> None:
        """A board said hello: the first one with a photodiode is told to listen to it."""
        if not self._showing.live or "photo" not in map(role_name, hello.roles):
            return
        if self._eye in (None, side.port):
            self._eye = side.port
            self._showing.eye = (hello.uid, hello.boot)
            side.link.arm(now_us, True)

    def published(self, now_us: int, judge: Judge, view: int) -> None:
        """View number ``view``, with a card in the air that has no moment yet, is out."""
        of = judge.unshown
        if of is None:
            return
        if all(of != known for known, _ in self._out.values()):
            self._out = dict([*self._out.items(), (view, (of, now_us))][-KEPT:])
        self._shown(judge, self._showing.published(now_us, of))

    def painted(self, now_us: int, score: Score, view: int, after_us: int) -> bool:
        """A page painted ``view`` so long after it had come. Journalled once for a view that brought a card; True then. A
        report that cannot be true is dropped."""
        of, published_us = self._out.get(view, (None, 0))
        if of is None or not 0 <= after_us <= now_us - published_us:
            return False
        del self._out[view]
        span = Span(published_us + after_us, now_us)
        score.painted(of, span)
        self._turn.records.append({"k": "painted", "t": now_us, "of": of, "lo": span.lo_us, "hi": span.hi_us})
        return True

    def seen(self, judge: Judge, edge: Press, claim: Claim) -> None:
        """A photodiode's edge, placed as ``claim``; one whose stamp was repaired is none."""
        if not edge.repaired and (edge.uid, edge.boot) == self._showing.eye:
            self._shown(judge, self._showing.edge(claim, edge.pressed))

    def look(self, judge: Judge | None) -> None:
        """Whether a photodiode can still see the card that is waited for; that it cannot is said once."""
        if judge is None or self._eye is None:
            return
        side, before = self._sides[self._eye], self._showing.blind
        counts = not side.absent and (side.uid, side.boot) == self._showing.eye
        self._shown(judge, self._showing.passed(judge.unshown, side.watermark if counts else None))
        if self._showing.blind and not before:
            self._turn.say("board", word(self._language, "blind", port=self._eye))

    def _shown(self, judge: Judge, moment: Moment | None) -> None:
        if moment is not None:
            self._turn.records.append(moment_record(judge.shown(moment), moment))
