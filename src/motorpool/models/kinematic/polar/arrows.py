"""The arrow keys: the commanded direction for a speed and a steering command.

Up is straight ahead; up and left together, a full command, are 45 degrees to the left. A negative speed is the
opposite key, down: it brakes at its hardest. A point has no reverse, so it then stands; turn it about by steering.

Source: "Use the arrow keys" of document 001, whose demo is lost; there the keys are directions of the screen, here
of the vehicle.
"""

from ...mathematics import PI, Real, clamp, select, wrap_angle
from .character import State


def wanted_yaw(state: State, speed: Real, steer: Real) -> Real:
    """Return the direction [rad] to accelerate in, for a speed [m/s] and a steering command in -1..1, left positive."""
    side = 0.25 * PI * clamp(steer, -1.0, 1.0)
    is_opposed = (speed < 0.0) & (state.speed > 0.0)
    return wrap_angle(state.yaw + select(is_opposed, PI - side, side))
