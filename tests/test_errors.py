"""Names that are refused: the one that was meant is told, and long lists are not read as a sentence."""

import pytest

from motorpool.app.cli import in_columns
from motorpool.errors import Refusal, closest_names, unknown_key, unknown_name

FIELDS = (
    "x",
    "y",
    "yaw",
    "speed",
    "steer_angle",
    "wheelbase",
    "max_steer_angle",
    "speed_reference",
    "front_axle_offset",
)


@pytest.mark.parametrize(
    ("came", "meant"),
    [
        ("wheel_base", ["wheelbase"]),
        ("WheelBase", ["wheelbase"]),
        ("weelbase", ["wheelbase"]),
        ("steering", ["steer_angle"]),
        ("steer-angle", ["steer_angle"]),
        ("theta", ["yaw"]),
        ("velocity", ["speed"]),
        ("L", ["wheelbase"]),
        ("lf", ["front_axle_offset"]),
        ("colour", []),
    ],
)
def test_the_name_that_was_meant_is_found_by_spelling_and_by_the_words_of_the_literature(came, meant):
    assert closest_names(came, FIELDS) == meant


def test_names_that_are_as_like_are_all_offered():
    assert set(closest_names("M1A9", ["M1A1", "M1A2", "car"])) == {"M1A1", "M1A2"}


def test_few_names_stand_in_the_sentence_and_many_are_kept_for_columns():
    few = unknown_name("", "rule", "luck", ["none", "orca"])
    assert few == "there is no rule 'luck'; the rules are none, orca"
    assert few.known == ()
    names = [f"name{number}" for number in range(42)]
    many = unknown_name("a table", "column", "colour", names, listed="dir(table)")
    assert many == "a table has no column 'colour'; dir(table) lists its 42 columns"
    assert (many.known, many.kind) == (tuple(names), "column")
    assert len(unknown_name("a table", "column", "colour", names)) < 140


def test_a_key_of_a_file_is_refused_with_the_place_where_its_keys_are_listed():
    assert unknown_key("a.b", "hight", ["height"], listed="it") == "there is no key a.b; did you mean height?"
    refusal = unknown_key("a.b", "b", [f"key{number}" for number in range(9)], listed="the manual")
    assert refusal == "there is no key a.b; the manual lists the 9 keys here"
    assert isinstance(refusal, Refusal)
    assert len(refusal.known) == 9


@pytest.mark.parametrize("width", [20, 80, 200])
def test_columns_are_read_downwards_and_fit_the_terminal(width):
    names = [f"name-{number}" for number in range(42)]
    rows = in_columns(names, width=width).splitlines()
    assert max(map(len, rows)) <= width
    cells = [row.split() for row in rows]
    columns = [[row[column] for row in cells if column < len(row)] for column in range(len(cells[0]))]
    assert [name for column in columns for name in column] == names
    assert len(columns) >= 2


def test_one_long_name_makes_one_column():
    assert in_columns(["a" * 30, "b"], width=10) == f"  {'a' * 30}\n  b"
