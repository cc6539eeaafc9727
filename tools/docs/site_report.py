"""Measures the built site as a reader meets it, in Chromium with an empty cache, and writes the tables of docs/site.md.

    make site && python tools/docs/site_report.py           all of it, on the screen; about three minutes
    make site && python tools/docs/site_report.py --write    and into docs/site.md

The clock is this machine's, so nothing is asserted here; tests/site asserts sizes, contrast and links.
"""

import argparse
import functools
import http.server
import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "site.md"
BEGIN, END = "<!-- measured -->", "<!-- end of measured -->"
AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
LOADED = "() => document.readyState === 'complete'"
DRIVEN = "() => window.motorpoolPlayground?.state()?.tick > 0"
TAKEN_OVER = "() => window.motorpoolPlayground?.state()?.tick > 0 && window.motorpoolPlayground.hasPython()"
PATIENCE = 180_000.0  # [ms]
CHUNK = 16_384  # that a line sends at once [byte]

# Kept by the page itself, since largest paint and shifts are told to observers alone.
OBSERVE = """
window.seen = { largest: 0, shift: 0 }
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.seen.largest = one.startTime })
  .observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver((list) => { for (const { hadRecentInput, value } of list.getEntries())
  window.seen.shift += hadRecentInput ? 0 : value })
  .observe({ type: 'layout-shift', buffered: true })
"""
DRAWN = """async () => {
  await new Promise((draw) => requestAnimationFrame(() => requestAnimationFrame(draw)))
  return performance.now()
}"""
LOADED_UNTIL = """(ready) => {
  const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  return files.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= ready).map((file) => file.encodedBodySize)
}"""
PAINTS = """() => {
  const [first] = performance.getEntriesByName('first-contentful-paint')
  return [first?.startTime ?? NaN, window.seen.largest, window.seen.shift]
}"""
ISSUES = "async (tags) => (await axe.run(document, { runOnly: tags, resultTypes: ['violations'] })).violations.length"


class Line(NamedTuple):
    """A connection and a processor."""

    name: str
    megabits: float | None = None  # a second [Mbit/s]
    latency: float = 0.0  # of an answer [ms]
    slower: float = 1.0  # the page's thread; Chromium slows no worker


class Visit(NamedTuple):
    """A page, and when a reader has what he came for."""

    name: str
    path: str
    ready: str = LOADED
    ends: bool = False  # what is loaded later is not counted


class Measured(NamedTuple):
    """A visit, sorted by its duration."""

    ready: float  # [ms]
    cells: str


LINES = (
    Line("this machine"),
    Line("50 Mbit/s, 20 ms", 50.0, 20.0),
    Line("10 Mbit/s, 40 ms, page 4 times slower", 10.0, 40.0, 4.0),
)
VISITS = (
    Visit("home page", "index.html"),
    Visit("a model's page", "models/single-track.html"),
    Visit("Python reference", "reference.html"),
    Visit("playground, until the first drive", "playground/index.html", DRIVEN, ends=True),
    Visit("playground, until Python has taken over", "playground/index.html", TAKEN_OVER),
)
READ = (
    *("index.html", "playground.html", "cookbook.html", "models.html", "models/single-track.html", "vehicles.html"),
    *("export.html", "commands.html", "third-party-licences.html", "404.html"),
)


def main() -> None:
    """Measure, and print or write the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--site", type=Path, default=ROOT / "site", help="folder of the built site")
    parser.add_argument("--visits", type=int, default=1, help="of each page; the one of median duration counts")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/site.md")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with served(options.site.resolve()) as address, sync_playwright() as session:
        browser = session.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tables = [
            head(browser.version, options.visits),
            speeds(browser, address, options.visits),
            search_speed(browser, address),
            reading(browser, address),
        ]
        browser.close()
    text = "\n\n".join(tables)
    print(text)
    if options.write:
        before, _, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
        DOCUMENT.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


class Files(http.server.SimpleHTTPRequestHandler):
    """Files as `python -m http.server` gives them, without a line for each, over a line that all requests share."""

    line = LINES[0]
    in_use = threading.Lock()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file no faster than the line, beside the others."""
        if Files.line.megabits is None:
            return super().copyfile(source, outputfile)
        time.sleep(Files.line.latency / 1e3)
        while chunk := source.read(CHUNK):
            with Files.in_use:
                time.sleep(len(chunk) * 8.0 / (Files.line.megabits * 1e6))
            outputfile.write(chunk)
        return None


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, and give its address."""
    handler = functools.partial(Files, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def head(version: str, visits: int) -> str:
    """Return what measured."""
    running = round(os.getloadavg()[0]) if hasattr(os, "getloadavg") else 0  # before the pages are opened
    load = f", beside work that keeps {running} processes running" if running else ""
    machine = f"Chromium {version} without a graphics card, {os.cpu_count()} processors{load}"
    counted = f"; of {visits} visits that of median duration" if visits > 1 else ""
    option = f" --visits {visits}" if visits > 1 else ""
    return f"{machine} (`python tools/docs/site_report.py{option} --write`{counted}):"


def speeds(browser: Any, address: str, visits: int) -> str:
    """Return the table of sizes and paints, of so many visits to each page that of median duration."""
    rows = [
        "| page | line | requests | loaded [MB] | first paint [s] | largest paint [s] | layout shift [1] | ready [s] |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    rows += [
        f"| {visit.name} | {line.name} | {median(browser, address, visit, line, visits)} |"
        for visit in VISITS
        for line in LINES
    ]
    return "\n".join(rows)


def median(browser: Any, address: str, visit: Visit, line: Line, visits: int) -> str:
    """Return the cells of the visit of median duration."""
    return sorted(measured(browser, address, visit, line) for _ in range(visits))[visits // 2].cells


def measured(browser: Any, address: str, visit: Visit, line: Line) -> Measured:
    """Return one visit with an empty cache."""
    with browser.new_context(viewport=DESK) as context:
        page, sizes = opened(context, line)
        page.goto(f"{address}/{visit.path}", wait_until="commit")
        page.wait_for_function(visit.ready, polling=50)
        ready = page.evaluate(DRAWN)
        page.wait_for_load_state("networkidle")
        first, largest, shift = page.evaluate(PAINTS)
        sizes = page.evaluate(LOADED_UNTIL, ready) if visit.ends else sizes
        megabytes = sum(sizes) / 1e6
        paints = f"{first / 1e3:.2f} | {largest / 1e3:.2f} | {shift:.3f}"
        return Measured(ready, f"{len(sizes)} | {megabytes:.2f} | {paints} | {ready / 1e3:.1f}")


def opened(context: Any, line: Line) -> tuple[Any, list[float]]:
    """Return an empty page behind a line, and the list of sizes of what it loads [byte], workers included."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(OBSERVE)
    sizes: list[float] = []

    def add(response: Any) -> None:
        if response.url.startswith("http"):  # the others were put together by the page itself
            sizes.append(float(response.headers.get("content-length", 0)))

    page.on("response", add)
    Files.line = line
    if line.slower > 1.0:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": line.slower})
    return page, sizes


def search_speed(browser: Any, address: str) -> str:
    """Return a sentence about the time from the first letter to the first page found."""
    with browser.new_context(viewport=DESK) as context:
        page, sizes = opened(context, LINES[-1])
        page.goto(f"{address}/index.html")
        before, started = sum(sizes), page.evaluate("performance.now()")
        page.get_by_role("button", name="Search").first.click()
        page.get_by_role("combobox", name="Search").press_sequentially("friction ellipse")
        page.get_by_role("option").first.wait_for()
        seconds = (page.evaluate("performance.now()") - started) / 1000.0
        loaded = (sum(sizes) - before) / 1e6
    found = f"the first page found after {seconds:.1f} s and {loaded:.2f} MB more"
    return f"A search from the home page, {LINES[-1].name}: {found}."


def reading(browser: Any, address: str) -> str:
    """Return the table of what axe-core finds."""
    Files.line = LINES[0]
    ways = [(scheme, size) for scheme in ("light", "dark") for size in (DESK, PHONE)]
    found: dict[str, list[int]] = {path: [] for path in READ}
    for scheme, size in ways:
        with browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce") as context:
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            for path in READ:
                page.goto(f"{address}/{path}")
                page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
                found[path].append(page.evaluate(ISSUES, TAGS))
    heads = " | ".join(f"{scheme}, {size['width']} px" for scheme, size in ways)
    rows = [f"| rules of WCAG 2.1 A and AA that axe-core finds broken | {heads} |", "|---|" + "---:|" * len(ways)]
    rows += [f"| `{path}` | {' | '.join(map(str, counts))} |" for path, counts in found.items()]
    return "\n".join(rows)


if __name__ == "__main__":
    main()
