"""A few shapes to draw with. Lengths are in units of the drawing; a drawing 1000 wide fills an A4 page at 0.19 mm a unit."""

from __future__ import annotations

from xml.etree import ElementTree as Et

FONT = "DejaVu Sans, Verdana, sans-serif"
PAPER = "#ffffff"
INK = "#111111"


class Drawing:
    """Shapes in the order in which they are drawn."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._root = Et.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width} {height}",
                "width": str(width),
                "height": str(height),
                "role": "img",
                "font-family": FONT,
            },
        )
        Et.SubElement(self._root, "title").text = title
        self.rect(0, 0, width, height, fill=PAPER)

    def line(
        self,
        *points: tuple[float, float],
        color: str = INK,
        width: float = 2,
        dash: str = "",
        fill: str = "none",
    ) -> None:
        given = {"stroke-dasharray": dash} if dash else {}
        self._add(
            "polyline",
            points=" ".join(f"{_n(x)},{_n(y)}" for x, y in points),
            fill=fill,
            stroke=color,
            **{"stroke-width": _n(width), "stroke-linejoin": "round", **given},
        )

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        stroke: str = "none",
        radius: float = 0,
        dash: str = "",
    ) -> None:
        given = {"stroke-dasharray": dash} if dash else {}
        self._add(
            "rect",
            x=_n(x),
            y=_n(y),
            width=_n(width),
            height=_n(height),
            rx=_n(radius),
            fill=fill,
            stroke=stroke,
            **{"stroke-width": "2", **given},
        )

    def circle(
        self, x: float, y: float, radius: float, *, fill: str = PAPER, stroke: str = INK, width: float = 2
    ) -> None:
        self._add(
            "circle",
            cx=_n(x),
            cy=_n(y),
            r=_n(radius),
            fill=fill,
            stroke=stroke,
            **{"stroke-width": _n(width)},
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 16,
        anchor: str = "start",
        color: str = INK,
        bold: bool = False,
    ) -> None:
        """``y`` is the middle of the letters' height."""
        given = {"font-weight": "bold"} if bold else {}
        self._add(
            "text",
            x=_n(x),
            y=_n(y + 0.36 * size),
            fill=color,
            **{"font-size": _n(size), "text-anchor": anchor, **given},
        ).text = words

    def svg(self) -> str:
        Et.indent(self._root, " ")
        return Et.tostring(self._root, encoding="unicode") + "\n"

    def _add(self, tag: str, **attributes: str) -> Et.Element:
        return Et.SubElement(self._root, tag, attributes)


def _n(value: float) -> str:
    return f"{round(value, 1):g}"
