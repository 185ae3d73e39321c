"""How soon a host knows of presses that came at one instant: emulated time from the edge to the line, whole firmware."""

from __future__ import annotations

import pytest

from lapsy.boards import wire
from pico import EmulatedPico
from pico.chip import MS
from pico.firmware import firmware_files

#: The board's time passes 2^30 us, from where on it is no small integer, between start and presses.
BEFORE_2_30 = (1 << 30) - 500_000


def told_ms(presses: int, timer_us: int = 0) -> tuple[float, float, int]:
    """When the first and the last of so many presses were on the line, in ms after their edge; the last one's stamp.
    The host acknowledges each as it comes."""
    with EmulatedPico(firmware_files(), timer_us=timer_us) as pico:
        decoder = wire.Decoder()
        came: dict[int, int] = {}
        heard = boot = stamp = 0

        def live(until_ns: int) -> None:
            nonlocal heard, boot, stamp
            while pico.now_ns < until_ns:
                pico.run_until(until_ns, stop=("sent",))
                news = decoder.feed(bytes(pico.rx[heard:]))
                heard = len(pico.rx)
                for each in news:
                    if isinstance(each, wire.Hello):
                        boot = each.boot
                    elif isinstance(each, wire.Event) and each.code not in came:
                        came[each.code] = pico.now_ns
                        stamp = each.t_us
                        pico.send(wire.ack(boot, each.seq + 1))

        pico.boot()
        pico.send(wire.hello_request(9))
        pico.wait_until(lambda: b"~" in pico.rx)
        live(pico.now_ns + 160 * MS)
        assert boot
        pressed_ns = pico.now_ns + 5 * MS
        for gpio in range(presses):
            pico.pin_at(pressed_ns, gpio, 0)
        live(pressed_ns + 100 * MS)
        assert len(came) == presses
        return (min(came.values()) - pressed_ns) / MS, (max(came.values()) - pressed_ns) / MS, stamp


@pytest.mark.slow
def test_eight_presses_at_once_are_told_within_some_ms_however_long_the_board_has_run() -> None:
    first, last, stamp = told_ms(8)
    print(f"eight at once: {first:.1f} to {last:.1f} ms")
    assert stamp < 1 << 30
    assert first < 10
    assert last < 14
    late_first, late_last, late_stamp = told_ms(8, BEFORE_2_30)
    print(f"eight at once, after 18 minutes: {late_first:.1f} to {late_last:.1f} ms")
    assert late_stamp > 1 << 30
    assert late_first < 1.3 * first
    assert late_last < 1.3 * last


@pytest.mark.slow
@pytest.mark.parametrize("timer_us", [0, BEFORE_2_30])
def test_every_input_at_once_is_told_within_40_ms(timer_us: int) -> None:
    _, last, _ = told_ms(22, timer_us)
    print(f"22 at once: {last:.1f} ms")
    assert last < 40
