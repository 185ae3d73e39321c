"""Games as guests ask for them, and what that makes for the rules."""

from __future__ import annotations

import pytest

from lapsy.table.lobby.arrangement import Arrangement, arrangement_of
from lapsy.table.lobby.offers import OFFERS, offer_of
from lapsy.table.lobby.remembered import from_text, to_text
from lapsy.table.table import RefusedError


def test_slapjack_is_a_game_of_the_lobby_and_a_variant_of_the_rules():
    plan = Arrangement("fi")
    plan.choose_game("slapjack")
    plan.choose_option("card_cap", "20")
    plan.add_bot("weak")
    plan.add_bot("weak")
    setup = plan.draft({}, bytes(32))
    assert setup.game == "lapsy"
    assert setup.agreed["slapjack"] == "on"
    assert setup.agreed["card_cap"] == "20"
    assert not {"variant", "sandwich"} & {option.name for option in plan.to_agree()}
    assert offer_of("lapsy", setup.agreed) == "slapjack"
    assert offer_of("lapsy", {"variant": "basic"}) == "lapsy"
    again = arrangement_of(setup, {}, {}, ())
    assert again.game == "slapjack"
    assert again.options["slapjack"] == {"card_cap": "20"}
    assert from_text(to_text(plan)).game == "slapjack"


def test_every_offer_can_be_begun():
    for game, offer in OFFERS.items():
        plan = Arrangement("en", game)
        for _ in range(offer.rules.SEATS[0]):
            plan.add_bot("medium")
        setup = plan.draft({}, bytes(32))
        setup.rules.start(setup.rules.parse_options(setup.options), len(setup.seats), bytes(32))


def test_a_bot_gives_its_name_to_a_guest_who_has_it():
    plan = Arrangement("fi")
    plan.add_bot("medium")
    name = plan.places[0].name
    plan.add_human(name.upper())
    assert plan.places[1].name == name.upper()
    assert plan.places[0].name.casefold() != name.casefold()
    plan.add_human("Kaisa")
    plan.rename(2, plan.places[0].name)
    assert len({place.name.casefold() for place in plan.places}) == 3
    with pytest.raises(RefusedError):
        plan.choose_game("poker")
