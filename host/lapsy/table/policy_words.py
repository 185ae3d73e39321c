"""What was agreed about the measuring, as sentences: policies and handicaps. Nothing for what is
usual."""

from __future__ import annotations

from lapsy.games.options import Sentence
from lapsy.language import decimal, tr
from lapsy.table.setup import Setup

SENTENCES: dict[str, Sentence] = {
    "children": Sentence("For children: cards come slowly and stay for long."),
    "forgive": Sentence("A false slap costs nothing."),
    "replay": Sentence("What is not proven is slapped again."),
    "likely": Sentence("What is not proven goes to the likely first."),
    "tie": Sentence("Hands less than {ms} ms apart are a tie."),
    "flag": Sentence("A slap less than {ms} ms after its card is marked."),
    "false": Sentence("A slap less than {ms} ms after its card is false."),
    "silent": Sentence("A board that is silent for {s} s is absent."),
    "handicap": Sentence("Handicap: {who}."),
}


def milliseconds_of(language: str, us: int) -> str:
    """Microseconds as milliseconds with no more decimals than there are: "2,5" or "2.5"."""
    text = f"{us / 1000:.3f}".rstrip("0")
    return decimal(language, us / 1000, len(text) - text.index(".") - 1)


def handicap(language: str, name: str, us: int) -> str:
    """A seat with its handicap: "Aino 2.5 ms"."""
    return f"{name} {milliseconds_of(language, us)} ms"


def policy_texts(setup: Setup) -> tuple[str, ...]:
    """What differs from the usual, a sentence each."""
    lang, policy = setup.language, setup.policy
    texts = []

    def say(key: str, **fields: str) -> None:
        texts.append(tr(lang, SENTENCES[key], **fields))

    if setup.children:
        say("children")
    if policy.forgive:
        say("forgive")
    if policy.unproven != "split":
        say(policy.unproven)
    if policy.tie_us:
        say("tie", ms=milliseconds_of(lang, policy.tie_us))
    if policy.anticipation != "off":
        say(policy.anticipation, ms=milliseconds_of(lang, policy.limit_us))
    if policy.silent_us is not None:
        say("silent", s=milliseconds_of(lang, policy.silent_us // 1000))
    if given := [handicap(lang, seat.name, seat.handicap_us) for seat in setup.seats if seat.handicap_us]:
        say("handicap", who=", ".join(given))
    return tuple(texts)
