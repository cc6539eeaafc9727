"""Actuated forms: offset, ratio and delay of a steering, and the lever arm of a sensor, in vehicles and in fleets."""

import math

import numpy as np
import pytest

import motorpool as mp
from motorpool.compile.translation import export
from motorpool.errors import ModelError
from motorpool.models.actuation import Params, State, actuated
from motorpool.world.drivers.kinds import PLAYER

DT = 0.02


def test_an_actuated_form_with_its_defaults_moves_as_the_model():
    for name in ("bicycle", "single-track"):
        plain, form = mp.Vehicle(name, speed=5.0), mp.Vehicle(f"{name}+actuated", speed=5.0)
        for step in range(100):
            plain.steer_angle = form.steer_angle = 0.2 * math.sin(0.1 * step)
            plain.step(DT)
            form.step(DT)
        assert (form.x, form.y, form.yaw) == (plain.x, plain.y, plain.yaw)
        assert form.sensor_position == (plain.x, plain.y) == plain.sensor_position


def test_a_positive_offset_turns_left_and_the_wheel_angle_is_ratio_times_command_plus_offset():
    form = mp.Vehicle("bicycle+actuated", speed=2.0, steer_offset=0.03, steer_ratio=0.8)
    form.step(DT, steps=50)
    assert form.yaw > 0.0
    form.steer_angle = 0.1
    plain = mp.Vehicle("bicycle", speed=2.0, x=form.x, y=form.y, yaw=form.yaw, steer_angle=0.8 * 0.1 + 0.03)
    form.step(DT, steps=50)
    plain.step(DT, steps=50)
    assert (form.x, form.y, form.yaw) == pytest.approx((plain.x, plain.y, plain.yaw), abs=1e-12)


@pytest.mark.parametrize("dt", [0.001, 0.02, 0.1, 0.5])
def test_a_step_of_the_steering_arrives_later_by_the_delay_whatever_the_time_step(dt):
    """The area between a step and its response is the mean delay; exact for commands that are constant over a step."""
    state, area = State(), 0.0
    for _ in range(round(5.0 / dt)):
        steering = actuated(state, 1.0, Params(steer_delay=0.2), dt)
        state, area = steering.state, area + dt * (1.0 - steering.angle)
    assert area == pytest.approx(0.2, abs=1e-6)
    assert steering.angle == pytest.approx(1.0, abs=1e-6)


def test_a_slow_sine_arrives_late_by_the_delay_with_its_size():
    """At (2 pi f delay) = 0.25 the filter's own error is 1 % of the delay and 0.05 % of the size."""
    frequency, delay, state, sums = 2.5, 0.1, State(), 0j
    steps = round(2.0 * math.pi / frequency / 0.005)
    for step in range(4 * steps):
        steering = actuated(state, math.sin(frequency * step * 0.005), Params(steer_delay=delay), 0.005)
        state = steering.state
        if step >= 3 * steps:
            sums += steering.angle * np.exp(-1j * frequency * step * 0.005)
    assert abs(sums) * 2.0 / steps == pytest.approx(1.0, rel=2e-3)
    assert (-0.5 * math.pi - np.angle(sums)) / frequency == pytest.approx(delay, rel=0.02)


def test_a_fleet_moves_as_its_vehicles_do():
    delays = [0.0, 0.05, 0.3]
    fleet = mp.Fleet("bicycle+actuated", 3, steer_delay=delays, steer_offset=0.01, sensor_ahead=0.5)
    fleet.control.speed, fleet.control.steer_angle = 3.0, 0.2
    fleet.step(DT, steps=30)
    for number, delay in enumerate(delays):
        car = mp.Vehicle("bicycle+actuated", speed=3.0, steer_angle=0.2, steer_delay=delay, steer_offset=0.01)
        car.step(DT, steps=30)
        assert (fleet.state.x[number], fleet.state.y[number]) == pytest.approx((car.x, car.y), rel=1e-9)
    assert len(np.unique(fleet.state.y)) == 3


def test_a_world_moves_it_as_its_steering_does():
    fleets = [mp.Fleet(f"bicycle+actuated:steer_offset={offset}", 1, name=str(offset)) for offset in (-0.05, 0.0, 0.05)]
    world = mp.World(fleets=fleets, seed=1)
    world.vehicles.x[:], world.vehicles.y[:] = [0.0, 0.0, 0.0], [-50.0, 0.0, 50.0]
    world.vehicles.driver[:], world.vehicles.throttle[:] = PLAYER, 1.0
    world.run(seconds=2)
    right, straight, left = world.vehicles.yaw
    assert right < -0.05
    assert straight == 0.0
    assert left > 0.05


def test_a_position_sensor_is_ahead_and_left_of_the_reference_point():
    car = mp.Vehicle("bicycle+actuated", x=10.0, y=5.0, yaw=0.5 * math.pi, sensor_ahead=2.0, sensor_left=1.0)
    assert car.sensor_position == pytest.approx((9.0, 7.0))


def test_a_vehicle_file_may_be_the_actuated_form_of_its_base(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        'base = "F1TENTH"\nmodel = "single-track+actuated"\n[params]\nmass = 4.0\nsteer_offset = 0.02 # [rad] (D)\n'
        "steer_ratio = 0.9\nsteer_delay = 0.1\nsensor_ahead = 0.1\nsensor_left = 0.0\n"
    )
    car = mp.Vehicle(str(file), speed=3.0)
    assert (car.mass, car.steer_delay, car.front_axle_offset) == (4.0, 0.1, 0.15875)
    car.step(DT, steps=50)
    assert car.yaw > 0.0
    assert car.model.vehicle.title == "mine"
    file.write_text('base = "F1TENTH"\nmodel = "double-track"\n[params]\nmass = 4.0\n')
    with pytest.raises(ModelError, match="leave model out"):
        mp.Vehicle(str(file))


def test_actuated_forms_are_found_exported_and_refused_by_name():
    assert mp.model("F1TENTH+actuated:steer_delay=0.2").vehicle.title == "F1TENTH race car"
    assert mp.Vehicle("F1TENTH+actuated:steer_delay=0.2").steer_delay == 0.2
    assert "steer_delay" in export("bicycle+actuated", to="c")
    for name, sentence in (
        ("tracked+actuated", "no steer_angle, so it has no actuated form"),
        ("os.path+actuated", "there is no model named"),
        ("bicycle+actuated+actuated", "there is no model named"),
        ("bicycle+actuatd", "did you mean"),
    ):
        with pytest.raises(ModelError, match=sentence):
            mp.Vehicle(name)
