"""The last set-up, as text to be kept from one evening to the next. Guests come anew: their secrets are not kept."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from lapsy.games.options import OptionError, read_options
from lapsy.language import languages
from lapsy.table.bots import STRENGTHS
from lapsy.table.lobby.arrangement import MOST_HANDICAP_MS, Arrangement
from lapsy.table.lobby.names import clean_name
from lapsy.table.lobby.offers import OFFERS
from lapsy.table.lobby.places import MOST_PLACES, Place
from lapsy.table.table import RefusedError

VERSION = 1

ShortText = Annotated[str, Meta(max_length=64)]


class _Place(Struct, frozen=True, forbid_unknown_fields=True):
    name: ShortText
    strength: ShortText = ""
    pad: tuple[ShortText, Annotated[int, Meta(ge=0, le=7)]] | None = None
    keys: bool = False
    handicap_us: Annotated[int, Meta(ge=0, le=MOST_HANDICAP_MS * 1_000)] = 0


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    v: int
    language: ShortText
    game: ShortText
    children: bool
    options: dict[ShortText, dict[ShortText, ShortText]]
    places: Annotated[list[_Place], Meta(max_length=MOST_PLACES)]


class RememberedError(ValueError):
    """A text that is no set-up of this version; what is wrong with it."""


def to_text(arrangement: Arrangement) -> str:
    """What is to be kept."""
    kept = _Kept(
        VERSION,
        arrangement.language,
        arrangement.game,
        arrangement.children,
        arrangement.options,
        [
            _Place(p.name, p.strength, p.pad, p.keys, p.handicap_us)
            for p in arrangement.places
            if p.source in ("bot", "board", "keyboard") and not p.key
        ],
    )
    return msgspec.json.format(msgspec.json.encode(kept), indent=1).decode() + "\n"


def from_text(text: str) -> Arrangement:
    """The set-up again. Raises RememberedError; an option that this version has not is left out."""
    try:
        kept = msgspec.json.decode(text, type=_Kept)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
        raise RememberedError(str(e)) from e
    if kept.v != VERSION:
        raise RememberedError(f"version {kept.v}")
    if kept.language not in languages() or kept.game not in OFFERS:
        raise RememberedError("a language or a game that there is not")
    arrangement = Arrangement(kept.language, children=kept.children)
    for game, options in kept.options.items():
        if game in OFFERS:
            arrangement.game = game
            _agree(arrangement, options)
    arrangement.game = kept.game
    for place in kept.places:
        name = clean_name(place.name)
        if not name or (place.strength and place.strength not in STRENGTHS):
            raise RememberedError(f"a player {place.name!r}")
        arrangement.add(Place(name, place.strength, place.pad, place.keys, handicap_us=place.handicap_us))
    return arrangement


def _agree(arrangement: Arrangement, options: dict[str, str]) -> None:
    known = {option.name for option in arrangement.to_agree()}
    for name, value in options.items():
        if name in known:
            try:
                read_options(arrangement.game, arrangement.to_agree(), {name: value})
                arrangement.choose_option(name, value)
            except (OptionError, RefusedError):
                continue
