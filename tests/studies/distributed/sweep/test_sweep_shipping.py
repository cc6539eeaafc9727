"""Files that go along to other machines: those that a run may read, at the same places beside each other."""

from pathlib import Path

import pytest

from motorpool.studies.distributed.sweep.runs import Run
from motorpool.studies.distributed.sweep.shipping import parcel_of
from motorpool.world.scenario.loader import scenario_of

TEXT = """
terrain: {source: ground/hill.tif}
objects: {file: trees.csv}
surface: {file: ../soils/soil.asc, kind: mud}
vehicles:
  - {name: tank, model: bicycle/arc, start: {file: starts/row.csv}, body: {length: 4, width: 2, height: 2}}
"""
FILES = ("ground/hill.tif", "ground/other.tif", "trees.csv", "../soils/soil.asc", "starts/row.csv", "cars/mine.toml",
         "cars/parent.toml", "cars/picture.png", "secret.txt")  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "disk" / "scenarios"
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return folder


def brought(home: Path, **values: object) -> set[str]:
    """Return the files that a run with these values gets, by their names from the scenario's folder."""
    scenario = scenario_of(TEXT, name="x", folder=home, where="x.yaml")
    run = Run("key", {path.replace("__", "."): value for path, value in values.items()})
    with parcel_of(scenario, [run]) as parcel:
        if parcel is None:
            return set()
        there = parcel.folder / parcel.scenario
        found = {name for name in FILES if (there / name).is_file()}
        assert all((there / name).read_text() == name for name in found)
        assert len(found) == sum(path.is_file() for path in parcel.folder.rglob("*"))
    assert not parcel.folder.exists()
    return found


def test_a_run_on_the_same_ground_needs_no_file_of_it(home: Path):
    assert brought(home, vehicles__tank__wheelbase=3.0, weather="rain") == {"starts/row.csv"}


def test_other_seeds_scatter_objects_beside_those_of_the_file(home: Path):
    assert brought(home, seed=3) == {"starts/row.csv", "trees.csv", "../soils/soil.asc"}


def test_terrain_that_varies_goes_along(home: Path):
    found = brought(home, terrain__source="ground/other.tif")
    assert found == {"starts/row.csv", "trees.csv", "../soils/soil.asc", "ground/hill.tif", "ground/other.tif"}


def test_a_vehicle_goes_along_with_those_that_it_may_be_a_variant_of(home: Path):
    assert brought(home, vehicles__0__model="cars/mine.toml") == {
        "starts/row.csv",
        "cars/mine.toml",
        "cars/parent.toml",
    }


def test_a_scenario_without_files_brings_none(home: Path):
    scenario = scenario_of("vehicles: [{model: bicycle/arc}]", name="x", folder=home, where="x.yaml")
    with parcel_of(scenario, [Run("key", {"seed": 1})]) as parcel:
        assert parcel is None
