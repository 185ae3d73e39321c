"""What a table publishes and asks, to the pages that may see it: everybody's, each seat's own, the referee's."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from lapsy.games.play import JSON
from lapsy.screens.house import here_key
from lapsy.table.effects import Ask, Publish, Taken

if TYPE_CHECKING:
    from lapsy.screens.hub import Hub


def show(hub: Hub, shown: Publish, keys: Mapping[int, str], there: Collection[str], code: str | None) -> None:
    """Each channel gets what is its own. ``keys``: of the seats' guests; ``there``: those whose page is open; ``code``: the
    journal's head, to be written down at the end."""
    if shown.view is not None:
        hub.publish(_coded(shown.view, code))
    for seat, own in shown.seats.items():
        hub.publish_seat(keys.get(seat) or here_key(seat), {**own, "view": _coded(own["view"], code)})
    if shown.referee is not None:
        desk = [
            {**one, "page": key in there if (key := keys.get(one["seat"])) else None}
            for one in shown.referee["seats"]
        ]
        view = _coded(shown.referee["view"], code)
        hub.publish_referee({**shown.referee, "seats": desk, "view": view, "code": code})


def tell_phone(hub: Hub, key: str, order: Ask | Taken) -> None:
    """What the page of that guest is asked or told as a pad."""
    match order:
        case Ask(id=number):
            hub.tell(key, {"type": "ask", "id": number})
        case Taken(life=life, next_n=next_n):
            hub.tell(key, {"type": "taken", "life": life, "next_n": next_n})


def _coded(view: JSON, code: str | None) -> JSON:
    """The end carries the journal's head."""
    over = view.get("over")
    if not isinstance(over, Mapping) or "code" not in over:
        return view
    return {**view, "over": {**over, "code": code}}
