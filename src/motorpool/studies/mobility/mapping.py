"""Mobility maps from a terrain, its soils and a vehicle: runs of the dynamic model, then every cell and heading."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError
from ...ground.objects.objects import Objects
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.surface import Surface
from .conditions import DIRECTIONS, Conditions, conditions_of
from .maps import NO_DATA, OBSTACLES, OWN_SPEED, RIDE, SLOPE, SOIL_STRENGTH, MobilityMap, Season
from .ride import RIDE_LIMIT, ride_speeds, roughness_of
from .speeds import COUNT, SHARES
from .trials import Floats, Told, model_of, quiet

BLOCK = 400_000  # cells that are evaluated at once, which bounds the memory
GRAIN = 1.0 / 128.0  # resolution of speeds, finer than their accuracy; files become half as large [m/s]
FULL_SPEED = 0.97  # share of its own greatest speed, above which the ground does not limit the speed [1]
MAX_HEADINGS = 72  # of 5 degrees each; time and memory grow with them

Reals = NDArray[np.floating[Any]]  # single precision, which takes half of the time


@dataclass(frozen=True, eq=False)
class Cells:
    """Soil, slope and other limits of a block of cells, one value for each cell."""

    soil: NDArray[np.intp]  # class, index into ``Conditions.names``
    steepness: Reals  # rise over run, straight uphill [1]
    uphill: Reals  # direction, counter-clockwise from east [rad]
    is_soft: NDArray[np.bool_]  # the soil immobilises the vehicle
    most: Reals  # speed limit of obstacles and ride [m/s]
    limit: NDArray[np.uint8]  # which of the two it is, index into ``REASONS``
    has_data: NDArray[np.bool_]


def mobility_map(
    terrain: Terrain,
    surface: Surface,
    vehicle: Any,
    *,
    season: Season = "dry",
    headings: int = 8,
    objects: Objects | None = None,
    roughness: Mapping[str, float] | float | None = None,
    ride_limit: float = RIDE_LIMIT,
    cone_index: Floats | None = None,
    conditions: Conditions | None = None,
    told: Told = quiet,
) -> MobilityMap:
    """Return the mobility map of a vehicle on a terrain: speed and limit in each cell and direction of travel.

    Args:
        terrain: a cell is centred on each of its posts.
        surface: soils in dry weather; cells outside its raster have no data.
        season: "dry", or "wet": the surface in rain.
        headings: number of directions of travel, evenly spaced from east.
        objects: trees, rocks and buildings; none by default.
        roughness: root mean square elevation of the ground [m], by class or one value for all, see ``ride.ROUGHNESS``.
        ride_limit: largest root mean square of the vertical acceleration of the body [m/s^2].
        cone_index: (rows, columns) of the soil, in place of those of its classes [lb/in^2].
        conditions: conditions of this vehicle, surface and season, if they exist already; they take most of the time.

    Raises:
        MotorpoolError: the vehicle has no dynamic model that reads the ground, or a value is out of range.
    """
    check_headings(headings)
    model = model_of(vehicle)
    known = conditions_of(surface, model, season=season, told=told) if conditions is None else conditions
    _check_conditions(known, surface, season)
    told("ride on rough ground", 0.0)
    rides = ride_speeds(model, roughness_of(known.names, roughness), limit=ride_limit)
    told("ride on rough ground", 1.0)
    denied = None if objects is None else denied_share(terrain, objects, width=known.width)
    angles = 2.0 * np.pi * np.arange(headings) / headings
    speed = np.empty((headings, terrain.rows, terrain.columns), np.float32)
    reason = np.empty(speed.shape, np.uint8)
    step = max(1, BLOCK // terrain.columns)
    for first in range(0, terrain.rows, step):
        told("cells and headings", first / terrain.rows)
        rows = slice(first, min(first + step, terrain.rows))
        cells = _cells(terrain, surface, known, rows, rides, denied, cone_index)
        for number, heading in enumerate(angles):
            speed[number, rows], reason[number, rows] = _evaluated(cells, known, float(heading))
    told("cells and headings", 1.0)
    return _placed(terrain, known, angles, speed, reason)


def check_headings(count: int) -> None:
    """Check the number of headings of a map.

    Raises:
        WorldError: it is zero or too large.
    """
    if not 1 <= count <= MAX_HEADINGS:
        raise WorldError(f"a mobility map with {count} headings; it must have 1 to {MAX_HEADINGS}")


def _check_conditions(known: Conditions, surface: Surface, season: Season) -> None:
    if known.season != season:
        raise WorldError(f"the conditions are those of the {known.season} season; make them for the {season} season")
    used: list[int] = np.unique(surface.classes).tolist()
    missing = [surface.names[i] for i in used if i >= len(known.names) or not known.is_known[i]]
    if missing:
        raise WorldError(
            f"the conditions are not those of {missing[0]}, which the surface has; make them for this surface"
        )


def _placed(
    terrain: Terrain, known: Conditions, angles: Floats, speed: Reals, reason: NDArray[np.uint8]
) -> MobilityMap:
    """Return a map at headings [rad]: speeds made good [m/s] and indices of ``REASONS``, (headings, rows, columns)."""
    return MobilityMap(
        vehicle=known.vehicle,
        season=known.season,
        spacing=terrain.spacing,
        x_west=terrain.x_west - 0.5 * terrain.spacing,
        y_south=terrain.y_south - 0.5 * terrain.spacing,
        headings=angles,
        speed=speed,
        reason=reason,
        crs=terrain.crs,
        origin_easting=terrain.origin_easting,
        origin_northing=terrain.origin_northing,
    )


def _cells(
    terrain: Terrain,
    surface: Surface,
    known: Conditions,
    rows: slice,
    rides: Floats,
    denied: Floats | None,
    cone_index: Floats | None,
) -> Cells:
    """Return soil, slope and other limits of the cells in some rows.

    Args:
        rides: (classes,) speed limits of the ride [m/s].
        denied: (rows, columns) share of the ground that obstacles deny [1].
        cone_index: (rows, columns) of the soil [lb/in^2]; by default that of its classes.
    """
    shape = rows.stop - rows.start, terrain.columns
    east = np.arange(terrain.columns, dtype=np.float64) * terrain.spacing + terrain.x_west
    north = np.arange(rows.start, rows.stop, dtype=np.float64) * terrain.spacing + terrain.y_south
    x, y = np.broadcast_to(east, shape), np.broadcast_to(north.reshape(-1, 1), shape)
    slope_x, slope_y = _slopes(terrain, rows)
    soil = surface.sample(x, y)
    strength = known.cone_index[soil] if cone_index is None else cone_index[rows]
    most, limit = rides[soil], np.full(soil.shape, RIDE, np.uint8)
    if denied is not None:
        left = known.top_speed * speed_share(denied[rows])
        stopped = (denied[rows] > 0.0) & (left < most)
        most, limit = np.where(stopped, left, most), np.where(stopped, OBSTACLES, limit).astype(np.uint8)
    u, v = (x - surface.x_west) / surface.spacing, (y - surface.y_south) / surface.spacing
    slack = 0.5 * terrain.spacing / surface.spacing  # a cell has data if half of it lies on the raster
    return Cells(
        soil=soil,
        steepness=np.hypot(slope_x, slope_y),
        uphill=np.arctan2(slope_y, slope_x),
        is_soft=strength < known.vehicle_cone_index,
        most=most.astype(np.float32),
        limit=limit,
        has_data=(u >= -slack) & (v >= -slack) & (u <= surface.columns + slack) & (v <= surface.rows + slack),
    )


def _slopes(terrain: Terrain, rows: slice) -> tuple[Reals, Reals]:
    """Return the slopes east and north at the posts of some rows [1], equal to those of ``sample_terrain``."""
    first, last = max(rows.start - 1, 0), min(rows.stop + 1, terrain.rows)
    heights = terrain.heights[first:last]
    slope_x = np.gradient(terrain.heights[rows], terrain.spacing, axis=1)
    slope_y = np.gradient(heights, terrain.spacing, axis=0)[rows.start - first : rows.stop - first]
    return slope_x.astype(np.float32), slope_y.astype(np.float32)


def _evaluated(cells: Cells, known: Conditions, heading: float) -> tuple[Reals, NDArray[np.uint8]]:
    """Return speeds [m/s] and reasons of cells for one heading [rad]."""
    turn = np.abs(
        np.mod(cells.uphill - np.float32(heading) + np.float32(np.pi), np.float32(2.0 * np.pi)) - np.float32(np.pi)
    )
    place = turn * np.float32((DIRECTIONS - 1) / np.pi)
    before = np.minimum(place.astype(np.intp), DIRECTIONS - 2)
    share = place - before
    flat = cells.soil * DIRECTIONS + before
    steepest = _between(known.limits.astype(np.float32).ravel(), flat, share, 1)
    fraction = cells.steepness / np.maximum(steepest, np.float32(1e-6))
    speed = _speed(known, flat, share, fraction)
    level = known.speeds[:, 0, 0].astype(np.float32)[cells.soil]

    goes = (cells.steepness <= steepest) & (steepest > 0.0) & (speed > 0.0)
    reason = np.where(known.top_speed - level > level - speed, SOIL_STRENGTH, SLOPE)
    reason = np.where(speed >= np.float32(FULL_SPEED * known.top_speed), OWN_SPEED, reason)
    is_less = cells.most < speed
    reason = np.where(is_less, cells.limit, reason)
    speed = np.where(is_less, cells.most, speed)
    goes &= cells.most > 0.0
    stops = known.limit_reasons.ravel()[flat + (share > 0.5)]
    reason = np.where(goes, reason, np.where(cells.most > 0.0, stops, cells.limit))
    reason = np.where(cells.is_soft, SOIL_STRENGTH, reason)
    speed = np.maximum(np.round(speed / np.float32(GRAIN)), np.float32(1.0)) * np.float32(GRAIN)
    speed = np.where(goes & ~cells.is_soft, speed, np.float32(0.0))
    reason = np.where(cells.has_data, reason, NO_DATA).astype(np.uint8)
    return np.where(cells.has_data, speed, np.float32(np.nan)), reason


def _speed(known: Conditions, flat: NDArray[np.intp], share: Reals, fraction: Reals) -> Reals:
    """Return speeds between the conditions [m/s]; ``fraction`` is of the steepest slope.

    Args:
        flat: index of class and preceding direction in the flat table.
        share: position between this direction of travel and the next one, 0..1 [1].
    """
    place = np.minimum(fraction / np.float32(SHARES[-1]), np.float32(1.0)) * np.float32(COUNT - 1)
    index = np.minimum(place.astype(np.intp), COUNT - 2)
    along = place - index
    table, start = known.speeds.astype(np.float32).ravel(), flat * COUNT + index
    here = _between(table, start, along, 1)
    return here + share * (_between(table, start + COUNT, along, 1) - here)


def _between(table: Reals, index: NDArray[np.intp], share: Reals, step: int) -> Reals:
    """Return values of a flat table, interpolated between an index and the one ``step`` further."""
    low = table[index]
    return low + share * (table[index + step] - low)


# ---- obstacles

# Obstacles: share of the ground that trees, rocks and buildings deny to a vehicle, and the speed that remains.
#
# The middle of a vehicle must stay half its width and a margin away from each object, so each object denies a disc.
# Random discs of area ``A``, ``n`` per square metre, deny a share 1 - exp(-n A) of the ground (the Boolean model: Chiu,
# Stoyan, Kendall and Mecke, "Stochastic Geometry and its Applications", 3rd ed., section 3.1). At a share of 0.676 the
# discs connect from side to side and leave no way through (Quintanilla and Ziff, "Asymmetry in the percolation
# thresholds of fully penetrable disks", Physical Review E 76 (2007) 051115, for discs of one size); the cell is
# "no-go". Below it a driver must swerve and slow down. That the speed falls in proportion to the share is an assumption
# of this project.

MARGIN = 0.5  # clearance between the vehicle's side and an object [m]
BLOCKED = 0.676  # denied share of the ground, at which no way through is left [1]
NEIGHBOURS = 1  # cells on each side of a cell over which the density of objects is averaged


def denied_share(terrain: Terrain, objects: Objects, *, width: float) -> Floats:
    """Return the share [1] of ground around each cell, (rows, columns), denied to the middle of a width [m]."""
    areas: Floats = np.zeros((terrain.rows, terrain.columns))
    row = np.floor((objects.y - terrain.y_south) / terrain.spacing + 0.5).astype(np.intp)
    column = np.floor((objects.x - terrain.x_west) / terrain.spacing + 0.5).astype(np.intp)
    inside = (row >= 0) & (row < terrain.rows) & (column >= 0) & (column < terrain.columns)
    reach = objects.radius + 0.5 * width + MARGIN
    np.add.at(areas, (row[inside], column[inside]), np.pi * reach[inside] ** 2)
    return 1.0 - np.exp(-_mean_around(areas) / terrain.spacing**2)


def speed_share(denied: Floats) -> Floats:
    """Return the speed where a share of the ground is denied, over that without obstacles [1]; 0 is "no-go"."""
    return np.maximum(1.0 - denied / BLOCKED, 0.0)


def _mean_around(values: Floats) -> Floats:
    """Return the mean over each cell and its neighbours; cells at the border have fewer."""
    size = 2 * NEIGHBOURS + 1

    def summed(padded: Floats) -> Floats:
        for axis in (0, 1):
            sums = np.cumsum(padded, axis=axis)
            zero = np.zeros_like(np.take(sums, [0], axis=axis))
            sums = np.concatenate([zero, sums], axis=axis)
            count = sums.shape[axis]
            padded = np.take(sums, range(size, count), axis=axis) - np.take(sums, range(count - size), axis=axis)
        return padded

    around = NEIGHBOURS
    return summed(np.pad(values, around)) / summed(np.pad(np.ones_like(values), around))
