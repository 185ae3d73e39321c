"""What the host's terminal says. Names stay in their basic form, so nothing is inflected."""

from __future__ import annotations

from collections.abc import Iterator

from lapsy.games.lapsy import words as lapsy
from lapsy.games.options import Sentence
from lapsy.language import decimal, tr, tr_n
from lapsy.table.judge import Step
from lapsy.table.policy_words import handicap
from lapsy.table.races import Place, Race
from lapsy.table.score import Decided, Mark
from lapsy.table.setup import Setup
from lapsy.table.verdicts import MEANT, Verdict

#: Every reason that the rules of Läpsy give, as a sentence.
REASONS = {**lapsy.REFUSED, **lapsy.FALSE, **lapsy.LAST_PILE}

WORDS: dict[str, Sentence] = {
    "first": Sentence("{who} first"),
    "likely": Sentence("{who} likely first"),
    "likely_last": Sentence("Likely last: {who}. The pile goes there"),
    "likely_by": Sentence(", {margin}"),
    "likely_place": Sentence("likely {who}"),
    "again": Sentence("Too close to call: {who}. Slap again"),
    "once_more": Sentence("Too close to call. Slap again."),
    "again_race": Sentence("void, too close to call: {who}. Press again"),
    "anticipated": Sentence(" · anticipated: {who}"),
    "handicap": Sentence(" · handicap: {who}"),
    "tie": Sentence("Tied: {who}. The pile is split"),
    "last": Sentence("Last: {who}. The pile goes there"),
    "challenge": Sentence("{who} takes the pile by the challenge"),
    "before": Sentence(", before {who}"),
    "unproven": Sentence(", order not proven ({margin})"),
    "by": Sentence(" by {margin}"),
    "uncertified": Sentence(" · not certified"),
    "race": Sentence("Race {n}: "),
    "journal": Sentence("Journal: {path}"),
    "to_before": Sentence(" to the one before"),
    "tied_place": Sentence("tied {who}"),
    "false": Sentence("False slap: {who}. {why}"),
    "lost_right": Sentence(" No way back any more."),
    "refused": Sentence("Does not count: {who}. {why}"),
    "safe": Sentence("{who}: rid of all cards."),
    "simulated": Sentence("simulated pads"),
    "dealt": Sentence("The cards are dealt."),
    "ready": Sentence("Ready."),
    "over": Sentence("The game is over. Winner: {who}."),
    "shared": Sentence("The game is over. Winners: {who}."),
    "found": Sentence("The board on {port} answers ({detail})."),
    "rebooted": Sentence("The board on {port} restarted ({detail}): presses it had not delivered are lost."),
    "void": Sentence(
        "The board on {port} restarted during play: the race that was not decided yet is void. Slap again."
    ),
    "void_lost": Sentence(
        "The board on {port} lost presses during play: the race that was not decided yet is void. Slap again."
    ),
    "void_jumped": Sentence(
        "This machine slept or its clock stepped: the race that was not decided yet is void. Slap again."
    ),
    "void_race": Sentence("void, presses may be missing"),
    "foreign": Sentence("Another board answers on {port} ({detail}); looking for the game's own."),
    "stuck": Sentence("it answers and does not say whether more is to come."),
    "blind": Sentence(
        "The photodiode of the board on {port} did not see a card come: it counts by the display's"
        " calibrated lag. See that the diode lies on the square in the page's corner."
    ),
    "ahead": Sentence(
        "The board on {port} ({detail}) stamped a press ahead of the present: it is recorded and not used."
    ),
    "silent": Sentence("Waiting for the board on {port}: {detail}"),
    "back": Sentence("The board on {port} is back."),
    "absent": Sentence("The board on {port} is declared absent."),
    "absent_policy": Sentence(
        "The board on {port} was silent for too long: the game goes on without it until it is back."
    ),
    "unbounded": Sentence("Nobody can say any more when a press on {port} was: it is recorded and not used."),
    "clock_broken": Sentence(
        "The clock of the board on {port} runs as it should not: its ± is wide for a while. Is it hot, or"
        " its power weak?"
    ),
    "clock_whole": Sentence("The clock of the board on {port} runs evenly again."),
    "sync": Sentence("The board on {port} keeps all boards on its sync wire together."),
    "phone_back": Sentence("The phone of {detail} answers."),
    "phone_gone": Sentence("The phone of {detail} does not answer. The game does not wait for it."),
    "phone_mute": Sentence(
        "The phone of {detail} does not tell its time. Reload the page, or declare the phone absent."
    ),
    "phone_absent": Sentence("The phone of {detail} is declared absent."),
    "phone_false": Sentence(
        "What the phone of {detail} says of its time cannot be true. It is not used; reload the page."
    ),
    "phone_unknown": Sentence("The phone of {detail} has not said who it is. Reload the page."),
    "loss": Sentence("The board on {port} lost {detail} presses and says so."),
    "gap": Sentence("The board on {port}: numbers {detail} were acknowledged to somebody else."),
    "fault": Sentence("Fault on the board on {port}: {detail}"),
    "stale": Sentence("{detail}: a press became known after the decision; it is recorded and not used."),
}


def word(language: str, key: str, **fields: object) -> str:
    """The sentence ``key`` in ``language``."""
    return tr(language, WORDS[key], **fields)


def milliseconds(language: str, us: int) -> str:
    """Microseconds as milliseconds with three decimals: "3,214" or "3.214"."""
    return decimal(language, us / 1000, 3)


def margin(language: str, us: int, bound_us: int) -> str:
    """A margin and its uncertainty, always together."""
    return f"{milliseconds(language, us)} ms ± {milliseconds(language, bound_us)} ms"


def board_name(uid: str) -> str:
    """A board's identity, short enough for people."""
    return uid[-4:].upper()


def names(setup: Setup, seats: tuple[int, ...]) -> str:
    """Names of seats, joined."""
    return ", ".join(setup.seats[s].name for s in seats)


def say_decided(setup: Setup, decided: Decided) -> str:
    """One line for a final verdict or race."""
    if isinstance(decided, Race):
        return _race(setup, decided)
    assert isinstance(decided, Verdict)
    lang, likely = setup.language, decided.proof == "likely"
    kind = (
        {"first": "likely", "last": "likely_last"}.get(decided.kind, decided.kind) if likely else decided.kind
    )
    if setup.game == "speed" and kind == "tie":
        text = tr(lang, "Nobody was faster: {who}", who=names(setup, decided.seats))
    else:
        text = word(lang, kind, who=names(setup, decided.seats))
    if decided.kind == "again":
        return text + _tail(setup, decided.seats, decided.marks, decided.certified)
    seats = decided.seats
    if decided.second is not None and decided.margin_us is not None and decided.bound_us is not None:
        told = margin(lang, decided.margin_us, decided.bound_us)
        text += word(lang, "likely_by" if likely else "by" if decided.proof else "unproven", margin=told)
        text += word(lang, "before", who=setup.seats[decided.second].name)
        seats += (decided.second,)
    if setup.game == "lapsy":
        text += tr_n(lang, " · {n} card", " · {n} cards", decided.won)
    return text + _tail(setup, seats, decided.marks, decided.certified)


def _race(setup: Setup, race: Race) -> str:
    lang = setup.language
    text = word(lang, "race", n=race.n)
    seats = tuple(seat for place in race.order for seat in place.seats)
    if race.state == "void":
        again = race.why == "again"
        who = names(setup, race.order[0].seats) if race.order else ""
        return text + word(lang, "again_race" if again else "void_race", who=who)
    likely = len(race.order) > 1 and race.order[1].likely
    text += " · ".join(_place(setup, p, likely and p.place == 1) for p in race.order)
    return text + _tail(setup, seats, race.marks, race.certified)


def _tail(setup: Setup, seats: tuple[int, ...], hands: tuple[Mark, ...], certified: bool) -> str:
    """What must not be missing from a line about these seats: hands too soon, handicaps, no certainty."""
    lang = setup.language
    early = tuple(dict.fromkeys(m.seat for m in hands if m.anticipated and m.kind != "false"))
    text = word(lang, "anticipated", who=names(setup, early)) if early else ""
    given = [(setup.seats[s].name, setup.seats[s].handicap_us) for s in seats if setup.seats[s].handicap_us]
    if given:
        text += word(lang, "handicap", who=", ".join(handicap(lang, *one) for one in given))
    return text if certified else text + word(lang, "uncertified")


def _place(setup: Setup, place: Place, likely: bool) -> str:
    lang = setup.language
    who = names(setup, place.seats)
    who = word(lang, "tied_place", who=who) if len(place.seats) > 1 else who
    text = f"{place.place}. " + (word(lang, "likely_place", who=who) if likely else who)
    if place.gap is None or not (place.gap.order or place.likely):
        return text
    text = f"{text} +{margin(lang, place.gap.us, place.gap.bound_us)}"
    return text if place.place < 3 else text + word(lang, "to_before")


def reason_text(language: str, reason: str) -> str:
    """The sentence of the rules for a reason in their outcomes."""
    return tr(language, REASONS[reason])


def say_end(setup: Setup, step: Step) -> Iterator[str]:
    """The line for a game that ended with this step: after its verdict."""
    for o in step.outcomes:
        if o.kind == "over" and setup.game == "limppu":
            yield tr(setup.language, "The game is over. Lost: {name}", name=names(setup, o.seats))
        elif o.kind == "over":
            key = "over" if len(o.seats) == 1 else "shared"
            yield word(setup.language, key, who=names(setup, o.seats))


def say_step(setup: Setup, step: Step) -> Iterator[str]:
    """Lines for what a step did that is worth saying at once: false slaps, refusals, the last pile."""
    lang = setup.language
    lost = {o.seats[0] for o in step.outcomes if o.kind == "lost_right"}
    ruled = {e.n for e in step.entries if e.act.kind in ("deliberate", "disqualify")}
    for o in step.outcomes:
        if o.kind == "false":
            seat = o.seats[0]
            text = word(lang, "false", who=setup.seats[seat].name, why=reason_text(lang, o.reason))
            yield text + (word(lang, "lost_right") if seat in lost else "")
        elif o.kind == "forgiven":
            why = reason_text(lang, o.reason)
            yield tr(lang, "Forgiven: {who}. {why}", who=names(setup, o.seats), why=why)
        elif o.kind == "refused" and (o.reason in MEANT or o.ref in ruled):
            who = names(setup, o.seats)
            yield word(lang, "refused", who=who, why=reason_text(lang, o.reason))
        elif o.kind == "safe":
            yield word(lang, "safe", who=names(setup, o.seats))
        elif o.kind == "last_pile":
            yield reason_text(lang, o.reason)


def say_board(setup: Setup, key: str, port: str, detail: str) -> str:
    """A line about a board or its line."""
    return word(setup.language, key, port=port, detail=detail)
