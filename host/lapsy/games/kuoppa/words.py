"""The codes in outcomes as sentences in Finnish and English, for screens."""

from __future__ import annotations

from lapsy.games.refusals import EVERYWHERE

#: Why an input changed nothing (``refused``).
REFUSED: dict[str, dict[str, str]] = {
    **EVERYWHERE,
    "out_of_turn": {"fi": "Ei ole sinun vuorosi.", "en": "It is not your turn."},
    "not_now": {"fi": "Sen aika ei ole nyt.", "en": "This is not the time for that."},
    "twice": {"fi": "Yksi teko kerrallaan.", "en": "One thing at a time."},
    "not_your_card": {
        "fi": "Pelaa omia kortteja, kutakin kerran.",
        "en": "Play cards of your own hand, each of them once.",
    },
    "no_such_card": {"fi": "Nimeä kortit, esimerkiksi TC.", "en": "Name cards, such as TC."},
    "no_reading": {
        "fi": "Sano yhdistelmä muodossa tyyppi/pituus/arvo/väri/puhtaus tai jätä se sanomatta.",
        "en": "State the combination as type/length/rank/suit/purity, or state nothing.",
    },
    "no_combination": {
        "fi": "Noista korteista ei tule yhdistelmää.",
        "en": "Those cards make no combination.",
    },
    "other_type": {
        "fi": "Vastaa samanlaisella ja samanmittaisella yhdistelmällä.",
        "en": "Answer with a combination of the same type and length.",
    },
    "not_so": {
        "fi": "Noita kortteja ei voi nyt lukea niin.",
        "en": "Those cards cannot be read like that now.",
    },
    "say_which": {
        "fi": "Kortit sopivat moneen yhdistelmään: sano, mikä se on.",
        "en": "The cards fit several combinations: say which it is.",
    },
    "not_bigger": {
        "fi": "Yhdistelmä ei ole suurempi kuin pöydässä oleva.",
        "en": "The combination is not bigger than the one on the table.",
    },
    "must_lead": {"fi": "Ajajan on pelattava jotakin.", "en": "The leader must play something."},
    "pass_is_empty": {"fi": "Passaa ilman kortteja.", "en": "Pass without cards."},
    "not_your_choice": {"fi": "Tämä valinta ei ole sinun.", "en": "This choice is not yours."},
    "already": {"fi": "Olet jo valinnut.", "en": "You have chosen already."},
    "one_card": {"fi": "Valitse yksi kortti.", "en": "Choose one card."},
    "not_highest": {"fi": "Anna suurin korttisi.", "en": "Give your highest card."},
    "not_offered": {
        "fi": "Valitse jompikumpi pöydässä olevista.",
        "en": "Choose one of the two on the table.",
    },
}

#: At which place a player went out (``out``).
OUT: dict[str, dict[str, str]] = {
    "first": {"fi": "Ensimmäisenä ulos: 2 pistettä.", "en": "First out: 2 points."},
    "second": {"fi": "Toisena ulos: 1 piste.", "en": "Second out: 1 point."},
    "third": {"fi": "Kolmantena ulos: jakaa seuraavaksi.", "en": "Third out: deals the next round."},
    "fourth": {"fi": "Kuopassa kaulaa myöten.", "en": "In the pit, up to the neck."},
    "fifth": {"fi": "Kuopassa nenää myöten.", "en": "In the pit, up to the nose."},
}
