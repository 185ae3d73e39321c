"""pytest plugin: the ``slapboard`` fixture.

Loaded by every pytest run on a machine with lapsy, so nothing heavy is imported before a fixture is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lapsy.boards.serve import ServedBoard


def pytest_configure(config: pytest.Config) -> None:
    """Makes the marker known."""
    config.addinivalue_line(
        "markers",
        "slapboard(seats=2, faults='', seed=0, tcp=None): how the simulated board of the fixture is made",
    )


@pytest.fixture
def slapboards() -> Iterator[Callable[..., ServedBoard]]:
    """Makes simulated boards behind real ports, with the arguments of ``start_board``; all end with the test.

    Each has an identity of its own unless told otherwise; the first one's is always the same.
    """
    from contextlib import ExitStack

    from lapsy.boards.start import start_board

    made = 0
    with ExitStack() as boards:

        def make(**options: object) -> ServedBoard:
            nonlocal made
            made += 1
            identity = {"uid": made.to_bytes(8, "big"), "boot": made}
            return boards.enter_context(start_board(**{**identity, **options}))  # type: ignore[arg-type]

        yield make


@pytest.fixture
def slapboard(request: pytest.FixtureRequest, slapboards: Callable[..., ServedBoard]) -> ServedBoard:
    """A simulated board behind a real port (``slapboard.port``), pressed with ``slapboard.press("slap1")``.

    ``@pytest.mark.slapboard(seats=4, faults="drop=1%")`` makes another one.
    """
    marker = request.node.get_closest_marker("slapboard")
    return slapboards(**(marker.kwargs if marker else {}))
