"""``lapsy boards``: what is plugged in, its firmware, its pads; and simulated boards."""

from __future__ import annotations

import click

from lapsy.cli.lazy import LazyGroup

COMMANDS = {
    "list": ("lapsy.cli.boards.list:list_boards", "List serial ports and which of them are boards."),
    "flash": ("lapsy.cli.boards.flash:flash", "Put the firmware on a board, or a newer one."),
    "check": (
        "lapsy.cli.boards.check:check",
        "Prove a board: its pads, the skew of its inputs, a pair of pads.",
    ),
    "monitor": ("lapsy.cli.boards.monitor:monitor", "Watch the inputs of a board live."),
    "find": ("lapsy.cli.boards.find:find", "Blink the lights of a board, to see which one it is."),
    "sim": ("lapsy.cli.boards.sim:sim", "Start a simulated board; print its port."),
}


@click.group(cls=LazyGroup, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
def boards() -> None:
    """Boards: list, flash, check and watch what is plugged in, or start a simulated one."""
