"""Columns of the motion of entities, with one row per entity."""

from collections.abc import Callable
from typing import Annotated, Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np

from ....base.arrays import Floats, Words
from ....models.dead_reckoning import Motion, Pose
from ....models.rotation import Vector
from ..wire.enumerations import DeadReckoning

Motions: TypeAlias = Motion[Floats]  # columns with one row per entity, like the next two
Poses: TypeAlias = Pose[Floats]
Vectors: TypeAlias = Vector[Floats]
InVectors = Annotated[None, "in vectors"]  # marks a stage that computes several rows at once, see ``compile.rows``


QUIET = np.errstate(all="ignore")  # received floats may be NaN, even a signalling one

Structure = TypeVar("Structure")

LEAST_CAPACITY = 8  # smallest number of rows of a buffer
MOTION_ROWS = 15  # numbers in a state of motion


class EntityStates(NamedTuple):
    """States of motion as sent or received."""

    motion: Motions
    algorithm: Words  # ``DeadReckoning``; unknown values count as static
    time: Floats  # time of each state [s]


def empty_pose(count: int) -> Poses:
    """Return poses of zeros."""
    return Pose(*(np.zeros(count) for _ in Pose._fields))


def empty_vector(count: int) -> Vectors:
    """Return vectors of zeros."""
    return Vector(np.zeros(count), np.zeros(count), np.zeros(count))


def motion_over(block: Floats) -> Motions:
    """Return motion columns that are views of the rows of an array of shape (15, states), to copy them together."""
    x, y, z, yaw, pitch, roll, *rest = block
    return Motion(Pose(x, y, z, yaw, pitch, roll), Vector(*rest[:3]), Vector(*rest[3:6]), Vector(*rest[6:]))


def from_reference_to_centre(offset: Any, pose: Any) -> tuple[Floats, Floats, Floats]:
    """Return the vectors from reference points to the centres of bodies, east, north and up [m].

    Args:
        offset: distance of each centre ahead of the reference point [m].
        pose: columns ``yaw`` and ``pitch``, a row for each [rad].
    """
    ahead = offset * np.cos(pose.pitch)
    return ahead * np.cos(pose.yaw), ahead * np.sin(pose.yaw), -offset * np.sin(pose.pitch)


def block_of(motion: Motions) -> Floats:
    """Return motion columns as an array of shape (15, states): the array that they are views of, or a new one."""
    block = _shared_block(motion)
    if block is not None:
        return block
    return np.array([*motion.pose, *motion.velocity, *motion.acceleration, *motion.angular_velocity], np.float64)


def _shared_block(motion: Motions) -> Floats | None:
    block = motion.pose.x.base
    if block is None or block.shape != (MOTION_ROWS, motion.pose.x.size):
        return None
    return block if all(vector.x.base is block for vector in motion[1:]) else None


def empty_motion(count: int) -> Motions:
    """Return states of motion of zeros."""
    return motion_over(np.zeros((MOTION_ROWS, count)))


def empty_states(count: int) -> EntityStates:
    """Return static states at the origin at time 0."""
    return EntityStates(empty_motion(count), np.full(count, DeadReckoning.STATIC, np.int8), np.zeros(count))


def motion_at(motion: Motions, i: int) -> Motion[float]:
    """Return one row of motion columns; also for compiled code."""
    pose, velocity, acceleration, rate = motion.pose, motion.velocity, motion.acceleration, motion.angular_velocity
    return Motion(
        Pose(pose.x[i], pose.y[i], pose.z[i], pose.yaw[i], pose.pitch[i], pose.roll[i]),
        Vector(velocity.x[i], velocity.y[i], velocity.z[i]),
        Vector(acceleration.x[i], acceleration.y[i], acceleration.z[i]),
        Vector(rate.x[i], rate.y[i], rate.z[i]),
    )


def rows_of(columns: Any, rows: Any) -> Any:
    """Return a copy of some rows (slice, mask or indices) of an array or of nested NamedTuples of arrays."""
    if isinstance(columns, Motion):
        return motion_over(np.array(block_of(cast("Motions", columns))[:, rows]))
    if isinstance(columns, tuple):
        structure = cast("Any", type(cast("Any", columns)))
        return structure(*(rows_of(column, rows) for column in cast("tuple[Any, ...]", columns)))
    return np.array(columns[rows])


def first_rows(columns: Any, count: int) -> Any:
    """Return views of the first rows of an array or of nested NamedTuples of arrays."""
    if isinstance(columns, tuple):
        structure = cast("Any", type(cast("Any", columns)))
        return structure(*(first_rows(column, count) for column in cast("tuple[Any, ...]", columns)))
    return columns[:count]


def set_rows(columns: Any, rows: Any, values: Any) -> None:
    """Write values, a structure like ``columns``, into some rows (slice, mask or indices) of nested columns."""
    block = _shared_block(cast("Motions", columns)) if isinstance(columns, Motion) else None
    if block is not None:
        block[:, rows] = block_of(values)
    elif isinstance(columns, tuple):
        for column, value in zip(cast("tuple[Any, ...]", columns), values, strict=True):
            set_rows(column, rows, value)
    else:
        columns[rows] = values


def copy_rows(target: Any, target_rows: Any, source: Any, source_rows: Any) -> None:
    """Copy rows (slices, masks or indices) of a structure of columns into another, without temporary arrays."""
    block = _shared_block(cast("Motions", target)) if isinstance(target, Motion) else None
    if block is not None:
        block[:, target_rows] = block_of(source)[:, source_rows]
    elif isinstance(target, tuple):
        for column, values in zip(cast("tuple[Any, ...]", target), source, strict=True):
            copy_rows(column, target_rows, values, source_rows)
    else:
        target[target_rows] = source[source_rows]


class Buffers(Generic[Structure]):
    """Columns, made by ``empty``, that a stage uses repeatedly: binding it to them once takes 2 us per column."""

    def __init__(self, empty: Callable[[int], Structure]):
        self._empty = empty
        self._of_capacity: dict[int, Structure] = {}

    def for_rows(self, count: int) -> Structure:
        """Return columns with at least ``count`` rows (a power of two); their content is undefined."""
        capacity = max(LEAST_CAPACITY, 1 << max(count - 1, 0).bit_length())
        if capacity not in self._of_capacity:
            self._of_capacity[capacity] = self._empty(capacity)
        return self._of_capacity[capacity]
