"""What the host's terminal says, in Finnish and English. Names stay in their basic form, so nothing is inflected."""

from __future__ import annotations

from collections.abc import Iterator

from lapsy.games.lapsy import words as lapsy
from lapsy.table.judge import Step
from lapsy.table.policy_words import handicap
from lapsy.table.races import Place, Race
from lapsy.table.score import Decided, Mark
from lapsy.table.setup import Setup
from lapsy.table.verdicts import MEANT, Verdict

EN = "en"

#: Every reason that the rules of Läpsy give, as a sentence.
REASONS = {**lapsy.REFUSED, **lapsy.FALSE, **lapsy.LAST_PILE}

WORDS: dict[str, tuple[str, str]] = {
    "first": ("{who} ensin", "{who} first"),
    "likely": ("{who} todennäköisesti ensin", "{who} likely first"),
    "likely_last": (
        "Todennäköisesti viimeisenä {who}: pino sinne",
        "Likely last: {who}. The pile goes there",
    ),
    "likely_by": (", {margin}", ", {margin}"),
    "likely_place": ("todennäköisesti {who}", "likely {who}"),
    "again": (
        "Liian tasainen ratkaistavaksi: {who}. Läpsykää uudestaan",
        "Too close to call: {who}. Slap again",
    ),
    "once_more": ("Liian tasainen ratkaistavaksi. Läpsykää uudestaan.", "Too close to call. Slap again."),
    "again_race": (
        "mitätön, liian tasainen ratkaistavaksi: {who}. Painakaa uudestaan",
        "void, too close to call: {who}. Press again",
    ),
    "anticipated": (" · ennakoitu: {who}", " · anticipated: {who}"),
    "handicap": (" · tasoitus: {who}", " · handicap: {who}"),
    "tie": ("Tasan: {who}. Pino jaetaan", "Tied: {who}. The pile is split"),
    "last": ("Viimeisenä {who}: pino sinne", "Last: {who}. The pile goes there"),
    "challenge": ("{who} saa pinon haasteella", "{who} takes the pile by the challenge"),
    "before": (", ennen: {who}", ", before {who}"),
    "unproven": (", järjestys ei ratkea ({margin})", ", order not proven ({margin})"),
    "by": (" {margin}", " by {margin}"),
    "card": (" · 1 kortti", " · 1 card"),
    "cards": (" · {n} korttia", " · {n} cards"),
    "uncertified": (" · ei varmennettu", " · not certified"),
    "race": ("Kisa {n}: ", "Race {n}: "),
    "journal": ("Pöytäkirja: {path}", "Journal: {path}"),
    "to_before": (" edelliseen", " to the one before"),
    "tied_place": ("tasan {who}", "tied {who}"),
    "false": ("Turha läpsy: {who}. {why}", "False slap: {who}. {why}"),
    "lost_right": (" Ei enää paluuta.", " No way back any more."),
    "refused": ("Ei lasketa: {who}. {why}", "Does not count: {who}. {why}"),
    "safe": ("{who}: kortit loppu.", "{who}: rid of all cards."),
    "simulated": ("simuloidut lätkät", "simulated pads"),
    "dealt": ("Kortit on jaettu.", "The cards are dealt."),
    "ready": ("Valmiina.", "Ready."),
    "over": ("Peli päättyi. Voittaja: {who}.", "The game is over. Winner: {who}."),
    "shared": ("Peli päättyi. Voittajat: {who}.", "The game is over. Winners: {who}."),
    "found": ("Lauta {port} vastaa ({detail}).", "The board on {port} answers ({detail})."),
    "rebooted": (
        "Lauta {port} käynnistyi uudelleen ({detail}): kuittaamattomat painallukset katosivat.",
        "The board on {port} restarted ({detail}): presses it had not delivered are lost.",
    ),
    "void": (
        "Lauta {port} käynnistyi uudelleen kesken pelin: ratkaisematta jäänyt kisa on mitätön. Läpsykää uudestaan.",
        "The board on {port} restarted during play: the race that was not decided yet is void. Slap again.",
    ),
    "void_lost": (
        "Lauta {port} kadotti painalluksia kesken pelin: ratkaisematta jäänyt kisa on mitätön. Läpsykää uudestaan.",
        "The board on {port} lost presses during play: the race that was not decided yet is void. Slap again.",
    ),
    "void_jumped": (
        "Tämä kone nukkui tai sen kello hyppäsi: ratkaisematta jäänyt kisa on mitätön. Läpsykää uudestaan.",
        "This machine slept or its clock stepped: the race that was not decided yet is void. Slap again.",
    ),
    "void_race": ("mitätön, painalluksia voi puuttua", "void, presses may be missing"),
    "foreign": (
        "Portissa {port} vastaa toinen lauta ({detail}); etsitään pelin omaa.",
        "Another board answers on {port} ({detail}); looking for the game's own.",
    ),
    "stuck": (
        "se vastaa, muttei kerro, onko jotain vielä tulossa.",
        "it answers and does not say whether more is to come.",
    ),
    "blind": (
        "Laudan {port} valodiodi ei nähnyt kortin tulevan: kortti lasketaan näytön kalibroidun viiveen mukaan. Katso, että"
        " diodi on sivun nurkan ruudulla.",
        "The photodiode of the board on {port} did not see a card come: it counts by the display's calibrated lag. See that"
        " the diode lies on the square in the page's corner.",
    ),
    "ahead": (
        "Lauta {port} ({detail}) leimasi painalluksen tulevaisuuteen: se on kirjattu, ei käytetty.",
        "The board on {port} ({detail}) stamped a press ahead of the present: it is recorded and not used.",
    ),
    "silent": ("Odotetaan lautaa {port}: {detail}", "Waiting for the board on {port}: {detail}"),
    "back": ("Lauta {port} palasi.", "The board on {port} is back."),
    "absent": ("Lauta {port} on ilmoitettu poissaolevaksi.", "The board on {port} is declared absent."),
    "absent_policy": (
        "Lauta {port} vaikeni liian pitkäksi aikaa: peli jatkuu ilman sitä, kunnes se palaa.",
        "The board on {port} was silent for too long: the game goes on without it until it is back.",
    ),
    "unbounded": (
        "Laudan {port} painalluksen hetkeä ei voi enää sanoa: se on kirjattu, ei käytetty.",
        "Nobody can say any more when a press on {port} was: it is recorded and not used.",
    ),
    "clock_broken": (
        "Laudan {port} kello käy vastoin odotuksia: sen ± on toistaiseksi leveä. Onko lauta kuuma tai virta heikko?",
        "The clock of the board on {port} runs as it should not: its ± is wide for a while. Is it hot, or its power weak?",
    ),
    "clock_whole": (
        "Laudan {port} kello käy taas tasaisesti.",
        "The clock of the board on {port} runs evenly again.",
    ),
    "sync": (
        "Lauta {port} tahdistaa kaikki samassa johdossa olevat laudat.",
        "The board on {port} keeps all boards on its sync wire together.",
    ),
    "phone_back": ("Puhelin vastaa: {detail}.", "The phone of {detail} answers."),
    "phone_gone": (
        "Puhelin ei vastaa: {detail}. Peli ei odota sitä.",
        "The phone of {detail} does not answer. The game does not wait for it.",
    ),
    "phone_mute": (
        "Puhelin ei kerro aikaansa: {detail}. Lataa sivu uudelleen tai ilmoita puhelin poissaolevaksi.",
        "The phone of {detail} does not tell its time. Reload the page, or declare the phone absent.",
    ),
    "phone_absent": (
        "Puhelin on ilmoitettu poissaolevaksi: {detail}.",
        "The phone of {detail} is declared absent.",
    ),
    "phone_false": (
        "Puhelimen ajat eivät voi pitää paikkaansa: {detail}. Niitä ei käytetä; lataa sivu uudelleen.",
        "What the phone of {detail} says of its time cannot be true. It is not used; reload the page.",
    ),
    "phone_unknown": (
        "Puhelin ei ole kertonut, kuka se on: {detail}. Lataa sivu uudelleen.",
        "The phone of {detail} has not said who it is. Reload the page.",
    ),
    "loss": (
        "Lauta {port} kadotti {detail} painallusta ja ilmoitti siitä.",
        "The board on {port} lost {detail} presses and says so.",
    ),
    "gap": (
        "Lauta {port}: numerot {detail} on kuitattu muualle.",
        "The board on {port}: numbers {detail} were acknowledged to somebody else.",
    ),
    "fault": ("Vika laudassa {port}: {detail}", "Fault on the board on {port}: {detail}"),
    "stale": (
        "{detail}: painallus tuli tietoon vasta ratkaisun jälkeen; se on kirjattu, ei käytetty.",
        "{detail}: a press became known after the decision; it is recorded and not used.",
    ),
}


def word(language: str, key: str, **fields: object) -> str:
    """The sentence ``key`` in ``language``."""
    return WORDS[key][language == EN].format(**fields)


def milliseconds(language: str, us: int) -> str:
    """Microseconds as milliseconds with three decimals: "3,214" or "3.214"."""
    text = f"{us / 1000:.3f}"
    return text if language == EN else text.replace(".", ",")


def margin(language: str, us: int, bound_us: int) -> str:
    """A margin and its uncertainty, always together."""
    return f"{milliseconds(language, us)} ms ± {milliseconds(language, bound_us)} ms"


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
    text = word(lang, kind, who=names(setup, decided.seats))
    if decided.kind == "again":
        return text + _tail(setup, decided.seats, decided.marks, decided.certified)
    seats = decided.seats
    if decided.second is not None and decided.margin_us is not None and decided.bound_us is not None:
        told = margin(lang, decided.margin_us, decided.bound_us)
        text += word(lang, "likely_by" if likely else "by" if decided.proof else "unproven", margin=told)
        text += word(lang, "before", who=setup.seats[decided.second].name)
        seats += (decided.second,)
    text += word(lang, "card" if decided.won == 1 else "cards", n=decided.won)
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
    told = REASONS[reason]
    return told["en" if language == EN else "fi"]


def say_end(setup: Setup, step: Step) -> Iterator[str]:
    """The line for a game that ended with this step: after its verdict."""
    for o in step.outcomes:
        if o.kind == "over":
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
