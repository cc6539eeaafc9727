"""Bicycle car whose rear follows its front: the front wheel moves, the car turns to it from where the back wheel was.

The front wheel moves by speed * dt, so "speed" is that of the front axle. It converges with order 1 to ``bicycle/arc``
with ``speed_reference`` "front". Its heading lags: each step sees the back wheel where it no longer is, and turns less
than it should, by about the fraction speed * dt * cos(steer_angle) / wheelbase. A reverse step of half a wheelbase
turns twice as far as it should, and one beyond the back wheel turns the car round.

Source: "Simple 2D car steering physics in games" (document 004), its comment 20. Symbols there: frontWheel after and
backWheel before the step, carHeading the direction between them.
"""

from .....models.convergence import Convergence
from .....models.kinematic.arc import State
from .....models.kinematic.bicycle.arc import Control, control_from_command
from .....models.kinematic.bicycle.wheels import pose_after, turn_of_wheels
from .....models.mathematics import Real, sincos
from .six_line import Params

__all__ = ["KIND", "Control", "Params", "State", "control_from_command", "step"]

KIND = "wheeled"
REFERENCE_POINT = "the middle of the wheelbase"
CONVERGENCE = (Convergence(1, reference="bicycle/arc:speed_reference=front"),)


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after one frame of ``dt`` [s], for the middle of the wheelbase."""
    half, distance = 0.5 * params.wheelbase, control.speed * dt
    sine, cosine = sincos(control.steer_angle)
    front_x, front_y = half + distance * cosine, distance * sine
    turn = turn_of_wheels(front_x, front_y, -half, 0.0)
    turn_sine, turn_cosine = sincos(turn)
    return State(*pose_after(state, front_x - half * turn_cosine, front_y - half * turn_sine, turn))
