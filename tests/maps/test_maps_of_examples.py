"""Maps of the examples: the interchange has three levels, and both are what their programs write."""

import itertools
from pathlib import Path

import interchange_map
import numpy as np
import pytest
import roundabout_map

from motorpool.ground.roads.graph import graph_of, loops_of
from motorpool.maps.opendrive.reader import read_opendrive
from motorpool.maps.osm import read_osm

MAPS = Path(__file__).parents[2] / "examples" / "maps"
CLEARANCE = 4.5  # height of the road below, at least [m]


def test_the_programs_write_the_files(tmp_path):
    interchange_map.main(tmp_path / "interchange.xodr")
    roundabout_map.main(tmp_path / "roundabout.osm")
    for name in ("interchange.xodr", "roundabout.osm"):
        assert (tmp_path / name).read_text() == (MAPS / name).read_text()


def dense(points):
    """Return the points (n, 3) of a line 2 m apart."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points[:, :2], axis=0).T))])
    at = np.arange(0.0, along[-1], 2.0)
    return np.column_stack([np.interp(at, along, points[:, axis]) for axis in range(3)])


def test_roads_of_the_interchange_that_cross_are_on_levels_apart():
    sections = read_opendrive(MAPS / "interchange.xodr").network.sections
    crossings, lines = 0, [dense(section.points) for section in sections]
    for (section, one), (following, other) in itertools.combinations(zip(sections, lines, strict=True), 2):
        if {section.start, section.end} & {following.start, following.end}:
            continue
        apart = np.hypot(*(one[:, None, :2] - other[None, :, :2]).T).T
        near = np.unravel_index(np.argmin(apart), apart.shape)
        if apart[near] < 2.0:
            crossings += 1
            assert abs(one[near[0], 2] - other[near[1], 2]) > CLEARANCE, (section.source_id, following.source_id)
    assert crossings >= 10
    heights = [section.points[:, 2].max() for section in sections]
    assert max(heights) > 2.0 * CLEARANCE


@pytest.mark.parametrize("name", ["interchange.xodr", "roundabout.osm"])
def test_every_road_of_the_maps_leads_to_every_other(name):
    file = MAPS / name
    graph = graph_of((read_opendrive if name.endswith("xodr") else read_osm)(file).network)
    loops = loops_of(graph)
    assert set(loops[graph.is_open != 0].tolist()) == {0}
    assert bool(graph.is_round.any()) == name.startswith("roundabout")
