"""Steered rear wheels: turning circles, the crab's line, and a car that is steered in front only."""

import math

import numpy as np
import pytest

import motorpool as mp

FOUR = "bicycle/four-wheel-steering"
RATIOS = (-1.0, -0.5, 0.3, 0.9)


def bicycle(model, **values):
    """One kinematic car that drives at 3 m/s where nothing else is stated."""
    return mp.Vehicle(model, **{"speed": 3.0, "wheelbase": 2.5, **values})


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("angle", [0.4, -0.7])
def test_the_rear_axle_turns_on_the_circle_of_both_wheels(ratio, angle):
    """The turn's centre is L / (tan f - tan r) beside the car: its yaw rate is the speed ahead over that."""
    car = bicycle(FOUR, steer_angle=angle, rear_steer_ratio=ratio)
    car.step(dt=0.5)
    rear = ratio * angle
    radius = 2.5 / (math.tan(angle) - math.tan(rear))
    assert car.yaw == pytest.approx(3.0 * math.cos(rear) * 0.5 / radius, rel=1e-12)


@pytest.mark.parametrize("reference", ["rear", "centre", "front"])
def test_it_is_the_limit_of_small_steps(reference):
    values = {"steer_angle": 0.5, "rear_steer_ratio": -0.6, "speed_reference": reference}
    one, many = bicycle(FOUR, **values), bicycle(FOUR, **values)
    one.step(dt=2.0)
    place = {"rear": 0.0, "centre": 0.5, "front": 1.0}[reference]
    front, rear = math.tan(0.5), math.tan(-0.3)
    ahead = 3.0 / math.hypot(1.0, rear + place * (front - rear))
    x, y, yaw, dt = 0.0, 0.0, 0.0, 1e-4
    for _ in range(20000):  # the midpoint rule, of second order
        middle = yaw + 0.5 * dt * ahead * (front - rear) / 2.5
        left = 0.5 * ahead * (front + rear)
        x += dt * (ahead * math.cos(middle) - left * math.sin(middle))
        y += dt * (ahead * math.sin(middle) + left * math.cos(middle))
        yaw += dt * ahead * (front - rear) / 2.5
    assert (one.x, one.y, one.yaw) == pytest.approx((x, y, math.remainder(yaw, math.tau)), abs=1e-7)
    many.step(dt=0.02, steps=100)
    assert (one.x, one.y, one.yaw) == pytest.approx((many.x, many.y, many.yaw), abs=1e-12)


@pytest.mark.parametrize("reference", ["rear", "centre", "front"])
def test_a_crab_moves_along_its_wheels_and_does_not_turn(reference):
    car = bicycle(FOUR, steer_angle=0.5, rear_steer_ratio=1.0, speed_reference=reference, yaw=0.25)
    car.step(dt=2.0)
    assert (car.x, car.y) == pytest.approx((6.0 * math.cos(0.75), 6.0 * math.sin(0.75)), rel=1e-12)
    assert car.yaw == 0.25


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_without_a_ratio_it_is_the_car_steered_in_front_to_the_bit(dtype):
    random = np.random.default_rng(3)
    values = {"steer_angle": random.uniform(-1.5, 1.5, 500), "speed": random.uniform(-20.0, 20.0, 500),
              "wheelbase": random.uniform(1.0, 5.0, 500), "speed_reference": random.uniform(0.0, 1.0, 500),
              "yaw": random.uniform(-3.0, 3.0, 500)}  # fmt: skip
    fleets = [mp.Fleet("bicycle/arc", 500, dtype=dtype), mp.Fleet(FOUR, 500, dtype=dtype, rear_steer_ratio=0.0)]
    for fleet in fleets:
        for name, value in values.items():
            part = next(part for part in (fleet.state, fleet.control, fleet.params) if hasattr(part, name))
            getattr(part, name)[:] = value
        fleet.step(0.05, 40)
    for name in ("x", "y", "yaw"):
        assert np.array_equal(getattr(fleets[0].state, name), getattr(fleets[1].state, name))


def test_wheels_that_turn_alike_to_90_degrees_leave_it_where_it_is():
    with pytest.raises(mp.MotorpoolError, match="steer_angle"):
        bicycle(FOUR, steer_angle=0.5 * math.pi, rear_steer_ratio=1.0).step(dt=0.1)


# ---------------------------------------------------------------- double-track

FREE = {"air_drag": 0.0, "rolling_factor": 0.0, "load_sensitivity": 0.0}  # nothing slows it


def four_wheels(speed, angle, **values):
    """One car whose wheels stand at an angle [rad]."""
    return mp.Vehicle("double-track", speed=speed, steer_angle=angle, wheel_angle=angle, **{**FREE, **values})


@pytest.mark.parametrize("ratio", [-0.6, 0.4])
@pytest.mark.parametrize("angle", [0.25, -0.4])
def test_a_slow_car_turns_on_the_circle_of_the_kinematic_one(ratio, angle):
    car = four_wheels(1.0, angle, rear_steer_ratio=ratio)
    car.step(dt=0.01, steps=300)
    curvature = (math.tan(angle) - math.tan(ratio * angle)) / 2.6
    assert car.yaw_rate / car.speed == pytest.approx(curvature, rel=3e-3)
    rear = (car.lateral_speed - 1.4 * car.yaw_rate) / car.speed
    assert rear == pytest.approx(math.tan(ratio * angle), abs=4e-3)


@pytest.mark.parametrize("speed", [3.0, 12.0])
def test_a_crab_with_tyres_goes_where_its_wheels_point_and_stops_turning(speed):
    car = four_wheels(speed, 0.15, rear_steer_ratio=1.0)
    car.step(dt=0.01, steps=600)
    assert car.yaw_rate == pytest.approx(0.0, abs=1e-6)
    assert car.lateral_speed / car.speed == pytest.approx(math.tan(0.15), rel=1e-5)


def test_rear_wheels_that_drive_push_along_themselves():
    """A crab that starts from rest, driven at all wheels, moves along them."""
    car = four_wheels(0.0, 0.3, rear_steer_ratio=1.0, throttle=0.3, front_drive_share=0.5, centre_height=0.01)
    car.step(dt=0.01, steps=300)
    assert math.atan2(car.lateral_speed, car.speed) == pytest.approx(0.3, abs=2e-3)


def test_mirrored_steering_is_mirrored_motion():
    ends = []
    for side in (1.0, -1.0):
        car = four_wheels(15.0, 0.1 * side, rear_steer_ratio=-0.3, brake=0.2)
        car.step(dt=0.02, steps=50)
        ends.append((car.x, side * car.y, side * car.yaw_rate))
    assert ends[0] == pytest.approx(ends[1], rel=1e-9)
