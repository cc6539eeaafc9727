"""Degenerate ways: spurs, loops, doubled nodes, ways of no length or that cross themselves leave the rest of a map."""

import random
from dataclasses import replace

import numpy as np
import pytest
from osm_files import Map, Way, project

import motorpool as mp
from motorpool.maps import world_folder
from motorpool.maps.heights import ground_of
from motorpool.maps.osm import read_osm
from motorpool.maps.world_folder import make_world, write_world

SIZES = (0.0, 0.02, 0.3, 1.0, 1.9, 5.0, 30.0)  # of steps between nodes, from none to those of usual roads [m]
ROADS = (
    {"highway": "tertiary"}, {"highway": "service", "oneway": "-1"}, {"highway": "motorway", "oneway": "yes"},
    {"highway": "track", "layer": "1", "bridge": "yes"}, {"highway": "primary", "tunnel": "yes", "layer": "-1"},
    {"highway": "residential", "junction": "roundabout"}, {"highway": "track", "width": "40"}, {"building": "yes"},
    {"natural": "water"}, {"waterway": "stream"}, {"barrier": "wall"}, {"natural": "tree_row"}, {"landuse": "forest"},
)  # fmt: skip
STREET = Way(99, [500, 501], {"highway": "tertiary"})
ENDS = {500: (-150.0, 40.0), 501: (150.0, 40.0)}


def degenerate(seed: int) -> Map:
    """Return a street of 300 m beside ways whose nodes lie close together, in places of others, or in one place."""
    chance = random.Random(seed)
    nodes: dict[int, tuple[float, float]] = dict(ENDS) if chance.random() < 0.5 else {0: (0.0, 0.0)}
    for number in range(1, chance.randint(2, 12)):
        (x, y), size = chance.choice([*nodes.values()]), chance.choice(SIZES)
        nodes[number] = x + chance.choice((-1, 0, 1)) * size, y + chance.choice((-1, 0, 1)) * size
    ways: list[Way] = [STREET]
    for number in range(chance.randint(1, 7)):
        line = chance.choices([*nodes, 700], k=chance.randint(1, 8))  # the last one is missing
        again = chance.choice(([], line[:1], line[::-1], line))
        ways.append(Way(number, [*line, *again], chance.choice(ROADS[:7] if chance.random() < 0.8 else ROADS)))
    return Map(nodes | ENDS, ways)


def in_hills(place, heights, *, spacing=None, area=None):
    """Return the ground of a map as ``ground_of`` does, in hills of some metres."""
    flat = ground_of(place, heights, spacing=spacing, area=area)
    x, y = (flat.spacing * np.arange(count) for count in (flat.columns, flat.rows))
    return replace(flat, heights=(6.0 * np.sin(x / 40.0) * np.cos(y / 50.0)[:, None]).astype(np.float32))


@pytest.mark.slow
@pytest.mark.parametrize("ground", [ground_of, in_hills], ids=["flat", "hills"])
def test_degenerate_ways_leave_the_rest_of_a_map(ground, tmp_path, monkeypatch):
    monkeypatch.setattr(world_folder, "ground_of", ground)
    for seed in range(20):
        made = make_world(read_osm(degenerate(seed).write(tmp_path / "map.osm"), project))
        street = [each for each in made.network.sections if each.source_id == "way/99"]
        assert sum(each.length for each in street) == pytest.approx(300.0, abs=1.0), seed
        assert np.isfinite(made.terrain.heights).all()
        write_world(made, tmp_path / "world", picture=seed == 0)


@pytest.mark.parametrize("reach", [0.01, 0.5, 1.0, 1.99, 3.0])
def test_a_spur_that_leads_back_leaves_a_world_to_drive_in(reach, tmp_path, monkeypatch):
    monkeypatch.setattr(world_folder, "ground_of", in_hills)
    spur = Way(2, [501, 1, 501], {"highway": "service"})
    path = Map({**ENDS, 1: (150.0 + 0.7 * reach, 40.0 + 0.7 * reach)}, [STREET, spur]).write(tmp_path / "spur.osm")
    world = mp.load_map(path).build()
    world.run(seconds=0.2)
    assert np.isfinite(world.vehicles.x).all()
