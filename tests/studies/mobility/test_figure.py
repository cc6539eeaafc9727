"""Figures of mobility maps: hillshade by its formula, kinds of cells, colours that colour-blind readers tell apart."""

import math

import numpy as np
import pytest
from made_maps import made_map
from PIL import Image

from motorpool.errors import WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.hillshade import hillshade
from motorpool.studies.mobility.figure import (
    GO,
    NO_DATA_COLOUR,
    NO_GO_COLOURS,
    SOME_HEADINGS,
    SOME_HEADINGS_COLOUR,
    colours_of,
    draw_maps,
    draw_route,
    kinds_of,
    mean_speed,
    speed_colours,
)
from motorpool.studies.mobility.maps import NO_DATA, OWN_SPEED, SLOPE, SOIL_STRENGTH, TIP_OVER
from motorpool.studies.mobility.routes import find_route

# Machado, Oliveira and Fernandes (2009), severity 1.0, for linear red, green and blue.
COLOUR_BLINDNESS = {
    "none": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])  # of sRGB
WHITE = TO_XYZ.sum(axis=1)


def lab(colours, blindness):
    """Return CIE L*a*b* of sRGB colours as somebody with a colour blindness sees them."""
    colours = np.asarray(colours, float)
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ COLOUR_BLINDNESS[blindness].T, 0.0, 1.0) @ TO_XYZ.T / WHITE
    root = np.where(seen > (6 / 29) ** 3, np.cbrt(seen), seen / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = np.moveaxis(root, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def rgb(colour):
    return [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]


def ramp(toward_east, toward_north, size=7):
    """Return posts 10 m apart that rise by so much a metre."""
    steps = 10.0 * np.arange(size)
    return toward_east * steps[None, :] + toward_north * steps[:, None]


def test_level_ground_has_the_brightness_of_the_light_s_height():
    assert hillshade(ramp(0.0, 0.0), spacing=10.0) == pytest.approx(math.sin(math.radians(45.0)))


def test_a_slope_that_faces_the_light_is_lit_by_the_formula():
    """Down to the north-west at 30 degrees: the light of 45 degrees falls in at 15 degrees from its normal."""
    rise = math.tan(math.radians(30.0)) / math.sqrt(2.0)
    assert hillshade(ramp(rise, -rise), spacing=10.0) == pytest.approx(math.cos(math.radians(15.0)))
    assert hillshade(ramp(-rise, rise), spacing=10.0) == pytest.approx(math.cos(math.radians(75.0)))
    across = math.cos(math.radians(30.0)) * math.cos(math.radians(45.0))
    assert hillshade(ramp(rise, rise), spacing=10.0) == pytest.approx(across)


def test_the_speed_of_a_cell_is_the_harmonic_mean_of_its_headings():
    speed = np.array([2.0, 4.0, 4.0, 8.0])[:, None, None] * np.ones((4, 1, 2))
    speed[0, 0, 1] = 0.0
    assert mean_speed(made_map(speed)).tolist() == [[4.0 / (1 / 2 + 2 / 4 + 1 / 8), 0.0]]


def test_a_cell_is_go_no_go_by_what_stops_most_headings_or_go_in_some_headings():
    speed = np.full((4, 1, 5), 5.0)
    reason = np.full((4, 1, 5), OWN_SPEED)
    speed[:, 0, 1], reason[:, 0, 1] = 0.0, SLOPE
    reason[0, 0, 1] = SOIL_STRENGTH
    speed[1, 0, 2], reason[1, 0, 2] = 0.0, TIP_OVER
    speed[:, 0, 3], reason[:, 0, 3] = np.nan, NO_DATA
    speed[:, 0, 4], reason[:, 0, 4] = 0.0, SOIL_STRENGTH
    mobility = made_map(speed, reason=reason)
    kinds = kinds_of(mobility)
    assert kinds.tolist() == [[GO, SLOPE, SOME_HEADINGS, NO_DATA, SOIL_STRENGTH]]
    colours = colours_of(mobility, kinds, 5.0)[0]
    assert colours[0] == pytest.approx(speed_colours(1.0), abs=1e-5)
    expected = [NO_GO_COLOURS[SLOPE], SOME_HEADINGS_COLOUR, NO_DATA_COLOUR, NO_GO_COLOURS[SOIL_STRENGTH]]
    assert colours[1:].tolist() == [rgb(colour) for colour in expected]


@pytest.mark.parametrize("blindness", COLOUR_BLINDNESS)
def test_colour_blind_readers_distinguish_no_go_from_every_speed(blindness):
    """In hillshade's light and shadow; a difference of 10 in L*a*b* is plain to see beside each other."""
    speeds = speed_colours(np.linspace(0.0, 1.0, 41))
    for shade in (0.8, 1.0):
        seen = lab(np.clip(shade * speeds, 0.0, 1.0), blindness)
        for colour in (*NO_GO_COLOURS.values(), SOME_HEADINGS_COLOUR):
            gap = np.linalg.norm(seen - lab(np.clip(shade * np.array(rgb(colour)), 0.0, 1.0), blindness), axis=-1)
            assert gap.min() > 10.0, (colour, shade)


@pytest.mark.parametrize("blindness", COLOUR_BLINDNESS)
def test_the_usual_reasons_are_distinguished(blindness):
    seen = [lab(rgb(NO_GO_COLOURS[reason]), blindness) for reason in (SOIL_STRENGTH, SLOPE, TIP_OVER)]
    for index, colour in enumerate(seen):
        for other in seen[:index]:
            assert np.linalg.norm(colour - other) > 10.0


@pytest.mark.parametrize("blindness", COLOUR_BLINDNESS)
def test_faster_is_darker(blindness):
    lightness = lab(speed_colours(np.linspace(0.0, 1.0, 21)), blindness)[:, 0]
    assert (np.diff(lightness) < 0.0).all()


@pytest.fixture
def hill():
    rows, columns = np.indices((40, 50))
    return Terrain.from_heights(60.0 * np.exp(-((rows - 20.0) ** 2 + (columns - 25.0) ** 2) / 120.0), spacing=20.0)


def maps_of(terrain):
    """Return a map of each season whose centre is no-go."""
    rows, columns = np.indices(terrain.heights.shape)
    distance = np.hypot(rows - 20.0, columns - 25.0)
    place = {"x_west": terrain.x_west - 10.0, "y_south": terrain.y_south - 10.0, "spacing": 20.0}
    speeds = np.clip(distance - 4.0, 0.0, 15.0)
    return [made_map(speeds, season="dry", **place), made_map(0.6 * speeds, season="wet", **place)]


def test_maps_are_drawn_side_by_side_on_a_light_background(hill, tmp_path):
    one = Image.open(draw_maps(maps_of(hill)[:1], hill, tmp_path / "one.png")).convert("RGB")
    two = Image.open(draw_maps(maps_of(hill), hill, tmp_path / "two.png")).convert("RGB")
    four = Image.open(draw_maps(maps_of(hill) * 2, hill, tmp_path / "four.png")).convert("RGB")
    assert one.width < two.width == four.width <= 1280
    assert four.height > 1.5 * two.height
    for picture in (one, two, four):
        assert min(picture.getpixel((2, 2))) > 245
        darkest = np.array(picture)[:, : picture.width // 2].reshape(-1, 3)
        slope = np.array(rgb(NO_GO_COLOURS[SLOPE])) * 255
        assert (np.abs(darkest - slope).max(axis=1) < 45).any()


def test_a_route_is_drawn_on_its_map(hill, tmp_path):
    mobility = maps_of(hill)[0]
    route = find_route(mobility, start=(-400.0, 0.0), goal=(400.0, 10.0))
    assert draw_route(route, mobility, hill, tmp_path / "way.png").stat().st_size > 10_000
    assert draw_route(route, mobility, None, tmp_path / "way.svg").read_text().startswith("<?xml")


def test_a_map_of_another_terrain_and_no_map_at_all_are_refused(hill, tmp_path):
    with pytest.raises(WorldError, match=r"50 x 40 cells of 20 m, the terrain 'flat' .* pass the terrain"):
        draw_maps(maps_of(hill), Terrain.flat(), tmp_path / "none.png")
    with pytest.raises(WorldError, match="needs a map"):
        draw_maps([], hill, tmp_path / "none.png")
    assert not (tmp_path / "none.png").exists()
