"""Commands of robot programs: vehicles reach the speed and the turn, stop without commands, and belong to people."""

import math
from pathlib import Path

import numpy as np
import pytest
from command_line import answered
from hypothesis import given, settings
from hypothesis import strategies as st

from motorpool.errors import RosError
from motorpool.links.ros import commands
from motorpool.links.ros.commands import ACKERMANN, TWIST, TWIST_STAMPED, Command, Commands, command_of, pedals_to_reach
from motorpool.recording.recorder import Recorder
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.drivers.kinds import AUTOPILOT, PLAYER
from motorpool.world.drivers.manual_control import Handling, drive_by_hand
from motorpool.world.scenario import load
from motorpool.world.sources.player import Player


def driven(world: World, command: Command, *, seconds: float, vehicle: int = 0) -> Commands:
    """Command a vehicle in each step, and return the source."""
    source = Commands(world)
    world.sources.append(source)
    for _ in range(round(seconds / world.dt)):
        assert source.receive(vehicle, command) is None
        world.step()
    return source


@given(speed=st.floats(-5.0, 20.0), target=st.floats(-5.0, 20.0), coasting=st.floats(0.0, 1.0), dt=st.floats(1e-3, 0.1))
@settings(max_examples=60, deadline=None)
def test_pedals_end_the_step_at_the_target_or_as_near_as_the_vehicle_can(speed, target, coasting, dt):
    handling = Handling(coasting=coasting)
    limits = {"acceleration": handling.acceleration, "braking": handling.braking, "coasting": coasting}
    throttle, brake = pedals_to_reach(speed, target, **limits, dt=dt)
    assert -1.0 <= throttle <= 1.0
    assert 0.0 <= brake <= 1.0
    reached, _ = drive_by_hand(speed, 0.0, throttle, brake, 0.0, handling, dt)
    nearest = speed + np.clip(target - speed, -(handling.braking + coasting) * dt, handling.acceleration * dt)
    if speed >= 0.0 and target >= 0.0:
        assert reached == pytest.approx(nearest, abs=1e-9)
    assert abs(reached - target) <= abs(speed - target) + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bicycle", "M998", "M1A1"])
def test_a_vehicle_reaches_speed_and_yaw_rate(name: str):
    world = World(fleets=[Fleet(name, 1)])
    driven(world, Command(4.0, yaw_rate=0.2), seconds=8.0)
    assert world.vehicles.speed[0] == pytest.approx(4.0, abs=0.02)
    assert world.vehicles.yaw_rate[0] == pytest.approx(0.2, abs=0.01)


def test_a_vehicle_turns_the_same_way_backward():
    world = World(fleets=[Fleet("bicycle", 1)])
    driven(world, Command(-2.0, yaw_rate=0.2), seconds=4.0)
    assert world.vehicles.speed[0] == pytest.approx(-2.0, abs=0.02)
    assert world.vehicles.yaw_rate[0] == pytest.approx(0.2, abs=0.01)


@pytest.mark.parametrize("name", ["bicycle", "ackermann"])
def test_a_steer_angle_is_that_of_the_wheels_and_needs_wheels(name: str):
    world = World(fleets=[Fleet(name, 1), Fleet("M1A1", 1)])
    driven(world, Command(3.0, steer_angle=0.15), seconds=3.0)
    wheelbase = float(world.fleets[0].params.wheelbase[0])
    rear = world.vehicles.speed[0]
    assert world.vehicles.yaw_rate[0] == pytest.approx(rear * math.tan(0.15) / wheelbase, rel=0.05)
    assert "has no steered wheels" in (Commands(world).receive(1, Command(3.0, steer_angle=0.1)) or "")


def test_a_vehicle_stops_and_stands_when_its_commands_end():
    world = World(fleets=[Fleet("bicycle", 1)])
    source = driven(world, Command(5.0), seconds=3.0)
    world.run(seconds=commands.TIMEOUT + 2.0)
    assert world.vehicles.speed[0] == 0.0
    assert world.vehicles.driver[0] == PLAYER
    source.release()
    assert world.vehicles.driver[0] == AUTOPILOT


def test_a_person_keeps_a_vehicle_and_can_take_one_from_a_robot_program():
    world = World(fleets=[Fleet("bicycle", 2)])
    player = Player()
    world.sources.append(player)
    player.take(1)
    world.step()
    source = driven(world, Command(5.0), seconds=1.0)
    assert "a person drives vehicle 1" in (source.receive(1, Command(5.0)) or "")
    player.take(0)
    player.set(0, brake=1.0)
    for _ in range(120):
        source.receive(0, Command(5.0))
        world.step()
    assert world.vehicles.speed[0] == 0.0


@pytest.mark.parametrize(
    ("kind", "fields", "sentence"),
    [
        (ACKERMANN, {"drive": {"steering_angle": 30.0}}, "steering_angle is 30; it must be in -pi/2..pi/2, in radians"),
        (ACKERMANN, {"drive": {"steering_angle": -5}}, "steering_angle is -5; it must be in -pi/2..pi/2, in radians"),
        (TWIST, {"linear": {"x": math.nan}}, "must be a finite number"),
        (TWIST, {"linear": {"x": True}}, "must be a finite number"),
        (TWIST, {"linear": {"x": 10**400}}, "must be a finite number"),
        (TWIST, {"linear": [1.0]}, "must be an object with x, y, z"),
        (TWIST, {"speed": 1.0}, "has no field 'speed'"),
        (TWIST, None, "must be an object"),
        (TWIST_STAMPED, {"header": {"frame_id": 3}}, "must be a text"),
        (ACKERMANN, {"drive": {"speed": "1"}}, "must be a finite number"),
    ],
)
def test_fields_that_are_no_command_are_refused(kind: str, fields: object, sentence: str):
    with pytest.raises(RosError, match=sentence):
        command_of(kind, fields)


def test_commands_are_read_from_all_three_types():
    twist = {"linear": {"x": 2, "y": 0.0, "z": 0.0}, "angular": {"z": -0.5}}
    header = {"stamp": {"sec": 1, "nanosec": 2}, "frame_id": ""}
    assert command_of(TWIST, twist) == Command(2.0, -0.5)
    assert command_of(TWIST_STAMPED, {"header": header, "twist": twist}) == Command(2.0, -0.5)
    assert command_of(ACKERMANN, {"drive": {"speed": 3.0, "steering_angle": 0.2}}) == Command(3.0, 0.0, 0.2)
    assert command_of(TWIST, {}) == Command(0.0)


def test_vehicles_that_do_not_exist_are_refused():
    source = Commands(World(fleets=[Fleet("bicycle", 1)]))
    assert all("is not of this world" in (source.receive(vehicle, Command(1.0)) or "") for vehicle in (-1, 1))


@pytest.mark.slow
def test_a_recording_of_commanded_vehicles_verifies(tmp_path: Path):
    scenario = tmp_path / "few.yaml"
    scenario.write_text("terrain: {source: flat, size: 500}\nvehicles: [{model: bicycle, count: 2}]\n")
    world = load(scenario).build()
    with Recorder(tmp_path / "driven.parquet") as recorder:
        world.observers.append(recorder)
        driven(world, Command(4.0, yaw_rate=0.1), seconds=3.0)
    done = answered("replay", tmp_path / "driven.parquet", "--verify")
    assert done.returncode == 0, done.stdout + done.stderr
