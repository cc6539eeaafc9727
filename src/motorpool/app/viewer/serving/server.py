"""The live page's web server: a world, many browsers, and a playground beside it.

`serve` blocks until Ctrl-C, for the command line; `Viewer` runs in a thread, for tests and notebooks. Either way the
simulation runs in the pacer's thread and never waits for a browser. The server answers before its first world is
built, shows it standing while it is compiled, and can replace it by another one (`ScenarioChoice`).
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Callable, Generator
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ....compile.notices import listening
from ....links.serving.access import Pass
from ....links.serving.listening import listen
from ....world.clock import Pacer
from ..hub import ORDINARY_ENDS, Hub
from ..people.admission import Admission
from ..people.join import JoinLinks
from ..people.network_command import network_command
from ..scenario_choice import Built, ScenarioChoice, WorldBuilder
from ..schema.session import ScenarioList, SessionDescription
from ..topics.session import SessionTopic
from .live_world import LiveWorld, Succession
from .playground_socket import Playgrounds
from .service import Service, open_in_browser
from .static import File, Page, in_thread

if TYPE_CHECKING:
    from ....world import World

NO_STORE = {"cache-control": "no-store"}


class Viewer:
    """A live page for a world, served from a thread of its own between `start` and `stop`.

    Args:
        world: what to show; its steps are run by ``pacer``. None to begin with one of those that are offered (`offer`).
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
        world: "World | None" = None,
        *,
        host: str = "127.0.0.1",
        port: int = 8765,
        pacer: Pacer | None = None,
        token: str | None = None,
        max_clients: int = 32,
        page: Page | None = None,
    ) -> None:
        self._page, self._grounds = page or Page(), Playgrounds(has_world=True)
        self.choice, self._max_clients = ScenarioChoice(), max_clients
        self._first = ""  # scenario to begin with
        self._failure: BaseException | None = None
        listener = listen(host, port)
        with listener.kept():
            self._service = Service(self._app(), listener=listener, token=token, attached=self._attached)
            self.access, self.port = self._service.access, self._service.port
            self.links = JoinLinks(self._service.links, self.access)
            self._worlds = Succession(None if world is None else self._live_world(world, pacer))
        self.choice.running = "" if world is None else world.name

    @property
    def url(self) -> str:
        """The instructor's link."""
        return self._service.url

    @property
    def driver_url(self) -> str:
        """Link for drivers; the same as `url` on loopback."""
        return self._service.driver_url

    @property
    def world(self) -> "World":
        """The world that runs."""
        return self._shown.world

    @property
    def pacer(self) -> Pacer:
        """The pacer of the world that runs."""
        return self._shown.pacer

    @property
    def hub(self) -> Hub:
        """The hub of its browsers."""
        return self._shown.hub

    def offer(self, builder: WorldBuilder, *, first: str = "") -> "Viewer":
        """Offer other worlds to instructors.

        Args:
            first: the scenario to begin with, when the page answers; none where there is a world.
        """
        self.choice.builder, self._first = builder, first
        return self

    def run(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Serve until Ctrl-C (in the main thread) or `stop` (from another), or until a world step fails.

        Raises:
            whatever the failed step raised, or what prevented the first world.
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

    def close(self) -> None:
        """Close the port of a page that was never served."""
        self._service.close()

    def __enter__(self) -> "Viewer":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    # ---- the world that runs, and the next

    @property
    def _shown(self) -> LiveWorld:
        assert self._worlds.shown is not None, "the first world is still being built"
        return self._worlds.shown

    def _live_world(self, world: "World", pacer: Pacer | None, *, is_ready: bool = True) -> LiveWorld:
        return LiveWorld(
            world,
            choice=self.choice,
            pacer=pacer,
            admission=Admission(self.access, self.links),
            max_clients=self._max_clients,
            is_ready=is_ready,
        )

    @contextlib.contextmanager
    def _attached(self) -> Generator[None, None, None]:
        """Observe and run the world; raise the error of a failed step, or the one that prevented the first world."""
        self._worlds.advance()
        try:
            with listening(self.choice):
                yield
        finally:
            self._worlds.end()
        shown = self._worlds.shown
        error = self._failure or (shown and shown.pacer.error)
        if error is not None:
            raise error

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncGenerator[None, None]:
        running = asyncio.create_task(self._run_worlds())
        running.add_done_callback(lambda _: self._service.end())
        try:
            yield
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def _run_worlds(self) -> None:
        """Serve the browsers of one world after the other, until a simulation fails."""
        following = self._follow_choice()
        while True:
            coming = asyncio.create_task(following.get())
            shown = self._worlds.shown
            serving = asyncio.create_task(shown.hub.run() if shown else asyncio.Event().wait())
            try:
                await asyncio.wait((coming, serving), return_when=asyncio.FIRST_COMPLETED)
                if not coming.done():
                    return
            finally:
                coming.cancel()
                serving.cancel()
                await asyncio.gather(serving, return_exceptions=True)
            await self._replace(coming.result())

    def _follow_choice(self) -> "asyncio.Queue[LiveWorld]":
        """Return a queue of the worlds that are built from now on."""
        loop, following = asyncio.get_running_loop(), asyncio.Queue[LiveWorld]()

        def in_loop(job: Callable[..., None], *arguments: object) -> None:
            with contextlib.suppress(RuntimeError):  # the loop closed: the server has stopped
                loop.call_soon_threadsafe(job, *arguments)

        self.choice.changed = lambda: in_loop(self._tell_session)
        standing: list[LiveWorld] = []  # shown before it runs: the first world, or none

        def stand(built: Built) -> None:
            standing.append(self._live_world(built.world, built.pacer, is_ready=False))
            in_loop(following.put_nowait, standing[0])

        def show(built: Built) -> None:
            if standing and standing[0].world is built.world:
                standing[0].be_ready()
                self._worlds.advance()
            else:
                in_loop(following.put_nowait, self._live_world(built.world, built.pacer))

        self.choice.show_with(show, stand=stand)
        if self._first:
            self.choice.begin(self._first, lambda error: in_loop(self._fail, error))
        return following

    async def _replace(self, new: LiveWorld) -> None:
        """Replace the world that is shown; the browsers of the former one load the new one."""
        before = self._worlds.show(new)
        if before is not None:
            await before.hub.send_away()
        await asyncio.to_thread(self._worlds.advance)

    def _tell_session(self) -> None:
        if self._worlds.shown:
            self._worlds.shown.hub.tell(SessionTopic)

    def _fail(self, error: BaseException) -> None:
        self._failure = error
        self._service.end()

    # ---- the answers

    def _app(self) -> Starlette:
        routes: list[Route | WebSocketRoute] = [
            Route("/health", _health),
            WebSocketRoute("/ws", self._socket),
            Route("/session.json", self._session),
            Route("/scenarios.json", in_thread(File(self._scenarios, media_type="application/json").respond)),
            Route("/join/{name}.svg", in_thread(lambda request: self.links.respond(request))),
            *self._grounds.routes(),
            Route("/{path:path}", in_thread(self._file)),
        ]
        return Starlette(routes=routes, lifespan=self._lifespan)

    def _file(self, request: Request) -> Response:
        """Return a file of the world that runs, or of the page."""
        files = self._worlds.shown.files if self._worlds.shown else {}
        return files.get(request.scope["path"], self._page).respond(request)

    async def _session(self, request: Request) -> Response:
        is_instructor = request.scope["pass"].role == "instructor"
        session: SessionDescription = {
            "world": self._worlds.shown.id if self._worlds.shown else None,
            "state": self.choice.state(),
            "links": self.links.described() if is_instructor else [],
            "network_command": network_command() if is_instructor else "",
        }
        return JSONResponse(session, headers=NO_STORE)

    def _scenarios(self) -> bytes:
        offered: ScenarioList = {"scenarios": self.choice.offered()}
        return json.dumps(offered, allow_nan=False).encode()

    async def _socket(self, socket: WebSocket) -> None:
        shown = self._worlds.shown
        if shown is None:
            await socket.send_denial_response(PlainTextResponse("The world is being built.", 503))
            return
        bearer: Pass = socket.scope["pass"]
        with shown.hub.places.taken(bearer.role) as has_room:
            if not has_room:
                answer = PlainTextResponse("All places are taken; try again later.", 503)
                await socket.send_denial_response(answer)
                return
            with contextlib.suppress(*ORDINARY_ENDS):
                await socket.accept()
                name = socket.query_params.get("client", "")
                await shown.hub.serve(socket, asked_name=name, shown=bearer)


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
    run_viewer(
        Viewer(world, host=host, port=port, pacer=pacer, token=token), open_browser=open_browser, on_ready=on_ready
    )


def run_viewer(viewer: Viewer, *, open_browser: bool = True, on_ready: Callable[[Viewer], None] | None = None) -> None:
    """Serve until Ctrl-C.

    Args:
        viewer: that is not yet served.
        open_browser: open the page in this machine's browser.
        on_ready: called once with the viewer when the page answers; prints the links by default.
    """

    def welcome() -> None:
        (on_ready or print_links)(viewer)
        if open_browser:
            open_in_browser(viewer.url)

    viewer.run(welcome)


def print_links(viewer: Viewer) -> None:
    """Print the links to the page."""
    print(f"The world is live at {viewer.url} (Ctrl-C ends it)", flush=True)
    viewer.links.print_way_in()


async def _health(_: Request) -> Response:
    return JSONResponse({"status": "ok"})
