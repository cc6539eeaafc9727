"""The tables of docs/sensors.md are those of the kinds."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import sensor_tables


def test_the_tables_of_the_page_are_those_of_the_code():
    assert sensor_tables.main(["--check"]) == 0


def test_every_kind_has_values_and_parameters_with_units():
    text = sensor_tables.tables()
    for kind, structure in sensor_tables.KINDS.items():
        section = text.split(f"### {kind}\n")[1].split("###")[0]
        assert all(f"| `{name}` |" in section for name in structure._fields)
        assert all(f"| `{value.name}` |" in section for value in sensor_tables.VALUES[kind])
