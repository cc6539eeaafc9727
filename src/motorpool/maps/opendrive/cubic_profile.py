"""Values along a road as cubic polynomials, each from a start on: elevation, superelevation, widths and offsets."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CubicProfile:
    """Piecewise cubic a + b ds + c ds^2 + d ds^3 with ds = s - start; zero before the first start.

    Source: ASAM OpenDRIVE 1.6, elements <elevation>, <superelevation>, <laneOffset>, <width> and <border>.
    """

    starts: Floats = field(default_factory=lambda: np.zeros(0))  # (records,): ascending [m]
    coefficients: Floats = field(default_factory=lambda: np.zeros((0, 4)))  # (records, 4): a, b, c, d

    @property
    def is_zero(self) -> bool:
        """Return whether all values are zero."""
        return not self.coefficients.any()

    def value(self, s: Floats) -> Floats:
        """Return the values at positions [m]; shape as ``s``."""
        ds, (a, b, c, d) = self._at(s)
        return a + ds * (b + ds * (c + ds * d))

    def slope(self, s: Floats) -> Floats:
        """Return the derivatives by s at positions [m]; shape as ``s``."""
        ds, (_, b, c, d) = self._at(s)
        return b + ds * (2.0 * c + ds * 3.0 * d)

    def raised(self, height: float) -> "CubicProfile":
        """Return the profile with all values higher, from s = 0 on."""
        if height == 0.0:
            return self
        starts, coefficients = self.starts, self.coefficients + np.array([height, 0.0, 0.0, 0.0])
        if not len(starts) or starts[0] > 0.0:
            starts, coefficients = np.append(0.0, starts), np.vstack([[height, 0.0, 0.0, 0.0], coefficients])
        return CubicProfile(starts, coefficients)

    def _at(self, s: Floats) -> tuple[Floats, Floats]:
        """Return the distances from the starts, and the four coefficients, each in the shape of ``s``."""
        if not len(self.starts):
            return np.zeros_like(s), np.zeros((4, *np.shape(s)))
        index = np.searchsorted(self.starts, s, side="right") - 1
        found = self.coefficients[np.maximum(index, 0)] * (index >= 0)[..., None]
        return s - self.starts[np.maximum(index, 0)], np.moveaxis(found, -1, 0)


def profile_of(records: list[tuple[float, ...]], *, offset: float = 0.0) -> CubicProfile:
    """Return the profile of records (start, a, b, c, d), sorted; of equal starts the last record applies.

    Args:
        offset: of the starts from the road's beginning [m].
    """
    if not records:
        return CubicProfile()
    table = np.array(sorted(records, key=lambda record: record[0]), np.float64)
    return CubicProfile(table[:, 0] + offset, table[:, 1:])
