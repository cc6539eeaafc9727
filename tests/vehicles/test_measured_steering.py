"""Yaw rate and path of a real car by the angle of its steering wheel, beside a public measurement."""

import numpy as np
import pytest
from real_minute import (
    BICYCLE,
    CAR,
    EDGE,
    HALF,
    RATIO,
    STRAIGHT,
    WHEELBASE,
    Minute,
    compare,
    drive_straight,
    errors_of,
    fit_steering,
    read_minute,
    simulate,
)


@pytest.fixture(scope="module")
def slalom():
    """Measured drive that the car itself made, with a steering ratio of 20 and an offset of 0.01 rad."""
    time = 0.05 * np.arange(HALF)
    wheel = 0.1 * np.sin(2.0 * time) + 0.05 * np.sin(0.7 * time)
    plain = Minute(time, wheel, 15.0 + np.sin(0.3 * time), 0.0 * time, 0.0 * time, 0.0 * time, 0.0 * time)
    drive = simulate(CAR, plain, (wheel[None] + 0.01) / 20.0)
    course = np.unwrap(np.arctan2(np.gradient(drive.y[0]), np.gradient(drive.x[0])))
    return plain._replace(yaw_rate=drive.yaw_rate[0], x=drive.x[0], y=drive.y[0], course=course)


def test_a_fit_finds_the_ratio_and_the_offset_of_a_simulated_drive(slalom):
    assert fit_steering(CAR, slalom, slice(EDGE, 300)) == pytest.approx((20.0, 0.01), rel=1e-3)


def test_the_drive_that_was_measured_has_no_error(slalom):
    drive = simulate(CAR, slalom, (slalom.wheel[None] + 0.01) / 20.0)
    errors = errors_of(drive, slalom, slice(EDGE, HALF - EDGE))
    assert errors.yaw_rate == pytest.approx(0.0, abs=1e-12)
    assert errors.across == pytest.approx((0.0, 0.0), abs=0.02)


def test_a_car_that_goes_straight_ahead_has_the_whole_error(slalom):
    assert errors_of(drive_straight(slalom), slalom, slice(EDGE, HALF - EDGE)).share == pytest.approx(1.0)


def test_the_bicycle_turns_by_its_wheelbase(slalom):
    steady = slalom._replace(wheel=0.0 * slalom.wheel + 0.1, speed=0.0 * slalom.speed + 10.0)
    rate = simulate(BICYCLE, steady, steady.wheel[None] / RATIO).yaw_rate[0]
    assert rate == pytest.approx(10.0 * np.tan(0.1 / RATIO) / WHEELBASE, rel=1e-6)


def test_the_yaw_rate_of_a_real_car_is_predicted(shared_data):
    """A minute of a Toyota RAV4: commaai/comma2k19 4c7f1a6, Example_1 (MIT); bounds by the errors found."""
    file = shared_data / "measured" / "comma2k19-minute.npz"
    if not file.is_file():
        pytest.skip("the minute of comma2k19 is not in the shared data")
    halves = compare(read_minute(file))
    for half, without, fitted in (("first", 0.50, 0.48), ("second", 0.80, 0.72)):
        errors = halves[half].errors
        assert errors["single-track"].share < without
        assert errors["single-track"].share < 0.85 * errors["bicycle"].share
        assert errors["single-track, fitted"].share < fitted
        assert errors["single-track, fitted"].across[0] < errors[STRAIGHT].across[0]
        ratio, offset = halves[half].fitted["single-track"]
        assert ratio == pytest.approx(19.5, abs=1.3)
        assert np.degrees(offset) == pytest.approx(0.16, abs=0.02)
