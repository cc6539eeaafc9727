"""Road networks of shipped scenarios are stored, and equal those that a fresh search finds."""

import subprocess
import sys

import numpy as np
import pytest

from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import JACKSBORO, load_terrain
from motorpool.ground.terrain.roads import make_roads
from motorpool.world.scenario import load, shipped
from motorpool.world.scenario.ground import Network, network_of
from motorpool.world.scenario.stored_roads import FILE, stored_lines

LANDSCAPE = """
import sys
from motorpool.world.scenario import load
from motorpool.world.scenario.landscape import Landscapes
found = load("training-area")
assert len(Landscapes().of(found.content, found.folder, found.where).roads) > 8
assert "scipy" not in sys.modules
"""


def networks() -> list[tuple[Terrain, Network]]:
    """Return the terrain and the inputs of each network that ships."""
    found: list[tuple[Terrain, Network]] = []
    for scenario in (load(name).content for name in shipped.names()):
        if scenario.terrain.source == JACKSBORO and scenario.roads.count:
            terrain = load_terrain(JACKSBORO, spacing=scenario.terrain.spacing, crop=scenario.terrain.crop)
            found.append((terrain, network_of(scenario, terrain)))
    return found


@pytest.mark.slow
def test_stored_networks_are_those_of_a_fresh_search():
    """Another processor may round otherwise; where the file was written they are equal to the last bit."""
    for terrain, network in networks():
        stored = stored_lines(terrain, **network._asdict())
        assert stored is not None, f"{network} is not in {FILE.name}; run python tools/generated/road_networks.py"
        made = make_roads(terrain, **network._asdict())
        assert len(stored) == len(made)
        for line, road in zip(stored, made, strict=True):
            np.testing.assert_allclose(line, road.points, rtol=0.0, atol=1e-6)


def test_a_network_with_another_seed_number_or_terrain_is_not_stored():
    terrain, network = networks()[0]
    assert stored_lines(terrain, **network._asdict()) is not None
    assert stored_lines(terrain, **network._replace(seed=network.seed + 1)._asdict()) is None
    assert stored_lines(terrain, **network._replace(count=network.count - 1)._asdict()) is None
    raised = Terrain(terrain.heights + 1.0, terrain.spacing, terrain.x_west, terrain.y_south)
    assert stored_lines(raised, **network._asdict()) is None


def test_the_landscape_of_the_default_world_is_made_without_scipy():
    subprocess.run([sys.executable, "-c", LANDSCAPE], check=True)
