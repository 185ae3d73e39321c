"""Which names a page may use for this host.

A page elsewhere could let its own name point here (DNS rebinding) and read the table or press for somebody.
An address or a name that only a local network can give cannot be rebound, so those are allowed, and names
the user gave.
"""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Collection

_PLAIN = re.compile(r"[A-Za-z0-9._%~:\[\]-]+")

#: Endings that the public name service does not give out.
LOCAL_ENDINGS = (".local", ".lan", ".home.arpa", ".internal", ".localhost")


def host_name(host_header: str) -> str | None:
    """The name in a ``Host`` header without its port, in lower case; None when there is none, or when it holds what no name
    does (it is put into a header of the answer)."""
    if not _PLAIN.fullmatch(host_header):
        return None
    try:
        return urlsplit(f"//{host_header}").hostname
    except ValueError:
        return None


def is_local(host_header: str, extra: Collection[str] = ()) -> bool:
    """True for an IP address, a name without dots, a local ending, or one of ``extra``."""
    name = host_name(host_header)
    if not name:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        pass
    else:
        return True
    name = name.rstrip(".")
    return "." not in name or name.endswith(LOCAL_ENDINGS) or name in {one.lower() for one in extra}


def same_origin(origin: str | None, host_header: str) -> bool:
    """True when a browser's ``Origin`` is this host and port. Programs that are no browsers send none."""
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host_header.lower()
