"""Dead reckoning of many entities in compiled loops: extrapolated poses, and their errors.

reckoner = DeadReckoner()
reckoner.extrapolate(received, shown, now)  # writes the poses
mask = reckoner.exceeds(sent, truth, now)  # rows whose state must be sent
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorpool.compile.rows import Stages
from motorpool.links.dis.motion.columns import QUIET, EntityStates, Floats, InVectors, Poses, motion_at
from motorpool.links.dis.motion.dead_reckoning import Thresholds
from motorpool.models.dead_reckoning import Pose, dead_reckon
from motorpool.models.mathematics import sqrt
from motorpool.models.rotation import angle_between, quaternion_of


class Errors(NamedTuple):
    """Errors of extrapolated poses."""

    distance: Floats  # [m]
    angle: Floats  # [rad]


class DeadReckoner:
    """Compiled dead reckoning."""

    def __init__(self):
        self._run = Stages().run

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
