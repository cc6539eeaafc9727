"""Heights and slopes between posts, and how a body stands on them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorpool.compile import flat
from motorpool.compile.columns import copies_for
from motorpool.compile.form.types import ArrayType
from motorpool.errors import TerrainError
from motorpool.ground.terrain.heightfield import Terrain, attitude, sample_terrain

slopes = st.floats(-5.0, 5.0)
yaws = st.floats(-math.pi, math.pi)


@pytest.fixture(scope="module")
def hills() -> Terrain:
    """Rough ground: every post has a height of its own."""
    return Terrain.from_heights(np.random.default_rng(1).uniform(200.0, 900.0, (23, 31)), 30.0)


def places(terrain: Terrain, count: int = 500, beyond: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(2)
    x = random.uniform(terrain.x_west - beyond, terrain.x_east + beyond, count)
    return x, random.uniform(terrain.y_south - beyond, terrain.y_north + beyond, count)


def interpolated(terrain: Terrain, values: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Bilinear interpolation by two rounds of numpy.interp: another program than ours."""
    columns = terrain.x_west + terrain.spacing * np.arange(terrain.columns)
    rows = terrain.y_south + terrain.spacing * np.arange(terrain.rows)
    along = np.array([np.interp(x, columns, row) for row in values])
    return np.array([np.interp(y[i], rows, along[:, i]) for i in range(len(x))])


def turn(yaw: float, pitch: float, roll: float) -> np.ndarray:
    """Rz(yaw) Ry(pitch) Rx(roll), right-handed: the columns are the body's axes in the world."""
    about_z = np.array([[math.cos(yaw), -math.sin(yaw), 0], [math.sin(yaw), math.cos(yaw), 0], [0, 0, 1]])
    about_y = np.array([[math.cos(pitch), 0, math.sin(pitch)], [0, 1, 0], [-math.sin(pitch), 0, math.cos(pitch)]])
    about_x = np.array([[1, 0, 0], [0, math.cos(roll), -math.sin(roll)], [0, math.sin(roll), math.cos(roll)]])
    return about_z @ about_y @ about_x


# ---- heights and slopes


def test_a_tilted_plane_is_sampled_exactly_up_to_its_border():
    east, north = np.meshgrid(np.arange(12) - 5.5, np.arange(9) - 4.0)
    plane = Terrain.from_heights(100.0 + 32.0 * (0.25 * east - 0.125 * north), 32.0)
    x, y = places(plane)
    x[:4], y[:4] = [plane.x_west, plane.x_east] * 2, [plane.y_south, plane.y_north, plane.y_north, plane.y_south]
    height, slope_x, slope_y = plane.sample(x, y)
    np.testing.assert_allclose(height, 100.0 + 0.25 * x - 0.125 * y, atol=1e-9)
    np.testing.assert_allclose(slope_x, 0.25, atol=1e-12)
    np.testing.assert_allclose(slope_y, -0.125, atol=1e-12)


def test_height_is_bilinear_between_posts(hills):
    x, y = places(hills)
    np.testing.assert_allclose(hills.sample(x, y)[0], interpolated(hills, hills.heights, x, y), rtol=1e-12)


def test_slopes_are_the_central_differences_of_posts_interpolated_between_them(hills):
    slope_north, slope_east = np.gradient(hills.heights.astype(float), hills.spacing)
    x, y = places(hills)
    _, slope_x, slope_y = hills.sample(x, y)
    np.testing.assert_allclose(slope_x, interpolated(hills, slope_east, x, y), atol=1e-10)
    np.testing.assert_allclose(slope_y, interpolated(hills, slope_north, x, y), atol=1e-10)


def test_height_and_slope_have_no_jump_where_cells_meet(hills):
    _, y = places(hills)
    for column in range(1, hills.columns - 1):
        x = np.full_like(y, hills.x_west + column * hills.spacing)
        before, after = hills.sample(x - 1e-7, y), hills.sample(x + 1e-7, y)
        np.testing.assert_allclose(before, after, atol=1e-5)
    x, _ = places(hills)
    for row in range(1, hills.rows - 1):
        y = np.full_like(x, hills.y_south + row * hills.spacing)
        before, after = hills.sample(x, y - 1e-7), hills.sample(x, y + 1e-7)
        np.testing.assert_allclose(before, after, atol=1e-5)


def test_beyond_the_posts_the_border_goes_on(hills):
    corner = hills.sample(hills.x_east, hills.y_south)
    assert hills.sample(hills.x_east + 1e6, hills.y_south - 1e6) == corner
    assert hills.sample(math.inf, -math.inf) == corner
    assert corner[0] == hills.heights[0, -1]


@pytest.mark.parametrize(("x", "y"), [(math.nan, 0.0), (0.0, math.nan), (math.nan, math.nan)])
def test_a_place_that_is_no_number_has_no_height_and_harms_no_vehicle(hills, x, y):
    assert math.isnan(hills.sample(x, y)[0])
    assert np.isnan(hills.sample(np.array([x]), np.array([y]))[0]).all()


def test_many_places_at_once_have_the_heights_of_one_at_a_time(hills):
    x, y = places(hills, beyond=40.0)
    one_by_one = [hills.sample(float(east), float(north)) for east, north in zip(x, y, strict=True)]
    np.testing.assert_array_equal(np.array(one_by_one).T, hills.sample(x, y))


def test_one_place_gives_plain_floats(hills):
    assert [type(value) for value in hills.sample(1.0, 2)] == [float, float, float]


def test_arrays_of_places_broadcast(hills):
    height, _, _ = hills.sample(np.zeros((3, 1)), np.zeros(4))
    assert height.shape == (3, 4)


def test_the_smallest_terrain_has_four_posts():
    height, slope_x, slope_y = Terrain.from_heights([[0, 1], [2, 3]], 10.0).sample(0.0, 0.0)
    assert (height, slope_x, slope_y) == pytest.approx((1.5, 0.1, 0.2))


def stand_on(heights, grid, places, found):
    """Write height, slopes, pitch and roll of each place."""
    for i in range(found.shape[0]):
        z, slope_x, slope_y = sample_terrain(heights, grid[0], grid[1], grid[2], places[i, 0], places[i, 1])
        pitch, roll = attitude(slope_x, slope_y, places[i, 2])
        found[i, 0], found[i, 1], found[i, 2], found[i, 3], found[i, 4] = z, slope_x, slope_y, pitch, roll


@pytest.mark.parametrize(("float_type", "tolerance"), [("float64", 1e-9), ("float32", 1e-3)])
def test_compiled_sampling_equals_plain_python(hills, float_type, tolerance):
    x, y = places(hills, count=50, beyond=40.0)
    at = np.stack([x, y, np.full(x.size, 0.7)], axis=1).astype(float_type)
    at[0, 0] = math.nan
    grid = np.array([hills.x_west, hills.y_south, hills.spacing], float_type)
    found = np.zeros((x.size, 5), float_type)
    given = hills.heights, grid, at, found
    parameters = [ArrayType(array.dtype.name, array.ndim) for array in given]
    flat.compiled(copies_for(float_type).compiled(stand_on), parameters)(*given)
    for (x, y, yaw), actual in zip(at[1:].tolist(), found[1:].tolist(), strict=True):
        z, slope_x, slope_y = hills.sample(x, y)
        assert actual == pytest.approx((z, slope_x, slope_y, *attitude(slope_x, slope_y, yaw)), abs=tolerance)
    assert math.isnan(found[0, 0])


# ---- attitude


@given(slopes, slopes, yaws)
def test_the_body_stands_upright_on_the_ground(slope_x, slope_y, yaw):
    normal = np.array([-slope_x, -slope_y, 1.0]) / math.sqrt(1.0 + slope_x**2 + slope_y**2)
    np.testing.assert_allclose(turn(yaw, *attitude(slope_x, slope_y, yaw))[:, 2], normal, atol=1e-12)


@given(slopes, slopes, yaws)
def test_the_body_faces_its_yaw_along_the_ground(slope_x, slope_y, yaw):
    forward = turn(yaw, *attitude(slope_x, slope_y, yaw))[:, 0]
    level = math.hypot(forward[0], forward[1])
    np.testing.assert_allclose(forward[:2] / level, [math.cos(yaw), math.sin(yaw)], atol=1e-9)
    assert forward[2] == pytest.approx(slope_x * forward[0] + slope_y * forward[1], abs=1e-12)


def test_ground_that_rises_ahead_lifts_the_nose():
    assert attitude(0.5, 0.0, 0.0) == pytest.approx((-math.atan(0.5), 0.0))


def test_ground_that_rises_on_the_left_lowers_the_right_side():
    assert attitude(0.0, 0.5, 0.0) == pytest.approx((0.0, math.atan(0.5)))


def test_facing_about_on_a_slope_changes_both_signs():
    pitch, roll = attitude(0.3, -0.2, 1.0)
    assert attitude(0.3, -0.2, 1.0 - math.pi) == pytest.approx((-pitch, -roll))


# ---- making terrains


def test_a_terrain_is_centred_on_the_origin(hills):
    assert (hills.x_west, hills.x_east) == (-450.0, 450.0)
    assert (hills.y_south, hills.y_north) == (-330.0, 330.0)
    assert (hills.width, hills.depth) == (900.0, 660.0)


def test_flat_ground_is_level_and_as_large_as_asked():
    flat = Terrain.flat(size=1000.0, spacing=30.0, height=7.0)
    assert flat.width == flat.depth == pytest.approx(1000.0)
    assert flat.sample(123.0, -456.0) == (7.0, 0.0, 0.0)


def test_a_crop_is_the_same_ground_around_an_origin_of_its_own(hills):
    crop = hills.cropped(-90.0, -30.0, 150.0, 90.0)
    x, y = places(crop)
    shift_x, shift_y = crop.origin_easting - hills.origin_easting, crop.origin_northing - hills.origin_northing
    assert (crop.columns, crop.rows, shift_x, shift_y) == (9, 5, 30.0, 30.0)
    np.testing.assert_allclose(crop.sample(x, y)[0], hills.sample(x + shift_x, y + shift_y)[0], rtol=1e-12)


def test_a_crop_without_posts_is_refused(hills):
    with pytest.raises(TerrainError, match=r"holds 0 x 0 posts .* choose a box that holds at least 2 x 2"):
        hills.cropped(5000.0, 5000.0, 6000.0, 6000.0)


@pytest.mark.parametrize("shape", [(4,), (1, 5), (5, 1), (2, 2, 2)])
def test_heights_that_are_no_lattice_are_refused(shape):
    with pytest.raises(TerrainError, match=r"must be \(rows, columns\) of at least 2 x 2"):
        Terrain.from_heights(np.zeros(shape), 1.0)


def test_heights_that_are_no_numbers_are_refused():
    with pytest.raises(TerrainError, match="2 of the 4 heights of a terrain are not finite"):
        Terrain.from_heights([[0.0, math.nan], [math.inf, 0.0]], 1.0)


@pytest.mark.parametrize("spacing", [0.0, -1.0, math.nan, math.inf])
def test_a_spacing_that_is_not_positive_is_refused(spacing):
    with pytest.raises(TerrainError, match="must be positive"):
        Terrain.from_heights(np.zeros((3, 3)), spacing)
    with pytest.raises(TerrainError, match="must be positive"):
        Terrain.flat(spacing=spacing)
