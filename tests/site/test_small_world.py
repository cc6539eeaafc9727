"""The small world on the documentation's page about worlds, in a real Chromium."""

from collections.abc import Callable
from typing import Any

import pytest
from pages import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

SECONDS = "Number(document.querySelector('[data-testid=world]')?.dataset.seconds)"
COLOURS = """() => {
  const canvas = document.querySelector('[data-testid=world-canvas]')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return new Set(new Uint32Array(data.buffer)).size
}"""
LATER = """async () => { // the simulated time, twenty pictures of the browser later
  for (let i = 0; i < 20; i++) await new Promise(requestAnimationFrame)
  return document.querySelector('[data-testid=world]').dataset.seconds
}"""


def test_a_reader_follows_a_vehicle_pauses_and_lets_all_meet(visit: Callable[..., Any]) -> None:
    page = visit("world.html")
    wait_until(page, f"() => {SECONDS} > 0.5")
    assert page.evaluate(COLOURS) > 500  # relief, soils, roads
    canvas, vehicle = page.get_by_test_id("world-canvas"), page.get_by_test_id("world-vehicle")
    canvas.focus()
    scrolled = page.evaluate("scrollY")
    page.keyboard.press("ArrowDown")
    wait_until(page, "() => document.querySelector('[data-testid=world-vehicle]').textContent.includes('km/h')")
    assert vehicle.inner_text().startswith("Vehicle 1\n")
    assert "tracked/arc" in vehicle.inner_text()
    page.keyboard.press("Space")
    assert page.evaluate(LATER) == page.evaluate(LATER)
    assert page.evaluate("scrollY") == scrolled
    page.get_by_role("button", name="Meet").click()
    canvas.click()
    page.get_by_role("button", name="Drive on").wait_for()
    assert not vehicle.is_visible()
    page.keyboard.press("Escape")
    met = page.evaluate(SECONDS)
    wait_until(page, f"() => {SECONDS} > {met} + 0.2")  # it runs again


def test_it_stands_still_off_the_screen_and_for_readers_that_asked_for_less_motion(visit: Callable[..., Any]) -> None:
    page = visit("world.html", reduced_motion="reduce")
    wait_until(page, f"() => {SECONDS} >= 8")
    assert page.evaluate(LATER) == page.evaluate(LATER)
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until(page, f"() => {SECONDS} > 8.3")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.evaluate(LATER)
    assert page.evaluate(LATER) == page.evaluate(LATER)
