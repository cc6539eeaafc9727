"""Relaxation of the tyres: the lag of the side force, the same steady state, and stable steps of any length."""

import math

import numpy as np
import pytest

import motorpool as mp
from motorpool.models import find
from motorpool.models.fields import fields_of
from motorpool.vehicles.fleet import Fleet

RELAXED = "double-track/relaxation"
STILL = {
    "front_axle_cornering_coefficient": 0.02,
    "rear_axle_cornering_coefficient": 0.02,
    "air_drag": 0.0,
}  # forces that hardly move it


def front_force(car):
    """The side force of both front wheels [N]."""
    return car.left_front_side_force + car.right_front_side_force


@pytest.mark.parametrize(("speed", "length"), [(10.0, 0.5), (25.0, 0.8)])
def test_after_a_step_of_the_wheel_the_side_force_lacks_an_eth_after_the_relaxation_length(speed, length):
    """F = F_s (1 - exp(-V t / sigma)) where the slip is constant: forces too small to move the body."""
    steady = mp.Vehicle(RELAXED, speed=speed, steer_angle=0.01, wheel_angle=0.01, relaxation_length=0.0, **STILL)
    car = mp.Vehicle(RELAXED, speed=speed, steer_angle=0.01, wheel_angle=0.01, relaxation_length=length, **STILL)
    steady.step(dt=1e-4)
    for metres in (0.5, 1.0, 2.0):
        car.step(dt=1e-4, steps=round(0.5 * length / speed / 1e-4) if metres < 1.5 else round(length / speed / 1e-4))
        expected = 1.0 - math.exp(-metres)
        assert front_force(car) / front_force(steady) == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("steer", [0.03, 0.2])
def test_on_a_steady_bend_nothing_changes(steer):
    ends = []
    for model in ("double-track", RELAXED):
        car = mp.Vehicle(model, speed=15.0, steer_angle=steer, throttle=0.25)
        car.step(dt=0.01, steps=600)
        ends.append((car.speed, car.lateral_speed, car.yaw_rate, car.right_front_load))
    assert ends[1] == pytest.approx(ends[0], rel=2e-3, abs=1e-3)


def test_the_side_forces_carry_the_car_around_the_bend():
    car = mp.Vehicle(RELAXED, speed=15.0, steer_angle=0.05)
    car.step(dt=0.01, steps=300)
    assert front_force(car) + car.rear_side_force == pytest.approx(car.mass * car.specific_force_left, rel=0.01)


@pytest.mark.parametrize("length", [0.05, 0.6, 5.0])
def test_at_a_tenth_of_a_second_a_quick_turn_dies_out(length):
    car = Fleet(RELAXED, 1, relaxation_length=length, speed=30.0, yaw_rate=0.3)
    rates = []
    for _ in range(60):
        car.step(0.1)
        rates.append(abs(float(car.state.yaw_rate[0])))
    assert max(rates) < 0.35
    assert rates[-1] < 0.02
    assert not car.status.any()


def test_it_answers_later_than_a_car_without():
    """At first by less, and the more so the longer the way."""
    rates = []
    for length in (0.0, 0.4, 0.8):
        car = mp.Vehicle(RELAXED, speed=20.0, steer_angle=0.03, wheel_angle=0.03, relaxation_length=length)
        car.step(dt=0.002, steps=10)
        rates.append(car.yaw_rate)
    assert rates[0] > 1.2 * rates[1] > 1.2 * rates[2] > 0.0


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_without_a_length_it_is_the_car_without_relaxation(dtype):
    """But for the fusing of products by the compiler, which sees another program."""
    random = np.random.default_rng(2)
    speed, steer = random.uniform(0.0, 30.0, 200), random.uniform(-0.3, 0.3, 200)
    fleets = [Fleet("double-track", 200, dtype=dtype), Fleet(RELAXED, 200, dtype=dtype, relaxation_length=0.0)]
    for fleet in fleets:
        fleet.state.speed[:], fleet.control.steer_angle[:], fleet.control.throttle[:] = speed, steer, 0.3
        fleet.step(0.02, 25)
    for name in ("x", "y", "yaw_rate", "lateral_speed"):
        alone, relaxed = (getattr(fleet.state, name) for fleet in fleets)
        assert relaxed == pytest.approx(
            alone, rel=1e-9 if dtype == "float64" else 2e-3, abs=1e-2 * (dtype == "float32")
        )


@pytest.mark.parametrize("part", ["state", "params"])
def test_it_has_the_fields_of_the_car_without_relaxation_and_their_defaults(part):
    alone, relaxed = (fields_of(find(model).structures[part]) for model in ("double-track", RELAXED))
    assert relaxed[: len(alone)] == alone
