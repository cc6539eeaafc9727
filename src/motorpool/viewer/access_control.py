"""Access control: every request for a page or a socket is checked here first.

- The Host header must name this machine, so that a foreign site cannot rebind its name to us.
- An Origin header must name the very address that is asked, so that no other site's script can talk to us.
- Beyond loopback a token is needed. It comes once in the link, moves into an HttpOnly cookie and leaves the
  address bar. There are two: an instructor's and a driver's.
"""

import hmac
import ipaddress
import re
import secrets
import socket
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import ViewerError
from .client import Role
from .static import ENTRANCES

MIN_TOKEN_LENGTH = 16
_HOST = re.compile(r"(?:\[(?P<address>[0-9A-Za-z:.%_-]+)\]|(?P<name>[0-9A-Za-z._-]+))(?::[0-9]{1,5})?")

HEADERS = {
    # Everything that the page needs is a file of ours, so no data:, blob: or inline exception is made.
    "content-security-policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


@dataclass(frozen=True)
class Access:
    """The tokens that open the gate; without any, everybody who reaches it is an instructor."""

    instructor_token: str | None = None
    driver_token: str | None = None

    @classmethod
    def for_host(cls, host: str, token: str | None) -> "Access":
        """Open on loopback unless a token is given; elsewhere with ``token`` or a fresh one for the instructor.

        Raises:
            ViewerError: the token is too short or has characters that a link cannot carry.
        """
        if token is None and is_loopback(host):
            return cls()
        if token is not None and (len(token) < MIN_TOKEN_LENGTH or not _is_plain(token)):
            raise ViewerError(
                f"the token has {len(token)} characters; it must have at least {MIN_TOKEN_LENGTH}, "
                "letters, digits, - and _ only"
            )
        return cls(token or secrets.token_urlsafe(24), secrets.token_urlsafe(24))

    @property
    def is_open(self) -> bool:
        """Return whether no token is needed."""
        return self.instructor_token is None

    def role_of(self, token: str | None) -> Role | None:
        """Return the role of the bearer of this token; None for an unknown token."""
        if self.is_open:
            return "instructor"
        if _is_same(token, self.instructor_token):
            return "instructor"
        return "driver" if _is_same(token, self.driver_token) else None


class AccessControl:
    """ASGI middleware that lets in whom `Access` lets in, notes their role, and sets the safety headers."""

    def __init__(self, app: ASGIApp, *, access: Access, host: str, cookie: str) -> None:
        self._app, self._access, self._cookie = app, access, cookie
        self._host_names = _own_names(host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request or pass it on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        answer = self._answer(HTTPConnection(scope), scope)
        await (answer or self._app)(scope, receive, _with_headers(send))

    def _answer(self, request: HTTPConnection, scope: Scope) -> Response | None:
        """A refusal, or the way on without the token, or None to pass the request on."""
        host, path = request.headers.get("host", ""), scope["path"]
        if not path.startswith("/"):
            return PlainTextResponse("Ask for a path of this server.", 400)
        if not self._is_our_host(host):
            return PlainTextResponse("This server is not known by that name.", 400)
        if not _is_same_origin(request, host):
            return PlainTextResponse("Another site may not talk to this server.", 403)
        if path == "/health":
            return None
        link_token = request.query_params.get("token")
        role = self._access.role_of(link_token or self._carried_token(request))
        if role is None:
            return PlainTextResponse("This world needs the link with its token, as the server printed it.", 403)
        if link_token is not None and scope["type"] == "http":
            return self._way_on(request, link_token)
        scope["role"] = role
        return None

    def _way_on(self, request: HTTPConnection, token: str) -> Response:
        """Back to the page, token in the cookie. Lax, for the link may be clicked in a mail or a chat."""
        query = urlencode([one for one in request.query_params.multi_items() if one[0] != "token"])
        path = request.scope["path"]
        page = path if path in ENTRANCES else "/"  # no other: "//evil.example" is a path, too
        response = RedirectResponse(f"{page}?{query}" if query else page, 303, {"cache-control": "no-store"})
        if not self._access.is_open:
            is_secure = request.scope["scheme"] in ("https", "wss")
            response.set_cookie(self._cookie, token, httponly=True, samesite="lax", secure=is_secure)
        return response

    def _carried_token(self, request: HTTPConnection) -> str | None:
        scheme, _, credentials = request.headers.get("authorization", "").partition(" ")
        return credentials if scheme.lower() == "bearer" else request.cookies.get(self._cookie)

    def _is_our_host(self, host: str) -> bool:
        """Numeric addresses are always fine: only a name can be rebound."""
        parts = _HOST.fullmatch(host)
        name = (parts["address"] or parts["name"]).lower() if parts else ""
        return name in self._host_names or _is_numeric(name)


def is_loopback(host: str) -> bool:
    """Return whether only programs on this machine can reach that address."""
    return host == "localhost" or (_is_numeric(host) and ipaddress.ip_address(host).is_loopback)


def _is_same_origin(request: HTTPConnection, host: str) -> bool:
    """A browser that talks for another site says so in Origin; programs that are no browsers send none."""
    origin = request.headers.get("origin")
    return origin is None or origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


def _is_numeric(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _own_names(host: str) -> frozenset[str]:
    name = socket.gethostname().lower()
    return frozenset({"localhost", host.lower(), name, f"{name}.local"})


def _is_plain(token: str) -> bool:
    return token.isascii() and all(letter.isalnum() or letter in "-_" for letter in token)


def _is_same(given: str | None, expected: str | None) -> bool:
    return given is not None and expected is not None and hmac.compare_digest(given.encode(), expected.encode())


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return send_with_headers
