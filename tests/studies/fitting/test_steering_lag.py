"""What a log says of the steering: a lag behind the wheels, what it does not determine, and what would explain more."""

import functools

import numpy as np
import pytest

import motorpool as mp
from motorpool.studies.fitting import Fit, certificate_of, fit
from motorpool.studies.fitting.certificate import Certificate, Errors
from motorpool.studies.fitting.hints import steering_hint
from motorpool.studies.fitting.steering_lag import LAG, lag_of
from motorpool.studies.fitting.words import refusal, trial_of, warnings_of
from motorpool.studies.fitting.writing import vehicle_text
from motorpool.studies.logs import Log

DT = 0.04
VALUES = {"x": 0.03, "y": 0.03, "yaw": 0.002, "speed": 0.03, "yaw_rate": 0.004}  # noise


def angle(time):
    """Return the angle of the wheels [rad]."""
    return 0.03 * np.sin(0.9 * time) + 0.02 * np.sin(2.3 * time + 1.0) + 0.01 * np.sin(4.1 * time)


@functools.cache
def drive(lag=0.0, *, model="single-track", offset=0.0, seconds=24.0, seed=1):
    """A drive at 18 m/s, of which the log has the steering of ``lag`` ago, less an offset."""
    rng, car = np.random.default_rng(seed), mp.Vehicle(model)
    time = np.arange(0.0, seconds, DT)
    rows = []
    for now in time:
        car.speed = 18.0
        rows.append([getattr(car, name, np.nan) for name in VALUES])
        for part in range(4):  # linear between rows, as the fit takes it
            car.steer_angle = angle(now + (part + 0.5) * DT / 4)
            car.step(DT / 4)
    noisy = np.array(rows) + rng.normal(0.0, 1.0, (time.size, len(VALUES))) * list(VALUES.values())
    values = dict(zip(VALUES, noisy.T, strict=True))
    known = {name: column for name, column in values.items() if np.isfinite(column).all()}
    return Log(time, {**known, "steer_angle": angle(time - lag) - offset}, name=f"drive {seed}")


@functools.cache
def lagged() -> Fit:
    free = ["front_axle_cornering_coefficient", "rear_axle_cornering_coefficient", "steer_delay"]
    return fit(drive(0.11), "single-track", free=free, starts=1)


def test_a_log_that_lags_the_wheels_gives_a_lag_and_not_a_delay():
    found = lagged()
    assert found.params["steer_delay"] == 0.0
    assert found.steering_lag == pytest.approx(0.11, abs=0.01)
    low, high = found[LAG].interval
    assert low < 0.11 < high < 0.15
    assert found["front_axle_cornering_coefficient"].value == pytest.approx(20.0, rel=0.1)


def test_a_delay_is_no_lag_and_neither_is_nothing():
    free = ["front_axle_cornering_coefficient", "rear_axle_cornering_coefficient", "steer_delay"]
    found = fit(drive(-0.11), "single-track", free=free, starts=1)  # the wheels follow the log
    assert found.steering_lag == 0.0
    assert found["steer_delay"].value == pytest.approx(0.11, abs=0.015)
    assert fit(drive(), "single-track", free=free, starts=1).steering_lag == 0.0


def test_the_lag_is_the_logs_and_stands_in_the_notes_and_comments(tmp_path):
    found = lagged()
    text = vehicle_text(found, tmp_path / "my.toml")
    assert "# The lag of steering, time by which the log is behind the wheels: 0.1" in text
    assert "steer_delay = 0.0 # [s] given, not fitted" in text
    assert any("it is the log's and not in the vehicle's file" in words for words in warnings_of(found))
    assert any("the logged steering is advanced by 0.1" in words for words in warnings_of(found))


def test_a_drive_that_is_not_fitted_is_predicted_with_the_same_lag():
    found, unseen = lagged(), drive(0.11, seed=2)
    trial = trial_of(found, unseen)
    assert trial.certificate is not None
    assert trial.certificate.errors[0].vehicle < 0.6 * found.certificate(unseen).errors[0].vehicle


def test_an_advanced_log_has_the_later_values_and_none_after_its_end():
    log = drive().advanced("steer_angle", 2.0 * DT, "advanced")
    assert log.values["steer_angle"][:-2] == pytest.approx(drive().values["steer_angle"][2:])
    assert np.isnan(log.values["steer_angle"][-2:]).all()
    assert log.notes == ("advanced",)


def test_the_lag_is_that_of_a_parabola_with_its_interval():
    found = lag_of(lambda lag: -1.92 * ((lag - 0.087) / 0.01) ** 2)
    assert found is not None
    assert tuple(found) == pytest.approx((0.087, 0.077, 0.097), abs=1e-6)
    assert lag_of(lambda lag: -50.0 * lag) is None
    assert lag_of(lambda lag: -(((lag - 0.1) / 0.1) ** 2)) is None  # 1 is not certain


def test_a_bent_steering_that_nobody_requested_gives_a_hint():
    def told(words, share):
        pass

    bent = fit(drive(offset=0.02, model="bicycle"), "bicycle", starts=1)
    hint = steering_hint(bent, told)
    assert "% less with --also steer_offset,steer_delay (steer_offset 0.02" in hint
    assert steering_hint(fit(drive(model="bicycle"), "bicycle", starts=1), told) == ""
    requested = fit(drive(offset=0.02, model="bicycle"), "bicycle", starts=1, also=["steer_offset"])
    assert steering_hint(requested, told) == ""


def test_the_end_of_each_log_with_a_path_has_a_certificate():
    found = fit([drive(model="bicycle"), drive(model="bicycle", seed=2)], "bicycle", starts=1)
    assert [one.log for one in found.held_out] == ["drive 1 from 18.48 s on", "drive 2 from 18.48 s on"]
    assert all(one.errors[0].vehicle < 0.01 for one in found.held_out)
    without = Log(drive().time, {name: drive().values[name] for name in ("speed", "yaw_rate", "steer_angle")})
    assert fit(without, "bicycle", starts=1).held_out == ()
    assert fit(drive(model="bicycle"), "bicycle", starts=1, hold_out=0.0).held_out == ()


def test_a_vehicle_that_predicts_worse_than_a_bicycle_is_refused():
    found = fit(drive(), "single-track", free=["tyre_grip"], starts=1)
    assert refusal(found) == ""
    bad = Errors(seconds=3.0, windows=9, vehicle=0.031, turn_rate=0.05, bicycle=0.01, worst=0.06, yaw=0.1)
    vars(found)["held_out"] = (Certificate("drive 1", "", (bad,)),)
    assert "worse than a kinematic bicycle of its wheelbase does: its error over 3 s is 3.1 % of the path, not 1 %" in (
        refusal(found)
    )
    vars(found)["held_out"] = (Certificate("drive 1", "", (bad._replace(vehicle=0.014),)),)
    assert refusal(found) == ""


def test_a_part_of_a_log_begins_at_a_time():
    assert certificate_of(drive(model="bicycle").since(12.0), "bicycle").log == "drive 1 from 12 s on"
    assert drive().since(12.0).duration == pytest.approx(drive().duration - 12.0, abs=1e-9)
