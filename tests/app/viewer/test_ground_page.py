"""The page in a real Chromium shows what the ground is made of, its roads, and what real vehicles feel."""

import dataclasses

import numpy as np
import pytest
from pages import (
    DESK,
    LIGHT,
    SHARP,
    open_details,
    opened_pages,
    shot,
    still_shot,
    take,
    until_it_holds,
    wait_for_text,
    wait_until,
)

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.roads import Road
from motorpool.ground.terrain.surface import Surface

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PHONE = {"width": 390, "height": 800}
LEGEND = ("dry-earth", "ice", "mud")
SPACING = 20.0  # of the surface [m]
LEFT, RIGHT = (slice(250, 560), slice(150, 480)), (slice(250, 560), slice(800, 960))  # of the view from above
COARSE = 0.5  # pixels of the screen to one of the page: software draws a quarter of them
FPS = {"low": 2, "high": 0.5}  # software draws a picture of high quality in some seconds


@pytest.fixture
def world():
    """Ice in the west, mud in the east, earth around; a road from west to east over both; four vehicles stand."""
    terrain = Terrain.flat(size=2000.0)
    classes = np.zeros((100, 100), np.uint8)
    classes[40:60, 35:50], classes[40:60, 50:65] = 1, 2
    surface = Surface.from_classes(classes, spacing=SPACING, legend=LEGEND)
    road = Road(np.array([[-500.0, 40.0], [500.0, 40.0]]), 9.0, "dry-asphalt")
    fleets = [
        mp.Fleet("quad", 2),
        mp.Fleet("tractor-trailer/chain", 1, name="train", trailer_count=2.0, body=mp.Body(6.0, 2.5, 3.4)),
        mp.Fleet("tracked", 1, name="tank"),
    ]
    world = mp.World(fleets=fleets, terrain=terrain, surface=surface, roads=[road], seed=3)
    world.place_vehicles(slice(0, 4), [-60.0, 60.0, 0.0, 0.0], [0.0, 0.0, -150.0, 0.0], [0.0] * 4)
    world.vehicles.desired_speed[:] = 0.0
    world.resolve_positions()
    return world


@pytest.fixture
def viewer(world):
    with Viewer(world, port=0) as viewer:
        yield viewer


@pytest.fixture
def open_page(browser, viewer):
    """Opens pages, which are looked at."""
    with opened_pages(browser, viewer) as open_one:
        yield lambda size=DESK, query=SHARP, **options: open_one(size, query=query, **options)


def look_down(page, vehicle=3):
    """The bird's-eye view of a vehicle, north up."""
    page.evaluate("id => { window.motorpool.select(id); window.motorpool.setCamera('bird') }", vehicle)


def part_of(picture, part):
    """A part of the view from above, however coarse it is."""
    scale = picture.shape[1] / DESK["width"]
    rows, columns = (slice(round(one.start * scale), round(one.stop * scale)) for one in part)
    return picture[rows, columns]


def blueness(picture, part):
    red, _, blue = part_of(picture, part).mean(axis=(0, 1))
    return blue - red


@pytest.mark.parametrize("quality", ["low", "high"])
def test_the_ground_shows_its_soils_until_they_are_switched_off(open_page, quality):
    page = open_page(query=f"quality={quality}&fps={FPS[quality]}", device_scale_factor=COARSE)
    look_down(page)

    def is_coloured():
        picture = shot(page, f"ground-soils-{quality}.png")
        assert blueness(picture, LEFT) > 0.0 > blueness(picture, RIGHT)  # ice in the west, mud in the east
        assert part_of(picture, LEFT).mean() > part_of(picture, RIGHT).mean() + 0.2

    until_it_holds(is_coloured)
    page.keyboard.press("o")
    legend = page.get_by_test_id("view").locator(".legend-entry")
    assert legend.all_inner_texts() == ["Dry earth", "Mud", "Ice"]
    page.get_by_test_id("view-soils").uncheck()
    legend.first.wait_for(state="detached")
    page.keyboard.press("o")

    def is_plain():
        picture = shot(page, f"ground-plain-{quality}.png")
        assert abs(part_of(picture, LEFT).mean() - part_of(picture, RIGHT).mean()) < 0.05
        assert abs(blueness(picture, LEFT) - blueness(picture, RIGHT)) < 0.05

    until_it_holds(is_plain)


def test_soils_meet_softly(open_page):
    page = open_page()
    look_down(page)

    def is_soft():
        row = shot(page, "ground-border.png")[430, 480:800].mean(axis=1)  # from the ice to the mud
        assert row[0] - row[-1] > 0.2
        assert np.abs(np.diff(np.convolve(row, np.ones(5) / 5, "valid"))).max() < 0.05

    until_it_holds(is_soft)


def test_a_road_lies_on_the_ground_with_white_lines(open_page):
    page = open_page()
    look_down(page)
    until_it_holds(lambda: assert_road(shot(page, "ground-road.png")))


def assert_road(picture):
    """Assert that a road goes from west to east, with lines on it."""
    scale = 378 / 60.0  # pixels a metre: the two quads stand 60 m to either side of the middle
    mud = picture[60:400, 800:960].mean(axis=(1, 2))
    rows = np.flatnonzero(np.abs(mud - np.median(mud)) > 0.04)
    assert 0.8 * 9.0 * scale < len(rows) < 1.6 * 9.0 * scale  # as wide as it is, with its verges
    assert np.ptp(rows) < len(rows) + 5
    road = picture[60 + rows[0] : 60 + rows[-1], 150:480].mean(axis=2)  # on the ice
    dashes = road[len(road) // 2 - 4 : len(road) // 2 + 5].max(axis=0)
    assert np.ptp(dashes) > 0.04  # the middle line is broken
    assert (road.max(axis=1) > np.median(road) + 0.03).sum() >= 3  # and there are others


def test_the_map_shows_soils_and_roads_and_has_a_legend_when_it_is_large(open_page):
    page = open_page(query=LIGHT)
    page.keyboard.press("m")
    page.get_by_test_id("map-legend").wait_for(state="visible")
    assert page.get_by_test_id("map-legend").inner_text().split("\n") == ["Dry earth", "Mud", "Ice"]

    def is_drawn():
        colours = page.evaluate(COLOURS_OF_MAP)
        assert colours["ice"] > 500
        assert colours["mud"] > 500
        assert colours["road"] > 100
        assert page.get_by_test_id("map").bounding_box()["width"] > 300

    until_it_holds(is_drawn)
    shot(page, "ground-map.png")


COLOURS_OF_MAP = """() => {
    const map = document.querySelector('[data-testid=map]')
    const pixels = map.getContext('2d').getImageData(0, 0, map.width, map.height).data
    const counts = { ice: 0, mud: 0, road: 0 }
    for (let k = 0; k < pixels.length; k += 4) {
        const [red, green, blue] = pixels.slice(k, k + 3)
        if (blue > red + 25 && blue > 150) counts.ice++
        if (red < 90 && red > green && green > blue) counts.mud++
        if (red > 215 && green > 215 && blue > 200) counts.road++
    }
    return counts
}"""


def test_the_instruments_of_a_force_model_and_the_soil_under_it(open_page, world):
    page = open_page(query=LIGHT)
    take(page, 0)
    open_details(page)
    wait_for_text(page, "soil", "Ice · friction 0.10")
    wait_for_text(page, "information", "quad")
    names = {"Speed", "Gear", "Engine", "Load", "Fuel", "Fuel used", "Mass", "Sideslip", "Body pitch", "Body roll"}

    def are_there():
        assert names <= set(page.locator("[data-testid=information] dt").all_inner_texts())

    until_it_holds(are_there)
    page.keyboard.down("w")
    force = "document.querySelector('[data-testid=specific-force]').innerText"
    wait_until(page, f"() => Number({force}.slice(0, 4)) > 0.03")
    page.keyboard.up("w")
    shot(page, "ground-instruments.png")
    assert not page.get_by_test_id("warnings").is_visible()
    tipping = world.fleets[0].state
    world.step, step = (lambda: None), world.step
    tipping.rollover_angle[0] = 1.57
    wait_for_text(page, "warnings", "Overturned onto its right side")
    shot(page, "ground-overturned.png")
    world.step = step


def test_a_named_vehicle_is_called_by_its_title(open_page):
    page = open_page(query=LIGHT)
    assert not page.get_by_test_id("terrain-warnings").is_visible()  # there are none
    page.keyboard.press("l")
    page.get_by_test_id("find-vehicle").fill("terrain")
    wait_until(page, "() => document.querySelectorAll('[aria-label=Vehicles] button').length === 2")
    row = page.get_by_test_id("people").get_by_role("list", name="Vehicles").get_by_role("button").first
    assert row.inner_text().split("\n") == ["Quad 1", "All-terrain quad"]
    row.click()
    wait_until(page, "() => document.querySelector('.label-selected')?.innerText.includes('All-terrain quad')")


def test_warnings_about_the_terrain_stay_until_they_are_closed(open_page, world):
    world.terrain = dataclasses.replace(world.terrain, warnings=("2 posts were outliers", "1 post had no height"))
    page = open_page(query=LIGHT)
    card = page.get_by_test_id("terrain-warnings")
    assert card.locator("p").all_inner_texts() == ["2 posts were outliers", "1 post had no height"]
    card.get_by_role("button").click()
    assert not card.is_visible()


def test_trailers_are_drawn_where_they_stand(open_page, world):
    page = open_page()
    look_down(page, 2)
    straight = still_shot(page, "ground-trailers-straight.png")
    world.fleets[1].state.hitch_angle[0] = 1.2

    def is_turned():
        turned = shot(page, "ground-trailers-turned.png")
        changed = np.abs(turned - straight)[200:560, 300:960].max(axis=2) > 0.15
        assert changed.sum() > 150

    until_it_holds(is_turned)


def test_on_a_phone_the_instruments_of_a_force_model_fit(open_page):
    page = open_page(PHONE, LIGHT, has_touch=True, is_mobile=True)
    take(page, 0)
    open_details(page)
    wait_for_text(page, "soil", "Ice")

    def fits():
        box = page.locator(".information").bounding_box()
        panel = page.locator(".panel").bounding_box()
        assert -0.5 <= box["x"] <= box["x"] + box["width"] <= 390.5
        assert box["y"] + box["height"] <= panel["y"] + 0.5

    until_it_holds(fits)
    shot(page, "ground-phone.png")
