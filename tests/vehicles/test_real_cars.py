"""Tests of the table of real cars."""

import csv
import math
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import ModelError, VehicleError
from motorpool.models import find
from motorpool.recording.replaying import verify_file
from motorpool.studies.validation.manoeuvres import collision
from motorpool.studies.validation.measuring import measure
from motorpool.vehicles import console, real_cars
from motorpool.vehicles.figures import parse_check

ROOT = Path(__file__).parents[2]
MEASURED = ROOT.parent / "shared" / "data" / "measured"
GRAVITY, RISE = 9.80665, 44.0  # the models' rolling resistance is twice that at rest at this speed [m/s]

SOME = (
    "toyota-corolla-2022",
    "ford-f-150-2022",
    "tesla-model-3-performance-awd-2022",
    "honda-civic",
    "honda-n-box-g-2021",
)


def test_the_table_has_hundreds_of_cars_with_names_that_are_their_own():
    names = list(real_cars.rows())
    assert len(names) >= 300
    assert all(real_cars.path_of(name.replace("-", " ").upper()) for name in names)
    assert not set(names) & {*mp.models.names(), *(path.stem for path in (real_cars.TABLE.parent).glob("*.toml"))}


@pytest.mark.parametrize("first", range(20))
def test_every_row_is_a_vehicle(first):
    """Each has the values of its row, a remark for each of its own values, and a body and masses of a car."""
    for name in list(real_cars.rows())[first::20]:
        model, row = find(name), real_cars.rows()[name]
        vehicle = model.vehicle
        assert vehicle is not None
        assert vehicle.base is not None
        assert vehicle.base.name == "car"
        params = vehicle.params
        assert params["mass"] == float(row["mass"])
        wheelbase = params["front_axle_offset"] + params["rear_axle_offset"]
        assert wheelbase == pytest.approx(float(row["wheelbase"] or wheelbase), abs=1e-3)
        assert 800.0 < params["mass"] < 4500.0
        assert 1.8 < wheelbase < 4.5
        assert 25.0 < params["engine_power"] / params["mass"] < 600.0
        assert 0.2 < params["rolling_factor"] < 2.0
        assert 0.15 < params["air_drag"] < 1.5
        assert all(vehicle.remarks[key].status in "VDE" for key in params)


@pytest.mark.parametrize("name", SOME)
def test_real_cars_understeer_by_their_cornering_coefficients(name):
    """Yaw gain v / (L + K v^2) of a steady turn, Rajamani, section 3.3, with K = (1 / C_f - 1 / C_r) / g."""
    params, speed, angle = find(name).vehicle.params, 20.0, 0.005
    car = mp.Fleet("single-track", 1, **params)
    car.control.steer_angle[:] = angle
    for _ in range(200):
        car.state.speed[:] = speed
        car.step(0.02)
    gradient = 1.0 / params["front_axle_cornering_coefficient"] - 1.0 / params["rear_axle_cornering_coefficient"]
    assert 0.9 < np.degrees(gradient) < 2.5
    wheelbase = params["front_axle_offset"] + params["rear_axle_offset"]
    gain = speed / (wheelbase + gradient / GRAVITY * speed**2)
    assert car.state.yaw_rate[0] / angle == pytest.approx(gain, rel=0.03)


def test_cars_that_are_named_for_their_drive_drive_all_axles():
    """The certification may test them on one axle."""
    rows = [row for name, row in real_cars.rows().items() if row["drive"] and re.search("-(awd|4wd|4x4)-", name)]
    assert len(rows) > 50
    assert {row["drive"] for row in rows} == {"all"}


def test_rolling_resistance_and_air_drag_give_the_measured_coast_downs():
    """Of all certification tests: the time from 70 to 10 mph within 1 %, and the force within 15 %."""
    speed = np.linspace(real_cars.SLOW, real_cars.FAST, 2001)
    count = 0
    for row in real_cars.rows().values():
        if not row["coast_a"]:
            continue
        a, b, c = (float(row[f"coast_{each}"]) for each in "abc")
        measured = a + b * speed + c * speed**2
        weight = float(row["mass"]) * GRAVITY * float(row["rolling"])
        ours = weight * (1.0 + speed**2 / RISE**2) + float(row["air_drag"]) * speed**2
        assert np.trapezoid(1.0 / ours, speed) == pytest.approx(np.trapezoid(1.0 / measured, speed), rel=0.01), row
        assert np.abs(ours / measured - 1.0).max() < 0.2, row
        time = real_cars.coast_time(float(row["mass"]), a, b, c)
        moving = real_cars.TURNING * float(row["mass"])
        assert time == pytest.approx(moving * np.trapezoid(1.0 / measured, speed), rel=1e-4)
        count += 1
    assert count > 500


@pytest.mark.parametrize("name", SOME)
def test_figures_of_real_cars_are_met(name):
    model = find(name)
    checked = [figure for figure in model.vehicle.figures if figure.check]
    assert checked
    for figure in checked:
        low, high = figure.bounds
        assert low <= measure(model, parse_check(figure.check)) <= high, figure.quantity


def test_times_to_60_mph_follow_from_mass_and_power():
    """Of every third car; ``benchmarks/real_vehicles.py`` has all."""
    errors = []
    for name, row in [pair for pair in real_cars.rows().items() if pair[1]["acceleration_time"]][::3]:
        time = measure(find(name), parse_check("acceleration 96.56 km/h"))
        errors.append(abs(time / float(row["acceleration_time"]) - 1.0))
    assert np.median(errors) < 0.08
    assert max(errors) < 0.3


@pytest.mark.parametrize("name", SOME[:2])
def test_real_cars_collide_as_others(name):
    """Their centre of mass lies before the middle of the body."""
    measures = collision.run(find(name)).measures
    assert [each.what for each in measures if not each.passes] == []


def test_a_real_car_drives_in_a_world_and_is_the_base_of_a_file(tmp_path):
    world = mp.World(fleets=[("toyota-corolla-2022", 2), ("bicycle", 1)], terrain=mp.Terrain.flat(size=400.0))
    world.vehicles.desired_speed[:2] = 10.0
    world.run(seconds=5)
    assert (world.vehicles.speed[:2] > 5.0).all()
    own = tmp_path / "taxi.toml"
    own.write_text('base = "toyota-corolla-2022"\n[params]\nmass = 1700.0\n')
    taxi, car = mp.Vehicle(str(own)), mp.Vehicle("Toyota Corolla 2022")
    assert taxi.mass == 1700.0
    assert taxi.air_drag == car.air_drag
    assert mp.Vehicle("toyota-corolla-2022:mass=1600").mass == 1600.0


def test_a_world_of_real_cars_is_recorded_and_replayed(tmp_path):
    scenario = tmp_path / "cars.yaml"
    scenario.write_text("terrain: {source: flat, size: 300}\nvehicles:\n  - {model: honda-civic, count: 2}\n")
    world, path = mp.load(scenario).build(), tmp_path / "run.parquet"
    with mp.Recorder(path) as recorder:
        world.run(seconds=2, observers=[recorder])
    assert verify_file(path) == 0


def test_search_lists_cars_by_any_words_of_their_names(capsys):
    console.show_real_cars("COROLLA hybrid")
    table = capsys.readouterr().out
    assert "toyota-corolla-hybrid-2022" in table
    assert " [kW] " in table
    assert "\\" not in table
    assert real_cars.names_with("corolla hybrid") == real_cars.names_with("hybrid Corolla")
    with pytest.raises(VehicleError, match=r"none of \d+ real cars has 'trabant'"):
        console.show_real_cars("trabant")


@pytest.mark.parametrize("word", ["corolla", "ford mustang"])
def test_a_make_or_model_alone_leads_to_the_table(word):
    with pytest.raises(
        ModelError, match=rf"did you mean '[a-z0-9.-]*{word.split()[-1]}[^?]*\?.*--search {word.split()[0]}"
    ):
        mp.Vehicle(word)


@pytest.mark.parametrize("word", ["toyota-corola-2022", "ford-f-150-2023"])
def test_a_misspelt_name_is_corrected(word):
    with pytest.raises(ModelError, match=r"did you mean '(toyota-corolla-2022|ford-f-150-2022)'"):
        mp.Vehicle(word)


@pytest.mark.parametrize("word", ["zz", "my-own-model", "x" * 1000, ""])
def test_other_words_lead_to_no_real_car(word):
    with pytest.raises(ModelError) as refusal:
        mp.Vehicle(word)
    assert "real cars" not in str(refusal.value)


def test_titles_and_sources_are_toml_whatever_they_are():
    """A quotation mark in a title would end it."""
    with real_cars.TABLE.open(encoding="utf-8") as file:
        assert not [row for row in csv.reader(file) if any('"' in cell or "\\" in cell for cell in row)]


def test_the_rules_are_the_regressions_of_the_table():
    def pairs(key):
        rows = [row for row in real_cars.rows().values() if row[key]]
        return np.array([float(row["mass"]) for row in rows]), np.array([float(row[key]) for row in rows])

    for key, rule in (("wheelbase", real_cars.WHEELBASE), ("air_drag", real_cars.DRAG)):
        slope, at_zero = np.polyfit(*pairs(key), 1)
        assert (at_zero, slope) == pytest.approx(rule, rel=0.01)
    assert np.median(pairs("stiffness")[1]) == real_cars.STIFFNESS
    assert np.median(pairs("rolling")[1]) == pytest.approx(real_cars.ROLLING, rel=0.01)
    mass, power = pairs("power")
    assert math.exp(np.mean(np.log(power / mass))) == pytest.approx(real_cars.POWER, rel=0.06)


@pytest.mark.skipif(not MEASURED.is_dir(), reason="the public tables are not here")
def test_the_table_is_what_its_tool_makes(tmp_path):
    before = real_cars.TABLE.read_text(encoding="utf-8")
    tool = ROOT / "tools" / "data" / "real_cars.py"
    subprocess.run([sys.executable, tool, MEASURED, tmp_path / "cars.csv"], check=True, capture_output=True)
    assert (tmp_path / "cars.csv").read_text(encoding="utf-8") == before
