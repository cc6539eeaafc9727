import shutil
import subprocess
import sys
from pathlib import Path

import column_names
import pytest
import setting_names
import shipped_names
import typed_names
from pace import patience


def test_the_list_of_what_ships_is_what_its_modules_declare():
    assert shipped_names.TARGET.read_text() == shipped_names.text(), "run make generate"


def test_two_models_of_one_name_are_refused(tmp_path, monkeypatch):
    package = tmp_path / "motorpool"
    (package / "models").mkdir(parents=True)
    shutil.copytree(shipped_names.PACKAGE / "base", package / "base")
    for file in ("hover.py", "glider.py"):
        (package / "models" / file).write_text('NAME = "hover"\n')
    monkeypatch.setattr(shipped_names, "PACKAGE", package)
    with pytest.raises(ValueError, match=r"motorpool\.models\.hover and motorpool\.models\.glider both declare"):
        shipped_names.text()


def test_the_stub_for_editors_is_what_the_models_say():
    assert typed_names.TARGET.read_text() == typed_names.text(), "a model has changed; run make generate"


def test_the_stub_of_columns_is_what_the_components_declare():
    assert column_names.TARGET.read_text() == column_names.text(), "run make generate"


def test_the_stub_of_keywords_of_a_world_is_what_the_components_declare():
    assert setting_names.TARGET.read_text() == setting_names.text(), "run make generate"


def test_a_type_checker_knows_every_field_of_a_vehicle_and_a_fleet(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import motorpool as mp\n"
        "car = mp.Vehicle('bicycle', wheelbase=2.7, speed_reference='front')\n"
        "reveal_type(car.steer_angle)\n"
        "fleet = mp.Fleet('tracked', 10)\n"
        "reveal_type(fleet.control.left_track_speed)\n"
        "fleet.control.left_track_speed = 5.0\n"
        "fleet.control.right_track_speed = [float(speed) for speed in range(10)]\n"
        "car.speed_reference = 'rear'\n"
        "world = mp.World(fleets=['M1A1', ('bicycle', 5), fleet])\n"
        "world.vehicles.speed = 4.0\n"
        "reveal_type(world.vehicles.speed)\n"
        "reveal_type(car.speed_reference)\n"
        "fleet.control.left_track_speed = fleet\n"
        "mp.World(fleets=['M1A1'], recovery='fre')\n"
    )
    checked = subprocess.run(
        [sys.executable, "-m", "pyright", str(program)], capture_output=True, text=True, timeout=patience(150.0)
    )
    assert 'Type of "car.steer_angle" is "float"' in checked.stdout
    assert 'Type of "fleet.control.left_track_speed" is "ndarray' in checked.stdout
    assert 'Type of "world.vehicles.speed" is "ndarray' in checked.stdout
    assert 'Type of "car.speed_reference" is "float"' in checked.stdout
    errors = [line for line in checked.stdout.splitlines() if " error: " in line]
    assert len(errors) == 2, checked.stdout
    assert "program.py:13:34 - error: Cannot assign to attribute" in errors[0]
    assert "program.py:14:36 - error: Argument of type" in errors[1]


def test_a_type_checker_finds_a_misspelt_field_and_nothing_in_the_readmes_six_lines(tmp_path):
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    six_lines = readme.partition("## Simulate one car\n\n```python\n")[2].partition("```")[0]
    assert "car.speed = 0.2, 10.0" in six_lines
    (tmp_path / "right.py").write_text(
        f"{six_lines}own = mp.Vehicle('./mine.toml')\nown.draught = 3.0\nprint(own.draught)\n"
        "hovercraft = mp.Fleet('./hover.py', 3)\nhovercraft.control.fan = 1.0\nprint(hovercraft.state.x)\n"
    )
    (tmp_path / "wrong.py").write_text(
        f"{six_lines}car.sped = 3.0\nprint(car.sped)\nfleet = mp.Fleet('M1A1', 2)\nfleet.control.throtle = 1.0\n"
    )
    checked = subprocess.run(
        [sys.executable, "-m", "pyright", str(tmp_path)], capture_output=True, text=True, timeout=patience(150.0)
    )
    errors = [line.strip() for line in checked.stdout.splitlines() if " error: " in line]
    count = six_lines.count("\n")
    assert [error.partition("wrong.py:")[2] for error in errors] == [
        f'{count + 1}:5 - error: Cannot assign to attribute "sped" for class "BicycleArcVehicle"',
        f'{count + 2}:11 - error: Cannot access attribute "sped" for class "BicycleArcVehicle"',
        f'{count + 4}:15 - error: Cannot assign to attribute "throtle" for class "SkidSteerControl"',
    ]
