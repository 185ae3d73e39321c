"""The codes in outcomes as sentences in Finnish and English, for screens."""

from __future__ import annotations

from lapsy.games.refusals import EVERYWHERE

#: Why an input changed nothing (``refused``).
REFUSED: dict[str, dict[str, str]] = {
    **EVERYWHERE,
    "out_of_turn": {"fi": "Ei ole sinun vuorosi.", "en": "It is not your turn."},
    "window": {
        "fi": "Pino odottaa: korttia ei saa nyt laittaa.",
        "en": "The pile is waiting: no card may be laid now.",
    },
    "in_the_air": {
        "fi": "Edellinen kortti ei ole vielä pöydässä.",
        "en": "The card before has not landed yet.",
    },
    "nothing_in_the_air": {"fi": "Yhtään korttia ei ole ilmassa.", "en": "No card is in the air."},
    "not_choosable": {
        "fi": "Sitä korttia ei voi valita: valita saa vain omista kolmesta viimeisestä.",
        "en": "That card cannot be chosen: only your own last three can.",
    },
    "no_slap": {
        "fi": "Pino on jo sinun: odota keruuta.",
        "en": "The pile is yours already: wait until it is collected.",
    },
    "out_for_good": {"fi": "Paluuoikeus on menetetty.", "en": "The right to return is lost."},
    "banned": {
        "fi": "Läpsykielto kestää pinon loppuun.",
        "en": "Banned from slapping until the pile has been won.",
    },
    "held": {
        "fi": "Nappi oli jo pohjassa: päästä irti ensin.",
        "en": "The button was down already: let go first.",
    },
    "no_objection": {"fi": "Palautettavaa sakkoa ei ole.", "en": "There is no penalty left to give back."},
    "safe": {"fi": "Olet jo päässyt korteistasi.", "en": "You are rid of your cards already."},
    "dead_button": {
        "fi": "Nappi on mykkä seuraavaan korttiin asti.",
        "en": "The button is dead until the next card is laid.",
    },
    "head_first": {
        "fi": "Ensin oma pää, sitten vasta pino.",
        "en": "Your own head first, and only then the pile.",
    },
    "table_full": {"fi": "Pöydässä on jo kahdeksan.", "en": "There are eight at the table already."},
    "seat_taken": {"fi": "Sillä paikalla istuu jo joku.", "en": "Somebody sits there already."},
}

#: Why a slap was false (``false``).
FALSE: dict[str, dict[str, str]] = {
    "anticipated": {
        "fi": "Se tuli liian pian kortin jälkeen ollakseen vastaus siihen.",
        "en": "It came too soon after the card to be an answer to it.",
    },
    "no_pair": {
        "fi": "Päällimmäiset kortit eivät anna lupaa.",
        "en": "The cards on top do not allow a slap.",
    },
    "empty": {"fi": "Pinossa ei ole pelattuja kortteja.", "en": "No card has been played on the pile."},
    "single": {
        "fi": "Pinossa on vasta yksi pelattu kortti.",
        "en": "There is only one played card in the pile.",
    },
    "no_jack": {"fi": "Päällimmäinen ei ole jätkä.", "en": "The card on top is no jack."},
    "covered": {
        "fi": "Päälle oli jo tullut uusi kortti.",
        "en": "The slap came too late: another card lies on it.",
    },
}

#: Why a pile was collected (``collected``).
COLLECTED: dict[str, dict[str, str]] = {
    "slap": {"fi": "Läpsy vei pinon.", "en": "The slap took the pile."},
    "tie": {"fi": "Tasapeli: pino jaettiin.", "en": "A tie: the pile was divided."},
    "last": {"fi": "Hitain otti pinon.", "en": "The slowest took the pile."},
    "challenge": {"fi": "Haasteeseen ei vastattu.", "en": "The challenge was not answered."},
    "left_over": {"fi": "Loput kortit voittajalle.", "en": "The rest goes to the winner."},
}

#: Why a challenge was lost (``lost_challenge``).
LOST: dict[str, dict[str, str]] = {
    "attempts": {"fi": "Yritykset on käytetty.", "en": "All attempts are used up."},
    "no_cards": {
        "fi": "Kenelläkään ei ole korttia yrityksiin.",
        "en": "Nobody has a card for the attempts left.",
    },
}

#: Why this pile is the last one (``last_pile``).
LAST_PILE: dict[str, dict[str, str]] = {
    "cards": {
        "fi": "Sovitut kortit on pelattu: viimeinen pino.",
        "en": "The agreed cards are played: the last pile.",
    },
    "time": {"fi": "Sovittu aika on täynnä: viimeinen pino.", "en": "The agreed time is up: the last pile."},
    "sudden_death": {"fi": "Tasan: vielä yksi pino.", "en": "A tie: one more pile."},
}

#: How a game ended otherwise than by the rules alone (``over``).
OVER: dict[str, dict[str, str]] = {
    "stop": {"fi": "Sovittu raja tuli vastaan.", "en": "The agreed limit was reached."},
}
