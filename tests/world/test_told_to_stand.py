"""Vehicles that are told to stand: they neither move nor turn, whatever is near and whatever their avoidance rule."""

import math

import numpy as np
import pytest

import motorpool as mp
from motorpool.models import registry
from motorpool.vehicles import motor_pool
from motorpool.world.avoidance.rules import RULES
from motorpool.world.drivers.kinds import AUTOPILOT, SCRIPT
from motorpool.world.sources.orders import Order, Orders

VEHICLES = motor_pool.names()
MODELS = [name for name in registry.names() if registry.find(name).can_be_driven]
RULE_NAMES = [rule.name for rule in RULES.values() if not rule.model_states]
REST = 4.0  # time in which every vehicle has come to rest after the command [s]


def tilted(grade, toward):
    """A plane that rises toward a direction."""
    x, y = np.meshgrid(np.arange(0.0, 601.0, 20.0), np.arange(0.0, 601.0, 20.0))
    return mp.Terrain.from_heights(grade * (math.cos(toward) * x + math.sin(toward) * y), 20.0)


def rough(seed):
    """Ground whose posts differ by half a metre, uncorrelated."""
    return mp.Terrain.from_heights(np.random.default_rng(seed).normal(0.0, 0.5, (61, 61)), 10.0)


def hold(world, ids):
    """Tell vehicles to hold."""
    world.guidance.hold(ids)


def end_route(world, ids):
    """Send each vehicle to where it is."""
    for vehicle in ids:
        world.guidance.route([vehicle], [(float(world.vehicles.x[vehicle]), float(world.vehicles.y[vehicle]))])
        world.vehicles.has_arrived[vehicle] = 1


def follow_one_that_stands(world, ids):
    """Let each second vehicle hold, and the other one follow it, with a gap that is wider than theirs."""
    world.guidance.hold(ids[::2])
    for leader, follower in zip(ids[::2], ids[1::2], strict=True):
        world.guidance.follow([follower], leader, gap=100.0)


def want_no_speed(world, ids):
    """Let vehicles wander at no speed."""
    world.vehicles.desired_speed[ids] = 0.0


def obey_an_order(world, ids):
    """Order vehicles to hold."""
    world.sources.append(Orders(ids, [Order(hold=True)]))


def press_the_brake(world, ids):
    """Let a script press the brake."""
    world.vehicles.driver[ids], world.vehicles.brake[ids] = SCRIPT, 1.0


def have_no_orders(world, ids):
    """Let a script press nothing."""
    world.vehicles.driver[ids] = SCRIPT


COMMANDS = [hold, end_route, follow_one_that_stands, want_no_speed, obey_an_order, press_the_brake, have_no_orders]


def pairs(kinds, terrain, seed, **settings):
    """A world of pairs of vehicles, one near the other on any side of it, each on any heading."""
    fleets = [mp.Fleet(kind, 2, name=f"{number}: {kind}") for number, kind in enumerate(kinds)]
    world = mp.World(fleets=fleets, terrain=terrain, seed=seed, **settings)
    random, vehicles = np.random.default_rng(seed), world.vehicles
    for number in range(len(kinds)):
        ids = np.array([2 * number, 2 * number + 1])
        x, y = -210.0 + 70.0 * (number % 7), -210.0 + 70.0 * (number // 7)
        bearing, away = random.uniform(-math.pi, math.pi), vehicles.radius[ids].sum() + random.uniform(0.5, 15.0)
        headings = bearing + random.choice([0.0, 0.0, random.uniform(-math.pi, math.pi)], 2)
        world.place_vehicles(ids, [x, x + away * math.cos(bearing)], [y, y + away * math.sin(bearing)], headings)
    world.resolve_positions()
    return world


def restless(world, seconds):
    """Names of fleets of which a vehicle moves by a millimetre or turns by a milliradian, after it has come to rest."""
    vehicles = world.vehicles
    world.run(seconds=REST)
    x, y, yaw, turned = vehicles.x.copy(), vehicles.y.copy(), vehicles.yaw.copy(), np.zeros(world.count)
    for _ in range(seconds):
        world.run(seconds=1)
        turned = np.maximum(turned, abs((vehicles.yaw - yaw + math.pi) % (2.0 * math.pi) - math.pi))
    is_restless = (np.hypot(vehicles.x - x, vehicles.y - y) > 1e-3) | (turned > 1e-3)
    return [fleet.name for fleet, rows in zip(world.fleets, vehicles.rows, strict=True) if is_restless[rows].any()]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_vehicle_that_is_ordered_to_stand_stands(command):
    world = pairs(VEHICLES, tilted(0.05, 0.4), seed=3)
    command(world, list(range(world.count)))
    assert restless(world, 8) == []


@pytest.mark.parametrize("rule", RULE_NAMES)
def test_what_holds_stands_under_every_avoidance_rule(rule):
    world = pairs(VEHICLES, mp.Terrain.flat(size=600.0), seed=5)
    world.avoidance.choose(slice(None), rule)
    hold(world, list(range(world.count)))
    assert restless(world, 8) == []


def test_what_holds_stands_under_the_program_of_1992():
    world = pairs(["park1992/tracked", "park1992/wheeled"], mp.Terrain.flat(size=600.0), seed=5)
    world.avoidance.choose(slice(None), "program-1992")
    hold(world, list(range(world.count)))
    assert restless(world, 8) == []


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [VEHICLES, MODELS], ids=["vehicles", "models"])
@pytest.mark.parametrize("ground", [tilted(0.15, 2.0), tilted(0.4, -1.0), rough(1)], ids=["grade", "steep", "rough"])
def test_what_holds_stands_on_slopes_and_rough_ground(kinds, ground):
    world = pairs(kinds, ground, seed=7)
    hold(world, list(range(world.count)))
    assert restless(world, 30) == []


@pytest.mark.parametrize("rule", ["search-cone", "dynamic-window", "orca"])
def test_what_holds_by_its_alternate_model_stands(rule):
    kinds = ["bicycle/arc", "tracked/arc", "friction-circle/wheeled", "friction-circle/tracked"]
    world = pairs(kinds, tilted(0.1, 1.0), seed=9)
    world.avoidance.choose(slice(None), rule)
    for vehicle in range(world.count):
        own = world.fleets[vehicle // 2].model
        world.model_switching.choose(vehicle, is_dynamic=not own.is_dynamic)
    hold(world, list(range(world.count)))
    assert restless(world, 8) == []


def test_a_moving_vehicle_that_is_ordered_to_hold_stops_on_its_heading():
    """It does not turn for another vehicle that stands ahead."""
    world = mp.World(fleets=[("M1A1", 1), ("M998", 1)], terrain=mp.Terrain.flat(size=500.0))
    world.place_vehicles([0, 1], [0.0, 45.0], [0.0, 1.0], 0.0)
    world.run(seconds=2)
    assert world.vehicles.speed[0] > 1.0
    before = float(world.vehicles.yaw[0])
    hold(world, [0, 1])
    assert restless(world, 5) == []
    assert world.vehicles.yaw[0] == pytest.approx(before, abs=0.3)


def test_a_held_vehicle_that_is_touched_does_not_back_off():
    world = mp.World(fleets=[("M1A1", 2)], terrain=mp.Terrain.flat(size=500.0))
    vehicles = world.vehicles
    world.place_vehicles([0, 1], [0.0, 12.0], 0.0, [0.0, math.pi])
    hold(world, [0])
    vehicles.driver[1], vehicles.throttle[1] = SCRIPT, 0.3
    world.run(seconds=4)
    assert vehicles.driver[0] == AUTOPILOT
    assert vehicles.back_off_time[0] == 0.0
    assert vehicles.commanded_speed[0] <= 0.05
