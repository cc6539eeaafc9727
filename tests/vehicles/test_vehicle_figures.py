"""Reference figures of the vehicles, beside simulated ones."""

import html
import math
import re
from functools import cache
from pathlib import Path

import pytest

from motorpool.app.cli import run
from motorpool.errors import ModelError
from motorpool.models import find
from motorpool.studies.validation.figures import Row, bounds_of, check_figure, check_vehicles
from motorpool.studies.validation.figures_page import may_be, reference, summary, verdict, write_figures
from motorpool.studies.validation.measuring import MEASURES, measure
from motorpool.studies.validation.rig import Rig, full_throttle
from motorpool.vehicles import motor_pool
from motorpool.vehicles.figures import CALCULATIONS, MANOEUVRES, Check, Figure, parse_check

NAMES = motor_pool.names()
PAGE = Path(__file__).parents[2] / "docs" / "vehicles.md"

# Recalled figures that no vehicle here reaches, by vehicle and quantity; docs/vehicles.md tells why.
NOT_REACHED = {
    (
        "T-72A",
        "radius of the outer track's circle about the stopped inner one",
    ): "a track that is stopped has to be dragged, so the turn is wider than the gauge",
}


def words(rows: list[Row]) -> list[str]:
    return [f"{row.vehicle}: {row.figure.quantity} is {row.simulated} {row.unit}; {row.reason}" for row in rows]


@cache
def checked(name: str) -> list[Row]:
    return check_vehicles([name])


@pytest.mark.parametrize("name", NAMES)
def test_every_vehicle_meets_its_reference_figures(name: str):
    """Verified figures all; of the others, those that are told of."""
    rows = checked(name)
    wrong = [row for row in rows if row.passes is False and (name, row.figure.quantity) not in NOT_REACHED]
    assert words(wrong) == []
    assert len([row for row in rows if row.passes]) >= (0 if name == "quad" else 1)


@pytest.mark.parametrize("name", NAMES)
def test_what_nothing_measures_says_why(name: str):
    for figure in find(name).vehicle.figures:
        assert figure.check or figure.note, figure.quantity


def test_goals_that_are_not_reached_are_recalled_and_reported():
    page = PAGE.read_text(encoding="utf-8")
    for name, quantity in NOT_REACHED:
        vehicle = find(name).vehicle
        figure = next(figure for figure in vehicle.figures if figure.quantity == quantity)
        assert check_figure(vehicle, figure).passes is False
        assert figure.status != "V"
        assert f"| {name} | {quantity} |" in page


@pytest.mark.slow  # each vehicle's manoeuvres are driven
@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_the_motor_pool_tells_what_is_simulated(name: str):
    """Each driven figure, to two hundredths, with its published value and its letter."""
    text = (
        PAGE.read_text(encoding="utf-8").partition("## Reference figures and simulated values")[2].partition("### ")[0]
    )
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    told = {cell[1]: cell for cell in cells if cell[0] == name}
    driven = {row.figure.quantity: row for row in checked(name) if row.figure.check.partition(" ")[0] in MANOEUVRES}
    assert told.keys() == driven.keys()
    for quantity, row in driven.items():
        number = float(told[quantity][4].split()[0])
        assert row.simulated == pytest.approx(number, rel=0.02, abs=0.005), quantity
        assert told[quantity][2:4] == [reference(row), may_be(row)]
        assert told[quantity][5] == (row.figure.status if row.passes else f"{row.figure.status}, not reached")


def test_every_way_to_measure_is_known_to_files():
    assert set(MEASURES) == set(MANOEUVRES) | set(CALCULATIONS)


# ---------------------------------------------------------------- the M1A1, by the numbers of its sources


def test_the_m1a1_is_governed_and_climbs_as_published():
    """Asked in SI, with bounds of the sources and not of the file."""
    assert 6.0 < measure("M1A1", parse_check("acceleration 32 km/h")) < 8.0
    assert measure("M1A1", parse_check("top-speed")) * 3.6 == pytest.approx(66.8, abs=0.4)
    assert 24.0 < measure("M1A1", parse_check("climb 10 %")) * 3.6 < 31.0
    assert 5.5 < measure("M1A1", parse_check("climb 60 %")) * 3.6 < 8.0
    assert measure("M1A1", parse_check("pivot")) < 0.05


def test_the_m1a1_reaches_its_governed_speed_within_a_minute_and_never_exceeds_it():
    speed = 3.6 * Rig("M1A1").run(60.0, lambda time, fleet: full_throttle(fleet)).speed[:, 0]
    assert 66.0 < speed.max() < 68.0


def test_the_m1a1_climbs_sixty_percent_on_a_hard_road_and_not_on_wet_earth():
    rig = Rig("M1A1", 2, surface=["dry-asphalt", "wet-earth"], grade=0.6)
    run = rig.run(20.0, lambda time, fleet: full_throttle(fleet))
    assert run.x[-1, 0] > 20.0
    assert run.x[-1, 1] < 0.0


# ---------------------------------------------------------------- the collected figures

WITHIN = {
    "CR1_FordEscort": "CR1",
    "CR2_BMW320i": "CR2",
    "CR3_VWVanagon": "CR3",
    "CR_tyre": "CR1",
    "M1": "M1A1",
    "M1A1HA": "M1A1",
    "M113": "M113A2",
    "M1025": "M998",
    "M2A2_Bradley": "M2A2",
    "passenger_generic": "car",
    "truck_loaded": "articulated-lorry",
}


def test_every_collected_figure_of_a_vehicle_is_compared_or_says_why_not(collected_figures: list[dict[str, str]]):
    """Each row with a number is in a file with its value, bounds and status; a verified one that is measured passes."""
    figures = {name: find(name).vehicle.figures for name in NAMES}
    for row in collected_figures:
        name = WITHIN.get(row["vehicle"], row["vehicle"])
        if name == "CR4_semitrailer":
            continue  # two numbers in a word: they are two figures here
        assert name in NAMES, row
        assert any(_is_of(row, figure) for figure in figures[name]), row


def _is_of(row: dict[str, str], figure: Figure) -> bool:
    try:
        value = float(row["value"])
    except ValueError:
        return isinstance(figure.value, str) and figure.status == row["status"]
    low, high = (float(row[key]) if row[key] else None for key in ("low", "high"))
    bounds = (None, None) if low == high else (low, high)
    return (figure.value, figure.low, figure.high, figure.status) == (value, *bounds, row["status"])


# ---------------------------------------------------------------- how figures are compared


def figure(value: float | str, unit: str = "m", **others: object) -> Figure:
    return Figure("length", value, unit, source="a book", status="V", **others)  # type: ignore[arg-type]


def test_a_wrong_figure_is_seen_and_ends_the_program_with_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    text = find("quad").vehicle.path.read_text()
    claim = '\n[[figure]]\nquantity = "top speed"\nvalue = 200\nunit = "km/h"\nlow = 190\nsource = "a boaster"\n'
    path = tmp_path / "fast.toml"
    path.write_text(f'{text}{claim}status = "V"\ncheck = "top-speed"\n')
    assert run(["vehicles", "--check", str(path)]) == 1
    assert "FAIL" in capsys.readouterr().out
    path.write_text(f'{text}{claim}status = "R"\ncheck = "top-speed"\n')
    assert run(["vehicles", "--check", str(path)]) == 0


def test_a_rating_may_be_exceeded_and_a_speed_may_not():
    slope = figure(30, "%", low=30, high=40)
    assert bounds_of(slope, Check("side-slope"))[1] == math.inf
    assert bounds_of(slope, Check("climb", 0.1))[1] == pytest.approx(40.0)


def test_a_figure_without_bounds_is_met_to_its_last_digits():
    assert check_figure(find("CR1").vehicle, figure(4.298, check="body.length")).passes
    assert not check_figure(find("CR1").vehicle, figure(4.32, check="body.length")).passes


def test_what_cannot_be_measured_fails_and_says_why():
    row = check_figure(find("M35A2").vehicle, figure(9, "s", check="acceleration 300 km/h"))
    assert row.passes is False
    assert row.reason == "it does not reach 300.0 km/h"
    row = check_figure(find("M35A2").vehicle, figure(9, "s", check="acceleration"))
    assert row.reason == "the check acceleration needs a value, as in acceleration 32 km/h"
    row = check_figure(find("M35A2").vehicle, figure(9, "km/h", check="top-speed on glue"))
    assert row.reason.startswith("there is no soil 'glue'; docs/ground.md lists the")
    row = check_figure(find("M35A2").vehicle, figure("yes", "", check="pivot"))
    assert "on the spot in a minute" in row.reason


def test_a_model_is_published_nowhere():
    with pytest.raises(ModelError, match="skid-steer is a motion model, not a vehicle"):
        check_vehicles(["skid-steer"])


def test_a_check_names_its_soil():
    assert parse_check("range 25 km/h on dry-earth") == Check("range", pytest.approx(25 / 3.6), "km/h", "dry-earth")
    assert parse_check("top-speed on mud") == Check("top-speed", None, "", "mud")
    assert parse_check("top-speed").soil == "dry-asphalt"


def test_the_page_has_every_row_and_escapes_what_people_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    page = tmp_path / "figures.html"
    assert run(["vehicles", "CR1", "--check", "--out", str(page)]) == 0
    text = page.read_text()
    assert all(html.escape(row.figure.quantity) in text for row in check_vehicles(["CR1"]))
    assert run(["vehicles", "CR1", "--check", "--out", str(page)]) == 2
    assert "exists; add --force to overwrite it" in capsys.readouterr().err
    assert run(["vehicles", "CR1", "--out", str(page)]) == 2
    row = Row("<me>", figure(1.0, low=0.5), None, 0.5, math.inf, "m")
    assert "&lt;me&gt;" in write_figures([row], heading="<b>")
    assert (verdict(row), may_be(row)) == ("not modelled", "")
    assert summary([row]) == "0 of 0 reference figures are met (); not modelled: 1"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_commonroad_vehicle_has_the_values_of_their_program(number: int):
    """Values that the file calls verified equal those of the other program's own file."""
    parameters = pytest.importorskip(f"vehiclemodels.parameters_vehicle{number}")
    theirs = getattr(parameters, f"parameters_vehicle{number}")()
    ours = find(f"CR{number}").vehicle
    assert ours is not None
    assert ours.params["max_reverse_speed"] == -theirs.longitudinal.v_min
    assert ours.params["wheel_radius"] == theirs.R_w
    assert ours.params["mass"] == pytest.approx(theirs.m, rel=1e-9)
    assert ours.params["front_axle_offset"] == pytest.approx(theirs.a, rel=1e-9)
    assert {ours.remarks[name].status for name in ("max_reverse_speed", "wheel_radius", "mass")} == {"V"}


def test_the_readme_counts_how_sure_the_values_are(capsys):
    """The shares of verified, recalled, estimated and derived values stand where the vehicles are advertised."""
    assert run(["vehicles"]) == 0
    counts = re.search(
        r"(\d+) values: (\d+) verified, (\d+) recalled, (\d+) estimated, (\d+) derived",
        " ".join(capsys.readouterr().out.split()),
    )
    assert counts is not None
    total, *parts = map(int, counts.groups())
    assert total == sum(parts)
    for page in (PAGE, PAGE.parents[1] / "README.md"):
        assert f"{parts[0]} are verified" in page.read_text(encoding="utf-8")
