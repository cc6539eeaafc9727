"""Optimal reciprocal collision avoidance: half-planes, linear programmes, and vehicles that get past each other."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from motorpool.compile.rows import plain_stage
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.studies.courses import layouts
from motorpool.studies.courses.scoring import drive_world
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.avoidance.orca import (
    HORIZON,
    MOST_PLANES,
    Disc,
    HalfPlanes,
    add_vehicles,
    avoid_reciprocally,
    choose_velocity,
    disc_of,
    enter,
)
from motorpool.world.avoidance.rules import index_of
from motorpool.world.drivers.kinds import PLAYER

GROUND = Terrain.flat(size=600.0, spacing=50.0)
SPEED = 9.0
BODIES = {"bicycle": layouts.CAR, "tracked": layouts.TANK}


def ring(models, *, radius=60.0):
    """Vehicles on a circle, each bound for the place opposite."""
    angle = 2.0 * math.pi * np.arange(len(models)) / len(models)
    fleets = [Fleet(model, 1, name=f"{model} {k}", body=BODIES[model]) for k, model in enumerate(models)]
    world = World(fleets=fleets, terrain=GROUND)
    x, y = radius * np.cos(angle), radius * np.sin(angle)
    world.place_vehicles(slice(None), x, y, np.arctan2(-y, -x))
    vehicles = world.vehicles
    vehicles.desired_speed[:], vehicles.goal_x[:], vehicles.goal_y[:] = SPEED, -x, -y
    world.avoidance.choose(slice(None), "orca")
    return world


def room():
    """Half-planes to fill."""
    return HalfPlanes(*np.zeros((3, MOST_PLANES)), np.zeros(MOST_PLANES, np.int64))


def planes_of(rows):
    """Half-planes from (angle of the normal, offset)."""
    planes = room()
    for row, (angle, offset) in enumerate(rows):
        planes.normal_x[row], planes.normal_y[row] = math.cos(angle), math.sin(angle)
        planes.offset[row] = offset
    return planes


# ---------------------------------------------------------------- half-planes

places = st.floats(-40.0, 40.0)
speeds = st.floats(-10.0, 10.0)


@given(places, places, speeds, speeds, speeds, speeds, st.floats(0.5, 5.0))
@settings(max_examples=60)
def test_the_change_leads_to_the_nearest_border_of_the_velocity_obstacle(px, py, vx, vy, ux, uy, radius):
    """Sampled: no relative velocity nearer than the one that the half-plane leads to is on the other side."""
    horizon, both = 6.0, radius + 2.0
    if math.hypot(px, py) < both + 0.1:
        return
    planes = room()
    enter(planes, 0, Disc(0.0, 0.0, vx, vy, radius), Disc(px, py, ux, uy, 2.0), horizon, 1.0, 7)
    normal = np.array([planes.normal_x[0], planes.normal_y[0]])
    relative = np.array([vx - ux, vy - uy])
    change = planes.offset[0] - np.dot([vx, vy], normal)
    assert np.hypot(*normal) == pytest.approx(1.0)
    collides = hits(relative, px, py, both, horizon)
    assert collides == (change > 0.0) or abs(change) < 1e-9
    angle = np.linspace(0.0, 2.0 * math.pi, 181)[:-1]
    nearer = relative + 0.98 * abs(change) * np.column_stack([np.cos(angle), np.sin(angle)])
    assert all(hits(each, px, py, both, horizon) == collides for each in nearer)
    beyond = relative + (change + 1e-6 * np.sign(change)) * normal
    assert hits(beyond, px, py, both, horizon) != collides or abs(change) < 1e-5


def hits(relative, px, py, radius, horizon):
    """Whether a disc that moves relatively so comes within ``radius`` in time."""
    square = relative @ relative
    time = min(max((relative @ [px, py]) / square, 0.0), horizon) if square > 0.0 else 0.0
    return math.hypot(relative[0] * time - px, relative[1] * time - py) < radius


def test_two_that_reciprocate_each_do_half_and_are_then_just_free():
    one, other = Disc(0.0, 0.0, 8.0, 0.0, 3.0), Disc(30.0, 1.0, -8.0, 0.0, 3.0)
    velocities = []
    for own, met in ((one, other), (other, one)):
        planes = room()
        enter(planes, 0, own, met, 6.0, 0.5, -1)
        missing = planes.offset[0] - planes.normal_x[0] * own.velocity_x - planes.normal_y[0] * own.velocity_y
        assert missing > 0.0
        changed = np.array([own.velocity_x, own.velocity_y])
        velocities.append(changed + (missing + 1e-9) * np.array([planes.normal_x[0], planes.normal_y[0]]))
    relative = velocities[0] - velocities[1]
    assert not hits(relative, 30.0, 1.0, 6.0, 6.0)
    assert hits(0.999 * relative + 0.001 * np.array([16.0, 0.0]), 30.0, 1.0, 6.0, 6.0)


def test_discs_that_overlap_are_to_part():
    planes = room()
    enter(planes, 0, Disc(0.0, 0.0, 0.0, 0.0, 3.0), Disc(4.0, 0.0, 0.0, 0.0, 3.0), 6.0, 1.0, -1)
    assert (planes.normal_x[0], planes.normal_y[0]) == (-1.0, 0.0)
    assert planes.offset[0] == pytest.approx((6.0 - 4.0) / 0.5)  # in half a second 2 m farther


# ---------------------------------------------------------------- linear programmes

angles = st.floats(-math.pi, math.pi)


@given(st.lists(st.tuples(angles, st.floats(-8.0, 5.0)), min_size=1, max_size=12), speeds, speeds)
@settings(max_examples=60)
def test_the_chosen_velocity_is_the_nearest_allowed_one(rows, x, y):
    """Against scipy's general solver, where something is allowed."""
    top = 10.0
    normals = np.array([[math.cos(angle), math.sin(angle)] for angle, _ in rows])
    offsets = np.array([offset for _, offset in rows])
    feasible = [
        {"type": "ineq", "fun": lambda v: normals @ v - offsets},
        {"type": "ineq", "fun": lambda v: top * top - v @ v},
    ]
    best = minimize(lambda v: (v[0] - x) ** 2 + (v[1] - y) ** 2, [0.0, 0.0], constraints=feasible, method="SLSQP")
    is_allowed = best.success and (normals @ best.x - offsets).min() > -1e-7 and best.x @ best.x < top * top + 1e-6
    if not is_allowed or margin(normals, offsets, top) < 1e-3:
        return
    found = choose_velocity(planes_of(rows), room(), 0, len(rows), top, x, y)
    assert (normals @ [found.x, found.y] - offsets).min() > -1e-7
    assert math.hypot(found.x, found.y) < top + 1e-7
    assert math.hypot(found.x - x, found.y - y) < math.hypot(*(best.x - [x, y])) + 1e-4  # SLSQP's may be farther


def margin(normals, offsets, top):
    """The most by which all half-planes can be kept at once, within a polygon inside the disc of ``top``."""
    if not len(offsets):
        return math.inf
    angle = np.linspace(0.0, 2.0 * math.pi, 361)[:-1]
    rim = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(angle.size)])
    kept = np.column_stack([-normals, np.ones(len(offsets))])
    limits = np.concatenate([-offsets, np.full(angle.size, top * math.cos(math.pi / 360.0))])
    answer = linprog([0.0, 0.0, -1.0], A_ub=np.vstack([kept, rim]), b_ub=limits, bounds=[(None, None)] * 3)
    return -answer.fun


@given(st.lists(st.tuples(angles, st.floats(0.0, 8.0)), min_size=3, max_size=10), st.integers(0, 2), speeds, speeds)
@settings(max_examples=60)
def test_where_nothing_is_allowed_the_largest_violation_is_the_least_possible(rows, hard, x, y):
    """Objects' half-planes go through 0 and are kept; the rest against scipy's linear programme."""
    top = 10.0
    rows = [(angle, 0.0 if row < hard else offset) for row, (angle, offset) in enumerate(rows)]
    normals = np.array([[math.cos(angle), math.sin(angle)] for angle, _ in rows])
    offsets = np.array([offset for _, offset in rows])
    if margin(normals, offsets, top) > -1e-2 or margin(normals[:hard], offsets[:hard], top) < 1e-2:
        return
    found = choose_velocity(planes_of(rows), room(), hard, len(rows), top, x, y)
    kept = normals @ [found.x, found.y] - offsets
    assert kept[:hard].min(initial=0.0) > -1e-7
    angle = np.linspace(0.0, 2.0 * math.pi, 721)[:-1]
    rim = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(angle.size)])
    slack = np.where(np.arange(len(rows)) < hard, 0.0, -1.0)
    limits = np.concatenate([-offsets, np.full(angle.size, top)])  # the polygon around the disc
    least = linprog(
        [0.0, 0.0, 1.0], A_ub=np.vstack([np.column_stack([-normals, slack]), rim]), b_ub=limits,
        bounds=[(None, None)] * 3,
    )  # fmt: skip
    assert -kept[hard:].min() == pytest.approx(least.fun, abs=2e-3)


# ---------------------------------------------------------------- vehicles


@pytest.mark.parametrize("models", [["bicycle", "bicycle"], ["tracked", "tracked"], ["bicycle", "tracked"]])
def test_two_head_on_pass_each_other_on_the_right_without_touching(models):
    world = ring(models)
    aside = []
    world.observers.append(type("Sides", (), {"observe": lambda _, world: aside.append(world.vehicles.y.copy())})())
    score = drive_world(world, "orca", seconds=40.0)
    assert (score.clean, score.overlaps) == (2, 0)
    aside = np.array(aside)
    assert aside[:, 0].max() > 1.0  # it drives west: its right is north
    assert aside[:, 1].min() < -1.0
    assert aside[:, 0].min() > -1.0
    assert aside[:, 1].max() < 1.0


@pytest.mark.parametrize("models", [["bicycle"] * 4, ["tracked"] * 8, ["bicycle", "tracked"] * 4])
def test_vehicles_on_a_circle_exchange_places_without_contact(models):
    score = drive_world(ring(models), "orca", seconds=60.0)
    assert (score.clean, score.overlaps) == (len(models), 0)


def test_a_vehicle_alone_keeps_its_preferred_velocity_exactly():
    world = World(fleets=[Fleet("bicycle", 1)], terrain=GROUND)
    world.avoidance.choose([0], "orca")
    vehicles = world.vehicles
    vehicles.desired_speed[:], vehicles.course_yaw[:] = 7.3, 0.4
    for _ in range(30):
        world.step()
        assert vehicles.avoidance_speed[0] == 7.3
        assert vehicles.desired_yaw[0] == vehicles.course_yaw[0] == 0.4
        assert vehicles.is_avoiding[0] == 0.0


def test_a_vehicle_goes_round_an_object_and_returns_to_its_course():
    post = place_objects(GROUND, x=[0.0], y=[0.0], radius=[1.0], height=[5.0])
    world = World(fleets=[Fleet("bicycle", 1, x=-60.0, body=layouts.CAR)], terrain=GROUND, objects=post)
    world.avoidance.choose([0], "orca")
    vehicles = world.vehicles
    vehicles.desired_speed[:] = SPEED
    nearest, seen = math.inf, False
    for _ in range(900):
        world.step()
        nearest = min(nearest, math.hypot(vehicles.x[0], vehicles.y[0]))
        seen |= bool(vehicles.is_avoiding[0])
    assert seen
    assert nearest > 1.0 + vehicles.radius[0]
    assert vehicles.x[0] > 20.0
    assert vehicles.yaw[0] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize(("driver", "rule", "share"), [(0, "orca", 0.5), (PLAYER, "orca", 1.0), (0, "none", 1.0)])
def test_a_vehicle_does_all_of_the_work_where_the_other_does_not_reciprocate(driver, rule, share):
    world = ring(["bicycle", "bicycle"], radius=30.0)
    vehicles = world.vehicles
    vehicles.driver[1], vehicles.speed[:], vehicles.course_speed[:] = driver, SPEED, SPEED
    world.avoidance.choose([1], rule)
    world.neighbours.step()
    own, other, planes, expected = disc_of(0, vehicles.entity), disc_of(1, vehicles.entity), room(), room()
    around = world.avoidance._rules[index_of("orca")]._surroundings
    assert add_vehicles(0, 0, own, planes, 0, around) == 1
    enter(expected, 0, own, other, HORIZON, share, -2)
    for one, wanted in zip(planes, expected, strict=True):
        assert one[0] == wanted[0]


def test_the_compiled_stage_decides_as_the_plain_one():
    random = np.random.default_rng(3)
    posts = place_objects(
        GROUND, x=random.uniform(-40, 40, 12), y=random.uniform(-40, 40, 12), radius=np.full(12, 0.8),
        height=np.full(12, 5.0),
    )  # fmt: skip
    world = World(fleets=[Fleet("bicycle", 15), Fleet("tracked", 15)], terrain=GROUND, objects=posts)
    vehicles = world.vehicles
    x, y, yaw = random.uniform(-50.0, 50.0, (3, 30))
    world.place_vehicles(slice(None), x, y, np.remainder(yaw, math.pi))
    vehicles.speed[:] = random.uniform(0.0, SPEED, 30)
    vehicles.course_speed[:] = SPEED
    world.avoidance.choose(slice(None), "orca")
    world.neighbours.step()
    world.avoidance.step()
    compiled = [column.copy() for column in vehicles.avoidances] + [column.copy() for column in vehicles.perception]
    rule = world.avoidance._rules[index_of("orca")]
    plain_stage(avoid_reciprocally)(vehicles.entity, vehicles.inputs, vehicles.autopilot, rule._surroundings)
    plain = [*vehicles.avoidances, *vehicles.perception]
    assert vehicles.is_avoiding.sum() > 10
    for one, other in zip(compiled, plain, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)
