"""The demonstrations in the documentation's pages, driven in a real Chromium; their laws are in client/tests."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import wait_until
from visits import visitor

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

Visit = Callable[..., Any]
SHOWN = "name => document.querySelector(`[data-demo=${name}] canvas`)?.width > 300"
GAP = """() => {
  const [, number, unit] = document.querySelector('.demo-big').textContent.match(/([0-9.]+) (mm|cm|m)/)
  return Number(number) / { mm: 1000, cm: 100, m: 1 }[unit]
}"""  # between the two cars [m]
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
    wait_until(page, f"() => ({GAP})() < 0.5")  # from the start
    wait_until(page, f"() => ({GAP})() > 3")
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown"):
        page.keyboard.up(key)
    assert page.evaluate("scrollY") == scrolled
    assert "apart, in steps of 1/60 s" in place.locator(".demo-words").text_content()


def test_the_home_pages_cars_drive_before_the_themes_script_is_there(
    browser: Any, site: str, site_folder: Path
) -> None:
    html = (site_folder / "index.html").read_text(encoding="utf-8")
    early = re.findall(r'<link rel="(?:modulepreload"|preload" as="style" crossorigin) href="([^"]+)">', html)
    assert all((site_folder / name).is_file() for name in early)
    held: list[Any] = []
    with visitor(browser, site) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.route(re.compile(r"/javascripts/bundle\."), lambda route: held.append(route))
        page.goto(f"{site}/index.html", wait_until="commit")
        wait_until(page, SHOWN, "two-cars")
        before = page.locator("[data-demo=two-cars] .demo-words").text_content()
        wait_until(
            page, "before => document.querySelector('[data-demo=two-cars] .demo-words').textContent !== before", before
        )
        assert len(held) == 1
        loaded = {url.removeprefix(f"{site}/") for url in asked}
        assert {name for name in loaded if re.match(r"live/(twocars|stage|vehicle|dom)-", name)} <= set(early)
        assert len([url for url in asked if url.endswith("/live/page.js")]) == 1
        styles = [url for url in asked if re.search(r"/live/[\w-]+\.css$", url)]
        assert styles  # each is loaded once: what is read early is what page.js asks for
        assert len(styles) == len(set(styles))
        held[0].continue_()
        page.wait_for_load_state("load")


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


def test_nothing_moves_until_played_for_a_reader_that_asked_for_less_motion(visit: Visit) -> None:
    page, place = demo(visit, "index.html", "two-cars", reduced_motion="reduce")
    gap = page.get_by_test_id("gap")
    wait_until(page, MORE, ["gap", 1.0])
    before = gap.text_content()
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert gap.text_content() == before
    place.get_by_role("button", name="Play").click()
    wait_until(page, "text => document.querySelector('[data-testid=gap]').textContent !== text", before)


def test_the_exact_vehicle_arrives_and_a_click_puts_the_target_elsewhere(visit: Visit) -> None:
    page, place = demo(visit, "sources.html", "circling")
    arrived = {side: place.get_by_test_id(f"{side}-arrived") for side in ("left", "right")}
    wait_until(page, "() => document.querySelector('[data-testid=right-arrived]').textContent.startsWith('after')")
    assert arrived["left"].text_content() == "no"
    box = place.locator("canvas").bounding_box()
    place.locator("canvas").click(position={"x": 0.8 * box["width"], "y": 0.5 * box["height"]})
    wait_until(page, "() => document.querySelector('[data-testid=right-arrived]').textContent === 'no'")
    assert place.locator(".demo-words").text_content().startswith("The naive one has turned round 0.")


def test_two_keys_push_the_dot_of_components_beyond_the_top_speed(visit: Visit) -> None:
    page, place = demo(visit, "sources.html", "red-dot")
    place.locator("canvas").focus()
    page.keyboard.down("ArrowUp")
    page.keyboard.down("d")
    wait_until(page, MORE, ["times", 1.4])
    wait_until(page, "() => parseFloat(document.querySelector('[data-testid=right-speed]').textContent) <= 10")
    for key in ("ArrowUp", "d"):
        page.keyboard.up(key)


def test_the_valet_parks_the_exact_car_until_a_key_takes_over(visit: Visit) -> None:
    page, place = demo(visit, "sources.html", "parking")
    words = "([side, words]) => document.querySelector(`[data-testid=${side}-verdict]`).textContent.includes(words)"
    wait_until(page, words, ["right", "parked, 3 cm"])
    wait_until(page, words, ["left", "touches a parked car"])
    place.locator("canvas").focus()
    page.keyboard.press("ArrowUp")
    wait_until(page, words, ["right", "not in a free bay"])


def test_the_pads_of_a_phone_drive(visit: Visit) -> None:
    page, place = demo(
        visit, "index.html", "two-cars", size={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    pad = place.get_by_role("button", name="drive", exact=True)
    pad.dispatch_event("pointerdown")
    wait_until(page, "() => parseFloat(document.querySelector('[data-testid=gap]').textContent) === 0")
    wait_until(page, "() => parseFloat(document.querySelector('[data-testid=left-north]').textContent) > 1")
    pad.dispatch_event("pointerup")
