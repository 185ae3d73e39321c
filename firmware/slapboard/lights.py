"""The lights of the pads. The loop never waits for them and no interrupt is held off: PIO 1 and DMA send."""

import machine
import rp2

from slapboard.light_modes import colour, lit
from slapboard.settings import Settings

#: State machine 0 of PIO 1 (PIO 0 captures), its transmit FIFO and the number by which it asks DMA for words;
#: the same on RP2040 and RP2350.
_MACHINE = 4
_FIFO = 0x50300010
_REQUEST = 8
#: Four cycles a bit of 1.25 us.
_FREQUENCY = 3_200_000
#: All lights are sent again after so long, for those that were plugged in late.
_AGAIN_MS = 1_000


@rp2.asm_pio(
    out_init=rp2.PIO.OUT_LOW,
    set_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=24,
    fifo_join=rp2.PIO.JOIN_TX,
)  # type: ignore[untyped-decorator, unused-ignore]
def _one_wire() -> None:
    """A bit: 312 ns high, 312 ns its value, 625 ns low; low while nothing waits."""
    wrap_target()  # type: ignore[name-defined]  # noqa: F821
    out(x, 1)  # type: ignore[name-defined]  # noqa: F821
    set(pins, 1)  # type: ignore  # noqa: F821
    mov(pins, x)  # type: ignore[name-defined]  # noqa: F821
    set(pins, 0)  # type: ignore  # noqa: F821
    wrap()  # type: ignore[name-defined]  # noqa: F821


class Chain:
    """Addressable lights (WS2812 and kin) on one pin."""

    def __init__(self, gpio: int, count: int) -> None:
        self._words = bytearray(4 * count)  # for each: unused, blue, red, green
        self._count = count
        self._sent_ms: int | None = None
        pin = machine.Pin(gpio)
        self._machine = rp2.StateMachine(_MACHINE, _one_wire, freq=_FREQUENCY, out_base=pin, set_base=pin)
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=_REQUEST)

    def show(self, modes: bytearray, now_ms: int) -> None:
        """Bring the lights to what their modes say at this time."""
        words = self._words
        changed = False
        for number in range(self._count):
            rgb = colour(modes[number], now_ms)
            at = 4 * number
            if words[at + 1] != rgb & 0xFF or words[at + 2] != rgb >> 16 or words[at + 3] != rgb >> 8 & 0xFF:
                changed = True
                words[at + 1] = rgb & 0xFF
                words[at + 2] = rgb >> 16
                words[at + 3] = rgb >> 8 & 0xFF
        if changed or self._sent_ms is None or now_ms - self._sent_ms >= _AGAIN_MS or now_ms < self._sent_ms:
            # (A chain of 64 takes 2 ms, and is looked at every 50 ms: the one before is out.)
            self._dma.config(read=words, write=_FIFO, count=self._count, ctrl=self._control, trigger=True)
            self._sent_ms = now_ms

    def close(self) -> None:
        """Stop sending."""
        self._dma.close()
        self._machine.active(0)


class Plain:
    """One pin a light."""

    def __init__(self, gpios: "list[int]") -> None:
        self._pins = [machine.Pin(gpio, machine.Pin.OUT, value=0) for gpio in gpios]

    def show(self, modes: bytearray, now_ms: int) -> None:
        """Bring the lights to what their modes say at this time."""
        for number, pin in enumerate(self._pins):
            pin.value(lit(modes[number], now_ms))

    def close(self) -> None:
        """All off."""
        for pin in self._pins:
            pin.value(0)


def lights_of(settings: "Settings | None") -> "Chain | Plain":
    """The lights that the settings name; none at all without settings."""
    if settings is not None and settings.addressable:
        return Chain(settings.lights[0], settings.light_count)
    return Plain(settings.lights if settings is not None else [])
