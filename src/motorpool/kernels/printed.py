"""The stage of ``World.step`` for vehicles that avoid objects by the rule of 1992 as it is printed."""

from typing import Any

from ..behaviours.avoidance import PRINTED
from ..behaviours.drivers import AUTOPILOT
from ..behaviours.park1992.compiled import look_and_turn
from ..behaviours.sight import NOTHING, OBJECT
from ..models.mathematics import select, wrap_angle
from ..surroundings.grid import FAR


def turn_as_printed(
    x: Any, y: Any, yaw: Any, speed: Any, driver: Any, avoidance: Any, course_yaw: Any, course_speed: Any,
    seen: Any, seen_index: Any, seen_distance: Any, seen_right: Any, seen_radius: Any,
    desired_yaw: Any, is_avoiding: Any, avoidance_speed: Any,
    printed: Any, object_x: Any, object_y: Any, object_radius: Any, object_first: Any, object_item: Any,
    object_west: Any, object_south: Any, object_cell: Any, object_columns: Any, object_rows: Any,
) -> None:  # fmt: skip
    """Where each autopilot of 1992 steers: every step it looks anew, remembers nothing, and never slows down.

    ``printed`` tells which defects stand. As printed, the code hands an absolute direction to what turns the
    vehicle by it. On its course is a vehicle of ours when it finds nothing; the thesis's drive straight on.
    """
    for i in range(x.size):
        if driver[i] != AUTOPILOT or avoidance[i] != PRINTED:
            continue
        found, wanted, index = look_and_turn(
            x[i], y[i], yaw[i], speed[i], printed, object_x, object_y, object_radius,
            object_first, object_item, object_west, object_south, object_cell, object_columns, object_rows,
        )  # fmt: skip
        away = wrap_angle(wanted + yaw[i]) if printed.added_directions else wanted
        desired_yaw[i] = away if found else course_yaw[i]
        is_avoiding[i], avoidance_speed[i] = select(found, 1.0, 0.0), course_speed[i]
        seen[i], seen_index[i], seen_distance[i] = NOTHING, index, FAR
        seen_right[i], seen_radius[i] = 0.0, 0.0
        if index >= 0:
            seen[i], seen_radius[i] = OBJECT, object_radius[index]
