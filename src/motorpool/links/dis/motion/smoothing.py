"""Smoothing of displayed poses: from the displayed pose to that of a newly received state, without a jump.

On arrival of a state, the difference between the displayed pose and that of the state is stored: a vector, and the
shortest rotation. It is added to the new extrapolation with a weight that decreases from 1 to 0 over the smoothing
time, with zero slope at both ends. A state that arrives meanwhile starts a new correction from the displayed pose.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple

import numpy as np

from ....models.dead_reckoning import Pose, dead_reckon
from ....models.mathematics import Real, clamp, select
from ....models.rotation import (
    Number,
    Vector,
    conjugate,
    euler_angles_of,
    product,
    quaternion_of,
    rotation_by,
    rotation_vector_of,
)
from .columns import (
    QUIET,
    Buffers,
    EntityStates,
    Floats,
    InVectors,
    Poses,
    copy_rows,
    empty_pose,
    empty_states,
    first_rows,
    motion_at,
    set_rows,
)

DURATION = 0.5  # duration of a correction [s]
MAX_CORRECTION = 50.0  # larger differences are not smoothed: the entity was repositioned [m]


class Offset(NamedTuple, Generic[Number]):
    """Difference of two poses."""

    shift: Vector[Number]  # in the axes of the world [m]
    turn: Vector[Number]  # rotation vector in the axes of the world [rad]


class Corrections(NamedTuple):
    """Columns of the current corrections."""

    offset: Offset[Floats]  # displayed minus received pose, on arrival
    start: Floats  # time of arrival [s]


def offset_between(shown: Pose[Real], target: Pose[Real]) -> Offset[float]:
    """Return the offset from ``target`` to ``shown``: zero if they are farther apart than ``MAX_CORRECTION``."""
    x, y, z = shown.x - target.x, shown.y - target.y, shown.z - target.z
    is_near = x * x + y * y + z * z < MAX_CORRECTION * MAX_CORRECTION
    turn = rotation_vector_of(product(quaternion_of(shown), conjugate(quaternion_of(target))))
    return Offset(
        Vector(select(is_near, x, 0.0), select(is_near, y, 0.0), select(is_near, z, 0.0)),
        Vector(select(is_near, turn.x, 0.0), select(is_near, turn.y, 0.0), select(is_near, turn.z, 0.0)),
    )


def remaining_weight(elapsed: Real, duration: Real = DURATION) -> Real:
    """Return the weight of an offset: 1 at first, 0 after ``duration`` [s], with zero slope at both ends."""
    fraction = clamp(elapsed / select(duration > 0.0, duration, 1e-9), 0.0, 1.0)
    return 1.0 - fraction * fraction * (3.0 - 2.0 * fraction)


def smoothed(target: Pose[Real], offset: Offset[Real], weight: Real) -> Pose[float]:
    """Return a pose with a fraction, 0 to 1, of an offset of ``offset_between`` added."""
    turn = Vector(weight * offset.turn.x, weight * offset.turn.y, weight * offset.turn.z)
    angles = euler_angles_of(product(rotation_by(turn), quaternion_of(target)))
    return Pose(
        target.x + weight * offset.shift.x,
        target.y + weight * offset.shift.y,
        target.z + weight * offset.shift.z,
        angles.yaw,
        angles.pitch,
        angles.roll,
    )


class _Work(NamedTuple):
    """Columns of the stage that begins corrections."""

    new: EntityStates
    before: EntityStates
    corrections: Corrections


class RemotePoses:
    """Received states of entities, and their displayed poses.

    Args:
        duration: time of a correction [s].
        run: function that runs stages, such as ``World.run_stage``; by default a new ``Stages``.
    """

    def __init__(self, count: int, *, duration: float = DURATION, run: Callable[..., None] | None = None):
        if run is None:
            from ....compile.rows import Stages

            run = Stages().run
        self.states, self.poses = empty_states(count), empty_pose(count)
        self._corrections = _no_corrections(count)
        self._shown = self.states, self._corrections, self.poses
        self._buffers = Buffers(_empty_work)
        self._duration, self._run = duration, run

    @QUIET
    def place(self, rows: Any, new: EntityStates) -> None:
        """Store the first states of entities, one per row index, which are displayed without smoothing."""
        set_rows(self.states, rows, new)
        self._corrections.start[rows] = -np.inf

    @QUIET
    def receive(self, rows: Any, new: EntityStates, now: float) -> None:
        """Store later states of entities, and begin a correction from their displayed poses.

        Args:
            rows: indices, each once; one row of ``new`` per index.
            now: on the clock of ``states.time`` [s].
        """
        count = slice(0, new.time.size)
        work = self._buffers.for_rows(count.stop)
        set_rows(work.new, count, new)
        copy_rows(work.before, count, self.states, rows)
        ours, theirs = _block_of(self._corrections), _block_of(work.corrections)
        theirs[:, count] = ours[:, rows]
        self._run(correct_rows, *work, now, self._duration)
        ours[:, rows] = theirs[:, count]
        set_rows(self.states, rows, new)

    def shift(self, seconds: float) -> None:
        """Shift all times, after the clock was set."""
        self.states.time[:] += seconds
        self._corrections.start[:] += seconds

    @QUIET
    def show(self, now: float, count: int | None = None) -> Poses:
        """Return the displayed poses of the first ``count`` entities, in columns that the next call overwrites.

        Args:
            now: on the clock of ``states.time`` [s].
            count: number of rows, from the first; all by default.
        """
        if count is None:
            count = self.states.time.size
        if self._shown[1].start.size != count:
            self._shown = (
                first_rows(self.states, count), first_rows(self._corrections, count), first_rows(self.poses, count)
            )  # fmt: skip
        self._run(show_rows, *self._shown, now, self._duration)
        return self._shown[2]


def show_rows(states: EntityStates, corrections: Corrections, poses: Poses, now: float, duration: float) -> InVectors:
    """Write the displayed poses at the time ``now`` of the states' clock [s]."""
    for i in range(states.time.size):
        pose = _shown(states, corrections, i, now, duration)
        poses.x[i], poses.y[i], poses.z[i] = pose.x, pose.y, pose.z
        poses.yaw[i], poses.pitch[i], poses.roll[i] = pose.yaw, pose.pitch, pose.roll


def correct_rows(
    new: EntityStates, before: EntityStates, corrections: Corrections, now: float, duration: float
) -> InVectors:
    """Begin corrections from the displayed poses to those of new states.

    Args:
        before: states that ``new`` replaces.
        now: on the clock of ``states.time`` [s].
    """
    shift, turn = corrections.offset.shift, corrections.offset.turn
    for i in range(new.time.size):
        shown = _shown(before, corrections, i, now, duration)
        offset = offset_between(shown, _pose_at(new, i, now))
        shift.x[i], shift.y[i], shift.z[i] = offset.shift.x, offset.shift.y, offset.shift.z
        turn.x[i], turn.y[i], turn.z[i] = offset.turn.x, offset.turn.y, offset.turn.z
        corrections.start[i] = now


def _shown(states: EntityStates, corrections: Corrections, i: int, now: Real, duration: Real) -> Pose[float]:
    shift, turn = corrections.offset.shift, corrections.offset.turn
    offset = Offset(Vector(shift.x[i], shift.y[i], shift.z[i]), Vector(turn.x[i], turn.y[i], turn.z[i]))
    return smoothed(_pose_at(states, i, now), offset, remaining_weight(now - corrections.start[i], duration))


def _pose_at(states: EntityStates, i: int, now: Real) -> Pose[float]:
    return dead_reckon(motion_at(states.motion, i), float(states.algorithm[i]), now - states.time[i])


def _no_corrections(count: int) -> Corrections:
    block = np.zeros((7, count))  # one block, so that the columns are copied together
    block[-1] = -np.inf
    return Corrections(Offset(Vector(*block[:3]), Vector(*block[3:6])), block[-1])


def _block_of(corrections: Corrections) -> Any:
    return corrections.start.base


def _empty_work(count: int) -> _Work:
    return _Work(empty_states(count), empty_states(count), _no_corrections(count))
