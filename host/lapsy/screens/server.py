"""The web server of the pages: their files, and one WebSocket for what they are told and ask.

``make_app`` is plain ASGI; ``uvicorn_config`` is how a driver runs it on its own loop. Each page shows what the hub holds
for it; who may look and who may what is the house's word. Secrets travel in the fragment of an address (``/#k=TOKEN``),
which is never part of a request, and in a page's first message.
"""

from __future__ import annotations

import asyncio
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import uvicorn
from rjsmin import jsmin  # type: ignore[import-untyped]
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from lapsy.language import catalogue as load_catalogue
from lapsy.language import languages

from . import control as messages
from .hosts import is_local, same_origin
from .page import OpenPage
from .patience import PatientLine, PatientProtocol, keep_quiet

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from starlette.websockets import WebSocket

    from .house import House
    from .hub import Hub

STATIC = Path(__file__).with_name("static")
MAX_PAGES = 64
#: So many of them may be of one machine, the host's own left out.
MAX_PAGES_OF_ONE = 24

#: Addresses of pages, and the file of each.
PAGES = {"/": "page.html", "/join": "join.html", "/seat": "seat.html", "/referee": "referee.html"}


class _Guard:
    """Refuses foreign host names and puts the security headers on every answer."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # the WebSocket's own checks stand in its endpoint
            await self._app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        if not is_local(host, self._names):
            refusal = PlainTextResponse(_foreign(host), status_code=421)
            await refusal(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                # ws: by name, because older browsers do not count a WebSocket as 'self'
                headers["Content-Security-Policy"] = (
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
                    f"connect-src 'self' ws://{host} wss://{host}; "
                    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
                )
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
                headers["Cross-Origin-Resource-Policy"] = "same-origin"
                headers["Cache-Control"] = "no-cache"  # an updated host must not meet yesterday's page
            await send(message)

        await self._app(scope, receive, with_headers)


def _foreign(host: str) -> str:
    return f"This host does not answer to {host[:80]!r}: open it by IP address, or allow the name at start."


def make_app(hub: Hub, house: House, names: Collection[str] = ()) -> ASGIApp:
    """The pages of one house. ``names``: further host names that are ours."""
    for language in languages():
        _words(language)  # now, and not while somebody presses
    for module in STATIC.rglob("*.js"):
        _lean(os.path.realpath(module), module.stat().st_mtime_ns)

    def file(name: str) -> Callable[[Request], Response]:
        path = STATIC / name

        def page(_: Request) -> Response:
            return FileResponse(path, media_type="text/html")

        return page

    async def catalogue(request: Request) -> Response:
        language = str(request.path_params["language"])
        if language not in languages():
            return PlainTextResponse("There is no such language here.", status_code=404)
        return Response(_words(language), media_type="application/json")

    async def socket(websocket: WebSocket) -> None:
        host = websocket.headers.get("host", "")
        address = "" if websocket.client is None else websocket.client.host
        guests = address not in (
            "127.0.0.1",
            "::1",
        )  # the host's own page is never locked out by guests' pages
        if not is_local(host, names):
            await websocket.send_denial_response(PlainTextResponse(_foreign(host), status_code=421))
        elif not same_origin(websocket.headers.get("origin"), host):
            text = "Another site's page may not look at this table; open the table's own address."
            await websocket.send_denial_response(PlainTextResponse(text, status_code=403))
        elif guests and (hub.pages >= MAX_PAGES or open_at.get(address, 0) >= MAX_PAGES_OF_ONE):
            text = f"{hub.pages} pages look at this table already; close one."
            await websocket.send_denial_response(PlainTextResponse(text, status_code=503))
        else:
            open_at[address] = open_at.get(address, 0) + 1
            try:
                await OpenPage(websocket, hub, house, address, asyncio.get_running_loop().time).run()
            finally:
                open_at[address] -= 1
                if not open_at[address]:
                    del open_at[address]

    open_at: dict[str, int] = {}
    app = Starlette(
        routes=[
            *(Route(path, file(name)) for path, name in PAGES.items() if (STATIC / name).is_file()),
            Route("/words/{language}.json", catalogue),
            Mount("/static", _Static(directory=STATIC)),
            WebSocketRoute("/ws", socket),
        ]
    )
    return _Guard(app, names)


class _Static(StaticFiles):
    """The pages' files. Modules go out without comments and spaces: a page stays small, and nothing has to be built."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        if not str(full_path).endswith(".js"):
            return super().file_response(full_path, stat_result, scope, status_code)
        return Response(_lean(str(full_path), stat_result.st_mtime_ns), media_type="text/javascript")


@cache
def _lean(path: str, changed_ns: int) -> bytes:  # noqa: ARG001
    """A module as it is sent, until it is changed."""
    return str(jsmin(Path(path).read_text(encoding="utf-8"))).encode()


@cache
def _words(language: str) -> bytes:
    """A catalogue for the pages: of all its sentences those that stand in their modules."""
    whole = load_catalogue(language)
    modules = "".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.rglob("*.js")))
    modules = modules.replace("\\'", "'").replace("\\n", "\n")
    said = {one: told for one, told in whole.texts.items() if one in modules}
    return msgspec.json.encode(whole._replace(texts=said)._asdict())


def uvicorn_config(app: ASGIApp, host: str, port: int) -> uvicorn.Config:
    """How to serve ``app``: quiet, on the caller's loop, uncompressed (a LAN); 40 s of silence end a page."""
    keep_quiet()
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=PatientProtocol,
        ws=PatientLine,
        ws_max_size=4 * messages.MAX_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
