"""The steepest slopes by the dynamic model, against the formulas of what the ground holds and the engine pulls."""

import math

import numpy as np
import pytest

from motorpool.ground.terrain.surface import CLASSES, FIELDS, rows_of
from motorpool.models.grade_limits import Ground, drive_of, limits_of
from motorpool.studies.mobility.conditions import limits_on
from motorpool.studies.mobility.maps import SLOPE, SOIL_STRENGTH, TIP_OVER
from motorpool.studies.mobility.speeds import speeds_on
from motorpool.studies.mobility.trials import Planes, model_of, parameters_of

UP, ACROSS = np.array([0.0]), np.array([0.5 * math.pi])


def limits(vehicle, soils, angles):
    found, reasons = limits_on(model_of(vehicle), rows_of(soils), angles)
    return found[:, 0], reasons[:, 0]


@pytest.fixture(scope="module")
def tank_up():
    return limits("M1A1", CLASSES, UP)


@pytest.fixture(scope="module")
def truck_up():
    return limits("M998", CLASSES, UP)


def test_tracks_climb_every_soil_up_to_its_friction(tank_up):
    """A track's resistance acts on its belt, so that tan(limit) = mu; the grip fades as the track slips."""
    friction = rows_of(CLASSES)[:, FIELDS.index("friction")]
    assert (tank_up[0] <= friction + 0.002).all()
    np.testing.assert_allclose(tank_up[0], friction, rtol=0.06, atol=0.005)
    assert (tank_up[1] == SLOPE).all()


@pytest.mark.parametrize("soil", CLASSES)
def test_wheels_climb_a_soil_up_to_its_friction_less_its_resistance(soil, truck_up):
    """tan(limit) = mu - f, less what a fixed share of the force on each axle leaves unused; or what the engine pulls.

    The formula's best throttle keeps one axle just below spinning while the other spins; no driver holds that for long.
    """
    row = dict(zip(FIELDS, rows_of([soil])[0], strict=True))
    values = parameters_of(model_of("M998"))
    rolling = values["rolling_factor"] * row["wheel_resistance"]
    drive = drive_of(values, direction=1.0)
    assert drive is not None
    expected = limits_of(drive, Ground(row["friction"], row["sliding_friction"], rolling))
    found = truck_up[0][CLASSES.index(soil)]
    assert found <= row["friction"] - rolling + 0.01
    if expected.by_friction <= 0.0:
        assert found == 0.0
        assert truck_up[1][CLASSES.index(soil)] == SOIL_STRENGTH
    elif expected.by_friction < expected.by_engine:
        assert found == pytest.approx(expected.by_friction, rel=0.12, abs=0.01)
    else:  # moving it pulls more than from its idle speed
        assert 0.97 * expected.by_engine <= found <= expected.by_friction


@pytest.mark.parametrize("vehicle", ["M1A1", "LAV-25"])
def test_a_weak_engine_limits_the_grade_by_its_force(vehicle):
    """Sin a + f cos a = F / W."""
    values = parameters_of(model_of(vehicle))
    weight = values["mass"] * 9.81
    row = dict(zip(FIELDS, rows_of(["dry-asphalt"])[0], strict=True))
    resistance = row["track_resistance" if vehicle == "M1A1" else "wheel_resistance"] * values["rolling_factor"]
    found, _ = limits(f"{vehicle}:max_drive_force={0.25 * weight}", ["dry-asphalt"], UP)
    grade = found[0]
    assert (grade + resistance) / math.hypot(1.0, grade) == pytest.approx(0.25, abs=0.004)


def test_a_vehicle_slides_off_side_slopes_beyond_the_friction_across_it():
    soils = ["dry-asphalt", "dry-earth", "mud", "ice"]
    values = parameters_of(model_of("M1A1"))
    found, reasons = limits("M1A1", soils, ACROSS)
    across = values["side_grip"] * rows_of(soils)[:, FIELDS.index("friction")]
    np.testing.assert_allclose(found, across, rtol=0.1)
    assert (found <= across * 1.01).all()
    assert (reasons == SLOPE).all()


@pytest.mark.parametrize("height", [1.4, 2.0])
def test_a_tall_vehicle_tips_over_at_half_its_track_over_the_height_of_its_centre(height):
    values = parameters_of(model_of("M998"))
    found, reasons = limits(f"M998:centre_height={height}", ["dry-asphalt"], ACROSS)
    assert found[0] == pytest.approx(0.5 * values["track_width"] / height, rel=0.04)
    assert reasons[0] == TIP_OVER


def test_speeds_uphill_are_those_that_the_power_holds():
    """P eta = v (W (sin a + f cos a) + D v^2), with the vehicle's own top speed as the end."""
    values = parameters_of(model_of("M1A1"))
    row = rows_of(["dry-asphalt"])
    grades = np.array([0.15, 0.25, 0.45, 0.6])
    found = speeds_on(model_of("M1A1"), Planes(np.repeat(row, 4, axis=0), grades, np.zeros(4)))
    power = values["engine_power"] * values["drive_efficiency"]
    for grade, speed in zip(grades, found, strict=True):
        angle = math.atan(grade)
        resistance = row[0, FIELDS.index("track_resistance")] * values["rolling_factor"]
        along = speed / math.cos(angle)
        force = values["mass"] * 9.81 * (math.sin(angle) + resistance * math.cos(angle)) + values["air_drag"] * along**2
        assert along * force == pytest.approx(power, rel=0.06)
