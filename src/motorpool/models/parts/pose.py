"""Pose on the map.

Source: ISO 8855 for the yaw angle, counter-clockwise positive; the world is x east, y north.
"""

from typing import NamedTuple


class State(NamedTuple):
    """Position and yaw of the point that a model is written for."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
