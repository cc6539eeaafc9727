"""Canvas: draws anti-aliased lines, polygons and text into an array by Matplotlib's Agg renderer, without a figure."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import require
from ...base.plotting.style import channels, fractions

Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]  # (points, 2), pixels to the right of and above the lower left corner

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
