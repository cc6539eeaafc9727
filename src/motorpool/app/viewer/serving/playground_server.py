"""The playground alone: a server without a world."""

from collections.abc import Callable, Iterable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ....links.serving.listening import listen
from .playground_socket import Playgrounds, way_to_playground
from .service import Service, open_in_browser
from .static import Page, in_thread


class Playground:
    """The playground, served from a thread of its own between `start` and `stop`.

    Args:
        host: an address of this machine. All but loopback need a token.
        port: 0 for any free one.
        token: for a host beyond loopback; made up by default.
        page: answers what is neither catalogue nor socket.
        own: models and vehicles of the user's own, by file (.toml, .py) or module that join the catalogue, read
            once, here.

    Raises:
        ViewerError: the port is taken or the host is not ours.
        ModelError: one of the user's own is wrong, or cannot be driven here.
    """

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 8765,
        token: str | None = None,
        page: Page | None = None,
        own: Iterable[str] = (),
    ) -> None:
        listener = listen(host, port)
        with listener.kept():
            self.grounds = Playgrounds(has_world=False, own=own)
        routes: list[Any] = [Route("/health", _health), Route("/", way_to_playground), *self.grounds.routes()]
        routes.append(Route("/{path:path}", in_thread((page or Page()).respond)))
        app = Starlette(routes=routes)
        self._service = Service(app, listener=listener, token=token, entrance="playground")
        self.access, self.port = self._service.access, self._service.port

    @property
    def url(self) -> str:
        """The link to the page."""
        return self._service.url

    def run(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Serve until Ctrl-C (in the main thread) or `stop` (from another)."""
        self._service.run(on_ready)

    def start(self) -> "Playground":
        """Serve in a thread of its own; returns when the page answers."""
        self._service.start()
        return self

    def stop(self) -> None:
        """End the service."""
        self._service.stop()

    def __enter__(self) -> "Playground":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


def serve_playground(
    *, host: str = "127.0.0.1", port: int = 8765, open_browser: bool = True, own: Iterable[str] = ()
) -> None:
    """Serve the playground until Ctrl-C.

    Args:
        port: 0 for any free one.
        own: models and vehicles of the user's own, by file (.toml, .py) or module, which join the catalogue.

    Raises:
        ViewerError: the port is taken or the host is not ours.
        ModelError: one of the user's own is wrong, or cannot be driven here.
    """
    playground = Playground(host=host, port=port, own=own)

    def welcome() -> None:
        print(f"The playground is at {playground.url} (Ctrl-C ends it)", flush=True)
        if open_browser:
            open_in_browser(playground.url)

    playground.run(welcome)


async def _health(_: Request) -> Response:
    return JSONResponse({"status": "ok"})
