"""The words around the product: links lead somewhere, commands exist, the journal page says what journals say."""

from __future__ import annotations

import ast
import doctest
import json
import re
import shlex
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import click
import pytest

from lapsy.cli.main import main
from lapsy.drivers.opening import SIM, bots_for, new_setup, simulated_boards
from lapsy.drivers.simulated import SimulatedDriver
from lapsy.games.registry import CARD_GAMES, GAMES
from lapsy.screens.rule_texts import options_text, rules_text
from lapsy.table.journal import JournalDamagedError, read
from lapsy.table.judge import Pacing
from lapsy.table.replay import rebuild
from lapsy.table.setup import Seat
from lapsy.table.table import Table

#: A command keeps the help option of the first context it meets, so every test names the real ones.
HELP = ["-h", "--help"]


ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted({ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("hardware/**/*.md")})
JOURNAL = ROOT / "docs" / "journal.md"

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def prose(text: str) -> str:
    return FENCE.sub("", text)


# ---- links


def anchors(page: Path) -> set[str]:
    """Headings as link targets: lower case, spaces to hyphens, other signs gone."""
    heads = re.findall(r"^#+ (.*)$", prose(page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def dead_links(page: Path, text: str) -> list[str]:
    dead = []
    for target in LINK.findall(prose(text)):
        if re.match(r"https?://", target):
            continue
        file, _, anchor = target.partition("#")
        to = (page.parent / file).resolve() if file else page
        if not to.exists() or (anchor and anchor not in anchors(to)):
            dead.append(target)
    return dead


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    assert dead_links(page, page.read_text(encoding="utf-8")) == []


def test_a_dead_link_is_seen() -> None:
    text = "[a](docs/nowhere.md) ![b](docs/pictures/none.png) [c](docs/journal.md#no-such) [d](docs/journal.md#kinds)"
    assert dead_links(ROOT / "README.md", text) == [
        "docs/nowhere.md",
        "docs/pictures/none.png",
        "docs/journal.md#no-such",
    ]


def test_the_index_names_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {
        (index.parent / target.partition("#")[0]).resolve()
        for target in LINK.findall(index.read_text(encoding="utf-8"))
    }
    assert set(PAGES) - {index, ROOT / "README.md"} <= linked


def test_the_developers_page_names_every_room() -> None:
    page = (ROOT / "docs" / "developer.md").read_text(encoding="utf-8")
    tree = page.split("## Rooms", 1)[1].split("\n##", 1)[0]
    host = ROOT / "host" / "lapsy"
    folders = [path for path in (*host.iterdir(), *(host / "table").iterdir()) if path.is_dir()]
    rooms = {f"{path.name}/" for path in folders if path.name != "__pycache__"}
    modules = {path.name for path in host.glob("*.py") if not path.name.startswith("__")}
    assert rooms | modules <= set(re.findall(r"[\w.]+/?", tree))


# ---- options


@pytest.mark.parametrize("language", ["fi", "en"])
@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_rules_tell_the_options_as_the_games_define_them(game: str, language: str) -> None:
    """To mend: python scripts/write_options.py."""
    page = ROOT / "docs" / "rules" / f"{game}.{language}.md"
    expected = rules_text(game, language) + "\n" + options_text(game, GAMES[game], language)
    assert page.read_text(encoding="utf-8") == expected


# ---- commands


def commands(page: Path) -> list[str]:
    """``lapsy`` command lines: in code blocks, after a prompt, in backticks."""
    text = page.read_text(encoding="utf-8")
    lines = [line for language, body in FENCE.findall(text) if language == "sh" for line in body.splitlines()]
    lines += [line.strip()[2:] for line in prose(text).splitlines() if line.startswith("    $ ")]
    lines += INLINE.findall(prose(text))
    return [line.partition(" #")[0].strip() for line in lines if line.startswith("lapsy ")]


COMMANDS = sorted({(named(page), line) for page in PAGES for line in commands(page)})


def parse(line: str) -> None:
    """Parse as the command line would; nothing is run. Raises click.ClickException."""
    command: click.Command = main
    context = click.Context(main, info_name="lapsy", help_option_names=HELP)
    words = shlex.split(line)[1:]
    while isinstance(command, click.Group) and words:
        name, found, words = command.resolve_command(context, words)
        assert found is not None
        command, context = found, click.Context(found, context, info_name=name)
    if words:  # a bare name in a sentence is only a name
        with command.make_context(context.info_name, words, parent=context.parent):
            pass


@pytest.mark.parametrize(("page", "line"), COMMANDS)
def test_commands_parse(page: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for word in shlex.split(line):
        if word.endswith((".txt", ".json")):
            file = tmp_path / word
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
    parse(line)


def test_a_wrong_command_is_seen() -> None:
    assert len(COMMANDS) > 15
    for line in (
        "lapsy replya x",
        "lapsy play lapsy --bot 3",
        "lapsy play bridge",
        "lapsy boards sim --tcp x",
    ):
        with pytest.raises(click.ClickException):
            parse(line)


def options(command: click.Command) -> set[str]:
    """Every option of a command and of those below it."""
    own = {
        name
        for parameter in command.get_params(click.Context(command, help_option_names=HELP))
        for name in parameter.opts
    }
    if isinstance(command, click.Group):
        context = click.Context(command, help_option_names=HELP)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            own |= options(below)
    return own


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_options_exist(page: Path) -> None:
    """Options named alone, such as in tables."""
    alone = [
        text for text in INLINE.findall(prose(page.read_text(encoding="utf-8"))) if text.startswith("--")
    ]
    assert {word for text in alone for word in text.split() if word.startswith("--")} <= options(main)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_make_targets_exist(page: Path) -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = page.read_text(encoding="utf-8")
    asked = re.findall(r"`make (\w+)`", text)
    for _, body in FENCE.findall(text):
        asked += re.findall(r"^make (\w+)", body, re.MULTILINE)
    assert set(asked) <= targets


# ---- randomness


def test_the_vectors_of_the_randomness_page() -> None:
    failed, tried = doctest.testfile(
        str(ROOT / "docs" / "randomness.md"), module_relative=False, encoding="utf-8"
    )
    assert tried >= 8
    assert failed == 0


# ---- the journal


def example() -> bytes:
    blocks = [
        body for language, body in FENCE.findall(JOURNAL.read_text(encoding="utf-8")) if language == "jsonl"
    ]
    assert len(blocks) == 1
    return blocks[0].encode()


def test_the_example_journal_is_sound() -> None:
    """By the page's own words first, then by the program: chain, replay, verdict."""
    last = "0" * 64
    for line in example().splitlines():
        record = json.loads(line)
        stated = record.pop("hash")
        text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        last = sha256((last + text).encode()).hexdigest()
        assert last == stated
    recovered = read(example())
    assert recovered.torn == 0
    rebuilt = rebuild(recovered.records)
    assert rebuilt.missing == []
    (verdict,) = [r for r in recovered.records if r["k"] == "verdict"]
    second = verdict["order"][1]
    assert (second["seats"], second["margin_us"], second["bound_us"]) == ([1], 3213, 2)


def test_a_changed_example_is_not_sound() -> None:
    with pytest.raises(JournalDamagedError, match="line 4"):
        read(example().replace(b'"seat":0', b'"seat":1', 1))


def documented() -> dict[str, tuple[set[str], set[str]]]:
    """Kind -> (fields always there, fields sometimes there), from the page's tables."""
    kinds = {}
    for kind, fields in re.findall(
        r"^\| `(\w+)` \| ([^|]*) \|", JOURNAL.read_text(encoding="utf-8"), re.MULTILINE
    ):
        names = fields.split(", ")
        kinds[kind] = (
            {name for name in names if not name.startswith("[")},
            {name.strip("[]") for name in names if name.startswith("[")},
        )
    return kinds


def literals() -> dict[str, tuple[set[str], bool]]:
    """Kind -> (keys, whole?) of the records that the table's modules write, as dict displays or by ``Turn.record``."""
    found = {}
    for path in (ROOT / "host" / "lapsy" / "table").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "attr", "") == "record"
                and _text(node.args[0])
            ):
                named = {word.arg for word in node.keywords if word.arg is not None}
                kind = node.args[0].value  # type: ignore[attr-defined]
                assert found.setdefault(kind, (named, True)) == (named, True), kind
                continue
            if not isinstance(node, ast.Dict):
                continue
            keys = {key.value: value for key, value in zip(node.keys, node.values, strict=True) if _text(key)}
            if _text(keys.get("k")):
                found[keys["k"].value] = (set(keys) - {"k"}, None not in node.keys)
    return found


def _text(node: Any) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_every_kind_and_field_in_the_code_is_on_the_page() -> None:
    pages, code = documented(), literals()
    assert {"released", "unused"} <= set(pages)  # these two are a press renamed
    assert set(pages) - {"released", "unused"} == set(code) - {"released", "unused"}
    for kind, (keys, whole) in code.items():
        always, sometimes = pages[kind]
        if not whole:
            assert keys <= always | sometimes, kind
        else:
            assert keys == always, kind


@cache
def minutes_of_play() -> list[dict[str, Any]]:
    """Every record of five minutes of four bots."""
    seats = tuple(
        Seat(name, "bot", SIM, n, "strong") for n, name in enumerate(("Aino", "Onni", "Siiri", "Eino"))
    )
    setup = new_setup("lapsy", seats, pacing=Pacing(), options={}, seed="7", language="en", simulated=True)
    records: list[dict[str, Any]] = []
    driver = SimulatedDriver(
        Table(setup), simulated_boards(setup), bots_for(setup), journal=records.extend, say=lambda _: None
    )
    driver.run(300_000_000)
    return records


def test_the_records_of_real_games_are_as_the_page_says() -> None:
    pages = documented()
    records = minutes_of_play()
    assert {"header", "press", "shown", "bundle", "verdict", "marks", "released"} <= {r["k"] for r in records}
    records = [*records, *read(example()).records]
    for record in records:
        always, sometimes = pages[record["k"]]
        keys = set(record) - {"k"}
        assert always <= keys <= always | sometimes, record
