"""Leading, beating and the end of a defence (LI-14 to LI-24, LI-35 to LI-46)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from lapsy.games.limppu.deck import KINGS, LIMPPU, beats
from lapsy.games.limppu.draft import Draft
from lapsy.games.limppu.state import DEFEND, LEAD, REFILL_ATTACKER, REFILL_DEFENDER, Attack, Hand, Table
from lapsy.games.play import Input

#: So many cards of a rank make a group (LI-15, LI-17, LI-72).
GROUP = range(2, 5)


def play_refusal(draft: Draft, seat: int, cards: tuple[str, ...]) -> str:
    """Why these cards cannot be led by this seat now; empty when they can."""
    if draft.phase != LEAD or draft.turn != seat:
        return "out_of_turn"
    hand = draft.hands[seat]
    if len(set(cards)) != len(cards) or any(card not in hand for card in cards):
        return "not_your_card"
    if draft.draw_owed():
        return "draw_first"
    group = [card for card in cards if card != LIMPPU]
    if len(group) not in GROUP or len({card[0] for card in group}) != 1 or not KINGS.isdisjoint(group):
        return "no_group"
    if draft.options.must_pass_limppu and LIMPPU in hand and LIMPPU not in cards:
        return "give_the_limppu"
    return ""


def play(draft: Draft, given: Input, seat: int) -> None:
    """A group in front of the next player (LI-14, LI-20)."""
    if reason := play_refusal(draft, seat, given.cards):
        draft.refuse(given, reason)
        return
    to = draft.right_of(seat)
    draft.take_from_hand(seat, given.cards)
    draft.table = Table(seat, to, tuple(Attack(card) for card in given.cards))
    draft.phase = REFILL_ATTACKER
    draft.has_acted(seat)
    draft.say("played", given.ref, (seat, to), given.cards)
    draft.settle()


def beat_refusal(draft: Draft, seat: int, cards: tuple[str, ...]) -> str:
    """Why the second card cannot beat the first now; empty when it can."""
    if draft.phase != DEFEND or draft.turn != seat or draft.table is None:
        return "out_of_turn"
    if len(cards) != 2:
        return "name_two_cards"
    target, beater = cards
    attack = next((attack for attack in draft.table.cards if attack.card == target), None)
    if attack is None:
        return "not_on_the_table"
    if beater not in draft.hands[seat]:
        return "not_your_card"
    if attack.by is not None:
        return "beaten_already"
    return "" if beats(beater, target) else "does_not_beat"


def beat(draft: Draft, given: Input, seat: int) -> None:
    """One card beats one card of the group; it stays (LI-40)."""
    if (reason := beat_refusal(draft, seat, given.cards)) or draft.table is None:
        draft.refuse(given, reason)
        return
    target, beater = given.cards
    draft.take_from_hand(seat, (beater,))
    cards = tuple(Attack(target, beater) if a.card == target else a for a in draft.table.cards)
    draft.table = draft.table._replace(cards=cards)
    draft.idle = 0
    draft.has_acted(seat)
    draft.say("beaten", given.ref, (seat,), given.cards)


def end_refusal(draft: Draft, seat: int) -> str:
    """Why this seat cannot end a defence now; empty when it can."""
    return "" if draft.phase == DEFEND and draft.turn == seat else "out_of_turn"


def end_defence(draft: Draft, given: Input, seat: int) -> None:
    """Beaten cards and their beaters leave, the rest is picked up, and that decides the lead (LI-41 to LI-46)."""
    if (reason := end_refusal(draft, seat)) or draft.table is None:
        draft.refuse(given, reason)
        return
    attacks = draft.table.cards
    gone = tuple(card for attack in attacks if attack.by is not None for card in attack)
    taken = tuple(attack.card for attack in attacks if attack.by is None)
    draft.out += tuple(card for card in gone if card is not None)
    draft.hands[seat] += taken
    draft.table = None
    draft.idle = 0 if gone else draft.idle + 1
    draft.has_acted(seat)
    draft.say("defended", given.ref, (seat,), taken)
    draft.leads = seat if all(card == LIMPPU for card in taken) else draft.right_of(seat)
    draft.phase = REFILL_DEFENDER
    draft.settle()


def draw_refusal(draft: Draft, seat: int) -> str:
    """Why this seat cannot draw now; empty when it has to (LI-26, LI-29)."""
    if draft.turn != seat:
        return "out_of_turn"
    if not draft.draw_owed():
        return "no_draw_owed"
    return "" if draft.stock else "stock_out"


def draw(draft: Draft, given: Input, seat: int) -> None:
    """One owed card from the stock (LI-26)."""
    if reason := draw_refusal(draft, seat):
        draft.refuse(given, reason)
        return
    draft.draw(seat, given.ref)
    draft.settle()


def groups(hand: Hand) -> Iterator[tuple[str, ...]]:
    """Every group that the hand can lead, each without and, where it is held, with the limppu (LI-15 to LI-18)."""
    by_rank: dict[str, list[str]] = {}
    for card in hand:
        if card != LIMPPU and card not in KINGS:
            by_rank.setdefault(card[0], []).append(card)
    for cards in by_rank.values():
        for many in GROUP:
            for group in combinations(cards, many):
                yield group
                if LIMPPU in hand:
                    yield (*group, LIMPPU)


def beatings(table: Table, hand: Hand) -> Iterator[tuple[str, str]]:
    """Every (attacked, beater) that the hand offers, stop cards left out: to show one is to announce it (LI-57)."""
    for attack in table.cards:
        if attack.by is None:
            for card in hand:
                if card not in KINGS and beats(card, attack.card):
                    yield attack.card, card
