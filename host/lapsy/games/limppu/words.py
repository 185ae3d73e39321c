"""The codes in outcomes as sentences, for screens."""

from __future__ import annotations

from lapsy.games.options import Sentence
from lapsy.games.refusals import EVERYWHERE

#: Why an input changed nothing (``refused``).
REFUSED: dict[str, Sentence] = {
    **EVERYWHERE,
    "out_of_turn": Sentence("This is not yours to do now."),
    "not_your_card": Sentence("Give only cards of your own hand, each once."),
    "draw_first": Sentence("Draw a card from the stock first."),
    "no_group": Sentence(
        "Lead a pair, three or four of a kind; the limppu may go along, the king of spades may not."
    ),
    "give_the_limppu": Sentence("The limppu has to go along with the group."),
    "name_two_cards": Sentence("Name the card to beat and your own card that beats it."),
    "not_on_the_table": Sentence("That card is not on the table."),
    "beaten_already": Sentence("That card is beaten already."),
    "does_not_beat": Sentence(
        "Only a higher card of the same suit beats; nothing beats the limppu, and it beats nothing."
    ),
    "no_draw_owed": Sentence("No draw now: you have a pair and enough cards."),
    "stock_out": Sentence("The stock is empty."),
    "automatic": Sentence("The machine ends the game itself: announcing and challenging need stop=live."),
    "no_stop_card": Sentence("You do not have the king of spades."),
    "name_another_seat": Sentence("Challenge some other player."),
    "challenge_used": Sentence("You have challenged already: wait until somebody draws a card."),
    "no_such_card": Sentence("There is no such card in this game."),
}

#: Why a game ended (``over``).
OVER: dict[str, Sentence] = {
    "stop_card": Sentence("The king of spades ended the game."),
    "caught": Sentence("Whoever withheld the king of spades was caught."),
    "stock_out": Sentence("The stock ran out: somebody had withheld the king of spades."),
}
