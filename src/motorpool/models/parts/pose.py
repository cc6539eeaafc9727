"""Pose on the map.

Source: ISO 8855 for the yaw angle, counter-clockwise positive; the world is x east, y north.
"""

from typing import NamedTuple, Protocol

from ..mathematics import Real


class State(NamedTuple):
    """Position and yaw of the point that a model is written for."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]


class Placed(Protocol):
    """Anything with a place and a yaw: the pose, or a state that has its fields."""

    @property
    def x(self) -> Real:
        """Place, east [m]."""
        ...

    @property
    def y(self) -> Real:
        """Place, north [m]."""
        ...

    @property
    def yaw(self) -> Real:
        """Counter-clockwise from east [rad]."""
        ...
