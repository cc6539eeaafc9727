"""Models are whole: few lines of their own, fields at most two levels deep, and parts that several models use."""

import subprocess
import sys

import count_structure
import pytest

MOST_CODE = 500  # lines of a model's own
DEEPEST = 2  # params.body.mass


@pytest.fixture(scope="module")
def needed():
    """What each model needs, by its name."""
    return {needed.name: needed for needed in count_structure.needed_by_models()}


@pytest.fixture(scope="module")
def users():
    """The models that need each shared part, by its module."""
    return count_structure.users_of_parts()


def test_a_model_needs_at_most_500_lines_of_code_beyond_shared_parts(needed):
    assert {name: model.own for name, model in needed.items() if model.own > MOST_CODE} == {}


def test_a_field_of_a_model_is_at_most_two_levels_deep(needed):
    assert {name: model.depth for name, model in needed.items() if model.depth > DEEPEST} == {}


def test_a_part_serves_two_models_or_more(users):
    assert [part for part, models in users.items() if len(models) < 2] == []


def test_the_counts_are_of_every_model_and_part(needed, users):
    assert {"skid-steer", "tractor-trailer", "friction-circle/tracked", "arc"} <= needed.keys()
    assert {path.stem for path in (count_structure.SOURCE / "models" / "parts").glob("[!_]*.py")} == {
        part.rpartition(".")[2] for part in users
    }


def test_a_file_that_a_model_shares_with_one_other_outside_the_parts_still_counts_for_both(needed):
    tracked, wheeled = needed["friction-circle/tracked"], needed["friction-circle/wheeled"]
    shared = count_structure.SOURCE / "models" / "dynamic" / "friction_circle" / "vehicle.py"
    module = "motorpool.models.dynamic.friction_circle.vehicle"
    assert min(tracked.own, wheeled.own) > count_structure._lines_of_code(module) > 0
    assert min(tracked.own_text, wheeled.own_text) > len(shared.read_text().splitlines())


def test_blank_lines_comments_and_docstrings_are_no_code(tmp_path, monkeypatch):
    (tmp_path / "module.py").write_text('"""Wheels."""\n\nX = 1  # a number\n\n\n# why\ndef roll():\n    """Roll."""\n')
    monkeypatch.setattr(count_structure, "SOURCE", tmp_path / "package")
    assert count_structure._lines_of_code("module") == 2


def test_a_name_of_a_field_has_one_unit_in_all_models():
    """But for ``acceleration``: in m/s^2 for a car, and a share of the greatest one for keys and sticks."""
    assert {name for name, units in count_structure.units_of_fields().items() if len(units) > 1} == {"acceleration"}


def test_a_room_beyond_its_budget_is_named() -> None:
    rooms, loads = dict(count_structure.BUDGETS), dict(count_structure.LOADS)
    assert count_structure.beyond_budget(rooms, loads) == []
    rooms["maps"] += 1
    loads["Vehicle"] += 1
    assert [sentence.partition(" has ")[0] for sentence in count_structure.beyond_budget(rooms, loads)] == [
        "the room maps",
        "what motorpool.Vehicle loads",
    ]


def test_each_folder_of_the_package_is_a_room_with_a_budget() -> None:
    folders = {path.parent.name for path in count_structure.SOURCE.glob("*/__init__.py")}
    assert folders == {*count_structure.CORE, *count_structure.BUDGETS} - {"core", "commands"}
    assert len(folders) <= 12


def test_a_step_without_guns_and_roads_loads_none_of_their_modules() -> None:
    program = (
        "import sys, motorpool as mp\nmp.World(fleets=[('bicycle', 3)]).step()\n"
        "absent = 'gunnery.stages gunnery.ballistics roads.network terrain.roads objects.scatter objects.shape_files'\n"
        "print(*(name for name in sys.modules if name.endswith(tuple(f'.{each}' for each in absent.split()))))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
