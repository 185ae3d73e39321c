"""Parts of a circuit, drawn after IEC 60617. A part hangs between two points of one column or one row."""

from __future__ import annotations

from wiring.svg import INK, PAPER, Drawing

WIRE = 3


class Circuit(Drawing):
    """A drawing with electrical symbols."""

    def wire(self, *points: tuple[float, float]) -> None:
        self.line(*points, width=WIRE)

    def node(self, x: float, y: float) -> None:
        """Wires meet here."""
        self.circle(x, y, 5, fill=INK)

    def terminal(self, x: float, y: float) -> None:
        """A place to plug or to screw."""
        self.circle(x, y, 6, width=WIRE)

    def ground(self, x: float, y: float) -> None:
        self.wire((x, y), (x, y + 12))
        for half, below in ((18, 12), (11, 19), (4, 26)):
            self.wire((x - half, y + below), (x + half, y + below))

    def supply(self, x: float, y: float, words: str) -> None:
        """A supply bar with its name above it."""
        self.wire((x - 16, y), (x + 16, y))
        self.text(x, y - 16, words, anchor="middle", bold=True)

    def pin(self, x: float, y: float, words: str, *, left: bool) -> None:
        """A pin of the board at the left or right edge: its name in a box, its wire at (x, y)."""
        start = x - 150 if left else x
        self.rect(start, y - 16, 150, 32, fill="#f1f1f1", stroke=INK, radius=4)
        self.text(start + 75, y, words, anchor="middle", bold=True)

    def across(self, x: float, y: float, to: float, words: str) -> None:
        """A resistor in a row, its value above it."""
        middle = (x + to) / 2
        self.wire((x, y), (to, y))
        self.rect(middle - 26, y - 9, 52, 18, fill=PAPER, stroke=INK)
        self.text(middle, y - 22, words, anchor="middle")

    def down(self, x: float, y: float, to: float, words: str, *, left: bool = False) -> None:
        """A resistor in a column, its value beside it."""
        middle = (y + to) / 2
        self.wire((x, y), (x, to))
        self.rect(x - 9, middle - 26, 18, 52, fill=PAPER, stroke=INK)
        self.text(x + (-18 if left else 18), middle, words, anchor="end" if left else "start")

    def potentiometer(self, x: float, y: float, to: float, words: str, wiper: float) -> None:
        """A resistor in a column, tapped from the right at ``wiper``."""
        self.down(x, y, to, words, left=True)
        middle = (y + to) / 2
        self.wire((x + 11, middle), (wiper, middle))
        self.wire((x + 20, middle - 6), (x + 11, middle), (x + 20, middle + 6))

    def diode(self, x: float, y: float, to: float, *, zener: bool = False) -> None:
        """A diode in a column, its cathode at ``y``."""
        middle = (y + to) / 2
        self.wire((x, y), (x, to))
        self.line(
            (x, middle - 12),
            (x + 15, middle + 12),
            (x - 15, middle + 12),
            (x, middle - 12),
            width=WIRE,
            fill=PAPER,
        )
        ends = ((x - 15, middle - 6), (x - 15, middle - 12)) if zener else ((x - 15, middle - 12),)
        self.wire(*ends, (x + 15, middle - 12), *(((x + 15, middle - 18),) if zener else ()))

    def series_diode(self, x: float, y: float, to: float) -> None:
        """A diode in a row, its cathode at ``to``."""
        middle = (x + to) / 2
        self.wire((x, y), (to, y))
        self.line(
            (middle + 12, y),
            (middle - 12, y - 15),
            (middle - 12, y + 15),
            (middle + 12, y),
            width=WIRE,
            fill=PAPER,
        )
        self.wire((middle + 12, y - 15), (middle + 12, y + 15))

    def photodiode(self, x: float, y: float, to: float) -> None:
        """Cathode at ``y``, with two rays of light from the left."""
        self.diode(x, y, to)
        middle = (y + to) / 2
        for above in (0, 18):
            tip = (x - 24, middle - 4 + above - 9)
            self.wire((tip[0] - 26, tip[1] - 18), tip)
            self.wire((tip[0] - 11, tip[1] - 1), tip, (tip[0] - 4, tip[1] - 10))

    def capacitor(self, x: float, y: float, to: float, words: str) -> None:
        middle = (y + to) / 2
        self.wire((x, y), (x, middle - 5))
        self.wire((x - 18, middle - 5), (x + 18, middle - 5))
        self.wire((x - 18, middle + 5), (x + 18, middle + 5))
        self.wire((x, middle + 5), (x, to))
        self.text(x - 24, middle, words, anchor="end")

    def switch(self, x: float, y: float, to: float) -> None:
        """An open contact in a column."""
        middle = (y + to) / 2
        self.wire((x, y), (x, middle - 24))
        self.wire((x + 22, middle - 22), (x, middle + 24))
        self.wire((x, middle + 24), (x, to))
        self.circle(x, middle - 24, 5)
        self.circle(x, middle + 24, 5)

    def triangle(self, x: float, y: float, width: float, height: float) -> None:
        """An amplifier, its tip at the right end of the row ``y``."""
        self.line(
            (x, y - height / 2),
            (x + width, y),
            (x, y + height / 2),
            (x, y - height / 2),
            width=WIRE,
            fill="#f1f1f1",
        )
