"""One call for a simulated board behind a real port: for the command line, for tests, for playing without
pads."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lapsy.boards.faults import Fault, parse_faults
from lapsy.boards.host_clock import now_us
from lapsy.boards.pads import seat_roles
from lapsy.boards.serve import End, ServedBoard
from lapsy.boards.stepper import InProcess, StartCore
from lapsy.boards.wired import simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


def start_board(
    *,
    uid: bytes,
    boot: int,
    seats: int = 2,
    roles: bytes | None = None,
    faults: str | Iterable[Fault] = (),
    seed: int = 0,
    tcp: int | None = None,
    link: Path | None = None,
    start: StartCore = InProcess,
    clock: Callable[[], int] = now_us,
) -> ServedBoard:
    """Switches a board on now and offers its port.

    ``roles`` instead of ``seats`` for other inputs than a slap and a flip a seat. A pty (with a symbolic
    link at ``link``) where there are ptys, otherwise, or with ``tcp``, a TCP port of this machine (0: any).
    Raises PadError, FaultError, ServeError, and what ``start`` raises.
    """
    wired = simulate(
        uid=uid,
        boot=boot,
        roles=seat_roles(seats) if roles is None else roles,
        faults=parse_faults(faults) if isinstance(faults, str) else faults,
        seed=seed,
        start_us=clock(),
        start=start,
    )
    return ServedBoard(wired, _end(tcp, link), clock)


def _end(tcp: int | None, link: Path | None) -> End:
    if tcp is None and os.name == "posix":
        from lapsy.boards.serve_pty import PtyEnd

        return PtyEnd(link)
    from lapsy.boards.serve_tcp import TcpEnd

    return TcpEnd(tcp or 0)
