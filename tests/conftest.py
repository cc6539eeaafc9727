"""Fixtures of all tests: the real data, the real browser, one cache of compiled kernels, and time limits."""

import csv
import gc
import json
import os
import random
import shutil
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from clusters import Nodes, cluster_of
from kernel_folder import folder_of_kernels
from pace import pace, patience
from sharing import WAITING, in_order, next_share, share_of
from tiers import BEGAN, Stopwatch, keep_tier, leave_out_late

ROOT = Path(__file__).parents[1]
FIXTURES = Path(__file__).parent / "fixtures"
SHARED_DATA = ROOT.parent / "shared" / "data"
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",  # to put the page together in software WebGL takes twice as long
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# The shell is Chromium without windows of its own, and opens a page in half of the processor time; decision 0104.
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")

pace()  # now, for parallel workers inherit it

# Kernels are compiled once, for this session and the next ones, for parallel workers and the programs that tests start:
# each is named by a hash of its source, and by the processor, emulated or not.
os.environ.setdefault("MOTORPOOL_CACHE", str(folder_of_kernels(ROOT / ".cache" / "tests")))

os.environ.setdefault("MOTORPOOL_NOTICES", "off")  # programs that tests start print what is tested

# Compilers build millions of objects that stay: to look through them all less often saves a tenth of their time.
gc.set_threshold(100_000, 50, 100)

# The machine's load decides nothing, and CI tries the same examples each time.
hypothesis.settings.register_profile("motorpool", deadline=None, derandomize=os.environ.get("CI") == "true")
hypothesis.settings.load_profile("motorpool")


# ---------------------------------------------------------------- how tests are run

LIMIT = 300.0  # for a test that says nothing else; a large model is compiled within [s]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The tier, and where to write what each test took."""
    parser.addoption("--quick", action="store_true", help="the quick tier alone (make test), see support/tiers.py")
    parser.addoption("--times", metavar="FILE", help="add each test's processor time to a file")
    parser.addoption("--dearest", metavar="N", type=int, default=0, help="list the N files with most processor time")
    parser.addoption("--within", metavar="SECONDS", type=float, help="leave out slow tests that begin later; CI does")
    parser.addoption("--shuffle", metavar="SEED", help="a random order; SEED is a number, or new for another each time")


def pytest_configure(config: pytest.Config) -> None:
    """Measure the tests if asked to, and choose the seed of their order: one for all parallel workers."""
    os.environ.setdefault(BEGAN, str(time.time()))
    if config.getoption("shuffle") == "new":
        chosen: dict[str, str] = getattr(config, "workerinput", {})
        config.option.shuffle = chosen.get("shuffle") or str(random.randrange(1_000_000))
    times, listed = config.getoption("times"), config.getoption("dearest")
    if times or listed:
        config.pluginmanager.register(Stopwatch(Path(times) if times else None, listed=listed))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Give a parallel worker the seed, for it reads the command line anew."""
    node.workerinput["shuffle"] = node.config.getoption("shuffle")


def pytest_report_header(config: pytest.Config) -> str:
    """The pace, which explains missed deadlines, and how to have the same order again."""
    seed = config.getoption("shuffle")
    order = f"; random order: --shuffle {seed}" if seed else ""
    return f"pace: {pace():.1f} times the reference's time{order}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose the tier, order the tests by shares, and give each its time limit at this machine's pace."""
    keep_tier(config, items)
    within = config.getoption("within")
    items[:] = in_order(items, seed=config.getoption("shuffle"), cheapest_first=within is not None)
    for item in items:
        own = item.get_closest_marker("timeout")
        item.add_marker(pytest.mark.timeout(patience(own.args[0] if own else LIMIT)), append=False)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out a slow test whose turn comes too late, before its fixtures are made."""
    leave_out_late(item, item.config.getoption("within"))


def pytest_collection_finish() -> None:
    """Let no search for garbage look again through what was imported and collected, which stays: a million objects."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return two workers more than there are processors: half of them wait for servers and browsers; see ``sharing``.

    In the quick tier one more: few tests wait, and each worker takes seconds to collect the tests.
    """
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors + (1 if config.getoption("quick") else 2)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Whole shares for each worker (``make test``); see ``sharing``."""
    from xdist.scheduler import LoadScopeScheduling

    class ShareScheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return share_of(nodeid)

        def _assign_work_unit(self, node: Any) -> None:
            waiting = [other for other in self.nodes if other is not node and self._waits(self.assigned_work[other])]
            share = next_share(self.workqueue, others_waiting=len(waiting), workers=len(self.nodes))
            self.workqueue.move_to_end(share, last=False)
            super()._assign_work_unit(node)

        def _waits(self, work: dict[str, dict[str, bool]]) -> bool:
            return any(WAITING.match(share) and not all(tests.values()) for share, tests in work.items())

    config.option.loadscopereorder = False  # the order is ours
    return ShareScheduling(config, log)


# ---------------------------------------------------------------- what tests need


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
    from motorpool.app.viewer.serving.static import PAGE

    playwright = pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")

    if not (PAGE / "index.html").is_file():
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing("the browser tests need the built page; `make page` builds it")
    with playwright.sync_playwright() as session:
        browser = session.chromium.launch(executable_path=chromium, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def nodes(pytestconfig: pytest.Config) -> Generator[Nodes, None, None]:
    """A Ray cluster of two nodes, the same for all tests: they are one worker's, see ``sharing``.

    A test that kills a node adds one first. In the quick tier it has one node, which starts sooner.
    """
    with cluster_of(1 if pytestconfig.getoption("quick") else 2) as nodes:
        yield nodes
