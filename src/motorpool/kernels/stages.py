"""The stages of ``World.step`` that look at every vehicle: loops over rows, in plain Python.

``rows.run_stage`` compiles them and gives each what its parameters name: first columns of the world's vehicles,
then what all share. A stage writes its own row only, and reads others' rows only in columns that it does not write;
so neither the order of the rows nor the number of threads changes a result.
"""

from typing import Any

from ..behaviours.avoid import HALF_ANGLE, avoid, reach
from ..behaviours.avoidance import NONE, PRINTED, REMEMBERING
from ..behaviours.cruise import keep_speed, slow_for
from ..behaviours.damage import mobility
from ..behaviours.drive import Handling, drive_by_hand
from ..behaviours.drivers import AUTOPILOT
from ..behaviours.goals import HOLD, WANDER
from ..behaviours.sight import NOTHING, OBJECT, VEHICLE
from ..behaviours.steer import steer_limit, steer_toward
from ..behaviours.switches import Cruising, cruise_control, pedals
from ..behaviours.wander import BACK_OFF_SPEED, NEW_COURSE, back_off, keep_inside
from ..errors import Status
from ..models.mathematics import clamp, maximum, minimum, select, wrap_angle
from ..surroundings.grid import nearest_in_cone
from ..surroundings.terrain import attitude, sample_terrain

BLOCKED, OFF_MAP = int(Status.BLOCKED), int(Status.OFF_MAP)
STANDSTILL = 0.5  # below this speed [m/s] a pivoting vehicle's path has no curvature worth limiting
SLOWEST = 3.0  # speed [m/s] at which a vehicle still turns away from what is ahead


def keep_courses(
    x: Any, y: Any, status: Any, driver: Any, avoidance: Any,
    goal: Any, desired_speed: Any, course_yaw: Any, course_speed: Any, back_off_time: Any,
    dt: Any, area_west: Any, area_south: Any, area_east: Any, area_north: Any,
) -> None:  # fmt: skip
    """Where who wanders wants to go: on, but back from the edge of its area, and away from what stopped it.

    Who holds, nowhere; who has a way to go is led by ``kernels.courses``.
    """
    for i in range(x.size):
        if driver[i] == AUTOPILOT and (goal[i] == WANDER or goal[i] == HOLD):
            was_backing = back_off_time[i] > 0.0
            if avoidance[i] != REMEMBERING:  # who remembers finds a way round by himself
                back_off_time[i] = back_off(back_off_time[i], status[i] & (BLOCKED | OFF_MAP), dt)
                if was_backing and back_off_time[i] <= 0.0:
                    course_yaw[i] = wrap_angle(course_yaw[i] + NEW_COURSE)
            course_yaw[i] = keep_inside(x[i], y[i], course_yaw[i], area_west, area_south, area_east, area_north)
            course_speed[i] = 0.0 if goal[i] == HOLD else desired_speed[i]


def look_ahead(
    x: Any, y: Any, yaw: Any, speed: Any, half_width: Any, driver: Any, avoidance: Any,
    seen: Any, seen_index: Any, seen_distance: Any, seen_right: Any, seen_radius: Any,
    course_reach: Any, convoy: Any, vehicle_convoy: Any,
    object_x: Any, object_y: Any, object_radius: Any, object_first: Any, object_item: Any,
    object_west: Any, object_south: Any, object_cell: Any, object_columns: Any, object_rows: Any,
    vehicle_x: Any, vehicle_y: Any, vehicle_radius: Any, vehicle_first: Any, vehicle_item: Any,
    vehicle_west: Any, vehicle_south: Any, vehicle_cell: Any, vehicle_columns: Any, vehicle_rows: Any,
) -> None:  # fmt: skip
    """What each autopilot that avoids by the rule, or not at all, sees in its way, others of its convoy excepted."""
    for i in range(x.size):
        if driver[i] != AUTOPILOT or avoidance[i] == PRINTED or avoidance[i] == REMEMBERING:
            continue
        seen[i], seen_radius[i] = NOTHING, 0.0
        far = minimum(reach(speed[i]), course_reach[i])
        seen_index[i], seen_distance[i], seen_right[i] = nearest_in_cone(
            x[i], y[i], yaw[i], far, HALF_ANGLE, object_x, object_y, object_radius,
            object_first, object_item, object_west, object_south, object_cell, object_columns, object_rows,
            half_width[i],
        )  # fmt: skip
        if seen_index[i] >= 0:
            seen[i], seen_radius[i] = OBJECT, object_radius[seen_index[i]]
        other, distance, right = nearest_in_cone(
            x[i], y[i], yaw[i], far, HALF_ANGLE, vehicle_x, vehicle_y, vehicle_radius,
            vehicle_first, vehicle_item, vehicle_west, vehicle_south, vehicle_cell, vehicle_columns, vehicle_rows,
            half_width[i],
        )  # fmt: skip
        is_mate = other >= 0 and convoy[i] >= 0 and vehicle_convoy[other] == convoy[i]
        if other >= 0 and distance < seen_distance[i] and not is_mate:
            seen[i], seen_index[i], seen_distance[i], seen_right[i] = VEHICLE, other, distance, right
            seen_radius[i] = vehicle_radius[other]


def turn_away(
    x: Any, y: Any, yaw: Any, driver: Any, goal: Any, course_yaw: Any, seen: Any, seen_right: Any,
    avoidance: Any, desired_yaw: Any, is_avoiding: Any,
    area_west: Any, area_south: Any, area_east: Any, area_north: Any,
) -> None:  # fmt: skip
    """Where each of those steers: its course, or away from what it sees; who wanders, not out of its area."""
    for i in range(yaw.size):
        if driver[i] == AUTOPILOT and avoidance[i] != PRINTED and avoidance[i] != REMEMBERING:
            found = select((seen[i] != NOTHING) & (avoidance[i] != NONE), 1.0, 0.0)
            desired_yaw[i], is_avoiding[i] = avoid(
                yaw[i], course_yaw[i], desired_yaw[i], is_avoiding[i], found, seen_right[i]
            )
            if goal[i] == WANDER:
                desired_yaw[i] = keep_inside(x[i], y[i], desired_yaw[i], area_west, area_south, area_east, area_north)


def handle(
    yaw: Any, speed: Any, half_length: Any, full_curvature: Any, pivot_yaw_rate: Any,
    max_speed: Any, max_reverse_speed: Any, acceleration: Any, braking: Any, coasting: Any,
    steer_rate: Any, max_lateral_acceleration: Any,
    driver: Any, throttle: Any, brake: Any, steer_wish: Any, steer: Any,
    cruise: Any, side_brake: Any, engine_stop: Any, is_cruising: Any, cruise_speed: Any,
    course_speed: Any, back_off_time: Any, seen_distance: Any, seen_radius: Any, desired_yaw: Any,
    avoidance: Any, avoidance_speed: Any, damage: Any, dt: Any,
) -> None:  # fmt: skip
    """Each driver's next speed [m/s] and steering command: by hand, or the autopilot's; the dead brake."""
    for i in range(yaw.size):
        left = mobility(damage[i])
        if left <= 0.0:
            speed[i], steer[i] = keep_speed(speed[i], 0.0, 0.0, braking[i], dt), 0.0
            cruise[i], is_cruising[i] = 0.0, 0.0
            continue
        top, reverse, power = left * max_speed[i], left * max_reverse_speed[i], left * acceleration[i]
        pace = abs(speed[i])
        curvature = full_curvature[i] + pivot_yaw_rate[i] / maximum(pace, STANDSTILL)
        if driver[i] != AUTOPILOT:
            handling = Handling(
                top, reverse, power, braking[i], coasting[i],
                steer_rate[i], max_lateral_acceleration[i], curvature,
            )  # fmt: skip
            pressed = pedals(speed[i], throttle[i], brake[i], side_brake[i], engine_stop[i])
            cruising = Cruising(cruise[i], is_cruising[i], cruise_speed[i])
            cruise[i], is_cruising[i], cruise_speed[i] = cruise_control(speed[i], pressed, engine_stop[i], cruising)
            kept = keep_speed(speed[i], cruise_speed[i], power, braking[i], dt)
            driven, turned = drive_by_hand(
                speed[i], steer[i], pressed.throttle, pressed.brake, steer_wish[i], handling, dt
            )
            speed[i] = select(is_cruising[i] > 0.5, kept, driven)
            steer[i] = select(side_brake[i] * abs(pivot_yaw_rate[i]) > 0.0, 0.0, turned)  # locked tracks do not pivot
            continue
        full_yaw_rate = pivot_yaw_rate[i] + full_curvature[i] * speed[i]
        limit = steer_limit(pace, curvature, max_lateral_acceleration[i])
        steer[i] = steer_toward(yaw[i], desired_yaw[i], steer[i], steer_rate[i], dt, full_yaw_rate, limit)
        room = seen_distance[i] - seen_radius[i] - half_length[i]
        wish = slow_for(room, course_speed[i], SLOWEST, braking[i])
        wish = select((avoidance[i] == PRINTED) | (avoidance[i] == REMEMBERING), avoidance_speed[i], wish)
        wish = select(back_off_time[i] > 0.0, BACK_OFF_SPEED, clamp(wish, -reverse, top))
        speed[i] = keep_speed(speed[i], wish, power, braking[i], dt)


def follow_ground(
    x: Any, y: Any, z: Any, yaw: Any, pitch: Any, roll: Any, speed: Any, odometer: Any, status: Any,
    dt: Any, heights: Any, x_west: Any, y_south: Any, spacing: Any, x_east: Any, y_north: Any,
) -> None:  # fmt: skip
    """What the ground allows: the map ends; it carries and tilts."""
    for i in range(x.size):
        flags = 0
        inside_x, inside_y = clamp(x[i], x_west, x_east), clamp(y[i], y_south, y_north)
        if inside_x != x[i] or inside_y != y[i]:
            x[i], y[i], speed[i] = inside_x, inside_y, 0.0
            flags |= OFF_MAP
        z[i], slope_x, slope_y = sample_terrain(heights, x_west, y_south, spacing, x[i], y[i])
        pitch[i], roll[i] = attitude(slope_x, slope_y, yaw[i])
        odometer[i] += abs(speed[i]) * dt
        status[i] = (status[i] & ~OFF_MAP) | flags
