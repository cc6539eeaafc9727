"""Mobility map: speed that a vehicle makes good in each cell of a terrain and direction of travel, and its limit.

    map = mobility_map(terrain, surface, "M1A1", season="wet")
    print(map.is_go.mean(), REASONS[map.reason[0, 100, 200]])

A cell is centred on each post of the terrain; its side is the spacing of the posts. A map therefore has as many rows
and columns as the terrain has posts, and its raster has the pixels of the elevation model.
"""

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError

Season = Literal["dry", "wet"]
SEASONS: tuple[Season, ...] = get_args(Season)

# In the order of their numbers in rasters. The reason of a cell that is "go" is the limit of its speed, that of a cell
# that is "no-go" is what stops the vehicle.
REASONS = ("own speed", "soil strength", "slope", "tip-over", "obstacles", "ride", "no data")
OWN_SPEED, SOIL_STRENGTH, SLOPE, TIP_OVER, OBSTACLES, RIDE, NO_DATA = range(len(REASONS))

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Speeds = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class MobilityMap:
    """Speeds made good and their limits for each heading and cell; made by ``mobility_map``."""

    vehicle: str  # its name
    season: Season
    spacing: float  # side of a cell [m]
    x_west: float  # outer corner of cell (0, 0), world frame [m]
    y_south: float  # outer corner of cell (0, 0), world frame [m]
    headings: NDArray[np.float64]  # (headings,) directions of travel, counter-clockwise from east [rad]
    speed: Speeds  # (headings, rows, columns), row 0 south; 0 for "no-go", NaN without data [m/s]
    reason: Bytes  # (headings, rows, columns), index into ``REASONS``
    crs: str | None = None  # coordinate reference system of the terrain; None: unknown
    origin_easting: float = 0.0  # of the world's (0, 0) in ``crs`` [m]
    origin_northing: float = 0.0  # of the world's (0, 0) in ``crs`` [m]

    def __post_init__(self) -> None:
        headings = np.asarray(self.headings, np.float64)
        speed, reason = np.asarray(self.speed, np.float32), np.asarray(self.reason, np.uint8)
        if speed.ndim != 3 or speed.shape != reason.shape or len(speed) != headings.size or not speed.size:
            raise WorldError(
                f"a mobility map has speeds of shape {speed.shape}, reasons of {reason.shape} and {headings.size} "
                "headings; both must be (headings, rows, columns)"
            )
        if self.season not in SEASONS:
            raise WorldError(f"the season of a mobility map is {self.season!r}; it must be {' or '.join(SEASONS)}")
        for name, value in (("headings", headings), ("speed", speed), ("reason", reason)):
            object.__setattr__(self, name, value)

    @property
    def rows(self) -> int:
        """Number of cells from south to north."""
        return self.speed.shape[1]

    @property
    def columns(self) -> int:
        """Number of cells from west to east."""
        return self.speed.shape[2]

    @property
    def is_go(self) -> Bools:
        """Return whether a heading of a cell is "go", (headings, rows, columns); False without data."""
        return self.speed > 0.0

    @property
    def has_data(self) -> Bools:
        """Return whether the soil of a cell is known, (rows, columns)."""
        return self.reason[0] != NO_DATA

    def slowest(self) -> Speeds:
        """Return the least speed over the headings [m/s], (rows, columns); 0 where one heading is "no-go"."""
        return self.speed.min(axis=0)

    def fastest(self) -> Speeds:
        """Return the greatest speed over the headings [m/s], (rows, columns); 0 where none is "go"."""
        return self.speed.max(axis=0)

    def go_fraction(self) -> Speeds:
        """Return the share of the headings that are "go" [1], (rows, columns); NaN without data."""
        share = self.is_go.mean(axis=0, dtype=np.float32)
        return np.where(self.has_data, share, np.float32(np.nan))

    def worst_reason(self) -> Bytes:
        """Return the limit of the slowest heading, (rows, columns), index into ``REASONS``."""
        slowest = np.argmin(self.speed, axis=0)
        return np.take_along_axis(self.reason, slowest[None], axis=0)[0]

    def cell_of(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Return row and column of the cells at positions; beyond the border those of the nearest cell.

        Args:
            x: east, world frame [m].
            y: north, world frame [m].
        """
        column = np.clip(np.floor((np.asarray(x) - self.x_west) / self.spacing), 0, self.columns - 1)
        row = np.clip(np.floor((np.asarray(y) - self.y_south) / self.spacing), 0, self.rows - 1)
        return row.astype(np.intp), column.astype(np.intp)

    def __repr__(self) -> str:
        share = 100.0 * float(self.is_go.mean())
        return (
            f"<MobilityMap of {self.vehicle}, {self.season}: {self.columns} x {self.rows} cells of {self.spacing:.6g} "
            f"m, {len(self.headings)} headings, {share:.3g} % go>"
        )
