"""Pose of a car from its two wheels: the lines of document 004 after the wheels have moved.

Wheels are given in the axes that the car had before the step, from the middle of its wheelbase. In the world's axes,
where the document has them, half a wheelbase would be added to a large coordinate and taken away again; here a wheel
that does not move gives back the same pose to the bit.

Source: "Simple 2D car steering physics in games" (document 004), its lines 5 and 6.
"""

from ...frames import Placed
from ...mathematics import Real, atan2, sincos, wrap_angle


def turn_of_wheels(front_x: Real, front_y: Real, back_x: Real, back_y: Real) -> Real:
    """Return the turn [rad] of the line from the back to the front wheel [m], in the car's axes before the step."""
    return atan2(front_y - back_y, front_x - back_x)


def pose_of_wheels(state: Placed, front_x: Real, front_y: Real, back_x: Real, back_y: Real) -> tuple[Real, Real, Real]:
    """Return (x, y, yaw) of the car midway between its wheels [m], which are in its axes before the step."""
    turn = turn_of_wheels(front_x, front_y, back_x, back_y)
    return pose_after(state, 0.5 * (front_x + back_x), 0.5 * (front_y + back_y), turn)


def pose_after(state: Placed, forward: Real, left: Real, turn: Real) -> tuple[Real, Real, Real]:
    """Return (x, y, yaw) after a straight way ``forward`` and ``left`` [m], in body axes, and a left turn [rad].

    Args:
        turn: counter-clockwise positive [rad].
    """
    sine, cosine = sincos(state.yaw)
    return (
        state.x + forward * cosine - left * sine,
        state.y + forward * sine + left * cosine,
        wrap_angle(state.yaw + turn),
    )
