"""Access control: every request for a page or a socket is checked here first.

- The Host header must name this machine, and an Origin header the very address that is asked (`Origins`).
- Beyond loopback a token is needed. It comes once in the link, which is exchanged for a pass in an HttpOnly cookie and
  leaves the address bar (`Access`). A socket ends when its pass does.
"""

import asyncio
import contextlib
import secrets
from collections import Counter
from urllib.parse import urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ....links.serving.access import Access, Pass, address_of
from ....links.serving.origins import Origins
from ..serving.static import ENTRANCES

SENT_AWAY = 4004  # application-defined close code: an instructor has removed the user or replaced the link
GOODBYE = 1.0  # time for the peer to close a socket after that [s]
MAX_SOCKETS_FROM_ONE = 12  # of drivers of one address beyond loopback: fewer than there are places

HEADERS = {
    # The page loads only files of this server, so no exception for data:, blob: or inline scripts is needed.
    "content-security-policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class AccessControl:
    """ASGI middleware that asks `Access` about requests, stores the pass in the scope, and sets security headers."""

    def __init__(self, app: ASGIApp, *, access: Access, host: str, cookie: str) -> None:
        self._app, self._access, self._cookie = app, access, cookie
        self._origins = Origins.of(host)
        self._drivers = Counter[str]()  # sockets of drivers, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request or pass it on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        answer = self._answer(HTTPConnection(scope), scope)
        send = _with_headers(send)
        if answer is not None:
            await answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _answer(self, request: HTTPConnection, scope: Scope) -> Response | None:
        hosts, path = request.headers.getlist("host"), scope["path"]
        if not path.startswith("/"):
            return PlainTextResponse("Ask for a path of this server.", 400)
        if not self._origins.knows_host(hosts):
            return PlainTextResponse("This server is not known by that name.", 400)
        if not self._origins.admits_origin(request.headers.getlist("origin"), hosts):
            return PlainTextResponse("Another site may not talk to this server.", 403)
        if path == "/health":
            return None
        shown, reason = self._pass_of(request)
        if shown is None:
            return PlainTextResponse(reason, 403)
        if "token" in request.query_params and scope["type"] == "http":
            return self._way_on(request, shown)
        if scope["type"] == "websocket" and self._is_crowded(shown):
            return PlainTextResponse("Your address has all the connections that one may have.", 503)
        scope["pass"] = shown
        return None

    def _pass_of(self, request: HTTPConnection) -> tuple[Pass | None, str]:
        address = address_of(request.client.host if request.client else "")
        scheme, _, credentials = request.headers.get("authorization", "").partition(" ")
        link_token = request.query_params.get("token")
        if self._access.is_open:
            return Pass("instructor", address, guest=secrets.token_urlsafe(9)), ""
        if link_token is None and scheme.lower() == "bearer":
            return self._access.follow(credentials, address)
        kept, reason = self._access.recognise(request.cookies.get(self._cookie, ""), address)
        return (kept, reason) if link_token is None else self._access.follow(link_token, address, kept=kept)

    def _way_on(self, request: HTTPConnection, shown: Pass) -> Response:
        """Redirect to the page, with the pass in a cookie; Lax, because links in mails are followed."""
        query = urlencode([one for one in request.query_params.multi_items() if one[0] != "token"])
        path = request.scope["path"]
        page = path if path in ENTRANCES else "/"  # no other path: "//evil.example" would lead to another site
        response = RedirectResponse(f"{page}?{query}" if query else page, 303, {"cache-control": "no-store"})
        if not self._access.is_open:
            is_secure = request.scope["scheme"] in ("https", "wss")
            cookie = self._access.cookie_of(shown)
            response.set_cookie(self._cookie, cookie, httponly=True, samesite="lax", secure=is_secure)
        return response

    def _is_crowded(self, shown: Pass) -> bool:
        """Return whether the drivers of an address have the maximum number of sockets."""
        is_counted = shown.role == "driver" and shown.address not in ("", "loopback")
        return is_counted and self._drivers[shown.address] >= MAX_SOCKETS_FROM_ONE

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket until it is closed or its pass becomes invalid."""
        shown: Pass = scope["pass"] if "pass" in scope else Pass()
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[str] = loop.create_future()

        def end(reason: str) -> None:
            with contextlib.suppress(RuntimeError):  # the loop closed: the server has stopped
                loop.call_soon_threadsafe(lambda: ended.done() or ended.set_result(reason))

        self._access.settle(shown)
        self._drivers[shown.address] += shown.role == "driver"
        serving = asyncio.ensure_future(self._app(scope, receive, send))
        try:
            with self._access.watched(shown, end):
                await asyncio.wait((serving, ended), return_when=asyncio.FIRST_COMPLETED)
            if not serving.done():
                with contextlib.suppress(Exception):  # closing a connection that the peer has ended may raise anything
                    await send({"type": "websocket.close", "code": SENT_AWAY, "reason": ended.result()})
                await asyncio.wait((serving,), timeout=GOODBYE)
        finally:
            self._drivers[shown.address] -= shown.role == "driver"
            self._drivers += Counter[str]()  # drops addresses without any
            serving.cancel()
            await asyncio.wait((serving,))
        if not serving.cancelled() and (error := serving.exception()):
            raise error


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return send_with_headers
