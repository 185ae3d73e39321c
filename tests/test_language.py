"""Sentences are looked up whole, with their plurals, and never lost where a catalogue lacks them."""

from __future__ import annotations

import pytest

from lapsy.language import catalogue, languages, tr, tr_n


def test_a_plural_has_the_form_of_its_number():
    assert tr_n("fi", "{n} card", "{n} cards", 1) == "1 kortti"
    assert tr_n("fi", "{n} card", "{n} cards", 12) == "12 korttia"
    assert tr_n("en", "{n} card", "{n} cards", 1) == "1 card"


def test_what_a_catalogue_lacks_stays_english():
    assert tr("fi", "No catalogue says {what}.", what="this") == "No catalogue says this."


def test_there_is_no_catalogue_of_a_language_that_does_not_exist():
    assert languages() == ("en", "fi")
    with pytest.raises(KeyError):
        catalogue("../fi")
