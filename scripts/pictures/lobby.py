"""The lobby with guests, pads and an open door, as its pages get it; and a guest's page there."""

from __future__ import annotations

from typing import Any

from evening import evening
from lapsy.drivers.door import qr_path
from lapsy.table.lobby.view import Door

JSON = dict[str, Any]

#: An address as home networks have them.
ADDRESS = "192.168.1.20:8765/join"
CODE = "KUHA"


def lobby(language: str, *, open_door: bool = True) -> tuple[JSON, JSON | None]:
    """The public view, and the page of the guest who came first (None while the door is closed)."""
    here = evening(language)
    here.plug("usb0", 3)
    for name, pad in (("Aino", "slap1"), ("Onni", "slap2")):
        here.arrange("human", value=name)
        here.arrange("bind", seat=len(here.lobby.arrangement.places) - 1)
        here.press("usb0", pad)
    here.arrange("bot", value="medium")
    if open_door:
        path, size = qr_path(f"http://{ADDRESS}#c={CODE}")
        here.lobby.door = Door(True, ADDRESS, path, size, CODE, ("10.0.0.7",))
        here.do(here.lobby.connected(here.now_us, "", False))
        for name in ("Siiri", "Veikko"):
            key = f"key of {name}"
            here.join(name, key)
            here.do(here.lobby.connected(here.now_us, key, True))
    here.run(100_000)
    seats = here.shown[-1].seats
    return here.view, seats.get(3)


def keyed(language: str) -> JSON:
    """The public view when six play by one keyboard, their hands on the same screen."""
    here = evening(language)
    here.arrange("game", value="limppu")
    for name in ("Aino", "Onni", "Veikko", "Helmi", "Eino", "Siiri"):
        here.arrange("human", value=name)
    return here.view
