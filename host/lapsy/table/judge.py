"""The judge: sequenced inputs into the rules, and what follows for the pace of the table.

Everything here follows from the inputs alone, in the order they were given: claims, shown moments, the referee, and the
watermarks that let bundles go. So a journal of those rebuilds it exactly. No clock: time is data.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Protocol

from lapsy.games.play import JSON, Bundle, Game, Input, Outcome
from lapsy.table import display
from lapsy.table.anticipation import is_anticipated
from lapsy.table.evidence import Evidence
from lapsy.table.moments import Moment, Moments
from lapsy.table.pauses import GameTime
from lapsy.table.policy import USUAL, Policy
from lapsy.table.unproven import likeliest
from lapsy.timing.claim import Claim, Span
from lapsy.timing.sequencer import Pending, Rank, Released, Sequencer
from lapsy.timing.watermark import Watermark


@dataclass(frozen=True, slots=True)
class Pacing:
    """How cards come to the pile.

    ``flip``: "seat" (each player's own button) or "auto" (the dealer). ``pace_us`` ± ``jitter_us`` from one card to the
    dealer's next. ``display_us``: how long a card at least stays on top before the next may cover it (LA-28, LS-03).
    ``verdict_us``: how much longer the dealer waits when a pile was won, so that everybody can read who won it.
    """

    flip: str = "auto"
    pace_us: int = 1_200_000
    jitter_us: int = 250_000
    display_us: int = 500_000
    verdict_us: int = 1_200_000

    def next_card_us(self, seed: bytes, n: int) -> int:
        """Time from one card to the dealer's ``n``-th: the same for the same seed, and not to be guessed by a rhythm."""
        if not self.jitter_us:
            return max(self.pace_us, self.display_us)
        lot = int.from_bytes(sha256(seed + b"pace" + n.to_bytes(8, "little")).digest()[:8], "little")
        return max(self.pace_us - self.jitter_us + lot % (2 * self.jitter_us + 1), self.display_us)


@dataclass(frozen=True, slots=True)
class Act:
    """What an input means here: a kind of the game, a role of a pad, or what the game's controls make of their own
    (``lapsy.table.controls``). ``of``: the number of the flip whose card is ``shown``; None: whichever is
    in the air; ``moment``: how that card's light is known, where it is. ``evidence``: what stands behind a press; it decides
    nothing. ``cards``, ``to``, ``choose``, ``reading``: of an act on a page, as in ``lapsy.games.play.Input``."""

    kind: str
    seat: int | None = None
    of: int | None = None
    evidence: Evidence | None = field(default=None, compare=False, repr=False)
    moment: display.Moment | None = None
    cards: tuple[str, ...] = ()
    to: str | int | None = None
    choose: str | int | None = None
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A released input: its number, its meaning, its claim when it came from a board, and where on the axis it lies.
    ``anticipated``: a slap too soon after its card to be an answer to it, where that is looked at."""

    n: int
    act: Act
    claim: Claim | None
    span: Span
    anticipated: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One bundle and what the rules did with it. ``top``: the (at most two) newest cards that lay on the pile before it;
    ``leading``: the seats that would take the pile (a race: the first place) for its slaps after it; ``reverse``: as the
    last ones. ``likely``: those of them that have it by the nearest value, where that is the policy and tells any
    apart. ``moment``: the game can be taken back to before this bundle; ``back``: it was taken back to before that
    moment."""

    t_us: int
    entries: tuple[Entry, ...]
    outcomes: tuple[Outcome, ...]
    top: tuple[str, ...] = ()
    leading: tuple[int, ...] = ()
    reverse: bool = False
    likely: tuple[int, ...] = ()
    moment: Moment | None = None
    back: int | None = None

    def as_json(self) -> JSON:
        """For the journal: enough to compare a replay with."""
        return {
            "t": self.t_us,
            "in": [[e.n, e.act.kind] + ([] if e.act.seat is None else [e.act.seat]) for e in self.entries],
            "out": [o.as_json() for o in self.outcomes],
        }


#: So many bundles are judged in one turn: what a board brings back at once must not hold the loop.
MOST_STEPS = 16

RANKS = {
    "shown": Rank.SHOWN,
    "deliberate": Rank.REFEREE,
    "disqualify": Rank.REFEREE,
    "back": Rank.REFEREE,
    "void": Rank.REFEREE,
    "deadline": Rank.DEADLINE,
    "unaimed": Rank.DEADLINE,
}


class Controls(Protocol):
    """From the inputs of a table to those of its game, and what a game's table does by itself. What it keeps follows from
    the inputs alone, as all of the judge does."""

    @property
    def unshown(self) -> int | None:
        """The number of the input whose card has its face out while no moment is known from which it counts as shown."""

    def put(self, act: Act) -> None:
        """The table has put this in itself; it is judged later."""

    def stands(self, p: Pending[Act]) -> bool:
        """True while the clock stands for this input: it waits until the clock goes on."""

    def time_us(self, released: Released[Act]) -> int:
        """The game's time at which the bundle counts."""

    def become(self, p: Pending[Act], t_us: int, not_after: tuple[int, ...]) -> Input | Outcome | None:
        """The game's input, or what the table itself answers; None when nothing comes of it."""

    def note(self, outcome: Outcome, t_us: int) -> list[Outcome]:
        """One thing the rules did; what follows from it here."""

    def begin_anew(self, t_us: int) -> list[Outcome]:
        """Presses may be missing: what was begun here is void."""

    def take_back(self, t_us: int) -> None:
        """The game is as it was before some card: nothing that was begun since then holds."""

    def follow(self, t_us: int) -> None:
        """A bundle has been judged: see to what has to come by itself."""


class Judge:
    """One game being played. ``state`` is the game's own value. ``policy``: what is done where measurement ends; it follows
    from the inputs too, so a replay does the same. ``controls``: makes those of the game."""

    def __init__(
        self,
        game: Game,
        state: Any,
        controls: Callable[[Judge], Controls],
        t_us: int,
        policy: Policy = USUAL,
    ) -> None:
        self.game = game
        self.state = state
        self.policy = policy
        self._sequencer: Sequencer[Act] = Sequencer(policy.tie_us)
        self._n = 0
        self.time = GameTime()
        self.moments = Moments()
        self.disqualified: frozenset[int] = frozenset()
        self._dues: dict[
            int, tuple[Act, int]
        ] = {}  # what comes by itself: by number, at which time of the game
        self._deadline: tuple[int, int] | None = None  # (number, time) of the window's end
        self._standing: list[Released[Act]] = []  # released while the clock stands
        self._top: Pending[Act] | None = None  # the moment of the newest card on the pile
        self._hands: dict[int, Claim] = {}  # seat -> the hand that counts in the open race
        self._view = game.view(state, None)
        self.controls = controls(self)
        self._follow(t_us)

    @property
    def view(self) -> JSON:
        """The public view of the present state."""
        return self._view

    @property
    def unshown(self) -> int | None:
        """See ``Controls.unshown``."""
        return self.controls.unshown

    @property
    def is_over(self) -> bool:
        """Nothing more can happen: by the rules, or because a game without a rule for it has lost a player."""
        return bool(self.disqualified) or self.game.is_over(self.state)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won. Whoever is left alone by a disqualification has; of more than one left, nobody."""
        if not self.disqualified:
            return self.game.winners(self.state)
        left = tuple(n for n in range(len(self._view["seats"])) if n not in self.disqualified)
        return left if len(left) == 1 else ()

    def never(self, kind: str, seat: int) -> bool:
        """True when the agreed rules know no such input at all: asked of the rules themselves, nothing is changed."""
        _, outcomes = self.game.apply(self.state, Bundle(0, (Input(0, kind, seat),)))
        return any(o.kind == "refused" and o.reason == "not_in_these_rules" for o in outcomes)

    @property
    def waiting(self) -> bool:
        """Some input waits for its watermark."""
        return bool(self._sequencer.pending)

    def waits_for(self, kind: str) -> bool:
        """An input of that kind waits."""
        return any(p.payload.kind == kind for p in self._sequencer.pending)

    def earliest(self) -> Pending[Act] | None:
        """The pending input whose span ends first: no bundle leaves before the watermarks have passed it."""
        return min(self._sequencer.pending, key=lambda p: p.span.hi_us, default=None)

    def earliest_open(self) -> Pending[Act] | None:
        """The same among what is no secret while it waits: a hand on a pad, a card's light, what comes by itself."""
        pending = self._sequencer.pending
        known = [p for p in pending if p.claim is not None or p.n in self._dues or p.payload.kind == "shown"]
        return min(known, key=lambda p: p.span.hi_us, default=None)

    def press(self, claim: Claim, act: Act, evidence: Evidence | None = None) -> tuple[int, bool]:
        """A claim came. Its number, and False when it is stale: older than what was already judged."""
        n = self._number()
        act = replace(act, evidence=evidence)
        return n, self._sequencer.add(Pending(n, Rank.PRESS, claim.span, act, claim))

    def shown(self, moment: display.Moment) -> int:
        """A card's light came, or the earliest moment at which it can have come. The input's number."""
        return self.host(Act("shown", of=moment.of, moment=moment), moment.span.lo_us, moment.claim)

    def host(self, act: Act, t_us: int, claim: Claim | None = None) -> int:
        """Something the table itself stamps (a card shown, a choice, the referee). Its number. ``claim``: a board's stamp of
        it, if one has any: then it stands to presses as they stand to each other."""
        self.controls.put(act)
        n = self._number()
        span = Span.at(t_us) if claim is None else claim.span
        self._sequencer.insert(Pending(n, RANKS.get(act.kind, Rank.PRESS), span, act, claim))
        return n

    def due(self, act: Act, game_us: int) -> int:
        """Something that comes by itself when the game's time is ``game_us``. Its number."""
        n = self._number()
        self._dues[n] = (act, game_us)
        self._insert_due(n)
        return n

    def pause(self, t_us: int) -> None:
        """The game stands from now on. What was pressed before is judged as it would have been; nothing comes by itself.
        Raises ValueError while it stands."""
        self.time.stop(t_us)
        for n in self._dues:
            self._sequencer.discard(n)
            self._insert_due(n)

    def go_on(self, t_us: int) -> None:
        """The game goes on at ``t_us``, now or later, as if the time between had not been. Raises ValueError while it
        runs."""
        self.time.go_on(t_us)
        for n in self._dues:
            self._sequencer.discard(n)
            self._insert_due(n)

    def _insert_due(self, n: int) -> None:
        act, game_us = self._dues[n]
        if (at_us := self.time.axis(game_us)) is not None:
            self._sequencer.insert(Pending(n, RANKS.get(act.kind, Rank.PRESS), Span.at(at_us), act))

    def advance(self, marks: Iterable[Watermark]) -> list[Step]:
        """Release and judge the bundles that the watermarks have passed: ``MOST_STEPS`` at the most, then ask again."""
        all_marks = tuple(marks)
        steps: list[Step] = []
        while len(steps) < MOST_STEPS and (released := self._next(all_marks)) is not None:
            steps.append(self._judge(released))
        return steps

    def _next(self, marks: tuple[Watermark, ...]) -> Released[Act] | None:
        """The next bundle to judge. While the clock stands bundles gather, in their order; so do those that came by
        themselves meanwhile, and were to come before."""
        while (released := self._sequencer.release(marks)) is not None:
            for p in released.members:
                self._dues.pop(p.n, None)
            if not self._standing and not any(map(self.controls.stands, released.members)):
                return released
            insort(self._standing, released, key=lambda r: min(p.at_us for p in r.members))
        going = (n for n, r in enumerate(self._standing) if not self._stands(r))
        n = next(going, None)
        if n is None:
            return None
        released = self._standing.pop(n)
        if (waits := _part(released, self.controls.stands)) is not None:
            self._standing.insert(n, waits)
        return _part(released, lambda p: not self.controls.stands(p))

    def _stands(self, released: Released[Act]) -> bool:
        """Nothing of the bundle is for now. What merely came with something that is for now waits all the same."""
        return all(map(self.controls.stands, released.members))

    def discard(self, n: int) -> None:
        """Forget an input of the table's own that has not been judged."""
        self._dues.pop(n, None)
        self._sequencer.discard(n)

    def is_decided(self, claim: Claim) -> bool:
        """True when a press there would be stale."""
        return self._sequencer.is_stale(Pending(0, Rank.PRESS, claim.span, Act("slap"), claim))

    def void(self, t_us: int) -> Step:
        """A board has lost what it had not told: what waits is never judged, and what is not decided for good is void. No
        watermark is waited for: nothing can complete what is lost."""
        self._sequencer.give_up_presses(t_us)
        kept = (_part(released, lambda p: p.claim is None) for released in self._standing)
        self._standing = list(filter(None, kept))
        return self._judge(
            Released(t_us, (Pending(self._number(), RANKS["void"], Span.at(t_us), Act("void")),), ((),))
        )

    def lose(self, t_us: int, since: Claim) -> int:
        """A board declares presses lost from ``since`` on: the same from there on, when its turn has come, so that what came
        before is judged as it would have been. The input's number."""
        self._sequencer.give_up_presses(t_us, since)
        # Whoever presses again does so from now on.
        span = Span(min(since.span.lo_us, t_us), min(since.span.hi_us, t_us))
        n = self._number()
        claim = replace(since, span=span, at_us=t_us)
        self._sequencer.insert(Pending(n, RANKS["void"], span, Act("void"), claim))
        return n

    def _number(self) -> int:
        self._n += 1
        return self._n

    def _judge(self, released: Released[Act]) -> Step:
        if any(p.payload.kind == "back" for p in released.members):
            return self._take_back(released)
        at_us, before = released.t_us, self.state
        t_us = self.controls.time_us(replace(released, t_us=self.time.game(at_us)))
        top = tuple(laid["card"] for laid in self._view.get("pile", {"top": ()})["top"][-2:])
        inputs: list[Input] = []
        own: list[Outcome] = []
        if any(p.payload.kind == "void" for p in released.members):
            own += self.controls.begin_anew(t_us)
        early = {p.n for p in released.members if self._is_anticipated(p)}
        for p, not_after in zip(released.members, released.not_after, strict=True):
            if self._deadline is not None and p.n == self._deadline[0]:
                self._deadline = None
            made = self.controls.become(p, t_us, not_after)
            if isinstance(made, Outcome):
                own.append(made)
            elif made is not None:
                false = made.ref in early and self.policy.anticipation == "false"
                inputs.append(made._replace(anticipated=True) if false else made)
        outcomes = self._apply(t_us, inputs, own) if inputs else ()
        for o in outcomes:
            own += self.controls.note(o, t_us)
        self._follow_hands(released.members, outcomes)
        self._follow(t_us)
        entries = tuple(Entry(p.n, p.payload, p.claim, p.span, p.n in early) for p in released.members)
        view = self._view
        leading = tuple(view.get("takes", ()))
        self.disqualified |= {o.seats[0] for o in own if o.kind == "disqualified"}
        moment = self.moments.note(before, t_us, outcomes)
        return Step(
            at_us,
            entries,
            outcomes + tuple(own),
            top,
            leading,
            self._reverse,
            self._likely_of(leading),
            moment,
        )

    def _take_back(self, released: Released[Act]) -> Step:
        """The game is as it was before a moment, and so is its time. What waits or was begun since then is dropped."""
        ruling = next(p for p in released.members if p.payload.kind == "back")
        entries = tuple(Entry(p.n, p.payload, p.claim, p.span) for p in released.members)
        kept = self.moments.back(ruling.payload.of)
        if kept is None or not self.time.stands:
            return Step(released.t_us, entries, (Outcome("refused", ruling.n, reason="no_such_moment"),))
        self.time.set_back(kept.game_us)
        for n in self._dues:
            self._sequencer.discard(n)
        self._dues.clear()
        self._standing.clear()
        self._hands.clear()
        self._deadline = self._top = None
        self.state = kept.state
        self._view = self.game.view(self.state, None)
        self.controls.take_back(kept.game_us)
        self._follow(kept.game_us)
        told = Outcome("back", ruling.n, kept.moment.seats, kept.moment.cards)
        return Step(released.t_us, entries, (told,), back=kept.moment.n)

    def _apply(self, t_us: int, inputs: Sequence[Input], own: list[Outcome]) -> tuple[Outcome, ...]:
        """The rules' answer; where it would let several hands share the first place, the policy's."""
        state, outcomes = self.game.apply(self.state, Bundle(t_us, tuple(inputs)))
        if self.policy.forgive and (false := {o.ref: o for o in outcomes if o.kind == "false"}):
            own += [Outcome("forgiven", ref, o.seats, reason=o.reason) for ref, o in false.items()]
            inputs = [given for given in inputs if given.ref not in false]
            state, outcomes = self.game.apply(self.state, Bundle(t_us, tuple(inputs)))
        shared = self._sharing(outcomes)
        if shared and self.policy.unproven == "replay":
            ref = inputs[0].ref
            own += self.controls.begin_anew(t_us)
            own.append(Outcome("again", ref, shared))
            state, outcomes = self.game.apply(self.state, Bundle(t_us, (Input(ref, "void"),)))
        elif likely := self._likely_of(shared):
            named = [Input(inputs[0].ref, "likely", seat) for seat in likely]
            state, outcomes = self.game.apply(self.state, Bundle(t_us, (*inputs, *named)))
        self.state = state
        self._view = self.game.view(state, None)
        return outcomes

    def _sharing(self, outcomes: Sequence[Outcome]) -> tuple[int, ...]:
        """Who would share the first place that has just been decided for good; empty when one has it, or when it is no
        matter of time (in reverse, who has not slapped)."""
        for o in outcomes:
            if o.kind in ("collected", "closed") and len(o.seats) > 1 and self._hands.keys() >= set(o.seats):
                return o.seats
        return ()

    def _likely_of(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Who of those sharing has it by the nearest value; empty when that is not the policy or tells nobody apart."""
        if self.policy.unproven != "likely" or len(seats) < 2 or not self._hands.keys() >= set(seats):
            return ()
        hands = {seat: self._hands[seat] for seat in seats}
        likely = likeliest(hands, tie_us=self.policy.tie_us, last=self._reverse)
        return tuple(seat for seat in seats if seat in likely) if len(likely) < len(seats) else ()

    @property
    def _reverse(self) -> bool:
        return bool(self._view.get("rules", {}).get("reverse"))

    def _follow_hands(self, members: Sequence[Pending[Act]], outcomes: Sequence[Outcome]) -> None:
        """Which hands the open race has, and since when its newest card can be seen."""
        claims = {p.n: p.claim for p in members if p.claim is not None}
        for o in outcomes:
            if o.kind in ("accepted", "slower", "place") and o.ref in claims:
                self._hands.setdefault(o.seats[0], claims[o.ref])
            elif o.kind == "landed":
                self._top = next((p for p in members if p.payload.kind == "shown"), None)
            elif o.kind in ("collected", "given_back"):
                self._top = None
        if not self._view.get("takes"):
            self._hands.clear()

    def _is_anticipated(self, p: Pending[Act]) -> bool:
        if p.claim is None or p.payload.kind != "slap" or self._top is None:
            return False
        policy = self.policy
        return policy.anticipation != "off" and is_anticipated(
            p.claim, self._top.span, self._top.claim, policy.limit_us
        )

    def _follow(self, t_us: int) -> None:
        """What has to come by itself after this state: the window's end, and what the controls see to."""
        deadline_us = None if self.is_over else self.game.deadline(self.state)
        if self._deadline is not None and self._deadline[1] != deadline_us:
            self.discard(self._deadline[0])
            self._deadline = None
        if deadline_us is not None and self._deadline is None:
            self._deadline = (self.due(Act("deadline"), deadline_us), deadline_us)
        self.controls.follow(t_us)


def _part(released: Released[Act], which: Callable[[Pending[Act]], bool]) -> Released[Act] | None:
    """Those members of a bundle; None when there are none."""
    kept = [pair for pair in zip(released.members, released.not_after, strict=True) if which(pair[0])]
    if not kept:
        return None
    return Released(released.t_us, tuple(p for p, _ in kept), tuple(not_after for _, not_after in kept))
