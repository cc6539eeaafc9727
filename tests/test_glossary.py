"""The glossary page: what is in it, and what it refuses."""

import subprocess
import sys
from pathlib import Path

import count_structure
import glossary
import pytest

import motorpool as mp


def test_a_field_of_a_model_has_its_meaning_unit_and_place():
    fields = {entry.name: entry for entry in glossary.model_fields()}
    assert fields["wheelbase"][1:3] == ("front to rear axle", "m")
    assert "parameter of" in fields["wheelbase"].where
    assert "state of" in fields["yaw"].where


def test_of_a_numbered_series_the_first_is_listed():
    series = [entry.name for entry in glossary.model_fields() if entry.name.startswith("yaw_change_")]
    assert series == ["yaw_change_1"]


def test_a_column_of_the_vehicle_table_has_its_structure():
    columns = {entry.name: entry for entry in glossary.table_columns()}
    assert columns.keys() == set(mp.World(fleets=[mp.Fleet("bicycle", 1)]).vehicles.names)
    assert columns["yaw"] == ("yaw", "counter-clockwise from east", "rad", "`Pose`")


@pytest.mark.parametrize("name", ["wheelbas", "motorpool.nowhere", "motorpool.ground.terrain.soils.Custard"])
def test_a_term_for_something_that_is_not_there_is_found(name):
    assert list(glossary.unknown([name, "wheelbase", "motorpool.ground.terrain.soils.Soil"], {"wheelbase"})) == [name]


@pytest.mark.parametrize("tool", [glossary, count_structure])
def test_a_page_that_is_out_of_date_fails_the_check(tmp_path, tool):
    code = (
        f"import sys; sys.path.insert(0, {str(Path(tool.__file__).parent)!r}); import {tool.__name__} as tool; "
        f"from pathlib import Path; tool.PAGE = Path({str(tmp_path / 'page.md')!r}); sys.argv = ['', '--check']; "
        "sys.exit(tool.main())"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 1
