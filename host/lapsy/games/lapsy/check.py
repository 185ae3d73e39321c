"""What must hold in every state. Used by tests and by everything that reads a state from outside."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from lapsy.cards import PACK
from lapsy.games.lapsy.aims import safe
from lapsy.games.lapsy.conditions import DEPTH
from lapsy.games.lapsy.joining import SEATS
from lapsy.games.lapsy.situation import anchor, held, holds, live, whole_hand
from lapsy.games.lapsy.state import Challenge, State, Window

_PACK = frozenset(PACK)
_EXISTING = {seats: frozenset(range(seats)) for seats in SEATS}
#: Who may have laid a card: in a position that was set up that is not known.
_KNOWN_OR_NOT = {seats: frozenset([None, *range(seats)]) for seats in SEATS}


def cards_of(state: State) -> tuple[str, ...]:
    """All cards of the game, sorted: the same before and after every step."""
    cards = [card for hand in state.hands for card in hand]
    cards += [laid.card for laid in state.pile]
    if state.air is not None:
        cards.append(state.air.card)
    return tuple(sorted(cards))


def check(state: State) -> None:
    """Raises ValueError with the first thing that cannot be in a state of this game."""
    _check_frame(state)
    rules = state.rules
    if rules.card_cap or rules.time_cap_us or state.last_pile or state.until_us is not None:
        _check_stop(state)
    if state.winners:
        _check_finished(state)
        return
    _check_turn(state)
    if state.slaps or state.refs or state.latest:
        _check_slaps(state)
    if state.payments:
        _check_payments(state)
    if state.heads:
        _check_heads(state)
    if rules.aim.reverse:
        _check_reverse(state)
    elif state.emptied or state.finished:
        raise _wrong("somebody has finished a game in which one cannot")


def _wrong(problem: str) -> ValueError:
    return ValueError(f"This is no state of Läpsy: {problem}.")


def _check_frame(state: State) -> None:
    hands, pile, air = state.hands, state.pile, state.air
    seats = len(hands)
    exists = _EXISTING.get(seats)
    if exists is None:
        raise _wrong("it has too few or too many seats")
    if not seats == len(state.out) == len(state.banned):
        raise _wrong("its lists differ in length")
    if not 0 <= state.penalty <= len(pile):
        raise _wrong("it has more penalty cards than cards in the pile")
    if state.laid < len(pile) - state.penalty:
        raise _wrong("fewer cards have been laid than lie there")
    on_pile, from_seats = zip(*pile, strict=True) if pile else ((), ())
    named = (state.dealer, state.turn, *state.winners, *state.emptied, *state.finished, *state.latest)
    if state.challenge is not None:
        named = (*named, state.challenge.challenger)
    if air is not None:
        named = (*named, air.seat)
        on_pile = (*on_pile, air.card)
    if not (exists.issuperset(named) and _KNOWN_OR_NOT[seats].issuperset(from_seats)):
        raise _wrong("it names a seat that does not exist")
    _check_cards(state.packs, (*hands, on_pile))


def _check_cards(packs: int, places: tuple[tuple[str, ...], ...]) -> None:
    """Whole packs are there, each card as often as there are packs; other cards are at least cards."""
    count = sum(map(len, places))
    if packs and count == len(_PACK) * packs and not _PACK.difference(*places):
        # So many cards of all kinds: one pack is complete; of more, no card may be there too seldom.
        if packs == 1 or set(Counter(chain.from_iterable(places)).values()) == {packs}:
            return
        raise _wrong("its cards are not whole packs")
    if not _PACK.issuperset(chain.from_iterable(places)):
        raise _wrong("it holds something that is no card")
    if packs:
        raise _wrong("its cards are not whole packs")


def _check_finished(state: State) -> None:
    left = state.pile or state.air or state.window or state.challenge or state.slaps or state.payments
    if left or state.heads or state.latest or state.until_us is not None:
        raise _wrong("it is over and something is left on the table")
    if held(state) > 1 and not state.last_pile:
        raise _wrong("it is over and several have cards")
    if state.winners != state.rules.aim.best(state):
        raise _wrong("it is over and somebody else has won")


def _check_turn(state: State) -> None:
    air, window, challenge = state.air, state.window, state.challenge
    expected = _expected_window(state)
    if (None if window is None else window.kind) != expected:
        raise _wrong("the wrong window is open")
    if window is None:
        if not holds(state, state.turn):
            raise _wrong("nobody can go on")
    elif window.kind != "collect" and not live(state):
        raise _wrong("a slappable top waits that is none")
    if air is not None:
        if air.seat != state.turn or window is not None:
            raise _wrong("a card is in the air out of turn")
        if not 0 <= air.place <= len(state.hands[air.seat]):
            raise _wrong("a card in the air cannot come back")
    if challenge is not None and not 0 <= challenge.left <= state.rules.attempts.get(challenge.rank, -1):
        raise _wrong("a challenge has impossible attempts")
    if True in state.out:
        if any(hand for hand, out in zip(state.hands, state.out, strict=True) if out):
            raise _wrong("a player out for good has cards")
        if not (state.rules.removals or state.rules.aim.reverse):
            raise _wrong("somebody is out for good in rules that know no such thing")


def _expected_window(state: State) -> str | None:
    """The window that belongs to the situation."""
    if state.slaps:
        return "slap"
    if state.challenge is not None:
        return None if state.challenge.left and held(state) else "collect"
    return "pair" if held(state) < 2 else None


def _check_slaps(state: State) -> None:
    groups = state.slaps
    seats = [seat for group in groups for seat in group]
    if [len(group) for group in groups] != [len(group) for group in state.refs]:
        raise _wrong("a slap has no number")
    if not all(groups) or len(set(seats)) != len(seats):
        raise _wrong("a slap counts twice, or none does")
    if any(not 0 <= seat < len(state.hands) for seat in seats):
        raise _wrong("it names a seat that does not exist")
    if any(state.out[seat] or state.banned[seat] for seat in seats):
        raise _wrong("a slap counts that cannot")
    last = state.latest
    if bool(last) != (state.rules.aim.reverse and bool(groups)) or list(last) != sorted(
        set(last) & set(seats)
    ):
        raise _wrong("the latest slaps are not among the slaps")


def _check_payments(state: State) -> None:
    if not state.rules.objections:
        raise _wrong("an objection is open where none exists")
    penalty, pile, seats = state.penalty, state.pile, len(state.hands)
    deeper, later = penalty + 1, len(pile) - penalty
    paid: dict[int, tuple[str, ...]] = {}
    # Newest first: newer cards lie deeper, and what a seat has paid since then comes back before.
    for seat, depth, played, hand, turn, challenge, window in reversed(state.payments):
        if not (0 <= seat < seats and 0 <= turn < seats):
            raise _wrong("an objection names a seat that does not exist")
        if state.out[seat]:
            raise _wrong("an objection is open against a player out for good")
        if not 0 < depth < deeper:
            raise _wrong("an objection points at no penalty card")
        card, payer = pile[penalty - depth]
        if payer != seat:
            raise _wrong("an objection points at no penalty card")
        if not 0 <= played <= later:
            raise _wrong("an objection goes back to what has not been")
        paid[seat] = brought = (card,) + (paid.get(seat) or whole_hand(state, seat))
        if penalty + played < len(pile):
            since = pile[penalty + played :]
            if any(laid.seat != seat for laid in since):
                raise _wrong("an objection is open that another player's card has closed")
            brought += tuple([laid.card for laid in since])
        # In the order of the hand nothing needs sorting: so it is when no chosen card was laid since.
        if hand != brought and sorted(hand) != sorted(brought):
            raise _wrong("an objection brings back other cards than were paid and laid")
        if challenge is not None or window is not None:
            _check_moment(state, played, challenge, window)
        deeper, later = depth, played


def _check_moment(state: State, played: int, challenge: Challenge | None, window: Window | None) -> None:
    """Challenge and window before a false slap. On a slappable top only one that came too soon is false: then a last
    pair, or slaps, can have waited; else only a collection."""
    if challenge is not None:
        if challenge.challenger not in _EXISTING[len(state.hands)]:
            raise _wrong("an objection names a seat that does not exist")
        if not 0 <= challenge.left <= state.rules.attempts.get(challenge.rank, -1):
            raise _wrong("an objection goes back to impossible attempts")
    waited = "collect" if challenge is not None and not challenge.left else None
    kind = None if window is None else window.kind
    top = "".join([laid.card[0] for laid in state.pile[state.penalty : state.penalty + played]])[::-1]
    if kind != waited and not (kind in (None, "pair") and state.rules.slappable(top[:DEPTH])):
        raise _wrong("an objection goes back to the wrong window")


def _check_heads(state: State) -> None:
    seats = [seat for seat, _ in state.heads]
    if not state.rules.head_first:
        raise _wrong("heads were slapped in rules that know no such thing")
    if seats != sorted(set(seats)) or any(not 0 <= seat < len(state.hands) for seat in seats):
        raise _wrong("a head slap counts twice")
    if any(state.out[seat] for seat in seats):
        raise _wrong("a head slap counts that cannot")


def _check_stop(state: State) -> None:
    rules, last_pile, laid = state.rules, state.last_pile, state.laid
    timed = rules.time_cap_us > 0
    reached = 0 < rules.card_cap <= laid
    agreed = {"": True, "cards": rules.card_cap > 0, "time": timed, "sudden_death": rules.sudden_death}
    if not agreed.get(last_pile, False):
        raise _wrong("it ends for a reason that was not agreed")
    if state.until_us is not None and not (timed and last_pile in ("", "cards")):
        raise _wrong("time runs that was not agreed or is up")
    if not laid and (last_pile or state.until_us is not None):
        raise _wrong("a limit runs and no card has been laid")
    if reached and not last_pile:
        raise _wrong("the agreed cards have been laid and no pile is the last")
    if last_pile and not reached and (last_pile == "cards" or not timed):
        raise _wrong("it ends before the agreed cards have been laid")
    if state.winners:
        return
    if timed and laid and not last_pile and state.until_us is None:
        raise _wrong("cards have been laid and no time runs")
    if last_pile == "cards" and laid - (len(state.pile) - state.penalty) >= rules.card_cap:
        raise _wrong("the card that reached the limit is not in the last pile")
    if last_pile == "time" and not (state.pile or state.air):
        raise _wrong("its last pile is gone and it goes on")


def _check_reverse(state: State) -> None:
    gone = state.finished
    if len(set(gone)) != len(gone) or {seat for seat, out in enumerate(state.out) if out} != set(gone):
        raise _wrong("those who are out are not those who have finished")
    empty = {seat for seat in range(len(state.hands)) if not holds(state, seat)}
    if len(state.emptied) != len(empty) or set(state.emptied) != empty or not set(gone) <= empty:
        raise _wrong("the order in which hands emptied is another")
    if not state.slaps and safe(state):
        raise _wrong("somebody is safe and not named so")
    if state.challenge is not None and state.challenge.challenger in gone:
        raise _wrong("an open challenger has finished")
    if live(state) and anchor(state) in gone:
        raise _wrong("whoever laid a slappable top has finished")
