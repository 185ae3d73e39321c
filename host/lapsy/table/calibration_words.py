"""Why a calibration failed, and what to do."""

from __future__ import annotations

from lapsy.games.options import Sentence
from lapsy.language import tr

FAILED: dict[str, Sentence] = {
    # of what was seen
    "early": Sentence(
        "In {n} of {of} flashes the light came before it was sent out, which cannot be: see that nothing but"
        " the square shines on the photodiode, and that the display is not slower than the flashes."
    ),
    "unseen": Sentence(
        "The photodiode saw only {n} of {of} flashes: lay it flat on the square, set the brightness to 100 %"
        " and turn its threshold until its lamp follows the square."
    ),
    "strange": Sentence(
        "The photodiode saw {n} changes of light that were no flash: shade it from other light, and set the"
        " brightness to 100 % (below, many displays flicker)."
    ),
    "scattered": Sentence(
        "The flashes came {ms} ms apart from each other, which is too scattered to tell a lag: close other"
        " programs and other pages, and try again."
    ),
    "late": Sentence(
        "The light came up to {ms} ms late, which is too late for any game: choose the display's game mode."
    ),
    # of what was tapped
    "few_taps": Sentence("Only {n} of {of} beats were tapped: tap once a beat, from the first ones on."),
    "taps_scattered": Sentence(
        "The taps lie {ms} ms apart from each other, which is too scattered to tell a lag: tap once a beat,"
        " just when the square turns."
    ),
    "taps_ahead": Sentence(
        "The taps come {ms} ms ahead of the square, further than anybody taps ahead: tap to the square, not"
        " between its turns."
    ),
    # of the board
    "blind": Sentence(
        "The photodiode saw none of {n} flashes: lay it flat on the square, and see that the page is in"
        " front and the comparator's threshold is set."
    ),
    "gone": Sentence("The board has gone ({why}): plug it in and begin again."),
    "mute": Sentence("The board does not tell any more what it saw: unplug it, plug it in, and begin again."),
    "silent": Sentence(
        "No board answers: see that it runs the slap board's firmware, unplug it and plug it in again."
    ),
    "protocol": Sentence(
        "The board's firmware is of another version than this: update it with lapsy boards flash."
    ),
    "restarted": Sentence("The board has restarted: see that its cable sits firmly, and begin again."),
    "no_photo": Sentence(
        "This board has no input for a photodiode: give it one in its settings, or tap along with --tap."
    ),
    "no_slap": Sentence(
        "This board has no slap pad to tap on: name another with --port, or leave --port out."
    ),
}


def failed(language: str, key: str, **fields: int | str) -> str:
    """The sentence."""
    return tr(language, FAILED[key], **fields)
