"""Choice of the vehicles whose state must be sent: a compiled loop over all vehicles in each step."""

import math
from typing import NamedTuple

import numpy as np

from ....models.dead_reckoning import Pose, dead_reckon
from ....models.mathematics import Real, maximum, select, sqrt
from ....models.rotation import angle_between, quaternion_of
from ....world.entity.columns import Pose as PoseColumns
from ....world.gunnery.damage import condition
from .columns import EntityStates, Floats, InVectors, empty_states, motion_at
from .local_motion import Estimate

# Growth of an error in the next step that is allowed for, relative to its last growth [1]. With smaller values errors
# exceed the threshold before a state is sent; larger ones send more states.
GROWTH = 2.0
NEVER = -1e9  # time of a state that was never sent [s]
GUN_STEP = math.radians(3.0)  # change of turret yaw or gun elevation above which a state is sent [rad]
NOT_SENT = -1.0  # ``looks`` of a vehicle that was never sent


class Looks(NamedTuple):
    """Columns of a world that appearance and articulations show."""

    damage: Floats  # 0 whole, 1 dead [1]
    engine_stop: Floats  # 1 off, 0 on
    turret_yaw: Floats  # [rad]
    turret_elevation: Floats  # [rad]


class Sent(NamedTuple):
    """Columns of the last state sent of each vehicle."""

    states: EntityStates
    looks: Floats  # number that encodes the appearance without dust, see ``looks_of``
    turret_yaw: Floats  # [rad]
    turret_elevation: Floats  # [rad]


class Publication(NamedTuple):
    """Columns of the vehicles that are sent."""

    pose: PoseColumns  # true poses
    yaw_rate: Floats  # true [rad/s]
    looks: Looks
    estimate: Estimate  # of the motion
    sent: Sent
    due: Floats  # 1 where a state must be sent, otherwise 0
    distance: Floats  # position error of the extrapolation at the last check [m]
    angle: Floats  # attitude error of the extrapolation at the last check [rad]


def nothing_sent(count: int) -> Sent:
    """Return the columns of vehicles that were never sent."""
    states = empty_states(count)
    states.time[:] = NEVER
    return Sent(states, np.full(count, NOT_SENT), np.zeros(count), np.zeros(count))


def looks_of(damage: Real, engine_stop: Real, is_frozen: Real) -> Real:
    """Return a number that changes with the appearance of a vehicle, apart from dust; ``damage`` is 1 if dead."""
    return condition(damage) + 4.0 * select(engine_stop == 0.0, 1.0, 0.0) + 8.0 * is_frozen


def find_due(
    of: Publication, distance: float, angle: float, heartbeat: float, is_frozen: float, now: float, dt: float
) -> InVectors:
    """Write 1 for each vehicle whose state must be sent, otherwise 0; thresholds in m and rad, ``heartbeat`` in s.

    Errors are extrapolated to the next step, so that they do not exceed the threshold before it.
    """
    truth, looks, sent, estimate = of.pose, of.looks, of.sent, of.estimate
    states = sent.states
    for i in range(of.due.size):
        motion, algorithm = motion_at(states.motion, i), float(states.algorithm[i])
        age = now - states.time[i]
        pose = dead_reckon(motion, algorithm, age)
        x, y, z = truth.x[i] - pose.x, truth.y[i] - pose.y, truth.z[i] - pose.z
        true_pose = Pose(truth.x[i], truth.y[i], truth.z[i], truth.yaw[i], truth.pitch[i], truth.roll[i])
        distance_now = sqrt(x * x + y * y + z * z)
        angle_now = angle_between(quaternion_of(pose), quaternion_of(true_pose))
        relative_x = estimate.velocity.x[i] - motion.velocity.x - age * motion.acceleration.x
        relative_y = estimate.velocity.y[i] - motion.velocity.y - age * motion.acceleration.y
        relative_z = estimate.velocity.z[i] - motion.velocity.z - age * motion.acceleration.z
        distance_growth = dt * sqrt(relative_x * relative_x + relative_y * relative_y + relative_z * relative_z)
        angle_growth = dt * abs(of.yaw_rate[i] - motion.angular_velocity.z)
        next_distance = distance_now + GROWTH * maximum(distance_growth, distance_now - of.distance[i])
        next_angle = angle_now + GROWTH * maximum(angle_growth, angle_now - of.angle[i])
        of.distance[i], of.angle[i] = distance_now, angle_now
        gun_change = maximum(
            abs(looks.turret_yaw[i] - sent.turret_yaw[i]),
            abs(looks.turret_elevation[i] - sent.turret_elevation[i]),
        )
        shown = looks_of(looks.damage[i], looks.engine_stop[i], is_frozen)
        is_known = select(next_distance <= distance, 1.0, 0.0) * select(next_angle <= angle, 1.0, 0.0)
        is_known = is_known * select(age < heartbeat, 1.0, 0.0) * select(gun_change <= GUN_STEP, 1.0, 0.0)
        of.due[i] = 1.0 - is_known * select(shown == sent.looks[i], 1.0, 0.0)
