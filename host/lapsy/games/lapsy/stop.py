"""An agreed end, off unless agreed: after so many cards or so much time the pile on the table is the last one.

When it has been won, whoever is ahead wins; equals share the win, or with sudden death one more pile is played first.
"""

from __future__ import annotations

from lapsy.games.lapsy.draft import Draft
from lapsy.games.lapsy.ending import end
from lapsy.games.lapsy.situation import Situation


def due_us(now: Situation) -> int | None:
    """When the agreed time is up, in microseconds on the axis of ``Bundle.t_us``; None when none runs or the last pile is
    on the table already.
    """
    return None if now.last_pile else now.until_us


def count_card(draft: Draft) -> None:
    """A card has been laid: the clock starts with the first, the last pile is named with the last."""
    rules = draft.rules
    draft.laid += 1
    if rules.time_cap_us and draft.until_us is None and not draft.last_pile:
        draft.until_us = draft.t_us + rules.time_cap_us
    if rules.card_cap and draft.laid >= rules.card_cap and not draft.last_pile:
        _name_last_pile(draft, "cards")


def time_is_up(draft: Draft) -> None:
    """The pile on the table is the last one; when there is none, the game ends at once."""
    _name_last_pile(draft, "time")
    if not draft.pile and draft.air is None:
        end_after_pile(draft)


def take_back(draft: Draft, count: int) -> None:
    """So many cards have gone back after an objection and so have not been laid (LS-25): a limit that they reached is open
    again, and time that the first card of the game began has not begun.
    """
    draft.laid -= count
    if draft.last_pile == "cards" and draft.laid < draft.rules.card_cap:
        draft.last_pile = ""
    if not draft.laid:
        draft.until_us = None
        if draft.last_pile == "time":
            draft.last_pile = ""


def end_without_pile(draft: Draft) -> None:
    """The time was up with penalty cards or a card in the air on the table, and an objection has taken the last of them:
    the game ends as it would have ended on an empty table.
    """
    if draft.last_pile == "time" and not (draft.pile or draft.air or draft.winners):
        end_after_pile(draft)


def end_after_pile(draft: Draft) -> None:
    """The last pile has been won: the game ends, unless the lead is shared and one more pile decides."""
    best = draft.rules.aim.best(draft)
    if len(best) > 1 and draft.rules.sudden_death and draft.last_pile != "sudden_death":
        _name_last_pile(draft, "sudden_death", best)
        return
    end(draft, "stop")


def _name_last_pile(draft: Draft, reason: str, seats: tuple[int, ...] = ()) -> None:
    draft.last_pile = reason
    if reason != "cards":  # an objection can take the last card back: then the time still runs
        draft.until_us = None
    draft.say("last_pile", seats=seats, reason=reason)
