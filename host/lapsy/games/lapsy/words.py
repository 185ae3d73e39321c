"""The codes in outcomes as sentences, for screens."""

from __future__ import annotations

from lapsy.games.options import Sentence
from lapsy.games.refusals import EVERYWHERE

#: Why an input changed nothing (``refused``).
REFUSED: dict[str, Sentence] = {
    **EVERYWHERE,
    "out_of_turn": Sentence("It is not your turn."),
    "window": Sentence("The pile is waiting: no card may be laid now."),
    "in_the_air": Sentence("The card before has not landed yet."),
    "nothing_in_the_air": Sentence("No card is in the air."),
    "not_choosable": Sentence("That card cannot be chosen: only your own last three can."),
    "no_slap": Sentence("The pile is yours already: wait until it is collected."),
    "out_for_good": Sentence("The right to return is lost."),
    "banned": Sentence("Banned from slapping until the pile has been won."),
    "held": Sentence("The button was down already: let go first."),
    "no_objection": Sentence("There is no penalty left to give back."),
    "safe": Sentence("You are rid of your cards already."),
    "dead_button": Sentence("The button is dead until the next card is laid."),
    "head_first": Sentence("Your own head first, and only then the pile."),
    "table_full": Sentence("There are eight at the table already."),
    "seat_taken": Sentence("Somebody sits there already."),
}

#: Why a slap was false (``false``).
FALSE: dict[str, Sentence] = {
    "anticipated": Sentence("It came too soon after the card to be an answer to it."),
    "no_pair": Sentence("The cards on top do not allow a slap."),
    "empty": Sentence("No card has been played on the pile."),
    "single": Sentence("There is only one played card in the pile."),
    "no_jack": Sentence("The card on top is no jack."),
    "covered": Sentence("The slap came too late: another card lies on it."),
}

#: Why a pile was collected (``collected``).
COLLECTED: dict[str, Sentence] = {
    "slap": Sentence("The slap took the pile."),
    "tie": Sentence("A tie: the pile was divided."),
    "last": Sentence("The slowest took the pile."),
    "challenge": Sentence("The challenge was not answered."),
    "left_over": Sentence("The rest goes to the winner."),
}

#: Why a challenge was lost (``lost_challenge``).
LOST: dict[str, Sentence] = {
    "attempts": Sentence("All attempts are used up."),
    "no_cards": Sentence("Nobody has a card for the attempts left."),
}

#: Why this pile is the last one (``last_pile``).
LAST_PILE: dict[str, Sentence] = {
    "cards": Sentence("The agreed cards are played: the last pile."),
    "time": Sentence("The agreed time is up: the last pile."),
    "sudden_death": Sentence("A tie: one more pile."),
}

#: How a game ended otherwise than by the rules alone (``over``).
OVER: dict[str, Sentence] = {
    "stop": Sentence("The agreed limit was reached."),
}
