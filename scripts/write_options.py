"""Writes the options of every game from the games' own definitions into docs/rules; a test asks that this was done."""

from pathlib import Path

from lapsy.games.registry import CARD_GAMES, GAMES
from lapsy.screens.rule_texts import options_text, rules_text

RULES = Path(__file__).resolve().parents[1] / "docs" / "rules"

for name in CARD_GAMES:
    for language in ("fi", "en"):
        text = rules_text(name, language) + "\n" + options_text(name, GAMES[name], language)
        (RULES / f"{name}.{language}.md").write_text(text, encoding="utf-8")
