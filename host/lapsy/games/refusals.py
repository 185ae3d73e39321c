"""Why an input changes nothing, where the reason is the same in every game: codes as sentences in Finnish and English."""

from __future__ import annotations

EVERYWHERE: dict[str, dict[str, str]] = {
    "no_such_seat": {"fi": "Sellaista paikkaa ei ole.", "en": "There is no such seat."},
    "not_in_these_rules": {
        "fi": "Näissä säännöissä ei ole tällaista.",
        "en": "These rules know no such thing.",
    },
    "not_due": {"fi": "Mikään ei ole vielä määrä tapahtua.", "en": "Nothing is due yet."},
    "finished": {"fi": "Peli on päättynyt.", "en": "The game is over."},
}
