"""Connections before they are requests or websockets: bounded in number, time and size.

Uvicorn waits without limit for a request's header, does not count connections by address, and does not answer a
websocket handshake that its library cannot parse. These two protocols replace its own:

- `HttpConnection` reads a complete header within a deadline before it passes it on. If an address has too many
  connections, a new one closes the oldest, so a new connection is always accepted.
- `SocketConnection` bounds the bytes and control frames of a websocket; the application bounds its messages.
"""

import asyncio
import re
from collections import Counter
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ....links.serving.access import address_of
from ....links.serving.budget import Budget

if TYPE_CHECKING:
    import h11

HEADER_PATIENCE = 5.0  # from the connection to the end of its first request's header [s]
IDLE_PATIENCE = 5  # from an answer to the end of the next request's header [s]
MAX_FROM_ONE = 64  # HTTP connections of one address; a browser opens six
MAX_IN_ALL = 256  # HTTP connections of all addresses
MAX_SOCKETS_FROM_ONE = 16  # websockets of one address beyond loopback: 12 of drivers (`access_control`), and more
MAX_SOCKETS = 256  # open websockets in all; more of them leave no file descriptors for files

MAX_TARGET_BYTES = 4096  # of a request's first line; two models with all their settings take 2000
MAX_LINE_BYTES = 8000  # of a header; the websockets library reads 8192
MAX_HEADER_BYTES = 32_768  # of all headers of a request
MAX_HEADERS = 100  # the websockets library reads 128

BYTES_PER_SECOND, BYTES_AT_ONCE = 32_000.0, 128_000.0  # of a websocket; a browser sends 1 500 a second
FRAMES_PER_SECOND, FRAMES_AT_ONCE = 10.0, 100.0  # pings, pongs and fragments; a browser sends 0.2 a second
MAX_FRAGMENTS = 64  # of a message

_HEADER_END = re.compile(rb"\n\r?\n")


class HttpConnection(H11Protocol):
    """A connection whose requests have a header in time, of bounded size, and no body."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.address = ""  # normalised by `address_of`
        self.opened = self.loop.time()
        self.is_dropped = False  # closed to make room for another one
        self._unread = bytearray()  # the beginning of a header
        self._deadline: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Return whether no request is being answered, and no answer is still to be taken."""
        return self._is_answered and self.transport.get_write_buffer_size() == 0

    @property
    def _is_answered(self) -> bool:
        before_the_first = self.cycle is None  # pyright: ignore[reportUnnecessaryComparison]
        return before_the_first or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Make room for the new connection and start its deadline."""
        super().connection_made(transport)
        self.address = address_of(self.client[0] if self.client else "")
        self._deadline = self.loop.call_later(HEADER_PATIENCE, transport.close)
        self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline."""
        self._meet_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass complete headers on; close the connection if a header is too large or malformed."""
        self._unread += data
        while not self.transport.is_closing() and (end := _HEADER_END.search(self._unread)):
            header = bytes(self._unread[: end.end()])
            del self._unread[: end.end()]
            status = refusal_of(header)
            if status is not None:
                self._refuse(status)
                return
            self._meet_deadline()
            super().data_received(header)
            if self.transport.get_protocol() is not self:  # it has become a websocket
                return
        status = refusal_of(bytes(self._unread))
        if status is not None and not self.transport.is_closing():
            self._refuse(status)

    def handle_websocket_upgrade(self, event: "h11.Request") -> None:
        """Upgrade the connection to a websocket if there is room."""
        if self._has_room_for_socket():
            super().handle_websocket_upgrade(event)
        else:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)

    def _meet_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, status: HTTPStatus) -> None:
        if self._is_answered:
            self.transport.write(_answer(status))
        self._unread.clear()
        self.transport.close()

    def _make_room(self) -> None:
        """Close the oldest connection of the address with the most connections, preferably an idle one."""
        others = [
            one
            for one in self.connections
            if isinstance(one, HttpConnection) and one is not self and not one.is_dropped
        ]
        sizes = Counter(one.address for one in others)
        if sizes[self.address] >= MAX_FROM_ONE:
            crowd = [one for one in others if one.address == self.address]
        elif len(others) >= MAX_IN_ALL:
            crowd = [one for one in others if sizes[one.address] == max(sizes.values())]
        else:
            return
        oldest = min(crowd, key=lambda one: (not one.is_waiting, one.opened))
        oldest.is_dropped = True
        oldest.transport.abort()

    def _has_room_for_socket(self) -> bool:
        every = [one for one in self.connections if isinstance(one, SocketConnection)]
        if len(every) >= MAX_SOCKETS:
            for one in every:
                one.end_goodbye()
        sockets = [one for one in every if not one.transport.is_closing()]
        own = [one for one in sockets if address_of(one.client[0] if one.client else "") == self.address]
        is_here = self.address in ("", "loopback")
        return len(sockets) < MAX_SOCKETS and (is_here or len(own) < MAX_SOCKETS_FROM_ONE)


class SocketConnection(WebSocketsSansIOProtocol):
    """A websocket that answers every handshake and is closed when it sends too many frames."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._bytes = Budget(rate=BYTES_PER_SECOND, size=BYTES_AT_ONCE, clock=self.loop.time)
        self._frames = Budget(rate=FRAMES_PER_SECOND, size=FRAMES_AT_ONCE, clock=self.loop.time)

    def data_received(self, data: bytes) -> None:
        """Read frames; the first call brings the whole handshake."""
        super().data_received(data)
        if not self.handshake_initiated:
            self.transport.write(_answer(HTTPStatus.BAD_REQUEST))
            self.transport.close()
        elif not self._bytes.spend(len(data)):
            self.transport.abort()

    def end_goodbye(self) -> None:
        """Stop waiting for the peer to close the connection."""
        if self.close_sent:
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer a ping."""
        self._count_frame()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Note the answer to a ping."""
        self._count_frame()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Add a fragment to a message."""
        self._count_frame()
        if len(self.frames) >= MAX_FRAGMENTS:
            self.transport.abort()
        super().handle_cont(event)

    def _count_frame(self) -> None:
        if not self._frames.spend():
            self.transport.abort()


def refusal_of(header: bytes) -> HTTPStatus | None:
    """Return the status that refuses a request's header, complete or partial; None if it is valid.

    A request with a body is refused, because no resource accepts one.
    """
    first, *lines = header.rstrip(b"\r\n").split(b"\n")
    if header and not header[:1].isalpha():
        return HTTPStatus.BAD_REQUEST
    if len(first) > MAX_TARGET_BYTES:
        return HTTPStatus.REQUEST_URI_TOO_LONG
    if len(header) > MAX_HEADER_BYTES or len(lines) > MAX_HEADERS or any(len(line) > MAX_LINE_BYTES for line in lines):
        return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
    if _HEADER_END.search(header) and any(map(_announces_body, lines)):
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    return None


def _announces_body(line: bytes) -> bool:
    name, _, value = line.partition(b":")
    name = name.strip().lower()
    return name == b"transfer-encoding" or (name == b"content-length" and value.strip() != b"0")


def _answer(status: HTTPStatus) -> bytes:
    words = f"{status.phrase}.".encode()
    return (
        f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
        f"x-content-type-options: nosniff\r\ncontent-length: {len(words)}\r\nconnection: close\r\n\r\n"
    ).encode() + words
