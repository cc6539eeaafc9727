"""Avoid what stands in the way, by the rule of the 1992 thesis: look into a cone, turn an eighth of a circle away.

A vehicle looks ahead into a cone (``reach``, ``HALF_ANGLE``; the search itself is
``objects.grid.nearest_in_cone``). The nearest object there on the right makes it turn left by pi/4, on the
left, right. It holds the new direction until it has got there and resumes its course, unless it sees another
object: the nearest imminent one always decides. The rule plans nothing, and knows nothing of how tightly the vehicle
turns; it may be trapped between trees.

Source: Park, "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics", Naval Postgraduate School 1992, section
IV.B, equations 4.1 (reach) and 4.3 (turn), Figure 4.2 (side). Where the thesis contradicts itself its text is followed:
Figure 4.3 and the listing of Appendix B turn toward the object, the listing takes the farther of two, and it
compares directions for equality, which a turning vehicle never meets. One thing is ours: there the vehicle looks at
nothing until it has turned, and often turned into the neighbour. Looking on, with the vehicle's half width as
clearance, brings a contact every few kilometres, not several a kilometre (``benchmarks/avoidance.py``).
"""

import math
from typing import Any

from ...models.mathematics import select, wrap_angle

HALF_ANGLE = math.radians(10.0)  # of the searched cone, "The searching angle is 10 degrees" [rad]
LEAST_REACH = 20.0  # how far a standing vehicle looks, d_minimum of equation 4.1 [m]
SECOND = 1.0  # the time that equation 4.1 multiplies the speed by without saying so [s]
TURN = 0.25 * math.pi  # away from an object, equation 4.3 [rad]
ARRIVED = math.radians(3.0)  # a heading this close to the desired one counts as reached [rad]


def reach(speed: Any) -> Any:
    """How far ahead [m] a vehicle looks at ``speed`` [m/s]; the same in reverse."""
    return LEAST_REACH + SECOND * abs(speed)


def avoid(yaw: Any, course_yaw: Any, desired_yaw: Any, is_avoiding: Any, found: Any, right: Any) -> tuple[Any, Any]:
    """The yaw to steer for now [rad], and whether that is to avoid something (1.0) or the course (0.0).

    Args:
        yaw: of the vehicle [rad].
        course_yaw: where it wants to go when nothing is in the way [rad].
        desired_yaw: what this function returned last [rad].
        is_avoiding: what this function returned last; 0.0 to begin with.
        found: whether something is in the cone (bool, or above 0.5).
        right: the nearest object's offset to the right [m]; read only if something is found. Dead
            ahead (0) counts as left, as in Figure 4.2.
    """
    away = wrap_angle(yaw + select(right > 0.0, TURN, -TURN))
    still_turning = select(abs(wrap_angle(desired_yaw - yaw)) > ARRIVED, is_avoiding, 0.0)
    held = select(still_turning > 0.5, desired_yaw, course_yaw)
    return select(found > 0.5, away, held), select(found > 0.5, 1.0, select(still_turning > 0.5, 1.0, 0.0))
