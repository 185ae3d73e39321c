"""Controls: what pads and pages mean in each game. Decided after sequencing, from the state; see ``judge.Controls``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lapsy.table.controls.kuoppa import Aside
from lapsy.table.controls.lapsy import Dealing
from lapsy.table.controls.limppu import Catching
from lapsy.table.controls.plain import Plain
from lapsy.table.controls.speed import Hands
from lapsy.table.judge import Controls, Judge

if TYPE_CHECKING:
    from lapsy.table.setup import Setup

_OF = {"speed": Hands, "kuoppa": Aside, "limppu": Catching}


def new_judge(setup: Setup, seed: bytes, t_us: int) -> Judge:
    """The judge of a game that is dealt now."""
    rules = setup.rules
    state: Any = rules.start(rules.parse_options(setup.options), len(setup.seats), seed)

    def controls(judge: Judge) -> Controls:
        if setup.game == "lapsy":
            return Dealing(judge, setup.pacing, seed)
        return _OF.get(setup.game, Plain)(judge)

    return Judge(rules, state, controls, t_us, setup.policy)
