"""Maps of synthetic ground: every cell and heading against the limits of the vehicle, and against single runs."""

import math

import numpy as np
import pytest

from motorpool.errors import ModelError, WorldError
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import FIELDS, Surface
from motorpool.studies.mobility import MobilityMap, conditions_of, mobility_map
from motorpool.studies.mobility.maps import NO_DATA, OBSTACLES, OWN_SPEED, REASONS, RIDE, SLOPE, SOIL_STRENGTH
from motorpool.vehicles.fleet import Fleet

EAST, NORTH = 0, 2


def plane(grade, *, posts=7, spacing=20.0, direction=0.0):
    """Return a plane that rises by a grade in a direction [rad]."""
    x = np.arange(posts) * spacing
    heights = grade * (math.cos(direction) * x[None, :] + math.sin(direction) * x[:, None])
    return Terrain.from_heights(heights, spacing)


def striped(terrain, names):
    """Return a surface with a class for each post's column, one after the other."""
    columns = np.arange(terrain.columns) % len(names)
    classes = np.repeat(columns[None], terrain.rows, axis=0)
    half = 0.5 * terrain.spacing
    return Surface.from_classes(
        classes,
        spacing=terrain.spacing,
        legend=list(names),
        x_west=terrain.x_west - half,
        y_south=terrain.y_south - half,
    )


@pytest.fixture(scope="module")
def flat():
    return plane(0.0)


@pytest.fixture(scope="module")
def soils(flat):
    return striped(flat, ("dry-earth", "wet-earth", "ice", "dry-asphalt"))


@pytest.fixture(scope="module")
def tank(soils):
    return conditions_of(soils, "M1A1")


@pytest.mark.parametrize("soil", [0, 1, 2])
def test_a_plane_just_gentler_than_the_limit_is_go_and_just_steeper_is_not(soil, soils, tank):
    limit = tank.limits[soils.classes[0, soil], 0]
    for share, is_go in ((0.99, True), (1.01, False)):
        found = mobility_map(plane(share * limit), soils, "M1A1", conditions=tank)
        assert found.is_go[EAST, 3, soil] == is_go
    assert found.reason[EAST, 3, soil] == SLOPE


def test_the_limit_turns_with_the_ground(soils, tank):
    """Uphill north on one plane is uphill east on another."""
    east = mobility_map(plane(0.3), soils, "M1A1", conditions=tank)
    north = mobility_map(plane(0.3, direction=0.5 * math.pi), soils, "M1A1", conditions=tank)
    np.testing.assert_allclose(north.speed[NORTH], east.speed[EAST], atol=0.02)
    np.testing.assert_allclose(north.speed[EAST], east.speed[NORTH], atol=0.02)


def test_soil_below_the_vehicle_cone_index_is_no_go_and_at_it_is_go(flat, soils, tank):
    index = np.full((flat.rows, flat.columns), tank.vehicle_cone_index)
    index[:3] -= 0.01
    found = mobility_map(flat, soils, "M1A1", conditions=tank, cone_index=index)
    assert not found.is_go[:, :3].any()
    assert found.is_go[:, 3:].all()
    assert (found.reason[:, :3] == SOIL_STRENGTH).all()


def test_wet_season_takes_the_soils_of_rain(flat, soils, tank):
    wet = mobility_map(flat, striped(flat, ("dry-earth",)), "M1A1", season="wet")
    dry = mobility_map(flat, soils, "M1A1", conditions=tank)
    np.testing.assert_allclose(wet.speed[:, :, 1], dry.speed[:, :, 1])
    assert (wet.speed[:, :, 0] < dry.speed[:, :, 0]).all()
    assert wet.season == "wet"


def test_the_ground_and_the_vehicle_itself_limit_speed_on_the_level(flat, soils, tank):
    found = mobility_map(flat, soils, "M1A1", conditions=tank)
    assert (found.reason[:, :, 3] == OWN_SPEED).all()
    assert (found.reason[:, :, 1] == SOIL_STRENGTH).all()


def test_single_runs_on_the_slope_of_random_cells_go_as_fast_as_the_map_says(soils, tank):
    """A vehicle alone, with another time step and another driver: full throttle up to the top speed."""
    random = np.random.default_rng(15)
    heights = np.cumsum(np.cumsum(random.normal(0.0, 0.7, (7, 7)), axis=0), axis=1)
    terrain = Terrain.from_heights(heights, 20.0)
    found = mobility_map(terrain, soils, "M1A1", conditions=tank)
    verdicts: list[bool] = []
    for _ in range(8):
        heading, row, column = (int(random.integers(size)) for size in found.speed.shape)
        x, y = terrain.x_west + column * 20.0, terrain.y_south + row * 20.0
        _, slope_x, slope_y = terrain.sample(x, y)
        ahead, drift = alone(soils, (row, column), (slope_x, slope_y), found.headings[heading], tank.top_speed)
        speed = found.speed[heading, row, column]
        verdicts.append(bool(speed > 0.0))
        if speed > 0.0:
            assert ahead == pytest.approx(speed, rel=0.05, abs=0.1)
        else:
            assert ahead < 0.1 or ahead > 1.15 * tank.top_speed or drift > 0.3
    assert True in verdicts
    assert False in verdicts


def alone(surface, cell, slopes, yaw, speed):
    """Return the speed along a heading and across it of a single tank after a minute on an endless slope [m/s]."""
    fleet = Fleet("M1A1", 1, yaw=yaw, speed=speed, left_track_speed=speed, right_track_speed=speed, engine_load=1.0)
    row = dict(zip(FIELDS, surface.table[surface.classes[cell]], strict=True))
    for name in ("friction", "sliding_friction", "track_resistance", "shear_length"):
        setattr(fleet.ground, name, row[name])
    for name, slope in zip(("slope_x", "slope_y"), slopes, strict=True):
        setattr(fleet.ground, name, slope)
        setattr(fleet.state, f"last_{name}", slope)
    for step in range(3600):
        if step == 3300:
            start = float(fleet.state.x[0]), float(fleet.state.y[0])
        side = -fleet.state.x * math.sin(yaw) + fleet.state.y * math.cos(yaw)
        turned = (fleet.state.yaw - yaw + math.pi) % (2.0 * math.pi) - math.pi
        fleet.drive(fleet.params.max_speed, np.clip(-0.05 * side - turned, -1.0, 1.0), dt=1 / 60)
        fleet.step(1 / 60)
    east, north = (fleet.state.x[0] - start[0]) / 5.0, (fleet.state.y[0] - start[1]) / 5.0
    return east * math.cos(yaw) + north * math.sin(yaw), abs(north * math.cos(yaw) - east * math.sin(yaw))


def test_dense_trees_deny_the_way_and_sparse_ones_slow_down(flat, soils, tank):
    """Discs that deny 68 % of the ground leave no way through."""
    random = np.random.default_rng(2)

    def mapped(count):
        x, y = random.uniform(-70.0, 70.0, (2, count))
        trees = place_objects(flat, x=x, y=y, radius=0.3)
        return mobility_map(flat, soils, "M1A1", conditions=tank, objects=trees)

    reach = 0.3 + 0.5 * tank.width + 0.5
    at_limit = -math.log(1.0 - 0.676) / (math.pi * reach**2) * 140.0**2
    sparse, dense = mapped(round(0.4 * at_limit)), mapped(round(1.8 * at_limit))
    bare = mobility_map(flat, soils, "M1A1", conditions=tank)
    assert sparse.is_go[0, 3, 3]
    assert sparse.speed[0, 3, 3] < bare.speed[0, 3, 3]
    assert not dense.is_go[:, 3, 3].any()
    assert sparse.reason[0, 3, 3] == dense.reason[0, 3, 3] == OBSTACLES


def test_rough_ground_limits_the_speed_of_a_light_truck_by_its_ride(flat):
    surface = striped(flat, ("dry-earth",))
    known = conditions_of(surface, "M998")
    smooth, rough, rougher = (
        mobility_map(flat, surface, "M998", conditions=known, roughness=roughness) for roughness in (0.0, 0.03, 0.06)
    )
    assert (rough.reason == RIDE).all()
    assert (rougher.speed < rough.speed).all()
    assert (rough.speed < smooth.speed).all()


def test_cells_beyond_the_soil_map_have_no_data(flat, tank):
    half = Surface.from_classes(np.zeros((7, 3), int), spacing=20.0, x_west=-70.0, y_south=-70.0, legend=["dry-earth"])
    found = mobility_map(flat, half, "M1A1", conditions=tank)
    assert found.has_data[:, :3].all()
    assert not found.has_data[:, 4:].any()
    assert np.isnan(found.speed[:, :, 4:]).all()
    assert (found.reason[:, :, 4:] == NO_DATA).all()
    assert not found.is_go[:, :, 4:].any()


def test_every_side_of_a_cone_is_as_its_slope_says(soils, tank):
    """Straight uphill towards the top from any side: one speed."""
    x = np.arange(7) * 20.0 - 60.0
    cone = Terrain.from_heights(-0.2 * np.hypot(*np.meshgrid(x, x)), 20.0)
    surface = Surface.uniform("dry-earth", cone)
    found = mobility_map(cone, surface, "M1A1", conditions=tank)
    towards = {0: (3, 1), 2: (1, 3), 4: (3, 5), 6: (5, 3)}  # by heading: row and column
    speeds = [float(found.speed[heading, row, column]) for heading, (row, column) in towards.items()]
    assert max(speeds) - min(speeds) < 0.05


def test_vehicles_without_a_dynamic_model_are_refused(flat, soils):
    with pytest.raises(ModelError, match="no mass and no forces"):
        mobility_map(flat, soils, "bicycle")
    with pytest.raises(ModelError, match="does not read"):
        mobility_map(flat, soils, "friction-circle/tracked")


def test_conditions_of_other_soils_or_another_season_are_refused(flat, soils, tank):
    with pytest.raises(WorldError, match="not those of dry-sand"):
        mobility_map(flat, Surface.uniform("dry-sand", flat), "M1A1", conditions=tank)
    with pytest.raises(WorldError, match="those of the dry season"):
        mobility_map(flat, soils, "M1A1", conditions=tank, season="wet")


def test_a_number_of_headings_that_makes_no_map_is_refused(flat, soils, tank):
    with pytest.raises(WorldError, match="1 to 72"):
        mobility_map(flat, soils, "M1A1", conditions=tank, headings=0)


def test_summaries_over_the_headings():
    speed = np.array([[[1.0, 0.0, np.nan]], [[3.0, 2.0, np.nan]]], np.float32)
    reason = np.array([[[2, 1, 6]], [[0, 2, 6]]], np.uint8)
    found = MobilityMap("M1A1", "dry", 10.0, 0.0, 0.0, np.array([0.0, math.pi]), speed, reason)
    np.testing.assert_array_equal(found.slowest(), [[1.0, 0.0, np.nan]])
    np.testing.assert_array_equal(found.fastest(), [[3.0, 2.0, np.nan]])
    np.testing.assert_array_equal(found.go_fraction(), [[1.0, 0.5, np.nan]])
    np.testing.assert_array_equal(found.worst_reason(), [[2, 1, 6]])
    assert found.cell_of(15.0, -3.0) == (0, 1)
    assert REASONS[found.reason[0, 0, 1]] == "soil strength"
