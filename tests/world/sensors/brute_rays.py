"""Ranges of rays by brute force: every ray against every patch, cylinder and box, in extended precision.

Written from geometry, without code of ``motorpool``. All solids are sets of points; the range is the least distance
from ``first`` on at which the ray's point is in one.
"""

import math
from typing import NamedTuple

import numpy as np

LONG = np.longdouble


class Scene(NamedTuple):
    """Everything that rays meet, as plain arrays."""

    heights: np.ndarray  # (rows, columns)
    west: float
    south: float
    spacing: float
    cylinders: np.ndarray  # (objects, 5): x, y, radius, foot, top
    boxes: np.ndarray  # (vehicles, 9): x, y, z, yaw, pitch, roll, half length, half width, height


def rotation(yaw, pitch, roll):
    """Rotation matrices from body to world axes, of elementary rotations; (..., 3, 3)."""
    about_z, about_y, about_x = turn(yaw, (0, 1)), turn(pitch, (2, 0)), turn(roll, (1, 2))
    return about_z @ about_y @ about_x


def turn(angle, axes):
    """Elementary rotations from the first of two axes towards the second."""
    angle, (one, other) = np.asarray(angle, LONG), axes
    matrix = np.zeros((*angle.shape, 3, 3), LONG)
    matrix[..., range(3), range(3)] = 1
    matrix[..., one, one] = matrix[..., other, other] = np.cos(angle)
    matrix[..., other, one] = np.sin(angle)
    matrix[..., one, other] = -matrix[..., other, one]
    return matrix


def directions(attitude, azimuths, elevations):
    """Directions in the world, (rings * beams, 3)."""
    azimuth, elevation = (each.astype(LONG) for each in np.meshgrid(azimuths, elevations))
    own = np.stack(
        [np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)], axis=-1
    )
    return own.reshape(-1, 3) @ rotation(*attitude).T


def slab(place, rate, low, high):
    """Interval of the distances at which ``low <= place + rate t <= high``; empty as (inf, -inf)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.stack([(low - place) / rate, (high - place) / rate])
    moves = rate != 0
    inside = (low <= place) & (place <= high)
    begin = np.where(moves, ends.min(axis=0), np.where(inside, -np.inf, np.inf))
    end = np.where(moves, ends.max(axis=0), np.where(inside, np.inf, -np.inf))
    return begin, end


def clipped(intervals, first, last):
    """First distance of the intersection of intervals with ``first .. last``, else infinite."""
    begin = np.max([np.broadcast_to(first, intervals[0][0].shape), *(each[0] for each in intervals)], axis=0)
    end = np.min([np.broadcast_to(last, intervals[0][0].shape), *(each[1] for each in intervals)], axis=0)
    return np.where(begin <= end, begin, np.inf)


def height_at(scene, x, y, row, column):
    """Height of bilinear patches, each at a place of its own, by its weights of the four posts."""
    u, v = (x - scene.west) / scene.spacing - column, (y - scene.south) / scene.spacing - row
    post = scene.heights.astype(LONG)
    south = post[row, column] * (1 - u) + post[row, column + 1] * u
    north = post[row + 1, column] * (1 - u) + post[row + 1, column + 1] * u
    return south * (1 - v) + north * v


def ground_ranges(scene, origin, to, first, last):
    """Range of each ray to the solid under each patch that it is over: a quadratic through three of its values."""
    west, south = (
        edge + np.arange(count - 1) * LONG(scene.spacing)
        for edge, count in zip((scene.west, scene.south), reversed(scene.heights.shape), strict=True)
    )
    x = slab(origin[0], to[:, 0, None], west, west + scene.spacing)
    y = slab(origin[1], to[:, 1, None], south, south + scene.spacing)
    begin = np.maximum(np.maximum(x[0], first)[:, None, :], y[0][:, :, None])
    end = np.minimum(np.minimum(x[1], last)[:, None, :], y[1][:, :, None])
    ray, row, column = np.nonzero(begin <= end)
    begin, end = begin[ray, row, column], end[ray, row, column]

    def above(t):
        point = origin + t[:, None] * to[ray]
        return point[:, 2] - height_at(scene, point[:, 0], point[:, 1], row, column)

    length = end - begin
    low, middle, high = above(begin), above(begin + length / 2), above(end)
    square = 2 * (low + high) - 4 * middle  # of the parameter from 0 to 1
    slope = high - low - square
    share = np.full(low.shape, np.inf, LONG)
    with np.errstate(all="ignore"):
        root = np.sqrt(slope * slope - 4 * square * low)
        far = -(slope + np.where(slope < 0, -root, root)) / 2
        for found in (far / square, low / far):  # the second is the only one of a line
            share = np.where((found >= 0) & (found <= 1) & (found < share), found, share)
    share = np.where(low <= 0, 0, share)
    nearest = np.full(len(to), np.inf, LONG)
    meets = share <= 1
    np.minimum.at(nearest, ray[meets], begin[meets] + share[meets] * length[meets])
    return nearest


def cylinder_ranges(cylinders, origin, to, first, last):
    """Range of each ray to each cylinder, (cylinders, rays)."""
    x, y, radius, foot, top = cylinders.astype(LONG).T[:, :, None]
    east, north = origin[0] - x, origin[1] - y
    square = (to[:, :2] ** 2).sum(axis=1)
    half = east * to[:, 0] + north * to[:, 1]
    constant = east * east + north * north - radius * radius
    with np.errstate(all="ignore"):
        root = np.sqrt(half * half - square * constant)
        begin, end = (-half - root) / square, (-half + root) / square
    misses = np.isnan(root)
    begin, end = np.where(misses, np.inf, begin), np.where(misses, -np.inf, end)
    is_upright = square == 0
    begin = np.where(is_upright, np.where(constant <= 0, -np.inf, np.inf), begin)
    end = np.where(is_upright, np.where(constant <= 0, np.inf, -np.inf), end)
    return clipped([(begin, end), slab(origin[2], to[:, 2], foot, top)], first, last)


def box_ranges(boxes, origin, to, first, last):
    """Range of each ray to each box, (boxes, rays)."""
    turns = rotation(*boxes[:, 3:6].T)
    place, rate = ((origin - boxes[:, :3].astype(LONG))[:, None, :] @ turns), to @ turns
    length, width, height = boxes[:, 6:].astype(LONG).T[:, :, None]
    sides = [(-length, length), (-width, width), (0 * height, height)]
    return clipped([slab(place[..., k], rate[..., k], *sides[k]) for k in range(3)], first, last)


def foot_of(scene, x, y, radius):
    """Lowest post of the cells that the square around a circle touches, and of the ground at its centre."""
    rows, columns = scene.heights.shape

    def cells(low, high, count):
        return min(max(math.floor(low), 0), count - 2), min(max(math.floor(high), 0), count - 2) + 1

    left, right = cells(*((x + side - scene.west) / scene.spacing for side in (-radius, radius)), columns)
    below, above = cells(*((y + side - scene.south) / scene.spacing for side in (-radius, radius)), rows)
    return float(scene.heights[below : above + 1, left : right + 1].min())


def ranges(scene, origin, to, first, last):
    """Range of each ray, (rays,)."""
    origin = np.asarray(origin, LONG)
    found = [ground_ranges(scene, origin, to, first, last)[None]]
    found += [cylinder_ranges(scene.cylinders, origin, to, first, last)]
    found += [box_ranges(scene.boxes, origin, to, first, last)]
    return np.concatenate(found).min(axis=0)
