"""Objects: exactly as many as asked for, the same for the same seed, where the ground suits them."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorpool.errors import WorldError
from motorpool.ground.objects.objects import CELL, KINDS, empty_objects, place_objects, scatter_objects
from motorpool.ground.objects.scatter import CLEARANCE, ROW_OFFSET, STANDS, TILE, tile
from motorpool.ground.objects.spacing import keep_distance
from motorpool.ground.terrain.area import area_of, flattest_area, steeper_than
from motorpool.ground.terrain.heightfield import Terrain

CONIFER, BROADLEAF, ROCK, BUILDING = range(len(KINDS))


def rolling(size=2400.0, spacing=30.0, relief=90.0, wave=900.0):
    """Hills and dales; the steepest slope is relief * 2 pi / wave / sqrt(2), 24 degrees."""
    posts = np.arange(0.0, size + spacing, spacing)
    east, north = np.meshgrid(posts, posts)
    return Terrain.from_heights(relief * np.sin(math.tau * east / wave) * np.sin(math.tau * north / wave), spacing)


def valley(size=4000.0, spacing=40.0):
    """Level along its floor, and steeper toward both sides, up to a slope of 0.6 (31 degrees)."""
    posts = np.linspace(-1.0, 1.0, round(size / spacing) + 1)
    return Terrain.from_heights(np.tile(0.15 * size * posts**2, (posts.size, 1)), spacing)


def places(objects):
    return set(zip(objects.x.tolist(), objects.y.tolist(), strict=True))


@settings(max_examples=20, deadline=None)
@given(count=st.integers(0, 4000), seed=st.integers(0, 2**40))
def test_there_are_exactly_as_many_as_asked_for(count, seed):
    objects = scatter_objects(rolling(), count=count, seed=seed)
    assert objects.count == count
    for column in (objects.x, objects.y, objects.z, objects.yaw, objects.radius, objects.height, objects.kind):
        assert column.shape == (count,)
        assert np.isfinite(column).all()
    assert sorted(objects.grid.item) == list(range(count))


def test_the_same_seed_gives_the_same_objects_and_another_seed_others():
    terrain = rolling()
    first, again, other = (scatter_objects(terrain, count=1500, seed=seed) for seed in (3, 3, 4))
    for column in ("x", "y", "z", "yaw", "radius", "height", "kind"):
        np.testing.assert_array_equal(getattr(first, column), getattr(again, column))
    assert not places(first) & places(other)


def test_a_larger_count_keeps_the_objects_of_a_smaller_one():
    terrain = rolling()
    few, many = (scatter_objects(terrain, count=count, seed=1) for count in (400, 3000))
    assert places(few) < places(many)


def test_a_tile_is_the_same_whoever_asks_for_it_and_unlike_its_neighbours():
    one = tile(-3, 7, 2, seed=5)
    tile(0, 0, 0, seed=5)
    again = tile(-3, 7, 2, seed=5)
    for column, same in zip(one, again, strict=True):
        np.testing.assert_array_equal(column, same)
    for neighbour in (tile(3, 7, 2, seed=5), tile(-3, 8, 2, seed=5), tile(-3, 7, 3, seed=5), tile(-3, 7, 2, seed=6)):
        assert not set(one.mark % 1.0) & set(neighbour.mark % 1.0)


def test_an_area_sees_what_a_larger_one_sees_there_while_neither_is_full():
    """All that stands in both: the first layers, before the last one is cut to the count."""
    terrain = Terrain.flat(size=3000.0)
    small = scatter_objects(terrain, count=300, seed=2, area=(-500.0, -500.0, 500.0, 500.0))
    large = scatter_objects(terrain, count=6000, seed=2, area=(-1500.0, -1500.0, 1500.0, 1500.0))
    shared = len(places(small) & places(large))
    assert shared >= 0.97 * 300  # less what a neighbour from beyond the border displaced


def test_no_object_stands_in_the_way_of_another():
    objects = scatter_objects(rolling(), count=4000)
    distance = np.hypot(objects.x[:, None] - objects.x, objects.y[:, None] - objects.y)
    gap = distance - objects.radius[:, None] - objects.radius
    np.fill_diagonal(gap, np.inf)
    assert gap.min() >= CLEARANCE > 3.7  # the widest vehicle


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.floats(0.0, 60.0), st.floats(0.0, 60.0), st.floats(0.0, 6.0)), max_size=40),
    st.floats(0.1, 10.0),
)
def test_a_client_that_comes_first_is_served_first(circles, clearance):
    x, y, radius = np.array(circles, np.float64).reshape(-1, 3).T
    expected: list[int] = []
    for index in range(len(circles)):
        gaps = [np.hypot(x[index] - x[k], y[index] - y[k]) - radius[index] - radius[k] for k in expected]
        if min(gaps, default=math.inf) >= clearance:
            expected.append(index)
    stays = np.flatnonzero(keep_distance(x, y, radius, clearance=clearance))
    near_ties = [abs(gap - clearance) < 1e-9 for gap in _all_gaps(x, y, radius)]
    assert list(stays) == expected or any(near_ties)


def _all_gaps(x, y, radius):
    return [np.hypot(x[i] - x[k], y[i] - y[k]) - radius[i] - radius[k] for i in range(len(x)) for k in range(i)]


def test_all_stand_in_the_area_and_on_the_ground():
    terrain = rolling()
    area = (-700.0, -300.0, 900.0, 1100.0)
    objects = scatter_objects(terrain, count=2000, area=area)
    assert ((area[0] <= objects.x) & (objects.x < area[2])).all()
    assert ((area[1] <= objects.y) & (objects.y < area[3])).all()
    np.testing.assert_array_equal(objects.z, terrain.sample(objects.x, objects.y)[0])


def test_rocks_stand_on_steeper_ground_than_trees_and_buildings_on_gentle_ground():
    terrain = valley()
    objects = scatter_objects(terrain, count=8000)
    _, slope_x, slope_y = terrain.sample(objects.x, objects.y)
    slope = np.degrees(np.arctan(np.hypot(slope_x, slope_y)))
    mean = [slope[objects.kind == kind].mean() for kind in range(len(KINDS))]
    assert mean[BUILDING] < min(mean[BROADLEAF], mean[CONIFER])
    assert max(mean[BROADLEAF], mean[CONIFER]) < mean[ROCK]
    assert slope[objects.kind == BUILDING].max() < 9.0
    assert np.bincount(objects.kind, minlength=4).min() > 20


def test_trees_stand_in_clusters():
    """The index of dispersion (variance over mean of quadrat counts) is 1 for independent points."""
    objects = scatter_objects(Terrain.flat(size=4000.0), count=8000)
    tree = objects.kind <= BROADLEAF
    counts, _, _ = np.histogram2d(objects.x[tree], objects.y[tree], bins=40)
    assert counts.var() / counts.mean() > 3.0


def test_the_houses_of_a_hamlet_stand_along_one_street_in_two_rows():
    hamlets = []
    for column in range(100):
        houses = tile(column, 0, 0, seed=1)
        houses = houses.only(houses.kind == BUILDING)
        nearest = np.hypot(houses.x[:, None] - houses.x, houses.y[:, None] - houses.y) < 400.0
        turned = np.abs(np.angle(np.exp(1j * (houses.yaw[:, None] - houses.yaw)))) < 0.11
        if len(houses.x) >= 6 and nearest.all() and turned.all():
            hamlets.append(houses)
    assert len(hamlets) >= 10  # of the tiles with a house, most have one hamlet
    for houses in hamlets:
        street = np.angle(np.exp(1j * houses.yaw).mean())
        across = houses.y * math.cos(street) - houses.x * math.sin(street)
        offset = np.abs(across - (across.min() + across.max()) / 2.0)
        assert (np.abs(offset - ROW_OFFSET) < 8.0).all()


def test_sizes_are_those_of_trees_rocks_and_houses():
    objects = scatter_objects(rolling(), count=4000)
    for kind in range(len(KINDS)):
        stands = [stand for stand in STANDS if stand.kind == kind]
        radius, height = objects.radius[objects.kind == kind], objects.height[objects.kind == kind]
        assert min(s.radius[0] for s in stands) <= radius.min() <= radius.max() <= max(s.radius[1] for s in stands)
        assert min(s.height[0] for s in stands) <= height.min() <= height.max() <= max(s.height[1] for s in stands)
    assert objects.radius.max() <= objects.grid.cell
    assert np.abs(objects.yaw).max() <= math.pi


def test_neighbours_on_the_map_are_neighbours_in_memory():
    objects = scatter_objects(rolling(), count=1000)
    np.testing.assert_array_equal(objects.grid.item, np.arange(1000))


def test_a_cluster_reaches_no_further_than_the_next_tile():
    for column in range(8):
        members = tile(column, -4, 0, seed=9)
        assert (np.abs(members.x - (column + 0.5) * TILE) < 1.5 * TILE).all()
        assert (np.abs(members.y - (-4 + 0.5) * TILE) < 1.5 * TILE).all()


def test_the_gentlest_area_is_the_plain_between_the_hills():
    heights = rolling(size=6000.0).heights.copy()
    heights[60:130, 100:170] = 0.0
    terrain = Terrain.from_heights(heights, 30.0)
    x_west, y_south, x_east, y_north = flattest_area(terrain, 1800.0)
    assert (x_east - x_west, y_north - y_south) == (1800.0, 1800.0)
    assert terrain.x_west + 101 * 30.0 <= x_west < x_east <= terrain.x_west + 168 * 30.0
    assert terrain.y_south + 61 * 30.0 <= y_south < y_north <= terrain.y_south + 128 * 30.0


def test_objects_stand_by_default_in_the_gentlest_eight_kilometres():
    terrain = Terrain.flat(size=20_000.0, spacing=200.0)
    assert flattest_area(terrain, 8000.0) == (-4000.0, -4000.0, 4000.0, 4000.0)
    objects = scatter_objects(terrain, count=500)
    assert max(np.abs(objects.x).max(), np.abs(objects.y).max()) <= 4000.0
    assert flattest_area(Terrain.flat(size=900.0, spacing=100.0), 8000.0) == (-450.0, -450.0, 450.0, 450.0)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"count": -1}, "count -1"),
        ({"seed": -3}, "seed -3"),
        ({"count": 40_000}, "40000 do not fit into 1 square kilometres; choose at most 5000"),
        ({"area": (0.0, 0.0, 900.0, 10.0)}, "each range must increase and be within the terrain"),
        ({"area": (5.0, 0.0, 5.0, 10.0)}, "each range must increase and be within the terrain"),
        ({"area": (math.nan, 0.0, 5.0, 10.0)}, "each range must increase and be within the terrain"),
    ],
)
def test_what_cannot_be_scattered_is_refused_in_one_sentence(arguments, says):
    with pytest.raises(WorldError, match=says):
        scatter_objects(Terrain.flat(size=1000.0), **{"count": 10} | arguments)


def test_placed_objects_stand_where_they_are_asked_for():
    terrain = rolling()
    objects = place_objects(terrain, x=[10.0, -300.0], y=[0.0, 40.0], radius=2.0, kind=[ROCK, BUILDING])
    assert places(objects) == {(10.0, 0.0), (-300.0, 40.0)}
    assert set(objects.radius) == {2.0}
    np.testing.assert_array_equal(objects.z, terrain.sample(objects.x, objects.y)[0])
    assert {objects.kind[objects.x == 10.0][0], objects.kind[objects.x == -300.0][0]} == {ROCK, BUILDING}


def test_the_cell_grows_with_the_largest_object():
    objects = place_objects(Terrain.flat(), x=[0.0, 100.0], y=[0.0, 0.0], radius=[0.5, 3.0 * CELL])
    assert objects.grid.cell == 3.0 * CELL


@pytest.mark.parametrize(
    ("wrong", "says"),
    [({"radius": -1.0}, r"radius\[0\] is -1.0"), ({"x": math.nan}, r"x\[0\] is nan"), ({"kind": 4}, r"kind\[0\] is 4")],
)
def test_an_object_that_cannot_be_is_refused_in_one_sentence(wrong, says):
    with pytest.raises(WorldError, match=says):
        place_objects(Terrain.flat(), **{"x": 0.0, "y": 0.0} | wrong)


def test_a_bare_terrain_has_no_objects():
    bare = empty_objects(rolling())
    assert bare.count == 0
    assert bare.grid.columns == bare.grid.rows == 1
    assert area_of(rolling())[0] == rolling().x_west


@pytest.mark.parametrize("limit", [0.0, 0.2, 0.5, 3.0])
@pytest.mark.parametrize("share", [(0.0, 1.0), (0.31, 0.34), (-0.2, 1.3)])
def test_ground_is_steeper_than_a_limit_where_its_samples_are(limit: float, share: tuple[float, float]):
    """On rough ground, up to its borders and beyond them."""
    heights = np.random.default_rng(5).normal(size=(40, 60)) * 3.0
    terrain = Terrain.from_heights(heights, spacing=10.0)
    x = terrain.x_west + np.linspace(*share, 70) * terrain.width
    y = terrain.y_south + np.linspace(*share, 50) * terrain.depth
    _, slope_x, slope_y = terrain.sample(*np.meshgrid(x, y))
    assert np.array_equal(steeper_than(limit, terrain, x, y), np.hypot(slope_x, slope_y) > limit)
