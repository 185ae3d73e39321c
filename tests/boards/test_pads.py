"""Names of inputs."""

from __future__ import annotations

from lapsy.boards.pads import pad_names
from lapsy.cli.boards import words


def test_a_role_that_a_newer_firmware_has_gets_a_name_too():
    roles = bytes([1, 17 | 2 << 5])
    assert pad_names(roles) == ("slap1", "role17-3")
    assert words.inputs(roles) == "slap1, role17-3"
