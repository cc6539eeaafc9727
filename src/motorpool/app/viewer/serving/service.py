"""An application served to browsers: the listening socket, the gate before it, and the thread or the loop it runs in.

`Service.run` blocks until Ctrl-C, for the command line; `Service.start` serves from a thread, for tests and notebooks.
"""

import contextlib
import logging
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager

import uvicorn
from starlette.types import ASGIApp

from ....links.serving.access import Access
from ....links.serving.listening import Listener
from ..people.access_control import AccessControl
from ..people.join import EVERY_ADDRESS, addresses_of
from .connections import IDLE_PATIENCE, HttpConnection, SocketConnection

MAX_MESSAGE_BYTES = 16_384  # limit of a websocket's message, before its kind is known [bytes]
MAX_QUEUED_MESSAGES = 16  # messages of a socket that wait; more only add delay to its inputs
BACKLOG = 128  # connections that wait to be accepted
PING_INTERVAL, PING_TIMEOUT = 5.0, 10.0  # a vanished browser is noticed after at most their sum [s]
SHUTDOWN_PATIENCE = 2  # for connections to end by themselves [s]


class Service:
    """An application behind the gate, at an address of this machine.

    Args:
        app: answers the requests that pass the gate.
        listener: socket at its address, opened before anything else is done. All addresses but loopback need a token.
        token: token of instructors, for a host beyond loopback; random by default.
        attached: context of the service; an exception at its end is raised by the service.
        entrance: the path of the page that the links lead to.

    Raises:
        ViewerError: the token will not do.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        listener: Listener,
        token: str | None,
        attached: Callable[[], AbstractContextManager[None]] = contextlib.nullcontext,
        entrance: str = "",
    ) -> None:
        with listener.kept():
            self.access = Access.for_host(listener.host, token)
        self._app, self._attached, self._entrance = app, attached, entrance
        self._listener, self._host, self.port = listener.socket, listener.host, listener.port
        self._addresses = addresses_of(listener.host, listener.socket)
        self._server = _Server(self._config())
        self._thread: threading.Thread | None = None
        self._error: BaseException | None = None

    @property
    def url(self) -> str:
        """The instructor's link."""
        return self._link(self._best_host, self.access.instructor_token)

    @property
    def driver_url(self) -> str:
        """Link for drivers; the same as `url` on loopback."""
        return self._link(self._best_host, self.access.driver_token)

    def links(self, token: str | None) -> list[str]:
        """Return the links with a token for other machines, the best one first; on loopback none."""
        return [self._link(address, token) for address in self._addresses]

    def run(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Serve until Ctrl-C (in the main thread) or `end` (from any)."""
        self._server.on_ready = on_ready
        with self._attached():
            self._server.run(sockets=[self._listener])

    def start(self) -> None:
        """Serve in a thread of its own; returns when the page answers."""
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run_aside, args=(ready,), name="motorpool-viewer", daemon=True)
        self._thread.start()
        ready.wait()

    def stop(self) -> None:
        """End the service and wait for its thread.

        Raises:
            whatever ended the service before, if something did.
        """
        self.end()
        if self._thread is not None:
            self._thread.join()
        if self._error is not None:
            raise self._error

    def end(self) -> None:
        """End the service soon; returns at once."""
        self._server.should_exit = True

    def close(self) -> None:
        """Close the port of a service that was never run."""
        self._listener.close()

    def _run_aside(self, ready: threading.Event) -> None:
        try:
            self.run(ready.set)
        except BaseException as error:  # for stop() to raise in the thread that asked for the service
            self._error = error
        finally:
            ready.set()

    def _link(self, host: str, token: str | None) -> str:
        place = f"[{host}]" if ":" in host else host
        address = f"http://{place}:{self.port}/{self._entrance}"
        return address if token is None else f"{address}?token={token}"

    @property
    def _best_host(self) -> str:
        """This machine in a link: the name that was given, or an address that others can use."""
        if self._host not in EVERY_ADDRESS:
            return self._host
        return self._addresses[0] if self._addresses else "127.0.0.1"

    def _config(self) -> uvicorn.Config:
        logging.getLogger("uvicorn.error").addFilter(_is_news)
        return uvicorn.Config(
            AccessControl(self._app, access=self.access, host=self._host, cookie=f"motorpool_{self.port}"),
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_max_queue=MAX_QUEUED_MESSAGES,
            ws_per_message_deflate=False,  # it tripled the processor time
            ws_ping_interval=PING_INTERVAL,
            ws_ping_timeout=PING_TIMEOUT,
            http=HttpConnection,
            ws=SocketConnection,  # pyright: ignore[reportArgumentType] - it is a protocol like theirs
            backlog=BACKLOG,
            timeout_keep_alive=IDLE_PATIENCE,
            timeout_graceful_shutdown=SHUTDOWN_PATIENCE,
            proxy_headers=False,
            server_header=False,
            access_log=False,  # the token is in the first request's address
            log_config=None,
            log_level=logging.WARNING,
        )


def open_in_browser(url: str) -> None:
    """Open a link in this machine's browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


NO_NEWS = (  # what uvicorn says of strangers' nonsense, and of a browser that was too slow to say goodbye at the end
    "ASGI callable returned without completing handshake",  # which was refused
    "Cancel %s running task",
    "Invalid HTTP request received",
    "Invalid UTF-8 sequence received",
    "Unsupported upgrade request",
)


def _is_news(record: logging.LogRecord) -> bool:
    """Return whether a message is printed for the operator; those in ``NO_NEWS``, which clients can cause, are not."""
    return not str(record.msg).startswith(NO_NEWS)


class _Server(uvicorn.Server):
    """Uvicorn that ends quietly at Ctrl-C, so that recordings are closed, and says when it is ready."""

    on_ready: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.on_ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
