"""Slips of a tracked robot, beside a public measurement."""

import numpy as np
import pytest
from real_tracks import (
    GAUGE,
    LENGTH,
    Points,
    asymmetry,
    effective_track,
    fit_length,
    predict_slips,
    predictions,
    read_points,
    track_slips,
)

LEFT, RIGHT = np.meshgrid(np.linspace(-0.3, 0.3, 5), np.linspace(-0.25, 0.35, 4))
GRID = Points(LEFT.ravel(), RIGHT.ravel(), np.zeros((2, LEFT.size)))


def test_a_fit_finds_the_contact_length_of_predicted_slips():
    assert fit_length(GRID._replace(slips=predict_slips(GRID, 0.63))) == pytest.approx(0.63)


def test_the_effective_track_is_that_of_its_slips():
    assert effective_track(GRID, track_slips(GRID, 0.8)) == pytest.approx(0.8)
    assert effective_track(GRID, GRID.slips) == pytest.approx(GAUGE)


def test_friction_hardly_changes_the_slips():
    slippery = predict_slips(GRID, LENGTH, friction=0.1, sliding_friction=0.1)
    assert slippery == pytest.approx(predict_slips(GRID, LENGTH, friction=0.9, sliding_friction=0.9), abs=3e-3)


def test_a_robot_of_one_effective_track_is_symmetric():
    points = Points(np.append(LEFT, -LEFT), np.append(RIGHT, -RIGHT), np.zeros((2, 2 * LEFT.size)))
    assert asymmetry(points._replace(slips=track_slips(points, 0.8))) == pytest.approx(0.0, abs=1e-12)


def test_the_slips_of_a_real_robot_are_predicted(shared_data):
    """mfocchi/tracked_robot_simulator eb9c69e (Apache-2.0), every second line; bounds by the errors found."""
    file = shared_data / "measured" / "tracked-robot-indoor.csv"
    if not file.is_file():
        pytest.skip("the slips of the tracked robot are not in the shared data")
    points = read_points(file)
    assert effective_track(points, points.slips) == pytest.approx(0.721, abs=0.001)
    assert effective_track(points, predict_slips(points, LENGTH)) == pytest.approx(0.721, rel=0.15)
    assert fit_length(points) == pytest.approx(0.55)
    found = predictions(points)
    errors = [float(np.sqrt(np.mean((slips - judged.slips) ** 2))) for judged, slips in found.values()]
    without, ours, fitted, _, coefficients = errors
    assert ours < 0.7 * without
    assert fitted < 0.5 * without
    assert fitted < 1.05 * coefficients
    assert fitted < 1.1 * asymmetry(points)
