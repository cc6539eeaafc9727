"""Ball on a carousel: an example of a user's own model, with helpers, constants and more of the vocabulary.

The vehicle steers by a lever that saturates smoothly, and slows down on its own. It is here to show that the
contract suite takes a module that Motorpool has never heard of.

Source: made up for these tests.
"""

from typing import Annotated, Any, NamedTuple

from motorpool.models.convergence import Convergence
from motorpool.models.fields import Positive, Range
from motorpool.models.kinematic.arc import along_twist
from motorpool.models.mathematics import atan2, clamp, maximum, select, sqrt

CONVERGENCE = (Convergence(1),)
FULL_LEVER = 0.8  # where the lever ends [rad]


class State(NamedTuple):
    """Where it is, and how fast."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east [rad]
    speed: float = 0.0  # of its middle, forward positive [m/s]


class Control(NamedTuple):
    """Driver inputs."""

    steer_lever: Annotated[float, Range(-1.5, 1.5, words="in -1.5..1.5")] = 0.0  # left positive [rad]
    desired_speed: float = 0.0  # forward positive [m/s]


class Params(NamedTuple):
    """Parameters of the vehicle."""

    radius: Positive = 2.0  # of the tightest turn [m]
    reaction_time: Positive = 0.7  # to gain most of a wanted speed [s]


def step(state: Any, control: Any, params: Any, dt: Any) -> State:
    """The state after ``dt`` [s]; the speed follows by an implicit Euler step, hence first order."""
    share = dt / (params.reaction_time + dt)
    speed = state.speed + share * (control.desired_speed - state.speed)
    turn = speed * dt / params.radius * lever_curvature(control.steer_lever)
    x, y, yaw = along_twist(state.x, state.y, state.yaw, speed * dt, 0.0 * speed, turn)
    return State(x, y, yaw, speed)


def lever_curvature(lever: Any) -> Any:
    """The share of the tightest turn: odd in the lever, 1 at its end."""
    limited = clamp(lever, -FULL_LEVER, FULL_LEVER)
    size = sqrt(maximum(1.0 - limited * limited, 0.0))
    share = atan2(limited, size) / atan2(FULL_LEVER, 0.6)  # 0.6 = sqrt(1 - 0.8^2)
    return select(abs(lever) > FULL_LEVER, share, limited * (share / select(limited * limited > 0.0, limited, 1.0)))
