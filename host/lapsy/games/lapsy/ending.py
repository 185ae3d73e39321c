"""The end of a game, however it came."""

from __future__ import annotations

from lapsy.games.lapsy.draft import Draft


def end(draft: Draft, reason: str = "") -> None:
    """Whoever is best now has won, and nothing waits any more; the cards have been collected."""
    draft.winners = draft.rules.aim.best(draft)
    draft.turn = draft.winners[0]
    draft.challenge = draft.window = draft.until_us = None
    draft.heads = ()
    draft.say("over", seats=draft.winners, reason=reason)
