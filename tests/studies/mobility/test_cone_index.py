"""The cone index of the motor pool's vehicles: the published formulas, and the table in the documentation."""

import math
import re
from pathlib import Path
from typing import NamedTuple

import pytest

import motorpool as mp
from motorpool.errors import WorldError
from motorpool.ground.terrain.soils import (
    Tracks,
    Wheels,
    mobility_index_of_tracks,
    mobility_index_of_wheels,
    vehicle_cone_index_of_tracks,
    vehicle_cone_index_of_wheels,
)

ROOT = Path(__file__).resolve().parents[3]
GRAVITY = 9.81  # [m/s^2]


class Tracked(NamedTuple):
    """Running gear of a tracked vehicle, as its makers' tables have it, from memory."""

    width: float  # of a track [m]
    length: float  # of a track on the ground [m]
    clearance: float  # [m]
    road_wheels: int  # both sides
    pitch: float  # length of a shoe [m]


class Wheeled(NamedTuple):
    """Running gear of a wheeled vehicle, as its makers' tables have it, from memory."""

    width: float  # of a tyre [m]
    diameter: float  # of a tyre [m]
    tyres: int
    axles: int
    clearance: float  # [m]


VEHICLES = {
    "M1A1": Tracked(0.635, 4.575, 0.48, 14, 0.194),
    "M60A3": Tracked(0.711, 4.235, 0.46, 12, 0.176),
    "T-72A": Tracked(0.58, 4.27, 0.47, 12, 0.137),
    "M2A2": Tracked(0.533, 3.91, 0.46, 12, 0.152),
    "M113A3": Tracked(0.381, 2.667, 0.41, 10, 0.152),
    "M998": Wheeled(0.3175, 0.94, 4, 2, 0.41),
    "M35A2": Wheeled(0.23, 1.0, 10, 3, 0.28),
    "LAV-25": Wheeled(0.28, 1.03, 8, 4, 0.39),
}


def indices(name: str) -> tuple[float, float]:
    """Return the mobility index and VCI1 by formula of a vehicle of the motor pool."""
    weight, gear = mp.Vehicle(name).mass * GRAVITY, VEHICLES[name]
    if isinstance(gear, Tracked):
        index = mobility_index_of_tracks(
            Tracks(weight, gear.width, gear.length),
            clearance=gear.clearance,
            road_wheels=gear.road_wheels,
            shoe_area=gear.width * gear.pitch,
        )
        return index, vehicle_cone_index_of_tracks(index)
    wheels = Wheels(weight, gear.width, gear.diameter, gear.tyres)
    index = mobility_index_of_wheels(wheels, axles=gear.axles, clearance=gear.clearance)
    return index, vehicle_cone_index_of_wheels(index)


def test_the_formula_of_wheels_is_the_published_one():
    assert vehicle_cone_index_of_wheels(60.0) == pytest.approx(11.48 + 12.0 - 39.2 / 63.74)
    assert vehicle_cone_index_of_wheels(200.0) == pytest.approx(4.1 * 200.0**0.446)
    soft = vehicle_cone_index_of_wheels(60.0, deflection=0.35)
    assert soft == pytest.approx(vehicle_cone_index_of_wheels(60.0) * (0.15 / 0.35) ** 0.25)


def test_the_two_branches_of_the_formula_of_wheels_meet_within_two_per_cent():
    below, above = vehicle_cone_index_of_wheels(115.0), vehicle_cone_index_of_wheels(math.nextafter(115.0, 116.0))
    assert above == pytest.approx(below, rel=0.02)


def test_tracks_need_less_than_wheels_of_the_same_mobility_index():
    for index in (0.0, 20.0, 60.0, 115.0):
        assert vehicle_cone_index_of_tracks(index) < vehicle_cone_index_of_wheels(index)
    assert vehicle_cone_index_of_tracks(60.0) == pytest.approx(7.0 + 12.0 - 39.2 / 65.6)


def test_the_vehicle_cone_indices_of_field_manuals_follow_from_the_formulas():
    """US Army field manuals have about 25 for the M1, 17 for the M113 and 20 for the HMMWV."""
    for name, published in {"M1A1": 25.0, "M113A3": 17.0, "M998": 20.0}.items():
        assert indices(name)[1] == pytest.approx(published, rel=0.1), name


def test_the_table_in_the_documentation_is_that_of_the_formulas_and_of_the_files():
    text = (ROOT / "docs" / "ground.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+) \| [^|]+ \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", text, re.MULTILINE)
    assert {row[0] for row in rows} == set(VEHICLES)
    for name, index, by_formula, in_file in rows:
        expected = indices(name)
        assert float(index) == pytest.approx(expected[0], abs=0.51), name
        assert float(by_formula) == pytest.approx(expected[1], abs=0.051), name
        assert float(in_file) == mp.Vehicle(name).vehicle_cone_index, name


@pytest.mark.parametrize("name", VEHICLES)
def test_the_files_agree_with_the_formulas_to_a_tenth(name):
    assert mp.Vehicle(name).vehicle_cone_index == pytest.approx(indices(name)[1], rel=0.1)


@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf])
def test_a_mobility_index_that_is_none_is_refused(value):
    for formula in (vehicle_cone_index_of_tracks, vehicle_cone_index_of_wheels):
        with pytest.raises(WorldError, match="a mobility index of"):
            formula(value)


def test_a_deflection_that_is_no_fraction_is_refused():
    with pytest.raises(WorldError, match="a deflection of 35"):
        vehicle_cone_index_of_wheels(60.0, deflection=35.0)
