"""The playground in the models' pages: each shows its own model beside another, and the two part."""

import html
import math
import re
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import pytest
from axe import wcag_issues
from pace import patience
from pages import wait_until

from motorpool.app.playground.catalogue import Catalogue
from motorpool.app.playground.visit import Visit
from motorpool.models.registry import split_name

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted((DOCS / "models").glob("*.md"))
EMBED = re.compile(r'<div data-demo="playground" data-address="(?P<address>[^"]*)">\s*(?P<words>\S[^<]*)</div>')
UNDRIVEN = {"arc": "tracked/arc"}  # has no driver's commands: its page shows a model that moves along it
SECONDS = 24.0  # of the demonstration, until the two are a metre apart


class Embed(NamedTuple):
    """The playground in a page: what its address sets, and what the reader is to see."""

    page: Path
    settings: dict[str, str]
    words: str

    @property
    def dt(self) -> float:
        """The time step [s]."""
        over, _, under = self.settings.get("dt", "1/60").partition("/")
        return float(over) / float(under)


def embed_of(page: Path) -> Embed:
    """Read a page's one embedded playground."""
    (found,) = EMBED.finditer(page.read_text())
    query = parse_qs(html.unescape(found["address"]).removeprefix("?"), strict_parsing=True)
    return Embed(page, {name: value for name, (value,) in query.items()}, found["words"].strip())


def visit_at(embed: Embed, catalogue: Catalogue) -> Visit:
    """Open the playground as its page does, and refuse what it would complain about."""
    visit = Visit(catalogue.find, now=0.0)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("scene", {"name": embed.settings.get("scene", "ground")}),
        ("compare", {"left": embed.settings["left"], "right": embed.settings["right"]}),
        ("dt", {"value": embed.dt}),
    ]
    for name, fields in asked:
        assert visit.obey(name, fields, now=0.0) == [], name
    return visit


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """The models and vehicles that the site's playground offers."""
    return Catalogue()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_models_page_shows_it_where_it_parts_from_another(page: Path, catalogue: Catalogue) -> None:
    embed = embed_of(page)
    assert embed.settings.keys() <= {"left", "right", "scene", "dt"}
    title = page.read_text().partition("\n")[0].removeprefix("# ")
    sides = [catalogue.find(embed.settings[side]) for side in ("left", "right")]
    shown = {split_name(model.name)[0] for model in sides} | {model.module.__name__ for model in sides}
    own = catalogue.find(UNDRIVEN.get(title, title))
    assert shown & {own.name, own.module.__name__}
    visit = visit_at(embed, catalogue)
    assert visit.session.is_demonstrating
    apart = 0.0
    while apart < 1.0 and visit.session.time < SECONDS:
        visit.session.advance(1 / 20)
        left, right = (visit.session.sides[side].pose for side in ("left", "right"))
        apart = math.hypot(left.x - right.x, left.y - right.y)
    assert apart > 1.0


@pytest.mark.browser
@pytest.mark.timeout(600)
def test_a_reader_drives_in_a_models_page_and_nothing_loads_before(visit: Any) -> None:
    page = visit("models/bicycle-old-line.html")
    python = "performance.getEntriesByType('resource').filter((one) => one.name.includes('pyodide')).length"
    assert page.evaluate(python) == 0
    invitation = page.locator("[data-demo=playground]")
    invitation.scroll_into_view_if_needed()
    assert page.locator("iframe").count() == 0
    assert wcag_issues(page) == []
    invitation.get_by_role("button", name="Drive it here").click()
    frame = page.frame_locator("iframe")
    frame.get_by_test_id("apart").wait_for(timeout=1000.0 * patience(240.0))
    wait_until(page, "() => frames[0].motorpoolPlayground?.state()?.tick > 0")
    set_up = page.evaluate("frames[0].motorpoolPlayground.setUp()")
    assert [set_up[side]["model"] for side in ("left", "right")] == ["bicycle/old-line", "bicycle/arc"]
    assert set_up["dt"] == pytest.approx(1 / 3)
    assert frame.locator(".link-notice").is_hidden()
    assert frame.locator(".side-left").is_hidden()
    wait_until(page, "() => document.activeElement.matches('iframe')")
    page.keyboard.down("ArrowUp")
    wait_until(page, "() => !frames[0].motorpoolPlayground.setUp().demonstrating")
    wait_until(page, "() => frames[0].motorpoolPlayground.state().left.speed > 0.5")
    page.keyboard.up("ArrowUp")
    wait_until(page, "() => frames[0].location.search.includes('embedded=1')")
    before = page.evaluate("scrollY")
    page.locator("iframe").hover()
    page.mouse.wheel(0, 120)  # goes on through the page
    wait_until(page, "before => scrollY > before", before)
