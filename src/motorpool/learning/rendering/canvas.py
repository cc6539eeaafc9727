"""Camera above the ground, and canvas: anti-aliased lines, polygons and text in an array, by Matplotlib's Agg renderer.

No figure is made.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import require
from ...base.plotting.style import channels, fractions

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


Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]  # (points, 2), pixels to the right of and above the lower left corner

# ---- canvas

DPI = 72  # so that a point of text is a pixel
MOST_WIDTHS = 1000  # of texts that are remembered


class Canvas:
    """A picture to draw on; positions and widths are in pixels, positions from the lower left corner.

    Colours are "#rrggbb".

    Args:
        width, height: size of the picture [pixels].
    """

    def __init__(self, width: int, height: int):
        purpose = "a picture of a learning environment"
        self._paths = require("matplotlib.path", extra="app", purpose=purpose).Path
        transforms = require("matplotlib.transforms", extra="app", purpose=purpose)
        self._fonts: Any = require("matplotlib.font_manager", extra="app", purpose=purpose).FontProperties
        agg = require("matplotlib.backends.backend_agg", extra="app", purpose=purpose)
        self._renderer: Any = agg.RendererAgg(width, height, DPI)
        self._as_they_are, self._affine = transforms.IdentityTransform(), transforms.Affine2D
        self._buffer: Pixels = np.asarray(self._renderer.buffer_rgba())
        self._widths: dict[tuple[str, float, bool], float] = {}
        self.width, self.height = width, height

    @property
    def pixels(self) -> Pixels:
        """Return a copy of the picture: (height, width, 3), the upper row first."""
        return self._buffer[:, :, :3].copy()

    def cover(self, pixels: Pixels) -> None:
        """Replace the picture by another one of (height, width, 3)."""
        self._buffer[:, :, :3] = pixels
        self._buffer[:, :, 3] = 255

    def fill(self, colour: str) -> None:
        """Fill the picture with one colour."""
        self.cover(np.broadcast_to(np.array(channels(colour), np.uint8), (self.height, self.width, 3)))

    def polygon(
        self, points: Points, fill: str | None, *, alpha: float = 1.0, line: str | None = None, width: float = 0.7
    ) -> None:
        """Draw a polygon, with a line around it or without."""
        closed = self._paths(np.concatenate([points, points[:1]]), closed=True)
        pen = self._pen(line or "#000000", width if line else 0.0, alpha)
        self._renderer.draw_path(pen, closed, self._as_they_are, fill and fractions(fill))

    def line(
        self,
        points: Points,
        colour: str,
        *,
        width: float,
        alpha: float = 1.0,
    ) -> None:
        """Draw a line through points."""
        if len(points) < 2:
            return
        self._renderer.draw_path(self._pen(colour, width, alpha), self._paths(points), self._as_they_are, None)

    def circle(
        self,
        centre: Points,
        radius: float,
        fill: str | None,
        *,
        alpha: float = 1.0,
        line: str | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw a circle around a point of shape (2,)."""
        place = self._affine().scale(radius).translate(float(centre[0]), float(centre[1]))
        pen = self._pen(line or "#000000", width if line else 0.0, alpha)
        self._renderer.draw_path(pen, self._paths.unit_circle(), place, fill and fractions(fill))

    def text(self, x: float, y: float, words: str, colour: str, *, size: float, is_bold: bool = False) -> None:
        """Write text with its baseline at a point, in a font of a size in pixels."""
        pen = self._pen(colour, 0.0, 1.0)
        self._renderer.draw_text(pen, x, self.height - y, words, self._font(size, is_bold), 0.0)

    def width_of(self, words: str, *, size: float, is_bold: bool = False) -> float:
        """Return the width of text."""
        key = words, size, is_bold
        if key not in self._widths:
            if len(self._widths) > MOST_WIDTHS:
                self._widths.clear()
            font = self._font(size, is_bold)
            self._widths[key] = float(self._renderer.get_text_width_height_descent(words, font, False)[0])
        return self._widths[key]

    def _font(self, size: float, is_bold: bool) -> Any:
        return self._fonts(family="DejaVu Sans", size=size, weight="bold" if is_bold else "normal")

    def _pen(self, colour: str, width: float, alpha: float) -> Any:
        pen = self._renderer.new_gc()
        pen.set_foreground((*fractions(colour), 1.0), isRGBA=True)
        pen.set_alpha(alpha)
        pen.set_linewidth(width)
        pen.set_joinstyle("round")
        pen.set_capstyle("round")
        return pen
