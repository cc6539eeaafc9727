"""A pedal is one quantity: people's and scripts' throttle and brake drive a model in a world as a ``Vehicle``'s do."""

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import WorldError
from motorpool.ground.terrain.surface import Surface
from motorpool.models.registry import find
from motorpool.vehicles.motor_pool import names
from motorpool.world import World
from motorpool.world.drivers.kinds import AUTOPILOT
from motorpool.world.sources.actions import Drive, Release
from motorpool.world.sources.script import Line, Script

DT = 0.05
WITH_PEDALS = [name for name in names() if find(name).has_pedals]


def world_of(name, *, slope=0.0, count=1, **settings):
    """Vehicles on dry asphalt, in the middle, with their heads up a slope toward the east."""
    size, spacing = 4000.0, 50.0
    posts = round(size / spacing) + 1
    heights = np.tile(slope * spacing * np.arange(posts), (posts, 1))
    terrain = mp.Terrain.from_heights(heights, spacing)
    world = World(
        fleets=[mp.Fleet(name, count)],
        terrain=terrain,
        surface=Surface.uniform("dry-asphalt", terrain),
        dt=DT,
        **settings,
    )
    middle = 0.5 * (terrain.x_west + terrain.x_east)
    world.vehicles.x[:] = middle
    world.vehicles.y[:] = middle + 40.0 * np.arange(count)
    return world


def gone(world, before, vehicle=0):
    x, y = before
    return float(np.hypot(world.vehicles.x[vehicle] - x, world.vehicles.y[vehicle] - y))


@pytest.mark.parametrize("throttle", [0.2, 1.0, -0.5])
@pytest.mark.parametrize("name", WITH_PEDALS)
def test_a_script_s_pedals_move_a_vehicle_in_a_world_as_they_move_it_alone(name, throttle):
    alone, world = mp.Vehicle(name), world_of(name)
    world.sources.append(Script([0], [Line(0.0, throttle=throttle), Line(6.0, brake=0.3)]))
    before = float(world.vehicles.x[0]), float(world.vehicles.y[0])
    alone.throttle = throttle
    alone.step(dt=DT, steps=120)
    world.run(seconds=6.0)
    assert np.hypot(alone.x, alone.y) > 4.0
    assert gone(world, before) == pytest.approx(np.hypot(alone.x, alone.y), rel=1e-9)
    alone.throttle, alone.brake = 0.0, 0.3
    alone.step(dt=DT, steps=20)
    world.run(seconds=1.0)
    assert float(world.vehicles.speed[0]) == pytest.approx(alone.speed, rel=1e-9, abs=1e-9)


def test_a_person_s_pedals_are_the_same():
    world, scripted = world_of("M998"), world_of("M998")
    scripted.sources.append(Script([0], [Line(0.0, throttle=0.4)]))
    for _ in range(60):
        Drive(0, throttle=0.4).apply(world)
        world.step()
        scripted.step()
    assert world.vehicles.x[0] == scripted.vehicles.x[0]
    assert world.vehicles.speed[0] > 2.0


@pytest.mark.parametrize("name", ["M998", "M1A1", "car"])
def test_a_person_s_vehicle_stands_on_a_slope_without_a_pedal(name):
    world = world_of(name, slope=0.2)
    world.step()
    before = float(world.vehicles.x[0]), float(world.vehicles.y[0])
    Drive(0).apply(world)
    world.run(seconds=5.0)
    assert gone(world, before) < 0.3


def test_a_vehicle_under_way_rolls_down_a_slope_without_its_brake():
    world = world_of("M998", slope=0.2)
    world.step()
    world.sources.append(Script([0], [Line(0.0, throttle=-0.3), Line(1.5), Line(4.5, brake=1.0)]))
    world.run(seconds=1.5)
    speed = float(world.vehicles.speed[0])
    world.run(seconds=3.0)
    assert world.vehicles.speed[0] < speed - 2.0 < -2.0
    world.run(seconds=4.0)
    assert abs(world.vehicles.speed[0]) < 0.01


@pytest.mark.parametrize("switch", ["parking_brake", "engine_stop"])
def test_switches_act_beside_the_pedals(switch):
    world = world_of("M998")
    Drive(0, throttle=0.5).apply(world)
    world.run(seconds=4.0)
    speed = float(world.vehicles.speed[0])
    getattr(world.vehicles, switch)[0] = 1.0
    world.run(seconds=2.0)
    assert world.vehicles.speed[0] < speed


def test_the_cruise_control_holds_the_speed():
    world = world_of("M998")
    Drive(0, throttle=0.5).apply(world)
    world.run(seconds=5.0)
    world.vehicles.cruise[0] = 1.0
    Drive(0).apply(world)
    speed = float(world.vehicles.speed[0])
    world.run(seconds=8.0)
    assert world.vehicles.speed[0] == pytest.approx(speed, rel=0.02)


def test_damage_takes_its_share_of_the_throttle():
    whole, damaged = world_of("M998"), world_of("M998")
    damaged.vehicles.damage[0] = 0.3
    for world in (whole, damaged):
        Drive(0, throttle=0.6).apply(world)
        world.run(seconds=4.0)
    assert 0.5 < damaged.vehicles.speed[0] < 0.9 * whole.vehicles.speed[0]


def test_a_vehicle_given_back_is_the_autopilot_s_alone():
    world = world_of("M998")
    Drive(0, throttle=1.0).apply(world)
    world.run(seconds=2.0)
    Release(0).apply(world)
    world.step()
    assert world.vehicles.driver[0] == AUTOPILOT
    assert world.drivers.turns.pedal_share[0] == 0.0


def test_limited_pedals_are_those_of_the_driver_s_limits():
    limited, direct = world_of("LAV-25", pedals="limited"), world_of("LAV-25")
    for world in (limited, direct):
        Drive(0, throttle=0.2).apply(world)
        world.run(seconds=4.0)
    assert limited.vehicles.speed[0] < 0.1  # resistance takes all of it: coasting is a quarter of the acceleration
    assert direct.vehicles.speed[0] > 1.0
    kinematic = [world_of("bicycle", pedals=pedals) for pedals in ("direct", "limited")]
    for each in kinematic:
        Drive(0, throttle=0.7).apply(each)
        each.run(seconds=2.0)
    assert kinematic[0].vehicles.x[0] == kinematic[1].vehicles.x[0]


def test_another_word_for_pedals_is_refused():
    with pytest.raises(WorldError, match=r"pedals is 'none'; it must be 'direct' or 'limited'"):
        world_of("M998", pedals="none")


@pytest.mark.parametrize("name", ["M998", "M1A1", "articulated-lorry"])
def test_direct_pedals_take_a_vehicle_to_a_speed(name):
    world = world_of(name)
    for _ in range(round(12.0 / DT)):
        throttle, brake = world.drivers.direct_pedals(0, 4.0)
        Drive(0, throttle=throttle, brake=brake).apply(world)
        world.step()
    assert world.vehicles.speed[0] == pytest.approx(4.0, abs=0.05)
    assert world_of("bicycle").drivers.direct_pedals(0, 4.0) is None
    assert world_of(name, pedals="limited").drivers.direct_pedals(0, 4.0) is None
