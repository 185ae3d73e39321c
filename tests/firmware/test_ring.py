"""The ring of the PIO capture, read while it is written: whatever comes between two reads, nothing is lost in silence."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from lapsy.boards import firmware  # noqa: F401 - lets slapboard be found

ENTRIES = 2048


class Ring:
    """Stamps that count up, as halves of words. ``before_read``: the number of a read: entries that come before it."""

    def __init__(self) -> None:
        self.written = 0
        self.stamps = [0] * (2 * ENTRIES)
        self.before_read: dict[int, int] = {}
        self.reads = 0

    def push(self, count: int) -> None:
        for _ in range(count):
            at = 2 * (self.written % ENTRIES)
            self.written += 1
            self.stamps[at : at + 2] = self.written & 0xFFFF, self.written >> 16

    def __getitem__(self, at: int) -> int:
        self.push(self.before_read.pop(self.reads, 0))
        self.reads += 1
        return self.stamps[at]

    @property
    def write(self) -> int:
        """Where the copier of the stamps writes next."""
        return self.written % ENTRIES * 4


@pytest.fixture
def capture_pio(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module, on a processor that has no PIO."""

    def asm_pio(**_: Any) -> Callable[[Any], Any]:
        return lambda program: program

    class Registers:
        def __getitem__(self, _: int) -> int:
            return 0

    for name, parts in {
        "machine": {"mem32": Registers()},
        "rp2": {"PIO": SimpleNamespace(SHIFT_LEFT=0), "asm_pio": asm_pio},
        "uctypes": {},
    }.items():
        module = ModuleType(name)
        vars(module).update(parts)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys.implementation, "_machine", "RP2040", raising=False)
    yield importlib.import_module("slapboard.capture_pio")
    sys.modules.pop("slapboard.capture_pio")


def capture_of(module: Any, ring: Ring) -> Any:
    class Capture(module.PioCapture):  # type: ignore[misc]
        def __init__(self) -> None:
            self._stamps = self._stamp_copier = ring
            self._words = [0] * (2 * ENTRIES)
            self._stamps_at = self._tail = self._inverted = self._last_low = self._last_high = 0
            self._mask = 1
            self._early = []
            self.lost = False

        def _lose(self, fault: int) -> list[tuple[int, int]]:
            self.lost = True
            self._tail = ring.written % ENTRIES
            self._remember(self._tail - 1)
            return []

    return Capture()


@pytest.mark.parametrize("waiting", [1, 2, 5])
def test_a_lap_at_any_moment_of_a_drain_is_noticed(capture_pio: Any, waiting: int) -> None:
    """The last entries of a lap may come between two reads of one drain: the next one still sees it."""
    for read in range(12 + 2 * waiting):
        for count in (1, 2, 5, ENTRIES):
            ring = Ring()
            capture = capture_of(capture_pio, ring)
            ring.push(3)
            assert [stamp for stamp, _ in capture.drain()] == [1, 2, 3]
            ring.push(waiting)
            # A lap but for ``waiting`` entries while the list is made, the rest at some later read.
            ring.reads = 0
            ring.before_read = {2: ENTRIES - waiting - 1}
            ring.before_read[read] = ring.before_read.get(read, 0) + count
            told = [stamp for stamp, _ in capture.drain()]
            ring.push(ring.before_read.pop(read, 0))
            told += [stamp for stamp, _ in capture.drain()]
            assert capture.lost or told == list(range(4, ring.written + 1)), (read, count)
