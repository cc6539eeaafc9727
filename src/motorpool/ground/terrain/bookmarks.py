"""Bookmarks: positions on the map, with a viewing direction and a title."""

from typing import NamedTuple

SLOTS = 16  # number of bookmarks


class Bookmark(NamedTuple):
    """Position, viewing direction and title of a bookmark."""

    title: str
    x: float  # east [m]
    y: float  # north [m]
    yaw: float  # counter-clockwise from east [rad]
