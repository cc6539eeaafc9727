"""Ways over soils: round what bogs, along what is fast, and how autopilots drive on them."""

import itertools
import math

import numpy as np
import pytest

from motorpool.errors import WorldError
from motorpool.ground.objects.objects import empty_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.roads import Road, pave
from motorpool.ground.terrain.surface import Surface
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.drivers.kinds import SCRIPT
from motorpool.world.navigation.route_planning import Ability, plan_route

LEVEL = Terrain.flat(size=800.0)
TRUCK = Ability(rests_on="wheels", vehicle_cone_index=25.0)
TANK = Ability(rests_on="tracks", vehicle_cone_index=25.0)
START, GOAL = (-300.0, 0.0), (300.0, 10.0)


def ground(patch: str, within, around: str = "dry-earth") -> Surface:
    """Cells of 5 m of one class where ``within`` (x, y) says so, and of another elsewhere."""
    middles = -400.0 + 5.0 * (np.arange(160) + 0.5)
    x, y = np.meshgrid(middles, middles)
    return Surface.from_classes(np.where(within(x, y), 1, 0), spacing=5.0, legend=[around, patch])


def way(surface, able, terrain=LEVEL, start=START, goal=GOAL):
    route = plan_route(terrain, empty_objects(terrain), start=start, goal=goal, ability=able, surface=surface)
    return np.vstack([start, route])


def places(route, every=1.0):
    pieces = []
    for here, there in itertools.pairwise(route):
        count = max(2, math.ceil(math.dist(here, there) / every))
        pieces.append(here + np.linspace(0.0, 1.0, count)[:, None] * (there - here))
    return np.vstack(pieces)


def names_on(surface, route):
    return [surface.names[kind] for kind in surface.sample(*places(route).T)]


def length(route):
    return float(np.hypot(*np.diff(route, axis=0).T).sum())


def test_a_truck_goes_round_a_field_of_mud_and_not_much_farther_than_it_must():
    field = ground("mud", lambda x, y: np.hypot(x, y) < 100.0)
    route = way(field, TRUCK)
    assert "mud" not in names_on(field, route)
    a, d = math.acos(100.0 / 300.0), math.sqrt(300.0**2 - 100.0**2)
    shortest = 2.0 * d + 100.0 * (math.pi - 2.0 * a)  # two tangents and the arc between them
    assert length(route) < 1.08 * shortest


def test_a_belt_of_mud_stops_a_truck_and_not_a_tank():
    belt = ground("mud", lambda x, y: np.abs(x) < 30.0)
    with pytest.raises(WorldError, match="and bears wheels"):
        way(belt, TRUCK)
    assert "mud" in names_on(belt, way(belt, TANK))


def test_soil_that_bears_too_little_stops_a_tank_too():
    belt = ground("mud", lambda x, y: np.abs(x) < 30.0)
    with pytest.raises(WorldError, match="and bears tracks"):
        way(belt, TANK._replace(vehicle_cone_index=35.0))


def test_a_thinner_belt_than_the_search_sees_still_stops():
    belt = ground("mud", lambda x, y: np.abs(x - 2.5) < 2.6)
    with pytest.raises(WorldError, match="there is no way"):
        way(belt, TRUCK)


def test_what_never_bogs_crosses_mud_where_it_is_narrow():
    belt = ground("mud", lambda x, y: np.abs(x) < np.where(np.abs(y - 80.0) < 20.0, 10.0, 150.0))
    muddy = names_on(belt, way(belt, Ability())).count("mud")
    assert 10 < muddy < 60


def test_a_longer_road_is_taken_where_it_is_faster_and_not_where_it_is_not():
    """Sand halves the speed: a road of some 700 m costs 700, the straight 600 m through sand 1200."""
    sand = ground("dry-sand", lambda x, y: x < 1e9)
    near = pave(
        sand, [Road(np.array([[-300.0, 0.0], [-200.0, 120.0], [200.0, 120.0], [300.0, 10.0]]), 8.0, "dry-asphalt")]
    )
    far = pave(
        sand, [Road(np.array([[-300.0, 0.0], [-300.0, 390.0], [300.0, 390.0], [300.0, 10.0]]), 8.0, "dry-asphalt")]
    )
    on_near = names_on(near, way(near, Ability()))
    assert on_near.count("dry-asphalt") > 0.9 * len(on_near)
    assert names_on(far, way(far, Ability())).count("dry-asphalt") < 0.1 * 600


def test_a_surface_of_one_class_changes_no_way():
    rough = Terrain.from_heights(20.0 * np.random.default_rng(2).normal(size=(21, 21)), 40.0)
    bare = plan_route(
        rough, empty_objects(rough), start=START, goal=GOAL, ability=Ability(max_grade=2.0, max_side_slope=2.0)
    )
    able = Ability(max_grade=2.0, max_side_slope=2.0)
    np.testing.assert_array_equal(way(Surface.uniform("mud", rough), able, rough)[1:], bare)


def test_ice_is_climbed_only_as_steeply_as_it_holds():
    """0.85 of a friction of 0.1: 8.5 % on tracks, whose resistance acts on the belt."""
    slope = 0.09
    ramp = Terrain.from_heights(slope * np.tile(np.arange(21) * 40.0, (21, 1)), 40.0)
    assert len(way(Surface.uniform("gravel", ramp), TANK, ramp)) == 2
    with pytest.raises(WorldError, match="there is no way"):
        way(Surface.uniform("ice", ramp), TANK, ramp)
    gentle = Terrain.from_heights(0.08 * np.tile(np.arange(21) * 40.0, (21, 1)), 40.0)
    assert len(way(Surface.uniform("ice", gentle), TANK, gentle)) == 2


def test_a_vehicle_that_drives_with_one_axle_climbs_half_as_steeply():
    """0.85 of a friction of 0.68, less 0.05 of resistance: 53 % with all wheels; with half of the weight, 24 %."""
    ramp = Terrain.from_heights(0.35 * np.tile(np.arange(21) * 40.0, (21, 1)), 40.0)
    earth = Surface.uniform("dry-earth", ramp)
    assert length(way(earth, TRUCK, ramp)) < 605.0
    with pytest.raises(WorldError, match="there is no way"):
        way(earth, TRUCK._replace(driven_share=0.5), ramp)


def test_a_vehicle_that_obeys_forces_is_sent_round_mud_and_one_that_does_not_through():
    field = ground("mud", lambda x, y: np.hypot(x, y) < 100.0)

    belt = ground("mud", lambda x, y: np.abs(x) < 20.0)

    def sent(model, surface):
        world = World(fleets=[Fleet(model, 1)], terrain=LEVEL, surface=surface)
        world.place_vehicles(0, *START, 0.0)
        world.guidance.plan([0], [GOAL])
        return names_on(surface, np.vstack([START, world.guidance.waypoints_of(0)])).count("mud")

    assert sent("single-track", field) == 0
    assert sent("bicycle", belt) > 30
    with pytest.raises(WorldError, match="and bears wheels"):
        sent("single-track", belt)


def test_an_unknown_footing_is_refused():
    with pytest.raises(WorldError, match="rests_on is 'skis'; it must be 'wheels', 'tracks' or ''"):
        way(Surface.uniform("ice", LEVEL), Ability(rests_on="skis"))


# ---- autopilots


def driven(surface, driver=None, seconds=20.0):
    """A world with one car that likes 10 m/s of its 20, after a while."""
    world = World(fleets=[Fleet("bicycle", 1)], terrain=LEVEL, surface=surface)
    world.place_vehicles(0, -300.0, 0.0, 0.0)
    vehicles = world.vehicles
    vehicles.desired_speed[:], vehicles.max_speed[:] = 10.0, 20.0
    if driver is not None:
        vehicles.driver[:], vehicles.throttle[:] = driver, 1.0
    world.resolve_positions()
    world.run(seconds=seconds)
    return world


def test_an_autopilot_drives_as_fast_as_the_ground_allows_and_no_faster_than_it_likes():
    top = driven(None).vehicles.max_speed[0]
    assert driven(Surface.uniform("mud", LEVEL)).vehicles.speed[0] == pytest.approx(0.3 * top, rel=0.01)
    assert driven(Surface.uniform("dry-sand", LEVEL)).vehicles.speed[0] == pytest.approx(10.0, rel=0.01)
    assert driven(None).vehicles.speed[0] == pytest.approx(10.0, rel=0.01)


def test_a_driver_is_left_alone():
    free, held = driven(None, SCRIPT, 5.0), driven(Surface.uniform("mud", LEVEL), SCRIPT, 5.0)
    assert held.vehicles.speed[0] == free.vehicles.speed[0] > 6.0


def test_it_slows_where_the_ground_changes():
    half = ground("mud", lambda x, y: x > -250.0)
    world = driven(half, seconds=4.0)
    assert world.vehicles.speed[0] > 6.5
    world.run(seconds=20.0)
    assert world.vehicles.x[0] > -240.0
    assert world.vehicles.speed[0] == pytest.approx(6.0, rel=0.01)


def test_a_world_without_a_surface_is_dry_earth():
    world = driven(None, seconds=0.0)
    assert world.surface.name_at(100.0, -50.0) == "dry-earth"
    assert world.roads == []
