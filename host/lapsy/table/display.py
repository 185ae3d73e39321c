"""What a display does to the moment from which a card counts as shown. Pure: times and claims come in as arguments.

Between the publishing of a view and the light of its card on the glass lie the network, the browser and the display. Of
the three ways to know how long that takes, each is used as far as it is there (decision 18):

* nothing is known: the card counts as shown from the moment its view was published, the earliest there is;
* the display was calibrated: from ``lo_us`` after that, the earliest at which its light can have been there;
* a photodiode looks at it now: from the edge that it saw, on its board's own counter.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from lapsy.games.play import JSON
from lapsy.timing.claim import Claim, Pulse, Span
from lapsy.timing.watermark import Watermark

#: How a display was calibrated.
HOW = ("photodiode", "tapping")

#: No display that anybody plays at shows a picture later than this.
LONGEST_LAG_US = 1_000_000

#: For so long after a view was published the photodiode's edge is waited for.
WAIT_US = 300_000

#: The name of the display's watermark among those of the boards.
DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class Display:
    """A calibrated display: from publishing a view to its light on the glass, ``lo_us`` to ``hi_us``; ``how``: one of
    ``HOW``. ``live``: a photodiode looks at its corner during the game too. Raises ValueError for what cannot be."""

    name: str
    lo_us: int
    hi_us: int
    how: str
    live: bool = False

    def __post_init__(self) -> None:
        if self.how not in HOW:
            raise ValueError(f"A display is calibrated by one of {', '.join(HOW)}.")
        if not 0 <= self.lo_us <= self.hi_us <= LONGEST_LAG_US:
            raise ValueError(f"A display's lag lies between 0 and {LONGEST_LAG_US} microseconds.")


@dataclass(frozen=True, slots=True)
class Moment:
    """When the card of flip number ``of`` (None: whichever is in the air) became visible, and how that is known.

    ``published_us``: when its view went out. ``span``: where on the table's axis its light can have come. ``how``:
    "published" (nothing is known of the display), "calibrated" or "photodiode"; then ``claim`` is the edge that was seen.
    """

    of: int | None
    published_us: int
    span: Span
    how: str
    claim: Claim | None = None


class Showing:
    """Gives each card its moment, and the corner of the page its colour.

    ``eye``: (board, boot) of the board whose photodiode is listened to; None while there is none.
    """

    def __init__(self, display: Display | None) -> None:
        self.display = display
        self.eye: tuple[str, int] | None = None
        self.blind = False  # the newest card was not seen although a photodiode was to see it
        self._bright = False
        self._waiting: tuple[int, int] | None = None  # the flip whose light is awaited, when it was published

    @property
    def live(self) -> bool:
        """A photodiode is to look at the display during the game."""
        return self.display is not None and self.display.live

    def patch(self, unshown: int | None) -> str | None:
        """The colour of the page's corner, "black" or "white", in a view where the card of flip ``unshown`` is still to be
        given its moment; None when no photodiode is to look. It turns with every card."""
        if not self.live:
            return None
        fresh = unshown is not None and (self._waiting is None or self._waiting[0] != unshown)
        return "white" if self._bright != fresh else "black"

    def published(self, now_us: int, of: int) -> Moment | None:
        """The view with the card of flip ``of`` is out. Its moment; None while the photodiode's edge is waited for."""
        if self._waiting is not None and self._waiting[0] == of:
            return None
        if self.live:
            self._bright = not self._bright
            if self.eye is not None:
                self._waiting = (of, now_us)
                return None
        return self._by_figure(of, now_us)

    def edge(self, claim: Claim, bright: bool) -> Moment | None:
        """The photodiode saw the corner become ``bright`` or dark. The moment of the card that is waited for, if this can
        have been its light: of its colour, and not proven older than its view."""
        if self._waiting is None or bright != self._bright or claim.span.hi_us < self._waiting[1]:
            return None
        of, published_us = self._waiting
        self._waiting, self.blind = None, False
        # No light comes before the view that it shows.
        span = Span(max(claim.span.lo_us, published_us), claim.span.hi_us)
        seen = replace(claim, span=span, at_us=max(claim.at_us, span.lo_us))
        return Moment(of, published_us, span, "photodiode", seen)

    def passed(self, unshown: int | None, mark: Watermark | None) -> Moment | None:
        """Look whether there is still something to wait for. ``unshown``: the flip in the air that has no moment yet (the
        card may have gone back to its hand). ``mark``: of the photodiode's board; None when it does not count any more.

        The moment by the calibrated figure when no edge can come in time.
        """
        if self._waiting is None:
            return None
        of, published_us = self._waiting
        if unshown != of:
            self._waiting = None
            return None
        if mark is not None and mark.axis_us < published_us + WAIT_US:
            return None
        self._waiting, self.blind = None, True
        return self._by_figure(of, published_us)

    @property
    def watermark(self) -> Watermark | None:
        """While a light is waited for, nothing later than its view is released; None when nothing is waited for."""
        if self._waiting is None:
            return None
        before_us = self._waiting[1] - 1
        return Watermark(DISPLAY, 0, before_us, before_us)

    def _by_figure(self, of: int, published_us: int) -> Moment:
        if self.display is None:
            return Moment(of, published_us, Span.at(published_us), "published")
        span = Span(published_us + self.display.lo_us, published_us + self.display.hi_us)
        return Moment(of, published_us, span, "calibrated")


def display_json(display: Display | None) -> JSON | None:
    """For the journal's header."""
    return None if display is None else asdict(display)


def moment_record(n: int, moment: Moment) -> JSON:
    """For the journal: input ``n``. A photodiode's edge is told as a press is, its number in the record of its board too."""
    record: JSON = {
        "k": "shown", "n": n, "t": moment.published_us, "of": moment.of, "how": moment.how,
        "lo": moment.span.lo_us, "hi": moment.span.hi_us,
    }  # fmt: skip
    if (claim := moment.claim) is not None:
        record["seen"] = {
            "board": claim.board, "boot": claim.boot, "seq": claim.seq, "index": claim.index, "t": claim.t_us,
            "source": claim.source, "bound": claim.bound_us, "at": claim.at_us,
        }  # fmt: skip
    return record


def moment_of(record: JSON, pulses: tuple[Pulse, ...] = ()) -> Moment:
    """The moment that ``moment_record`` wrote, with the ``pulses`` of other records."""
    span = Span(record["lo"], record["hi"])
    seen = record.get("seen")
    claim = (
        Claim(
            seen["board"], seen["boot"], seen["seq"], seen["index"], seen["t"], seen["source"], seen["bound"], span,
            seen["at"], 0, pulses,
        )
        if seen is not None
        else None
    )  # fmt: skip
    return Moment(record["of"], record["t"], span, record["how"], claim)
