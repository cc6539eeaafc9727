"""Shipped scenarios: the outline that lists show is that of the whole file."""

import pytest

from motorpool.errors import ScenarioError
from motorpool.world.scenario import load, names
from motorpool.world.scenario.shipped import outline


@pytest.mark.parametrize("name", names())
def test_the_outline_of_a_shipped_scenario_is_that_of_the_scenario(name: str):
    scenario = load(name)
    assert outline(name) == (name, scenario.name, scenario.description, scenario.vehicle_count)


@pytest.mark.parametrize("place", ["village", "places/village"])
def test_a_folder_instead_of_a_scenario_is_refused_with_the_scenarios_in_it(place, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / place
    folder.mkdir(parents=True)
    with pytest.raises(ScenarioError, match=f"^{place} is a folder; name a scenario's file$"):
        load(place)
    (folder / "scenario.yaml").write_text("terrain: flat", encoding="utf-8")
    with pytest.raises(ScenarioError, match=f"{place} is a folder; .*, such as {place}/scenario.yaml$"):
        load(place)


def test_a_folder_with_the_name_of_a_shipped_scenario_does_not_hide_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slalom").mkdir()
    assert load("slalom").name == "slalom"
