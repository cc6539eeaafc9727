"""The playground's websocket: a private `Session` for each browser, advanced 60 times a second.

Messages are JSON, version 1 (docs/playground.md); `playground.visit` makes them.
"""

import asyncio
import contextlib
import functools
import json
import logging
import time
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ....base.errors import ViewerError
from ....links.serving.access import Pass
from ....links.serving.budget import Budget
from ...playground.catalogue import Catalogue
from ...playground.session import Session
from ...playground.visit import TICK, Visit
from ..client import MESSAGES_AT_ONCE, MESSAGES_PER_SECOND, SEND_TIMEOUT
from ..hub import ORDINARY_ENDS, first_to_end
from ..people.admission import Places
from ..schema.playground import COMMANDS, MAX_TEXT_BYTES, VERSION, decode
from .client_log import ClientLog
from .reception import BROKE_A_RULE, NOT_UNDERSTOOD, TOO_LARGE
from .static import File, in_thread

MAX_VISITORS = 16  # each has its own simulation; with more, all of them stutter
FOR_INSTRUCTORS = 2  # of these
SHARE = 0.5  # of the server's thread, for all playgrounds together: a second of it a second
SHARE_AT_ONCE = 0.25  # [s]
_NAMES = {command: name for name, command in COMMANDS.items()}

_logger = logging.getLogger(__name__)


class Playgrounds:
    """Playgrounds of all visitors of one server.

    Args:
        has_world: whether there is a live page to go back to.
        own: models and vehicles of the user's own, by file (.toml, .py) or module, which join the catalogue.

    Raises:
        ModelError: one of the user's own is wrong, or cannot be driven here.
    """

    def __init__(self, *, has_world: bool, own: Iterable[str] = ()) -> None:
        self._places = Places(MAX_VISITORS, for_instructors=FOR_INSTRUCTORS)
        self._log = ClientLog(_logger)
        self._has_world = has_world
        self._catalogue = Catalogue(own)
        self._processor = Budget(rate=SHARE, size=SHARE_AT_ONCE, clock=time.monotonic)

    @property
    def visitors(self) -> int:
        """Number of connected visitors."""
        return self._places.taken_count

    def routes(self) -> list[Route | WebSocketRoute]:
        """Return the routes of the catalogue and of the socket."""
        file = File(self._described, media_type="application/json")
        return [
            Route("/playground/catalogue.json", in_thread(file.respond)),
            WebSocketRoute("/playground/socket", self._socket),
        ]

    def _described(self) -> bytes:
        return json.dumps(self._catalogue.describe() | {"has_world": self._has_world}, allow_nan=False).encode()

    async def _socket(self, socket: WebSocket) -> None:
        shown: Pass = socket.scope["pass"]
        with self._places.taken(shown.role) as has_room:
            if not has_room:
                answer = PlainTextResponse("All playgrounds are taken; try again when a visitor has left.", 503)
                await socket.send_denial_response(answer)
                return
            with contextlib.suppress(*ORDINARY_ENDS):
                await socket.accept()
                client = PlaygroundClient(socket, catalogue=self._catalogue, processor=self._processor)
                client.warn = functools.partial(self._log.warn, shown.address)
                await client.attend()


class PlaygroundClient:
    """One browser and its playground. Used in the server's thread only.

    Args:
        processor: time [s] of the server's thread, shared by all visitors. While it is overdrawn, the playgrounds
            are not advanced and no message is read, so that expensive models do not block the server.
    """

    def __init__(
        self,
        socket: WebSocket,
        *,
        catalogue: Catalogue,
        processor: Budget,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.warn: Callable[[str], None] = _logger.warning
        self._visit = Visit(catalogue.find, now=clock())
        self._processor = processor
        self._socket, self._clock = socket, clock
        self._budget = Budget(rate=MESSAGES_PER_SECOND, size=MESSAGES_AT_ONCE, clock=clock)

    @property
    def session(self) -> Session:
        """Session of this browser."""
        return self._visit.session

    async def attend(self) -> None:
        """Serve the browser until it disconnects or is disconnected."""
        await first_to_end(self._play(), self._listen())

    async def _play(self) -> None:
        await self._send([{"type": "welcome", "version": VERSION}])
        while True:
            now = self._clock()
            if self._processor.has_debt:
                self._visit.stand_still(now)
            else:
                with self._charged():
                    messages = self._visit.update(now)
                await self._send(messages)
            await asyncio.sleep(max(0.0, TICK - (self._clock() - now)))

    async def _listen(self) -> None:
        while (message := await self._socket.receive())["type"] != "websocket.disconnect":
            refusal = self._refusal(message)
            if refusal:
                self.warn(f"a browser was sent away from its playground: {refusal[1]}")
                async with asyncio.timeout(SEND_TIMEOUT):
                    await self._socket.close(*refusal)
                return
            while self._processor.has_debt:
                await asyncio.sleep(TICK)
            try:
                with self._charged():
                    command = decode(message["text"])
                    answers = self._visit.obey(_NAMES[type(command)], vars(command), now=self._clock())
            except ViewerError as error:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await self._socket.close(NOT_UNDERSTOOD, str(error)[:120])
                return
            await self._send(answers)

    @contextlib.contextmanager
    def _charged(self) -> Generator[None, None, None]:
        """Charge the time that the block takes."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._processor.charge(time.perf_counter() - began)

    def _refusal(self, message: Any) -> tuple[int, str] | None:
        """Return the code and the reason to end the connection with, if a message breaks a rule."""
        text = message.get("text")
        if not self._budget.spend():
            return BROKE_A_RULE, "too many messages a second"
        if text is None:
            return NOT_UNDERSTOOD, "the playground takes JSON, not bytes"
        if len(text.encode(errors="replace")) > MAX_TEXT_BYTES:
            return TOO_LARGE, f"a message is over {MAX_TEXT_BYTES} bytes"
        return None

    async def _send(self, messages: Iterable[Mapping[str, Any]]) -> None:
        async with asyncio.timeout(SEND_TIMEOUT):
            for message in messages:
                await self._socket.send_text(json.dumps(message, separators=(",", ":"), allow_nan=False))


def way_to_playground(_: Request) -> Response:
    """Redirect from the root of a server without a world to the playground."""
    return Response(status_code=303, headers={"location": "/playground", "cache-control": "no-store"})
