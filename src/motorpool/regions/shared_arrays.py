"""Arrays of an object store, which are marked read-only, as the compiled loops know them.

Numba compiles other code for an array that is marked so, which takes tens of seconds and makes nothing better. No loop
writes to a raster, so an unmarked view of the same memory is safe; it keeps the marked one alive.
"""

import ctypes
from dataclasses import replace
from typing import Any

import numpy as np

from ..terrain.heightfield import Terrain
from ..terrain.surface import Surface


def unmarked(array: Any) -> Any:
    """Return a view of an array that is not marked read-only; of memory that nobody may write to all the same."""
    if array.flags.writeable or not array.size:
        return array
    memory: Any = (ctypes.c_char * array.nbytes).from_address(array.ctypes.data)
    memory.owner = array
    return np.frombuffer(memory, array.dtype).reshape(array.shape)


def unmarked_terrain(terrain: Terrain) -> Terrain:
    """Return a terrain whose heights are not marked read-only."""
    return replace(terrain, heights=unmarked(terrain.heights))


def unmarked_surface(surface: Surface | None) -> Surface | None:
    """Return a surface whose raster is not marked read-only."""
    return None if surface is None else replace(surface, classes=unmarked(surface.classes))
