"""Whose names a page may use."""

from __future__ import annotations

import pytest

from lapsy.screens.hosts import is_local, same_origin


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8000",
        "localhost",
        "LOCALHOST:1",
        "192.168.1.20:8000",
        "[::1]:8000",
        "olohuone",
        "pi.local:80",
        "pi.lan.",
    ],
)
def test_ours(host):
    assert is_local(host)


@pytest.mark.parametrize(
    "host",
    [
        *("", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example", "a b.fi", "[::1"),
        *("x;script-src *", "x, evil.example", "somebody@127.0.0.1", "x\\@evil.example", "p\xe4\xe4"),
    ],
)
def test_not_ours(host):
    assert not is_local(host)


def test_a_name_the_user_gave():
    assert is_local("Kisa.Example.org:8000", ["kisa.example.org"])


@pytest.mark.parametrize(
    ("origin", "same"),
    [
        (None, True),
        ("http://10.0.0.5:8000", True),
        ("HTTP://10.0.0.5:8000", True),
        ("http://10.0.0.5:8001", False),
        ("http://10.0.0.5", False),
        ("http://evil.example", False),
        ("file://10.0.0.5:8000", False),
        ("null", False),
        ("http://[", False),
    ],
)
def test_origin(origin, same):
    assert same_origin(origin, "10.0.0.5:8000") is same
