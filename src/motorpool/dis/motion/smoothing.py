"""Smoothing: from the pose that is shown to the one that a newly received state leads to, without a jump.

When a state comes, the difference between what is shown and what the state says is kept: a vector, and the rotation the
shortest way round. It is then added to the new extrapolation with a weight that goes from 1 to 0 within the smoothing
time, smoothly at both ends. A state that comes meanwhile begins anew from what is shown then.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple

import numpy as np

from ...models.dead_reckoning import Pose, dead_reckon
from ...models.mathematics import Real, clamp, select
from ...models.rotation import (
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

DURATION = 0.5  # of a correction [s]
MAX_CORRECTION = 50.0  # a correction by more is a jump: the entity was placed anew [m]


class Offset(NamedTuple, Generic[Number]):
    """Difference of two poses."""

    shift: Vector[Number]  # along the axes of the world [m]
    turn: Vector[Number]  # rotation vector along the axes of the world [rad]


class Corrections(NamedTuple):
    """Corrections that are under way, in columns."""

    offset: Offset[Floats]  # of what was shown from what was received, when that came
    start: Floats  # time at which it came [s]


def offset_between(shown: Pose[Real], target: Pose[Real]) -> Offset[float]:
    """Return what must be added to ``target`` to give ``shown``: nothing where that is farther than ``MAX_CORRECTION``.

    Args:
        shown: pose.
        target: pose.
    """
    x, y, z = shown.x - target.x, shown.y - target.y, shown.z - target.z
    is_near = x * x + y * y + z * z < MAX_CORRECTION * MAX_CORRECTION
    turn = rotation_vector_of(product(quaternion_of(shown), conjugate(quaternion_of(target))))
    return Offset(
        Vector(select(is_near, x, 0.0), select(is_near, y, 0.0), select(is_near, z, 0.0)),
        Vector(select(is_near, turn.x, 0.0), select(is_near, turn.y, 0.0), select(is_near, turn.z, 0.0)),
    )


def remaining_weight(elapsed: Real, duration: Real = DURATION) -> Real:
    """Return the weight of an offset: 1 at first, 0 after ``duration``, level at both ends.

    Args:
        elapsed: since the correction began [s].
        duration: of the correction [s].
    """
    fraction = clamp(elapsed / select(duration > 0.0, duration, 1e-9), 0.0, 1.0)
    return 1.0 - fraction * fraction * (3.0 - 2.0 * fraction)


def smoothed(target: Pose[Real], offset: Offset[Real], weight: Real) -> Pose[float]:
    """Return a pose with a part of an offset added.

    Args:
        target: pose.
        offset: from ``offset_between``.
        weight: of the offset, 0 to 1.
    """
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
    """Columns of the beginning of corrections."""

    new: EntityStates
    before: EntityStates
    corrections: Corrections


class RemotePoses:
    """States that were received, and the poses that are shown of them.

    Args:
        count: of rows.
        duration: of a correction [s].
        run: that runs stages, such as ``World``'s; by default one of its own.

    Attributes:
        states: as received; see ``receive``.
        poses: as of the last ``show``.
    """

    def __init__(self, count: int, *, duration: float = DURATION, run: Callable[..., None] | None = None):
        if run is None:
            from ...compile.rows import Stages

            run = Stages().run
        self.states, self.poses = empty_states(count), empty_pose(count)
        self._corrections = _no_corrections(count)
        self._shown = self.states, self._corrections, self.poses
        self._buffers = Buffers(_empty_work)
        self._duration, self._run = duration, run

    @QUIET
    def place(self, rows: Any, new: EntityStates) -> None:
        """Take the first states of entities, which are shown where they are.

        Args:
            rows: indices, each once.
            new: a row for each.
        """
        set_rows(self.states, rows, new)
        self._corrections.start[rows] = -np.inf

    @QUIET
    def receive(self, rows: Any, new: EntityStates, now: float) -> None:
        """Take later states of entities, to which they are moved smoothly from where they are shown.

        Args:
            rows: indices, each once.
            new: a row for each.
            now: on the clock of the states' times [s].
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
        """Move all times, because the clock was set."""
        self.states.time[:] += seconds
        self._corrections.start[:] += seconds

    @QUIET
    def show(self, now: float, count: int | None = None) -> Poses:
        """Return the poses that are shown, in columns that the next call writes again.

        Args:
            now: on the clock of the states' times [s].
            count: of rows, from the first; all by default.
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
    """Write the poses that are shown.

    Args:
        states: as received.
        corrections: that are under way.
        poses: are written.
        now: on the clock of the states' times [s].
        duration: of a correction [s].
    """
    for i in range(states.time.size):
        pose = _shown(states, corrections, i, now, duration)
        poses.x[i], poses.y[i], poses.z[i] = pose.x, pose.y, pose.z
        poses.yaw[i], poses.pitch[i], poses.roll[i] = pose.yaw, pose.pitch, pose.roll


def correct_rows(
    new: EntityStates, before: EntityStates, corrections: Corrections, now: float, duration: float
) -> InVectors:
    """Begin corrections from what is shown to what new states say.

    Args:
        new: as received.
        before: states that they replace.
        corrections: that are under way; are written.
        now: on the clock of the states' times [s].
        duration: of a correction [s].
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
    block = np.zeros((7, count))  # copied together, which is faster
    block[-1] = -np.inf
    return Corrections(Offset(Vector(*block[:3]), Vector(*block[3:6])), block[-1])


def _block_of(corrections: Corrections) -> Any:
    """Return the array whose rows the columns of corrections are."""
    return corrections.start.base


def _empty_work(count: int) -> _Work:
    return _Work(empty_states(count), empty_states(count), _no_corrections(count))
