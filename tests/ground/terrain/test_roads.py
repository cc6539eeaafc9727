"""Roads: lines that become ground, which objects keep off."""

import itertools
import math

import numpy as np
import pytest

from motorpool.errors import WorldError
from motorpool.ground.objects.objects import scatter_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.roads import VERGE, Road, clears, make_roads, pave
from motorpool.ground.terrain.surface import Surface

LEVEL = Terrain.flat(size=1000.0)


def plain(spacing: float = 10.0) -> Surface:
    count = round(1000.0 / spacing)
    return Surface.from_classes(np.full((count, count), 4), spacing=spacing)


def hills(seed: int = 0) -> Terrain:
    """Rolling ground, 4 x 4 km, up to some 30 % steep."""
    x, y = np.meshgrid(np.arange(-2000.0, 2001.0, 25.0), np.arange(-2000.0, 2001.0, 25.0))
    phase = np.random.default_rng(seed).uniform(0.0, 6.0, 4)
    height = 60.0 * np.sin(x / 300.0 + phase[0]) * np.sin(y / 340.0 + phase[1]) + 0.02 * x
    return Terrain.from_heights(height + 15.0 * np.sin(x / 110.0 + phase[2]) * np.sin(y / 130.0 + phase[3]), 25.0)


def along(road: Road, every: float = 1.0) -> np.ndarray:
    """Places on its middle line."""
    pieces = []
    for here, there in itertools.pairwise(road.points):
        count = max(2, math.ceil(math.dist(here, there) / every))
        pieces.append(here + np.linspace(0.0, 1.0, count)[:, None] * (there - here))
    return np.vstack(pieces)


def test_a_paved_road_has_no_gap_however_narrow():
    road = Road(np.array([[-440.0, -311.0], [17.0, 205.0], [388.0, 209.0]]), 2.0, "dry-asphalt")
    paved = pave(plain(10.0), [road])
    places = along(road, 0.3)
    assert {paved.names[kind] for kind in np.unique(paved.sample(*places.T))} == {"dry-asphalt"}
    assert np.count_nonzero(paved.classes != plain(10.0).classes) < 2.0 * road.length / 10.0


def test_a_paved_road_is_as_wide_as_it_says():
    road = Road(np.array([[-600.0, 0.0], [600.0, 0.0]]), 20.0, "gravel")
    paved = pave(plain(1.0), [road])
    wide = (paved.classes == paved.names.index("gravel")).sum(axis=0)
    assert np.unique(wide).tolist() == [20]


def test_paving_leaves_the_old_surface_alone_and_later_roads_lie_on_top():
    old = plain()
    cross = [
        Road(np.array([[-200.0, 5.0], [200.0, 5.0]]), 8.0),
        Road(np.array([[5.0, -200.0], [5.0, 200.0]]), 8.0, "concrete"),
    ]
    paved = pave(old, cross)
    assert np.unique(old.classes).tolist() == [4]
    assert paved.name_at(5.0, 5.0) == "concrete"
    assert paved.name_at(-95.0, 5.0) == "gravel"


def test_no_object_stands_on_a_road_and_there_are_as_many_as_asked_for():
    road = Road(np.array([[-400.0, -300.0], [0.0, 50.0], [400.0, 60.0]]), 10.0)
    free = scatter_objects(LEVEL, count=1500, seed=3)
    held = scatter_objects(LEVEL, count=1500, seed=3, keep_off=clears([road]))
    line = along(road, 0.5)

    def gaps(objects):
        nearest = [np.hypot(line[:, 0] - x, line[:, 1] - y).min() for x, y in zip(objects.x, objects.y, strict=True)]
        return np.array(nearest) - objects.radius

    assert (gaps(free) < 5.0 + VERGE).sum() > 5
    assert gaps(held).min() >= 5.0 + VERGE - 0.01
    assert held.count == 1500


def test_made_roads_are_one_network_on_gentle_ground():
    ground = hills()
    roads = make_roads(ground, count=6, seed=5)
    assert len(roads) == 6
    steep = np.hypot(*ground.sample(*np.random.default_rng(0).uniform(-1900, 1900, (2, 4000)))[1:])
    for road in roads:
        places = along(road, 20.0)
        height, run = ground.sample(*places.T)[0], np.hypot(*np.diff(places, axis=0).T)
        grade = np.abs(np.diff(height))[run > 1.0] / run[run > 1.0]
        assert grade.max() < 0.3
        assert grade.mean() < 0.5 * steep.mean()
    for number, road in enumerate(roads[1:], 1):
        others = np.vstack([other.points for other in roads[:number]])
        assert np.hypot(*(others - road.points[0]).T).min() == 0.0


def test_made_roads_depend_on_the_seed_alone_and_more_keep_the_fewer():
    ground = hills()
    few, again, many = (make_roads(ground, count=count, seed=8) for count in (3, 3, 5))
    other = make_roads(ground, count=3, seed=9)
    for one, two, three in zip(few, again, many, strict=False):
        np.testing.assert_array_equal(one.points, two.points)
        np.testing.assert_array_equal(one.points, three.points)
    assert any(
        one.points.shape != two.points.shape or (one.points != two.points).any()
        for one, two in zip(few, other, strict=True)
    )


def test_made_roads_bend_gently():
    for road in make_roads(hills(), count=4, seed=2):
        steps = np.diff(road.points, axis=0)
        turn = np.diff(np.arctan2(steps[:, 1], steps[:, 0]))
        assert np.abs((turn + math.pi) % math.tau - math.pi).max() < math.radians(35.0)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Road(np.zeros((1, 2))), r"the shape \(1, 2\)"),
        (lambda: Road(np.array([[0.0, 0.0], [math.nan, 1.0]])), "not finite"),
        (lambda: Road(np.eye(2), width=0.0), "the width of a road is 0.0 m"),
        (lambda: Road(np.eye(2), kind="lava"), "there is no soil 'lava'"),
        (lambda: make_roads(LEVEL, count=1000), "a count is 0 to 40"),
    ],
)
def test_what_is_no_road_is_refused_in_a_sentence(make, words):
    with pytest.raises(WorldError, match=words):
        make()
