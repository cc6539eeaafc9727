"""The search of the program of 1992 for every vehicle that ``listing1992`` moves."""

from typing import Any

from ..behaviours.park1992.compiled import look_for_direction
from ..behaviours.sight import NOTHING, OBJECT
from ..models.frames import to_thesis
from ..models.mathematics import select, wrap_angle
from ..surroundings.grid import FAR


def search_as_listed(
    x: Any, y: Any, yaw: Any, desired_speed: Any, is_listed: Any, direction: Any, path_direction: Any,
    seen: Any, seen_index: Any, seen_distance: Any, seen_right: Any, seen_radius: Any,
    desired_yaw: Any, is_avoiding: Any,
    printed: Any, object_x: Any, object_y: Any, object_radius: Any, object_first: Any, object_item: Any,
    object_west: Any, object_south: Any, object_cell: Any, object_columns: Any, object_rows: Any,
) -> None:  # fmt: skip
    """Set ``path_direction`` as ``behavior_motion`` does, and what the viewer shows of it.

    Both directions are document 003's [rad]. With nothing found the path direction is 0, which the program takes for
    no turn, so the yaw that is shown is then the vehicle's own.
    """
    for i in range(x.size):
        if is_listed[i] == 0:
            continue
        direction[i] = to_thesis(x[i], y[i], 0.0, yaw[i])[3]
        found, wanted, index = look_for_direction(
            x[i], y[i], yaw[i], desired_speed[i], printed, object_x, object_y, object_radius,
            object_first, object_item, object_west, object_south, object_cell, object_columns, object_rows,
        )  # fmt: skip
        path_direction[i] = wanted
        desired_yaw[i] = wrap_angle(-wanted) if found else yaw[i]
        is_avoiding[i] = select(found, 1.0, 0.0)
        seen[i], seen_index[i], seen_distance[i] = NOTHING, index, FAR
        seen_right[i], seen_radius[i] = 0.0, 0.0
        if index >= 0:
            seen[i], seen_radius[i] = OBJECT, object_radius[index]
