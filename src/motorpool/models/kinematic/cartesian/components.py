"""Movement by velocity components, as in games older than document 001: forward, and sideways, each on its own.

Right for a character in a game. With ``limit=each`` it has the trouble that the document begins with: each component
is limited alone, so forward and sideways together are 1.41 times as fast as either. ``limit=magnitude`` limits the
length of the vector instead, for which it takes a square root. Wrong for a vehicle: nothing here knows of wheels, grip
or size. First order in ``dt``.

The components are those along the view, ``view_yaw``, and to the left of it. A wanted direction between two keys is
that of a stick at its square rim, full in one of its components. The state keeps the velocity's direction and
magnitude, as every point's does here; each step takes it apart and puts it together again.

Source: "Using Polar Coordinates for Movement in a Game" (document 001), its figure 1 and the paragraph above it. It
gives no code: that a component approaches its limit at a constant rate, and zero without a key, is ours.
"""

from typing import Annotated, NamedTuple

from ...convergence import Convergence
from ...fields import Names, NonNegative, Positive, Range
from ...mathematics import Real, clamp, maximum, minimum, select, sincos, wrap_angle
from ..polar.character import Acceleration
from .velocity import length, moved_by, stick

NAME = "cartesian/components"
KIND = "point"
REFERENCE_POINT = "the character"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
CONVERGENCE = (Convergence(1),)

Limit = Annotated[
    float, Range(low=0.0, high=1.0, words="0 or 1"), Names((("each", 0.0), ("magnitude", 1.0)), is_choice=True)
]
EACH = 0.0  # code of the limit that holds for each component by itself
TURN_RATE = 1.5  # of the view in control_from_command(), as a player turns it [rad/s]


class State(NamedTuple):
    """Pose and speed; the vehicle always moves forward, in the direction of its yaw."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # of the velocity, counter-clockwise from east, in (-pi, pi] [rad]
    speed: NonNegative = 0.0  # magnitude of the velocity [m/s]


class Control(NamedTuple):
    """Player inputs."""

    acceleration: Acceleration = 0.0  # 1 a key is held, between 0 and 1 a stick, -1 nothing is, so coast [1]
    acceleration_yaw: float = 0.0  # wanted direction, counter-clockwise from east [rad]
    view_yaw: float = 0.0  # what "forward" is, counter-clockwise from east [rad]


class Params(NamedTuple):
    """The limits."""

    max_speed: Positive = 10.0  # of each component, or of the velocity [m/s]
    max_acceleration: Positive = 20.0  # of each component, or of the velocity, with a key held [m/s^2]
    coast_deceleration: NonNegative = 10.0  # of each component whose key is not held, or of the velocity [m/s^2]
    limit: Limit = 1.0  # what is limited: each component alone, or the magnitude of the velocity [1]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s]."""
    key_left, key_forward = sincos(control.acceleration_yaw - control.view_yaw)
    sine, cosine = sincos(state.yaw - control.view_yaw)
    forward, left = state.speed * cosine, state.speed * sine
    is_held = select(control.acceleration > 0.0, 1.0, 0.0)
    key_forward, key_left = key_forward * is_held, key_left * is_held
    is_each = params.limit == EACH
    each = _each_limited(forward, left, key_forward, key_left, control, params, dt)
    whole = _magnitude_limited(forward, left, key_forward, key_left, control, params, dt)
    forward, left = select(is_each, each[0], whole[0]), select(is_each, each[1], whole[1])
    return State(*moved_by(state, forward, left, control.view_yaw, dt))


def _each_limited(
    forward: Real, left: Real, key_forward: Real, key_left: Real, control: Control, params: Params, dt: Real
) -> tuple[Real, Real]:
    """Return both components after ``dt``, each limited alone; a stick's larger one is full."""
    stretch = 1.0 / maximum(maximum(abs(key_forward), abs(key_left)), 0.5)
    key_forward, key_left = stretch * key_forward, stretch * key_left
    wished = maximum(control.acceleration, 0.0) * params.max_speed
    return (
        _approached(forward, key_forward * wished, _rate(abs(key_forward), control, params) * dt),
        _approached(left, key_left * wished, _rate(abs(key_left), control, params) * dt),
    )


def _magnitude_limited(
    forward: Real, left: Real, key_forward: Real, key_left: Real, control: Control, params: Params, dt: Real
) -> tuple[Real, Real]:
    """Return the components after ``dt``, the velocity approaching the wanted one along a straight line."""
    wished = maximum(control.acceleration, 0.0) * params.max_speed
    gap_forward, gap_left = key_forward * wished - forward, key_left * wished - left
    gap = length(gap_forward, gap_left)
    is_held = select(control.acceleration > 0.0, 1.0, 0.0)
    most = _rate(is_held, control, params) * dt
    share = select(gap > 0.0, minimum(most / select(gap > 0.0, gap, 1.0), 1.0), 0.0)
    return forward + share * gap_forward, left + share * gap_left


def _rate(key: Real, control: Control, params: Params) -> Real:
    """Largest rate of a component [m/s^2] whose key is held by that much, 0..1."""
    share = maximum(-control.acceleration, 0.0) + select(control.acceleration > 0.0, 1.0, 0.0)
    return share * (params.max_acceleration * key + params.coast_deceleration * (1.0 - key))


def _approached(value: Real, target: Real, most: Real) -> Real:
    return value + clamp(target - value, -most, most)


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the stick and the view for a speed [m/s] and a steering command in -1..1, left positive.

    It looks where it goes, and a full command turns the view by ``TURN_RATE``. For a speed of zero or below nothing is
    held.
    """
    yaw = wrap_angle(state.yaw + clamp(steer, -1.0, 1.0) * TURN_RATE * dt)
    return Control(stick(speed, params.max_speed), yaw, yaw)
