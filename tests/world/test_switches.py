"""A driver's switches: cruise control, parking brake and engine stop, on vehicles with dynamic and kinematic models."""

import pytest

from motorpool.errors import WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.drivers.kinds import AUTOPILOT
from motorpool.world.drivers.switches import Cruising, Pedals, cruise_control, pedals
from motorpool.world.gunnery.damage import condition
from motorpool.world.sources.actions import SetSwitches
from motorpool.world.sources.player import Player

MODELS = ["bicycle", "tracked", "friction-circle/wheeled", "friction-circle/tracked"]
OFF = Cruising(0.0, 0.0, 0.0)


@pytest.fixture(params=MODELS)
def driven(request):
    """A vehicle in a player's hands on flat ground, at 8 m/s."""
    world = World(fleets=[Fleet(request.param, 2)], terrain=Terrain.flat(size=4000.0))
    world.place_vehicles(slice(0, 2), [-500.0, 500.0], [-500.0, 500.0], 0.0)
    player = Player()
    world.sources.append(player)
    player.take(0)
    player.set(0, throttle=1.0)
    while world.vehicles.speed[0] < 8.0:
        world.step()
    return world, player


# ---------------------------------------------------------------- what they do to the pedals


def test_with_all_switches_off_the_pedals_are_the_drivers():
    for speed in (-3.0, 0.0, 3.0):
        for throttle in (-1.0, 0.0, 0.4):
            assert pedals(speed, throttle, 0.3, 0.0, 0.0) == Pedals(throttle, 0.3)


def test_a_stopped_engine_leaves_the_brakes_a_throttle_against_the_motion_included():
    assert pedals(5.0, 1.0, 0.0, 0.0, 1.0) == Pedals(0.0, 0.0)
    assert pedals(5.0, -0.8, 0.2, 0.0, 1.0) == Pedals(0.0, 0.8)
    assert pedals(-5.0, 0.8, 1.0, 0.0, 1.0) == Pedals(0.0, 1.0)
    assert pedals(5.0, 1.0, 0.0, 1.0, 0.0) == Pedals(0.0, 1.0)


@pytest.mark.parametrize(
    ("speed", "pressed", "engine_stop", "expected"),
    [
        (6.0, Pedals(0.0, 0.0), 0.0, (1.0, 1.0)),
        (6.0, Pedals(0.5, 0.0), 0.0, (1.0, 0.0)),
        (6.0, Pedals(-0.5, 0.0), 0.0, (0.0, 0.0)),
        (-6.0, Pedals(-0.5, 0.0), 0.0, (1.0, 0.0)),
        (6.0, Pedals(0.0, 0.1), 0.0, (0.0, 0.0)),
        (6.0, Pedals(0.0, 0.0), 1.0, (0.0, 0.0)),
    ],
)
def test_the_throttle_goes_before_the_cruise_control_and_brakes_end_it(speed, pressed, engine_stop, expected):
    after = cruise_control(speed, pressed, engine_stop, Cruising(1.0, 1.0, 6.5))
    assert (after.cruise, after.is_cruising) == expected
    assert cruise_control(speed, pressed, engine_stop, OFF)[:2] == (0.0, 0.0)


# ---------------------------------------------------------------- what they do to a vehicle


def test_cruise_control_holds_the_speed_at_which_the_throttle_was_let_go(driven):
    world, player = driven
    player.send(SetSwitches(0, cruise=True))
    world.step()
    player.set(0)
    before = world.vehicles.speed[0]
    world.run(seconds=10.0)
    assert world.vehicles.speed[0] == pytest.approx(before, abs=0.1)
    player.set(0, throttle=1.0)
    world.run(seconds=1.0)
    faster = world.vehicles.speed[0]
    assert faster > before + 0.5
    player.set(0)
    world.run(seconds=5.0)
    assert world.vehicles.speed[0] == pytest.approx(faster, abs=0.1)


def test_without_it_the_vehicle_slows_down(driven):
    world, player = driven
    player.set(0)
    before = world.vehicles.speed[0]
    world.run(seconds=5.0)
    assert world.vehicles.speed[0] < before - 1.0


def test_braking_switches_the_cruise_control_off_for_good(driven):
    world, player = driven
    player.set(0)
    player.send(SetSwitches(0, cruise=True))
    world.run(seconds=0.5)
    player.set(0, brake=1.0)
    world.run(seconds=8.0)
    assert world.vehicles.speed[0] == 0.0
    player.set(0)
    world.run(seconds=2.0)
    assert (world.vehicles.speed[0], world.vehicles.cruise[0]) == (0.0, 0.0)


def test_the_parking_brake_stops_the_vehicle_and_holds_it_whatever_throttle_and_steering_say(driven):
    world, player = driven
    player.send(SetSwitches(0, parking_brake=True))
    world.run(seconds=10.0)
    where = [column[0] for column in world.vehicles.columns("x", "y", "yaw")]
    player.set(0, throttle=1.0, steer=1.0)
    world.run(seconds=3.0)
    assert [column[0] for column in world.vehicles.columns("x", "y", "yaw")] == where
    player.send(SetSwitches(0))
    world.run(seconds=2.0)
    assert world.vehicles.speed[0] > 1.0


def test_with_its_engine_stopped_a_vehicle_rolls_out_and_can_brake(driven):
    world, player = driven
    player.send(SetSwitches(0, engine_stop=True))
    before = world.vehicles.speed[0]
    world.run(seconds=1.0)
    rolling = world.vehicles.speed[0]
    assert 0.0 < rolling < before
    player.set(0, throttle=-1.0)
    world.run(seconds=8.0)
    assert world.vehicles.speed[0] == 0.0
    player.set(0, throttle=1.0)
    world.run(seconds=2.0)
    assert world.vehicles.speed[0] == 0.0


def test_a_released_vehicle_has_its_switches_off_and_drives_on_by_itself(driven):
    world, player = driven
    player.send(SetSwitches(0, cruise=True, parking_brake=True, engine_stop=True))
    world.run(seconds=5.0)
    player.release(0)
    world.run(seconds=10.0)
    vehicles = world.vehicles
    assert vehicles.driver[0] == AUTOPILOT
    assert [vehicles.cruise[0], vehicles.parking_brake[0], vehicles.engine_stop[0], vehicles.is_cruising[0]] == 4 * [
        0.0
    ]
    assert vehicles.speed[0] > 3.0


def test_a_dead_vehicle_does_not_cruise_on(driven):
    world, player = driven
    player.set(0)
    player.send(SetSwitches(0, cruise=True))
    world.run(seconds=1.0)
    world.vehicles.damage[0] = 1.0
    assert condition(world.vehicles.damage)[0] != condition(world.vehicles.damage)[1]
    world.run(seconds=8.0)
    assert world.vehicles.speed[0] == 0.0


def test_no_other_clients_vehicle_is_touched(driven):
    world, player = driven
    player.send(SetSwitches(0, parking_brake=True))
    world.run(seconds=10.0)
    assert world.vehicles.speed[1] > 3.0
    with pytest.raises(WorldError, match="vehicle 1 is not taken"):
        player.send(SetSwitches(1, cruise=True))


def test_switches_survive_a_snapshot_to_the_bit(driven):
    world, player = driven
    player.set(0)
    player.send(SetSwitches(0, cruise=True))
    world.run(seconds=0.5)
    before = world.snapshot()
    world.run(seconds=2.0)
    first = world.vehicles.x.copy()
    world.restore(before)
    world.run(seconds=2.0)
    assert (world.vehicles.x == first).all()
