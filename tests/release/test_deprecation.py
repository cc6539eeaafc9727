"""A deprecated name works, and Python shows the warning in the script of its user."""

import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import motorpool as mp
from motorpool import deprecation
from motorpool.cli import run
from motorpool.deprecation import COLUMNS, COMMANDS, DEPRECATED, KEYS, NAMES, PARTS, WORDS, Deprecated
from motorpool.errors import InterfaceDeprecationWarning

SCENARIO = "terrain: {source: flat, size: 200}\nvehicles:\n  - {model: bicycle, number: 3}\n"


def number_of(version):
    return tuple(map(int, version.split(".")))


@pytest.fixture
def deprecated(monkeypatch):
    """Return a function that deprecates a name for the duration of a test."""

    def add(part, name, replacement):
        entry = Deprecated(part, name, replacement, since="1.1.0", gone_in="2.0.0")
        monkeypatch.setattr(deprecation, "DEPRECATED", (*deprecation.DEPRECATED, entry))

    return add


def warned(old, now):
    return pytest.warns(InterfaceDeprecationWarning, match=rf"^{old} is deprecated since Motorpool 1\.1\.0; use {now} ")


@pytest.mark.parametrize("entry", DEPRECATED, ids=lambda entry: entry.name)
def test_an_entry_states_what_has_happened_and_what_will(entry):
    assert entry.part in PARTS
    assert number_of(entry.since) <= number_of(mp.__version__) < number_of(entry.gone_in)
    assert number_of(entry.gone_in)[1:] == (0, 0), "only a version with a new first number removes names"


def test_an_old_name_of_the_package_is_the_new_one(deprecated):
    deprecated(NAMES, "Scene", "World")
    with warned("Scene", "World"):
        assert mp.Scene is mp.World


def test_an_old_member_reads_writes_and_calls_the_new_one(deprecated):
    class Lorry:
        load = 1.0

        def drive(self, dt, *, steps=1):
            return self.load * dt * steps

    deprecated(NAMES, "Lorry.cargo", "load")
    deprecated(NAMES, "Lorry.move", "drive")
    deprecated(NAMES, "Lorry.drive(count)", "steps")
    lorry = deprecation.with_old_members("Lorry", Lorry)()
    with warned(r"Lorry\.cargo", "load"):
        lorry.cargo = 5.0
    with warned(r"Lorry\.cargo", "load"):
        assert lorry.cargo == lorry.load == 5.0
    with warned(r"Lorry\.move", "drive"):
        assert lorry.move(2.0) == 10.0
    with warned(r"Lorry\.drive\(count\)", "steps"):
        assert lorry.drive(2.0, count=3) == 30.0
    with warnings.catch_warnings(action="error"):
        assert lorry.drive(2.0, steps=3) == 30.0


def test_an_old_parameter_of_a_function_and_of_a_class_is_the_new_one(deprecated):
    class Cart:
        def __init__(self, *, wheels=4):
            self.wheels = wheels

    def weight(of, *, gravity=9.81):
        return of * gravity

    deprecated(NAMES, "Cart(axles)", "wheels")
    deprecated(NAMES, "weight(g)", "gravity")
    with warned(r"Cart\(axles\)", "wheels"):
        assert deprecation.with_old_members("Cart", Cart)(axles=6).wheels == 6
    with warned(r"weight\(g\)", "gravity"):
        assert deprecation.with_old_members("weight", weight)(2.0, g=10.0) == 20.0


def test_an_old_column_is_the_new_one(deprecated):
    world = mp.World(fleets=[("bicycle", 2)])
    deprecated(COLUMNS, "velocity_x", "speed")
    with warned("velocity_x", "speed"):
        assert world.vehicles.velocity_x is world.vehicles.speed
    with warned("velocity_x", "speed"):
        world.vehicles.velocity_x = [3.0, 4.0]
    assert world.vehicles.speed.tolist() == [3.0, 4.0]


def test_an_old_key_of_a_scenario_is_the_new_one_and_is_not_recorded(deprecated, tmp_path):
    file = tmp_path / "old.yaml"
    file.write_text(SCENARIO)
    with pytest.raises(mp.MotorpoolError, match="there is no key vehicles"):
        mp.load(file)
    deprecated(KEYS, "FleetPart.number", "count")
    with warned(r"FleetPart\.number", "count"):
        scenario = mp.load(file)
    assert scenario.vehicle_count == 3
    assert "number" not in scenario.text
    assert "count: 3" in scenario.text


def test_an_old_option_of_a_command_is_the_new_one_and_the_warning_is_a_sentence(deprecated, capsys):
    deprecated(COMMANDS, "models --code", "--trust")
    assert run(["models", "bicycle", "--code"]) == 0
    assert capsys.readouterr().err == (
        "motorpool: models --code is deprecated since Motorpool 1.1.0; use --trust in its place, because version 2.0.0 "
        "will not have it\n"
    )
    assert run(["models", "bicycle", "--other"]) == 2


def test_an_old_word_of_a_value_is_the_new_one(deprecated):
    deprecated(WORDS, "ahead", "front")
    with warned("ahead", "front"):
        car = mp.Vehicle("bicycle", speed_reference="ahead")
    assert car.speed_reference == mp.Vehicle("bicycle", speed_reference="front").speed_reference


def test_python_shows_the_warning_with_the_line_of_the_script(tmp_path):
    script = tmp_path / "drive.py"
    script.write_text(
        "import motorpool as mp\n"
        "mp.Vehicle('park1992/tracked', gravity_sign='corrected')\n"
        "mp.Vehicle('park1992/tracked', gravity_sign='mended')\n"
        "mp.Fleet('park1992/tracked', 2, gravity_sign='as-published')\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    shown = [line for line in done.stderr.splitlines() if "Warning" in line]
    words = f"{script}:3: InterfaceDeprecationWarning: mended is deprecated since Motorpool 1.0.0; use corrected "
    assert shown
    assert all(line.startswith(words) for line in shown)


def test_a_library_of_another_author_is_silent(tmp_path):
    (tmp_path / "library.py").write_text(
        "import motorpool as mp\nmp.Vehicle('park1992/tracked', gravity_sign='mended')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", "import library"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


def test_the_guide_states_how_a_name_is_deprecated():
    page = (Path(__file__).parents[2] / "docs" / "stability.md").read_text(encoding="utf-8")
    assert all(f"`{entry.name}`" in page for entry in DEPRECATED)
