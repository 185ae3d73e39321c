"""The judge: sequenced inputs into the rules, and what follows for the pace of the table.

Everything here follows from the inputs alone, in the order they were given: claims, shown moments, the referee, and the
watermarks that let bundles go. So a journal of those rebuilds it exactly. No clock: time is data.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from lapsy.games.play import JSON, Bundle, Game, Input, Outcome
from lapsy.table.anticipation import is_anticipated
from lapsy.table.display import Moment
from lapsy.table.evidence import Evidence
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
    """What an input means here. Kinds beyond the game's own: ``choose`` (position among the last cards), ``dealer``,
    ``held`` (an early flip whose time has come). ``of``: the number of the flip whose card is ``shown``; None: whichever is
    in the air; ``moment``: how that card's light is known, where it is. ``evidence``: what stands behind a press; it decides
    nothing. ``cards``, ``to``, ``choose``, ``reading``: of an act on a page, as in ``lapsy.games.play.Input``."""

    kind: str
    seat: int | None = None
    position: int | None = None
    of: int | None = None
    evidence: Evidence | None = field(default=None, compare=False, repr=False)
    moment: Moment | None = None
    cards: tuple[str, ...] = ()
    to: str | int | None = None
    choose: int | None = None
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
    apart."""

    t_us: int
    entries: tuple[Entry, ...]
    outcomes: tuple[Outcome, ...]
    top: tuple[str, ...] = ()
    leading: tuple[int, ...] = ()
    reverse: bool = False
    likely: tuple[int, ...] = ()

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
    "void": Rank.REFEREE,
    "deadline": Rank.DEADLINE,
}


class Judge:
    """One game being played. ``state`` is the game's own value. ``policy``: what is done where measurement ends; it follows
    from the inputs too, so a replay does the same."""

    def __init__(
        self, game: Game, state: Any, seed: bytes, pacing: Pacing, t_us: int, policy: Policy = USUAL
    ) -> None:
        self.game = game
        self.state = state
        self.pacing = pacing
        self.policy = policy
        self._seed = seed
        self._sequencer: Sequencer[Act] = Sequencer(policy.tie_us)
        self._n = 0
        self._deadline: tuple[int, int] | None = None  # (number, time) of the window's end
        self._tick: int | None = None  # number of the dealer's next card
        self._ticks = 0
        self._held: dict[int, tuple[str | None, int | None]] = {}  # seat -> (card, number once it has a time)
        self._chosen: dict[int, str] = {}  # seat -> the card it lays next
        self._top_us: int | None = None  # when the newest card was shown, or the pile went
        self._rest_us = 0  # what the dealer adds to the pace of the next card
        self._air: int | None = None  # number of the flip whose card is in the air
        self._shown: int | None = None  # number of the flip whose card was given its moment last
        self._top: Pending[Act] | None = None  # the moment of the newest card on the pile
        self._hands: dict[int, Claim] = {}  # seat -> the hand that counts in the open race
        self._view = game.view(state, None)
        self._follow(t_us)

    @property
    def view(self) -> JSON:
        """The public view of the present state."""
        return self._view

    def chosen(self, seat: int) -> int | None:
        """The position in the hand of the card that the seat has chosen to lay next."""
        card = self._chosen.get(seat)
        hand = self._hand(seat) if card is not None else ()
        return hand.index(card) + 1 if card in hand else None

    @property
    def air(self) -> int | None:
        """The number of the flip whose card has its face out and has not landed."""
        return self._air

    @property
    def unshown(self) -> int | None:
        """The same number while no moment has been given yet from which that card counts as shown."""
        return None if self._air == self._shown else self._air

    def never(self, kind: str, seat: int) -> bool:
        """True when the agreed rules know no such input at all: asked of the rules themselves, nothing is changed."""
        _, outcomes = self.game.apply(self.state, Bundle(0, (Input(0, kind, seat),)))
        return any(o.kind == "refused" and o.reason == "not_in_these_rules" for o in outcomes)

    @property
    def waiting(self) -> bool:
        """Some input waits for its watermark."""
        return bool(self._sequencer.pending)

    def earliest(self) -> Pending[Act] | None:
        """The pending input whose span ends first: no bundle leaves before the watermarks have passed it."""
        return min(self._sequencer.pending, key=lambda p: p.span.hi_us, default=None)

    def press(self, claim: Claim, act: Act, evidence: Evidence | None = None) -> tuple[int, bool]:
        """A claim came. Its number, and False when it is stale: older than what was already judged."""
        n = self._number()
        act = replace(act, evidence=evidence)
        return n, self._sequencer.add(Pending(n, Rank.PRESS, claim.span, act, claim))

    def shown(self, moment: Moment) -> int:
        """A card's light came, or the earliest moment at which it can have come. The input's number."""
        return self.host(Act("shown", of=moment.of, moment=moment), moment.span.lo_us, moment.claim)

    def host(self, act: Act, t_us: int, claim: Claim | None = None) -> int:
        """Something the table itself stamps (a card shown, a choice, the referee). Its number. ``claim``: a board's stamp of
        it, if one has any: then it stands to presses as they stand to each other."""
        if act.kind == "shown":
            self._shown = act.of
        n = self._number()
        span = Span.at(t_us) if claim is None else claim.span
        self._sequencer.insert(Pending(n, RANKS.get(act.kind, Rank.PRESS), span, act, claim))
        return n

    def advance(self, marks: Iterable[Watermark]) -> list[Step]:
        """Release and judge the bundles that the watermarks have passed: ``MOST_STEPS`` at the most, then ask again."""
        all_marks = tuple(marks)
        steps: list[Step] = []
        while len(steps) < MOST_STEPS and (released := self._sequencer.release(all_marks)) is not None:
            steps.append(self._judge(released))
        return steps

    def is_decided(self, claim: Claim) -> bool:
        """True when a press there would be stale."""
        return self._sequencer.is_stale(Pending(0, Rank.PRESS, claim.span, Act("slap"), claim))

    def void(self, t_us: int) -> Step:
        """A board has lost what it had not told: what waits is never judged, and what is not decided for good is void. No
        watermark is waited for: nothing can complete what is lost."""
        self._sequencer.give_up_presses(t_us)
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
        t_us = released.t_us
        top = tuple(laid["card"] for laid in self._view.get("pile", {"top": ()})["top"][-2:])
        inputs: list[Input] = []
        own: list[Outcome] = []
        if any(p.payload.kind == "void" for p in released.members):
            self._begin_anew(t_us, own)
        early = {p.n for p in released.members if self._is_anticipated(p)}
        for p, not_after in zip(released.members, released.not_after, strict=True):
            made = self._input(p, t_us, not_after)
            if isinstance(made, Outcome):
                own.append(made)
            elif made is not None:
                false = made.ref in early and self.policy.anticipation == "false"
                inputs.append(made._replace(anticipated=True) if false else made)
        outcomes = self._apply(t_us, inputs, own) if inputs else ()
        for o in outcomes:
            self._note(o, t_us, own)
        self._follow_hands(released.members, outcomes)
        if self._air is not None and self._view["pile"]["air"] is None:
            self._air = None
        self._follow(t_us)
        entries = tuple(Entry(p.n, p.payload, p.claim, p.span, p.n in early) for p in released.members)
        view = self._view
        leading = tuple(view.get("takes", ()))
        return Step(
            t_us, entries, outcomes + tuple(own), top, leading, self._reverse, self._likely_of(leading)
        )

    def _apply(self, t_us: int, inputs: Sequence[Input], own: list[Outcome]) -> tuple[Outcome, ...]:
        """The rules' answer; where it would let several hands share the first place, the policy's."""
        state, outcomes = self.game.apply(self.state, Bundle(t_us, tuple(inputs)))
        shared = self._sharing(outcomes)
        if shared and self.policy.unproven == "replay":
            ref = inputs[0].ref
            self._begin_anew(t_us, own)
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

    def _begin_anew(self, t_us: int, own: list[Outcome]) -> None:
        """What lies on the pile counts as new from now on, so that everybody can press again."""
        self._drop_held(own)
        if self._tick is not None:
            self._sequencer.discard(self._tick)
            self._tick = None
        if self._top_us is not None:
            self._top_us = t_us

    def _input(self, p: Pending[Act], t_us: int, not_after: tuple[int, ...]) -> Input | Outcome | None:
        """The game's input, or what the table itself answers."""
        act = p.payload
        if act.kind == "dealer":
            self._tick = None
            turn = self._view.get("turn")
            return None if turn is None else Input(p.n, "flip", turn, self._take_choice(turn))
        if act.kind == "deadline":
            self._deadline = None
        if act.kind == "shown" and act.of not in (None, self._air):
            return Outcome("ignored", p.n, reason="card_gone")  # it went back to its hand meanwhile
        seat = act.seat
        if seat is None or act.kind not in ("flip", "choose", "held"):
            return Input(p.n, act.kind, seat, not_after=not_after)
        if act.kind == "held":
            card, _ = self._held.pop(seat)
            return Input(p.n, "flip", seat, card if card in self._hand(seat) else None)
        card = self._card_at(seat, act.position)
        if act.kind == "choose" and card is None:
            return Outcome("ignored", p.n, (seat,), reason="not_choosable")
        if act.kind == "choose" and self.pacing.flip == "auto":
            self._chosen[seat] = card or ""
            return Outcome("chosen", p.n, (seat,))
        if self.pacing.flip == "auto":
            return Outcome("ignored", p.n, (seat,), reason="dealer_flips")
        if self._air is not None or (
            self._top_us is not None and t_us < self._top_us + self.pacing.display_us
        ):
            return self._hold(p.n, seat, card)
        return Input(p.n, "flip", seat, card, not_after=not_after)

    def _hand(self, seat: int) -> Sequence[str]:
        """The last cards that the seat may choose among; none while it may not (LA-42)."""
        hand: Sequence[str] = self.game.view(self.state, seat).get("hand", ())
        return hand

    def _card_at(self, seat: int, position: int | None) -> str | None:
        """The card meant by a position: from then on the card counts, not its place, which a penalty would move."""
        hand = self._hand(seat) if position is not None else ()
        return hand[position - 1] if position is not None and position <= len(hand) else None

    def _take_choice(self, seat: int) -> str | None:
        """The card chosen for the seat's next turn, if it is still there to be chosen."""
        card = self._chosen.pop(seat, None)
        return card if card is not None and card in self._hand(seat) else None

    def _hold(self, n: int, seat: int, card: str | None) -> Outcome:
        """An early flip waits until the newest card has had its time; one a seat (design §5, LS-03)."""
        if seat in self._held:
            return Outcome("ignored", n, (seat,), reason="already_held")
        self._held[seat] = (card, None)
        return Outcome("held", n, (seat,))

    def _note(self, o: Outcome, t_us: int, own: list[Outcome]) -> None:
        if o.kind == "air":
            self._air = o.ref
            self._rest_us = 0
        elif o.kind in ("landed", "collected", "lapsed"):
            self._top_us = t_us
        if o.kind == "collected":
            self._rest_us = self.pacing.verdict_us
        if o.kind in ("accepted", "collected", "over"):
            self._drop_held(own)

    def _drop_held(self, own: list[Outcome]) -> None:
        own += [Outcome("dropped", n, (seat,)) for seat, (_, n) in sorted(self._held.items())]
        for _, n in self._held.values():
            if n is not None:
                self._sequencer.discard(n)
        self._held.clear()

    def _follow(self, t_us: int) -> None:
        """What has to come by itself after this state: the window's end, held flips, the dealer's next card."""
        over = self.game.is_over(self.state)
        deadline_us = None if over else self.game.deadline(self.state)
        if self._deadline is not None and self._deadline[1] != deadline_us:
            self._sequencer.discard(self._deadline[0])
            self._deadline = None
        if deadline_us is not None and self._deadline is None:
            self._deadline = (self.host(Act("deadline"), deadline_us), deadline_us)
        if self._held and self._air is None:
            due_us = max(t_us, (self._top_us or t_us) + self.pacing.display_us)
            for seat, (card, n) in self._held.items():
                if n is None:
                    self._held[seat] = (card, self.host(Act("held", seat), due_us))
        if self.pacing.flip != "auto":
            return
        ready = not over and self._air is None and self._view.get("turn") is not None
        if not ready and self._tick is not None:
            self._sequencer.discard(self._tick)
            self._tick = None
        if ready and self._tick is None:
            self._ticks += 1
            base_us = max(t_us, self._top_us or t_us) + self._rest_us
            self._tick = self.host(Act("dealer"), base_us + self.pacing.next_card_us(self._seed, self._ticks))
