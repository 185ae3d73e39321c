"""Nobody learns what he may not know: two games that differ in hidden cards alone tell everybody else the same.

Each pair of games is played on the whole road (boards, cables, table, virtual time) with the same inputs, legal in both.
What is sent to the wall, the host, the referee and every third seat is compared byte for byte, with its time, until a card
that differs is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import pytest

from lapsy.drivers.showing import show, tell_phone
from lapsy.games import kuoppa, lapsy, limppu, speed
from lapsy.games.play import Input
from lapsy.screens.hub import HOST, REFEREE, Hub, seat_channel
from lapsy.table.bots import Planned
from lapsy.table.bots.lots import Lots
from lapsy.table.botside import Touch, legal_at, movements
from lapsy.table.effects import Ask, Publish, Taken
from lapsy.table.judge import Act
from lapsy.table.pages.channels import closing_rows
from lapsy.table.setup import Seat
from lapsy.table.table import Command
from phone import Phone
from road import Road, people, road, setup_for
from speed_positions import at

SECOND = 1_000_000
STEP_US = 400_000
GAMES = {"lapsy": lapsy, "speed": speed, "kuoppa": kuoppa, "limppu": limppu}


@pytest.fixture(autouse=True)
def loop() -> Iterator[None]:
    """On which pages wait for what they are sent."""
    made = asyncio.new_event_loop()
    asyncio.set_event_loop(made)
    yield
    asyncio.set_event_loop(None)
    made.close()


@dataclass
class Game:
    """One of the pair: what each page was sent, as it leaves the hub, and when. A seat's key is ``s0``, ``s1`` ..."""

    road: Road
    told: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    stages: list[tuple[int, str]] = field(default_factory=list)
    phones: dict[int, Phone] = field(default_factory=dict)
    hub: Hub = field(default_factory=Hub)

    def __post_init__(self) -> None:
        seats = range(len(self.road.setup.seats))
        self._keys = {seat: f"s{seat}" for seat in seats}
        self._pages = {name: self.hub.watch() for name in ("table", "host", "referee")}
        self._pages["host"].follow_only(HOST)
        self._pages["referee"].follow_only(REFEREE)
        for seat in seats:
            page = self._pages[f"seat {seat}"] = self.hub.watch()
            self.hub.owned(self._keys[seat], page)
            page.follow_only(seat_channel(self._keys[seat]))
        self.road.table.refereed = True
        self.road.driver._publish = self.take

    def take(self, publish: Publish) -> None:
        self.road.published(publish)
        show(self.hub, publish, self._keys, self._keys.values(), None)
        if publish.view is not None:
            self.stages.append((self.road.driver.heap.now_us, stage(publish.view)))
        self.read()

    def listen(self) -> None:
        """What phones that are pads are asked and told belongs to what their pages get."""
        phones = self.road.to_phones

        def told(order: Ask | Taken) -> None:
            tell_phone(self.hub, self._keys[self.road.table.phones.sides[order.port].seat], order)
            self.read()
            phones(order)

        self.road.to_phones = told

    def read(self) -> None:
        """Each page takes what there is for it."""
        now_us = self.road.driver.heap.now_us

        async def take() -> None:
            for name, page in self._pages.items():
                while True:
                    text = asyncio.ensure_future(page.next())
                    await asyncio.sleep(0)
                    if not text.done():
                        text.cancel()
                        await asyncio.wait([text])
                        break
                    self.told.setdefault(name, []).append((now_us, str(text.result())))

        asyncio.get_event_loop().run_until_complete(take())

    def until(self, t_us: int) -> None:
        heap = self.road.driver.heap
        while heap.now_us < t_us and heap.step():
            pass

    def touch(self, seat: int, role: str, at_us: int) -> None:
        """A hand on the seat's pad, whatever that is."""
        if seat in self.phones:
            self.phones[seat].touch(at_us, role)
        else:
            self.road.press(seat, role, at_us)

    def do(self, seat: int, given: Input, at_us: int) -> None:
        for move in movements(self.road.table, seat, Planned(at_us, given)):
            if isinstance(move, Touch):
                self.touch(seat, move.role, move.at_us)
            else:
                self.road.driver.act(at_us, seat, move)


def stage(view: dict[str, Any]) -> str:
    """Where a game is, for the count of what was compared."""
    return str(view.get("stage") or view.get("window") or ("choosing" if _choosing(view) else "laying"))


def _choosing(view: dict[str, Any]) -> bool:
    return any(seat["choosing"] for seat in view["seats"])


@dataclass
class Pair:
    """Two games that differ in ``cards``; ``owners``: seats that may know of it."""

    games: tuple[Game, Game]
    cards: tuple[str, str]
    owners: tuple[int, ...]

    @property
    def shown_us(self) -> int:
        """When a page that may not know first names a card that differs, or all cards are shuffled and dealt anew."""
        names = [f'"{card}"' for card in self.cards]
        shown = [
            t
            for game in self.games
            for page in self.watchers(game)
            for t, text in game.told[page]
            if any(name in text for name in names)
        ]
        stages = [pairwise(game.stages) for game in self.games]
        dealt = [t for each in stages for (_, one), (t, next_one) in each if one == "redeal" != next_one]
        return min(shown + dealt, default=1 << 60)

    def watchers(self, game: Game) -> list[str]:
        return [page for page in game.told if page not in {f"seat {seat}" for seat in self.owners}]

    def compare(self, *, timed: bool = True) -> set[str]:
        """All that was told before; the stages in it. Not ``timed``: cables are as slow as chance has it, and an input more
        leaves them another chance."""
        end_us = min(self.shown_us, *(game.road.driver.heap.now_us for game in self.games))
        one, other = self.games
        assert self.watchers(one) == self.watchers(other)
        for page in self.watchers(one):
            before = [[(t * timed, text) for t, text in game.told[page] if t < end_us] for game in self.games]
            assert before[0] == before[1], page
            assert len(before[0]) > 1, f"{page} was told nothing"
        return {name for t, name in one.stages if t < end_us}


def pair(
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    states: tuple[Any, Any],
    cards: tuple[str, str],
    owners: tuple[int, ...],
    options: dict[str, str] | None = None,
    phones: tuple[int, ...] = (),
) -> Pair:
    """Both games, dealt. ``phones``: seats whose pad is a phone."""
    rules = GAMES[game]
    seats = len(states[0].stocks if game == "speed" else states[0].hands)
    private = "phone" if game in ("kuoppa", "limppu", "lapsy") else "none"
    own = [replace(s, private=private) for s in people(seats)]
    for n in phones:
        own[n] = Seat(own[n].name, "phone", f"phone:{n}", 0, private=private)
    setup = setup_for(own, game=game, options=options or {})
    games = []
    for state in states:
        rules.check(state)
        monkeypatch.setattr(rules, "start", lambda *_, state=state: state)
        made = Game(road(setup))
        made.phones = {n: Phone(made.road, f"phone:{n}") for n in phones}
        made.listen()
        for phone in made.phones.values():
            phone.come(1_000)
        made.road.driver.command(SECOND // 10, Command("start"))
        made.road.driver.run(0)
        made.until(3 * SECOND)
        assert made.road.table.phase == "play"
        games.append(made)
    return Pair((games[0], games[1]), cards, owners)


def play(pair: Pair, seed: int, steps: int, *, also: Callable[[Pair, int, Lots], None] | None = None) -> None:
    """So many inputs, each drawn from what its seat may do in both games; and what the seats may not do at all."""
    lots = Lots(bytes(31) + bytes([seed]), 0)
    one, other = (game.road for game in pair.games)
    t_us = 3 * SECOND
    for n in range(steps):
        for game in pair.games:
            game.until(t_us)
        if one.table.phase != "play" or other.table.phase != "play" or pair.shown_us < t_us - 3 * SECOND:
            break
        seats = len(one.setup.seats)
        doable = {}
        for seat in range(seats):
            second = set(legal_at(other.table, seat))
            both = [
                i
                for i in list(legal_at(one.table, seat))[:300]
                if i in second and i.kind != "challenge" and not set(i.cards) & set(pair.cards)
            ]
            if both:
                doable[seat] = both
        if doable:
            seat = sorted(doable)[lots.draw(n, "seat", len(doable))]
            given = doable[seat][lots.draw(n, "what", len(doable[seat]))]
            for game in pair.games:
                game.do(seat, given, t_us + STEP_US // 2)
        if n % 5 == 4:  # somebody does what no rule allows: he alone is told
            for game in pair.games:
                game.road.driver.act(
                    t_us + STEP_US, lots.draw(n, "who", seats), Act("play", cards=("2C", "3C", "9S"))
                )
        if also is not None:
            also(pair, t_us, lots)
        t_us += 2 * STEP_US
    for game in pair.games:
        game.until(t_us)


def swapped(hands: tuple[tuple[str, ...], ...], x: str, y: str) -> tuple[tuple[str, ...], ...]:
    """x and y in each other's place."""
    return tuple(tuple({x: y, y: x}.get(card, card) for card in hand) for hand in hands)


# ---- Kuoppa


def kuoppa_states(seed: int, exchange: bool) -> tuple[tuple[Any, Any], tuple[str, str]]:
    state = kuoppa.start(kuoppa.parse_options({}), 5, bytes(31) + bytes([seed]))
    owners = (1, 2)
    if exchange:
        state, _ = kuoppa.next_round(state._replace(finished=(0, 1, 2, 3, 4)))
        owners = (1, 2)
    middle = [next(card for card in state.hands[seat] if card[0] in "3456789") for seat in owners]
    x, y = middle
    hands = swapped(state.hands, x, y)
    order = kuoppa.position(hands).hands  # from the lowest card up
    return (state, state._replace(hands=order)), (x, y)


@pytest.mark.parametrize("seed", range(3))
def test_kuoppa_plays(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    states, cards = kuoppa_states(seed, exchange=False)
    game = pair(monkeypatch, "kuoppa", states, cards, (1, 2))
    play(game, seed, 25)
    assert "play" in game.compare()


def test_kuoppa_changes_cards_before_the_first_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()
    for seed in range(6):
        states, cards = kuoppa_states(seed, exchange=True)
        game = pair(monkeypatch, "kuoppa", states, cards, (1, 2))

        def aside(both: Pair, t_us: int, lots: Lots) -> None:
            """Seat 0 sets a card aside, and its pad lays it."""
            state = both.games[0].road.table.judge.state  # type: ignore[union-attr]
            if state.phase == "discard" and lots.chance(t_us // STEP_US, "aside", 400_000):
                for game in both.games:
                    game.road.driver.act(t_us + STEP_US, 0, Act("aside", cards=state.hands[0][:1]))
                    game.touch(0, "slap", t_us + STEP_US + 50_000)

        play(game, seed, 14, also=aside)
        seen |= game.compare()
    assert seen >= {"pick", "discard", "take", "play"}


def test_kuoppa_gives_one_of_equal_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The highest card is a tie: who has to choose is known, among what is not."""
    hands = [["3H", "4H"], ["5H", "6H"], ["7H", "8H"], ["KH", "KS", "9C"], ["4C", "3S"]]
    state = kuoppa.position(hands, places=(0, 1, 2, 3, 4), exchange=True)
    twin = kuoppa.position(
        [*hands[:3], ["KH", "KS", "3S"], ["4C", "9C"]], places=(0, 1, 2, 3, 4), exchange=True
    )
    game = pair(monkeypatch, "kuoppa", (twin, twin), ("none", "none"), ())
    assert game.compare() >= {"give"}
    state = state._replace(hands=(*state.hands[:1], ("5H", "8H"), ("6H", "7H"), *state.hands[3:]))
    game = pair(
        monkeypatch,
        "kuoppa",
        (state, state._replace(hands=(*state.hands[:1], ("6H", "8H"), ("5H", "7H"), *state.hands[3:]))),
        ("5H", "6H"),
        (1, 2),
    )
    play(game, 0, 6)
    assert game.compare() >= {"give", "pick"}


# ---- Limppu


def limppu_states(
    seed: int, options: dict[str, str], *, king: bool
) -> tuple[tuple[Any, Any], tuple[str, str], int]:
    """``king``: whoever draws next draws the stop card in one game, and another card in the other."""
    state = limppu.start(limppu.parse_options(options), 3, bytes(31) + bytes([seed]))
    lots = {lot.card for lot in state.lots}  # everybody has seen these
    if king:
        stock = [card for card in state.stock if card != "KS"]
        y = next(card for card in reversed(stock) if card not in lots)
        one = state._replace(stock=("KS", *stock))
        other = state._replace(stock=(y, *(card if card != y else "KS" for card in stock)))
        return (one, other), ("KS", y), -1
    # Of one rank: whether a hand has a pair tells how many cards it draws, which everybody sees (LI-25).
    x, y, seat = next(
        (x, y, seat)
        for seat, hand in enumerate(state.hands)
        for x in hand
        for y in state.stock
        if x[0] == y[0] and sum(c[0] == x[0] for c in hand) == 1 and not {x, y} & {"KS", "2D", *lots}
    )
    other = state._replace(
        hands=tuple(tuple(y if c == x else c for c in hand) for hand in state.hands),
        stock=tuple(x if c == y else c for c in state.stock),
    )
    return (state, other), (x, y), seat


@pytest.mark.parametrize("options", [{}, {"stop": "live"}])
def test_limppu_is_played(monkeypatch: pytest.MonkeyPatch, options: dict[str, str]) -> None:
    seen: set[str] = set()
    for seed in range(5):
        states, cards, owner = limppu_states(seed, options, king=False)
        game = pair(monkeypatch, "limppu", states, cards, (owner,), options)
        play(game, seed, 25)
        seen |= game.compare()
    assert seen >= {"lead", "defend"} | ({"draw"} if options else set())


@pytest.mark.parametrize("phones", [(), (0, 1, 2)], ids=["boards", "phones"])
@pytest.mark.parametrize("seed", range(4))
def test_limppu_tells_nobody_that_the_king_is_withheld(
    monkeypatch: pytest.MonkeyPatch, seed: int, phones: tuple[int, ...]
) -> None:
    """Neither the draw, nor the end of the grace, nor a challenge of somebody else."""
    options = {"stop": "live", "announce_grace_ms": "2000"}
    states, cards, _ = limppu_states(seed, options, king=True)
    game = pair(monkeypatch, "limppu", states, cards, (), options, phones)
    first = next(state.turn for state in states)
    holder: list[int] = []

    def challenge(both: Pair, t_us: int, lots: Lots) -> None:
        """Once somebody has drawn the king: another presses, and names a third."""
        table = both.games[0].road.table
        state = table.judge.state  # type: ignore[union-attr]
        if holder or not state.held:
            return
        holder.append(state.held[0].seat)
        who, whom = (seat for seat in range(3) if seat != holder[0])
        both.owners = (holder[0],)
        for game in both.games:
            game.touch(who, "slap", t_us + STEP_US)
            game.road.driver.act(t_us + 2 * SECOND, who, Act("challenge", to=whom))

    play(game, seed, 30, also=challenge)
    assert first is not None
    assert holder, "nobody drew the king"
    assert "draw" in game.compare()
    kinds = {o["kind"] for o in game.games[0].road.outcomes("aiming", "challenged", "drew")}
    assert kinds == {"aiming", "challenged", "drew"}
    assert game.games[0].road.table.judge.state.held  # type: ignore[union-attr]
    assert not game.games[1].road.table.judge.state.held  # type: ignore[union-attr]


# ---- Läpsy and Speed: cards that lie face down


def test_lapsy_is_played_and_slapped(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()
    for seed in range(3):
        state = lapsy.start(lapsy.parse_options({}), 3, bytes(31) + bytes([seed]))
        x, y = state.hands[1][-2], state.hands[2][-3]
        game = pair(
            monkeypatch, "lapsy", (state, state._replace(hands=swapped(state.hands, x, y))), (x, y), (1, 2)
        )
        play(game, seed, 30)
        seen |= game.compare()
    assert seen >= {"laying", "slap"}


@pytest.mark.parametrize("twice", ["", "9D"], ids=["one pack", "two packs"])
def test_lapsy_seats_choose_among_their_last_cards(monkeypatch: pytest.MonkeyPatch, twice: str) -> None:
    """Of two packs a hand may hold a card twice: which of them was chosen is nobody's, and no place tells of it."""
    hands = [["4C", "6C", "8C", "9H"], ["5D", twice or "7D", "8D", "9D"], ["TH", "2H", "JS", "3H"]]
    state = lapsy.position(hands, turn=0)
    other = tuple("JS" if card == "9D" and n == 3 else card for n, card in enumerate(state.hands[1]))
    third = tuple("9D" if card == "JS" else card for card in state.hands[2])
    twin = state._replace(hands=(state.hands[0], other, third))
    game = pair(monkeypatch, "lapsy", (state, twin), ("9D", "JS"), (1, 2))
    for each in game.games:
        each.road.driver.act(3 * SECOND, 1, Act("choose", choose=3))
    for each in game.games:
        each.until(8 * SECOND)
    assert game.compare() >= {"choosing"}
    assert game.games[0].road.outcomes("chosen")


def test_lapsy_gives_the_pile_away_when_a_challenge_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [["JH", "4C", "6C", "8C"], ["5D", "7D", "9D", "2S"], ["TH", "2H", "3S", "3H"]]
    state = lapsy.position(hands, turn=0)
    twin = state._replace(hands=swapped(state.hands, "2S", "3H"))
    game = pair(monkeypatch, "lapsy", (state, twin), ("2S", "3H"), (1, 2))
    for each in game.games:
        each.until(7 * SECOND)
    assert game.compare() >= {"laying", "collect"}


def test_lapsy_waits_for_a_slap_on_the_last_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one seat has cards left, and a pair lies on top."""
    state = lapsy.position([["2C", "4C"], ["4D", "9D", "8S"]], turn=0)
    twin = state._replace(hands=swapped(state.hands, "9D", "8S"))
    game = pair(monkeypatch, "lapsy", (state, twin), ("9D", "8S"), (1,))
    for each in game.games:
        each.until(7 * SECOND)
    assert game.compare() >= {"laying", "pair"}


def test_speed_turns_cards_that_nobody_knew(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()
    for seed in range(4):
        state = speed.start(speed.parse_options({}), 2, bytes(31) + bytes([seed]))
        x, y = state.spit[0][-1], state.spit[1][-2]
        twin = state._replace(spit=swapped(state.spit, x, y))
        game = pair(monkeypatch, "speed", (state, twin), (x, y), ())
        play(game, seed, 40)
        seen |= game.compare()
    assert seen >= {"ready", "play"}


@pytest.mark.parametrize("first", ["6S", "7C"], ids=["somebody is out", "nothing fits"])
def test_speed_ends_a_round_and_deals_anew(monkeypatch: pytest.MonkeyPatch, first: str) -> None:
    seen: set[str] = set()
    for seed in range(3):
        state = at(
            (first, "", "", "", ""), ("KD", "7D", "2D", "QD", "8D"), spit=(6, 6) if first == "6S" else (0, 0)
        )
        if first == "6S":
            x, y = state.spit[0][-1], state.spit[1][-2]
            twin = state._replace(spit=swapped(state.spit, x, y))
        else:  # no spit cards are left: what lies under the piles is hidden too
            assert state.piles[0] is not None
            assert state.piles[1] is not None
            x, y = state.piles[0][0], state.piles[1][0]
            twin = state._replace(piles=swapped(state.piles, x, y))
        game = pair(monkeypatch, "speed", (state, twin), (x, y), ())
        play(game, seed, 30)
        seen |= game.compare()
    assert seen >= {"slap", "redeal"} | ({"play"} if first == "6S" else set())


# ---- what one seat does alone


def test_a_secret_discard_is_known_to_nobody_before_both_are_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """The runner-up discards another card in each game, and sets yet another aside before."""
    hands = [["3H", "4H"], ["5H", "8H", "9H"], ["7H", "6H"], ["KH", "9C"], ["4C", "QS"]]
    state = kuoppa.position(hands, places=(0, 1, 2, 3, 4), exchange=True)
    game = pair(monkeypatch, "kuoppa", (state, state), ("5H", "8H"), (1,))
    for each, discard, aside in zip(game.games, ("5H", "8H"), ("8H", "5H"), strict=True):
        driver = each.road.driver
        driver.act(4 * SECOND, 0, Act("pick", cards=("KH",)))
        driver.act(5 * SECOND, 1, Act("aside", cards=(aside,)))
        driver.act(6 * SECOND, 1, Act("discard", cards=(discard,)))
        driver.act(9 * SECOND, 0, Act("discard", cards=("3H",)))
        each.until(10 * SECOND)
    assert game.shown_us > 9 * SECOND
    assert "discard" in game.compare()
    assert [len(each.told["seat 1"]) for each in game.games] == [6, 6]


@pytest.mark.parametrize("phones", [(), (0, 1, 2, 3, 4)], ids=["boards", "phones"])
@pytest.mark.parametrize("name", ["lapsy", "kuoppa", "limppu"])
def test_what_is_refused_to_one_seat_reaches_nobody_else(
    monkeypatch: pytest.MonkeyPatch, name: str, phones: tuple[int, ...]
) -> None:
    rules = GAMES[name]
    state = rules.start(rules.parse_options({}), 5, bytes(32))
    game = pair(monkeypatch, name, (state, state), ("none", "none"), (1,), phones=phones)
    kind = "choose" if name == "lapsy" else "play"
    for each, times in zip(game.games, (0, 3), strict=True):
        for n in range(times):
            each.road.driver.act(
                (4 + n) * SECOND, 1, Act(kind, choose=1 if name == "lapsy" else None, cards=("2C",))
            )
        if times and phones and name != "lapsy":  # nobody hears a finger on glass
            each.touch(1, "slap", 7 * SECOND)
        if name != "lapsy":  # there the evidence of a slap counts the pings of its line
            each.touch(2, "slap", 8 * SECOND)
        each.road.driver.act(9 * SECOND, 3, Act("object"))
        each.until(10 * SECOND)
    told = [o["kind"] for o in game.games[1].road.outcomes("refused", "ignored") if o["seats"] == [1]]
    assert told == (["ignored"] * 3 if name == "lapsy" else ["refused"] * (4 if phones else 3))
    game.compare(timed=False)


@pytest.mark.parametrize("phones", [(), (0, 1, 2)], ids=["boards", "phones"])
def test_limppu_tells_nobody_when_a_grace_ends_that_a_challenge_waits_for(
    monkeypatch: pytest.MonkeyPatch, phones: tuple[int, ...]
) -> None:
    """The holder of the king is challenged within the grace: nothing is to be seen before its end."""
    options = {"stop": "live", "announce_grace_ms": "60000"}
    states, cards, _ = limppu_states(1, options, king=True)
    game = pair(monkeypatch, "limppu", states, cards, (), options, phones)
    holder: list[int] = []

    def challenge(both: Pair, t_us: int, lots: Lots) -> None:
        state = both.games[0].road.table.judge.state  # type: ignore[union-attr]
        if holder or not state.held:
            return
        holder.append(state.held[0].seat)
        both.owners = (holder[0],)
        who = (holder[0] + 1) % 3
        for each in both.games:
            each.road.driver.act(t_us + STEP_US, who, Act("challenge", to=holder[0]))

    play(game, 1, 20, also=challenge)
    assert game.games[0].road.table.judge.state.waiting  # type: ignore[union-attr]
    assert not game.games[1].road.table.judge.state.waiting  # type: ignore[union-attr]
    assert game.compare() >= {"lead", "draw"}


def test_closing_rows_have_a_value_for_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compared above ends before the end: its rows are counts of what was open."""
    states, cards = kuoppa_states(0, exchange=False)
    table = pair(monkeypatch, "kuoppa", states, cards, (1, 2)).games[0].road.table
    assert all(len(values) == 5 for _, values in closing_rows(table))
