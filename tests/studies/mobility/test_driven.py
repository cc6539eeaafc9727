"""Maps against vehicles that drive for a minute on the ground of cells drawn at random."""

import math

import numpy as np
import pytest
from made_maps import made_map

from motorpool.errors import ModelError, WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import load_terrain
from motorpool.ground.terrain.soil_map import map_of_terrain
from motorpool.ground.terrain.surface import Surface, rows_of
from motorpool.studies.mobility import conditions_of, driven, mobility_map
from motorpool.studies.mobility.driven import drive_cells
from motorpool.studies.mobility.speeds import speeds_on
from motorpool.studies.mobility.trials import Driving, Outcomes, Planes, model_of, parameters_of, run_trials
from motorpool.vehicles.motor_pool import names

WITHIN, SHARE = 0.1, 0.95


def is_mapped(vehicle):
    """Return whether maps support a vehicle."""
    try:
        model_of(vehicle)
    except ModelError:
        return False
    return True


def hills():
    """Return slopes up to 0.5 in all directions."""
    x = np.arange(60) * 20.0
    heights = 40.0 * (np.sin(x / 110.0)[None, :] + np.sin(x / 90.0)[:, None])
    return Terrain.from_heights(heights, 20.0)


def driven_on(terrain, surface, vehicle, *, season="dry", count=600):
    known = conditions_of(surface, vehicle, season=season)
    found = mobility_map(terrain, surface, vehicle, season=season, conditions=known, ride_limit=math.inf)
    return drive_cells(found, terrain, surface, vehicle, count=count)


def plane(soil, *, steepness, degrees, count=1):
    """Return planes of one class, slope and direction of travel from uphill."""
    return Planes(
        np.repeat(rows_of([soil]), count, axis=0), np.full(count, steepness), np.full(count, math.radians(degrees))
    )


@pytest.mark.parametrize("vehicle", ["M998", "M1A1"])
def test_a_minute_of_driving_ends_within_a_tenth_of_the_map(vehicle):
    terrain = hills()
    found = driven_on(terrain, Surface.uniform("dry-earth", terrain), vehicle, count=400)
    rolling, standing = found.share_within(WITHIN)
    assert rolling >= SHARE
    assert standing >= 0.9  # a minute is short to come to speed on the level


@pytest.mark.parametrize(("vehicle", "season"), [("LAV-25", "wet"), ("CR3", "dry")])
def test_a_minute_of_driving_of_fast_vehicles_on_wheels_ends_within_a_tenth_of_the_map(vehicle, season):
    """On wet descents their steering can swing, and on side slopes their wheels spin from rest."""
    terrain = hills()
    found = driven_on(terrain, Surface.uniform("dry-earth", terrain), vehicle, season=season, count=300)
    assert found.share_within(WITHIN)[0] >= SHARE


@pytest.mark.parametrize(("degrees", "steepness"), [(168.5, 0.204), (139.2, 0.214)])
def test_the_steering_does_not_swing_up_on_a_wet_descent(degrees, steepness):
    """Feedback of the course alone turned the vehicle round after 6 to 15 s."""
    planes = plane("wet-earth", steepness=steepness, degrees=degrees, count=2)
    top_speed = parameters_of(model_of("LAV-25"))["max_speed"]
    driving = Driving(np.full(2, 27.1), np.array([27.1, top_speed]), np.array([2.0, 0.0]))
    found = run_trials(model_of("LAV-25"), planes, driving, duration=60.0)
    assert found.goes.all()
    assert (found.speed > 26.0).all()


def test_the_map_has_full_throttle_where_a_rolling_vehicle_holds_it():
    """Wheels that spin from rest on a side slope say nothing about a vehicle that is under way."""
    planes, model = plane("dry-earth", steepness=0.357, degrees=95.5), model_of("CR3")
    top_speed = np.array([parameters_of(model)["max_speed"]])
    rolling = run_trials(model, planes, Driving(0.7 * top_speed, top_speed, np.zeros(1)), duration=60.0)
    assert rolling.goes.all()
    assert speeds_on(model, planes) == pytest.approx(rolling.speed, rel=0.02)


def test_drivers_see_the_speed_along_the_ground(monkeypatch):
    """On a slope of 0.5 a metre of the map is 1.118 m of ground."""
    told = []

    def recorded(_model, planes, driving, *, duration):
        told.append((planes, driving))
        still = np.zeros(len(planes.steepness))
        return Outcomes(still, still > 0.0, still > 0.0)

    monkeypatch.setattr(driven, "run_trials", recorded)
    terrain = Terrain.from_heights(np.tile(5.0 * np.arange(6.0), (6, 1)), 10.0)
    found = drive_cells(made_map(np.full((6, 6), 8.0)), terrain, Surface.uniform("dry-earth", terrain), "M1A1")
    ((planes, driving),) = told
    along = 8.0 * np.hypot(1.0, 0.5 * np.cos(planes.direction))
    assert found.mapped == pytest.approx(8.0)
    np.testing.assert_allclose(driving.start[: len(found.mapped)], along[: len(found.mapped)], rtol=1e-6)
    assert along.max() == pytest.approx(8.0 * math.sqrt(1.25), rel=1e-5)
    assert along.min() == pytest.approx(8.0, rel=1e-5)


@pytest.mark.soak
@pytest.mark.parametrize("season", ["dry", "wet"])
@pytest.mark.parametrize("vehicle", [name for name in names() if is_mapped(name)])
def test_a_minute_of_driving_ends_within_a_tenth_of_the_map_of_jacksboro(vehicle, season):
    terrain = load_terrain("jacksboro", spacing=60.0)
    found = driven_on(terrain, map_of_terrain(terrain), vehicle, season=season)
    assert found.share_within(WITHIN)[0] >= SHARE


def test_a_map_without_a_way_is_refused():
    terrain = Terrain.flat(size=100.0, spacing=20.0)
    surface = Surface.uniform("dry-earth", terrain)
    known = conditions_of(surface, "M1A1")
    found = mobility_map(
        terrain, surface, "M1A1", conditions=known, cone_index=np.zeros((terrain.rows, terrain.columns))
    )
    with pytest.raises(WorldError, match="no cell that is go"):
        drive_cells(found, terrain, surface, "M1A1")
