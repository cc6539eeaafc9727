"""Maps against vehicles that drive for a minute on the ground of cells drawn at random."""

import math

import numpy as np
import pytest

from motorpool.errors import ModelError, WorldError
from motorpool.mobility import conditions_of, mobility_map
from motorpool.mobility.driven import drive_cells
from motorpool.mobility.trials import model_of
from motorpool.terrain.heightfield import Terrain
from motorpool.terrain.heightfield_files import load_terrain
from motorpool.terrain.soil_map import map_of_terrain
from motorpool.terrain.surface import Surface
from motorpool.vehicles.motor_pool import names

WITHIN, SHARE = 0.1, 0.95


def is_mapped(vehicle):
    """Return whether maps support a vehicle."""
    try:
        model_of(vehicle)
    except ModelError:
        return False
    return True


def hills():
    """Return slopes up to 0.5 in all directions."""
    x = np.arange(60) * 20.0
    heights = 40.0 * (np.sin(x / 110.0)[None, :] + np.sin(x / 90.0)[:, None])
    return Terrain.from_heights(heights, 20.0)


def driven_on(terrain, surface, vehicle, *, season="dry", count=600):
    known = conditions_of(surface, vehicle, season=season)
    found = mobility_map(terrain, surface, vehicle, season=season, conditions=known, ride_limit=math.inf)
    return drive_cells(found, terrain, surface, vehicle, count=count)


@pytest.mark.parametrize("vehicle", ["M998", "M1A1"])
def test_a_minute_of_driving_ends_within_a_tenth_of_the_map(vehicle):
    terrain = hills()
    found = driven_on(terrain, Surface.uniform("dry-earth", terrain), vehicle, count=400)
    rolling, standing = found.share_within(WITHIN)
    assert rolling >= SHARE
    assert standing >= 0.9  # a minute is short to come to speed on the level


@pytest.mark.soak
@pytest.mark.parametrize("season", ["dry", "wet"])
@pytest.mark.parametrize("vehicle", [name for name in names() if is_mapped(name)])
def test_a_minute_of_driving_ends_within_a_tenth_of_the_map_of_jacksboro(vehicle, season):
    terrain = load_terrain("jacksboro", spacing=60.0)
    found = driven_on(terrain, map_of_terrain(terrain), vehicle, season=season)
    assert found.share_within(WITHIN)[0] >= SHARE


def test_a_map_without_a_way_is_refused():
    terrain = Terrain.flat(size=100.0, spacing=20.0)
    surface = Surface.uniform("dry-earth", terrain)
    known = conditions_of(surface, "M1A1")
    found = mobility_map(
        terrain, surface, "M1A1", conditions=known, cone_index=np.zeros((terrain.rows, terrain.columns))
    )
    with pytest.raises(WorldError, match="no cell that is go"):
        drive_cells(found, terrain, surface, "M1A1")
