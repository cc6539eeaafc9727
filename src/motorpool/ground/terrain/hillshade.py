"""Hillshade of a terrain, for pictures: brightness in light from the north-west, 45 degrees high.

It is the cosine of the angle between the light and the ground's normal: cos Z cos S + sin Z sin S cos(A - B) with the
zenith angle Z and azimuth A of the light, slope S and aspect B, as in ArcGIS, GDAL and PostGIS (ST_HillShade of the
PostGIS manual).
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

LIGHT = (-0.5, 0.5, math.sqrt(0.5))  # direction to the light: east, north, up [1]


def hillshade(heights: NDArray[np.floating[Any]], *, spacing: float, exaggeration: float = 1.0) -> NDArray[np.float64]:
    """Return the brightness of the ground, 0 to 1.

    Args:
        heights: heights of the posts, (rows, columns), row 0 south, column 0 west [m].
        spacing: distance between neighbouring posts [m].
        exaggeration: factor of all heights.
    """
    north, east = (np.asarray(slope) for slope in np.gradient(np.asarray(heights, np.float64), spacing))
    return shade_of_slopes(east, north, exaggeration=exaggeration)


def shade_of_slopes(
    east: NDArray[np.float64], north: NDArray[np.float64], *, exaggeration: float = 1.0
) -> NDArray[np.float64]:
    """Return the brightness of the ground, 0 to 1; level ground has ``LIGHT[2]``.

    Args:
        east: slopes to the east, rise over run, of any shape.
        north: slopes to the north.
        exaggeration: factor of all slopes.
    """
    steep = np.stack([-exaggeration * east, -exaggeration * north, np.ones_like(east)])
    lit = np.tensordot(np.asarray(LIGHT), steep, axes=1) / np.sqrt((steep * steep).sum(axis=0))
    return np.clip(lit, 0.0, 1.0)
