"""Vehicles drive manoeuvres whose answers are known; what is wrong is seen."""

import math

import pytest
from typer.testing import CliRunner

from motorpool.app.cli.app import app
from motorpool.errors import ModelError, MotorpoolError
from motorpool.models.registry import find
from motorpool.studies import page, validation
from motorpool.studies.validation import formulas
from motorpool.studies.validation.catalogue import MANOEUVRES, suits
from motorpool.studies.validation.outcome import Outcome, about, at_least, at_most, exactly
from motorpool.studies.validation.report import Finding, bounds, write_report
from motorpool.studies.validation.rig import Rig, soil
from motorpool.studies.validation.summary_tables import summary_tables


@pytest.mark.parametrize("name", [name for name in MANOEUVRES if name != "parking"])
def test_the_default_car_passes(name):
    if not suits(MANOEUVRES[name], find("single-track")):
        pytest.skip("a car does not do that")
    outcome = MANOEUVRES[name].run("single-track")
    assert [measure for measure in outcome.measures if not measure.passes] == []
    assert outcome.measures


def test_the_default_car_stands_still_for_a_day_on_every_slope_that_it_holds_on():
    outcome = MANOEUVRES["parking"].run("single-track")
    assert outcome.measures[0].value == 0.0
    assert outcome.passes


def test_a_wrong_answer_is_seen(monkeypatch):
    right = formulas.slide
    monkeypatch.setattr(formulas, "slide", lambda **values: 1.05 * right(**values))
    assert not MANOEUVRES["parking"].run("single-track", hours=0.1).passes


def test_the_formulas_give_the_textbooks_numbers():
    """Worked by hand, or from the vectors' inputs: J1263, a slide at 35 degrees, a tank's hill."""
    time, way = formulas.coast_down(mass=1500.0, constant=176.58, quadratic=0.40425, start=30.0, end=10.0)
    assert (time, way) == (pytest.approx(91.61692498, abs=1e-6), pytest.approx(1692.76153, abs=1e-4))
    assert formulas.slide(grade=math.tan(math.radians(35.0)), friction=0.5) == pytest.approx(1.608844063, abs=1e-8)
    tank = {"power": 0.53 * 1118550.0, "mass": 57154.0, "resistance": 0.04, "drag": 0.5 * 1.225 * 8.0}
    assert 3.6 * formulas.hill_speed(**tank, grade=0.6, fastest=30.0, growth=1e9) == pytest.approx(6.9356, abs=1e-3)


def test_measures_know_their_bounds():
    assert about("a", 1.04, 1.0, within=0.05, unit="m", source="s").passes
    assert not about("a", 1.06, 1.0, within=0.05, unit="m", source="s").passes
    assert not at_most("a", math.nan, 1.0, unit="m", source="s").passes
    assert not exactly("a", 1e-300, 0.0, unit="m", source="s").passes
    assert bounds(at_least("a", 2.0, 1.0, unit="m", source="s")) == "at least 1"


def test_the_report_shows_what_failed_and_escapes_what_people_write():
    wrong = Outcome((at_most("<speed>", 3.0, 2.0, unit="m/s", source="a & b"),))
    page = write_report(
        [Finding("x", "<title>", "braking", MANOEUVRES["braking"], wrong),
         Finding("y", "t", "braking", MANOEUVRES["braking"], None, "it would not move")],
        heading="Test",
    )  # fmt: skip
    assert page.count("FAIL") == 5
    assert "&lt;speed&gt;" in page
    assert "a &amp; b" in page
    assert "it would not move" in page


def test_the_tables_count_values_and_name_the_least_margin_and_what_is_wrong():
    close = about("distance", 1.04, 1.0, within=0.05, unit="m", source="s")
    far = about("time", 2.0, 2.0, within=0.05, unit="s", source="s")
    wrong = at_most("speed", 3.0, 2.0, unit="m/s", source="s")
    findings = [
        Finding("x", "Car x", "braking", MANOEUVRES["braking"], Outcome((close, far))),
        Finding("y", "Car y", "braking", MANOEUVRES["braking"], Outcome((far, wrong))),
        Finding("y", "Car y", "grade", MANOEUVRES["grade"], None, "it would not move"),
    ]
    manoeuvres, vehicles = summary_tables(findings)
    assert [row[:6] for row in manoeuvres.rows] == [
        ["braking", "closed form", "2", "4", "3", "20 %"],
        ["grade", "closed form", "1", "0", "0", "-"],
    ]
    assert manoeuvres.rows[0][6].startswith("x: distance, 1.04 m, bounds ")
    assert [list(row) for row in vehicles.rows] == [["x", "Car x", "1", "2", "2"], ["y", "Car y", "2", "2", "1"]]
    assert manoeuvres.notes[0] == "3 of 4 simulated values are within their bounds."
    assert list(manoeuvres.notes[2:]) == ["y, braking: speed is 3 m/s, bounds at most 2", "y, grade: it would not move"]


@pytest.mark.parametrize(("load", "words"), [(0.2, ""), (3.456, ", beside other work (load 3.5 at the start)")])
def test_a_page_says_if_other_programs_ran(monkeypatch, load, words):
    monkeypatch.setattr("os.getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    assert page.describe_machine()["load"] == words


def test_the_command_writes_the_tables_of_a_page(tmp_path):
    file, report = tmp_path / "page.md", tmp_path / "report.html"
    words = ["validate", "single-track", "--manoeuvre", "coast-down", "--out", str(report), "--write", str(file)]
    file.write_text("no place\n")
    with pytest.raises(MotorpoolError, match=r"page\.md has no place for the tables"):
        CliRunner().invoke(app, words, standalone_mode=False, catch_exceptions=False)
    assert not report.exists()
    file.write_text(f"# Page\n\n{page.BEGIN}\nold\n{page.END}\n\nAfter.\n")
    assert CliRunner().invoke(app, words, standalone_mode=False).return_value == 0
    text = file.read_text()
    assert "old" not in text
    assert f"`motorpool validate single-track --manoeuvre coast-down --write {file}`" in text
    assert "| coast-down | closed form | 1 |" in text
    assert text.endswith(f"{page.END}\n\nAfter.\n")


def test_the_rig_lays_its_ground():
    rig = Rig("single-track", 2, surface=["ice", "mud"], grade=[0.1, 0.2])
    assert rig.fleet.ground.friction.tolist() == [soil("ice")["friction"], soil("mud")["friction"]]
    assert rig.fleet.ground.slope_x.tolist() == [0.1, 0.2]
    with pytest.raises(ModelError, match=r"no soil 'lava'; docs/ground\.md lists the"):
        Rig("single-track", surface="lava")


def test_what_is_not_there_is_refused():
    with pytest.raises(ModelError, match="no manoeuvre 'jump'; `motorpool validate --list` lists the 16 manoeuvres"):
        validation.validate(["single-track"], ["jump"])
    with pytest.raises(ModelError, match="none of braking suits bicycle/arc; name a shipped vehicle, or"):
        validation.validate(["bicycle/arc"], ["braking"])


def test_the_command_writes_a_page_and_says_by_its_exit_code_whether_all_passed(tmp_path, monkeypatch):
    file = tmp_path / "report.html"
    words = ["validate", "single-track", "--manoeuvre", "coast-down", "--out", str(file)]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert "<svg" in file.read_text()
    right = formulas.coast_down
    monkeypatch.setattr(formulas, "coast_down", lambda **values: (1.1 * right(**values)[0], right(**values)[1]))
    result = CliRunner().invoke(app, [*words, "--force"], standalone_mode=False)
    assert result.return_value == 1
    assert "time is" in result.output
