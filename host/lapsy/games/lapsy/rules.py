"""The rules in force, put together from the agreed options: conditions, penalty, challenges, choice, aim.

Another variant is another composition here; the engine asks these values and never the options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from lapsy.games.lapsy import aims, challenges, penalties
from lapsy.games.lapsy.aims import Aim
from lapsy.games.lapsy.challenges import ChallengeRule
from lapsy.games.lapsy.conditions import Condition, jack, pair, sandwich, sum_ten
from lapsy.games.lapsy.options import Options
from lapsy.games.lapsy.penalties import Penalty


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rules:
    """What the engine asks. Everything follows from ``options``: equal options are equal rules.

    ``slappable``: whether played cards of these ranks, newest first, may be slapped by one of the ``conditions``; ``miss``:
    the reason of a false slap on cards that allow none. ``attempts``: of each rank that challenges; ``answers``: whether it
    does now. ``choice``: a hand of so many cards or fewer may be looked at and chosen from (LA-42). ``cardless_goes``: a
    false slap without cards loses the right to return (LA-39). ``ban_lifts_with_card``: a ban ends with the next card and
    not with the pile (LS-48, LS-60). ``objections``, ``removals``: whether the referee may give a deliberately paid card
    back (LA-41) and remove a player (LA-03). ``joins``: whether one may join a running game (LS-50). ``head_first``: no
    slap counts without a head slap (LV-06).
    """

    options: Options
    conditions: tuple[Condition, ...]
    slappable: Callable[[str], bool]
    miss: str
    penalty: Penalty
    attempts: Mapping[str, int]
    answers: ChallengeRule
    aim: Aim
    choice: int
    cardless_goes: bool
    ban_lifts_with_card: bool
    objections: bool
    removals: bool
    joins: bool
    head_first: bool
    window_us: int
    card_cap: int
    time_cap_us: int
    sudden_death: bool

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Rules) and self.options == other.options)

    def __hash__(self) -> int:
        return hash(self.options)

    def __repr__(self) -> str:
        return f"rules_for({self.options!r})"


@lru_cache(maxsize=256)
def rules_for(options: Options) -> Rules:
    """The rules that these options agree on."""
    first = options.variant == "alga"
    conditions = _conditions(options)
    return Rules(
        options=options,
        conditions=conditions,
        slappable=_any_of(conditions),
        miss="no_jack" if options.slapjack else "no_pair",
        penalty=_penalty(options),
        attempts=_attempts(options),
        answers=challenges.same_court if options.same_face else challenges.any_court,
        aim=aims.Reverse() if options.reverse else aims.Forward(),
        choice=3 if first and not options.hidden_hand else 0,
        cardless_goes=first and not options.slap_ban,
        ban_lifts_with_card=options.dead_button,
        objections=first and not (options.slap_ban or options.penalty_each),
        removals=first,
        joins=not first and not options.reverse,
        head_first=options.head_slap,
        window_us=options.window_ms * 1000,
        card_cap=options.card_cap,
        time_cap_us=options.time_cap_s * 1_000_000,
        sudden_death=options.sudden_death,
    )


def _any_of(conditions: tuple[Condition, ...]) -> Callable[[str], bool]:
    """One question made of several. It is asked at every slap, and there are few answers: they are remembered."""

    @cache
    def slappable(ranks: str) -> bool:
        return any(condition(ranks) for condition in conditions)

    return slappable


def _conditions(options: Options) -> tuple[Condition, ...]:
    if options.slapjack:
        return (jack,)
    slaps: list[Condition] = [pair]
    if options.sandwich or options.hodari:
        slaps.append(sandwich)
    if options.sum_ten:
        slaps.append(sum_ten)
    return tuple(slaps)


def _attempts(options: Options) -> Mapping[str, int]:
    if not options.slapjack:
        return challenges.ATTEMPTS
    return challenges.WITHOUT_JACK if options.courts else challenges.NONE


def _penalty(options: Options) -> Penalty:
    if options.slap_ban:  # with penalty_each too, and in reverse: only the ban (LS-60)
        return penalties.ban
    if options.reverse:
        return penalties.mirrored
    if options.variant == "alga" and not options.penalty_each:
        return penalties.under_pile
    return penalties.or_dead(penalties.to_each) if options.dead_button else penalties.to_each
