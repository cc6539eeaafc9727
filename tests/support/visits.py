"""Visits to the built site: pages in a real browser that reach no other host, and must not complain."""

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from pages import DESK, listened_to

HANDED_OUT = ("blob:", "data:", "about:")  # addresses that no host is asked for


class QuietFiles(http.server.SimpleHTTPRequestHandler):
    """Files as `python -m http.server` serves them, without a line for each; 404.html for what is not there."""

    def log_message(self, *_: Any) -> None:
        pass

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer an unknown address as GitHub Pages does: by the folder's own 404.html."""
        own = next(Path(self.directory).glob("*/404.html"), None)
        if code != http.HTTPStatus.NOT_FOUND or own is None:
            super().send_error(code, message, explain)
            return
        content = own.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder of files, and give its address."""
    handler = functools.partial(QuietFiles, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@contextmanager
def visitor(browser: Any, site: str, *, size: Any = DESK, **options: Any) -> Iterator[Any]:
    """Give an empty page that reaches the site alone; in the end it must have no error and have asked no other host.

    Args:
        browser: one that runs.
        site: the site's address, which the fixture of that name gives.
        size: of the window [pixels].
        options: of Playwright's ``new_context``, such as ``color_scheme="dark"``.
    """
    origin = "/".join(site.split("/")[:3])
    others: list[str] = []

    def only_this_host(route: Any) -> None:
        if route.request.url.startswith((f"{origin}/", *HANDED_OUT)):
            route.continue_()
        else:
            others.append(route.request.url)
            route.abort()

    with browser.new_context(viewport=size, **options) as context:
        context.route("**/*", only_this_host)
        page = context.new_page()
        complaints = listened_to(page)
        yield page
        assert others == []
        assert complaints == []


def sizes_of_requests(page: Any, site: str, folder: Path) -> dict[str, int]:
    """Return the size of each file that a page asks for [byte], by its path; it grows while the page loads more.

    Args:
        page: empty yet.
        site: the site's address.
        folder: where its files are.
    """
    sizes: dict[str, int] = {}

    def add(request: Any) -> None:
        path = unquote(urlsplit(request.url).path)
        file = folder / path.removeprefix(urlsplit(site).path).lstrip("/")
        file = file / "index.html" if file.is_dir() else file
        if request.url.startswith(f"{site}/") and file.is_file():
            sizes[path] = file.stat().st_size

    page.on("request", add)
    return sizes
