"""Formats of maps at their door: a format of another package makes a world, by the function and by the command."""

import sys
from pathlib import Path

import pytest

from motorpool.app.cli import run
from motorpool.base import extensions
from motorpool.errors import TerrainError
from motorpool.maps.importer import importers
from motorpool.maps.world_folder import load_map, read_map

STREETS = '''
import numpy as np
from motorpool.ground.roads.network import RoadNetwork, RoadSection
from motorpool.maps.importer import Importer
from motorpool.maps.place_map import PlaceMap

def read(file, drives_on_left):
    """Return the map of lines x1,y1,x2,y2: straight streets, one after the other, of which no heights are known."""
    ends = np.loadtxt(file, delimiter=",", ndmin=2).reshape(-1, 2, 2)
    sections = [
        RoadSection(points=np.column_stack([points, [np.nan, np.nan]]), start=row, end=row + 1)
        for row, points in enumerate(ends)
    ]
    return PlaceMap(network=RoadNetwork(sections=sections))

IMPORTER = Importer("streets", (".streets",), read)
'''


@pytest.fixture
def streets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An installed package with a format, and a file of it."""
    (tmp_path / "streets_format.py").write_text(STREETS)
    about = tmp_path / "streets-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: streets\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[motorpool.importers]\nstreets = streets_format:IMPORTER\n")
    monkeypatch.syspath_prepend(tmp_path)
    extensions.installed.cache_clear()
    file = tmp_path / "town.streets"
    file.write_text("0,0,400,0\n400,0,400,300\n")
    yield file
    extensions.installed.cache_clear()
    sys.modules.pop("streets_format", None)


def test_a_map_of_another_packages_format_is_read_and_driven_on(streets: Path):
    assert len(read_map(streets).network.sections) == 2
    world = load_map(streets).build()
    world.run(seconds=1.0)
    assert world.tick > 0


def test_the_command_makes_a_world_of_another_packages_format(streets: Path, tmp_path: Path):
    assert run(["terrain", "--map", str(streets), "--out", str(tmp_path / "town")]) == 0
    assert (tmp_path / "town" / "scenario.yaml").is_file()


def test_the_refusal_of_an_unknown_suffix_lists_the_formats_that_are_installed(streets: Path):
    with pytest.raises(TerrainError, match=r"one of \.osm, .*\.streets, \.xodr"):
        read_map(streets.with_suffix(".unknown"))


def test_no_two_formats_that_ship_share_a_suffix():
    suffixes = [suffix for importer in importers() for suffix in importer.suffixes]
    assert len(suffixes) == len(set(suffixes))
    assert all(suffix == suffix.lower() and suffix.startswith(".") for suffix in suffixes)
