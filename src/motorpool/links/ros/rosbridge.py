"""Server of the rosbridge protocol, for robot programs of any ROS distribution and for web pages.

It listens on the loopback interface unless it gets another host. There the protocol has no authentication: any program
of this machine can command vehicles. A page in the user's browser cannot, unless the user has named its origin. Beyond
the loopback interface a client needs a token in its address, too: ``ws://host:9090/?token=...``.

The world waits for no client. What a client costs the server is bounded: one that does not read, or that has caused
more work than its share of processor time, gets no messages meanwhile, and none are made or encoded for it.
"""

import asyncio
import contextlib
import hmac
import secrets
import threading
import time
from collections.abc import Collection, Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from ...base.errors import RosError, ViewerError, require
from ..serving.access import is_loopback
from ..serving.budget import Budget
from ..serving.listening import listen
from ..serving.origins import Origins
from .rosbridge_protocol import LONGEST_FRAME, Publication, RosbridgeSession

if TYPE_CHECKING:
    from .node import RosNode
    from .topics import Topic

HOST, PORT = "127.0.0.1", 9090
MOST_CLIENTS = 32  # each subscribes for itself; more delay the messages of all
MOST_OPENING = 64  # connections whose handshake is not complete; a further one closes the oldest
MOST_WAITING = 64  # messages of a topic between two turns of the server's thread; the oldest is dropped
SENDING_INTERVAL = 0.005  # between two turns of a client [s]
LONGEST_TURN = 0.002  # after which others have their turn [s]
LONGEST_BUFFER = 1 << 22  # a client that is so many bytes behind gets nothing until it reads [bytes]
SHARE = 0.3  # processor time of all clients' messages, and that of their requests, of the elapsed time [1]
SAVED = 0.02  # processor time that a client may use at once [s]
CLOSING_PATIENCE = 1.5  # for clients to say goodbye [s]
PURPOSE = "the rosbridge protocol"


class _Client:
    """A connection with its session and its budgets of processor time."""

    def __init__(self, connection: Any, session: RosbridgeSession):
        self.connection, self.session = connection, session
        self.sending = Budget(rate=SHARE, size=SAVED, clock=time.monotonic)
        self.answering = Budget(rate=SHARE, size=SAVED, clock=time.monotonic)
        self.is_ready = True  # for messages

    @property
    def has_room(self) -> bool:
        """Return whether the client has read its messages, except for a buffer."""
        return self.connection.transport.get_write_buffer_size() < LONGEST_BUFFER

    @property
    def wanted(self) -> frozenset[str]:
        """Return the names of the topics that it may be sent now."""
        return self.session.subscribed if self.is_ready else frozenset()


class Rosbridge:
    """Server of the rosbridge protocol, in a thread of its own.

    Args:
        node: whose topics are served.
        host: address to listen at; other than loopback it needs a token.
        port: 0 for any free one.
        origins: origins of web pages that may connect, such as ``http://localhost:3000``.

    Attributes:
        token: that clients beyond the loopback interface need; None if none is needed.

    Raises:
        RosError: the address cannot be had, or an origin is none.
    """

    def __init__(self, node: "RosNode", *, host: str = HOST, port: int = PORT, origins: Iterable[str] = ()):
        require("websockets.asyncio.server", extra="app", purpose=PURPOSE)
        self._node, self.host = node, host
        try:
            self._origins = Origins.of(host, origins, option="--ros-origin")
            listener = listen(host, port, prefix="--ros-")
        except ViewerError as error:
            raise RosError(str(error)) from error
        self._socket, self.port = listener.socket, listener.port
        self.token = None if is_loopback(host) else secrets.token_urlsafe(24)
        self._clients: tuple[_Client, ...] = ()  # replaced, never changed
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
        return len(self._clients)

    def wanted(self) -> Collection[str]:
        """Return the names of the topics that clients have subscribed to and may be sent now."""
        return frozenset[str]().union(*(client.wanted for client in self._clients))

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
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._serve())
        finally:
            self._is_open.set()

    async def _serve(self) -> None:
        library = require("websockets.asyncio.server", extra="app", purpose=PURPOSE)
        doorway = _Doorway()
        server = await library.serve(
            self._attend,
            sock=self._socket,
            process_request=self._check,
            create_connection=doorway.class_of(library.ServerConnection),
            max_size=LONGEST_FRAME,
            max_queue=16,
            compression=None,
            server_header=None,
            open_timeout=5.0,
            close_timeout=1.0,
            logger=_quiet_logger(),
        )
        self._is_open.set()
        await self._end.wait()
        for client in self._clients:
            if client.connection.transport.get_write_buffer_size():  # it would not read the goodbye
                client.connection.transport.abort()
        server.close()
        doorway.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(server.wait_closed(), CLOSING_PATIENCE)

    def _check(self, connection: Any, request: Any) -> Any:
        """Return a refusal of a handshake, or None."""
        if self.client_count >= MOST_CLIENTS:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, f"there are {MOST_CLIENTS} clients already\n")
        hosts, origins = request.headers.get_all("Host"), request.headers.get_all("Origin")
        if not self._origins.knows_host(hosts):
            return connection.respond(HTTPStatus.FORBIDDEN, "this server is not known by that name\n")
        if not self._origins.admits_origin(origins, hosts):
            return connection.respond(HTTPStatus.FORBIDDEN, "only pages named by --ros-origin may connect\n")
        given = parse_qs(urlsplit(str(request.path)).query).get("token", [""])[0]
        if self.token is not None and not hmac.compare_digest(given.encode(), self.token.encode()):
            return connection.respond(HTTPStatus.FORBIDDEN, "the address needs the token of motorpool run\n")
        return None

    async def _attend(self, connection: Any) -> None:
        exceptions = require("websockets.exceptions", extra="app", purpose=PURPOSE)
        client = _Client(connection, RosbridgeSession(self._node))
        self._clients = (*self._clients, client)
        sending = asyncio.ensure_future(self._send(client))
        try:
            async for frame in connection:
                await self._answer(client, frame)
        except exceptions.ConnectionClosed:
            pass
        finally:
            sending.cancel()
            self._clients = tuple(one for one in self._clients if one is not client)

    async def _answer(self, client: _Client, frame: str | bytes) -> None:
        began = time.thread_time()
        answers = client.session.receive(frame)
        client.answering.charge((time.thread_time() - began) * self.client_count)
        for answer in answers:
            await client.connection.send(answer)
        while client.answering.has_debt:
            await asyncio.sleep(SENDING_INTERVAL)

    async def _send(self, client: _Client) -> None:
        """Send the messages that wait, in turns, while the client reads them and has processor time left."""
        while True:
            client.is_ready = client.has_room and not client.sending.has_debt
            if client.is_ready:
                self._send_some(client)
            await asyncio.sleep(SENDING_INTERVAL)

    def _send_some(self, client: _Client) -> None:
        """Send messages of one turn in one write, because other threads may run at each call of the system."""
        began, end = time.thread_time(), time.monotonic() + LONGEST_TURN
        protocol = client.connection.protocol
        for message in client.session.due() if protocol.state.name == "OPEN" else ():
            protocol.send_text(message.text.encode())
            if time.monotonic() > end:
                break
        client.connection.transport.write(b"".join(protocol.data_to_send()))
        sharing_count = sum(one.is_ready for one in self._clients)
        client.sending.charge((time.thread_time() - began) * sharing_count)

    def _distribute(self) -> None:
        with self._lock:
            new, self._new = self._new, {}
        for topic, waiting in new.items():
            receivers = [client.session for client in self._clients if topic in client.wanted]
            for message in waiting if receivers else ():
                publication = Publication(topic, message)
                for session in receivers:
                    session.offer(topic, publication)


class _Doorway:
    """Connections whose handshake is not complete, of which there is a bounded number."""

    def __init__(self) -> None:
        self._opening: list[Any] = []

    def class_of(self, connection_class: Any) -> Any:
        """Return the library's class of connections, which come in by this doorway."""
        add = self.add

        class Connection(connection_class):
            def connection_made(self, transport: Any) -> None:
                super().connection_made(transport)  # pyright: ignore[reportUnknownMemberType]
                add(self)

        return Connection

    def add(self, connection: Any) -> None:
        """Add a connection, and close the one that waits longest if too many wait."""
        waiting = [one for one in self._opening if one.protocol.state.name == "CONNECTING"]
        self._opening = [*waiting, connection]
        self.close(keep=MOST_OPENING)

    def close(self, *, keep: int = 0) -> None:
        """Close the connections that wait, but for the newest."""
        count = max(0, len(self._opening) - keep)
        for one in self._opening[:count]:
            one.transport.abort()
        del self._opening[:count]


def _quiet_logger() -> Any:
    import logging

    logger = logging.getLogger("motorpool.rosbridge")
    logger.setLevel(logging.CRITICAL)  # clients could fill the terminal with their nonsense
    return logger
