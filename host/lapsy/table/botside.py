"""Bots at a table: what they see of it, and what their hands do there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lapsy.games.play import Input
from lapsy.table.bots import Bot, Planned
from lapsy.table.controls.lapsy import Dealing
from lapsy.table.controls.speed import PADS, STOCK, Hands
from lapsy.table.judge import Act
from lapsy.table.table import Table

#: From one button to the next.
BUTTON_US = 90_000

_BY_PILE = {pile: pad for pad, pile in PADS.items()}


@dataclass(frozen=True, slots=True)
class Touch:
    """A press of a pad at a time; the pad is named by its role."""

    role: str
    at_us: int


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
    if judge is None or table.phase != "play" or table.paused is not None:
        return ()
    legal = judge.game.legal(judge.state, seat)
    dealing = judge.controls
    if not isinstance(dealing, Dealing) or dealing.pacing.flip != "auto":
        return legal
    chosen = dealing.chosen(seat) is not None
    return [given for given in legal if given.kind != "flip" or (given.choose is not None and not chosen)]


def movements(table: Table, seat: int, plan: Planned) -> list[Touch | Act]:
    """What the bot's hands do for its plan: pads where a game has them, the page for cards and choices."""
    given = plan.given
    if table.setup.game == "speed":
        return [*_buttons(table, seat, plan)]
    if given.kind == "flip" and given.choose is not None:
        return [Act("choose", seat, choose=given.choose)]
    if given.kind in ("slap", "flip", "head"):
        return [Touch(given.kind, plan.at_us)]
    if given.kind == "announce":
        return [Touch("slap", plan.at_us)]
    return [Act(given.kind, seat, cards=given.cards, to=given.to, choose=given.choose, reading=given.reading)]


def _buttons(table: Table, seat: int, plan: Planned) -> list[Touch]:
    """A stock button, and then the pad or the empty place; what the hand has up is put down first."""
    controls = None if table.judge is None else table.judge.controls
    up = controls.up.get(seat) if isinstance(controls, Hands) else None
    given = plan.given
    roles = []
    if given.kind in ("play", "move"):
        if up != given.choose:
            roles.append(f"{STOCK}{given.choose}")
        roles.append(_BY_PILE[str(given.to)] if given.kind == "play" else f"{STOCK}{given.to}")
    else:
        if up is not None:
            roles.append(f"{STOCK}{up}")
        roles.append(_BY_PILE.get(str(given.to), "left"))
    return [Touch(role, plan.at_us + n * BUTTON_US) for n, role in enumerate(roles)]
