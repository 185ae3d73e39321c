"""Where a page can be opened: on this machine, and from others in its network."""

from __future__ import annotations

import os
import sys

from lapsy.drivers.addresses import in_url, usual_address

LOCAL = frozenset({"127.0.0.1", "::1", "localhost"})

#: Served at these, a page is reached by any address of the machine.
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def addresses(url: str, host: str) -> tuple[str, str | None]:
    """The page's address for this machine, and for those who only watch: without the secret, None when nobody else can."""
    if host in LOCAL:
        return url, None
    here, there = both(url, host)
    return here, there.partition("#")[0]


def both(url: str, host: str) -> tuple[str, str]:
    """The page's address for this machine and for others in its network, with all that it has."""
    if host not in EVERYWHERE:
        return url, url
    shown = in_url(host)
    return url.replace(shown, in_url(EVERYWHERE[host]), 1), url.replace(shown, in_url(usual_address(host)), 1)


def qr(url: str) -> None:
    """The address for phones."""
    import segno

    if sys.stdout.isatty():
        segno.make(url, micro=False).terminal(compact=True)


def has_browser() -> bool:
    """A browser with a window: not a text browser in this very terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
