"""Files for the browser: the description of a world, its terrain, surface, roads and objects, and the built page.

Each is made at its first request, and kept with its compressed form and its ETag.
"""

import gzip
import hashlib
import json
import mimetypes
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from ..description import describe, pack_decks, pack_heights, pack_objects, shape_name
from ..land_cover import pack_roads, pack_surface, roads_of, surface_of

if TYPE_CHECKING:
    from ....world import World

PAGE = Path(__file__).parents[1] / "page"
ENTRANCES = {"/": "/index.html", "/playground": "/playground.html"}
PAGE_MISSING = """<!doctype html><title>motorpool</title>
<p>The server runs, but this installation lacks the page that shows what it does: build it with
<code>make page</code> in a checkout of the project, and reinstall it there with
<code>pip install --force-reinstall '.[app]'</code>.</p>
"""
MIN_COMPRESSED_BYTES = 1000  # smaller files fit into one packet and are sent as they are [bytes]
PIECE_BYTES = 65_536  # of an answer
GZIP_LEVEL = 6  # higher levels take longer and save little
UNCHANGING = "private, max-age=31536000, immutable"  # the page's assets carry a hash in their names
REVALIDATE = "private, no-cache"


class PiecewiseResponse(Response):
    """A response that is sent in pieces, so that only one piece waits in memory for a slow reader."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the pieces."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        content = memoryview(self.body)
        for first in range(0, max(1, len(content)), PIECE_BYTES):
            piece = bytes(content[first : first + PIECE_BYTES])
            is_last = first + PIECE_BYTES >= len(content)
            await send({"type": "http.response.body", "body": piece, "more_body": not is_last})


class File:
    """Bytes that are made at the first request; thread-safe."""

    def __init__(self, make: Callable[[], bytes], *, media_type: str, caching: str = REVALIDATE) -> None:
        self._make, self._media_type, self._caching = make, media_type, caching
        self._lock = threading.Lock()
        self._made: tuple[bytes, bytes, str] | None = None

    def respond(self, request: Request) -> Response:
        """Return the file, compressed if the browser accepts it, or status 304 if it has not changed."""
        content, compressed, tag = self._content()
        headers = {"etag": tag, "cache-control": self._caching, "vary": "accept-encoding"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if len(compressed) < len(content) and "gzip" in request.headers.get("accept-encoding", ""):
            headers |= {"content-encoding": "gzip"}
            return PiecewiseResponse(compressed, headers=headers, media_type=self._media_type)
        return PiecewiseResponse(content, headers=headers, media_type=self._media_type)

    def _content(self) -> tuple[bytes, bytes, str]:
        with self._lock:
            if self._made is None:
                content = self._make()
                is_small = len(content) < MIN_COMPRESSED_BYTES
                compressed = content if is_small else gzip.compress(content, GZIP_LEVEL, mtime=0)
                self._made = content, compressed, f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'
            return self._made


def in_thread(respond: Callable[[Request], Response]) -> Any:
    """Return an endpoint that makes its answer in another thread, because it may read and compress."""

    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(respond, request)

    return endpoint


def world_files(world: "World", world_id: str = "") -> dict[str, File]:
    """Return the world's files by path."""
    numbers = "application/octet-stream"
    return {
        "/world.json": File(lambda: json.dumps(describe(world, world_id)).encode(), media_type="application/json"),
        "/terrain.bin": File(lambda: pack_heights(world), media_type=numbers),
        "/surface.bin": File(lambda: pack_surface(surface_of(world)), media_type=numbers),
        "/roads.bin": File(lambda: pack_roads(roads_of(world)), media_type=numbers),
        "/decks.bin": File(lambda: pack_decks(world), media_type=numbers),
        "/objects.bin": File(lambda: pack_objects(world), media_type=numbers),
    } | {f"/{shape_name(k)}": _shape_file(fleet.shape) for k, fleet in enumerate(world.fleets) if fleet.shape}


def _shape_file(content: bytes) -> File:
    return File(lambda: content, media_type="model/gltf-binary")


class Page:
    """Files of the built page, read into memory at the first request: a rebuilt page needs a restart of the server."""

    def __init__(self, folder: Path = PAGE) -> None:
        self._folder = folder
        self._files: dict[str, File] = {}

    def respond(self, request: Request) -> Response:
        """Return the file of this path; other paths are not searched on the disk."""
        if not self._files:
            self._files = self._find()
        path = request.scope["path"]
        file = self._files.get(path)
        if file:
            return file.respond(request)
        is_missing = path in ENTRANCES
        return HTMLResponse(PAGE_MISSING, 503) if is_missing else Response("There is no such page.", 404)

    def _find(self) -> dict[str, File]:
        if not (self._folder / "index.html").is_file():
            return {}
        paths = [path for path in self._folder.rglob("*") if path.is_file()]
        files = {f"/{path.relative_to(self._folder).as_posix()}": _page_file(path) for path in paths}
        return files | {path: files[name] for path, name in ENTRANCES.items() if name in files}


def _page_file(path: Path) -> File:
    media_type = _MEDIA_TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    caching = UNCHANGING if path.parent.name == "assets" else REVALIDATE
    content = path.read_bytes()
    return File(lambda: content, media_type=media_type, caching=caching)


# Not from the system's tables, which may differ (on Windows the registry).
_MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css", ".md": "text/plain", ".svg": "image/svg+xml"}
