"""Server of the rosbridge protocol, for robot programs of any ROS distribution and for web pages.

It listens on the loopback interface unless it gets another host. There the protocol has no authentication: any program
of this machine can command vehicles. A page of another site in the user's browser cannot, because its ``Origin`` is
refused. Beyond the loopback interface a client needs a token in its address: ``ws://host:9090/?token=...``.
"""

import asyncio
import contextlib
import hmac
import secrets
import threading
from collections.abc import Collection
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from ..errors import RosError, ViewerError, require
from ..viewer.access import is_loopback
from ..viewer.listening import listen
from .messages import json_of
from .rosbridge_protocol import LONGEST_FRAME, RosbridgeSession, publish_text

if TYPE_CHECKING:
    from .node import RosNode
    from .topics import Topic

HOST, PORT = "127.0.0.1", 9090
MOST_CLIENTS = 32
MOST_WAITING = 64  # messages of a topic between two turns of the server's thread; the oldest is dropped
SENDING_INTERVAL = 0.005  # between two looks at throttled messages [s]
LONGEST_BUFFER = 1 << 22  # a client that is so many bytes behind gets nothing until it reads [bytes]
PURPOSE = "the rosbridge protocol"


class Rosbridge:
    """Server of the rosbridge protocol, in a thread of its own.

    Args:
        node: whose topics are served.
        host: address to listen at; other than loopback it needs a token.
        port: 0 for any free one.

    Attributes:
        token: that clients beyond the loopback interface need; None if none is needed.

    Raises:
        RosError: the address cannot be had.
    """

    def __init__(self, node: "RosNode", *, host: str = HOST, port: int = PORT):
        require("websockets.asyncio.server", extra="app", purpose=PURPOSE)
        self._node, self.host = node, host
        try:
            listener = listen(host, port, prefix="--ros-")
        except ViewerError as error:
            raise RosError(str(error)) from error
        self._socket, self.port = listener.socket, listener.port
        self.token = None if is_loopback(host) else secrets.token_urlsafe(24)
        self._sessions: dict[Any, RosbridgeSession] = {}
        self._wanted: frozenset[str] = frozenset()
        self._lock = threading.Lock()
        self._new: dict[str, list[Any]] = {}  # messages by topic
        self._loop = asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._is_open = threading.Event()
        self._thread = threading.Thread(target=self._run, name="motorpool-rosbridge", daemon=True)
        self._thread.start()
        self._is_open.wait()

    @property
    def url(self) -> str:
        """Address for clients."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"ws://{host}:{self.port}" + (f"/?token={self.token}" if self.token else "")

    @property
    def client_count(self) -> int:
        """Return the number of clients."""
        return len(self._sessions)

    def wanted(self) -> Collection[str]:
        """Return the names of the topics that clients have subscribed to."""
        return self._wanted

    def take(self, topic: "Topic", message: Any, time: float) -> None:
        """Pass a message to the server's thread."""
        with self._lock:
            is_first = not self._new
            waiting = self._new.setdefault(topic.name, [])
            waiting.append(message)
            del waiting[:-MOST_WAITING]
        if is_first:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._distribute)

    def follow(self) -> None:
        """Sessions look topics up by name; nothing is to be done."""

    def close(self) -> None:
        """End all connections and give the port back."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    # ---- the server's thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._is_open.set()
            self._loop.close()

    async def _serve(self) -> None:
        server = require("websockets.asyncio.server", extra="app", purpose=PURPOSE)
        async with server.serve(
            self._attend,
            sock=self._socket,
            process_request=self._check,
            max_size=LONGEST_FRAME,
            max_queue=16,
            compression=None,
            server_header=None,
            open_timeout=5.0,
            close_timeout=1.0,
            logger=_quiet_logger(),
        ):
            self._is_open.set()
            await self._end.wait()

    def _check(self, connection: Any, request: Any) -> Any:
        """Return a refusal of a handshake, or None."""
        if len(self._sessions) >= MOST_CLIENTS:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, f"there are {MOST_CLIENTS} clients already\n")
        if self.token is not None:
            given = parse_qs(urlsplit(str(request.path)).query).get("token", [""])[0]
            if not hmac.compare_digest(given.encode(), self.token.encode()):
                return connection.respond(HTTPStatus.FORBIDDEN, "the address needs the token of motorpool run\n")
            return None
        hosts = [_host_of(f"ws://{host}") for host in request.headers.get_all("Host")]
        origins = [_host_of(origin) for origin in request.headers.get_all("Origin")]
        if not all(is_loopback(host) for host in (*hosts, *origins)):
            return connection.respond(HTTPStatus.FORBIDDEN, "pages of other sites are refused\n")
        return None

    async def _attend(self, connection: Any) -> None:
        exceptions = require("websockets.exceptions", extra="app", purpose=PURPOSE)
        session = RosbridgeSession(self._node)
        self._sessions[connection] = session
        sender = asyncio.ensure_future(self._send(connection, session))
        try:
            async for frame in connection:
                for answer in session.receive(frame):
                    await connection.send(answer)
                self._note_wanted()
        except exceptions.ConnectionClosed:
            pass
        finally:
            sender.cancel()
            del self._sessions[connection]
            self._note_wanted()

    async def _send(self, connection: Any, session: RosbridgeSession) -> None:
        exceptions = require("websockets.exceptions", extra="app", purpose=PURPOSE)
        with contextlib.suppress(exceptions.ConnectionClosed):
            while True:
                if connection.transport.get_write_buffer_size() < LONGEST_BUFFER:
                    for text in session.due():
                        await connection.send(text)
                await asyncio.sleep(SENDING_INTERVAL)

    def _distribute(self) -> None:
        with self._lock:
            new, self._new = self._new, {}
        for topic, waiting in new.items():
            receivers = [session for session in self._sessions.values() if topic in session.subscribed]
            for message in waiting if receivers else ():
                text = publish_text(topic, json_of(message))
                for session in receivers:
                    session.offer(topic, text)

    def _note_wanted(self) -> None:
        self._wanted = frozenset().union(*(session.subscribed for session in self._sessions.values()))


def _host_of(address: str) -> str:
    """Return the host of an address; the empty text if there is none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _quiet_logger() -> Any:
    import logging

    logger = logging.getLogger("motorpool.rosbridge")
    logger.setLevel(logging.CRITICAL)  # clients could fill the terminal with their nonsense
    return logger
