"""The codes in outcomes as sentences, for screens."""

from __future__ import annotations

from lapsy.games.options import Sentence
from lapsy.games.refusals import EVERYWHERE

#: Why an input changed nothing (``refused``).
REFUSED: dict[str, Sentence] = {
    **EVERYWHERE,
    "out_of_turn": Sentence("It is not your turn."),
    "not_now": Sentence("This is not the time for that."),
    "twice": Sentence("One thing at a time."),
    "not_your_card": Sentence("Play cards of your own hand, each of them once."),
    "no_such_card": Sentence("Name cards, such as TC."),
    "no_reading": Sentence("State the combination as type/length/rank/suit/purity, or state nothing."),
    "no_combination": Sentence("Those cards make no combination."),
    "other_type": Sentence("Answer with a combination of the same type and length."),
    "not_so": Sentence("Those cards cannot be read like that now."),
    "say_which": Sentence("The cards fit several combinations: say which it is."),
    "not_bigger": Sentence("The combination is not bigger than the one on the table."),
    "must_lead": Sentence("The leader must play something."),
    "pass_is_empty": Sentence("Pass without cards."),
    "not_your_choice": Sentence("This choice is not yours."),
    "already": Sentence("You have chosen already."),
    "one_card": Sentence("Choose one card."),
    "not_highest": Sentence("Give your highest card."),
    "not_offered": Sentence("Choose one of the two on the table."),
}

#: At which place a player went out (``out``).
OUT: dict[str, Sentence] = {
    "first": Sentence("First out: 2 points."),
    "second": Sentence("Second out: 1 point."),
    "third": Sentence("Third out: deals the next round."),
    "fourth": Sentence("In the pit, up to the neck."),
    "fifth": Sentence("In the pit, up to the nose."),
}
