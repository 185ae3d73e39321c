"""The ``lapsy`` command."""

from __future__ import annotations

import click

import lapsy
from lapsy.cli.lazy import LazyGroup

COMMANDS = {
    "play": ("lapsy.cli.play:play", "Play a game: pads, keyboard or bots, cards on the table page."),
    "arbitrate": (
        "lapsy.cli.arbitrate:arbitrate",
        "Pads only, no cards: whose hand was first, and by how much.",
    ),
    "rules": ("lapsy.cli.rules:rules", "Tell the rules of a game and what may be agreed."),
    "simulate": (
        "lapsy.cli.simulate:simulate",
        "Play many games of bots by the rules alone: who wins, how long.",
    ),
    "replay": (
        "lapsy.cli.replay:replay",
        "Play a journal again and check that every verdict comes out the same.",
    ),
    "boards": (
        "lapsy.cli.boards:boards",
        "Boards: list, flash, check and watch them, or start a simulated one.",
    ),
    "calibrate": (
        "lapsy.cli.calibrate:calibrate",
        "Displays: measure how late one shows a card, or list what was measured.",
    ),
    "doctor": ("lapsy.cli.doctor:doctor", "Look at this machine and its boards: what is wrong, what to do."),
    "conformance": (
        "lapsy.cli.conformance:conformance",
        "Run rule cases from files through sequencer and rules.",
    ),
}


class LobbyFirst(LazyGroup):
    """Options without a command are those of ``play``: ``lapsy --lan`` opens the lobby for phones."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The command and what is given to it."""
        own = {name for param in self.get_params(ctx) for name in param.opts}
        if args and args[0].startswith("-") and args[0].partition("=")[0] not in own:
            args = ["play", *args]
        return super().parse_args(ctx, args)


@click.group(
    cls=LobbyFirst,
    lazy=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(lapsy.__version__, prog_name="lapsy")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Läpsy: slap-card games on real hardware. Without a command the lobby opens, as with 'lapsy play', whose
    options may be given.

    Pads stamp each press to the microsecond; the host judges who was first, by how much and how sure it is, and shows
    the cards.
    """
    if ctx.invoked_subcommand is None:
        from lapsy.cli.play import play

        ctx.invoke(play)
