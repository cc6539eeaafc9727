"""Dead reckoning of many entities: extrapolated poses, and their errors.

Applies the formulas of ``models.dead_reckoning`` to columns in compiled loops. All columns are in one frame: the
world's grid (``geodesy`` converts to it) or geocentric.

    reckoner = DeadReckoner()
    reckoner.extrapolate(received, shown, now)                     # writes the poses
    mask = reckoner.exceeds(sent, truth, now)                      # rows whose state must be sent

Source: IEEE 1278.1-2012, 4.2 and annex E. The distance is in space; the angle is that of the single rotation between
two attitudes, because differences of Euler angles are undefined for a body that points up.
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

MOVING = DeadReckoning.RVW  # algorithm of moving vehicles
STANDING = 1e-3  # speed below which a vehicle is sent as static [m/s]


class Thresholds(NamedTuple):
    """Thresholds of the age and error of a state; the defaults are the standard's."""

    distance: float = 1.0  # between the sent and the true position [m]
    angle: float = math.radians(3.0)  # between the sent and the true attitude [rad]
    heartbeat: float = 5.0  # age at which a state is sent again [s]
    time_out: float = 12.0  # age at which an entity that sends nothing is removed [s]


class Errors(NamedTuple):
    """Errors of extrapolated poses."""

    distance: Floats  # [m]
    angle: Floats  # [rad]


class DeadReckoner:
    """Compiled dead reckoning, run by ``World.run_stage`` or by default by a new ``Stages``."""

    def __init__(self, run: Callable[..., None] | None = None):
        if run is None:
            from ...compile.rows import Stages

            run = Stages().run
        self._run = run

    @QUIET
    def extrapolate(self, states: EntityStates, poses: Any, now: float) -> None:
        """Write the extrapolated poses of states at the time ``now`` of their clock [s] to the columns of ``poses``."""
        self._run(extrapolate_rows, states, poses, now)

    @QUIET
    def measure(self, states: EntityStates, truth: Any, now: float) -> Errors:
        """Return the errors of the extrapolated poses of each row at the time ``now`` of their clock [s]."""
        errors = Errors(np.empty(states.time.size), np.empty(states.time.size))
        self._run(measure_rows, states, truth, errors, now)
        return errors

    def exceeds(
        self, states: EntityStates, truth: Any, now: float, thresholds: Thresholds | None = None
    ) -> NDArray[np.bool_]:
        """Return the mask of rows whose error exceeds a threshold or is NaN.

        Args:
            now: on the clock of ``states.time`` [s].
            thresholds: those of the standard by default.
        """
        distance, angle, *_ = Thresholds() if thresholds is None else thresholds
        errors = self.measure(states, truth, now)
        return ~((errors.distance <= distance) & (errors.angle <= angle))


def extrapolate_rows(states: EntityStates, poses: Poses, now: float) -> InVectors:
    """Write the extrapolated poses of states at the time ``now`` [s]."""
    for i in range(states.time.size):
        pose = dead_reckon(motion_at(states.motion, i), float(states.algorithm[i]), now - states.time[i])
        poses.x[i], poses.y[i], poses.z[i] = pose.x, pose.y, pose.z
        poses.yaw[i], poses.pitch[i], poses.roll[i] = pose.yaw, pose.pitch, pose.roll


def measure_rows(states: EntityStates, truth: Poses, errors: Errors, now: float) -> InVectors:
    """Write the errors of the extrapolated poses at the time ``now`` [s]."""
    for i in range(states.time.size):
        pose = dead_reckon(motion_at(states.motion, i), float(states.algorithm[i]), now - states.time[i])
        x, y, z = truth.x[i] - pose.x, truth.y[i] - pose.y, truth.z[i] - pose.z
        errors.distance[i] = sqrt(x * x + y * y + z * z)
        true_pose = Pose(truth.x[i], truth.y[i], truth.z[i], truth.yaw[i], truth.pitch[i], truth.roll[i])
        errors.angle[i] = angle_between(quaternion_of(pose), quaternion_of(true_pose))


# ---- choice of the algorithm


def algorithm_of(speed: Any, yaw_rate: Any = 0.0) -> Any:
    """Return the algorithm to send a vehicle with: static below ``STANDING`` [m/s] and [rad/s], otherwise RVW."""
    moves = (np.abs(speed) > STANDING) | (np.abs(yaw_rate) > STANDING)
    return np.where(moves, MOVING, DeadReckoning.STATIC).astype(np.int8)


def effective_algorithm(algorithm: Any, appearance: Any) -> Any:
    """Return the algorithm to extrapolate a received entity with: static if the frozen bit of its appearance is set."""
    is_frozen = LAND_APPEARANCE.frozen.read(np.asarray(appearance)) != 0
    return np.where(is_frozen, DeadReckoning.STATIC, algorithm).astype(np.int8)
