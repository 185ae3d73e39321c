"""Why an input changes nothing, where the reason is the same in every game: codes as sentences."""

from __future__ import annotations

from lapsy.games.options import Sentence

EVERYWHERE: dict[str, Sentence] = {
    "no_such_seat": Sentence("There is no such seat."),
    "not_in_these_rules": Sentence("These rules know no such thing."),
    "not_due": Sentence("Nothing is due yet."),
    "finished": Sentence("The game is over."),
}
