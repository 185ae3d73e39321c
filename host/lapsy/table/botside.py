"""Bots at a table: what they see of it, and what their inputs are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lapsy.games.play import Input
from lapsy.table.bots import Bot
from lapsy.table.controls.lapsy import Dealing
from lapsy.table.table import Command, Table


def show_bots(table: Table, bots: Mapping[int, Bot], now_us: int) -> None:
    """A view is out: each bot sees its seat's view of the game and what it may do at this table."""
    judge = table.judge
    if judge is None:
        return
    for seat, bot in bots.items():
        bot.see(now_us, judge.game.view(judge.state, seat), legal_at(table, seat))


def legal_at(table: Table, seat: int) -> Sequence[Input]:
    """What the seat may do here: where the dealer turns the cards, a seat may only choose its next one, once."""
    judge = table.judge
    if judge is None or table.phase != "play":
        return ()
    legal = judge.game.legal(judge.state, seat)
    dealing = judge.controls
    if not isinstance(dealing, Dealing) or dealing.pacing.flip != "auto":
        return legal
    chosen = dealing.chosen(seat) is not None
    return [given for given in legal if given.kind != "flip" or (given.choose is not None and not chosen)]


def choice(given: Input) -> Command:
    """The command that a choice among the last cards is at a table."""
    return Command("choose", given.seat, given.choose if isinstance(given.choose, int) else None)
