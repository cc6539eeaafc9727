"""Stored road networks of the scenarios that ship, so that their first start need not search for them.

A search takes half a second of processor time, most of it to import SciPy. An entry belongs to exactly one terrain,
seed, number of roads and area; any other network is searched for. ``python tools/generated/road_networks.py`` writes
the file; a test compares it with fresh searches.
"""

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...ground.terrain.area import Area
from ...ground.terrain.heightfield import Terrain

FILE = Path(__file__).parent / "scenarios" / "road-networks.json"

Floats = NDArray[np.float64]


def stored_lines(terrain: Terrain, *, count: int, seed: int, area: Area | None) -> list[Floats] | None:
    """Return the middle lines of a stored network, (points, 2) each [m]; None if it is not stored."""
    lines = _stored().get(key_of(terrain, count=count, seed=seed, area=area))
    return None if lines is None else [np.array(line, np.float64) for line in lines]


def key_of(terrain: Terrain, *, count: int, seed: int, area: Area | None) -> str:
    """Return a hash of all that a network depends on."""
    numbers = [terrain.spacing, terrain.x_west, terrain.y_south, count, seed, *(area or ())]
    digest = sha256(json.dumps([terrain.heights.shape, *numbers]).encode())
    digest.update(terrain.heights.astype("<f4").tobytes())
    return digest.hexdigest()[:32]


@cache
def _stored() -> dict[str, Sequence[Sequence[Sequence[float]]]]:
    return {entry["key"]: entry["lines"] for entry in json.loads(FILE.read_text(encoding="utf-8")).values()}
