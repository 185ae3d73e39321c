"""The codes in outcomes as sentences, for screens."""

from __future__ import annotations

from lapsy.games.options import Sentence
from lapsy.games.refusals import EVERYWHERE

#: Why an input changed nothing (``refused``).
REFUSED: dict[str, Sentence] = {
    **EVERYWHERE,
    "no_such_place": Sentence("Stock piles are 1 to 5: give one of them."),
    "no_such_pile": Sentence("The spit piles are L and R: give one of them."),
    "held": Sentence("The button was down already: let go first."),
    "one_hand": Sentence("One hand does one thing at a time: only the first counts."),
    "not_started": Sentence("Call spit first."),
    "round_over": Sentence("The round is over: wait for the new deal."),
    "no_pile": Sentence("This deal has no such spit pile."),
    "empty_place": Sentence("There is no card in that place."),
    "misfit": Sentence("The card does not fit: it must be one rank higher or lower."),
    "slower": Sentence("The other was faster: the card goes back."),
    "tied": Sentence("A tie: both take their cards back."),
    "not_empty": Sentence("A card can only be moved to an empty place."),
    "ignored": Sentence("The call was not taken up."),
    "no_slap": Sentence("The piles are not up for a slap yet."),
    "too_early": Sentence("The slap came before the piles were up for it."),
    "settled": Sentence("The piles have been taken already."),
    "void": Sentence("A tie on the same pile: slap again."),
}

#: Which pile a card was played on, a hand slapped or a player took (``played``, ``slapped``, ``void``, ``taken``).
PILES: dict[str, Sentence] = {
    "L": Sentence("The left pile."),
    "R": Sentence("The right pile."),
}
