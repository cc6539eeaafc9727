"""Table of tags: its values are ones that a world knows, and the page is written from it."""

from pathlib import Path

import map_tags
import pytest

from motorpool.ground.terrain.surface import CLASSES
from motorpool.maps.osm import tags
from motorpool.maps.osm.roads import WIDTHS

ROOT = Path(__file__).parents[2]


def test_all_surface_classes_are_known():
    tables = tags.SURFACES, tags.TRACKTYPES, tags.SMOOTHNESS
    kinds = {kind for table in tables for kind in table.values()}
    kinds |= {road.kind for road in tags.HIGHWAYS.values()}
    kinds |= {ground.kind for ground in (*tags.GROUND.values(), *tags.WETLANDS.values(), tags.INTERMITTENT)}
    assert kinds <= {None, *CLASSES}


def test_all_keys_of_tables_are_kept_by_the_reader():
    words = [*tags.GROUND, *tags.THINGS]
    assert {word.partition("=")[0] for word in words} <= tags.KEYS
    assert set(tags.ACCESS_KEYS) <= tags.KEYS


@pytest.mark.parametrize("category", tags.HIGHWAYS)
def test_the_width_of_a_road_holds_its_lanes(category):
    road = tags.HIGHWAYS[category]
    assert road.lanes * road.lane_width <= road.width <= WIDTHS[1]


def test_the_page_is_written_from_the_tables(monkeypatch, capsys):
    assert map_tags.main(["--check"]) == 0
    monkeypatch.setitem(tags.WATERWAYS, "brook", 3.0)
    assert map_tags.main(["--check"]) == 1
    assert "run make generate" in capsys.readouterr().err
