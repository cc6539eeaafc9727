"""Choice of the vehicles whose state is to be sent: a loop over all of them, compiled, in every step."""

import math
from typing import NamedTuple

import numpy as np

from ...models.dead_reckoning import Pose, dead_reckon
from ...models.mathematics import Real, maximum, select, sqrt
from ...models.rotation import angle_between, quaternion_of
from ...world.entity.columns import Pose as PoseColumns
from ...world.gunnery.damage import condition
from .columns import EntityStates, Floats, InVectors, empty_states, motion_at
from .local_motion import Estimate

GROWTH = 2.0  # of an error in a step, over that in the last one or that by the speeds: room for what changes in it [1]
NEVER = -1e9  # the time at which a state was sent that never was [s]
GUN_STEP = math.radians(3.0)  # of turret or barrel, sent at once when it has turned so far [rad]
NOT_SENT = -1.0  # looks of a vehicle that was never sent


class Looks(NamedTuple):
    """Columns of a world that are told by appearance and articulations."""

    damage: Floats  # 0 whole, 1 dead [1]
    engine_stop: Floats  # 1 off, 0 on
    turret_yaw: Floats  # [rad]
    turret_elevation: Floats  # [rad]


class Sent(NamedTuple):
    """Columns of what others know of each vehicle."""

    states: EntityStates
    looks: Floats  # number of what ``appearance`` shows, dust aside; see ``looks_of``
    turret_yaw: Floats  # [rad]
    turret_elevation: Floats  # [rad]


class Publication(NamedTuple):
    """Columns of vehicles that are sent."""

    pose: PoseColumns  # true ones
    yaw_rate: Floats  # likewise [rad/s]
    looks: Looks
    estimate: Estimate  # of their motion
    sent: Sent
    due: Floats  # 1 where a state is to be sent, else 0
    distance: Floats  # error of what others see, at the last look [m]
    angle: Floats  # likewise [rad]


def nothing_sent(count: int) -> Sent:
    """Return what others know at first."""
    states = empty_states(count)
    states.time[:] = NEVER
    return Sent(states, np.full(count, NOT_SENT), np.zeros(count), np.zeros(count))


def looks_of(damage: Real, engine_stop: Real, is_frozen: Real) -> Real:
    """Return a number that differs where the appearance of vehicles does, dust aside.

    Args:
        damage: 0 whole, 1 dead [1].
        engine_stop: 1 off, 0 on.
        is_frozen: 1 where they are not to be extrapolated, else 0.
    """
    return condition(damage) + 4.0 * select(engine_stop == 0.0, 1.0, 0.0) + 8.0 * is_frozen


def find_due(
    of: Publication, distance: float, angle: float, heartbeat: float, is_frozen: float, now: float, dt: float
) -> InVectors:
    """Write 0 for each vehicle of which others know enough, 1 for each whose state is to be sent.

    Errors are taken as far as they may grow until the next step, so that no step is beyond a limit.

    Args:
        of: the vehicles; ``due`` is written.
        distance: limit of the error of what others see [m].
        angle: likewise [rad].
        heartbeat: age of a state that is sent again [s].
        is_frozen: 1 where they are not to be extrapolated, else 0.
        now: time [s].
        dt: the step [s].
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
        apart_x = estimate.velocity.x[i] - motion.velocity.x - age * motion.acceleration.x
        apart_y = estimate.velocity.y[i] - motion.velocity.y - age * motion.acceleration.y
        apart_z = estimate.velocity.z[i] - motion.velocity.z - age * motion.acceleration.z
        apart = dt * sqrt(apart_x * apart_x + apart_y * apart_y + apart_z * apart_z)
        turned = dt * abs(of.yaw_rate[i] - motion.angular_velocity.z)
        off = distance_now + GROWTH * maximum(apart, distance_now - of.distance[i])
        askew = angle_now + GROWTH * maximum(turned, angle_now - of.angle[i])
        of.distance[i], of.angle[i] = distance_now, angle_now
        swing = maximum(
            abs(looks.turret_yaw[i] - sent.turret_yaw[i]),
            abs(looks.turret_elevation[i] - sent.turret_elevation[i]),
        )
        shown = looks_of(looks.damage[i], looks.engine_stop[i], is_frozen)
        is_known = select(off <= distance, 1.0, 0.0) * select(askew <= angle, 1.0, 0.0)
        is_known = is_known * select(age < heartbeat, 1.0, 0.0) * select(swing <= GUN_STEP, 1.0, 0.0)
        of.due[i] = 1.0 - is_known * select(shown == sent.looks[i], 1.0, 0.0)
