"""Line plots and bars as SVG, in the manner of the other pictures of the docs. Pure: numbers in, text out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

#: Told apart in print and by most colour-blind eyes (after Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#b08a00", "#444444")

INK, GREY, PALE = "#222", "#555", "#ddd"


@dataclass(frozen=True, slots=True)
class Line:
    """``points``: (x, y), y None where there is nothing. ``dashed``: lighter, and not in the legend when it has no name."""

    name: str
    points: Sequence[tuple[float, float | None]]
    colour: str
    dashed: bool = False
    width: float = 1.8


@dataclass(frozen=True, slots=True)
class Band:
    """A part of the x axis that is shaded. ``row``: in which line from the top its text stands."""

    from_x: float
    to_x: float
    text: str
    fill: str = "#eef2f6"
    row: int = 1


@dataclass(frozen=True, slots=True)
class Axis:
    """``ticks``: (value, text). ``log``: equal steps are equal ratios."""

    title: str
    least: float
    most: float
    ticks: Sequence[tuple[float, str]]
    log: bool = False

    def share(self, value: float) -> float:
        """Where a value lies, from 0 to 1; beyond the ends it lies at them."""
        low, high, at = self.least, self.most, min(max(value, self.least), self.most)
        if self.log:
            low, high, at = math.log(low), math.log(high), math.log(at)
        return (at - low) / (high - low)


@dataclass(frozen=True, slots=True)
class Panel:
    """One plot."""

    title: str
    x: Axis
    y: Axis
    lines: Sequence[Line]
    bands: Sequence[Band] = ()


def page(title: str, width: int, height: int, parts: Sequence[str]) -> str:
    """The SVG around the parts."""
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            'font-family="sans-serif" font-size="13">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            *parts,
            "</svg>",
            "",
        )
    )


def text(x: float, y: float, what: str, *, anchor: str = "start", fill: str = INK, more: str = "") -> str:
    """A line of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}"{more}>{escape(what)}</text>'


def panel(which: Panel, left: float, top: float, width: float, height: float) -> list[str]:
    """One plot with its axes; the legend is apart."""
    bottom = top + height
    parts = [text(left, top - 12, which.title, more=' font-weight="bold"')]
    texts = []
    for band in which.bands:
        start, end = (left + width * which.x.share(x) for x in (band.from_x, band.to_x))
        parts.append(
            f'<rect x="{start:.1f}" y="{top}" width="{end - start:.1f}" height="{height}" fill="{band.fill}"/>'
        )
        middle, y = (start + end) / 2, top + 14 * band.row
        texts.append(text(middle, y, band.text, anchor="middle", fill=GREY, more=' font-size="11"'))
    parts += texts
    for value, label in which.y.ticks:
        y = bottom - height * which.y.share(value)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + width}" y2="{y:.1f}" stroke="{PALE}"/>')
        parts.append(text(left - 6, y + 4, label, anchor="end"))
    for value, label in which.x.ticks:
        x = left + width * which.x.share(value)
        parts.append(f'<line x1="{x:.1f}" y1="{bottom}" x2="{x:.1f}" y2="{bottom + 5}" stroke="{INK}"/>')
        parts.append(text(x, bottom + 19, label, anchor="middle"))
    for line in which.lines:
        parts += _strokes(line, which, left, top, width, height)
    parts.append(f'<line x1="{left}" y1="{bottom}" x2="{left + width}" y2="{bottom}" stroke="{INK}"/>')
    parts.append(text(left + width / 2, bottom + 40, which.x.title, anchor="middle", fill=GREY))
    parts.append(
        text(
            0, 0, which.y.title, anchor="middle", fill=GREY,
            more=f' transform="translate({left - 44:.1f},{top + height / 2:.1f}) rotate(-90)"',
        )
    )  # fmt: skip
    return parts


def _strokes(line: Line, which: Panel, left: float, top: float, width: float, height: float) -> list[str]:
    """The line in pieces: it stops where there is nothing."""
    pieces: list[list[str]] = [[]]
    for x, y in line.points:
        if y is None:
            pieces.append([])
            continue
        at = f"{left + width * which.x.share(x):.1f},{top + height * (1 - which.y.share(y)):.1f}"
        pieces[-1].append(at)
    style = f'fill="none" stroke="{line.colour}" stroke-width="{line.width:g}"'
    style += ' stroke-dasharray="4 3"' if line.dashed else ""
    return [f'<polyline points="{" ".join(piece)}" {style}/>' for piece in pieces if piece]


def legend(lines: Sequence[Line], left: float, top: float, step: float = 20) -> list[str]:
    """Names of the lines, one below the other."""
    parts = []
    for n, line in enumerate(each for each in lines if each.name):
        y = top + n * step
        style = f'stroke="{line.colour}" stroke-width="{max(line.width, 2):g}"'
        style += ' stroke-dasharray="4 3"' if line.dashed else ""
        parts.append(f'<line x1="{left}" y1="{y - 4:.1f}" x2="{left + 22}" y2="{y - 4:.1f}" {style}/>')
        parts.append(text(left + 28, y, line.name))
    return parts


@dataclass(frozen=True, slots=True)
class Bar:
    """``low`` to ``high``, and ``most`` as a thin line beyond."""

    name: str
    low: float
    high: float
    told: str
    colour: str


def bars(axis: Axis, rows: Sequence[Bar], left: float, top: float, width: float, step: float) -> list[str]:
    """Bars on one axis, one below the other, each with what it says."""
    bottom = top + step * len(rows)
    parts = []
    for value, label in axis.ticks:
        x = left + width * axis.share(value)
        parts.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}" stroke="{PALE}"/>')
        parts.append(text(x, bottom + 17, label, anchor="middle"))
    for n, row in enumerate(rows):
        y = top + n * step
        start, end = (left + width * axis.share(value) for value in (row.low, row.high))
        parts.append(text(left - 8, y + step / 2 + 4, row.name, anchor="end"))
        parts.append(
            f'<rect x="{start:.1f}" y="{y + 5:.1f}" width="{max(end - start, 3):.1f}" height="{step - 10:.1f}" '
            f'fill="{row.colour}"/>'
        )
        parts.append(text(end + 8, y + step / 2 + 4, row.told, more=' font-weight="bold"'))
    parts.append(text(left + width / 2, bottom + 38, axis.title, anchor="middle", fill=GREY))
    return parts
