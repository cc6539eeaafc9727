"""Every page of the site: its links lead somewhere, it asks no other host, and anybody can read it on any screen."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from axe import wcag_issues
from pages import DESK, wait_until
from visits import sizes_of_requests, visitor

PHONE = {"width": 390, "height": 844}
MOST_OF_A_FILE = 25_000_000  # [byte]; GitHub warns at twice that
MOST_OF_THE_HOME_PAGE = 2_500_000  # [byte]
LOADED = {"link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src"}
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
SEARCHES = "() => !document.querySelector('.md-search-result__meta').textContent.includes('Initializing')"


class Page(HTMLParser):
    """Links, anchors and loaded files of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = {"", "__top"}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.anchors |= {value for name in ("id", "name") if (value := named.get(name))}
        if tag == "a" and (link := named.get("href")):
            self.links.append(link)
        if tag in LOADED and named.get("rel") not in ("canonical", "next", "prev", "edit") and named.get(LOADED[tag]):
            self.loaded.append(str(named[LOADED[tag]]))


@pytest.fixture(scope="module")
def pages(site_folder: Path) -> dict[Path, Page]:
    """All pages of the site by their files."""
    return {path: Page(path) for path in site_folder.rglob("*.html")}


def target(path: Path, link: str) -> tuple[Path, str]:
    """Return the file that a page's link leads to, and the anchor in it."""
    parts = urlsplit(link)
    found = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    return found / "index.html" if found.is_dir() else found, unquote(parts.fragment)


def test_every_link_within_the_site_leads_to_a_page_and_its_anchor(pages: dict[Path, Page], site_folder: Path) -> None:
    broken: list[str] = []
    for path, page in pages.items():
        for link in page.links:
            if urlsplit(link).scheme or path.name == "404.html":
                continue
            found, anchor = target(path, link)
            if not found.is_file() or (found in pages and anchor not in pages[found].anchors):
                broken.append(f"{path.relative_to(site_folder)}: {link}")
    assert broken == []


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


def test_a_visitor_finds_a_page_by_a_word(visit: Callable[..., Any]) -> None:
    page = visit("models/arc.html")
    wait_until(page, SEARCHES)
    page.keyboard.press("/")  # opens the search
    page.locator("input.md-search__input").press_sequentially("sinkage")
    found = page.locator("a.md-search-result__link").first
    found.wait_for()
    found.click()
    wait_until(page, "() => !location.pathname.endsWith('arc.html')")
    wait_until(page, "() => document.querySelector('article')?.innerText.toLowerCase().includes('sinkage')")


@pytest.mark.parametrize(
    ("word", "guide"),
    [
        ("avoidance", "behaviours.html"),
        ("recording", "recording.html"),
        ("cluster", "cluster.html"),
        ("vehicle file", "vehicles.html"),
    ],
)
def test_a_search_finds_guides_before_decision_records(visit: Callable[..., Any], word: str, guide: str) -> None:
    page = visit("models/arc.html")
    wait_until(page, SEARCHES)
    page.keyboard.press("/")  # opens the search
    page.locator("input.md-search__input").press_sequentially(word)
    found = "[...document.querySelectorAll('.md-search-result__item > a')].map((link) => link.pathname)"
    wait_until(page, f"() => {found}.slice(0, 3).some((path) => path.endsWith('/motorpool/{guide}'))")
    paths = page.evaluate(found)
    records = [number for number, path in enumerate(paths) if "/decisions/" in path]
    assert records == list(range(len(paths) - len(records), len(paths)))


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
