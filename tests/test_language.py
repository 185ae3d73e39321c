"""Sentences are looked up whole, with their plurals; every catalogue has every sentence of the sources and no other; a
language more is one file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from evening import evening
from lapsy import language
from lapsy.games.options import Number
from lapsy.language import catalogue, decimal, languages, tr, tr_n
from lapsy.screens.server import STATIC, _words
from lapsy.table.lobby.arrangement import Arrangement
from lapsy.table.lobby.offers import OFFERS
from words import PAGES, SOURCE, extracted, read, updated

#: Where a sentence may be Finnish in the sources: the name of the product, and the pages' shells before a catalogue is here.
NAMES = re.compile(r"\bLäpsy\b|Läpsy tarvitsee JavaScriptin")

#: What the numbers of all games count, as their definitions say it.
UNITS = {
    option.unit
    for offer in OFFERS.values()
    for option in (*Arrangement("en", offer.game).to_agree(), *offer.rules.OPTIONS)
    if isinstance(option, Number)
}


@pytest.fixture(scope="module")
def sources() -> Catalog:
    """Every sentence that the sources tell."""
    return extracted()


def test_a_plural_has_the_form_of_its_number():
    assert tr_n("fi", "+{n} card", "+{n} cards", 1) == "+1 kortti"
    assert tr_n("fi", "+{n} card", "+{n} cards", 12) == "+12 korttia"
    assert tr_n("en", "+{n} card", "+{n} cards", 1) == "+1 card"


def test_what_a_catalogue_lacks_stays_english():
    assert tr("fi", "No catalogue says {what}.", what="this") == "No catalogue says this."


def test_there_is_no_catalogue_of_a_language_that_does_not_exist():
    assert languages() == ("en", "fi")
    with pytest.raises(KeyError):
        catalogue("../fi")


def test_numbers_are_written_as_the_language_writes_them():
    assert decimal("fi", 3.2136, 3) == "3,214"
    assert decimal("en", 3.2136, 3) == "3.214"


@pytest.mark.parametrize("spoken", languages()[1:])
def test_a_catalogue_has_the_sentences_of_the_sources_and_no_others(spoken: str, sources: Catalog):
    """``make words`` puts new ones in and takes old ones out; translations are written by hand."""
    told = read(spoken)
    known = {key(message) for message in told if message.id}
    wanted = {key(message) for message in sources if message.id}
    assert known - wanted == set(), "no source says these any more: run 'make words'"
    assert wanted - known == set(), "these are missing: run 'make words' and translate them"
    assert [message.id for message in told if message.id and not all(forms(message))] == [], "not translated"
    assert [message.id for message in told if message.fuzzy and message.id] == [], (
        "somebody is not sure of these"
    )
    assert not told.obsolete


@pytest.mark.parametrize("spoken", languages()[1:])
def test_a_translation_has_the_fields_of_its_sentence(spoken: str):
    """A plural's forms may leave the number out."""
    for message in read(spoken):
        if not message.id:
            continue
        for told in forms(message):
            if isinstance(message.id, tuple):
                assert fields(told) | {"n"} == fields(message.id[1]) | {"n"}, message.id
            else:
                assert fields(told) == fields(message.id), message.id


@pytest.mark.parametrize("spoken", languages()[1:])
def test_bringing_a_catalogue_up_to_date_twice_changes_nothing(spoken: str, tmp_path: Path):
    once = updated(read(spoken))
    assert "POT-Creation-Date" not in once
    path = tmp_path / "lapsy.po"
    path.write_text(once, encoding="utf-8")
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        assert updated(read_po(file, locale=spoken)) == once


def test_no_finnish_is_written_in_the_sources():
    """It stands in its catalogue. Comments are free."""
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix == ".py":
            told = list(_strings(path))
        elif path.suffix in (".js", ".html"):
            text = re.sub(r"/\*.*?\*/|(?<!:)//.*", "", path.read_text(encoding="utf-8"))
            told = [text]
        else:
            continue
        for text in told:
            assert not re.search("[äöÄÖ]", NAMES.sub("", text)), f"{path.relative_to(SOURCE)}: {text[:200]}"


def _strings(path: Path) -> Iterator[str]:
    """The strings of a module, without its docstrings."""
    import ast

    tree = ast.parse(path.read_text(encoding="utf-8"))
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            yield node.value


@pytest.fixture
def third(tmp_path: Path, sources: Catalog) -> Path:
    """A folder with a catalogue of one more language, Polish by its plurals: every sentence in angle brackets."""
    told = Catalog(locale="pl")
    for message in sources:
        if message.id:
            one = message.id
            told.add(
                one,
                (f"<{one[0]}>", f"<{one[1]}>", f"<<{one[1]}>>") if isinstance(one, tuple) else f"<{one}>",
            )
    path = tmp_path / "pl" / "LC_MESSAGES" / "lapsy.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, told)
    return tmp_path


@pytest.fixture
def spoken(third: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The third language, known to this process."""
    monkeypatch.setenv("LAPSY_LOCALE", str(third))
    languages.cache_clear()
    catalogue.cache_clear()
    yield "pl"
    monkeypatch.undo()
    languages.cache_clear()
    catalogue.cache_clear()


def test_a_third_language_is_one_catalogue_for_the_terminal(third: Path):
    command = (
        sys.executable,
        "-m",
        "lapsy",
        "simulate",
        "limppu",
        "--games",
        "2",
        "--jobs",
        "1",
        "--lang",
        "pl",
    )
    said = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "LAPSY_LOCALE": str(third)}, check=True
    )
    assert "<At the seats: " in said.stdout
    assert "<<Limppu>: 2 games, seed " in said.stdout


def test_a_third_language_has_its_own_plurals(spoken: str):
    assert languages() == ("en", "fi", "pl")
    forms = catalogue(spoken).forms
    assert [forms[n] for n in (0, 1, 2, 5, 12, 22, 122)] == ["2", "0", "1", "2", "2", "1", "1"]
    assert tr_n(spoken, "{n} tie", "{n} ties", 1) == "<1 tie>"
    assert tr_n(spoken, "{n} tie", "{n} ties", 1022) == "<1022 ties>"
    assert tr_n(spoken, "{n} tie", "{n} ties", 1012) == "<<1012 ties>>"
    assert decimal(spoken, 0.5, 1) == "0,5"


def test_a_language_that_nobody_knows_may_be_told_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A toy of somebody's: plurals as its catalogue says, numbers as in the source."""
    path = tmp_path / "xx" / "LC_MESSAGES" / "lapsy.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid ""\nmsgstr ""\n"Language: xx\\n"\n\nmsgid "Tied"\nmsgstr "=="\n', encoding="utf-8")
    monkeypatch.setattr(language, "LOCALE", tmp_path)
    for cached in (languages, catalogue):
        cached.cache_clear()
    try:
        assert (tr("xx", "Tied"), decimal("xx", 0.5, 1)) == ("==", "0.5")
    finally:
        monkeypatch.undo()
        for cached in (languages, catalogue):
            cached.cache_clear()


def key(message: Message) -> tuple[str, ...]:
    """A sentence, or the two of a plural."""
    return message.id if isinstance(message.id, tuple) else (message.id,)


def forms(message: Message) -> tuple[str, ...]:
    """Its translations: one, or one for each form of a plural."""
    return message.string if isinstance(message.string, tuple) else (message.string,)


def fields(text: str) -> set[str]:
    """The fields in braces."""
    return set(re.findall(r"\{(\w*)\}", text))


def test_the_pages_get_all_of_their_sentences_and_few_others():
    said = set()
    for _, _, message, _, _ in extract_from_dir(
        str(STATIC), method_map=[("**.js", "javascript")], options_map={"**.js": {"parse_template_string": "true"}},
        keywords=PAGES,
    ):  # fmt: skip
        said.add(message if isinstance(message, str) else message[0])
    texts = msgspec.json.decode(_words("fi"))["texts"]
    assert said - texts.keys() == set()
    assert len(texts) < 1.2 * len(said)


def test_what_a_number_counts_is_a_sentence_too(sources: Catalog):
    """The unit of every game's numbers stands in the catalogues."""
    assert UNITS - {message.id for message in sources} == set()


@pytest.mark.parametrize("spoken", languages())
def test_what_a_number_counts_is_said_once_and_in_the_language_of_the_lobby(spoken: str):
    here = evening(spoken)
    for game in OFFERS:
        here.arrange("game", value=game)
        texts = {option.name: option.text for option in here.lobby.arrangement.to_agree()}
        units = {one["name"]: one["unit"] for one in here.view["options"] if one["unit"]}
        assert all(unit in {tr(spoken, one) for one in UNITS} for unit in units.values())
        assert not [name for name in units if any(unit in texts[name].split() for unit in UNITS)]
