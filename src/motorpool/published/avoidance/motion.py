"""Reaction to an object: ``behavior_motion`` of Figure 5.7, and the loop of Figure 4.3."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from ...models.frames import from_thesis, to_thesis
from .defects import AS_PUBLISHED, Defects
from .detection import Detection, search_object
from .search import Circle, detect_bounds, search_advance
from .side import Side

FINE_PI = 0.25 * math.pi  # turn of equation 4.3; its value is not in the listing [rad]


class Motion(NamedTuple):
    """Variables that ``behavior_motion`` sets."""

    direction_value: float  # dir_value, argument of calc_inverse_direction [rad]
    detection: Detection  # what was seen


def behavior_motion(
    x: float, z: float, direction: float, speed: float, objects: Sequence[Circle], defects: Defects = AS_PUBLISHED
) -> Motion:
    """Return the decision on a turn after a search for objects.

    As published (``added_directions``) the value starts as the vehicle's absolute direction, an eighth of a turn is
    added, and it is 0 if no object is found; ``calc_inverse_direction`` then uses it as a relative turn. Corrected, it
    is the absolute desired direction, which is the present one if no object is found.

    Position in the thesis's axes [m], direction positive to the right of x [rad], speed positive forward [m/s].
    """
    triangle = detect_bounds(x, z, direction, search_advance(speed, defects))
    detection = search_object(triangle, objects, direction, defects)
    if not detection.is_found:
        return Motion(0.0 if defects.added_directions else direction, detection)
    return Motion(direction + (FINE_PI if detection.side is Side.LEFT else -FINE_PI), detection)


def turn_away(
    x: float, y: float, yaw: float, speed: float, objects: Sequence[tuple[float, float, float]], defects: Defects
) -> tuple[bool, float]:
    """Return whether an object is found, and the yaw [rad] that the code commands: ``behavior_motion`` in our frame.

    Position and circles (x, y, radius) in m, yaw counter-clockwise from east, speed positive forward [m/s].
    """
    thesis_x, _, z, direction = to_thesis(x, y, 0.0, yaw)
    circles = [Circle(each_x, -each_y, radius) for each_x, each_y, radius in objects]
    motion = behavior_motion(thesis_x, z, direction, speed, circles, defects)
    return motion.detection.is_found, from_thesis(0.0, 0.0, 0.0, motion.direction_value)[3]


class Loop(NamedTuple):
    """Result of the loop of Figure 4.3."""

    direction: float  # [rad]
    left_track_force: float  # [N]
    right_track_force: float  # [N]
    passes: int  # number of iterations
    has_ended: bool  # whether the orientation reached the desired one within the allowed iterations


def figure_4_3(
    direction: float,
    desired: float,
    is_on_left: bool,
    turn_per_newton: float,
    *,
    delta: float = 100.0,
    away: bool = False,
    close_enough: float = 0.0,
    most_passes: int = 10_000,
) -> Loop:
    """Return the result of the loop for tracked vehicles, read by its indentation (without braces it is not valid C).

    As published it reduces the force of the track on the object's side, which turns the vehicle towards the object, and
    repeats until two floats are equal. The text describes the opposite (``away``), and a tolerance is needed to
    terminate.

    Args:
        direction, desired: in the thesis's frame [rad].
        is_on_left: whether the object is in the left search triangle.
        turn_per_newton: effect of Compute_New_Orientation per force difference, left less right [rad/N].
        delta: force moved from one track to the other in an iteration [N].
        away: whether the tracks are exchanged, as in section IV.B.3.
        close_enough: tolerance; 0 corresponds to ``!=`` [rad].
        most_passes: limit of iterations, which the figure does not have.
    """
    left = right = 0.0
    turn_left = is_on_left is not away
    for passes in range(most_passes):
        if abs(direction - desired) <= close_enough:
            return Loop(direction, left, right, passes, True)
        left, right = (left - delta, right + delta) if turn_left else (left + delta, right - delta)
        direction += turn_per_newton * (left - right)
    return Loop(direction, left, right, most_passes, abs(direction - desired) <= close_enough)
