"""Shipped scenarios: the outline that lists show is that of the whole file."""

import pytest

from motorpool.scenario import load, names
from motorpool.scenario.shipped import outline


@pytest.mark.parametrize("name", names())
def test_the_outline_of_a_shipped_scenario_is_that_of_the_scenario(name: str):
    scenario = load(name)
    assert outline(name) == (name, scenario.name, scenario.description, scenario.vehicle_count)
