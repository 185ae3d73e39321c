"""What a table does where measurement or courtesy ends: orders that are not proven, close hands, early hands, silent boards.

Agreed before the game and written into the journal's header. The rules of the game stay what they are; a policy only says
which input they are given.
"""

from __future__ import annotations

from dataclasses import dataclass

#: What is done with a first place that nothing proves: the rules' tie (LA-33), once more, or the nearest point value.
UNPROVEN = ("split", "replay", "likely")

#: What is done with a slap too soon after its card to be an answer to it: nothing, said, or judged as a false slap.
ANTICIPATION = ("off", "flag", "false")

#: An answer to something seen takes longer than this: the limit of false starts in athletics.
LIMIT_US = 100_000


@dataclass(frozen=True, slots=True)
class Policy:
    """``unproven``: one of ``UNPROVEN``. ``tie_us``: two hands nearer than this are a tie though proven; the bound of their
    gap counts where it is wider (LS-09). ``anticipation``: one of ``ANTICIPATION``; ``limit_us``: how soon after a card
    became visible a slap is *anticipated*. ``silent_us``: a board silent for so long is declared absent; None: the race
    waits for it. ``forgive``: what the rules would call a false slap costs
    nothing. Times in microseconds. Raises ValueError for what cannot be agreed."""

    unproven: str = "split"
    tie_us: int = 0
    anticipation: str = "off"
    limit_us: int = LIMIT_US
    silent_us: int | None = None
    forgive: bool = False

    def __post_init__(self) -> None:
        if self.unproven not in UNPROVEN:
            raise ValueError(f"An order that is not proven is one of {', '.join(UNPROVEN)}.")
        if self.anticipation not in ANTICIPATION:
            raise ValueError(f"Anticipation is one of {', '.join(ANTICIPATION)}.")
        if self.tie_us < 0 or self.limit_us < 0 or (self.silent_us is not None and self.silent_us <= 0):
            raise ValueError("The times of a policy are not negative.")


#: What holds where nothing was agreed: the rules' tie, no tie window, no limit, a silent board is waited for.
USUAL = Policy()
