"""What several tests share: where the real data and the real browser are, and one cache of compiled kernels."""

import atexit
import csv
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import hypothesis
import pytest

ROOT = Path(__file__).parents[1]
FIXTURES = Path(__file__).parent / "fixtures"
SHARED_DATA = ROOT.parent / "shared" / "data"
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")

# A session compiles each kernel once: parallel workers and the programs that tests start inherit the folder.
if "MOTORPOOL_CACHE" not in os.environ:
    os.environ["MOTORPOOL_CACHE"] = tempfile.mkdtemp(prefix="motorpool-tests-")
    atexit.register(shutil.rmtree, os.environ["MOTORPOOL_CACHE"], ignore_errors=True)

# The machine's load decides nothing, and CI tries the same examples each time.
hypothesis.settings.register_profile("motorpool", deadline=None, derandomize=os.environ.get("CI") == "true")
hypothesis.settings.load_profile("motorpool")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of data that the project does not contain, such as SRTM terrain; skips where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the shared data folder is not beside this checkout")
    return SHARED_DATA


@pytest.fixture(scope="session")
def vector_file() -> dict[str, Any]:
    """The numbers that another program computed for the models; ``_meta`` states conventions and tolerances."""
    return json.loads((FIXTURES / "vectors.json").read_text())


@pytest.fixture(scope="session")
def collected_figures() -> list[dict[str, str]]:
    """The figures collected of real vehicles: vehicle, quantity, value, unit, low, high, status."""
    return list(csv.DictReader((FIXTURES / "vehicle_figures.csv").read_text().splitlines()))


@pytest.fixture(scope="session")
def chromium() -> str:
    """The system's Chromium; without one, browser tests are skipped on a desk and fail in CI."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if found is None and os.environ.get("CI") == "true":
        pytest.fail("the browser tests need Chromium, and CI must run them; .ci/run installs it")
    if found is None:
        pytest.skip("the browser tests need Chromium; install it with the system's package manager")
    return found


@pytest.fixture(scope="module")
def browser(chromium):
    """That Chromium, running, with the page built for it; where it is not, as with Chromium itself."""
    from motorpool.viewer.static import PAGE

    playwright = pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")

    if not (PAGE / "index.html").is_file():
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing("the browser tests need the built page; `make page` builds it")
    with playwright.sync_playwright() as session:
        browser = session.chromium.launch(executable_path=chromium, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()
