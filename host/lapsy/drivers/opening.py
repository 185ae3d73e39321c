"""What has to stand ready before a table can run: simulated boards, bots, lines, the journal's file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from lapsy.boards.faults import parse_faults
from lapsy.boards.host_clock import now_us
from lapsy.boards.pads import seat_roles
from lapsy.boards.wired import WiredBoard, simulate
from lapsy.games.play import JSON
from lapsy.table.bots import BOTS, Bot
from lapsy.table.children import for_children
from lapsy.table.display import Display
from lapsy.table.journal_file import JournalFile
from lapsy.table.judge import Pacing
from lapsy.table.policy import USUAL, Policy
from lapsy.table.replay import Rebuilt
from lapsy.table.seed import practice_entropy
from lapsy.table.setup import Seat, Setup

#: The port key of pads that exist only in this process.
SIM = "sim"

#: A cable as good as USB is believed to be: each way takes this long (a model, not a measurement).
CABLE = "delay=60us..1200us"


class NoJournal:
    """Records go nowhere: the game can be neither resumed nor replayed."""

    path = None
    code = None

    def append(self, records: Sequence[JSON]) -> None:
        """Nothing is kept."""

    def sync(self) -> None:
        """Nothing to force."""

    def close(self) -> None:
        """Nothing to close."""


def new_setup(
    game: str,
    seats: tuple[Seat, ...],
    *,
    pacing: Pacing,
    options: Mapping[str, str],
    seed: str | None,
    language: str,
    simulated: bool,
    policy: Policy = USUAL,
    display: Display | None = None,
    children: bool = False,
    buzzer: bool = True,
) -> Setup:
    """A setup with its chance: from ``seed`` alone (practice), or from the system. ``children``: agreed for them. Raises
    OptionError.

    In real time the axis begins now.
    """
    setup = Setup(
        game,
        dict(options),
        seats,
        pacing,
        os.urandom(32) if seed is None else practice_entropy(seed),
        practice=seed,
        language=language,
        date="" if seed is not None else datetime.now().strftime("%Y-%m-%d %H:%M:%S"),
        simulated=simulated,
        policy=policy,
        display=display,
        origin_us=0 if simulated else now_us(),
        buzzer=buzzer,
    )
    if children:
        setup = for_children(setup)
    session = os.urandom(4) if not simulated else derived(setup, "session")[:4]
    setup = replace(setup, session=int.from_bytes(session, "little"))
    setup.rules.start(
        setup.rules.parse_options(setup.options), len(seats), bytes(32)
    )  # refuses what cannot be dealt
    return setup


def continued(rebuilt: Rebuilt) -> Setup:
    """The setup with which a journal goes on: its axis continues, over a restart of the machine too."""
    setup = rebuilt.setup
    present_us = now_us()
    origin_us = setup.origin_us
    if present_us - origin_us <= rebuilt.last_us:
        origin_us = present_us - rebuilt.last_us - 1  # the machine's own count began anew
    return replace(setup, origin_us=origin_us, session=int.from_bytes(os.urandom(4), "little"))


def journal_for(folder: Path | None, setup: Setup) -> JournalFile | NoJournal:
    """A new journal in ``folder``, named by the game and its date or practice seed. Raises OSError."""
    if folder is None:
        return NoJournal()
    mark = (
        setup.date.replace(":", "").replace(" ", "-") if setup.practice is None else f"seed-{setup.practice}"
    )
    plain = "".join(c if c.isalnum() or c in "-_" else "_" for c in mark)[:60]
    return JournalFile.create(folder, f"{setup.game}-{plain}")


def derived(setup: Setup, purpose: str) -> bytes:
    """32 bytes that follow from the setup's entropy and tell nothing of the deck."""
    return sha256(setup.entropy + b"\n" + purpose.encode()).digest()


def simulated_boards(setup: Setup) -> dict[str, WiredBoard]:
    """A board in virtual time for each line of the setup; identity, boot, clock and cable follow from its seed."""
    boards = {}
    for port in setup.ports:
        lot = derived(setup, f"board {port}")
        seats = 1 + max(seat.group for seat in setup.seats if seat.port == port)
        boot, offset_s, drift_ppm = int.from_bytes(lot[8:12], "little"), lot[12] * 16, lot[13] % 61 - 30
        faults = f"{CABLE},offset={offset_s}s,drift={drift_ppm}ppm"
        boards[port] = simulate(
            uid=lot[:8],
            boot=boot,
            roles=seat_roles(seats, setup.simulated_inputs),
            faults=parse_faults(faults),
            seed=int.from_bytes(lot[16:24], "little"),
        )
    return boards


def bots_for(setup: Setup, salt: str = "") -> dict[int, Bot]:
    """The bots of the setup by seat. ``salt``: a resumed game's bots do not repeat what they did before."""
    seed = derived(setup, f"bots {salt}")
    make = BOTS[setup.game] if any(seat.source == "bot" for seat in setup.seats) else None
    return {
        n: make(n, seat.strength, seed) for n, seat in enumerate(setup.seats) if make and seat.source == "bot"
    }
