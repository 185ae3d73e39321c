"""The same firmware in a second, independent emulator (rp2040py), so that not one emulator's mistake decides.

It steps the PIO once an instruction, not once a clock, and lets it stand while the processor waits: its stamps say nothing
about microseconds.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from lapsy.boards import wire
from lapsy.boards.firmware import messages as m
from pico import FS_START, image
from pico.chip import MS
from pico.firmware import firmware_files

LIMIT_NS = 600 * MS
PIN = 3


class OtherPico:
    """rp2040py in lock-step."""

    def __init__(self, files: dict[str, str | bytes]) -> None:
        from rp2040py.boards import BOARDS, resolve_firmware
        from rp2040py.device import MicroPythonDevice
        from rp2040py.memory_map import FLASH_START_ADDRESS

        device: Any = MicroPythonDevice(
            board=resolve_firmware(BOARDS["pico"], "micropython", os.environ["LAPSY_PICO_UF2"])
        )
        self._simulator, self._chip, self._usb = device.simulator, device.mcu, device.cdc
        disk = image(files)
        self._chip.flash[FS_START : FS_START + len(disk)] = disk
        self.rx = bytearray()
        self.connected = False
        self._usb.on_serial_data = self.rx.extend
        self._usb.on_device_connected = self._connect
        self._chip.core.pc = FLASH_START_ADDRESS
        self._stop = self._chip.clock.create_alarm(self._halt)

    def _connect(self) -> None:
        self.connected = True

    def _halt(self) -> None:
        self._simulator.stopped = True

    @property
    def now_ns(self) -> int:
        return int(self._chip.clock.nanos)

    def run_for(self, ns: int) -> None:
        from rp2040py.execute_batch import execute_batch

        end = self.now_ns + ns
        while self.now_ns < end:
            self._stop.schedule(end - self.now_ns)
            self._simulator.stopped = False
            execute_batch(self._simulator, 1)

    def send(self, data: bytes) -> None:
        for byte in data:
            self._usb.send_serial_byte(byte)

    def pin(self, gpio: int, level: int) -> None:
        self._chip.gpio[gpio].set_input_value(bool(level))


def until(pico: OtherPico, decoder: wire.Decoder, kind: type[wire.Message]) -> Any:
    """The first message of a kind."""
    read = len(pico.rx)
    end = pico.now_ns + LIMIT_NS
    while pico.now_ns < end:
        pico.run_for(2 * MS)
        news, read = bytes(pico.rx[read:]), len(pico.rx)
        for message in decoder.feed(news):
            if isinstance(message, kind):
                return message
    raise AssertionError(f"no {kind.__name__}; the board said {bytes(pico.rx[-500:])!r}")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_it_greets_and_tells_a_press() -> None:
    pico = OtherPico(firmware_files())
    for gpio in range(23):
        pico.pin(gpio, 1)
    end = pico.now_ns + LIMIT_NS
    while not pico.connected:
        assert pico.now_ns < end
        pico.run_for(2 * MS)
    decoder = wire.Decoder()
    pico.send(wire.hello_request(99))
    hello = until(pico, decoder, wire.Hello)
    assert (hello.capture, hello.capture_us) == (m.CAPTURE_PIO, 0)
    assert len(hello.roles) == 23
    pico.run_for(5 * MS)
    before = pico.now_ns
    pico.pin(PIN, 0)
    event = until(pico, decoder, wire.Event)
    assert event.code == PIN | m.PRESSED
    assert hello.now_us < event.t_us
    assert event.t_us <= pico.now_ns // 1000
    assert abs(event.t_us - before // 1000) <= 1000
