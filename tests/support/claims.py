"""Claims as a journal has them: with the pulses of its records, which replay attaches too."""

from __future__ import annotations

from lapsy.table.records import claim_of, pulse_of
from lapsy.table.sync_wire import Pulses
from lapsy.timing.claim import Claim
from road import Road


def claims(r: Road) -> dict[int, list[Claim]]:
    """The claims of each seat, in the order in which they were placed."""
    pulses = Pulses()
    found: dict[int, list[Claim]] = {}
    for record in r.records:
        if record["k"] == "pulse":
            pulses.add(record["board"], record["boot"], pulse_of(record))
        if record["k"] == "press":
            before = pulses.before(record["board"], record["boot"], record["t"])
            found.setdefault(record["seat"], []).append(claim_of(record, before))
    return found
