"""How a game begins: the lot for the dealer, shuffle and deal, or a position that is set up."""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.cards import PACK, draw, pack, rank, shuffle
from lapsy.games.lapsy.check import check
from lapsy.games.lapsy.draft import Draft
from lapsy.games.lapsy.joining import SEATS
from lapsy.games.lapsy.options import Options
from lapsy.games.lapsy.rules import Rules, rules_for
from lapsy.games.lapsy.settle import settle
from lapsy.games.lapsy.state import Challenge, Laid, State
from lapsy.games.options import OptionError
from lapsy.games.seats import require_seats

ONE_PACK_UP_TO = 4


def start(options: Options, seats: int, seed: bytes, dealer: int | None = None) -> State:
    """The state after shuffle and deal: one pack for up to four seats, two for more (LA-07, LA-08, LS-01,
    LS-02, LS-40).

    ``dealer`` is drawn by lot when not given (LS-30); give ``next_dealer(state)`` for a further game (LS-32).
    Raises OptionError when so many cannot play or the dealer is not among them, ValueError when the seed is
    not 32 bytes.
    """
    require_seats("Läpsy", SEATS, seats)
    if dealer is None:
        dealer = draw(seed, "lapsy/dealer", 0, seats)
    elif not 0 <= dealer < seats:
        raise OptionError(f"Seat {dealer} cannot deal: choose a seat from 0 to {seats - 1}.")
    packs = 1 if seats <= ONE_PACK_UP_TO else 2
    deck = shuffle(pack(packs), seed, "lapsy/deck")
    first = (dealer + 1) % seats
    hands = tuple(deck[(seat - first) % seats :: seats] for seat in range(seats))
    nobody = (False,) * seats
    return State(rules_for(options), packs, dealer, hands, nobody, nobody, (), 0, first)


def next_dealer(state: State) -> int:
    """Who deals the next game: the seat to the dealer's left (LS-32)."""
    return (state.dealer + 1) % len(state.hands)


def position(
    hands: Sequence[Sequence[str]],
    *,
    pile: Sequence[str] = (),
    pile_penalty: int = 0,
    turn: int | None = None,
    challenge: tuple[int, int, str | None] | None = None,
    last_player: int | None = None,
    cannot_return: Sequence[int] = (),
    options: Options | None = None,
    dealer: int = 0,
    since_us: int = 0,
) -> State:
    """A state set up by hand, as case files and tests do.

    ``challenge`` is (challenger, attempts left, rank or None for the last court card laid). ``turn`` None
    where nobody is on turn. ``last_player`` laid the top card; None: the seat before ``turn``. A window that
    belongs to the position is open since ``since_us``. ``cannot_return``: who is out for good; in reverse
    those who have finished, the first of them first. The played cards in the pile are the first of the game: agreed time
    runs since ``since_us``, and the pile is the last one when it has the agreed cards. Raises ValueError with what is wrong.
    """
    options = options or Options()
    seats = len(hands)
    if seats not in SEATS:
        raise ValueError(f"A position needs {SEATS[0]} to {SEATS[-1]} hands, not {seats}.")
    for name, seat in (
        ("turn", turn),
        ("last player", last_player),
        ("challenger", challenge and challenge[0]),
    ):
        if seat is not None and not 0 <= seat < seats:
            raise ValueError(f"The {name} is seat {seat}: give 0 to {seats - 1}.")
    cards = [*pile, *(card for hand in hands for card in hand)]
    if wrong := [card for card in cards if card not in PACK]:
        raise ValueError(f"“{wrong[0]}” is no card: write rank and suit, such as TC; there are no jokers.")
    if not cards:
        raise ValueError("A position needs cards: give somebody one.")
    if not 0 <= pile_penalty <= len(pile):
        raise ValueError(f"{pile_penalty} penalty cards do not fit in a pile of {len(pile)}.")
    rules = rules_for(options)
    first = turn if turn is not None else 0
    top = (first - 1) % seats if last_player is None else last_player
    laid = tuple(Laid(card, top if place == len(pile) - 1 else None) for place, card in enumerate(pile))
    gone = tuple(cannot_return)
    lie = len(pile) - pile_penalty
    cardless = [(top + 1 + step) % seats for step in range(seats) if not hands[(top + 1 + step) % seats]]
    state = State(
        rules,
        next((packs for packs in (1, 2) if sorted(pack(packs)) == sorted(cards)), 0),
        dealer,
        tuple(tuple(hand) for hand in hands),
        tuple(seat in gone for seat in range(seats)),
        (False,) * seats,
        laid,
        pile_penalty,
        first,
        _challenge(challenge, [rank(card) for card in pile[pile_penalty:]], rules),
        emptied=(*gone, *(seat for seat in cardless if seat not in gone)) if rules.aim.reverse else (),
        finished=gone if rules.aim.reverse else (),
        laid=lie,
        until_us=since_us + rules.time_cap_us if lie and rules.time_cap_us else None,
        last_pile="cards" if 0 < rules.card_cap <= lie else "",
    )
    draft = Draft(state, since_us)
    settle(draft)
    if turn is None and draft.window is None and not draft.winners:
        raise ValueError("Somebody must be on turn in this position: name the seat.")
    state = draft.freeze()
    check(state)
    return state


def _challenge(
    given: tuple[int, int, str | None] | None, ranks: Sequence[str], rules: Rules
) -> Challenge | None:
    if given is None:
        return None
    challenger, left, named = given
    found = named or _open_rank(ranks, left, rules)
    if found is None or not 0 <= left <= rules.attempts.get(found, -1):
        raise ValueError(f"A challenge with {left} attempts left does not fit this pile: name its rank.")
    return Challenge(challenger, found, left)


def _open_rank(ranks: Sequence[str], left: int, rules: Rules) -> str | None:
    """The rank of the open challenge as it follows from the played cards: other courts laid since may be failed attempts
    (LS-53)."""
    open_rank: str | None = None
    remains = 0
    for card in ranks:
        if open_rank is not None and not remains:  # that one lapsed (LS-17)
            open_rank = None
        if card in rules.attempts and rules.answers(open_rank, card):
            open_rank, remains = card, rules.attempts[card]
        else:
            remains -= 1
    if open_rank is not None and remains == left:
        return open_rank
    # The pile does not tell the whole story: the newest court card that leaves so many attempts, or else the newest.
    courts = [(place, card) for place, card in enumerate(ranks) if card in rules.attempts][::-1]
    fitting = [card for place, card in courts if rules.attempts[card] - (len(ranks) - 1 - place) == left]
    return next(iter(fitting), courts[0][1] if courts else None)
