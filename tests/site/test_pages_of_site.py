"""Every page of the site: its links lead somewhere, it asks no other host, and anybody can read it on any screen."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe import wcag_issues
from docs_links import Page, broken_links, target
from pages import DESK, wait_until
from visits import sizes_of_requests, visitor

PHONE = {"width": 390, "height": 844}
MOST_OF_A_FILE = 25_000_000  # [byte]; GitHub warns at twice that
MOST_OF_THE_HOME_PAGE = 1_600_000  # [byte]
DRAWN_WIDTH = """new Promise((draw) => requestAnimationFrame(draw))
  .then(() => document.documentElement.scrollWidth)"""
KINDS = (  # one page of each kind
    "index.html",
    "models.html",  # tables and equations
    "models/single-track.html",  # of a model
    "compare.html",  # figures
    "gallery.html",  # cards
    "scenario-reference.html",  # generated, long tables
    "cookbook.html",  # programs
    "vehicles.html",  # wide tables
    "export.html",  # many languages
    "decisions/0001-lock-files.html",
    "third-party-licences.html",
    "404.html",
)
IN_EVERY_WAY = (
    "index.html",
    "cookbook.html",
)  # all that comes late too; the others on one screen each


@pytest.fixture(scope="module")
def pages(site_folder: Path) -> dict[Path, Page]:
    """All pages of the site by their files."""
    return {path: Page(path) for path in site_folder.rglob("*.html")}


def test_every_link_within_the_site_leads_to_a_page_and_its_anchor(site_folder: Path) -> None:
    assert broken_links(site_folder) == []


def test_broken_links_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text("<h2 id='there'>There</h2>", encoding="utf-8")
    (tmp_path / "page.html").write_text(
        "<a href='other.html#there'>1</a><a href='other.html#gone'>2</a><a href='gone.html'>3</a>"
        "<a href='/other.html'>4</a><img src='gone.png'><a href='live/later.html'>5</a><a href='https://example.org/gone'>6</a>",
        encoding="utf-8",
    )
    assert [line.partition(": ")[2] for line in broken_links(tmp_path)] == [
        "other.html#gone",
        "gone.html",
        "/other.html",
        "gone.png",
    ]


def test_every_page_loads_files_of_the_site_alone(pages: dict[Path, Page], site_folder: Path) -> None:
    missing = [
        f"{path.relative_to(site_folder)}: {address}"
        for path, page in pages.items()
        for address in page.loaded
        if not address.startswith("data:") and (urlsplit(address).netloc or not target(path, address)[0].is_file())
    ]
    assert missing == []
    assert len(pages) > 100


def test_the_page_of_decisions_leads_to_each(pages: dict[Path, Page], site_folder: Path) -> None:
    folder = site_folder / "decisions"
    led_to = {target(folder / "index.html", link)[0] for link in pages[folder / "index.html"].links}
    assert set(folder.glob("0*.html")) <= led_to


def test_no_file_is_too_large_for_a_host_of_pages(site_folder: Path) -> None:
    assert [path.name for path in site_folder.rglob("*") if path.stat().st_size > MOST_OF_A_FILE] == []
    assert (site_folder / ".nojekyll").is_file()


@pytest.fixture(scope="module", params=["light", "dark"])
def reader(request: pytest.FixtureRequest, browser: Any, site: str) -> Iterator[Any]:
    """A page in a browser that prefers light or dark colours."""
    with visitor(browser, site, color_scheme=request.param) as page:
        page.colours = request.param
        yield page


@pytest.mark.parametrize("path", KINDS)
def test_a_page_meets_wcag_aa_and_fits_the_window(reader: Any, site: str, path: str) -> None:
    sizes = (DESK, PHONE) if path in IN_EVERY_WAY else (DESK,) if reader.colours == "light" else (PHONE,)
    for size in sizes:
        reader.set_viewport_size(size)
        assert reader.goto(f"{site}/{path}", wait_until="networkidle" if path in IN_EVERY_WAY else "load").ok
        assert wcag_issues(reader) == []
        assert reader.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.browser
@pytest.mark.timeout(600)
def test_every_page_fits_a_phone_and_has_no_error_in_its_console(browser: Any, site: str, site_folder: Path) -> None:
    apart = {"decisions", "examples", "playground"}  # of one kind each, which other tests open
    paths = [path.relative_to(site_folder) for path in site_folder.rglob("*.html")]
    with visitor(browser, site, size=PHONE) as page:
        page.route("**/*.{webp,png,jpg}", lambda route: route.fulfill(body=""))
        page.route("**/live/*", lambda route: route.fulfill(body="", content_type="text/javascript"))
        wide = {}
        for path in (path for path in paths if path.parts[0] not in apart):
            page.goto(f"{site}/{path.as_posix()}", wait_until="domcontentloaded")
            wide[path] = page.evaluate(DRAWN_WIDTH)
    assert {path: width for path, width in wide.items() if width > PHONE["width"]} == {}
    assert len(wide) > 90


def test_a_visitor_finds_a_page_by_a_word(visit: Callable[..., Any]) -> None:
    page = visit("models/arc.html")
    page.keyboard.press("/")  # opens the search, and loads its index
    page.get_by_role("combobox", name="Search").press_sequentially("sinkage")
    found = page.get_by_role("option").first
    found.wait_for()
    found.click()
    wait_until(page, "() => !location.pathname.endsWith('arc.html')")
    wait_until(page, "() => document.querySelector('article')?.innerText.toLowerCase().includes('sinkage')")


def test_a_wrong_address_leads_to_the_start_page_from_any_folder(browser: Any, site: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        answer = page.goto(f"{site}/models/old/gone.html")
        assert answer.status == 404
        page.get_by_role("link", name="Go to the start page of Motorpool").click()
        wait_until(page, "() => location.pathname === '/motorpool/index.html'")


def test_the_home_page_loads_little(browser: Any, site: str, site_folder: Path) -> None:
    with visitor(browser, site) as page:
        sizes = sizes_of_requests(page, site, site_folder)
        page.goto(f"{site}/index.html", wait_until="load")
        assert 10_000 < sum(sizes.values()) < MOST_OF_THE_HOME_PAGE
