"""Reaction to an object: ``behavior_motion`` of Figure 5.7, and the loop of Figure 4.3."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from ...models.frames import from_thesis, to_thesis
from .defects import AS_PUBLISHED, Defects
from .detection import Detection, search_object
from .search import Circle, detect_bounds, search_advance
from .side import Side

FINE_PI = 0.25 * math.pi  # the turn of equation 4.3; its value is not in the listing [rad]


class Motion(NamedTuple):
    """Variables that ``behavior_motion`` leaves behind."""

    direction_value: float  # dir_value, handed to calc_inverse_direction [rad]
    detection: Detection  # what was seen


def behavior_motion(
    x: float, z: float, direction: float, speed: float, objects: Sequence[Circle], defects: Defects = AS_PUBLISHED
) -> Motion:
    """Looks for objects and decides on a turn.

    As published (``added_directions``) the value comes in as the vehicle's absolute direction, an eighth of a turn is
    added to it, and it is 0 when nothing is in the way; ``calc_inverse_direction`` then takes it for a turn. Mended,
    it is the absolute direction wanted, which is the present one when nothing is in the way.

    Args:
        x, z: position of the vehicle, in the thesis's axes [m].
        direction: of the vehicle, to the right of x [rad].
        speed: forward positive [m/s].
        objects: circles in the thesis's axes.
        defects: which of the published defects stand.
    """
    triangle = detect_bounds(x, z, direction, search_advance(speed, defects))
    detection = search_object(triangle, objects, direction, defects)
    if not detection.is_found:
        return Motion(0.0 if defects.added_directions else direction, detection)
    return Motion(direction + (FINE_PI if detection.side is Side.LEFT else -FINE_PI), detection)


def turn_away(
    x: float, y: float, yaw: float, speed: float, objects: Sequence[tuple[float, float, float]], defects: Defects
) -> tuple[bool, float]:
    """``behavior_motion`` in our frame: whether something was found, and the yaw [rad] that the code calls for.

    ``objects`` are circles (x, y, radius).

    Args:
        x, y: position of the vehicle [m].
        yaw: of the vehicle, counter-clockwise from east [rad].
        speed: forward positive [m/s].
        objects: circles (x, y, radius) [m].
        defects: which of the published defects stand.
    """
    thesis_x, _, z, direction = to_thesis(x, y, 0.0, yaw)
    circles = [Circle(each_x, -each_y, radius) for each_x, each_y, radius in objects]
    motion = behavior_motion(thesis_x, z, direction, speed, circles, defects)
    return motion.detection.is_found, from_thesis(0.0, 0.0, 0.0, motion.direction_value)[3]


class Loop(NamedTuple):
    """Outcome of the loop of Figure 4.3."""

    direction: float  # [rad]
    left_track_force: float  # [N]
    right_track_force: float  # [N]
    passes: int  # through its body
    has_ended: bool  # whether the orientation equalled the desired one, within the passes allowed


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
    """The loop for tracked vehicles, read by its indentation (as C, without braces, it does not compile).

    As published it takes force from the track on the object's side, which turns the vehicle toward the object, and
    repeats until two floats are equal. The text says the opposite (``away``), and a loop that ends has a tolerance.

    Args:
        direction: of the vehicle, thesis frame [rad].
        desired: where it should point [rad].
        is_on_left: whether the object is in the left search triangle.
        turn_per_newton: what Compute_New_Orientation makes of the forces' difference, left less right [rad/N].
        delta: the force moved from one track to the other in a pass [N].
        away: whether the tracks are exchanged, as section IV.B.3 has it.
        close_enough: how near to ``desired`` counts as there; 0 is ``!=`` [rad].
        most_passes: where to give up, which the figure does not.
    """
    left = right = 0.0
    turn_left = is_on_left is not away
    for passes in range(most_passes):
        if abs(direction - desired) <= close_enough:
            return Loop(direction, left, right, passes, True)
        left, right = (left - delta, right + delta) if turn_left else (left + delta, right - delta)
        direction += turn_per_newton * (left - right)
    return Loop(direction, left, right, most_passes, abs(direction - desired) <= close_enough)
