"""Stages of scans: the beams of each sensor against ground, objects and vehicles."""

import math
from collections.abc import Callable
from typing import NamedTuple

from ...base.arrays import Floats, FloatTable, FloatVolume, Indices
from ...ground.objects.grid import SLACK, cells_near, entries_in
from ...ground.terrain.decks import Path, meet_decks
from ...ground.terrain.heightfield import Heightfield, sample_heightfield
from ...ground.terrain.levels import Decks
from ...models.frames import body_axes
from ...models.mathematics import TWO_PI, Real, minimum, sincos
from ...models.mathematics import Whole as Number
from ..columns import Whole
from ..drivers.kinds import ABSENT
from .scan_ground import Ray, ScanGround, highest_within, meet_ground
from .scan_solids import Bound, Solid, Triple, bound_of, meet_box, meet_cylinder
from .scan_world import ScanColumns, ScanObjects, ScanVehicles


class Poses(NamedTuple):
    """Positions and attitudes of sensors in the world, a row for each: R = Rz(yaw) Ry(pitch) Rx(roll)."""

    x: Floats  # east [m]
    y: Floats  # north [m]
    z: Floats  # up [m]
    yaw: Floats  # counter-clockwise from east [rad]
    pitch: Floats  # nose down positive [rad]
    roll: Floats  # right side down positive [rad]
    vehicle_id: Indices  # of the vehicle that the sensor does not see, its own; -1 for none


class Beams(NamedTuple):
    """Directions of a scan in the sensor's axes: every azimuth at every elevation."""

    cosine: Floats  # of the azimuths, (beams,)
    sine: Floats
    elevation: Floats  # of the rings, (rings,), up positive [rad]
    cosine_elevation: Floats
    sine_elevation: Floats
    first: Indices  # (bins + 1,): beginning of each of equal bins of a turn in ``beam``
    beam: Indices  # (beams,): indices of the beams by bin
    lowest: float  # elevation [rad]
    highest: float  # elevation [rad]


class Extent(NamedTuple):
    """Distances that a sensor measures."""

    least: float  # [m]
    most: float  # [m]


class Sensor(NamedTuple):
    """One sensor."""

    row: Number  # in the results
    vehicle_id: Number
    x: Real  # [m]
    y: Real  # [m]
    z: Real  # [m]
    forward: Triple  # axes in the world, unit vectors
    left: Triple
    up: Triple
    extent: Extent


def cast_beams(
    seen: Whole[ScanColumns], poses: Whole[Poses], beams: Whole[Beams], extent: Whole[Extent],
    ranges: Whole[FloatVolume], begin: int, end: int,
) -> None:  # fmt: skip
    """Measure the distances along all beams of some sensors.

    Args:
        seen: what the beams meet.
        poses: poses of all sensors, columns of shape (sensors,).
        beams: directions.
        extent: distances that are measured.
        ranges: receives the distances, (sensors, rings, beams) [m].
        begin, end: rows of the sensors.
    """
    for i in range(begin, end):
        forward, left, up = body_axes(poses.yaw[i], poses.pitch[i], poses.roll[i])
        x, y, z = poses.x[i], poses.y[i], poses.z[i]
        sensor = Sensor(i, poses.vehicle_id[i], x, y, z, forward, left, up, extent)
        if not math.isfinite(x + y + z + forward[0] + left[0] + up[2]):
            _fill(ranges, i, math.nan)
            continue
        _cast_on_ground(sensor, beams, seen.ground, seen.decks, ranges)
        _cast_on_objects(sensor, beams, seen.objects, ranges)
        _cast_on_vehicles(sensor, beams, seen.vehicles, ranges)


def _fill(ranges: FloatVolume, row: Number, value: Real) -> None:
    for ring in range(ranges.shape[1]):
        for beam in range(ranges.shape[2]):
            ranges[row, ring, beam] = value


def _cast_on_ground(sensor: Sensor, beams: Beams, ground: ScanGround, decks: Decks, ranges: FloatVolume) -> None:
    forward, left, up = sensor.forward, sensor.left, sensor.up
    least, most = sensor.extent
    highest = highest_within(ground, sensor.x, sensor.y, most)
    for ring in range(ranges.shape[1]):
        out, rise = beams.cosine_elevation[ring], beams.sine_elevation[ring]
        for beam in range(ranges.shape[2]):
            ahead, aside = out * beams.cosine[beam], out * beams.sine[beam]
            ray = Ray(
                sensor.x, sensor.y, sensor.z,
                ahead * forward[0] + aside * left[0] + rise * up[0],
                ahead * forward[1] + aside * left[1] + rise * up[1],
                ahead * forward[2] + aside * left[2] + rise * up[2],
            )  # fmt: skip
            place = meet_ground(ray, least, most, highest, ground)
            if decks.rows > 0:
                path = Path(ray.x, ray.y, ray.z, ray.to_x, ray.to_y, ray.to_z)
                place = minimum(place, meet_decks(decks, path, least, minimum(place, most)))
            ranges[sensor.row, ring, beam] = place


def _cast_on_objects(sensor: Sensor, beams: Beams, objects: ScanObjects, ranges: FloatVolume) -> None:
    circles = objects.circles
    cells = cells_near(circles.grid, sensor.x, sensor.y, SLACK * (sensor.extent.most + circles.grid.cell))
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(circles.grid, cells, row):
            index: int = circles.grid.item[entry]
            x, y, radius = circles.x[index] - sensor.x, circles.y[index] - sensor.y, circles.radius[index]
            near = SLACK * (sensor.extent.most + radius)
            if not x * x + y * y <= near * near:
                continue
            foot, top = objects.foot[index], objects.top[index]
            bound = bound_of(_seen(sensor, x, y, foot - sensor.z), _seen(sensor, x, y, top - sensor.z), radius)
            solid = Solid((-x, -y, sensor.z), sensor.forward, sensor.left, sensor.up, (radius, foot, top))
            _cast_on_solid(sensor, beams, bound, solid, ranges, meet_cylinder)


def _cast_on_vehicles(sensor: Sensor, beams: Beams, vehicles: ScanVehicles, ranges: FloatVolume) -> None:
    circles, size = vehicles.circles, vehicles.group_size
    if size > 0:
        first = sensor.vehicle_id // size * size
        for index in range(first, first + size if sensor.vehicle_id >= 0 else first):
            _cast_on_vehicle(sensor, beams, vehicles, index, ranges)
        return
    cells = cells_near(circles.grid, sensor.x, sensor.y, SLACK * (sensor.extent.most + vehicles.largest))
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(circles.grid, cells, row):
            _cast_on_vehicle(sensor, beams, vehicles, circles.grid.item[entry], ranges)


def _cast_on_vehicle(sensor: Sensor, beams: Beams, vehicles: ScanVehicles, index: Number, ranges: FloatVolume) -> None:
    circles, trailers, offset = vehicles.circles, vehicles.trailers, vehicles.offset[index]
    x, y, z = circles.x[index] - sensor.x, circles.y[index] - sensor.y, vehicles.z[index] - sensor.z
    length, width, height = vehicles.half_length[index], vehicles.half_width[index], vehicles.height[index]
    near = SLACK * (sensor.extent.most + circles.radius[index] + height)
    is_there = vehicles.driver[index] != ABSENT and index != sensor.vehicle_id
    if not (is_there and x * x + y * y + z * z <= near * near):
        return
    axes = body_axes(vehicles.yaw[index], vehicles.pitch[index], vehicles.roll[index])
    ahead = axes[0]
    place = (x + offset * ahead[0], y + offset * ahead[1], z + offset * ahead[2])
    _cast_on_box(sensor, beams, place, axes, (length, width, height), ranges)
    for t in range(trailers.first[index], trailers.first[index] + trailers.count[index]):
        place = (x + trailers.x[t], y + trailers.y[t], trailers.z[t] - sensor.z)
        axes = body_axes(trailers.yaw[t], trailers.pitch[t], trailers.roll[t])
        size = (trailers.half_length[t], trailers.half_width[t], trailers.height[t])
        _cast_on_box(sensor, beams, place, axes, size, ranges)


def _cast_on_box(
    sensor: Sensor, beams: Beams, place: Triple, axes: tuple[Triple, Triple, Triple], size: Triple, ranges: FloatVolume
) -> None:
    """Shorten the ranges of the beams to where they meet a box.

    Args:
        place: middle of its base, relative to the sensor [m].
        axes: unit vectors ahead, to the left and up.
        size: half length, half width and height [m].
    """
    x, y, z = place
    ahead, aside, above = axes
    length, width, height = size
    half = 0.5 * height
    middle_x, middle_y, middle_z = x + half * above[0], y + half * above[1], z + half * above[2]
    to_x, to_y, to_z = length * ahead[0], length * ahead[1], length * ahead[2]
    bound = bound_of(
        _seen(sensor, middle_x - to_x, middle_y - to_y, middle_z - to_z),
        _seen(sensor, middle_x + to_x, middle_y + to_y, middle_z + to_z),
        math.sqrt(width * width + half * half),
    )
    solid = Solid(
        _turned((-x, -y, -z), ahead, aside, above), _turned(sensor.forward, ahead, aside, above),
        _turned(sensor.left, ahead, aside, above), _turned(sensor.up, ahead, aside, above),
        (length, width, height),
    )  # fmt: skip
    _cast_on_solid(sensor, beams, bound, solid, ranges, meet_box)


def _seen(sensor: Sensor, x: Real, y: Real, z: Real) -> Triple:
    """Return an offset in the world in the sensor's axes."""
    return _turned((x, y, z), sensor.forward, sensor.left, sensor.up)


def _turned(vector: Triple, ahead: Triple, aside: Triple, above: Triple) -> Triple:
    """Return the components of a vector along three axes."""
    x, y, z = vector
    return (
        x * ahead[0] + y * ahead[1] + z * ahead[2],
        x * aside[0] + y * aside[1] + z * aside[2],
        x * above[0] + y * above[1] + z * above[2],
    )


def _cast_on_solid(
    sensor: Sensor, beams: Beams, bound: Bound, solid: Solid, ranges: FloatVolume, meet: Callable[..., Real]
) -> None:
    """Shorten the ranges of the beams within a bound to where they meet a solid."""
    if bound.lowest > beams.highest or bound.highest < beams.lowest:
        return
    bins = beams.first.size - 1
    a_radian = bins / TWO_PI
    start = (bound.azimuth + (TWO_PI if bound.azimuth < 0.0 else 0.0)) * a_radian
    first_bin = int(start)
    last_bin = int(minimum(start + bound.width * a_radian, first_bin + bins - 1.0))
    for turned in range(first_bin, last_bin + 1):
        place = turned
        while place >= bins:
            place -= bins
        for entry in range(beams.first[place], beams.first[place + 1]):
            beam: int = beams.beam[entry]
            _cast_on_column(sensor, beams, bound, solid, ranges, beam, meet)


def _cast_on_column(
    sensor: Sensor, beams: Beams, bound: Bound, solid: Solid, ranges: FloatVolume, beam: Number,
    meet: Callable[..., Real],
) -> None:  # fmt: skip
    """Shorten the ranges of the rings of one azimuth."""
    forward, left, up = solid.forward, solid.left, solid.up
    for ring in range(beams.elevation.size):
        if not bound.lowest <= beams.elevation[ring] <= bound.highest:
            continue
        rise, out = beams.sine_elevation[ring], beams.cosine_elevation[ring]
        ahead, aside = out * beams.cosine[beam], out * beams.sine[beam]
        to = (
            ahead * forward[0] + aside * left[0] + rise * up[0],
            ahead * forward[1] + aside * left[1] + rise * up[1],
            ahead * forward[2] + aside * left[2] + rise * up[2],
        )
        last = minimum(sensor.extent.most, ranges[sensor.row, ring, beam])
        met = meet(solid, to, sensor.extent.least, last)
        ranges[sensor.row, ring, beam] = minimum(ranges[sensor.row, ring, beam], met)


def measure_heights(
    ground: Whole[Heightfield], poses: Whole[Poses], points: Whole[FloatTable], heights: Whole[FloatTable],
    begin: int, end: int,
) -> None:  # fmt: skip
    """Measure the height of the ground at points around some sensors, above that under each.

    Args:
        ground: heights of the posts.
        poses: poses of all sensors, columns of shape (sensors,).
        points: ahead and to the left of a sensor, (points, 2) [m].
        heights: receives the heights, (sensors, points) [m].
        begin, end: rows of the sensors.
    """
    for i in range(begin, end):
        sine, cosine = sincos(poses.yaw[i])
        own = sample_heightfield(ground, poses.x[i], poses.y[i])[0]
        for k in range(points.shape[0]):
            ahead, aside = points[k, 0], points[k, 1]
            x = poses.x[i] + cosine * ahead - sine * aside
            y = poses.y[i] + sine * ahead + cosine * aside
            heights[i, k] = sample_heightfield(ground, x, y)[0] - own
