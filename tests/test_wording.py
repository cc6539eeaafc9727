"""Words of short descriptions, see ``wording``."""

import pytest

from motorpool.base.wording import member_name, singular


@pytest.mark.parametrize(
    ("name", "one"),
    [
        ("supply trucks", "supply truck"),
        ("lorries", "lorry"),
        ("buses", "bus"),
        ("blue fighting vehicles", "blue fighting vehicle"),
        ("column of trucks", "column of trucks"),
        ("patrol", "patrol"),
        ("gas", "gas"),
        ("M1A1 Abrams", "M1A1 Abrams"),
        ("LAVs", "LAVs"),
        ("T-72A", "T-72A"),
        ("", ""),
    ],
)
def test_one_of_a_group_is_named_in_the_singular_where_the_name_is_a_plain_plural(name, one):
    assert singular(name) == one


@pytest.mark.parametrize(
    ("fleet", "count", "name"),
    [
        ("Red tanks", 80, "Red tank 60"),
        ("Mercedes", 80, "Mercedes 60"),
        ("lorries", 1, "lorry 60"),
        ("car 1", 1, "car 1"),
        ("car 1", 2, "car 1 60"),
    ],
)
def test_a_vehicle_has_the_singular_name_of_its_fleet_and_a_number(fleet, count, name):
    assert member_name(fleet, "Mercedes", number=60, count=count) == name
