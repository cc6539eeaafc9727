"""Places of a map that somebody has saved, to come back to."""

from typing import NamedTuple

SLOTS = 16  # for saved places


class SavedPlace(NamedTuple):
    """Where to stand, and facing where."""

    title: str
    x: float  # east [m]
    y: float  # north [m]
    yaw: float  # counter-clockwise from east [rad]
