"""Orthographic camera from above: maps positions of the world to pixels."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]  # (points, 2)

NORTH = 0.5 * math.pi  # yaw [rad]
FARTHEST_WHOLE = 3.0  # a whole way that would be drawn smaller is not shown as a whole [pixels/m]
FOLLOWED = 75.0  # width of the ground that a following camera shows [m]
MARGIN = 7.0  # of ground around what a camera shows as a whole [m]


class Camera(NamedTuple):
    """A place on the ground, and the scale of the picture."""

    x: float  # of the picture's middle, east [m]
    y: float  # north [m]
    up: float  # yaw that points up in the picture [rad]
    scale: float  # [pixels/m]
    width: int  # of the picture [pixels]
    height: int  # [pixels]

    def project(self, points: Any) -> Points:
        """Return the pixels to the right of and above the lower left corner, of (points, 2) east and north [m]."""
        given = np.asarray(points, np.float64) - (self.x, self.y)
        cosine, sine = math.cos(self.up), math.sin(self.up)
        right = sine * given[..., 0] - cosine * given[..., 1]
        above = cosine * given[..., 0] + sine * given[..., 1]
        middle = np.array([0.5 * self.width, 0.5 * self.height])
        return self.scale * np.stack([right, above], axis=-1) + middle

    def ground(self, columns: int, rows: int) -> tuple[Points, Points]:
        """Return east and north [m] of evenly spaced points of the picture, (rows, columns), the upper row first."""
        across = ((np.arange(columns) + 0.5) / columns - 0.5) * self.width / self.scale
        along = (0.5 - (np.arange(rows) + 0.5) / rows) * self.height / self.scale
        right, above = np.meshgrid(across, along)
        cosine, sine = math.cos(self.up), math.sin(self.up)
        return self.x + sine * right + cosine * above, self.y - cosine * right + sine * above

    @property
    def reach(self) -> float:
        """Distance from the middle to a corner [m]."""
        return 0.5 * math.hypot(self.width, self.height) / self.scale

    def shows(self, points: Any, margin: float = 0.0) -> bool:
        """Return whether all points lie in the picture, so many metres from its edge at least."""
        pixels, edge = self.project(points), margin * self.scale
        return bool(
            (pixels >= edge).all()
            and (pixels[..., 0] <= self.width - edge).all()
            and (pixels[..., 1] <= self.height - edge).all()
        )


def whole(points: Sequence[tuple[float, float]], width: int, height: int) -> Camera:
    """Return the camera that shows all points with a margin, north up."""
    given = np.asarray(points, np.float64)
    low, high = given.min(axis=0) - MARGIN, given.max(axis=0) + MARGIN
    middle, size = 0.5 * (low + high), high - low
    return Camera(
        float(middle[0]), float(middle[1]), NORTH, float(min(width / size[0], height / size[1])), width, height
    )


def following(x: float, y: float, up: float, width: int, height: int) -> Camera:
    """Return the camera above a vehicle."""
    return Camera(x, y, up, width / FOLLOWED, width, height)
