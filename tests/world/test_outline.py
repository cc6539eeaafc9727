"""The outline of a vehicle: what is drawn, what others touch, and what sensors see are one shape."""

import math

import numpy as np
import pytest

import motorpool as mp
from motorpool.ground.objects.objects import place_objects
from motorpool.vehicles import motor_pool
from motorpool.vehicles.fleet import outline_of, shape_of_fleet
from motorpool.world.sensors.scan import Poses, scan_2d, scan_world

NAMES = (*motor_pool.names(), "single-track", "four-axles", "bicycle")
SAME = 0.01  # drawn and touched outlines agree within this [m]
FLAT = mp.Terrain.flat(size=400.0)
POST = 0.05  # radius of a post [m]


def drawn_ends(fleet: mp.Fleet) -> tuple[float, float]:
    """Return the front and the rear end of the drawn body, ahead of the reference point [m]."""
    shape = shape_of_fleet(fleet)
    return shape.middle + 0.5 * shape.length, shape.middle - 0.5 * shape.length


def standing(fleet: mp.Fleet, **more) -> mp.World:
    world = mp.World(fleets=[fleet], terrain=FLAT, recovery="off", **more)
    world.place_vehicles(0, 0.0, 0.0, 0.0)
    return world


def moved_by_post(name: str, x: float, y: float) -> float:
    """Return how far a vehicle at the origin, headed east, is moved out of a post [m]."""
    posts = place_objects(FLAT, x=[x], y=[y], radius=POST, height=2.0)
    world = standing(mp.Fleet(name, 1), objects=posts)
    world.resolve_positions()
    return math.hypot(world.vehicles.x[0], world.vehicles.y[0])


@pytest.mark.parametrize("name", NAMES)
def test_a_post_touches_a_vehicle_at_its_drawn_ends_and_sides(name: str):
    fleet = mp.Fleet(name, 1)
    front, rear = drawn_ends(fleet)
    half = 0.5 * shape_of_fleet(fleet).width
    middle = 0.5 * (front + rear)
    reach = POST + 0.5 * SAME
    sides = [(middle, half + reach), (middle, -half - reach), (front + reach, 0.0)]
    sides += [] if outline_of(fleet).trailers else [(rear - reach, 0.0)]
    for x, y in sides:
        deeper = x - 3.0 * SAME * np.sign(x - middle), y - 3.0 * SAME * np.sign(y)
        assert moved_by_post(name, x, y) == 0.0
        assert 0.0 < moved_by_post(name, *deeper) < 4.0 * SAME


@pytest.mark.parametrize("name", NAMES)
def test_a_scan_from_ahead_ends_at_the_drawn_front(name: str):
    fleet = mp.Fleet(name, 1)
    world = standing(fleet)
    world.resolve_positions()
    front, _ = drawn_ends(fleet)
    place = Poses(*(np.array([value]) for value in (50.0, 0.0, 0.3 * fleet.body.height, math.pi, 0.0, 0.0)),
                  np.array([-1], np.int32))  # fmt: skip
    np.testing.assert_allclose(scan_2d(scan_world(world), place, [0.0], 100.0), 50.0 - front, atol=SAME)


def test_a_body_with_an_offset_is_drawn_and_touched_there():
    body = mp.Body(5.0, 2.0, 1.5, offset=1.25)
    fleet = mp.Fleet("bicycle", 1, body=body)
    assert drawn_ends(fleet) == (3.75, -1.25)
    assert fleet.body.radius == pytest.approx(math.hypot(3.75, 1.0))
    posts = place_objects(FLAT, x=[3.75 + POST - 2.0 * SAME], y=[0.0], radius=POST, height=2.0)
    world = standing(fleet, objects=posts)
    world.resolve_positions()
    assert world.vehicles.x[0] == pytest.approx(-2.0 * SAME, abs=SAME)


def test_the_centre_of_a_body_is_the_middle_of_the_axles_unless_it_is_given():
    assert mp.Fleet("single-track", 1, front_axle_offset=1.0, rear_axle_offset=2.0).body.offset == -0.5
    assert mp.Fleet("M1A1", 1).body.offset == 0.0
    given = mp.Fleet("CR1", 1, body=mp.Body(4.3, 1.7, 1.4, offset=0.0))
    assert (given.body.offset, shape_of_fleet(given).middle) == (0.0, 0.0)
    axles = [[axle.offset for axle in shape_of_fleet(each).axles] for each in (given, mp.Fleet("CR1", 1))]
    assert axles[0] == pytest.approx(axles[1])
