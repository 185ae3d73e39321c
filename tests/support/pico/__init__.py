"""An emulated Raspberry Pi Pico for tests: real MicroPython, exact times, a serial port."""

from pico.board import EmulatedBoard
from pico.chip import EmulatedPico, missing
from pico.image import FS_SIZE, FS_START, image, read_image

__all__ = ["FS_SIZE", "FS_START", "EmulatedBoard", "EmulatedPico", "image", "missing", "read_image"]
