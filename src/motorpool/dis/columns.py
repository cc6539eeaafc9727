"""Columns of entities' states of motion, a row for each entity."""

from collections.abc import Callable
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from ..models.dead_reckoning import Motion, Pose
from ..models.rotation import Vector
from .enumerations import DeadReckoning

Floats = NDArray[np.float64]
InVectors = Annotated[None, "in vectors"]  # of a stage that computes several rows at once, see ``compile.rows``


QUIET = np.errstate(all="ignore")  # what comes from a network may be no number, even a signalling one

Structure = TypeVar("Structure")

LEAST_CAPACITY = 8  # rows of a buffer


class EntityStates(NamedTuple):
    """States as they were sent or received."""

    motion: Motion  # structures of arrays of float64
    algorithm: NDArray[np.int8]  # ``DeadReckoning``; what is none is static
    time: Floats  # at which they were so [s]


def empty_pose(count: int) -> Pose:
    """Return poses that are all zero."""
    return Pose(*(np.zeros(count) for _ in Pose._fields))


def empty_vector(count: int) -> Vector:
    """Return vectors that are all zero."""
    return Vector(np.zeros(count), np.zeros(count), np.zeros(count))


def empty_motion(count: int) -> Motion:
    """Return states of motion that are all zero."""
    return Motion(empty_pose(count), empty_vector(count), empty_vector(count), empty_vector(count))


def empty_states(count: int) -> EntityStates:
    """Return static states at the origin at time 0."""
    return EntityStates(empty_motion(count), np.full(count, DeadReckoning.STATIC, np.int8), np.zeros(count))


def motion_at(motion: Any, i: Any) -> Motion:
    """Return one row of columns of ``Motion``, also in compiled code."""
    pose, velocity, acceleration, rate = motion.pose, motion.velocity, motion.acceleration, motion.angular_velocity
    return Motion(
        Pose(pose.x[i], pose.y[i], pose.z[i], pose.yaw[i], pose.pitch[i], pose.roll[i]),
        Vector(velocity.x[i], velocity.y[i], velocity.z[i]),
        Vector(acceleration.x[i], acceleration.y[i], acceleration.z[i]),
        Vector(rate.x[i], rate.y[i], rate.z[i]),
    )


def rows_of(columns: Any, rows: Any) -> Any:
    """Return some rows of a structure of columns, as a structure of new arrays.

    Args:
        columns: an array, or NamedTuples of them.
        rows: a slice, a mask or indices.
    """
    if isinstance(columns, tuple):
        structure = cast("Any", type(cast("Any", columns)))
        return structure(*(rows_of(column, rows) for column in cast("tuple[Any, ...]", columns)))
    return np.array(columns[rows])


def chosen_rows(columns: Any, rows: Any, count: int) -> Any:
    """Return some rows of a structure of columns; a value that is one for all rows stays as it is.

    Args:
        columns: an array, a value, or NamedTuples of them.
        rows: a mask or indices.
        count: rows that the columns have.
    """
    if isinstance(columns, tuple):
        structure = cast("Any", type(cast("Any", columns)))
        return structure(*(chosen_rows(column, rows, count) for column in cast("tuple[Any, ...]", columns)))
    column: Any = columns
    return column[rows] if np.shape(column)[:1] == (count,) else column


def set_rows(columns: Any, rows: Any, values: Any) -> None:
    """Write values into some rows of a structure of columns.

    Args:
        columns: an array, or NamedTuples of them.
        rows: a slice, a mask or indices.
        values: a structure like ``columns``.
    """
    if isinstance(columns, tuple):
        for column, value in zip(cast("tuple[Any, ...]", columns), values, strict=True):
            set_rows(column, rows, value)
    else:
        columns[rows] = values


class Buffers(Generic[Structure]):
    """Columns that a stage runs on again and again, so that it is bound to them once: that takes 2 us a column.

    Args:
        empty: that makes them, for a number of rows.
    """

    def __init__(self, empty: Callable[[int], Structure]):
        self._empty = empty
        self._of_capacity: dict[int, Structure] = {}

    def for_rows(self, count: int) -> Structure:
        """Return columns of at least so many rows, a power of two; what is in them is of no meaning."""
        capacity = max(LEAST_CAPACITY, 1 << max(count - 1, 0).bit_length())
        if capacity not in self._of_capacity:
            self._of_capacity[capacity] = self._empty(capacity)
        return self._of_capacity[capacity]
