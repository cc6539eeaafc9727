"""The whole site, built once for all tests of this folder, which one worker runs (``tests/support/sharing.py``)."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from visits import served, visitor

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site as `make site` builds it: documentation, demonstrations and playground; ten seconds."""
    if not (ROOT / "client" / "node_modules" / "pyodide").is_dir():
        pytest.skip("client/node_modules lacks pyodide; `make site` installs it")
    folder = tmp_path_factory.mktemp("pages") / "motorpool"  # a folder of the server, as on GitHub Pages
    for program in ("tools/docs/build_docs.py", "tools/docs/build_site.py"):
        command = [sys.executable, program, "--out", str(folder)]
        built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[str]:
    """The site's address on a plain web server of files: ``http://127.0.0.1:PORT/motorpool``."""
    with served(site_folder.parent) as address:
        yield f"{address}/{site_folder.name}"


@pytest.fixture
def visit(browser: Any, site: str) -> Iterator[Callable[..., Any]]:
    """A function that opens a page of the site, ``visit("models.html", color_scheme="dark")``; see ``visitor``.

    Tests that share one page use ``visitor`` in a fixture of their module.
    """
    with ExitStack() as visitors:

        def open_one(path: str = "", **options: Any) -> Any:
            page = visitors.enter_context(visitor(browser, site, **options))
            page.goto(f"{site}/{path}")
            return page

        yield open_one
