"""The page of OpenDRIVE has every element that is read."""

from pathlib import Path

from motorpool.maps.opendrive.elements import READ

PAGE = Path(__file__).parents[2] / "docs" / "opendrive.md"


def test_the_table_has_the_elements_that_are_read():
    lines = PAGE.read_text().splitlines()
    assert [line for line in lines if line.startswith("| `")] == [f"| `{name}` | {use} |" for name, use in READ.items()]
