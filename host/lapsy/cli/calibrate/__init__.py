"""``lapsy calibrate``: how late displays are."""

from __future__ import annotations

import click

from lapsy.cli.lazy import LazyGroup

COMMANDS = {
    "display": (
        "lapsy.cli.calibrate.display:display",
        "Measure how late a display shows a card, by photodiode or by tapping.",
    ),
    "list": ("lapsy.cli.calibrate.list:list_displays", "List the displays that were calibrated."),
}


@click.group(cls=LazyGroup, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
def calibrate() -> None:
    """How late displays show a card: measure one, or list what was measured."""
