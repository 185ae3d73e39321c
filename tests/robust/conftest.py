"""What runs the firmware's core: this process, and real MicroPython with 64 and with 32 bits."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from lapsy.boards.micropython import micropython
from lapsy.boards.stepper import Identity, InProcess, StartCore, Stepper


@pytest.fixture(params=["in process", "LAPSY_MICROPYTHON", "LAPSY_MICROPYTHON32"])
def core(request: pytest.FixtureRequest) -> Iterator[StartCore]:
    """Starts a core; whatever was started is ended after the test."""
    start: StartCore = InProcess
    if request.param != "in process":
        interpreter = os.environ.get(request.param)
        if not interpreter:
            pytest.skip(f"{request.param} names no MicroPython for Unix")
        start = micropython(interpreter)
    started: list[Stepper] = []

    def watched(identity: Identity) -> Stepper:
        started.append(start(identity))
        return started[-1]

    yield watched
    for stepper in started:
        stepper.close()
