"""The codes in outcomes as sentences in Finnish and English, for screens."""

from __future__ import annotations

from lapsy.games.refusals import EVERYWHERE

#: Why an input changed nothing (``refused``).
REFUSED: dict[str, dict[str, str]] = {
    **EVERYWHERE,
    "out_of_turn": {"fi": "Tämä ei ole nyt sinun tehtäväsi.", "en": "This is not yours to do now."},
    "not_your_card": {
        "fi": "Näytä vain kortteja, jotka ovat omassa kädessäsi, kukin kerran.",
        "en": "Give only cards of your own hand, each once.",
    },
    "draw_first": {"fi": "Nosta ensin kortti pakasta.", "en": "Draw a card from the stock first."},
    "no_group": {
        "fi": "Lyö pari, kolmoset tai neloset; limppu saa olla mukana lisänä, patakuningas ei.",
        "en": "Lead a pair, three or four of a kind; the limppu may go along, the king of spades may not.",
    },
    "give_the_limppu": {
        "fi": "Limppu on annettava ryhmän mukana.",
        "en": "The limppu has to go along with the group.",
    },
    "name_two_cards": {
        "fi": "Nimeä kaadettava kortti ja oma kaatava korttisi.",
        "en": "Name the card to beat and your own card that beats it.",
    },
    "not_on_the_table": {"fi": "Sitä korttia ei ole pöydällä.", "en": "That card is not on the table."},
    "beaten_already": {"fi": "Se kortti on jo kaadettu.", "en": "That card is beaten already."},
    "does_not_beat": {
        "fi": "Kortin kaataa vain saman maan suurempi; limppua ei kaada mikään, eikä limppu kaada.",
        "en": "Only a higher card of the same suit beats; nothing beats the limppu, and it beats nothing.",
    },
    "no_draw_owed": {
        "fi": "Nyt ei nosteta: kädessä on pari ja tarpeeksi kortteja.",
        "en": "No draw now: you have a pair and enough cards.",
    },
    "stock_out": {"fi": "Pakka on lopussa.", "en": "The stock is empty."},
    "automatic": {
        "fi": "Kone katkaisee pelin itse: ilmoittaa ja haastaa voi vain asetuksella stop=live.",
        "en": "The machine ends the game itself: announcing and challenging need stop=live.",
    },
    "no_stop_card": {"fi": "Sinulla ei ole patakuningasta.", "en": "You do not have the king of spades."},
    "name_another_seat": {"fi": "Haasta joku toinen pelaaja.", "en": "Challenge some other player."},
    "challenge_used": {
        "fi": "Olet jo haastanut: uudestaan saa, kun joku on nostanut kortin.",
        "en": "You have challenged already: wait until somebody draws a card.",
    },
    "no_such_card": {
        "fi": "Sellaista korttia ei ole tässä pelissä.",
        "en": "There is no such card in this game.",
    },
}

#: Why a game ended (``over``).
OVER: dict[str, dict[str, str]] = {
    "stop_card": {"fi": "Patakuningas katkaisi pelin.", "en": "The king of spades ended the game."},
    "caught": {
        "fi": "Patakuninkaan panttaaja jäi kiinni.",
        "en": "Whoever withheld the king of spades was caught.",
    },
    "stock_out": {
        "fi": "Pakka loppui: patakuningas oli jollakin kädessä.",
        "en": "The stock ran out: somebody had withheld the king of spades.",
    },
}
