"""What was agreed about the measuring, as sentences in Finnish and English: policies and handicaps. Nothing for what is
usual."""

from __future__ import annotations

from lapsy.table.setup import Setup

EN = "en"

SENTENCES: dict[str, tuple[str, str]] = {
    "replay": ("Ratkeamaton läpsytään uudestaan.", "What is not proven is slapped again."),
    "likely": (
        "Ratkeamattomassa lähin mitattu arvo ratkaisee.",
        "What is not proven goes to the likely first.",
    ),
    "tie": ("Alle {ms} ms:n ero on tasan.", "Hands less than {ms} ms apart are a tie."),
    "flag": (
        "Läpsy alle {ms} ms kortista merkitään ennakoiduksi.",
        "A slap less than {ms} ms after its card is marked.",
    ),
    "false": ("Läpsy alle {ms} ms kortista on turha.", "A slap less than {ms} ms after its card is false."),
    "silent": ("Lauta on poissa, kun se on vaiti {s} s.", "A board that is silent for {s} s is absent."),
    "handicap": ("Tasoitus: {who}.", "Handicap: {who}."),
}


def milliseconds_of(language: str, us: int) -> str:
    """Microseconds as milliseconds with no more decimals than there are: "2,5" or "2.5"."""
    text = f"{us / 1000:.3f}".rstrip("0").rstrip(".")
    return text if language == EN else text.replace(".", ",")


def handicap(language: str, name: str, us: int) -> str:
    """A seat with its handicap: "Aino 2.5 ms"."""
    return f"{name} {milliseconds_of(language, us)} ms"


def policy_texts(setup: Setup) -> tuple[str, ...]:
    """What differs from the usual, a sentence each."""
    lang, policy = setup.language, setup.policy
    texts = []

    def say(key: str, **fields: str) -> None:
        texts.append(SENTENCES[key][lang == EN].format(**fields))

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
