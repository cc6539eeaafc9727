"""Dead reckoning of many entities: their poses now, and how far these are from the truth.

The formulas are ``models.dead_reckoning``'s; here they run compiled over columns, a row for each entity. All columns
are of one frame: the world's grid (``geodesy`` takes states of motion there), or geocentric.

    reckoner = DeadReckoner()
    reckoner.extrapolate(received, shown, now)                     # writes the poses
    mask = reckoner.exceeds(sent, truth, now)                      # whose state must be sent

Source: IEEE 1278.1-2012, 4.2 and annex E. Distances are those in space and angles those of the one rotation between
two attitudes: a difference of Euler angles is none where a body looks up.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...models.dead_reckoning import Pose, dead_reckon
from ...models.mathematics import sqrt
from ...models.rotation import angle_between, quaternion_of
from ..wire.enumerations import LAND_APPEARANCE, DeadReckoning
from .columns import QUIET, EntityStates, Floats, InVectors, Poses, motion_at

MOVING = DeadReckoning.RVW  # the algorithm of vehicles that move
STANDING = 1e-3  # speed below which a vehicle stands, and is sent as static [m/s]


class Thresholds(NamedTuple):
    """Limits of a state's age and error; the defaults are the standard's."""

    distance: float = 1.0  # between what is sent and what is [m]
    angle: float = math.radians(3.0)  # likewise [rad]
    heartbeat: float = 5.0  # after which a state is sent again [s]
    time_out: float = 12.0  # after which an entity that sent nothing is gone [s]


class Errors(NamedTuple):
    """Differences between poses."""

    distance: Floats  # [m]
    angle: Floats  # [rad]


class DeadReckoner:
    """Compiled dead reckoning.

    Args:
        run: that runs stages, such as ``World``'s; by default one of its own.
    """

    def __init__(self, run: Callable[..., None] | None = None):
        if run is None:
            from ...compile.rows import Stages

            run = Stages().run
        self._run = run

    @QUIET
    def extrapolate(self, states: EntityStates, poses: Any, now: float) -> None:
        """Write the poses that states lead to.

        Args:
            states: as they were sent or received.
            poses: structure of columns that are written, such as ``columns.empty_pose`` makes.
            now: on the clock of the states' times [s].
        """
        self._run(extrapolate_rows, states, poses, now)

    @QUIET
    def measure(self, states: EntityStates, truth: Any, now: float) -> Errors:
        """Return distance and angle between the extrapolated poses and the true ones, of each row.

        Args:
            states: as they were sent.
            truth: poses now, such as the vehicles' of a world.
            now: on the clock of the states' times [s].
        """
        errors = Errors(np.empty(states.time.size), np.empty(states.time.size))
        self._run(measure_rows, states, truth, errors, now)
        return errors

    def exceeds(
        self, states: EntityStates, truth: Any, now: float, thresholds: Thresholds | None = None
    ) -> NDArray[np.bool_]:
        """Return the mask of rows whose error is above a threshold; what is not a number is.

        Args:
            states: as they were sent.
            truth: poses now.
            now: on the clock of the states' times [s].
            thresholds: the standard's by default.
        """
        distance, angle, *_ = Thresholds() if thresholds is None else thresholds
        errors = self.measure(states, truth, now)
        return ~((errors.distance <= distance) & (errors.angle <= angle))


def extrapolate_rows(states: EntityStates, poses: Poses, now: float) -> InVectors:
    """Write the poses that states lead to.

    Args:
        states: as they were sent or received.
        poses: are written.
        now: on the clock of the states' times [s].
    """
    for i in range(states.time.size):
        pose = dead_reckon(motion_at(states.motion, i), float(states.algorithm[i]), now - states.time[i])
        poses.x[i], poses.y[i], poses.z[i] = pose.x, pose.y, pose.z
        poses.yaw[i], poses.pitch[i], poses.roll[i] = pose.yaw, pose.pitch, pose.roll


def measure_rows(states: EntityStates, truth: Poses, errors: Errors, now: float) -> InVectors:
    """Write the differences between extrapolated poses and true ones.

    Args:
        states: as they were sent.
        truth: poses now.
        errors: are written.
        now: on the clock of the states' times [s].
    """
    for i in range(states.time.size):
        pose = dead_reckon(motion_at(states.motion, i), float(states.algorithm[i]), now - states.time[i])
        x, y, z = truth.x[i] - pose.x, truth.y[i] - pose.y, truth.z[i] - pose.z
        errors.distance[i] = sqrt(x * x + y * y + z * z)
        true_pose = Pose(truth.x[i], truth.y[i], truth.z[i], truth.yaw[i], truth.pitch[i], truth.roll[i])
        errors.angle[i] = angle_between(quaternion_of(pose), quaternion_of(true_pose))


# ---- which algorithm


def algorithm_of(speed: Any, yaw_rate: Any = 0.0) -> Any:
    """Return the algorithm that a vehicle is sent with: static where it stands, else RVW.

    Args:
        speed: of its velocity, a magnitude [m/s].
        yaw_rate: [rad/s].
    """
    moves = (np.abs(speed) > STANDING) | (np.abs(yaw_rate) > STANDING)
    return np.where(moves, MOVING, DeadReckoning.STATIC).astype(np.int8)


def effective_algorithm(algorithm: Any, appearance: Any) -> Any:
    """Return the algorithm that a received entity is extrapolated with: static where its frozen bit is set.

    Args:
        algorithm: as received.
        appearance: the bits of a land platform.
    """
    is_frozen = LAND_APPEARANCE.frozen.read(np.asarray(appearance)) != 0
    return np.where(is_frozen, DeadReckoning.STATIC, algorithm).astype(np.int8)
