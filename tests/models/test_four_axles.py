"""The vehicle with four axles: its loads, its steering on one centre, its side forces, and its likeness to a car."""

import math

import numpy as np
import pytest

from motorpool import Fleet, Vehicle
from motorpool.models import find
from motorpool.models.dynamic.four_axles.axle_row import AxleLayout, Factor, load_at, rank_one, solve, steered_on
from motorpool.models.parts.block_friction import Velocity

GRAVITY = 9.81
PLACES = (1.75, 0.65, -0.68, -1.72)
MEAN = sum(PLACES) / 4.0
SUMS = AxleLayout(4.0, MEAN, sum((place - MEAN) ** 2 for place in PLACES))
PLAIN = {"load_sensitivity": 0.0, "rolling_factor": 0.0, "air_drag": 0.0, "centre_height": 0.0}


def test_the_loads_balance_weight_and_moment():
    for moment in (0.0, 20e3, -30e3):
        loads = [load_at(place, SUMS, 120e3, moment) for place in PLACES]
        assert sum(loads) == pytest.approx(120e3, rel=1e-12)
        assert np.dot(loads, PLACES) == pytest.approx(moment, rel=1e-9, abs=1e-6)
        assert np.polyfit(PLACES, loads, 2)[0] == pytest.approx(0.0, abs=1e-6)


def test_an_axle_whose_springs_would_pull_carries_nothing():
    assert load_at(PLACES[0], SUMS, 120e3, -300e3) == 0.0


def test_both_steered_axles_turn_on_one_centre():
    angle, centre = 0.4, -1.2
    sine, cosine = steered_on(angle, 1.75, 0.65, centre)
    assert (0.65 - centre) / (sine / cosine) == pytest.approx((1.75 - centre) / math.tan(angle), rel=1e-12)


def test_the_factor_solves_the_sum_of_masses_and_contacts():
    random = np.random.default_rng(5)
    for _ in range(30):
        masses = random.uniform(1.0, 9.0, 3)
        matrix, factor = np.diag(masses), Factor(*masses, 0.0, 0.0, 0.0)
        for _ in range(4):
            direction, weight = random.normal(size=3), random.uniform(0.0, 20.0)
            matrix += weight * np.outer(direction, direction)
            factor = rank_one(factor, weight, Velocity(*direction))
        impulse = random.normal(size=3)
        assert solve(factor, Velocity(*impulse)) == pytest.approx(np.linalg.solve(matrix, impulse), rel=1e-9)


def test_with_its_axles_two_by_two_in_one_place_it_turns_as_the_car_with_two():
    """The steady circle is that of the same car with two axles, but for the order of the step."""
    size = {"mass": 12882.0, "yaw_inertia": 42e3, "max_steer_angle": 0.5} | PLAIN
    four = {"first_axle_offset": 1.2, "second_axle_offset": 1.2, "third_axle_offset": 1.3, "fourth_axle_offset": 1.3}
    stiff = {f"{axle}_axle_cornering_coefficient": 9.0 for axle in ("first", "second", "third", "fourth")}
    two = {"front_axle_offset": 1.2, "rear_axle_offset": 1.3}
    soft = {"front_axle_cornering_coefficient": 9.0, "rear_axle_cornering_coefficient": 9.0}
    rates = []
    for model, values in (("four-axles", four | stiff), ("single-track", two | soft)):
        fleet = Fleet(model, 1, speed=8.0, wheel_angle=0.1, steer_angle=0.1, tyre_grip=1.0, **size, **values)
        for _ in range(600):
            fleet.step(1 / 60)
            fleet.state.speed[:] = 8.0
        rates.append(float(fleet.state.yaw_rate[0]))
    assert rates[0] == pytest.approx(rates[1], rel=1e-4)


def test_slowly_its_rear_axles_scrub_and_widen_the_circle_a_little():
    car = Vehicle("LAV-25")
    for _ in range(1500):
        car.drive(1.0, 1.0)
        car.step(1 / 60)
    centre = -0.5 * (car.third_axle_offset + car.fourth_axle_offset)
    without_slip = (car.first_axle_offset - centre) / math.tan(car.wheel_angle)
    assert 1.0 < car.speed / car.yaw_rate / without_slip < 1.15


def test_it_stands_on_a_hill_to_the_bit_and_climbs_it():
    fleet = Fleet("LAV-25", 1)
    fleet.ground.slope_x = 0.5
    fleet.drive(0.0, 0.0)
    fleet.step(1 / 60, steps=600)
    assert (fleet.state.x[0], fleet.state.speed[0]) == (0.0, 0.0)
    for _ in range(600):
        fleet.drive(3.0, 0.0)
        fleet.step(1 / 60)
    assert fleet.state.speed[0] > 1.0


def test_it_is_composed_of_the_parts_of_the_cars():
    assert find("LAV-25").has("axle")
    assert find("four-axles").parts == find("single-track").parts
