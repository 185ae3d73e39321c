"""The codes in outcomes as sentences in Finnish and English, for screens."""

from __future__ import annotations

from lapsy.games.refusals import EVERYWHERE

#: Why an input changed nothing (``refused``).
REFUSED: dict[str, dict[str, str]] = {
    **EVERYWHERE,
    "no_such_place": {
        "fi": "Varastopinot ovat 1–5: anna yksi niistä.",
        "en": "Stock piles are 1 to 5: give one of them.",
    },
    "no_such_pile": {
        "fi": "Keskipinot ovat L ja R: anna toinen niistä.",
        "en": "The spit piles are L and R: give one of them.",
    },
    "held": {
        "fi": "Nappi oli jo pohjassa: päästä irti ensin.",
        "en": "The button was down already: let go first.",
    },
    "one_hand": {
        "fi": "Yhdellä kädellä tehdään yksi asia kerrallaan: vain ensimmäinen lasketaan.",
        "en": "One hand does one thing at a time: only the first counts.",
    },
    "not_started": {"fi": "Huutakaa ensin spit.", "en": "Call spit first."},
    "round_over": {"fi": "Erä on ohi: odota uutta jakoa.", "en": "The round is over: wait for the new deal."},
    "no_pile": {"fi": "Tätä keskipinoa ei ole tässä jaossa.", "en": "This deal has no such spit pile."},
    "empty_place": {"fi": "Siinä ei ole korttia.", "en": "There is no card in that place."},
    "misfit": {
        "fi": "Kortti ei sovi: sen on oltava yhden arvon suurempi tai pienempi.",
        "en": "The card does not fit: it must be one rank higher or lower.",
    },
    "slower": {"fi": "Toinen oli nopeampi: kortti palaa.", "en": "The other was faster: the card goes back."},
    "tied": {"fi": "Tasan: kumpikin ottaa korttinsa takaisin.", "en": "A tie: both take their cards back."},
    "not_empty": {
        "fi": "Kortin voi siirtää vain tyhjään paikkaan.",
        "en": "A card can only be moved to an empty place.",
    },
    "ignored": {"fi": "Huutoa ei otettu huomioon.", "en": "The call was not taken up."},
    "no_slap": {"fi": "Pinoja ei vielä napata.", "en": "The piles are not up for a slap yet."},
    "too_early": {
        "fi": "Läpsy tuli ennen kuin pinot sai napata.",
        "en": "The slap came before the piles were up for it.",
    },
    "settled": {"fi": "Pinot on jo jaettu.", "en": "The piles have been taken already."},
    "void": {
        "fi": "Tasan samassa pinossa: läpsäiskää uudelleen.",
        "en": "A tie on the same pile: slap again.",
    },
}

#: Which pile a card was played on, a hand slapped or a player took (``played``, ``slapped``, ``void``, ``taken``).
PILES: dict[str, dict[str, str]] = {
    "L": {"fi": "Vasen pino.", "en": "The left pile."},
    "R": {"fi": "Oikea pino.", "en": "The right pile."},
}
