"""Collisions in a world: what strikes whom, what is kept, what stays where it is, and what is told."""

import math
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from pace import patience
from planar_impacts import box_contact
from worlds import digest

from motorpool.compile.columns import cpu_count
from motorpool.errors import Status
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.vehicles.fleet.inertia import DENSITY
from motorpool.world import World
from motorpool.world.avoidance.rules import index_of
from motorpool.world.contact.stages import GRAVITY, SLIDING_FRICTION
from motorpool.world.guidance.goal_kinds import HOLD
from motorpool.world.sources.player import Player

CAR, TRUCK, TANK = Body(4.5, 1.8, 1.5), Body(6.7, 2.4, 2.8), Body(7.0, 3.4, 2.4)
LEVEL = Terrain.flat(size=1000.0, spacing=50.0)


def held(*fleets, objects=None, dt=1 / 60):
    """A world whose vehicles want to stand and avoid nobody."""
    world = World(fleets=list(fleets), terrain=LEVEL, objects=objects, dt=dt)
    world.vehicles.goal[:] = HOLD
    world.vehicles.avoidance_rule[:] = index_of("none")
    return world


def launch(world, vehicle, speed):
    """Give a vehicle a speed [m/s] along its nose, in the roster and in its model."""
    world.vehicles.speed[vehicle] = speed
    fleet, row = world.moved_by(vehicle)
    if fleet.model.is_dynamic:
        fleet.state.speed[row] = speed


def until_contact(world, *, seconds=5.0):
    """Step until somebody strikes something; the contacts of that step."""
    for _ in range(round(seconds / world.dt)):
        world.step()
        if world.events.contacts.time.size:
            return world.events.contacts
    raise AssertionError("nobody struck anything")


def depths(world):
    """The depth [m] of the deepest overlap of two vehicles, by looking at every pair."""
    vehicles = world.vehicles
    poses = list(zip(*vehicles.columns("x", "y", "yaw", "half_length", "half_width"), strict=True))
    reach, deepest = 2.0 * vehicles.radius.max(), 0.0
    for i, (x, y, yaw, length, width) in enumerate(poses):
        near = np.flatnonzero(np.hypot(vehicles.x[i + 1 :] - x, vehicles.y[i + 1 :] - y) < reach) + i + 1
        for j in near:
            other = poses[j]
            contact = box_contact(other[0] - x, other[1] - y, yaw, length, width, *other[2:])
            deepest = max(deepest, contact.depth)
    return deepest


def momentum(world):
    """Momentum along both axes, angular momentum about the origin, and kinetic energy."""
    v = world.vehicles
    vx = v.speed * np.cos(v.yaw) - v.lateral_speed * np.sin(v.yaw)
    vy = v.speed * np.sin(v.yaw) + v.lateral_speed * np.cos(v.yaw)
    spin = v.mass * (v.x * vy - v.y * vx) + v.yaw_inertia * v.yaw_rate
    energy = 0.5 * v.mass * (vx**2 + vy**2) + 0.5 * v.yaw_inertia * v.yaw_rate**2
    return [float(np.sum(part)) for part in (v.mass * vx, v.mass * vy, spin, energy)]


# ---------------------------------------------------------------- what is kept


@pytest.mark.parametrize("rammer", ["bicycle", "friction-circle/wheeled", "tracked", "friction-circle/tracked"])
@pytest.mark.parametrize("parked", ["bicycle", "friction-circle/wheeled", "tracked", "friction-circle/tracked"])
def test_a_vehicle_that_rams_a_parked_one_at_speed_parts_from_it_with_a_tenth_of_the_closing_speed(rammer, parked):
    """Newton's law in one dimension: v1 = (m1 - e m2) v / (m1 + m2), v2 = (1 + e) m1 v / (m1 + m2), for any models."""
    first, second = Fleet(rammer, 1, name="first", body=TRUCK, x=-7.0), Fleet(parked, 1, name="second", body=CAR)
    world = held(first, second)
    launch(world, 0, 14.0)
    vehicles, before = world.vehicles, []
    resolve = world.contact.resolve
    world.contact.resolve = lambda *words: (before.append(float(vehicles.speed[0])), resolve(*words))[1]
    contacts = until_contact(world)
    assert contacts.vehicle.tolist() == [0]
    assert contacts.other.tolist() == [1]
    assert contacts.object.tolist() == [-1]
    assert contacts.closing_speed[0] == pytest.approx(before[-1], rel=1e-12)
    assert before[-1] > 11.0
    (mass, other_mass), both = vehicles.mass, vehicles.mass.sum()
    after = [(mass - 0.1 * other_mass) * before[-1] / both, 1.1 * mass * before[-1] / both]
    assert vehicles.speed == pytest.approx(after, rel=1e-9)
    assert contacts.impulse[0] == pytest.approx(other_mass * after[1], rel=1e-9)
    assert contacts.time[0] == world.time
    for speed, fleet in zip(after, world.fleets, strict=True):
        if fleet.model.is_dynamic:
            assert fleet.state.speed[0] == pytest.approx(speed, rel=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_a_pile_of_vehicles_keeps_its_momentum_and_does_not_gain_energy(seed):
    """Forty vehicles thrown into a square of 30 m; the angular momentum before they are taken out of each other."""
    random = np.random.default_rng(seed)
    world = held(Fleet("bicycle", 20, body=CAR), Fleet("tracked", 20, body=TANK))
    vehicles = world.vehicles
    vehicles.x[:], vehicles.y[:] = random.uniform(-15.0, 15.0, (2, 40))
    vehicles.yaw[:] = random.uniform(-math.pi, math.pi, 40)
    vehicles.speed[:], vehicles.lateral_speed[:] = random.uniform(-15.0, 15.0, (2, 40))
    vehicles.yaw_rate[:] = random.uniform(-2.0, 2.0, 40)
    start = np.array([vehicles.x, vehicles.y])
    east, north, spin, energy = momentum(world)
    world.contact.resolve(0.0)
    centre = (np.array([vehicles.x, vehicles.y]) - start) @ vehicles.mass
    vehicles.x[:], vehicles.y[:] = start
    after = momentum(world)
    size = float(np.sum(vehicles.mass * 20.0))
    assert world.events.contacts.time.size > 10
    assert after[:2] == pytest.approx([east, north], abs=1e-12 * size)
    assert after[2] == pytest.approx(spin, abs=1e-12 * size * 20.0)
    assert after[3] < energy
    assert np.abs(centre).max() < 1e-9 * size  # who gives way does so by weight


def test_two_that_meet_head_on_bounce_when_they_are_slow():
    world = held(Fleet("bicycle", 2, body=CAR, x=np.array([-2.4, 2.4]), yaw=np.array([0.0, math.pi])), dt=0.01)
    for vehicle in (0, 1):
        launch(world, vehicle, 2.0)
    until_contact(world, seconds=1.0)
    closing = world.events.contacts.closing_speed[0]
    assert 2.0 < closing < 4.0  # they have braked
    share = 0.5 * (1.0 - closing / 10.0)
    assert world.vehicles.speed == pytest.approx([-0.5 * share * closing] * 2, rel=1e-6)


def test_a_blow_from_the_side_goes_into_the_models_that_know_of_it():
    """The tracked one says how it slides and turns; the wheeled one only how it slides: the world turns it."""
    for name, knows in (
        ("friction-circle/tracked", ("lateral_speed", "yaw_rate")),
        ("friction-circle/wheeled", ("lateral_speed",)),
    ):
        world = held(
            Fleet("bicycle", 1, body=TRUCK, x=1.0, y=-6.0, yaw=math.pi / 2), Fleet(name, 1, body=CAR, mass=2000.0)
        )
        launch(world, 0, 12.0)
        until_contact(world)
        vehicles, state = world.vehicles, world.fleets[1].state
        assert vehicles.lateral_speed[1] > 3.0
        assert vehicles.yaw_rate[1] > 0.5
        for field in knows:
            assert getattr(state, field)[0] == pytest.approx(getattr(vehicles, field)[1])
        assert vehicles.residual_lateral_speed[1] == 0.0
        assert (vehicles.residual_yaw_rate[1] == 0.0) == ("yaw_rate" in knows)
        x, y, yaw = vehicles.x[1], vehicles.y[1], vehicles.yaw[1]
        world.run(seconds=0.3)
        assert vehicles.y[1] - y > 0.3
        assert vehicles.yaw[1] - yaw > 0.05
        assert abs(vehicles.x[1] - x) < 2.0


def test_a_second_model_takes_the_blow_too():
    world = held(Fleet("bicycle", 1, body=TRUCK, x=1.0, y=-6.0, yaw=math.pi / 2), Fleet("tracked", 1, body=CAR))
    world.model_switching.choose(1, is_dynamic=True)
    launch(world, 0, 12.0)
    until_contact(world)
    twin, row = world.moved_by(1)
    assert twin.model.name == "friction-circle/tracked"
    assert twin.state.lateral_speed[row] == pytest.approx(world.vehicles.lateral_speed[1])
    assert twin.state.yaw_rate[row] == pytest.approx(world.vehicles.yaw_rate[1])
    assert world.vehicles.lateral_speed[1] > 1.0


def test_what_a_model_does_not_know_of_slides_until_the_ground_has_stopped_it():
    """v^2 / (2 mu g), whatever the step."""
    world = held(Fleet("bicycle", 1, body=CAR), dt=0.05)
    world.vehicles.residual_lateral_speed[0] = 5.0
    world.run(seconds=2.0)
    assert world.vehicles.residual_lateral_speed[0] == 0.0
    assert world.vehicles.y[0] == pytest.approx(25.0 / (2.0 * SLIDING_FRICTION * GRAVITY), rel=1e-12)
    assert world.vehicles.x[0] == 0.0


# ---------------------------------------------------------------- what stays


@pytest.mark.parametrize("model", ["bicycle", "tracked", "friction-circle/wheeled", "friction-circle/tracked"])
def test_parked_vehicles_that_lean_on_each_other_do_not_creep_in_ten_minutes(model):
    """Five in a block that overlap by as much as they may, two of them askew."""
    x, y = np.array([0.0, 4.492, 8.984, 0.0, 4.492]), np.array([0.0, 0.0, 0.0, 1.792, 1.792])
    world = held(Fleet(model, 5, body=CAR, x=x, y=y, yaw=np.array([0.0, 0.0, 0.001, 0.0, -0.001])), dt=0.05)
    world.resolve_positions()
    start = [column.copy() for column in world.vehicles.columns("x", "y", "yaw")]
    world.run(seconds=600.0)
    for column, before in zip(world.vehicles.columns("x", "y", "yaw"), start, strict=True):
        assert np.abs(column - before).max() < 1e-3


@pytest.mark.parametrize("model", ["bicycle", "tracked", "friction-circle/wheeled", "friction-circle/tracked"])
def test_a_vehicle_that_pushes_against_a_rock_does_not_jitter_in_ten_minutes(model):
    rock = place_objects(LEVEL, x=6.0, y=0.0, radius=1.5, kind=2)
    world = held(Fleet(model, 1, body=CAR), objects=rock, dt=0.05)
    player = Player()
    world.sources.append(player)
    player.take(0)
    player.set(0, throttle=0.4)
    world.run(seconds=10.0)
    vehicles, seen = world.vehicles, []
    watch = SimpleNamespace(observe=lambda _: seen.append((vehicles.x[0], vehicles.y[0], vehicles.yaw[0])))
    assert vehicles.x[0] == pytest.approx(6.0 - 1.5 - 2.25, abs=0.01)
    world.run(seconds=600.0, observers=[watch])
    assert np.ptp(np.array(seen), axis=0).max() < 1e-3
    assert vehicles.status[0] & Status.BLOCKED


def test_a_row_of_parked_cars_is_pushed_along():
    world = held(Fleet("tracked", 1, body=TANK, x=-10.0), Fleet("bicycle", 3, body=CAR, x=np.array([0.0, 4.6, 9.2])))
    start = world.vehicles.x.copy()
    player = Player()
    world.sources.append(player)
    player.take(0)
    player.set(0, throttle=1.0)
    world.run(seconds=6.0)
    assert (world.vehicles.x[1:] - start[1:]).min() > 2.0
    assert depths(world) < 0.05
    assert np.all(np.diff(world.vehicles.x) > 0.0)


def test_two_that_overlap_are_taken_apart_and_gain_no_speed():
    world = held(Fleet("bicycle", 2, body=CAR, x=np.array([0.0, 3.8])))
    world.resolve_positions()
    assert depths(world) < 0.011
    assert not world.vehicles.speed.any()
    assert world.vehicles.x == pytest.approx([-0.345, 4.145], abs=1e-3)


def test_vehicles_that_are_not_yet_placed_do_not_push_each_other():
    world = held(Fleet("bicycle", 50))
    world.run(seconds=1.0)
    assert not world.vehicles.x.any()
    assert not world.events.contacts.time.size


# ---------------------------------------------------------------- objects


def test_a_car_slides_along_a_tree_that_it_grazes():
    tree = place_objects(LEVEL, x=8.0, y=1.35, radius=0.5)
    world = held(Fleet("bicycle", 1, body=CAR), objects=tree)
    launch(world, 0, 12.0)
    until_contact(world)
    vehicles = world.vehicles
    assert vehicles.speed[0] > 3.0
    assert vehicles.lateral_speed[0] < 0.0  # away from the tree, which stands to the left
    assert vehicles.yaw_rate[0] < 0.0  # which pushes the nose away
    world.run(seconds=1.0)
    assert vehicles.x[0] > 7.0


def test_a_contact_with_an_object_is_reported_with_its_impulse():
    """A car that stops dead at a tree straight ahead hands it all its momentum."""
    tree = place_objects(LEVEL, x=[-50.0, 6.0], y=[30.0, 0.0], radius=0.5)
    world = held(Fleet("bicycle", 1, body=CAR), objects=tree)
    launch(world, 0, 12.0)
    contacts = until_contact(world)
    assert contacts.vehicle.tolist() == [0]
    assert contacts.other.tolist() == [-1]
    assert world.objects.x[contacts.object[0]] == 6.0
    assert contacts.impulse[0] == pytest.approx(world.vehicles.mass[0] * contacts.closing_speed[0])
    assert (contacts.x[0], contacts.y[0]) == pytest.approx((5.5, 0.0), abs=0.3)
    assert world.vehicles.speed[0] == 0.0
    world.run(seconds=1.0)
    assert world.events.is_empty


# ---------------------------------------------------------------- autopilots, order, snapshots


def test_autopilots_that_run_into_each_other_get_free():
    fleets = [Fleet("bicycle", 1, body=CAR, x=-20.0), Fleet("tracked", 1, body=TANK, x=20.0, yaw=math.pi)]
    world = World(fleets=fleets, terrain=LEVEL)
    world.vehicles.avoidance_rule[:] = index_of("none")
    until_contact(world, seconds=10.0)
    before = world.vehicles.odometer.copy()
    world.run(seconds=30.0)
    assert (world.vehicles.odometer - before).min() > 60.0
    assert math.hypot(*(np.diff(column)[0] for column in world.vehicles.columns("x", "y"))) > 20.0


def jostling(count=60, side=30.0, seed=3):
    """Vehicles of four models in a small yard that do not avoid each other."""
    models = (("bicycle", CAR), ("tracked", TANK), ("friction-circle/wheeled", CAR), ("friction-circle/tracked", TANK))
    fleets = [Fleet(model, count // 4, name=model, body=body) for model, body in models]
    trees = place_objects(LEVEL, x=[0.0, 12.0, -14.0], y=[3.0, -9.0, -6.0], radius=0.6)
    area = (-side, -side, side, side)
    world = World(fleets=fleets, terrain=LEVEL, objects=trees, area=area, seed=seed, recovery="off")
    world.scatter_vehicles((-2.0 * side, -2.0 * side, 2.0 * side, 2.0 * side))
    world.vehicles.avoidance_rule[:] = index_of("none")
    return world


def test_in_a_dense_crowd_no_two_bodies_overlap_by_more_than_seven_centimetres():
    world, struck = jostling(), 0
    for _ in range(60):
        world.run(seconds=0.5)
        assert depths(world) < 0.07
        struck += world.events.contacts.time.size
    assert struck > 10
    assert np.isfinite(world.vehicles.x).all()


def test_a_snapshot_of_a_crowd_that_jostles_replays_to_the_bit():
    world = jostling()
    world.run(seconds=6.0)
    saved = world.snapshot()
    assert world.vehicles.residual_lateral_speed.any()
    world.run(seconds=4.0)
    ended = digest(world)
    world.restore(saved)
    assert world.events.is_empty
    world.run(seconds=4.0)
    assert digest(world) == ended


def test_of_two_the_order_does_not_matter():
    def meet(order):
        bodies = {"bicycle": (CAR, -6.0, 0.1, 0.2), "tracked": (TANK, 6.0, 0.4, math.pi - 0.1)}
        fleets = [
            Fleet(name, 1, body=bodies[name][0], **dict(zip(("x", "y", "yaw"), bodies[name][1:], strict=True)))
            for name in order
        ]
        world = held(*fleets)
        for vehicle in (0, 1):
            launch(world, vehicle, 7.0)
        until_contact(world)
        names = ("x", "y", "yaw", "speed", "lateral_speed", "yaw_rate")
        return {name: np.array(world.vehicles.columns(*names))[:, k] for k, name in enumerate(order)}

    one, other = meet(("bicycle", "tracked")), meet(("tracked", "bicycle"))
    for name, values in one.items():
        assert values == pytest.approx(other[name], abs=1e-9)


THREADED = """
import sys
sys.path[:0] = (sys.argv[1] + "/support", sys.argv[1] + "/world")
import numpy as np
import worlds
from test_contact_solver import LEVEL
from motorpool.world.avoidance.rules import index_of
from motorpool.vehicles.fleet import Fleet
from motorpool.compile.columns import parts_of
from motorpool.compile.rows import ROW_COST
from motorpool.world import World

world = World(fleets=[Fleet("tracked", 3000), Fleet("bicycle", 3500)], terrain=LEVEL)
random = np.random.default_rng(1)
world.place_vehicles(slice(None), *random.uniform(-450.0, 450.0, (2, 6500)), random.uniform(-3.0, 3.0, 6500))
world.vehicles.avoidance_rule[:] = index_of("none")
world.run(seconds=0.3)
moved = int(np.count_nonzero(world.vehicles.residual_lateral_speed))
print(len(parts_of(world.count, ROW_COST, None)), moved, worlds.digest(world))
"""


def test_the_number_of_threads_changes_no_collision():
    if cpu_count() < 2:
        pytest.skip("one processor makes one thread")
    command = [sys.executable, "-W", "error", "-c", THREADED, str(Path(__file__).parents[1])]
    processes = [
        subprocess.Popen(command, env=os.environ | {"MOTORPOOL_THREADS": threads}, stdout=subprocess.PIPE, text=True)
        for threads in ("1", "2")
    ]
    one, two = (process.communicate(timeout=patience(150.0))[0].split() for process in processes)
    assert (one[0], two[0]) == ("1", "2")
    assert int(one[1]) > 100
    assert one[1:] == two[1:]


# ---------------------------------------------------------------- how heavy they are


def test_a_vehicle_is_as_heavy_as_its_model_says_or_as_its_body_is_large():
    known = Fleet("friction-circle/wheeled", 1, body=TRUCK, mass=9000.0)
    guessed = Fleet("tracked", 1, body=TANK)
    vehicles = World(fleets=[known, guessed], terrain=LEVEL).vehicles
    assert vehicles.mass.tolist() == [9000.0, pytest.approx(DENSITY["tracked"] * 7.0 * 3.4 * 2.4)]
    assert vehicles.yaw_inertia[0] == pytest.approx(9000.0 * (6.7**2 + 2.4**2) / 12.0)


def test_the_densities_are_those_of_the_motor_pool():
    """Mass over length, width and height [kg/m^3]: M998 and M35A2; M1A1, M60A3, M113A3, M2A2 and T-72A."""
    wheeled = (3493.0 / (4.57 * 2.16 * 1.83), 8178.0 / (7.04 * 2.44 * 2.84))
    tracked = (
        57154.0 / (7.92 * 3.66 * 2.44),
        52617.0 / (6.946 * 3.631 * 3.213),
        12338.0 / (5.3 * 2.69 * 2.52),
        30400.0 / (6.55 * 3.6 * 2.98),
        41500.0 / (6.95 * 3.59 * 2.23),
    )
    assert min(wheeled) * 0.9 < DENSITY["wheeled"] < max(wheeled)
    assert DENSITY["tracked"] == pytest.approx(np.mean(tracked), rel=0.02)
