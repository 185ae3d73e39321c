"""The web server of the public pages: one page, its static files, one WebSocket.

``make_app`` is plain ASGI; ``uvicorn_config`` is how a driver runs it on its own loop. The page shows
whatever the hub holds (the table, or ``lapsy arbitrate``: the view's ``game`` says which). Only a page whose
address carries the secret (``/#k=TOKEN``: the fragment never travels in a request) may press, choose, rule
or start.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from lapsy.language import catalogue as load_catalogue
from lapsy.language import languages

from . import control as messages
from .hosts import is_local, same_origin

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from .hub import Hub, Watcher

STATIC = Path(__file__).with_name("static")
#: A page that goes on sending what nobody understands is let go.
MAX_BAD_MESSAGES = 50
MAX_PAGES = 64

WATCHING = (
    "This page only watches: open the address that the host printed, with its #k= part, to play from here."
)


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
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
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


def make_app(hub: Hub, control: messages.Control, token: str, names: Collection[str] = ()) -> ASGIApp:
    """The pages of one table.

    ``control`` is called on the loop for every message of a page that knows ``token`` and answers with None
    or the sentence why not; ``names`` are further host names that are ours. Raises ValueError when the token
    is empty.
    """
    if not token:
        raise ValueError("The page's token is empty; give make_app a secret of at least 16 characters.")

    async def page(_: Request) -> FileResponse:
        return FileResponse(STATIC / "page.html", media_type="text/html")

    async def catalogue(request: Request) -> Response:
        language = str(request.path_params["language"])
        if language not in languages():
            return PlainTextResponse("There is no such language here.", status_code=404)
        return Response(_words(language), media_type="application/json")

    async def socket(websocket: WebSocket) -> None:
        host = websocket.headers.get("host", "")
        if not is_local(host, names):
            await websocket.send_denial_response(PlainTextResponse(_foreign(host), status_code=421))
        elif not same_origin(websocket.headers.get("origin"), host):
            text = "Another site's page may not look at this table; open the table's own address."
            await websocket.send_denial_response(PlainTextResponse(text, status_code=403))
        elif hub.pages >= MAX_PAGES and not _from_here(websocket):
            text = f"{MAX_PAGES} pages look at this table already; close one."
            await websocket.send_denial_response(PlainTextResponse(text, status_code=503))
        else:
            await _Page(websocket, hub, control, token).run()

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/words/{language}.json", catalogue),
            Mount("/static", StaticFiles(directory=STATIC)),
            WebSocketRoute("/ws", socket),
        ]
    )
    return _Guard(app, names)


@cache
def _words(language: str) -> bytes:
    """A catalogue for a page."""
    return msgspec.json.encode(load_catalogue(language)._asdict())


def _from_here(websocket: WebSocket) -> bool:
    """The host's own page is never locked out by guests' pages."""
    return websocket.client is not None and websocket.client.host in ("127.0.0.1", "::1")


class _Page:
    """One open page: a reader and a writer that end together."""

    def __init__(self, websocket: WebSocket, hub: Hub, control: messages.Control, token: str) -> None:
        self._websocket = websocket
        self._hub = hub
        self._control = control
        self._token = token
        self._may_control = False
        self._bad = 0
        self._painted = -1  # the newest view that the page told of
        self._held: dict[tuple[int, str], messages.Press] = {}

    async def run(self) -> None:
        watcher = self._hub.watch()
        writer: asyncio.Task[None] | None = None
        try:
            await self._websocket.accept()
            writer = asyncio.create_task(self._write(watcher))
            await self._read(watcher)
        except WebSocketDisconnect:
            pass
        finally:
            watcher.close()
            self._let_go()
            if writer is not None:
                writer.cancel()
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect):
                    await writer

    async def _write(self, watcher: Watcher) -> None:
        while True:
            await self._websocket.send_text(await watcher.next())

    async def _read(self, watcher: Watcher) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                text = message.get("text")
                if text is None:
                    raise messages.MessageError("The host reads text, not bytes; reload the page.")
                self._take(messages.decode(text), watcher)
            except messages.MessageError as error:
                self._bad += 1
                self._hub.bad_messages += 1
                watcher.reply(_json(type="refused", message=str(error)))
                if self._bad >= MAX_BAD_MESSAGES:
                    await self._websocket.close(1008, "Too many messages that the host does not understand.")
                    return

    def _take(
        self, message: messages.Hello | messages.Join | messages.ControlMessage, watcher: Watcher
    ) -> None:
        if isinstance(message, messages.Hello):
            given = (message.token or "").encode()
            self._may_control = secrets.compare_digest(given, self._token.encode())
            if message.token is not None and not self._may_control:
                self._hub.bad_messages += 1
            watcher.reply(_json(type="welcome", control=self._may_control))
            return
        if not self._may_control or isinstance(message, messages.Join):
            raise messages.MessageError(WATCHING)
        if isinstance(message, messages.Painted):
            # Once a view, in order, and none that was never sent: so a page cannot send more of them than it was sent views.
            if not self._painted < message.n <= self._hub.newest:
                return
            self._painted = message.n
        if isinstance(message, messages.Press):
            key = (message.seat, message.role)
            if message.down:
                self._held[key] = message
            else:
                self._held.pop(key, None)
        if (refusal := self._control(message)) is not None:
            watcher.reply(_json(type="refused", message=refusal))

    def _let_go(self) -> None:
        """A page that goes away with a key down cannot send the release any more."""
        for press in self._held.values():
            self._control(messages.Press(seat=press.seat, role=press.role, down=False))
        self._held.clear()


def _json(**fields: object) -> str:
    return msgspec.json.encode(fields).decode()


def uvicorn_config(app: ASGIApp, host: str, port: int) -> uvicorn.Config:
    """How to serve ``app``: quiet, on the caller's loop, uncompressed (a LAN); 40 s of silence end a page."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        ws="websockets-sansio",
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
