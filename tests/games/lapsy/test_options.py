"""What may be agreed in Läpsy: presets, what contradicts itself, and the way there and back as text."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.games import lapsy
from lapsy.games.lapsy.options import options_from_json
from lapsy.games.options import Choice, Number, OptionError, as_texts

AGREEMENTS: dict[str, dict[str, str]] = json.loads((Path(__file__).parent / "agreements.json").read_bytes())
GUIDES = next(
    option for option in lapsy.OPTIONS if isinstance(option, Choice) and option.name == "variant"
).values
#: What may be given, an option each; presets too, guides apart.
VALUES = [
    (option.name, value)
    for option in lapsy.OPTIONS
    if option.name != "variant"
    for value in ((option.default_text, "500") if isinstance(option, Number) else option.shown)
]


@pytest.mark.parametrize("variant", ["hodari", "same_face", "head_slap", "reverse", "slapjack"])
def test_a_variant_is_short_for_the_base_game_with_its_switch(variant: str) -> None:
    """LV-12."""
    found = lapsy.parse_options({"variant": variant})
    assert found == lapsy.parse_options({"variant": "basic", variant: "on"})
    assert found.variant == "basic"
    with pytest.raises(OptionError, match=f"{variant}=off contradict"):
        lapsy.parse_options({"variant": variant, variant: "off"})


@pytest.mark.parametrize("raw", AGREEMENTS.values(), ids=AGREEMENTS)
def test_options_come_back_from_their_own_text(raw: dict[str, str]) -> None:
    found = lapsy.parse_options(raw)
    text = as_texts(found.as_json())
    assert lapsy.parse_options(text) == found
    assert as_texts(lapsy.parse_options(text).as_json()) == text
    assert list(text) == [option.name for option in lapsy.OPTIONS if option.name != "preset"]
    assert options_from_json(found.as_json()) == found


@given(st.sets(st.sampled_from(VALUES), max_size=5), st.sampled_from(list(GUIDES)))
def test_whatever_is_agreed_comes_back_from_its_own_text(named: set[tuple[str, str]], guide: str) -> None:
    try:
        found = lapsy.parse_options({"variant": guide, **dict(sorted(named))})
    except OptionError:
        return
    assert lapsy.parse_options(as_texts(found.as_json())) == found


GUIDE_1 = ("sandwich", "sum_ten", "slap_ban", "penalty_each", "hidden_hand")
GUIDE_2 = ("hodari", "same_face", "head_slap", "reverse", "slapjack", "courts", "dead_button")

#: Pairs that contradict each other in the second guide; courts go with slapjack alone.
AGAINST = {
    frozenset(pair)
    for pair in (
        ("slapjack", "hodari"),
        ("slapjack", "sandwich"),
        ("slapjack", "sum_ten"),
        ("slapjack", "reverse"),
        ("slapjack", "same_face"),
        ("reverse", "dead_button"),
        ("reverse", "penalty_each"),
        ("slap_ban", "dead_button"),
        *((other, "courts") for other in (*GUIDE_1, *GUIDE_2) if other not in ("slapjack", "courts")),
    )
}


@pytest.mark.parametrize(("one", "other"), list(combinations((*GUIDE_1, *GUIDE_2), 2)))
@pytest.mark.parametrize("guide", ["alga", "basic"])
def test_every_pair_of_switches_is_agreed_or_refused_with_a_reason(guide: str, one: str, other: str) -> None:
    """LV-12, LE-05, LA-01: the first guide takes no switch of the second; the rest is independent but for AGAINST."""
    own = GUIDE_1 if guide == "alga" else (*GUIDE_1, *GUIDE_2)
    raw = {"variant": guide, one: "on", other: "on"}
    if one in own and other in own and frozenset((one, other)) not in AGAINST:
        lapsy.parse_options(raw)
        return
    with pytest.raises(OptionError) as refused:
        lapsy.parse_options(raw)
    said = str(refused.value)
    assert one in said or other in said
    assert ":" in said or ";" in said


@pytest.mark.parametrize(
    ("named", "meant"), [("sandwich", {"hodari": "on"}), ("penalty_each", {}), ("hidden_hand", {})]
)
def test_what_the_second_guide_has_already_is_one_agreement(named: str, meant: dict[str, str]) -> None:
    """LV-01, LB-15, LB-04."""
    basic = {"variant": "basic"}
    assert lapsy.parse_options(basic | {named: "on"}) == lapsy.parse_options(basic | meant)


def test_same_court_goes_with_slapjack_when_courts_challenge() -> None:
    lapsy.parse_options({"variant": "slapjack", "courts": "on", "same_face": "on"})


def test_courts_alone_and_sudden_death_alone_are_refused() -> None:
    with pytest.raises(OptionError, match="belongs to Slapjack"):
        lapsy.parse_options({"variant": "basic", "courts": "on"})
    with pytest.raises(OptionError, match="needs a limit"):
        lapsy.parse_options({"sudden_death": "on"})


def test_the_childrens_preset_and_what_overrides_it() -> None:
    found = lapsy.parse_options({"preset": "children"})
    assert found == lapsy.parse_options(
        {"variant": "basic", "dead_button": "on", "window_ms": "2000", "card_cap": "200"}
    )
    assert lapsy.parse_options({"preset": "children", "card_cap": "0"}).card_cap == 0
    preset = next(option for option in lapsy.OPTIONS if option.name == "preset")
    for part in ("variant=basic", "dead_button=on", "window_ms=2000", "card_cap=200"):
        assert part in preset.values["children"]


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (
            {"variant": "reverse"},
            "preset=children brings dead_button=on, which contradicts variant=reverse "
            "(a false slap in reverse always costs something: you get cards): give dead_button=off as well.",
        ),
        (
            {"reverse": "on"},
            "preset=children brings dead_button=on, which contradicts reverse=on "
            "(a false slap in reverse always costs something: you get cards): give dead_button=off as well.",
        ),
        (
            {"slap_ban": "on"},
            "preset=children brings dead_button=on, which contradicts slap_ban=on (a false slap bans until "
            "the pile has been won, not until the next card (LS-60)): give dead_button=off as well.",
        ),
    ],
)
def test_a_preset_that_does_not_fit_says_what_it_brings(raw: dict[str, str], says: str) -> None:
    """And the advice is good; who names the option is told about that."""
    raw = {"preset": "children", **raw}
    with pytest.raises(OptionError) as refused:
        lapsy.parse_options(raw)
    assert str(refused.value) == says
    lapsy.parse_options({**raw, "dead_button": "off"})
    with pytest.raises(OptionError) as refused:
        lapsy.parse_options({**raw, "dead_button": "on"})
    assert "brings" not in str(refused.value)


@pytest.mark.parametrize("more", [{}, {"dead_button": "off"}, {"dead_button": "on"}, {"hidden_hand": "on"}])
def test_the_childrens_preset_is_not_for_the_first_guide(more: dict[str, str]) -> None:
    """It promises that nobody drops out; a card-less false slap of the first guide does that (LA-39)."""
    with pytest.raises(
        OptionError, match=r"^preset=children is of the second guide.*: leave variant=alga out"
    ):
        lapsy.parse_options({"preset": "children", "variant": "alga", **more})
    lapsy.parse_options({"preset": "none", "variant": "alga"})


def test_a_contradiction_speaks_of_what_was_given() -> None:
    with pytest.raises(OptionError, match=r"^variant=slapjack and hodari=on contradict"):
        lapsy.parse_options({"variant": "slapjack", "hodari": "on"})
    with pytest.raises(OptionError, match=r"^slapjack=on and variant=reverse contradict"):
        lapsy.parse_options({"variant": "reverse", "slapjack": "on"})
