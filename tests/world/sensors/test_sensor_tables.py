"""The tables of docs/sensors.md are those of the kinds."""

import sensor_tables


def test_the_tables_of_the_page_are_those_of_the_code():
    assert sensor_tables.main(["--check"]) == 0


def test_every_kind_has_values_and_parameters_with_units():
    text = sensor_tables.tables()
    for kind in sensor_tables.kinds().values():
        section = text.split(f"### {kind.name}\n")[1].split("###")[0]
        assert all(f"| `{name}` |" in section for name in kind.parameters._fields)
        assert all(f"| `{value.name}` |" in section for value in kind.values)
