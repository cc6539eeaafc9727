"""Stability control and traction control: what they are for, by the tests of their own regulations, and no more."""

import math

import numpy as np
import pytest

from motorpool import Fleet, Vehicle

MODELS = ("double-track", "double-track/magic-formula", "double-track/relaxation")
LOOSE = {"rear_axle_cornering_coefficient": 15.0}  # oversteers: its front tyres are the stiffer ones
FREQUENCY, DWELL, SPEED = 0.7, 0.5, 80.0 / 3.6  # of the sine with dwell [Hz, s, m/s]
END = 1.0 / FREQUENCY + DWELL  # of its steering [s]
DT = 1 / 240


def steering(time, amplitude):
    """Sine with dwell: at its second peak the steering wheel is held for half a second [rad]."""
    if time < 0.75 / FREQUENCY:
        return amplitude * math.sin(2.0 * math.pi * FREQUENCY * time)
    if time < 0.75 / FREQUENCY + DWELL:
        return -amplitude
    return amplitude * math.sin(2.0 * math.pi * FREQUENCY * (time - DWELL)) if time < END else 0.0


def sine_with_dwell(model, amplitude, **values):
    """Times [s], yaw rates [rad/s] and lateral places [m] of a car in it."""
    car = Fleet(model, 1, speed=SPEED, **LOOSE, **values)
    times = np.arange(round((END + 2.0) / DT)) * DT
    rates, places = [], []
    for time in times:
        car.control.steer_angle[:] = steering(time, amplitude)
        car.step(DT)
        rates.append(float(car.state.yaw_rate[0]))
        places.append(float(car.state.y[0]))
    return times + DT, np.array(rates), np.array(places)


@pytest.mark.parametrize("amplitude", [0.06, 0.12, 0.2])
@pytest.mark.parametrize("model", MODELS)
def test_with_stability_control_a_car_passes_the_sine_with_dwell(model, amplitude):
    """49 CFR 571.126 S5.2: yaw rate at most 35 % of its peak 1 s after, 20 % 1.75 s after; 1.83 m aside at 1.07 s."""
    times, rates, places = sine_with_dwell(model, amplitude, stability_control=1.0)
    peak = abs(rates[times > 0.5 / FREQUENCY]).max()
    assert abs(np.interp(END + 1.0, times, rates)) < 0.35 * peak
    assert abs(np.interp(END + 1.75, times, rates)) < 0.2 * peak
    assert abs(np.interp(1.07, times, places)) > 1.83


def test_without_it_the_same_car_spins():
    times, rates, _ = sine_with_dwell("double-track", 0.2)
    assert abs(np.interp(END + 1.0, times, rates)) > 0.9 * abs(rates[times > 0.5 / FREQUENCY]).max()


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_it_leaves_an_ordinary_drive_to_the_driver(side):
    """A bend at a third of the friction: nothing is braked, so that every number is the same."""
    cars = Fleet("double-track", 2, speed=20.0, throttle=0.2, stability_control=np.array([0.0, 1.0]))
    for _ in range(480):
        cars.control.steer_angle[:] = side * 0.02
        cars.step(DT)
    assert cars.state.yaw[0] != 0.0
    for column in cars.state:
        assert column[0] == column[1]


def test_a_full_brake_leaves_the_steering_to_the_driver():
    cars = Fleet("double-track", 2, speed=20.0, brake=1.0, max_brake_force=40e3, steer_angle=0.1,
                 stability_control=np.array([0.0, 1.0]))  # fmt: skip
    for _ in range(1200):
        cars.step(DT)
    assert cars.state.y[1] > 2.5 * abs(cars.state.y[0])


def test_on_split_friction_it_turns_the_car_by_half_as_much():
    cars = Fleet("double-track", 2, speed=25.0, brake=1.0, max_brake_force=20e3, stability_control=np.array([0.0, 1.0]))
    cars.ground.friction_split[:] = 0.5
    cars.step(DT, 240)
    assert 0.0 < cars.state.yaw[1] < 0.5 * cars.state.yaw[0]


def test_its_brakes_are_mirrored_with_the_drive():
    ends = []
    for side in (1.0, -1.0):
        _, rates, places = sine_with_dwell("double-track", side * 0.12, stability_control=1.0)
        ends.append(side * np.array([rates, places]))
    np.testing.assert_allclose(ends[0], ends[1], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_traction_control_pulls_with_the_greatest_friction_in_place_of_the_sliding_one(share):
    """On two wheels with half of the mass: a = mu m g / 2 of greatest friction, not of sliding friction."""
    values = {"throttle": 1.0, "max_drive_force": 3e4, "engine_power": 3e5, "front_drive_share": share,
              "centre_height": 1e-3, "air_drag": 0.0, "rolling_factor": 0.0, "load_sensitivity": 0.0,
              "front_axle_offset": 1.3, "rear_axle_offset": 1.3, "rotating_mass_factor": 1.0}  # fmt: skip
    cars = Fleet("double-track", 2, traction_control=np.array([0.0, 1.0]), **values)
    cars.ground.friction[:], cars.ground.sliding_friction[:] = 0.4, 0.3
    cars.step(DT, 240)
    np.testing.assert_allclose(cars.state.speed, 0.5 * 9.81 * np.array([0.3, 0.4]), rtol=3e-3)


def test_aids_are_off_by_default():
    car = Vehicle("double-track")
    assert (car.antilock, car.traction_control, car.stability_control) == (1.0, 0.0, 0.0)
