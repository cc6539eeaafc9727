"""Drivers of trials: a stage that keeps vehicles on their line across the slope and approaches the commanded speed.

The line is the x axis. The stage is compiled, because most steps of the trials have few vehicles, for which operations
on arrays take several times as long as the model.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from ...base.arrays import Floats
from ...compile.rows import Stages
from ...models.mathematics import clamp, maximum, minimum, sincos
from ...vehicles.fleet import Fleet

InVectors = Annotated[None, "in vectors"]  # marks a stage that computes several rows at once, see ``compile.rows``

RETURNING = 5.0  # time constant of the return to the line of vehicles on wheels [s]
RETURNING_COURSE = 0.1  # greatest course towards the line at which they return [rad]
TURNING = 1.0  # time constant of their course; below it the steering swings at speed [s]
YAW_DAMPING = 4.0  # weight of the deviation from the desired yaw rate; with less, fast vehicles swing downhill [1]
CALM = 9.0  # lateral acceleration at the greatest steer angle that the driver applies [m/s^2]
SLIGHT, SHORTEST = 1e-6, 0.01  # least divisors: acceleration [m/s^2], curvature [1/m]; wheelbase [m]


class Motion(NamedTuple):
    """Motion of each vehicle: columns of the state, or zeros where a model has no such column."""

    y: Floats  # distance to the left of the line [m]
    yaw: Floats  # [rad]
    speed: Floats  # [m/s]
    lateral_speed: Floats  # [m/s]
    yaw_rate: Floats  # [rad/s]
    rollover_angle: Floats  # [rad]


class Wishes(NamedTuple):
    """Aims and limits of each driver."""

    target: Floats  # commanded speed [m/s]
    settling: Floats  # time constant of the approach to it; 0: with full throttle or full brakes [s]
    full_curvature: Floats  # at full steering lock [1/m]; 0 for tracks


class Commands(NamedTuple):
    """Results of the stage."""

    speed: Floats  # command of this step [m/s]
    steer: Floats  # command of this step, -1 to 1, left positive
    greatest_rollover: Floats  # of all steps [rad]


class TrialDrivers:
    """Drivers of the vehicles of a fleet.

    Args:
        target: (vehicles,) commanded speeds [m/s].
        settling: (vehicles,) time constants of the approach to them; 0: with full throttle or full brakes [s].
    """

    def __init__(self, fleet: Fleet, target: Floats, settling: Floats):
        curvature = full_curvature(fleet)
        self._fleet, self._stages = fleet, Stages()
        self._stage = steer_tracks if curvature is None else steer_wheels
        self._motion = Motion(*(getattr(fleet.state, name, np.zeros(fleet.count)) for name in Motion._fields))
        wanted = (target, settling, 0.0 if curvature is None else curvature)
        self._wishes = Wishes(*(np.array(np.broadcast_to(column, fleet.count), np.float64) for column in wanted))
        self._commands = Commands(*np.zeros((3, fleet.count)))

    def drive(self, dt: float) -> None:
        """Set the controls of the fleet for a step [s]."""
        self._stages.run(self._stage, self._motion, self._wishes, self._commands, dt)
        self._fleet.drive(self._commands.speed, self._commands.steer, dt=dt)

    @property
    def greatest_rollover(self) -> Floats:
        """Return the greatest rollover angle of each vehicle, before each step and now [rad]."""
        return np.maximum(self._commands.greatest_rollover, np.abs(self._motion.rollover_angle))


def full_curvature(fleet: Fleet) -> Floats | None:
    """Return the curvature at full steering lock of wheeled vehicles [1/m]; None for tracked vehicles."""
    names = dir(fleet.params)
    if "max_steer_angle" not in names:
        return None
    offsets: list[Any] = [getattr(fleet.params, name) for name in names if name.endswith("axle_offset")]
    wheelbase: Floats = np.sort(offsets, axis=0)[-2:].sum(axis=0)  # between the foremost and the rearmost axle
    return np.tan(fleet.params.max_steer_angle) / np.maximum(wheelbase, SHORTEST)


def steer_tracks(motion: Motion, wishes: Wishes, commands: Commands, dt: float) -> InVectors:
    """Set the commands that keep tracked vehicles on their line."""
    for i in range(commands.speed.size):
        # The lateral speed towards the line is proportional to the distance, as in a Stanley controller.
        sideways = sideways_speed(motion.speed[i], motion.lateral_speed[i], motion.yaw[i])
        wanted = clamp(-0.3 * motion.y[i] - 1.5 * sideways, -2.0, 2.0)
        steer = 2.0 * wanted / maximum(abs(motion.speed[i]), 2.0) - 1.5 * motion.yaw[i]
        commands.steer[i] = clamp(steer, -1.0, 1.0)
        commands.speed[i] = speed_command(motion.speed[i], wishes.target[i], wishes.settling[i], dt)
        commands.greatest_rollover[i] = maximum(commands.greatest_rollover[i], abs(motion.rollover_angle[i]))


def steer_wheels(motion: Motion, wishes: Wishes, commands: Commands, dt: float) -> InVectors:
    """Set the commands that keep wheeled vehicles on their line.

    The desired yaw rate turns the course towards one that returns to the line. The deviation of the yaw rate from it is
    fed back, because wheels that drive or brake near the limit of grip make a fast vehicle oversteer.
    """
    for i in range(commands.speed.size):
        sideways = sideways_speed(motion.speed[i], motion.lateral_speed[i], motion.yaw[i])
        speed, curvature = maximum(abs(motion.speed[i]), 2.0), wishes.full_curvature[i]
        returning = clamp(-motion.y[i] / (RETURNING * speed), -RETURNING_COURSE, RETURNING_COURSE)
        yaw_rate = (returning - sideways / speed) / TURNING
        steer = (yaw_rate + YAW_DAMPING * (yaw_rate - motion.yaw_rate[i])) / (speed * maximum(curvature, SLIGHT))
        most = minimum(1.0, CALM / maximum(curvature * speed * speed, SLIGHT))
        commands.steer[i] = clamp(steer, -most, most)
        commands.speed[i] = speed_command(motion.speed[i], wishes.target[i], wishes.settling[i], dt)
        commands.greatest_rollover[i] = maximum(commands.greatest_rollover[i], abs(motion.rollover_angle[i]))


def speed_command(speed: float, target: float, settling: float, dt: float) -> float:
    """Return the speed that a driver commands in a step [m/s]."""
    patient = maximum(maximum(speed, 0.0) + (target - speed) * dt / maximum(settling, dt), 1e-4)
    return patient if settling > 0.0 else target


def sideways_speed(speed: float, lateral_speed: float, yaw: float) -> float:
    """Return the speed to the left of the line [m/s]."""
    sine, cosine = sincos(yaw)
    return lateral_speed * cosine + speed * sine
