"""Longitudinal and lateral speed and yaw rate of remote entities, from their states of motion: a compiled loop."""

from typing import NamedTuple

from ....models.mathematics import select, sincos
from .columns import EntityStates, Floats, InVectors


class Speeds(NamedTuple):
    """Velocities of vehicles in body axes."""

    speed: Floats  # positive forward [m/s]
    lateral_speed: Floats  # positive to the left [m/s]
    yaw_rate: Floats  # positive counter-clockwise [rad/s]


def write_speeds(states: EntityStates, yaw: Floats, speeds: Speeds, now: float) -> InVectors:
    """Write the extrapolated speeds of states.

    Args:
        yaw: displayed yaw of the vehicles [rad].
        now: on the clock of ``states.time`` [s].
    """
    velocity, acceleration = states.motion.velocity, states.motion.acceleration
    for i in range(yaw.size):
        algorithm = float(states.algorithm[i])
        moves = select(algorithm > 1.5, 1.0, 0.0)
        is_body = algorithm > 5.5
        # algorithms 3, 4, 7 and 8 rotate; 4, 5, 8 and 9 accelerate
        within = algorithm - 5.0 * select(is_body, 1.0, 0.0)  # number within its group: 1 to 5, or 1 to 4
        first = select(is_body, 2.0, 3.0)
        turns = moves * select(abs(within - first - 0.5) < 1.0, 1.0, 0.0)
        elapsed = select(within - first > 0.5, now - states.time[i], 0.0)
        x = moves * (velocity.x[i] + elapsed * acceleration.x[i])
        y = moves * (velocity.y[i] + elapsed * acceleration.y[i])
        sine, cosine = sincos(yaw[i])
        speeds.speed[i] = select(is_body, x, cosine * x + sine * y)
        speeds.lateral_speed[i] = select(is_body, y, cosine * y - sine * x)
        speeds.yaw_rate[i] = turns * states.motion.angular_velocity.z[i]
