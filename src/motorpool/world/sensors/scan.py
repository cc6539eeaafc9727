"""Scans: ranges along beams, and heights of the ground, for many sensors at once.

    seen = scan_world(world)
    ranges = scan_2d(seen, poses, np.radians(np.arange(-135.0, 135.25, 0.25)), max_range=30.0)

The functions are pure: they read columns and return arrays. Sensors are shared among threads; the results have the same
bits for any number of threads.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...base.arrays import Floats
from ...base.errors import WorldError
from ...compile.columns import cpu_count, run_parts
from .scan_stages import Beams, Extent, Poses, cast_beams, measure_heights
from .scan_world import ScanWorld as ScanWorld
from .scan_world import file_vehicles
from .scan_world import scan_world as scan_world

RAYS_A_THREAD = 2_000  # below these, another thread costs more than it brings
BINS_A_BEAM = 2  # bins of azimuths for each beam; fewer bins compare a solid with more beams beside it
MOST_BEAMS = 1 << 24  # of one scan


def scan_2d(
    seen: ScanWorld, poses: Poses, angles: ArrayLike, max_range: float, *, min_range: float = 0.0,
    out: Floats | None = None,
) -> Floats:  # fmt: skip
    """Return the range of each beam of planar laser scanners, (sensors, beams) [m].

    A beam lies in the x-y plane of its sensor, which the attitude tilts, and meets ground, objects and vehicles; the
    sensor's own vehicle is left out.

    Args:
        seen: what the beams meet, see ``scan_world``.
        poses: poses of the sensors, columns of shape (sensors,).
        angles: angles of the beams in the sensor's plane, (beams,), from x towards y [rad].
        max_range: range beyond which nothing is measured [m].
        min_range: distance from the sensor at which the beams begin [m].
        out: array for the results.

    Returns:
        The distance from the sensor to the first solid along each beam; infinite if there is none up to ``max_range``,
        NaN if the pose is not finite (as in REP 117). A beam that begins in a solid measures ``min_range``.

    Raises:
        WorldError: an array has another shape, or a number is out of range.
    """
    _check_kinds(seen, poses)
    beams = _column(angles, "angles")
    ranges = _room(out, (np.size(poses.x), beams.size))
    _scan(seen, poses, (beams, _LEVEL), (min_range, max_range), ranges)
    return ranges


def scan_3d(
    seen: ScanWorld, poses: Poses, azimuths: ArrayLike, elevations: ArrayLike, max_range: float, *,
    min_range: float = 0.0, out: Floats | None = None,
) -> Floats:  # fmt: skip
    """Return the range of each beam of spatial laser scanners, (sensors, rings, beams) [m].

    Args:
        seen: what the beams meet, see ``scan_world``.
        poses: poses of the sensors, columns of shape (sensors,).
        azimuths: angles of the beams, (beams,), in the sensor's x-y plane from x towards y [rad].
        elevations: angles of the rings, (rings,), above that plane, from -pi/2 to pi/2 [rad].
        max_range: range beyond which nothing is measured [m].
        min_range: distance from the sensor at which the beams begin [m].
        out: array for the results.

    Returns:
        Ranges as those of ``scan_2d``.

    Raises:
        WorldError: an array has another shape, or a number is out of range.
    """
    _check_kinds(seen, poses)
    beams, rings = _column(azimuths, "azimuths"), _column(elevations, "elevations")
    if rings.size and not np.abs(rings).max() <= 0.5 * math.pi + 1e-9:
        raise WorldError("scan: an elevation is beyond a right angle; elevations must be from -pi/2 to pi/2 rad")
    ranges = _room(out, (np.size(poses.x), rings.size, beams.size))
    _scan(seen, poses, (beams, rings), (min_range, max_range), ranges)
    return ranges


def height_scan(seen: ScanWorld, poses: Poses, points: ArrayLike, *, out: Floats | None = None) -> Floats:
    """Return the height of the ground at points around each sensor, above that under it, (sensors, points) [m].

    The points turn with the sensor's yaw but do not tilt. The ground is interpolated bilinearly, by the function that
    vehicles stand on; beyond the border of the terrain its border values continue.

    Args:
        seen: the ground, see ``scan_world``.
        poses: poses of the sensors, columns of shape (sensors,).
        points: ahead and to the left of a sensor, (points, 2) [m].
        out: array for the results.

    Raises:
        WorldError: an array has another shape.
    """
    _check_kinds(seen, poses)
    table = np.ascontiguousarray(points, np.float64)
    if table.ndim != 2 or table.shape[1] != 2:
        raise WorldError(f"scan: the points have the shape {table.shape}; they must be (points, 2): ahead and left")
    sensors = _checked(poses)
    heights = _room(out, (sensors.x.size, table.shape[0]))
    ground = seen.columns.ground.field
    if heights.size:
        _share(seen, measure_heights, (ground, sensors, table, heights), heights.size)
    return heights


def _scan(
    seen: ScanWorld, poses: Poses, directions: tuple[Floats, Floats], extent: tuple[float, float], ranges: Floats
) -> None:
    """Measure the ranges along all azimuths at all elevations."""
    least, most = extent
    if not 0.0 <= least <= most < math.inf:
        raise WorldError(
            f"scan: ranges are from {least} to {most} m; min_range must be from 0 to max_range, and both finite"
        )
    sensors = _checked(poses)
    if not ranges.size:
        return
    azimuths, elevations = directions
    beams = _beams_of(azimuths.tobytes(), elevations.tobytes())
    volume = ranges.reshape(sensors.x.size, elevations.size, azimuths.size)
    seen.stages.run(file_vehicles, seen.columns.vehicles, seen.columns.ground.field, seen.columns.decks)
    _share(seen, cast_beams, (seen.columns, sensors, beams, Extent(float(least), float(most)), volume), ranges.size)


def _share(seen: ScanWorld, stage: Callable[..., None], structures: tuple[Any, ...], rays: int) -> None:
    """Run a stage on all sensors, each thread on its own rows."""
    count = structures[1].x.size
    threads = max(1, min(cpu_count(), count, rays // RAYS_A_THREAD))
    seen.stages.run(stage, *structures, 0, 0)  # binds the arrays, before threads use them
    edges = [count * part // threads for part in range(threads + 1)]
    run_parts(lambda part: seen.stages.run(stage, *structures, *part), list(pairwise(edges)))


def _check_kinds(seen: Any, poses: Any) -> None:
    if not isinstance(seen, ScanWorld):
        raise WorldError(f"scan: what is seen is a {type(seen).__name__}; it must be scan_world(world)")
    if not isinstance(poses, Poses):
        raise WorldError(
            f"scan: the poses are a {type(poses).__name__}; they must be Poses({', '.join(Poses._fields)}), columns of "
            "one length"
        )


def _checked(poses: Poses) -> Poses:
    """Return the poses as contiguous columns of one length."""
    *numbers, vehicle_id = poses
    columns = [np.ascontiguousarray(column, np.float64) for column in numbers]
    own = np.ascontiguousarray(vehicle_id, np.int32)
    shapes = {column.shape for column in (*columns, own)}
    if len(shapes) != 1 or own.ndim != 1:
        words = ", ".join(f"{name} {np.shape(column)}" for name, column in poses._asdict().items())
        raise WorldError(f"scan: the poses have the shapes {words}; all must be (sensors,)")
    x, y, z, yaw, pitch, roll = columns
    return Poses(x, y, z, yaw, pitch, roll, own)


def _room(out: Floats | None, shape: tuple[int, ...]) -> Floats:
    if out is None:
        return np.empty(shape)
    if out.shape != shape or out.dtype != np.float64 or not out.flags.c_contiguous:
        raise WorldError(f"scan: out is {out.dtype} {out.shape}; it must be a contiguous float64 array of {shape}")
    return out


def _column(values: ArrayLike, name: str) -> NDArray[np.float64]:
    column = np.ascontiguousarray(values, np.float64)
    if column.ndim != 1 or column.size > MOST_BEAMS or not np.isfinite(column).all():
        raise WorldError(
            f"scan: {name} are {column.shape}; they must be (beams,) of at most {MOST_BEAMS} finite angles"
        )
    return column


_LEVEL = np.zeros(1)  # elevation of the only ring of a planar scan


@lru_cache(maxsize=64)
def _beams_of(azimuths: bytes, elevations: bytes) -> Beams:
    """Return the directions of a scan, sorted by azimuth into bins."""
    azimuth, elevation = np.frombuffer(azimuths), np.frombuffer(elevations)
    bins = max(1, BINS_A_BEAM * azimuth.size)
    turn = np.mod(azimuth, 2.0 * math.pi)
    place = np.minimum((turn * (bins / (2.0 * math.pi))).astype(np.int64), bins - 1)
    first = np.zeros(bins + 1, np.int32)
    np.cumsum(np.bincount(place, minlength=bins), out=first[1:])
    return Beams(
        np.cos(azimuth), np.sin(azimuth), elevation.copy(), np.cos(elevation), np.sin(elevation), first,
        np.argsort(place, kind="stable").astype(np.int32), float(elevation.min()), float(elevation.max()),
    )  # fmt: skip
