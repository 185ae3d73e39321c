"""The public view of the lobby: who plays what, with which pads, before anything is dealt."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .common import Count, Keys, Language, Name, Seat, Source, ViewStruct


class LobbySeat(ViewStruct, frozen=True):
    """A seat to be. ``source``: what it slaps with, None: nothing yet; ``pad``: the board's and the pad's name;
    ``private``: where its hand will be seen (phone, here, none). ``connected``: its phone's page is open. ``binding``: a
    press of a pad is waited for, which will be this seat's. ``problem``: why it cannot play yet, a sentence."""

    seat: Seat
    name: Name
    source: Source | None
    pad: str | None
    private: Literal["phone", "here", "none"]
    keys: Keys | None
    strength: Literal["weak", "medium", "strong"] | None
    handicap_us: Count
    connected: bool
    binding: bool
    problem: str | None


class LobbyBoard(ViewStruct, frozen=True):
    """A board that is plugged in. ``text``: how it does, a sentence; ``pads``: of its groups, the seat each is bound to."""

    board: str
    name: str
    healthy: bool
    text: str
    pads: tuple[Seat | None, ...]


class OptionValue(ViewStruct, frozen=True):
    """A value an option may have, and what it means."""

    value: str
    text: str


class LobbyOption(ViewStruct, frozen=True):
    """One thing to agree, from the game's own definition. ``values``: all of them; empty for a number from ``least`` to
    ``most`` of ``unit``. ``changed``: not the default."""

    name: str
    text: str
    value: str
    values: tuple[OptionValue, ...]
    least: int | None
    most: int | None
    unit: str | None
    changed: bool


class LobbyGame(ViewStruct, frozen=True):
    """A game to choose: its name and one sentence; ``least`` to ``most`` players."""

    game: str
    name: str
    text: str
    least: Count
    most: Count


class Door(ViewStruct, frozen=True):
    """Where phones come in. ``open``: phones reach this machine now. ``address``: what to type, without a secret; ``qr``: an
    SVG path of the QR code of the joining address, in modules, with its ``size``; ``code``: the four letters; ``others``:
    further addresses of this machine to choose from. ``problem``: why phones cannot come, a sentence."""

    open: bool
    address: str | None
    qr: str | None
    size: Count
    code: str | None
    others: tuple[str, ...]
    problem: str | None


class LobbyView(ViewStruct, frozen=True):
    """``problems``: what keeps the game from starting, a sentence each; empty: it can start. ``referee``: the referee's code
    when asked for on the host's screen. ``resume``: an unfinished game that can be gone on with, a sentence."""

    type: Literal["view"]
    n: int
    game: Literal["lobby"]
    language: Language
    languages: tuple[str, ...]
    children: bool
    chosen: str
    games: tuple[LobbyGame, ...]
    options: tuple[LobbyOption, ...]
    seats: Annotated[tuple[LobbySeat, ...], Meta(max_length=8)]
    boards: tuple[LobbyBoard, ...]
    door: Door
    problems: tuple[str, ...]
    referee: str | None
    resume: str | None
    notice: str | None
