"""Options for what a table does where measurement ends: what they refuse, what they say, what the journal remembers."""

from __future__ import annotations

import pytest

SCRIPT = """
0.500 press slap1 slap2      # one capture
2.500 press slap1
2.500400 press slap2
"""

WORDS = {
    "fi": {
        "replay": (
            "Ratkeamaton läpsytään uudestaan.",
            "Kisa 1: mitätön, liian tasainen ratkaistavaksi: Aino, Onni. Painakaa uudestaan",
            "Kisa 2: 1. Aino · 2. Onni +0,400 ms ± 0,002 ms",
        ),
        "tie": ("Alle 1 ms:n ero on tasan.", "Kisa 1: 1. tasan Aino, Onni", "Kisa 2: 1. tasan Aino, Onni"),
        "handicap": (
            "Tasoitus: Aino 2,5 ms.",
            "Kisa 1: 1. Onni · 2. Aino +2,500 ms ± 0,002 ms · tasoitus: Aino 2,5 ms",
            "Kisa 2: 1. Onni · 2. Aino +2,100 ms ± 0,002 ms · tasoitus: Aino 2,5 ms",
        ),
    },
    "en": {
        "replay": (
            "What is not proven is slapped again.",
            "Race 1: void, too close to call: Aino, Onni. Press again",
            "Race 2: 1. Aino · 2. Onni +0.400 ms ± 0.002 ms",
        ),
        "tie": (
            "Hands less than 1 ms apart are a tie.",
            "Race 1: 1. tied Aino, Onni",
            "Race 2: 1. tied Aino, Onni",
        ),
        "handicap": (
            "Handicap: Aino 2.5 ms.",
            "Race 1: 1. Onni · 2. Aino +2.500 ms ± 0.002 ms · handicap: Aino 2.5 ms",
            "Race 2: 1. Onni · 2. Aino +2.100 ms ± 0.002 ms · handicap: Aino 2.5 ms",
        ),
    },
}
OPTIONS = {
    "replay": ("--unproven", "replay"),
    "tie": ("--tie-window", "1"),
    "handicap": ("--handicap", "1=2,5"),
}


@pytest.fixture
def races(lapsy, tmp_path):
    """Two races of Aino and Onni with some options."""
    script = tmp_path / "script"
    script.write_text(SCRIPT)

    def run(*options):
        args = ("--simulated-time", "--script", script, "--seats", "Aino,Onni", "--seed", "2")
        return lapsy("arbitrate", *args, "--journal", tmp_path / "j", *options)

    return run


@pytest.mark.parametrize("lang", ["fi", "en"])
@pytest.mark.parametrize("what", OPTIONS)
def test_what_was_agreed_is_said_done_and_remembered(races, lapsy, tmp_path, what, lang):
    said = races(*OPTIONS[what], "--lang", lang)
    assert said.code == 0
    assert said.out.splitlines()[:3] == list(WORDS[lang][what])
    (journal,) = (tmp_path / "j").iterdir()
    replayed = lapsy("replay", "-v", journal).out
    assert WORDS["en"][what][0] in replayed.splitlines()
    assert "2 verdicts, none differs." in replayed


def test_nothing_agreed_is_nothing_said(races, lapsy, tmp_path):
    assert races("--lang", "en").out.startswith("Race 1: ")
    (journal,) = (tmp_path / "j").iterdir()
    assert len(lapsy("replay", journal).out.splitlines()) == 3


def test_a_void_race_is_told_by_replay(races, lapsy, tmp_path):
    races("--unproven", "replay")
    (journal,) = (tmp_path / "j").iterdir()
    first = lapsy("replay", "-v", journal).out.splitlines()[0]
    assert first == "race 1: void, too close to call: 1. Aino, Onni"


def test_how_long_a_board_may_be_silent_is_said(races):
    assert races("--silent", "2.5", "--lang", "en").out.startswith(
        "A board that is silent for 2.5 s is absent.\n"
    )
    assert not races("--silent", "wait", "--lang", "en").out.startswith("A board")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--unproven", "coin"), "'coin' is not one of 'split', 'replay', 'likely'."),
        (("--tie-window", "-1"), "'-1' is no time: give milliseconds from 0 to 1000, such as 2.5."),
        (("--tie-window", "1000.1"), "'1000.1' is no time"),
        (("--tie-window", "1_0"), "'1_0' is no time"),
        (("--tie-window", "nan"), "'nan' is no time"),
        (("--tie-window", "1e9"), "'1e9' is no time"),
        (("--silent", "0"), "'0' is neither 'wait' nor seconds from 0.5 to 3600."),
        (("--silent", "nan"), "'nan' is neither"),
        (("--silent", "soon"), "'soon' is neither"),
        (
            ("--handicap", "Aino"),
            "'Aino' is no handicap: give NAME=MS with milliseconds from 0 to 10000, such as Aino=50.",
        ),
        (("--handicap", "Aino=x"), "'Aino=x' is no handicap"),
        (("--handicap", "Aino=-1"), "'Aino=-1' is no handicap"),
        (("--handicap", "Aino=inf"), "'Aino=inf' is no handicap"),
        (
            ("--handicap", "Siiri=5"),
            "'Siiri': choose from Aino, Onni, or a seat's number from 1 to 2.",
        ),
        (("--handicap", "3=5"), "Nobody here is called '3'"),
        (("--handicap", "0=5"), "Nobody here is called '0'"),
        (("--handicap", "99999999999999999999=5"), "Nobody here is called"),
        (("--handicap", "Aino=5", "--handicap", "1=6"), "Aino has two handicaps: give one."),
        (("--anticipation", "flag"), "No such option '--anticipation'."),  # no card is shown in a race
    ],
)
def test_what_cannot_be_agreed_is_refused_in_a_sentence(refused, options, why):
    said = refused("arbitrate", "--seats", "Aino,Onni", "--port", "sim", *options)
    assert why in said.replace("No such option: ", "No such option ").replace("\n", " ")


def test_early_hands_need_a_display_that_is_known(refused):
    said = refused("play", "lapsy", "--bots", "2", "--simulated-time", "--anticipation", "false")
    assert "lapsy calibrate display" in said
    assert "--display" in said


def test_a_limit_alone_means_nothing(refused):
    said = refused("play", "lapsy", "--bots", "2", "--simulated-time", "--limit", "80")
    assert said == "--limit is for early slaps: give --anticipation flag or false too."


def test_a_policy_belongs_to_the_journal_of_a_resumed_game(refused, tmp_path):
    for option in (("--unproven", "likely"), ("--handicap", "1=5"), ("--silent", "5"), ("--tie-window", "1")):
        said = refused("play", "--resume", tmp_path / "j", *option)
        assert f"leave {option[0]} out." in said


def test_a_game_of_bots_says_and_keeps_its_policy(lapsy, tmp_path):
    options = ("--unproven", "likely", "--tie-window", "0.5", "--handicap", "Onni=12.5", "--lang", "en")
    said = lapsy(
        "play", "lapsy", "--bots", "2", "--simulated-time", "--seed", "7", "--journal", tmp_path, *options
    )
    agreed = [
        "What is not proven goes to the likely first.",
        "Hands less than 0.5 ms apart are a tie.",
        "Handicap: Onni 12.5 ms.",
    ]
    assert said.out.splitlines()[:3] == agreed
    (journal,) = tmp_path.iterdir()
    assert [line for line in lapsy("replay", journal).out.splitlines() if line in agreed] == agreed
