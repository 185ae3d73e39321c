"""The page's server: bound before anything begins, so that what stands in its way is said at once."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from dataclasses import dataclass

import uvicorn

from lapsy.screens.house import House
from lapsy.screens.hub import Hub
from lapsy.screens.server import make_app, uvicorn_config


class PageError(RuntimeError):
    """The page cannot be served: one sentence with what to do. ``code``: the system's error, if it was one."""

    def __init__(self, text: str, code: int | None = None) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class Page:
    """Where the table page is served; ``token`` lets a page press and rule."""

    host: str
    port: int
    token: str


class PageServer(uvicorn.Server):
    """Leaves Ctrl-C to whoever runs it."""

    @contextlib.contextmanager
    def capture_signals(self):  # type: ignore[no-untyped-def]
        """Nothing is captured."""
        yield


def bound(page: Page) -> socket.socket:
    """The page's socket; from here on a browser waits instead of being refused. Raises PageError."""
    listener = None
    try:
        family = socket.AF_INET6 if ":" in page.host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, os.name == "posix")
        listener.bind((page.host, page.port))
        listener.listen()
    except OSError as e:
        if listener is not None:
            listener.close()
        raise _page_error(page, e) from None
    return listener


def page_server(hub: Hub, house: House, page: Page) -> PageServer:
    """A server of what ``hub`` holds, to be run on ``bound``'s socket."""
    return PageServer(uvicorn_config(make_app(hub, house), page.host, page.port))


def address(page: Page, listener: socket.socket) -> str:
    """The page's address with its secret, for a browser of this machine."""
    shown = page.host if ":" not in page.host else f"[{page.host}]"
    return f"http://{shown}:{listener.getsockname()[1]}/#k={page.token}"


def _page_error(page: Page, e: OSError) -> PageError:
    if e.errno == errno.EADDRINUSE:
        return PageError(
            f"The page's port {page.port} is taken, perhaps by another game: end that one, or choose with --http-port"
            " (0 takes any free one).",
            e.errno,
        )
    if e.errno in (errno.EACCES, errno.EPERM):
        return PageError(
            f"You may not use port {page.port} for the page: choose one above 1023 with --http-port."
        )
    return PageError(
        f"The page cannot be served at {page.host}: give an address of this machine with --host ({e.strerror})."
    )
