"""The effective track of a robot with skid steering, beside public measurements."""

import numpy as np
import pytest
import real_vehicles
from real_vehicles import HUSKY, SOILS, TRACK, WHEELBASE, four_wheel_track, predict_track, read_turns, soil_of

import motorpool as mp

# Clearpath Husky A200: norlab-ulaval/BorealTC fe64e38 (LaRocque et al. 2024, arXiv:2403.16877; data CC0), about half of
# its runs; medians of (right - left wheel speed) / yaw rate where these are over 0.3 m/s and 0.05 rad/s.
MEDIANS = {"asphalt": 0.940, "flooring": 0.779, "ice": 0.791, "sandy_loam": 1.025}  # [m]
SNOW = 2.163  # not judged: medians of its runs are 1.0 to 6.7 m, and in four samples the yaw rate opposes the wheels
SAMPLES = {"asphalt": 50, "flooring": 79, "ice": 503, "sandy_loam": 188, "snow": 163}
WORST = 0.20  # of a prediction; chosen when the differences were known
COULOMB = {"shear_length": 0.0, "track_resistance": 0.035}


def coulomb(friction):
    """Hard ground with one friction at all slip."""
    return COULOMB | {"friction": friction, "sliding_friction": friction}


@pytest.mark.parametrize(("ground", "median"), MEDIANS.items())
def test_the_effective_track_is_predicted_without_a_fit(ground, median):
    assert predict_track(soil_of(SOILS[ground])) == pytest.approx(median, rel=WORST)


def test_the_prediction_is_that_of_a_steady_turn(monkeypatch):
    soil = soil_of("dry-earth")
    brief = predict_track(soil)
    monkeypatch.setattr(real_vehicles, "SETTLING", 4.0)
    assert predict_track(soil) == pytest.approx(brief, rel=1e-9)


@pytest.mark.parametrize("friction", [0.1, 0.2, 0.5, 0.9])
def test_the_effective_track_does_not_depend_on_friction(friction):
    assert predict_track(coulomb(friction)) == pytest.approx(predict_track(coulomb(0.4)), rel=1e-6)


def test_the_effective_track_does_not_depend_on_mass():
    soil = soil_of("dry-asphalt")
    assert predict_track(soil, mass=120.0, yaw_inertia=9.0) == pytest.approx(predict_track(soil), rel=1e-6)


def test_forward_speed_on_asphalt_hardly_changes_the_effective_track():
    robot = mp.Vehicle("skid-steer", **HUSKY, max_track_difference=0.33)
    robot.steer = 1.0
    for _ in range(200):
        robot.throttle = min(max(0.03 + 0.3 * (0.28 - robot.speed), 0.0), 1.0)
        robot.step(0.02)
    assert robot.speed == pytest.approx(0.28, abs=0.03)
    effective = (robot.right_track_speed - robot.left_track_speed) / robot.yaw_rate
    assert effective == pytest.approx(predict_track(soil_of("dry-asphalt"), 0.33), rel=0.01)


def test_a_contact_length_of_the_wheelbase_predicts_too_short_a_track():
    """The choice of the contact length decides: the documents state this value, too."""
    assert predict_track(soil_of("dry-asphalt"), contact_length=WHEELBASE) == pytest.approx(0.684, abs=0.001)


def test_the_moments_of_four_point_contacts_balance_at_the_closed_form():
    yaw_rate, half = 0.5, 0.5 * np.array([WHEELBASE, TRACK])
    places = half * np.array([(1, 1), (1, -1), (-1, 1), (-1, -1)])
    belts = -0.5 * yaw_rate * four_wheel_track() * np.sign(places[:, 1])
    slip = np.stack([-yaw_rate * places[:, 1] - belts, yaw_rate * places[:, 0]], axis=1)
    force = -slip / np.hypot(*slip.T)[:, None]
    assert places[:, 0] @ force[:, 1] - places[:, 1] @ force[:, 0] == pytest.approx(0.0, abs=1e-12)


def test_the_measured_medians_are_those_of_the_files(shared_data):
    folder = shared_data / "measured" / "borealtc"
    if not folder.is_dir():
        pytest.skip("the measurements of BorealTC are not in the shared data")
    turns = read_turns(folder)
    assert {ground: turning.tracks.size for ground, turning in turns.items()} == SAMPLES
    for ground, median in (MEDIANS | {"snow": SNOW}).items():
        assert np.median(turns[ground].tracks) == pytest.approx(median, abs=0.0006)
