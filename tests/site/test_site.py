"""The playground without a server: a real Chromium, a plain web server of files, and no other host."""

import functools
import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from node import node
from pages import listened_to, wait_until

ROOT = Path(__file__).parents[2]
LIVE = "() => window.motorpoolPlayground?.state()?.tick > 0"
MOST_MEGABYTES = 8.0  # that a visitor loads

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files, without a line for each."""

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not (ROOT / "client" / "node_modules" / "pyodide").is_dir():
        pytest.skip("client/node_modules lacks pyodide; `make site` installs it")
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "tools/site.py", "--out", str(folder)], cwd=ROOT, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stdout + built.stderr
    assert float(built.stdout.splitlines()[-1].split()[0]) < MOST_MEGABYTES
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_visitor_drives_and_copies_javascript_without_a_server(browser: Any, site: str, tmp_path: Path) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        others: list[str] = []

        def only_this_host(route: Any) -> None:
            if route.request.url.startswith((site, "blob:", "data:")):
                route.continue_()
            else:
                others.append(route.request.url)
                route.abort()

        context.route("**/*", only_this_host)
        page = context.new_page()
        complaints = listened_to(page)
        page.goto(f"{site}/playground/")
        wait_until(page, LIVE)
        page.keyboard.down("ArrowUp")
        wait_until(page, "() => !window.motorpoolPlayground.setUp().demonstrating")
        wait_until(page, "() => window.motorpoolPlayground.state().left.speed > 1")
        page.keyboard.up("ArrowUp")
        page.get_by_test_id("model-right").select_option("M1A1")
        wait_until(page, "() => window.motorpoolPlayground.setUp().right.model === 'M1A1'")
        page.get_by_test_id("language").select_option("javascript")
        shown = "document.querySelector('[data-testid=program]').textContent"
        wait_until(page, f"() => {shown}.includes('export function step')")
        (tmp_path / "m1a1.mjs").write_text(page.get_by_test_id("program").text_content())
        assert others == []
        assert complaints == []
    ran = subprocess.run([node(), "m1a1.mjs"], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert len([float(word) for word in ran.stdout.split()]) == 3
