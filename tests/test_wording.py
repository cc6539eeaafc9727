"""Words of short descriptions, see ``wording``."""

import pytest

from motorpool.wording import singular


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
