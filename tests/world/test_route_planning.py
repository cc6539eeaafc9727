"""Ways over the ground: clear of objects, not too steep, no longer than need be; and honest where there is none."""

import itertools
import math
from pathlib import Path

import numpy as np
import pytest

from motorpool.compile import cache
from motorpool.errors import Status, WorldError
from motorpool.ground.objects.objects import empty_objects, place_objects, scatter_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.avoidance.rules import index_of
from motorpool.world.navigation.route_planning import Ability, cached_routes, plan_route, plan_routes

LEVEL = Terrain.flat(size=400.0)


def hill(slope=1.0, radius=60.0):
    """A cone in the middle of level ground, as steep as asked for."""
    x, y = np.meshgrid(np.arange(-200.0, 201.0, 5.0), np.arange(-200.0, 201.0, 5.0))
    return Terrain.from_heights(slope * np.maximum(radius - np.hypot(x, y), 0.0), 5.0)


def length_of(start, route):
    return sum(math.dist(*pair) for pair in itertools.pairwise([start, *route]))


def along(start, route, every=0.5):
    """Places along a route, and the direction there."""
    for here, there in itertools.pairwise([np.array(start), *route]):
        length = math.dist(here, there)
        for share in np.arange(0.0, 1.0, every / max(length, every)):
            yield here + share * (there - here), (there - here) / length


def nearest_gap(objects, place):
    """To the edge of the nearest object, by looking at each."""
    return (np.hypot(objects.x - place[0], objects.y - place[1]) - objects.radius).min()


def test_with_nothing_in_the_way_it_is_the_straight_line():
    route = plan_route(LEVEL, empty_objects(LEVEL), start=(-90.0, -30.0), goal=(77.0, 41.0))
    assert route.tolist() == [[77.0, 41.0]]


def test_round_a_wall_it_is_hardly_longer_than_the_shortest():
    """The shortest way round a circle of 2 m at the wall's end is two tangents and an arc."""
    wall = place_objects(LEVEL, x=0.0, y=np.arange(-180.0, 31.0, 1.0), radius=1.0)
    start, goal = (-60.0, 0.0), (60.0, 0.0)
    route = plan_route(LEVEL, wall, start=start, goal=goal, ability=Ability(clearance=2.0))
    round_the_corner = 2.0 * math.hypot(60.0, 30.0)
    assert round_the_corner < length_of(start, route) < 1.08 * round_the_corner
    assert len(route) <= 8
    assert min(nearest_gap(wall, place) for place, _ in along(start, route)) >= 2.0 - 1e-6


@pytest.mark.parametrize("seed", range(3))
def test_in_a_wood_it_keeps_its_distance_everywhere(seed):
    wood = scatter_objects(LEVEL, count=500, seed=seed)
    able = Ability(clearance=2.5)
    free = [(x, y) for x, y in np.random.default_rng(seed).uniform(-190, 190, (40, 2)) if nearest_gap(wood, (x, y)) > 4]
    start, goal = free[0], free[-1]
    route = plan_route(LEVEL, wood, start=start, goal=goal, ability=able)
    assert min(nearest_gap(wood, place) for place, _ in along(start, route)) >= 2.5 - 1e-6
    assert tuple(route[-1]) == goal


def test_a_steep_hill_is_driven_round_and_a_gentle_one_over():
    start, goal = (-120.0, 5.0), (120.0, 5.0)
    steep, gentle = hill(1.0), hill(0.05)
    round_it = plan_route(steep, empty_objects(steep), start=start, goal=goal)
    assert min(math.hypot(*place) for place, _ in along(start, round_it)) > 50.0
    assert length_of(start, round_it) < 1.25 * 240.0
    over_it = plan_route(gentle, empty_objects(gentle), start=start, goal=goal)
    assert length_of(start, over_it) < 1.01 * 240.0


def test_nowhere_is_it_steeper_than_allowed():
    ground, able = hill(0.5), Ability(max_grade=0.55, max_side_slope=0.2)
    start, goal = (-120.0, 5.0), (3.0, -4.0)
    route = plan_route(ground, empty_objects(ground), start=start, goal=goal, ability=able)
    for (x, y), (east, north) in along(start, route):
        _, slope_x, slope_y = ground.sample(float(x), float(y))
        assert abs(slope_x * east + slope_y * north) < 0.56
        assert abs(slope_y * east - slope_x * north) < 0.3  # between the places that the plan looked at


def test_one_search_serves_many_starts():
    wood = scatter_objects(LEVEL, count=300, seed=5)
    random = np.random.default_rng(2)
    starts = [tuple(p) for p in random.uniform(-190, 190, (30, 2)) if nearest_gap(wood, p) > 3.0]
    goal = next((x, 0.0) for x in np.arange(0.0, 50.0) if nearest_gap(wood, (x, 0.0)) > 3.0)
    together = plan_routes(LEVEL, wood, starts=starts, goal=goal)
    assert all(tuple(route[-1]) == goal for route in together)
    assert all(
        length_of(start, route) < 1.5 * math.dist(start, goal) + 5
        for start, route in zip(starts, together, strict=True)
    )


def test_where_there_is_no_way_it_says_so():
    angle = np.linspace(0.0, 2.0 * math.pi, 120)
    ring = place_objects(LEVEL, x=40.0 * np.cos(angle), y=40.0 * np.sin(angle), radius=1.5)
    with pytest.raises(WorldError, match=r"there is no way from \(0, 0\) to \(100, 0\) m that climbs at most 60%"):
        plan_route(LEVEL, ring, start=(0.0, 0.0), goal=(100.0, 0.0))


@pytest.mark.parametrize(
    ("start", "sentence"),
    [((900.0, 0.0), "must be on the ground"), ((10.0, 1.0), "0.0 m from an object; a place to drive to or from")],
)
def test_a_place_that_cannot_be_is_refused(start, sentence):
    tree = place_objects(LEVEL, x=10.0, y=0.0, radius=2.0)
    with pytest.raises(WorldError, match=sentence):
        plan_route(LEVEL, tree, start=start, goal=(100.0, 0.0))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("model", ["bicycle", "tracked"])
def test_a_planned_route_is_driven_without_a_touch(model, seed):
    wood = scatter_objects(LEVEL, count=600, seed=1)
    world = World(fleets=[Fleet(model, 1)], terrain=LEVEL, objects=wood, seed=seed)
    world.scatter_vehicles((-190.0, -190.0, -120.0, 190.0))
    world.vehicles.avoidance_rule[:] = index_of("none")  # the plan alone
    goal = next((150.0, y) for y in np.arange(0.0, 90.0) if nearest_gap(wood, (150.0, y)) > 6.0)
    world.guidance.plan([0], [goal], speed=6.0)
    touched = 0
    for _ in range(1200):
        world.run(seconds=0.1)
        touched += np.count_nonzero(world.vehicles.status & Status.BLOCKED)
    assert world.vehicles.has_arrived[0]
    assert touched == 0


def test_a_planned_loop_comes_back():
    wall = place_objects(LEVEL, x=0.0, y=np.arange(-100.0, 31.0, 1.0), radius=1.0)
    world = World(fleets=[Fleet("bicycle", 1, x=-60.0)], terrain=LEVEL, objects=wall)
    world.vehicles.avoidance_rule[:] = index_of("none")
    world.guidance.plan([0], [(60.0, 0.0)], loops=True, speed=8.0)
    visited = []
    for _ in range(1000):
        world.run(seconds=0.1)
        visited.append((world.vehicles.x[0], world.vehicles.y[0]))
    came = [min(math.dist(place, end) for place in visited[200:]) for end in ((60.0, 0.0), (-60.0, 0.0))]
    assert max(came) < 3.5
    assert not world.vehicles.has_arrived[0]


def test_the_first_routes_of_a_world_are_found_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path))
    cache.cache_folder.cache_clear()
    ground = hill(slope=0.2), scatter_objects(LEVEL, count=60, seed=3), Surface.uniform("dry-earth", LEVEL)
    tank = World(fleets=["M1A1"]).guidance.mobilities[0]
    ability = Ability(clearance=3.0, rests_on="tracks", vehicles=(tank,))
    goal, starts = (161.0, 150.0), [[(-150.0, -150.0), (-120.0, y)] for y in (0.0, 0.0, 5.0)]
    terrain, objects, surface = ground
    planned = plan_routes(terrain, objects, surface=surface, ability=ability, starts=starts[0], goal=goal)
    try:
        found = [cached_routes(*ground, ability=ability, starts=each, goal=goal) for each in starts]
        assert len(list((tmp_path / "kernels" / "arrays").iterdir())) == 2
    finally:
        cache.cache_folder.cache_clear()
    for first, again, right in zip(*found[:2], planned, strict=True):
        assert np.array_equal(first, right)
        assert np.array_equal(again, right)
