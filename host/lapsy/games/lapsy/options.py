"""What may be agreed before a game of Läpsy (rules LE-09): read from text, checked, told in two languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from lapsy.games.options import OptionError

VARIANTS = ("alga",)
WINDOW_MS = range(100, 10_001)

_ON = frozenset({"on", "yes", "true", "1"})
_OFF = frozenset({"off", "no", "false", "0"})


@dataclass(frozen=True, slots=True)
class Options:
    """One agreed set of rules. A switch that is on replaces or widens a rule of the variant."""

    variant: str = "alga"
    window_ms: int = 1000
    sandwich: bool = False
    sum_ten: bool = False
    slap_ban: bool = False
    penalty_each: bool = False
    hidden_hand: bool = False

    def as_json(self) -> dict[str, str | int | bool]:
        """Every option with its value, in a fixed order: for journals and their hash."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


#: Each option with its sentence in Finnish and in English, for set-up pages and help.
TEXTS: dict[str, dict[str, str]] = {
    "variant": {
        "fi": "Muunnelma: alga on yhden kortin sakko pinon alle ja valinta kolmesta viimeisestä kortista.",
        "en": "Variant: alga means a one-card penalty under the pile and a choice among the last three cards.",
    },
    "window_ms": {
        "fi": "Aika millisekunteina, jonka pino odottaa hitaampia käsiä ennen kuin se kerätään.",
        "en": "Time in milliseconds for which the pile waits for slower hands before it is collected.",
    },
    "sandwich": {
        "fi": "Välipari: myös kaksi samaa arvoa, joiden välissä on yksi kortti, saa läpsäistä (5 9 5).",
        "en": "Sandwich: two equal ranks with one card between them may be slapped too (5 9 5).",
    },
    "sum_ten": {
        "fi": "Summa kymmenen: myös kaksi päällimmäistä korttia, joiden summa on kymmenen, saa läpsäistä; ässä on yksi.",
        "en": "Sum ten: two topmost cards that add up to ten may be slapped too; an ace counts one.",
    },
    "slap_ban": {
        "fi": "Turhasta läpsystä ei makseta korttia, mutta läpsiä ei saa ennen kuin pino on voitettu.",
        "en": "A false slap costs no card, but a ban on slapping until the pile has been won.",
    },
    "penalty_each": {
        "fi": "Turhasta läpsystä annetaan yksi kortti jokaiselle vastustajalle eikä pinon alle.",
        "en": "A false slap costs one card to every opponent instead of one under the pile.",
    },
    "hidden_hand": {
        "fi": "Kädet pysyvät piilossa loppuun asti: kolmesta viimeisestä kortista ei saa valita.",
        "en": "Hands stay hidden to the end: there is no choice among the last three cards.",
    },
}


def parse_options(raw: Mapping[str, str]) -> Options:
    """Options from text such as ``{"sandwich": "on", "window_ms": "800"}``; what is not named keeps its
    default.

    ``slap_ban`` and ``penalty_each`` do not exclude each other: with both, the ban alone holds (LS-60).
    Raises OptionError.
    """
    variant, window_ms = "alga", 1000
    switches: dict[str, bool] = {}
    for name, text in raw.items():
        if name not in TEXTS:
            raise OptionError(f"Läpsy has no option “{name}”: choose from {', '.join(TEXTS)}.")
        value = text.strip().lower()
        if name == "variant":
            if value not in VARIANTS:
                raise OptionError(f"Läpsy has no variant “{text}”: choose from {', '.join(VARIANTS)}.")
            variant = value
        elif name == "window_ms":
            if not (value.isascii() and value.isdigit() and len(value) < 9 and int(value) in WINDOW_MS):
                raise OptionError(
                    f"window_ms is “{text}”: give whole milliseconds from {WINDOW_MS[0]} to {WINDOW_MS[-1]}."
                )
            window_ms = int(value)
        elif value in _ON or value in _OFF:
            switches[name] = value in _ON
        else:
            raise OptionError(f"{name} is “{text}”: give on or off.")
    return Options(variant, window_ms, **switches)
