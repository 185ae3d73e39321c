"""board.json: what is accepted, and one sentence for each mistake, on every interpreter."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.boards.firmware import firmware_dir
from slapboard.settings import MAX_BYTES, Settings, SettingsError, check, load

SHIPPED = (firmware_dir() / "board.json").read_text(encoding="utf-8")
SMALL: dict[str, Any] = {
    "version": 1,
    "name": "small",
    "inputs": [{"gpio": 4, "role": "slap"}, {"gpio": 5, "role": "none"}, {"gpio": 6, "role": "photo"}],
}
SENTENCE = re.compile(r"[^\n]{10,300}\.")


def with_(path: str, value: Any) -> dict[str, Any]:
    """The shipped settings with one value changed; ``...`` takes the key away."""
    settings = json.loads(SHIPPED)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    at = settings
    for part in way:
        at = at[part]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return dict(settings)


def refusal(value: Any) -> str:
    with pytest.raises(SettingsError) as refused:
        check(value)
    assert SENTENCE.fullmatch(str(refused.value)), refused.value
    return str(refused.value)


def test_the_shipped_board() -> None:
    settings = load(SHIPPED)
    assert (settings.name, settings.capture, len(settings.inputs)) == ("pico-8", "pio", 23)
    assert (settings.first_gpio, settings.inverted, settings.has_photo) == (0, (1 << 23) - 1, True)
    assert settings.roles[:9] == bytes([1 | seat << 5 for seat in range(8)] + [2])
    assert settings.timings[0] == (30_000, 300)
    assert settings.timings[16] == (2_000, 10)
    assert settings.timings[22] == (5_000, 100)
    assert (settings.addressable, settings.lights, settings.light_count) == (True, [26], 8)
    assert (settings.buzzer, settings.sync_out, settings.update_input) == (27, 28, 0)


def test_what_may_be_left_out() -> None:
    settings = check(SMALL)
    assert (settings.first_gpio, settings.inverted, settings.roles) == (4, 0b111, b"\x01\x00\x0f")
    assert (settings.capture, settings.light_count, settings.buzzer) == ("pio", 0, None)


def test_normally_closed_plain_lights_and_own_times() -> None:
    value = copy.deepcopy(SMALL)
    value["inputs"][0] |= {"normally": "closed", "hold_us": 50_000, "confirm_us": 1_000, "seat": 8}
    value["lights"] = {"kind": "plain", "gpios": [26, 0]}
    settings = check(value)
    assert (settings.inverted, settings.timings[0], settings.roles[0]) == (0b110, (50_000, 1_000), 1 | 7 << 5)
    assert (settings.addressable, settings.lights, settings.light_count) == (False, [26, 0], 2)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("version", 2, "version is 2: this firmware reads version 1."),
        ("version", ..., "The file: the key version is missing."),
        ("version", True, "version is true: this firmware reads version 1."),
        ("colour", 1, 'The file: the key "colour" is not known; known are version, name, '),
        ("name", "", 'name is "": it is a text of 1 to 32 characters.'),
        ("capture", "dma", 'capture is "dma": it is one of pio, irq.'),
        ("inputs", [], "inputs is an empty list: it is a list of 1 to 26 inputs."),
        ("inputs", {}, "inputs is an object: it is a list of 1 to 26 inputs."),
        ("inputs.3", 7, "inputs[3] is 7: it is an object in braces with the keys gpio, role, seat, "),
        ("inputs.3.gpio", 9, "inputs[3].gpio is 9: inputs have consecutive numbers, so it must be 3; "),
        ("inputs.0.gpio", 23, "inputs[0].gpio is 23: it is a GPIO number, 0 to 22 or 26 to 28."),
        ("inputs.0.gpio", "0", 'inputs[0].gpio is "0": it is a GPIO number, 0 to 22 or 26 to 28.'),
        ("inputs.0.role", "boss", 'inputs[0].role is "boss": it is one of none, slap, flip, head, '),
        (
            "inputs.0",
            {"gpio": 0, "role": "photo"},
            'inputs[0].role is "photo": the photodiode must be the last ',
        ),
        (
            "inputs.20",
            {"gpio": 20, "role": "sync"},
            'inputs[20].role is "sync": a board has one such input at most.',
        ),
        ("inputs.0.seat", 9, "inputs[0].seat is 9: it is a whole number from 1 to 8."),
        ("inputs.0.seat", 1.0, "inputs[0].seat is 1.0: it is a whole number from 1 to 8."),
        ("inputs.16.seat", 1, "inputs[16].seat is 1: an input with the role sync has no seat."),
        ("inputs.0.normally", "shut", 'inputs[0].normally is "shut": it is one of open, closed.'),
        ("inputs.0.hold_us", 1_999, "inputs[0].hold_us is 1999: it is a whole number from 2000 to 500000."),
        ("inputs.0.confirm_us", 0, "inputs[0].confirm_us is 0: it is a whole number from 1 to 2000."),
        ("lights", 26, "lights is 26: it is an object in braces with the keys kind, gpio, count, gpios."),
        ("lights.kind", "neon", 'lights.kind is "neon": it is one of addressable, plain.'),
        ("lights.count", 65, "lights.count is 65: it is a whole number from 1 to 64."),
        ("lights.count", ..., "lights: the key count is missing."),
        ("lights.gpio", 5, "lights.gpio is 5: this GPIO is taken by an input already."),
        (
            "lights",
            {"kind": "plain", "gpio": 26, "gpios": [26]},
            'lights: the key "gpio" is not known; known are kind',
        ),
        (
            "lights",
            {"kind": "plain", "gpios": []},
            "lights.gpios is an empty list: it is a list of GPIO numbers, one a ",
        ),
        (
            "lights",
            {"kind": "plain", "gpios": [26, 26]},
            "lights.gpios[1] is 26: this GPIO is taken by a light ",
        ),
        ("buzzer", 26, "buzzer is 26: this GPIO is taken by the lights already."),
        ("sync_out", 27, "sync_out is 27: this GPIO is taken by buzzer already."),
        ("sync_out", 29, "sync_out is 29: it is a GPIO number, 0 to 22 or 26 to 28."),
        (
            "update_input",
            16,
            "update_input is 16: it is the number of an input with a button, counted from 0.",
        ),
        (
            "update_input",
            -1,
            "update_input is -1: it is the number of an input with a button, counted from 0.",
        ),
    ],
)
def test_a_mistake_is_one_sentence(path: str, value: Any, sentence: str) -> None:
    assert refusal(with_(path, value)).startswith(sentence)


def test_a_board_on_which_nothing_can_be_pressed() -> None:
    assert "nothing can be pressed" in refusal({**SMALL, "inputs": [{"gpio": 0, "role": "none"}]})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "It is not JSON"),
        (b"{", "It is not JSON"),
        (b'{"version": 1', "It is not JSON"),
        (b"\xff\xfe{}", "It is not JSON"),
        (b"[" * (MAX_BYTES - 1), "It is not JSON"),
        (b" " * (MAX_BYTES + 1), "It has 8193 bytes; at most 8192 are read."),
        (b"null", "The file is null: it is an object"),
    ],
)
def test_text_that_holds_no_settings(text: bytes, sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        load(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.integers(0, 30),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["version", "name", "inputs", "gpio", "role", "lights", "kind", "gpios", "count", "seat"]
            )
            | st.text(max_size=8),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


@st.composite
def nearly_right(draw: st.DrawFn) -> Any:
    """Settings that are right but for some values somewhere."""
    settings = json.loads(SHIPPED) if draw(st.booleans()) else copy.deepcopy(SMALL)
    for _ in range(draw(st.integers(0, 3))):
        at: Any = settings
        while True:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(at[key], dict | list) and draw(st.booleans()):
                at = at[key]
                continue
            at[key] = draw(json_values)
            break
    return settings


@given(json_values | nearly_right())
def test_any_value_gives_settings_or_a_sentence(value: Any) -> None:
    try:
        settings = check(value)
    except SettingsError:
        refusal(value)
        return
    assert isinstance(settings, Settings)
    taken = [each.gpio for each in settings.inputs] + settings.lights
    taken += [gpio for gpio in (settings.buzzer, settings.sync_out) if gpio is not None]
    assert len(set(taken)) == len(taken)
    assert settings.inputs[settings.update_input].role


SAY = """
import sys
sys.path.insert(0, ".")
from slapboard.settings import SettingsError, load
while True:
    line = sys.stdin.readline()
    if not line:
        break
    try:
        settings = load(line.strip())
        print("fine", settings.name, settings.roles, settings.timings, settings.inverted, settings.lights)
    except SettingsError as error:
        print(error)
"""


@pytest.mark.parametrize("which", ["LAPSY_MICROPYTHON", "LAPSY_MICROPYTHON32"])
def test_micropython_says_the_same(which: str) -> None:
    interpreter = os.environ.get(which, "")
    if not interpreter:
        pytest.skip(f"{which} names no MicroPython for Unix")
    values = [json.loads(SHIPPED), SMALL, None, 3, [], with_("inputs.7.gpio", 2), with_("lights.count", 99)]
    values += [with_("inputs.2", {"gpio": 2}), with_("buzzer", False), with_("inputs.0.hold_us", 1 << 40)]
    # (Its reader of JSON forgives a missing bracket: what is cut off is then a missing key.)
    texts = [json.dumps(value) for value in values] + ["x"]
    done = subprocess.run(
        [interpreter, "-c", SAY],
        cwd=firmware_dir(),
        input="\n".join(texts) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    expected = []
    for text in texts:
        try:
            s = load(text)
            expected.append(f"fine {s.name} {s.roles!r} {s.timings} {s.inverted} {s.lights}")
        except SettingsError as error:
            expected.append(str(error))
    assert done.stdout.splitlines() == expected
