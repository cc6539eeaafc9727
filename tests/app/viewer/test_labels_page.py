"""No label of the live page is cut off, at five sizes of the window, and legends leave the map free."""

import pytest
from pages import opened_pages, wait_until

from motorpool.app.viewer import Viewer
from motorpool.world.scenario import load

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

SIZES = [(390, 844), (844, 390), (768, 1024), (1366, 768), (1920, 1080)]
QUERY = "quality=low&pixels=0.15&fps=2"
MOST_OF_MAP = 0.15  # share of the map that its legend may cover
CARDS = ("l", "o", "j", "Shift+L", "h")
WORLD = """
name: a rather long name of a scenario in the hills
terrain: {source: flat, size: 1200}
vehicles:
  - {vehicle: M1A1, name: Red tanks, side: red, armament: {}, count: 2, driver: parked,
     start: {positions: [[0, 0, 90], [15, 0, 90]]}}
  - {vehicle: T-72A, name: Blue fighting vehicles of the reserve, side: blue, count: 1, driver: parked,
     start: {positions: [[0, 40, 90]]}}
  - {vehicle: quad, name: quads, count: 1, desired_speed: 2, start: {positions: [[0, 80, 90]]}}
  - {vehicle: articulated-lorry, name: lorries, side: neutral, count: 1, driver: parked,
     start: {positions: [[60, 80, 90]]}}
  - {model: bicycle, name: parked cars, count: 1, driver: parked, start: {positions: [[0, -40, 90]]}}
"""
# Elements with text of their own that is wider than they are, or that a box around them, or the window, cuts off at a
# side. What scrolls sideways by itself and the values of fields may be longer.
CUT = """() => {
  const found = []
  for (const element of document.querySelectorAll('body *')) {
    if (element instanceof SVGElement || element.matches('input, select, option')) continue
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const box = element.getBoundingClientRect()
    if (!box.width || !box.height) continue
    const words = `${element.className}: ${element.textContent.slice(0, 60)}`
    if (element.clientWidth && element.scrollWidth > element.clientWidth) found.push(words)
    else if (box.left < -1 || box.right > innerWidth + 1) found.push(`${words} (outside)`)
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible') continue
      const frame = around.getBoundingClientRect()
      if (box.right > frame.right + 1 || box.left < frame.left - 1) found.push(`${words} in ${around.className}`)
    }
  }
  return found
}"""
SHARE = """() => {
  const [map, ...legends] = ['.map', '.map-symbols', '.map-legend'].map((name) => document.querySelector(name))
  const area = (element) => element.getBoundingClientRect().width * element.getBoundingClientRect().height
  return legends.map((legend) => area(legend) / area(map))
}"""


@pytest.fixture(scope="module")
def viewer(tmp_path_factory):
    """Vehicles with long names and titles, on three sides and on none."""
    file = tmp_path_factory.mktemp("labels") / "world.yaml"
    file.write_text(WORLD)
    with Viewer(load(str(file)).build(), port=0) as viewer:
        yield viewer


@pytest.mark.parametrize(("wide", "high"), SIZES)
def test_no_label_is_cut_off(browser, viewer, wide, high):
    touch = {"has_touch": True, "is_mobile": True} if min(wide, high) < 700 else {}
    scheme = "light" if wide > high else "dark"
    with opened_pages(browser, viewer) as open_one:
        page = open_one({"width": wide, "height": high}, query=QUERY, color_scheme=scheme, **touch)
        wait_until(page, "() => document.querySelector('.splash') === null")
        cut: dict[str, list[str]] = {}

        def look(what: str) -> None:
            page.wait_for_timeout(300)  # panels are redrawn ten times a second
            cut[what] = page.evaluate(CUT)

        look("arrival")
        for vehicle in range(viewer.world.count):
            page.evaluate("id => window.motorpool.select(id)", vehicle)
            look(f"vehicle {vehicle}")
        page.keyboard.press("i")
        look("details")
        page.keyboard.press("i")
        for key in CARDS:
            page.keyboard.press(key)
            look(f"card {key}")
            page.keyboard.press("Escape")
        page.keyboard.press("m")
        wait_until(page, "() => document.querySelector('.map.is-large') !== null")
        if page.get_by_test_id("map-symbols-toggle").get_attribute("aria-expanded") == "false":
            page.get_by_test_id("map-symbols-toggle").click()
        page.get_by_test_id("map-symbols").get_by_text("Vehicle of side Red").wait_for()
        look("map")
        assert max(page.evaluate(SHARE)) < MOST_OF_MAP
        page.get_by_test_id("map-symbols-toggle").click()
        page.get_by_test_id("map-symbols").get_by_text("Vehicle of side Red").wait_for(state="hidden")
        page.keyboard.press("Escape")
        page.evaluate("() => window.motorpool.setCamera('overview')")
        look("overview")
        page.evaluate("() => window.motorpool.take(0)")
        wait_until(page, "() => window.motorpool.own() !== null")
        look("driving")
        page.evaluate("() => window.motorpool.release()")
        wait_until(page, "() => window.motorpool.own() === null")
    assert {what: labels for what, labels in cut.items() if labels} == {}
