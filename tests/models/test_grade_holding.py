"""Rated grades: the parking brake holds every vehicle on them, and a start uphill neither rolls back nor stalls."""

import numpy as np
import pytest

from motorpool import Fleet, Terrain
from motorpool.models.registry import find
from motorpool.vehicles.motor_pool import names

UNRATED = 0.2  # grade for vehicles without a published one: of the steepest streets [1]
HEADINGS = np.array([0.0, 0.5, 0.5 * np.pi, 2.0, np.pi, -0.5 * np.pi])
DT = 1 / 30


def rated_grade(name):
    """Grade that a vehicle climbs from rest by its published figure, or None."""
    figures = find(name).vehicle.figures
    return next((0.01 * figure.value for figure in figures if figure.check == "steepest-climb"), None)


def grade_of(name):
    return rated_grade(name) or UNRATED


def slope_of(grade):
    """Ground that rises eastward."""
    return Terrain.from_heights(np.tile(grade * 5.0 * np.arange(101), (101, 1)).astype(np.float32), 5.0)


def settled(name, terrain, **values):
    """Vehicles that stand with their parking brake on, on springs that the slope has settled."""
    fleet = Fleet(name, len(HEADINGS), yaw=HEADINGS, parking_brake=1.0, **values)
    for _ in range(90):
        fleet.step(DT, terrain=terrain)
    return fleet


@pytest.mark.parametrize("name", names())
def test_the_parking_brake_holds_a_vehicle_on_its_rated_grade_for_a_minute(name):
    """On any heading, to the last bit, and without a wheel off the ground for good."""
    terrain = slope_of(grade_of(name))
    fleet = settled(name, terrain)
    x, y, yaw = fleet.state.x.copy(), fleet.state.y.copy(), fleet.state.yaw.copy()
    for _ in range(1800):
        fleet.step(DT, terrain=terrain)
    np.testing.assert_array_equal(fleet.state.x, x)
    np.testing.assert_array_equal(fleet.state.y, y)
    np.testing.assert_array_equal(fleet.state.yaw, yaw)
    assert not fleet.state.speed.any()
    assert not fleet.state.rollover_angle.any()


@pytest.mark.parametrize("name", [name for name in names() if rated_grade(name) is not None])
def test_a_start_uphill_on_the_rated_grade_neither_rolls_back_nor_stalls(name):
    """By the pedals alone: the driver gives full throttle against the parking brake for a second and lets it go."""
    terrain = slope_of(grade_of(name))
    fleet = settled(name, terrain)
    fleet.control.throttle[:] = 1.0
    for _ in range(30):
        fleet.step(DT, terrain=terrain)
    x = lowest = float(fleet.state.x[0])
    fleet.control.parking_brake[:] = 0.0
    for _ in range(240):
        fleet.step(DT, terrain=terrain)
        lowest = min(lowest, float(fleet.state.x[0]))
        assert fleet.state.engine_speed[0] >= fleet.params.idle_speed[0]
    assert lowest > x - 0.1
    assert fleet.state.x[0] > x + 2.0
    assert fleet.state.speed[0] > 0.3
