"""How far stamps lay from the true edges, as a picture: one panel for each way to capture."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

_WIDTH, _HEIGHT = 760, 300
_LEFT, _TOP, _PANEL, _PLOT = 60, 50, 320, 190
_GAP = 40
_NAMES = {"pio": "PIO and DMA", "irq": "Pin.irq"}
_COLOURS = {"pio": "#2a6f4e", "irq": "#b5532d"}
#: At most so many steps between ticks.
_TICKS = 7


def picture(results: Mapping[str, Any]) -> str:
    """The SVG."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="13">',
        "<title>Stamp minus true time of an edge, for capture by PIO and DMA and by interrupts, in an emulator</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
    ]
    for number, capture in enumerate(("pio", "irq")):
        parts += _panel(results["all"][capture]["histogram"], capture, _LEFT + number * (_PANEL + _GAP))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _panel(histogram: Mapping[str, Any], capture: str, left: int) -> list[str]:
    step = histogram["step_us"]
    counts = {int(key): count for key, count in histogram["counts"].items()}
    first, last = min(counts), max(counts) + 1
    total, highest = sum(counts.values()), max(counts.values())
    width = _PANEL / (last - first)
    bottom = _TOP + _PLOT
    parts = [
        f'<text x="{left}" y="{_TOP - 22}" font-weight="bold" fill="#222">{_NAMES[capture]}</text>',
        f'<text x="{left}" y="{_TOP - 6}" fill="#555" font-size="11">'
        f"{total:,} edges; tallest bar {highest / total:.0%}</text>",
    ]
    for key, count in sorted(counts.items()):
        height = _PLOT * count / highest
        parts.append(
            f'<rect x="{left + (key - first) * width:.1f}" y="{bottom - height:.1f}" width="{max(width - 1, 1):.1f}" '
            f'height="{height:.1f}" fill="{_COLOURS[capture]}"/>'
        )
    parts.append(f'<line x1="{left}" y1="{bottom}" x2="{left + _PANEL}" y2="{bottom}" stroke="#222"/>')
    for value in _ticks(first * step, last * step):
        x = left + (value / step - first) * width
        parts.append(f'<line x1="{x:.1f}" y1="{bottom}" x2="{x:.1f}" y2="{bottom + 5}" stroke="#222"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 19}" text-anchor="middle" fill="#222">{value:g}</text>')
    parts.append(
        f'<text x="{left + _PANEL / 2}" y="{bottom + 40}" text-anchor="middle" fill="#555">stamp minus true time, µs</text>'
    )
    return parts


def _ticks(least: float, most: float) -> list[float]:
    """Round values within a range."""
    step = next(
        size
        for size in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
        if (most - least) / size <= _TICKS
    )
    first = math.ceil(least / step - 1e-9)
    last = math.floor(most / step + 1e-9)
    return [round(number * step, 1) for number in range(first, last + 1)]
