"""The live page's web server: one world, many browsers.

`serve` blocks until Ctrl-C, as the command line wants it; `Viewer` runs in a thread of its own, as tests and
notebooks want it. Either way the simulation runs in the pacer's thread and never waits for a browser.
"""

import asyncio
import contextlib
import errno
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncGenerator, Callable, Generator
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ..clock import Pacer
from ..errors import ViewerError
from ..sources.player import Player
from .gate import Access, Gate
from .hub import ORDINARY_ENDS, Hub
from .static import Page, world_files
from .wire import MAX_VEHICLES

if TYPE_CHECKING:
    from ..world import World

MAX_MESSAGE_BYTES = 16_384
MAX_QUEUED_MESSAGES = 16
MAX_CONNECTIONS = 256  # of any kind, browsers and others, before new ones are told 503
PING_INTERVAL, PING_TIMEOUT = 5.0, 10.0  # a vanished browser is noticed after at most their sum [s]
SHUTDOWN_PATIENCE = 2  # for connections to end by themselves [s]
STALLED_SOCKET = 30_000  # a peer that takes no byte for so long is dropped by the system, where it can [ms]


class Viewer:
    """A live page for a world, served from a thread of its own between `start` and `stop`.

    Args:
        world: what to show; its steps are run by ``pacer``.
        host: an address of this machine. All but loopback need a token.
        port: 0 for any free one.
        pacer: runs the world in real time; a new one by default. Started and stopped with the viewer.
        token: the instructor's, for a host beyond loopback; made up by default.
        rate_hz: frames a second at most.
        max_clients: browsers at most.
        page: answers what is neither world nor socket.

    Raises:
        ViewerError: the port is taken, the host is not ours, or the world is too large for the wire format.
    """

    def __init__(
        self,
        world: "World",
        *,
        host: str = "127.0.0.1",
        port: int = 8765,
        pacer: Pacer | None = None,
        token: str | None = None,
        rate_hz: float = 30.0,
        max_clients: int = 32,
        page: Page | None = None,
    ) -> None:
        if world.count > MAX_VEHICLES:
            raise ViewerError(f"the world has {world.count} vehicles; the live page shows at most {MAX_VEHICLES}")
        self.world, self.pacer = world, pacer or Pacer(world)
        self.access = Access.for_host(host, token)
        self._host, self._page = host, page or Page()
        self._player, self._own_player = _player_of(world)
        self.hub = Hub(world, player=self._player, pacer=self.pacer, rate_hz=rate_hz, max_clients=max_clients)
        self._listener = bind(host, port)
        self.port: int = self._listener.getsockname()[1]
        self._server = _Server(self._config())
        self._thread: threading.Thread | None = None
        self._error: BaseException | None = None

    @property
    def url(self) -> str:
        """The instructor's link."""
        return self._link(self.access.instructor_token)

    @property
    def driver_url(self) -> str:
        """The link for those who only drive; the same as `url` on loopback."""
        return self._link(self.access.driver_token)

    def run(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Serve until Ctrl-C (in the main thread) or `stop` (from another), or until a world step fails.

        Raises:
            whatever the failed step raised.
        """
        self._server.on_ready = on_ready
        with self._attached():
            self._server.run(sockets=[self._listener])
        if self.pacer.error is not None:
            raise self.pacer.error

    def start(self) -> "Viewer":
        """Serve in a thread of its own; returns when the page answers."""
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run_aside, args=(ready,), name="motorpool-viewer", daemon=True)
        self._thread.start()
        ready.wait()
        return self

    def stop(self) -> None:
        """End the service; the world is left as it is.

        Raises:
            whatever ended the service before, if something did.
        """
        self._end()
        if self._thread is not None:
            self._thread.join()
        if self._error is not None:
            raise self._error

    def _run_aside(self, ready: threading.Event) -> None:
        try:
            self.run(ready.set)
        except BaseException as error:  # for stop() to raise in the thread that asked for the service
            self._error = error
        finally:
            ready.set()

    def _end(self) -> None:
        self._server.should_exit = True

    def __enter__(self) -> "Viewer":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    @contextlib.contextmanager
    def _attached(self) -> Generator[None, None, None]:
        """The world observed and run."""
        self.world.observers.append(self.hub.broadcast)
        if self._own_player:
            self.world.sources.append(self._player)
        self.pacer.start()
        try:
            yield
        finally:
            self.pacer.stop()
            self.world.observers.remove(self.hub.broadcast)
            if self._own_player:
                self._player.read(self.world)  # the vehicles that drivers had go back to their autopilots
                self.world.sources.remove(self._player)

    def _link(self, token: str | None) -> str:
        host = socket.gethostname() if self._host in ("0.0.0.0", "::", "") else self._host
        address = f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"
        return address if token is None else f"{address}?token={token}"

    def _config(self) -> uvicorn.Config:
        logging.getLogger("uvicorn.error").addFilter(_is_news)
        return uvicorn.Config(
            Gate(self._app(), access=self.access, host=self._host, cookie=f"motorpool_{self.port}"),
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_max_queue=MAX_QUEUED_MESSAGES,
            ws_per_message_deflate=False,  # it tripled the processor time
            ws_ping_interval=PING_INTERVAL,
            ws_ping_timeout=PING_TIMEOUT,
            limit_concurrency=MAX_CONNECTIONS,
            timeout_graceful_shutdown=SHUTDOWN_PATIENCE,
            proxy_headers=False,
            server_header=False,
            access_log=False,  # the token is in the first request's address
            log_config=None,
            log_level=logging.WARNING,
        )

    def _app(self) -> Starlette:
        routes: list[Route | WebSocketRoute] = [Route("/health", _health), WebSocketRoute("/ws", self._socket)]
        for path, file in world_files(self.world).items():
            routes.append(Route(path, _in_thread(file.respond)))
        routes.append(Route("/{path:path}", _in_thread(self._page.respond)))
        return Starlette(routes=routes, lifespan=self._lifespan)

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncGenerator[None, None]:
        looking_after = asyncio.create_task(self.hub.run())
        looking_after.add_done_callback(lambda _: self._end())
        try:
            yield
        finally:
            looking_after.cancel()
            await asyncio.gather(looking_after, return_exceptions=True)

    async def _socket(self, socket: WebSocket) -> None:
        if self.hub.is_full:
            answer = PlainTextResponse("All places are taken; try again when somebody has left.", 503)
            await socket.send_denial_response(answer)
            return
        with contextlib.suppress(*ORDINARY_ENDS):
            await socket.accept()
            name = socket.query_params.get("client", "")
            await self.hub.attend(socket, asked_name=name, role=socket.scope["role"])


def serve(
    world: "World",
    *,
    host: str = "127.0.0.1",
    port: int = 8765,
    pacer: Pacer | None = None,
    token: str | None = None,
    open_browser: bool = True,
    on_ready: Callable[[Viewer], None] | None = None,
) -> None:
    """Show a world live in browsers until Ctrl-C.

    Args:
        world: what to show.
        host: an address of this machine; all but loopback need a token.
        port: 0 for any free one.
        pacer: runs the world in real time; a new one by default.
        token: the instructor's; made up by default where one is needed.
        open_browser: open the page in this machine's browser.
        on_ready: called once with the viewer when the page answers; prints the links by default.

    Raises:
        ViewerError: the port is taken, the host is not ours, or the world is too large for the wire format.
    """
    viewer = Viewer(world, host=host, port=port, pacer=pacer, token=token)

    def welcome() -> None:
        (on_ready or print_links)(viewer)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(viewer.url,), daemon=True).start()

    viewer.run(welcome)


def print_links(viewer: Viewer) -> None:
    """Say where the page is."""
    print(f"The world is live at {viewer.url} (Ctrl-C ends it)", flush=True)
    if not viewer.access.is_open:
        print(f"Drivers, who may not pause it, come in by {viewer.driver_url}", flush=True)


def bind(host: str, port: int) -> socket.socket:
    """A listening socket.

    Raises:
        ViewerError: it cannot be had, and what to do instead.
    """
    if not 0 <= port <= 65_535:
        raise ViewerError(f"the port is {port}; --port takes 1 to 65535, or 0 for any free one")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise ViewerError(f"{host!r} is no address of this machine ({error}); use --host 127.0.0.1") from error
    try:
        _set_options(listener)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        raise ViewerError(_sentence(host, port, error)) from error
    return listener


def _is_news(record: logging.LogRecord) -> bool:
    """Whether uvicorn says more than that a browser was too slow to say goodbye at the end."""
    return not str(record.msg).startswith("Cancel %s running task")


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


def _player_of(world: "World") -> tuple[Player, bool]:
    """The world's player, or a new one and the word that it is ours to add."""
    for source in world.sources:
        if isinstance(source, Player):
            return source, False
    return Player(), True


def _set_options(listener: socket.socket) -> None:
    if sys.platform == "win32":  # where SO_REUSEADDR would share a port in use
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sys.platform == "linux":
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_SOCKET)


def _sentence(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use; stop the program that has it, or choose another with --port"
    if error.errno == errno.EACCES:
        return f"port {port} of {host} needs more rights than yours; choose one above 1023 with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine; use --host 127.0.0.1, or 0.0.0.0 for all its addresses"
    return f"port {port} of {host} cannot be served ({error.strerror}); choose another with --port"


def _in_thread(respond: Callable[[Request], Response]) -> Any:
    """An endpoint that makes its answer outside the server's thread, for it may read and compress."""

    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(respond, request)

    return endpoint


async def _health(_: Request) -> Response:
    return JSONResponse({"status": "ok"})
