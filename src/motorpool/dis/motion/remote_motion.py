"""Speeds of remote entities, as models name them, from their states of motion: a loop, compiled."""

from typing import NamedTuple

from ...models.mathematics import select, sincos
from .columns import EntityStates, Floats, InVectors


class Speeds(NamedTuple):
    """Velocities of vehicles along their axes."""

    speed: Floats  # forward positive [m/s]
    lateral_speed: Floats  # left positive [m/s]
    yaw_rate: Floats  # counter-clockwise [rad/s]


def write_speeds(states: EntityStates, yaw: Floats, speeds: Speeds, now: float) -> InVectors:
    """Write the speeds that states lead to.

    Args:
        states: as received; of algorithms 1 to 9.
        yaw: of the vehicles as they are shown [rad].
        speeds: are written.
        now: on the clock of the states' times [s].
    """
    velocity, acceleration = states.motion.velocity, states.motion.acceleration
    for i in range(yaw.size):
        algorithm = float(states.algorithm[i])
        moves = select(algorithm > 1.5, 1.0, 0.0)
        is_body = algorithm > 5.5
        # 3, 4, 7 and 8 turn; 4, 5, 8 and 9 speed up
        within = algorithm - 5.0 * select(is_body, 1.0, 0.0)  # 1 to 5, or 1 to 4
        first = select(is_body, 2.0, 3.0)
        turns = moves * select(abs(within - first - 0.5) < 1.0, 1.0, 0.0)
        elapsed = select(within - first > 0.5, now - states.time[i], 0.0)
        x = moves * (velocity.x[i] + elapsed * acceleration.x[i])
        y = moves * (velocity.y[i] + elapsed * acceleration.y[i])
        sine, cosine = sincos(yaw[i])
        speeds.speed[i] = select(is_body, x, cosine * x + sine * y)
        speeds.lateral_speed[i] = select(is_body, y, cosine * y - sine * x)
        speeds.yaw_rate[i] = turns * states.motion.angular_velocity.z[i]
