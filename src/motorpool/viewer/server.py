"""The live page's web server: one world, many browsers, and a playground beside it.

`serve` blocks until Ctrl-C, as the command line wants it; `Viewer` runs in a thread of its own, as tests and
notebooks want it. Either way the simulation runs in the pacer's thread and never waits for a browser.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Generator
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ..clock import Pacer
from ..errors import ViewerError
from ..sources.player import Player
from .hub import ORDINARY_ENDS, Hub
from .listening import listen
from .playground_socket import Playgrounds
from .service import Service, open_in_browser
from .static import Page, in_thread, world_files
from .wire import MAX_VEHICLES

if TYPE_CHECKING:
    from ..world import World


class Viewer:
    """A live page for a world, served from a thread of its own between `start` and `stop`.

    Args:
        world: what to show; its steps are run by ``pacer``.
        host: an address of this machine. All but loopback need a token.
        port: 0 for any free one.
        pacer: runs the world in real time; a new one by default. Started and stopped with the viewer.
        token: the instructor's, for a host beyond loopback; made up by default.
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
        max_clients: int = 32,
        page: Page | None = None,
    ) -> None:
        if world.count > MAX_VEHICLES:
            raise ViewerError(f"the world has {world.count} vehicles; the live page shows at most {MAX_VEHICLES}")
        self.world, self.pacer = world, pacer or Pacer(world)
        self._page, self._grounds = page or Page(), Playgrounds(has_world=True)
        self._player, self._own_player = _player_of(world)
        self.hub = Hub(world, player=self._player, pacer=self.pacer, max_clients=max_clients)
        self._service = Service(self._app(), listener=listen(host, port), token=token, attached=self._attached)
        self.access, self.port = self._service.access, self._service.port

    @property
    def url(self) -> str:
        """The instructor's link."""
        return self._service.url

    @property
    def driver_url(self) -> str:
        """The link for those who only drive; the same as `url` on loopback."""
        return self._service.driver_url

    def run(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Serve until Ctrl-C (in the main thread) or `stop` (from another), or until a world step fails.

        Raises:
            whatever the failed step raised.
        """
        self._service.run(on_ready)

    def start(self) -> "Viewer":
        """Serve in a thread of its own; returns when the page answers."""
        self._service.start()
        return self

    def stop(self) -> None:
        """End the service; the world is left as it is.

        Raises:
            whatever ended the service before, if something did.
        """
        self._service.stop()

    def __enter__(self) -> "Viewer":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    @contextlib.contextmanager
    def _attached(self) -> Generator[None, None, None]:
        """The world observed and run; raises what a failed step raised."""
        observers = [
            self.hub.fire,
            self.hub.trailers,
            self.hub.remotes,
            self.hub.broadcast,
        ]  # messages go out with the frame
        self.world.observers += observers
        self.world.sources.append(self.hub.fire.gunner)
        if self._own_player:
            self.world.sources.append(self._player)
        self.pacer.start()
        try:
            yield
        finally:
            self.pacer.stop()
            for observer in observers:
                self.world.observers.remove(observer)
            self.world.sources.remove(self.hub.fire.gunner)
            if self._own_player:
                self._player.read(self.world)  # the vehicles that drivers had go back to their autopilots
                self.world.sources.remove(self._player)
        if self.pacer.error is not None:
            raise self.pacer.error

    def _app(self) -> Starlette:
        routes: list[Route | WebSocketRoute] = [Route("/health", _health), WebSocketRoute("/ws", self._socket)]
        for path, file in world_files(self.world).items():
            routes.append(Route(path, in_thread(file.respond)))
        routes += self._grounds.routes()
        routes.append(Route("/{path:path}", in_thread(self._page.respond)))
        return Starlette(routes=routes, lifespan=self._lifespan)

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncGenerator[None, None]:
        running = asyncio.create_task(self.hub.run())
        running.add_done_callback(lambda _: self._service.end())
        try:
            yield
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def _socket(self, socket: WebSocket) -> None:
        if self.hub.is_full:
            answer = PlainTextResponse("All places are taken; try again when somebody has left.", 503)
            await socket.send_denial_response(answer)
            return
        with contextlib.suppress(*ORDINARY_ENDS):
            await socket.accept()
            name = socket.query_params.get("client", "")
            await self.hub.serve(socket, asked_name=name, role=socket.scope["role"])


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
            open_in_browser(viewer.url)

    viewer.run(welcome)


def print_links(viewer: Viewer) -> None:
    """Say where the page is."""
    print(f"The world is live at {viewer.url} (Ctrl-C ends it)", flush=True)
    if not viewer.access.is_open:
        print(f"Drivers, who may not pause it, come in by {viewer.driver_url}", flush=True)


def _player_of(world: "World") -> tuple[Player, bool]:
    """The world's player, or a new one and the word that it is ours to add."""
    for source in world.sources:
        if isinstance(source, Player):
            return source, False
    return Player(), True


async def _health(_: Request) -> Response:
    return JSONResponse({"status": "ok"})
