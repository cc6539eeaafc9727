"""Mobility maps made by hand, for tests."""

import math
from typing import Any

import numpy as np

from motorpool.studies.mobility.maps import NO_DATA, OWN_SPEED, SLOPE, MobilityMap


def made_map(speed: Any, *, reason: Any = None, headings: int = 8, spacing: float = 10.0, **fields: Any) -> MobilityMap:
    """Return a map of speeds (rows, columns) or (headings, rows, columns); no-go is slope, NaN is no data.

    Its outer corner is at the origin.
    """
    speeds = np.asarray(speed, np.float32)
    if speeds.ndim == 2:
        speeds = np.repeat(speeds[None], headings, axis=0)
    if reason is None:
        reason = np.where(np.isnan(speeds), NO_DATA, np.where(speeds > 0.0, OWN_SPEED, SLOPE))
    elif np.ndim(reason) == 2:
        reason = np.repeat(np.asarray(reason)[None], headings, axis=0)
    directions = np.arange(len(speeds)) * 2.0 * math.pi / len(speeds)
    given = {"vehicle": "M1A1", "season": "dry", "spacing": spacing, "x_west": 0.0, "y_south": 0.0} | fields
    return MobilityMap(headings=directions, speed=speeds, reason=np.asarray(reason, np.uint8), **given)
