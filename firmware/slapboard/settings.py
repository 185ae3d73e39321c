"""board.json: what is wired where. Read at the start, never written by the board.

The same file checks settings on a host before they are flashed. Every mistake is one sentence: where, what, and
what is allowed.
"""

import json

from slapboard import debounce, messages, orders

MAX_BYTES = 8_192
MAX_LIGHTS = 64
_NO_SEAT = ("none", "sync", "photo")
#: GPIO numbers that a Pico leads out; 23 to 25 serve the board itself.
FREE_GPIOS = tuple(range(23)) + (26, 27, 28)
_FREE_TEXT = "a GPIO number, 0 to 22 or 26 to 28"

_KEYS = ("version", "name", "capture", "inputs", "lights", "buzzer", "sync_out", "update_input")
_INPUT_KEYS = ("gpio", "role", "seat", "normally", "hold_us", "confirm_us")


class SettingsError(ValueError):
    """Settings that no board can have: one sentence."""


class Input:
    """One input: ``role`` is its role byte, ``closed``: its contact is closed while nobody presses it."""

    def __init__(self, gpio: int, role: int, closed: bool, hold_us: int, confirm_us: int) -> None:
        self.gpio = gpio
        self.role = role
        self.closed = closed
        self.hold_us = hold_us
        self.confirm_us = confirm_us


class Settings:
    """Checked settings. ``lights``: GPIO numbers, one of a chain of ``light_count`` when it is ``addressable``."""

    def __init__(self) -> None:
        self.name = ""
        self.capture = "pio"
        self.inputs: list[Input] = []
        self.addressable = False
        self.lights: list[int] = []
        self.light_count = 0
        self.buzzer: int | None = None
        self.sync_out: int | None = None
        self.update_input = 0

    @property
    def first_gpio(self) -> int:
        """Where the run of inputs begins."""
        return self.inputs[0].gpio

    @property
    def roles(self) -> bytes:
        """One role byte an input."""
        return bytes([each.role for each in self.inputs])

    @property
    def timings(self) -> "list[tuple[int, int]]":
        """(hold-off, confirmation) in us an input."""
        return [(each.hold_us, each.confirm_us) for each in self.inputs]

    @property
    def inverted(self) -> int:
        """Bit i: input i is active while its pin is low, as a contact to ground is that is open at rest."""
        mask = 0
        for number, each in enumerate(self.inputs):
            if not each.closed:
                mask |= 1 << number
        return mask

    @property
    def has_photo(self) -> bool:
        """The last input is a photodiode."""
        return self.inputs[-1].role & messages.ROLE_MASK == messages.ROLE_PHOTO


def load(text: "str | bytes") -> Settings:
    """The settings in the text of a board.json. Raises SettingsError."""
    if len(text) > MAX_BYTES:
        raise SettingsError("It has %d bytes; at most %d are read." % (len(text), MAX_BYTES))
    try:
        value = json.loads(text.decode() if isinstance(text, bytes) else text)
    except (ValueError, RuntimeError):  # bad text, bad encoding, brackets too deep
        raise SettingsError("It is not JSON: look for a missing quote, comma or bracket.") from None
    return check(value)


def check(value: object) -> Settings:
    """The settings that a JSON value describes. Raises SettingsError."""
    entries = _entries(value, "The file", _KEYS, ("version", "name", "inputs"))
    if type(entries["version"]) is not int or entries["version"] != 1:
        raise _wrong("version", entries["version"], "this firmware reads version 1")
    settings = Settings()
    name = entries["name"]
    if type(name) is not str or not 1 <= len(name) <= 32:
        raise _wrong("name", name, "it is a text of 1 to 32 characters")
    settings.name = name
    settings.capture = _choice("capture", entries.get("capture", "pio"), ("pio", "irq"))
    settings.inputs = _inputs(entries["inputs"])
    taken = dict.fromkeys([each.gpio for each in settings.inputs], "an input")
    _lights(settings, entries.get("lights"), taken)
    settings.buzzer = _output("buzzer", entries.get("buzzer"), taken)
    settings.sync_out = _output("sync_out", entries.get("sync_out"), taken)
    update = entries.get("update_input", 0)
    buttons = [number for number, each in enumerate(settings.inputs) if role_word(each.role) not in _NO_SEAT]
    if type(update) is not int or update not in buttons:
        raise _wrong("update_input", update, "it is the number of an input with a button, counted from 0")
    settings.update_input = update
    return settings


def role_word(role: int) -> str:
    """The name of the role in a role byte."""
    return messages.ROLE_NAMES[role & messages.ROLE_MASK]


def _inputs(value: object) -> "list[Input]":
    if type(value) is not list or not 1 <= len(value) <= messages.MAX_INPUTS:
        raise _wrong("inputs", value, "it is a list of 1 to %d inputs" % messages.MAX_INPUTS)
    inputs: list[Input] = []
    for number, entry in enumerate(value):
        where = "inputs[%d]" % number
        each = _input(where, entry)
        if inputs and each.gpio != inputs[-1].gpio + 1:
            raise _wrong(
                where + ".gpio",
                each.gpio,
                "inputs have consecutive numbers, so it must be %d; a hole gets the role none"
                % (inputs[-1].gpio + 1),
            )
        word = role_word(each.role)
        if word in ("sync", "photo") and any(role_word(other.role) == word for other in inputs):
            raise _wrong(where + ".role", word, "a board has one such input at most")
        if word == "photo" and number != len(value) - 1:
            raise _wrong(where + ".role", word, "the photodiode must be the last input")
        inputs.append(each)
    if not any(each.role for each in inputs):
        raise SettingsError("inputs: each has the role none, so nothing can be pressed; give one a role.")
    return inputs


def _input(where: str, value: object) -> Input:
    entries = _entries(value, where, _INPUT_KEYS, ("gpio", "role"))
    gpio = _gpio(where + ".gpio", entries["gpio"])
    word = _choice(where + ".role", entries["role"], messages.ROLE_NAMES)
    role = messages.ROLE_NAMES.index(word)
    if word in _NO_SEAT:
        if "seat" in entries:
            raise _wrong(where + ".seat", entries["seat"], "an input with the role %s has no seat" % word)
    else:
        role |= _number(where + ".seat", entries.get("seat", 1), 1, 8) - 1 << messages.GROUP_SHIFT
    closed = _choice(where + ".normally", entries.get("normally", "open"), ("open", "closed")) == "closed"
    hold_us, confirm_us = debounce.timing(role)
    return Input(
        gpio,
        role,
        closed,
        _number(
            where + ".hold_us", entries.get("hold_us", hold_us), orders.HOLD_LEAST_US, orders.HOLD_MOST_US
        ),
        _number(where + ".confirm_us", entries.get("confirm_us", confirm_us), 1, debounce.WINDOW_US),
    )


def _lights(settings: Settings, value: object, taken: "dict[int, str]") -> None:
    if value is None:
        return
    entries = _entries(value, "lights", ("kind", "gpio", "count", "gpios"), ("kind",))
    kind = _choice("lights.kind", entries["kind"], ("addressable", "plain"))
    if kind == "addressable":
        entries = _entries(value, "lights", ("kind", "gpio", "count"), ("kind", "gpio", "count"))
        settings.addressable = True
        settings.lights = [_take("lights.gpio", entries["gpio"], taken, "the lights")]
        settings.light_count = _number("lights.count", entries["count"], 1, MAX_LIGHTS)
        return
    gpios = _entries(value, "lights", ("kind", "gpios"), ("kind", "gpios"))["gpios"]
    if type(gpios) is not list or not 1 <= len(gpios) <= len(FREE_GPIOS):
        raise _wrong("lights.gpios", gpios, "it is a list of GPIO numbers, one a light")
    for number, gpio in enumerate(gpios):
        settings.lights.append(_take("lights.gpios[%d]" % number, gpio, taken, "a light"))
    settings.light_count = len(gpios)


def _output(where: str, value: object, taken: "dict[int, str]") -> "int | None":
    return None if value is None else _take(where, value, taken, where)


def _take(where: str, value: object, taken: "dict[int, str]", what: str) -> int:
    gpio = _gpio(where, value)
    if gpio in taken:
        raise _wrong(where, gpio, "this GPIO is taken by %s already" % taken[gpio])
    taken[gpio] = what
    return gpio


def _entries(
    value: object, where: str, known: "tuple[str, ...]", needed: "tuple[str, ...]"
) -> "dict[str, object]":
    if type(value) is not dict:
        raise _wrong(where, value, "it is an object in braces with the keys " + ", ".join(known))
    for key in value:
        if key not in known:
            raise SettingsError(
                "%s: the key %s is not known; known are %s." % (where, _shown(key), ", ".join(known))
            )
    for key in needed:
        if key not in value:
            raise SettingsError("%s: the key %s is missing." % (where, key))
    return value


def _gpio(where: str, value: object) -> int:
    if type(value) is not int or value not in FREE_GPIOS:
        raise _wrong(where, value, "it is " + _FREE_TEXT)
    return value


def _number(where: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise _wrong(where, value, "it is a whole number from %d to %d" % (least, most))
    return value


def _choice(where: str, value: object, known: "tuple[str, ...]") -> str:
    if type(value) is not str or value not in known:
        raise _wrong(where, value, "it is one of " + ", ".join(known))
    return value


def _wrong(where: str, value: object, allowed: str) -> SettingsError:
    return SettingsError("%s is %s: %s." % (where, _shown(value), allowed))


def _shown(value: object) -> str:
    if type(value) is list:
        return "a list" if value else "an empty list"
    if type(value) is dict:
        return "an object"
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
