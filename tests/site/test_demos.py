"""The demonstrations in the documentation's pages, driven in a real Chromium; their laws are in client/tests."""

from collections.abc import Callable
from typing import Any

import pytest
from pages import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

Visit = Callable[..., Any]
SHOWN = "name => document.querySelector(`[data-demo=${name}] canvas`)?.width > 300"
MORE = "([id, least]) => parseFloat(document.querySelector(`[data-testid=${id}]`).textContent) > least"


def demo(visit: Visit, path: str, name: str, **options: Any) -> tuple[Any, Any]:
    """Open a page; return it and its demonstration, which is in sight."""
    page = visit(path, **options)
    place = page.locator(f"[data-demo={name}]")
    place.scroll_into_view_if_needed()
    wait_until(page, SHOWN, name)
    return page, place


def test_arrow_keys_drive_both_cars_and_their_places_part(visit: Visit) -> None:
    page, place = demo(visit, "index.html", "two-cars")
    canvas = place.locator("canvas")
    canvas.focus()
    scrolled = page.evaluate("scrollY")
    page.keyboard.down("ArrowUp")
    page.keyboard.down("ArrowLeft")
    wait_until(page, "() => parseFloat(document.querySelector('[data-testid=gap]').textContent) < 1")  # from the start
    wait_until(page, MORE, ["gap", 3.0])
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown"):
        page.keyboard.up(key)
    assert page.evaluate("scrollY") == scrolled
    assert "apart, in steps of 1/60 s" in place.locator(".demo-words").text_content()


def test_without_focus_the_arrow_keys_scroll_the_page(visit: Visit) -> None:
    page, place = demo(visit, "index.html", "two-cars")
    before = page.evaluate("scrollY")
    page.keyboard.press("ArrowUp" if before else "ArrowDown")
    wait_until(page, "before => scrollY !== before", before)
    assert place.locator(".demo-hint").is_visible()  # the demonstration drives on by itself


def test_the_time_step_is_that_of_the_link_to_the_playground(visit: Visit) -> None:
    page, place = demo(visit, "index.html", "two-cars")
    slider = page.get_by_test_id("time-step")
    slider.focus()
    slider.press("End")
    link = place.locator("a").get_attribute("href")
    assert link.endswith("/motorpool/playground/index.html?left=bicycle/six-line&right=bicycle/arc&dt=1/2")


def test_nothing_moves_for_a_reader_who_asked_for_that_until_played(visit: Visit) -> None:
    page, place = demo(visit, "index.html", "two-cars", reduced_motion="reduce")
    gap = page.get_by_test_id("gap")
    wait_until(page, MORE, ["gap", 1.0])
    before = gap.text_content()
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert gap.text_content() == before
    place.get_by_role("button", name="Play").click()
    wait_until(page, "text => document.querySelector('[data-testid=gap]').textContent !== text", before)
