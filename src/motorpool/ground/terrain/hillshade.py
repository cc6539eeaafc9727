"""Hillshade of a terrain, for pictures.

255 (cos Z cos S + sin Z sin S cos(A - B)) with the zenith angle Z and azimuth A of the light, slope S and aspect B, as
in ArcGIS, GDAL and PostGIS (ST_HillShade of the PostGIS manual); light from the north-west, 45 degrees high.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

LIGHT_AZIMUTH, LIGHT_ALTITUDE = math.radians(315.0), math.radians(45.0)  # clockwise from north; above the horizon [rad]


def hillshade(heights: NDArray[np.floating[Any]], *, spacing: float) -> NDArray[np.float64]:
    """Return the brightness of the ground in light from the north-west, 0 to 1.

    Args:
        heights: heights of the posts, (rows, columns), row 0 south, column 0 west [m].
    """
    slope_north, slope_east = np.gradient(np.asarray(heights, np.float64), spacing)
    slope = np.arctan(np.hypot(slope_east, slope_north))
    aspect = np.arctan2(-slope_east, -slope_north)  # direction of steepest descent, clockwise from north
    zenith = 0.5 * math.pi - LIGHT_ALTITUDE
    lit = math.cos(zenith) * np.cos(slope) + math.sin(zenith) * np.sin(slope) * np.cos(LIGHT_AZIMUTH - aspect)
    return np.clip(lit, 0.0, 1.0)
