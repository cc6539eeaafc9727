"""Scanners: the ranges of beams as entries of the observations of all rows, by one call of ``sensors.scan.scan_2d``.

Poses and ranges are arrays that are made once. Noise is a function of seed, episode, decision and scanner, so that each
row of a batch equals a batch of one, to the bit.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..models.frames import body_axes
from ..world.columns import Whole
from ..world.entity.columns import Pose
from ..world.sensors.draws import Words32, normals
from ..world.sensors.scan import scan_2d, scan_world
from ..world.sensors.scan_stages import Poses
from ..world.world import World
from . import draws
from .observations import Scan2d
from .stage_text import Episode
from .task import Task

Entries = NDArray[np.float32]


class Arm(NamedTuple):
    """Position of a scanner on its vehicle."""

    x: float  # ahead of the reference point [m]
    y: float  # to the left [m]
    z: float  # up [m]


class Scanner:
    """One scanner on each vehicle of a batch.

    Args:
        name: distinguishes its random numbers from those of other scanners of the task.
        columns: range of its entries in the observations.
        scale: divisor of the ranges [m].
    """

    def __init__(self, name: str, columns: slice, scale: float, scan: Scan2d, world: World):
        self._name, self._columns, self._scale, self._scan, self._world = name, columns, scale, scan, world
        self._arm, self._angles = Arm(float(scan.x), float(scan.y), float(scan.z)), scan.angles
        x, y, z, yaw, pitch, roll = (np.full(world.count, math.nan) for _ in range(6))
        self._poses = Poses(x, y, z, yaw, pitch, roll, np.arange(world.count, dtype=np.int32))
        self._ranges = np.empty((world.count, self._angles.size))

    def observe(
        self, episode: Episode, seeds: NDArray[np.uint64], episodes: NDArray[np.int64], entries: Entries
    ) -> None:
        """Write the entries of the rows that are due; the others stay as they are.

        Args:
            seeds, episodes: seed and episode of each row (rows,).
            entries: values of the observations (rows, entries).
        """
        scan, ranges, world = self._scan, self._ranges, self._world
        world.run_stage(place_scanners, world.vehicles.pose, episode, self._poses, self._arm)
        seen = scan_world(world)
        scan_2d(seen, self._poses, self._angles, scan.max_range, min_range=scan.min_range, out=ranges)
        due = episode.is_due != 0
        if scan.noise > 0.0:
            self._add_noise(due, seeds, episodes, episode.decisions)
        np.minimum(ranges, scan.max_range, out=ranges)
        ranges /= self._scale
        np.clip(ranges, -1.0, 1.0, out=ranges)
        np.copyto(entries[:, self._columns], ranges, where=due[:, None], casting="same_kind")

    def _add_noise(
        self,
        due: NDArray[np.bool_],
        seeds: NDArray[np.uint64],
        episodes: NDArray[np.int64],
        decisions: NDArray[np.int32],
    ) -> None:
        """Add noise to the ranges between ``min_range`` and ``max_range``, which it does not take below the least."""
        rows = np.flatnonzero(due)
        truth = self._ranges[rows]
        keys = _keys(self._name, seeds[rows], episodes[rows], decisions[rows])
        noisy = truth + self._scan.noise * normals(keys, 0, 0, truth.shape[1])
        least = self._scan.min_range
        self._ranges[rows] = np.where(truth > least, np.maximum(noisy, least), truth)


def scanners_of(task: Task, world: World) -> list[Scanner]:
    """Return the scanners that the observations of a task have, in order."""
    return [
        Scanner(f"{scan.kind}.{number}", scan.columns, scan.scale, scan.arguments, world)
        for number, scan in enumerate(task.scans)
    ]


def place_scanners(pose: Pose, episode: Episode, poses: Poses, arm: Whole[Arm]) -> None:
    """Write the poses of the scanners of the rows that are due; those of other rows are NaN, and measure nothing."""
    for i in range(pose.x.size):
        if episode.is_due[i] == 0:
            poses.x[i] = math.nan
            continue
        forward, left, up = body_axes(pose.yaw[i], pose.pitch[i], pose.roll[i])
        poses.x[i] = pose.x[i] + arm.x * forward[0] + arm.y * left[0] + arm.z * up[0]
        poses.y[i] = pose.y[i] + arm.x * forward[1] + arm.y * left[1] + arm.z * up[1]
        poses.z[i] = pose.z[i] + arm.x * forward[2] + arm.y * left[2] + arm.z * up[2]
        poses.yaw[i], poses.pitch[i], poses.roll[i] = pose.yaw[i], pose.pitch[i], pose.roll[i]


def _keys(name: str, seeds: NDArray[np.uint64], episodes: NDArray[np.int64], decisions: NDArray[np.int32]) -> Words32:
    """Return keys of random numbers (rows, 2), from seed, episode, decision and name."""
    low, high = (seeds & 0xFFFFFFFF).astype(np.uint32), (seeds >> np.uint64(32)).astype(np.uint32)
    stream = np.full(seeds.size, draws.stream_of(name), np.uint32)
    first = draws.threefry((low, high), (episodes.astype(np.uint32), stream))
    return np.stack(draws.threefry(first, (decisions.astype(np.uint32), stream)), axis=1)
