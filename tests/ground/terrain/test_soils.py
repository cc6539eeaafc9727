"""Soft ground: Bekker and Wong against computed vectors and laws, and the cone index."""

import math

import numpy as np
import pytest

from motorpool.errors import WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.soils import (
    PULL_OF_WHEELS,
    SOILS,
    Soil,
    Tracks,
    Wheels,
    drawbar_coefficient,
    mean_shear_fraction,
    mobility_on_tracks,
    mobility_on_wheels,
    row_for,
    vehicle_cone_index_of_wheels,
)
from motorpool.ground.terrain.surface import FIELDS, Surface

NAMES = {
    "dry_sand_LLL": "dry sand",
    "sandy_loam_15": "sandy loam 15 %",
    "clayey_38_Thailand": "clayey soil 38 %, Thailand",
    "heavy_clay_40": "heavy clay 40 %",
    "lean_clay_32": "lean clay 32 %",
    "snow_US": "snow, United States",
    "LETE_sand": "LETE sand",
}
TANKS = {
    "M1A1": Tracks(57154.0 * 9.81, 0.635, 4.575),
    "M113A3": Tracks(12338.0 * 9.81, 0.381, 2.667),
}
CAR = Wheels(3493.0 * 9.81, 0.3175, 0.94)


@pytest.fixture(scope="module")
def modern(vector_file):
    return vector_file["f_modern"]


def test_vectors_of_tracks_on_soils(modern):
    for vehicle, tracks in TANKS.items():
        for soil, expected in modern["bekker_track"][vehicle].items():
            mobility = mobility_on_tracks(SOILS[NAMES[soil]], tracks, slip=expected["slip"])
            assert mobility.sinkage == pytest.approx(expected["z"], rel=1e-12)
            assert mobility.resistance == pytest.approx(expected["Rc"], rel=1e-12)
            assert mobility.greatest_thrust == pytest.approx(expected["Fmax"], rel=1e-12)
            assert mobility.thrust == pytest.approx(expected["F_at_slip"], rel=1e-12)
            assert mobility.drawbar_pull == pytest.approx(expected["DP"], rel=1e-12)


def test_vectors_of_wheels_on_soils(modern):
    for soil, expected in modern["bekker_wheel_HMMWV"].items():
        mobility = mobility_on_wheels(SOILS[NAMES[soil]], CAR)
        assert mobility.sinkage == pytest.approx(expected["z"], rel=1e-12)
        assert mobility.resistance == pytest.approx(4.0 * expected["Rc"], rel=1e-12)
        assert mobility.resistance / CAR.weight == pytest.approx(expected["ratio"], rel=1e-12)


def test_vectors_of_vehicle_cone_indices(modern):
    for mobility_index, expected in modern["VCI1"].items():
        assert vehicle_cone_index_of_wheels(float(mobility_index)) == pytest.approx(expected, rel=1e-12)


def test_the_soil_carries_what_stands_on_it():
    """The pressure at the sinkage is the track's mean pressure, for every soil."""
    for soil in SOILS.values():
        tank = TANKS["M113A3"]
        sinkage = mobility_on_tracks(soil, tank).sinkage
        pressure = (soil.cohesive_modulus / tank.width + soil.friction_modulus) * sinkage**soil.exponent
        assert pressure * 2.0 * tank.width * tank.length == pytest.approx(tank.weight)


def test_the_resistance_is_the_work_of_the_rut():
    """Compaction resists by the integral of the pressure over the depth, here summed up numerically."""
    soil, tank = SOILS["lean clay 22 %"], TANKS["M1A1"]
    mobility = mobility_on_tracks(soil, tank)
    depth = mobility.sinkage * (np.arange(200_000) + 0.5) / 200_000
    pressure = (soil.cohesive_modulus / tank.width + soil.friction_modulus) * depth**soil.exponent
    assert mobility.resistance == pytest.approx(2.0 * tank.width * pressure.mean() * mobility.sinkage, rel=1e-5)


def test_thrust_builds_up_with_slip_as_the_mean_of_janosi_along_the_patch():
    for slip_distance in (0.001, 0.01, 0.3):
        along = slip_distance * (np.arange(100_000) + 0.5) / 100_000
        assert mean_shear_fraction(0.02, slip_distance) == pytest.approx(np.mean(1.0 - np.exp(-along / 0.02)), rel=1e-6)
    assert mean_shear_fraction(0.02, 0.0) == 0.0
    assert mean_shear_fraction(0.02, 1e-13) == pytest.approx(2.5e-12)
    assert mean_shear_fraction(0.0, 0.1) == 1.0
    pulls = [mobility_on_tracks(SOILS["dry sand"], TANKS["M1A1"], slip=slip).thrust for slip in (0.0, 0.05, 0.2, 1.0)]
    assert pulls == sorted(pulls)


def test_a_heavier_vehicle_sinks_deeper_and_a_wider_track_less():
    for soil in SOILS.values():
        plain = mobility_on_tracks(soil, Tracks(3e5, 0.5, 4.0)).sinkage
        assert mobility_on_tracks(soil, Tracks(4e5, 0.5, 4.0)).sinkage > plain
        assert mobility_on_tracks(soil, Tracks(3e5, 0.6, 4.0)).sinkage < plain
        assert mobility_on_wheels(soil, CAR._replace(weight=5e4)).sinkage > mobility_on_wheels(soil, CAR).sinkage


def test_what_cannot_pull_does_not_go():
    soup = Soil(500.0, 20_000.0, 0.5, 300.0, math.radians(3.0), 0.03)
    mobility = mobility_on_wheels(soup, CAR)
    assert not mobility.is_mobile
    assert mobility.gradeability < 0.0
    assert mobility_on_tracks(SOILS["dry sand"], TANKS["M1A1"]).is_mobile
    assert dict(zip(FIELDS, row_for(soup, CAR), strict=True))["cone_index"] == 0.0


def test_gradeability_is_the_slope_that_takes_up_the_pull():
    mobility = mobility_on_tracks(SOILS["clayey soil 38 %, Thailand"], TANKS["M1A1"])
    assert math.tan(mobility.gradeability) * TANKS["M1A1"].weight == pytest.approx(mobility.drawbar_pull)


def test_stretched_formulas_say_so():
    assert mobility_on_wheels(SOILS["sandy loam 15 %"], CAR).warnings == ()
    snow = mobility_on_wheels(SOILS["snow, United States"], CAR).warnings
    assert "exponent of 1.6 is beyond 1.3" in snow[0]
    assert "more than a third of their 0.94 m" in snow[1]
    assert "the hull drags" in mobility_on_tracks(SOILS["snow, United States"], TANKS["M1A1"]).warnings[0]


def test_the_soils_are_in_si_units():
    assert len(SOILS) == 21
    for soil in SOILS.values():
        assert 1e4 < soil.friction_modulus < 1e7
        assert 0.0 < soil.friction_angle < 0.7
        assert 0.1 < soil.exponent < 1.7
    assert SOILS["dry sand"].cohesion == 1040.0


def test_a_row_lets_a_fleet_feel_a_soil():
    soil, tank = SOILS["clayey soil 38 %, Thailand"], TANKS["M1A1"]
    row = dict(zip(FIELDS, row_for(soil, tank), strict=True))
    mobility = mobility_on_tracks(soil, tank)
    assert row["friction"] * tank.weight == pytest.approx(mobility.greatest_thrust)
    assert (row["track_resistance"] - 0.035) * tank.weight == pytest.approx(mobility.resistance)
    assert row["shear_length"] == soil.shear_length
    surface = Surface.uniform("wet-earth", Terrain.flat()).with_row("wet-earth", row_for(soil, tank))
    assert surface.values("friction")[surface.sample(0.0, 0.0)] == row["friction"]


def test_every_soil_makes_a_row_that_a_surface_takes_and_softer_soil_is_slower():
    surface = Surface.uniform("mud", Terrain.flat())
    rows = {}
    for name, soil in SOILS.items():
        for vehicle in (TANKS["M1A1"], CAR):
            rows[name, type(vehicle)] = dict(zip(FIELDS, row_for(soil, vehicle), strict=True))
            surface = surface.with_row(name, row_for(soil, vehicle))
    assert rows["LETE sand", Wheels]["speed_factor"] > rows["dry sand", Wheels]["speed_factor"]
    assert len(surface.names) == 13 + len(SOILS)


# ---- the cone index


def test_below_its_cone_index_a_vehicle_is_stuck_and_above_it_pulls_more_the_firmer_the_soil():
    assert drawbar_coefficient(24.9, 25.0) is None
    assert drawbar_coefficient(25.0, 25.0) == 0.0
    pulls = [drawbar_coefficient(index, 25.0, curve=PULL_OF_WHEELS) for index in (25.0, 30.0, 60.0, 200.0, 900.0)]
    assert pulls == sorted(pulls)
    assert drawbar_coefficient(30.0, 25.0, curve=[(0.0, 0.1), (10.0, 0.3)]) == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: mobility_on_tracks(SOILS["dry sand"], Tracks(0.0, 0.5, 4.0)), "the weight of Tracks is 0.0"),
        (
            lambda: mobility_on_wheels(SOILS["dry sand"], CAR._replace(diameter=math.inf)),
            "the diameter of Wheels is inf",
        ),
        (lambda: mobility_on_wheels(SOILS["dry sand"], CAR, slip=2.0), "the slip is 2.0"),
        (lambda: drawbar_coefficient(30.0, 20.0, curve=[(0.0, 0.5), (1.0, 0.1)]), "must rise"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(call, words):
    with pytest.raises(WorldError, match=words):
        call()
