"""The rules of the games as pages tell them: written for people, with the options from the games' own definitions.

In a checkout the pages lie in ``docs/rules``; a wheel carries them as ``lapsy/_rules``.
"""

from __future__ import annotations

from pathlib import Path

from lapsy.games.options import Number, Sentence
from lapsy.games.play import Game
from lapsy.language import SOURCE, tr
from lapsy.table.option_words import told

#: The head over a game's options, in its page too.
OPTIONS = Sentence("Options")


class RulesMissingError(RuntimeError):
    """The installation has no rules in it: one sentence with what to do."""


def rules_text(name: str, language: str) -> str:
    """The page of a game, Markdown, its options left out; in English where the language has none. Raises
    RulesMissingError."""
    package = Path(__file__).resolve().parents[1]
    folders = (package.parents[1] / "docs" / "rules", package / "_rules")
    for spoken in (language, SOURCE):
        for page in (folder / f"{name}.{spoken}.md" for folder in folders):
            if page.is_file():
                text = page.read_text(encoding="utf-8")
                return text.partition(f"\n## {tr(spoken, OPTIONS)}\n")[0].rstrip() + "\n"
    raise RulesMissingError("This installation of lapsy has no rules in it: install it again.")


def options_text(name: str, game: Game, language: str) -> str:
    """What may be agreed before the game, as Markdown: a table with values and what they do."""
    lead = tr(
        language,
        "Agreed before the deal: `--option NAME=VALUE`, for example `{example}`.",
        example=_example(name, game),
    )
    heads = (tr(language, "option"), tr(language, "values"), tr(language, "what"))
    rows = [f"| {' | '.join(heads)} |", "|---|---|---|"]
    for option in game.OPTIONS:
        values = ", ".join(_marked(value, option.default_text) for value in option.shown)
        rows.append(f"| `{option.name}` | {values} | {told(language, option)} |")
    return f"## {tr(language, OPTIONS)}\n\n{lead}\n\n" + "\n".join(rows) + "\n"


def _marked(value: str, default: str) -> str:
    return f"**{value}**" if value == default else value


def _example(name: str, game: Game) -> str:
    option = next((o for o in game.OPTIONS if not isinstance(o, Number)), game.OPTIONS[0])
    other = next(value for value in option.shown if value != option.default_text)
    return f"lapsy simulate {name} --option {option.name}={other}"
