"""The stages of ``World.step`` that look at every gun and at every round: loops over rows, in plain Python.

Like those of ``stages``: each writes its own row only, so no order and no number of threads changes a result.
"""

from typing import Any

from ..behaviours.gunnery import elevate, reload, slew
from ..surroundings.ballistics import GRAVITY, NEVER, meet_ground, meet_objects, meet_vehicles, slowed
from ..surroundings.rounds import FLYING, GONE, GROUND, LONGEST_FLIGHT, OBJECT, VEHICLE


def work_guns(
    aim_yaw: Any, aim_elevation: Any, turret_yaw: Any, turret_elevation: Any, reload_time: Any,
    muzzle_speed: Any, slew_rate: Any, min_elevation: Any, max_elevation: Any, damage: Any, damage_time: Any,
    dt: Any, repair_duration: Any,
) -> None:  # fmt: skip
    """Each gunner's work after a shot, or instead of one; and the mechanics', where a vehicle has been hit."""
    for i in range(aim_yaw.size):
        if muzzle_speed[i] > 0.0 and damage[i] < 1.0:
            turret_yaw[i] = slew(turret_yaw[i], aim_yaw[i], slew_rate[i], dt)
            turret_elevation[i] = elevate(
                turret_elevation[i], aim_elevation[i], slew_rate[i], min_elevation[i], max_elevation[i], dt
            )
            reload_time[i] = reload(reload_time[i], dt)
        if damage[i] > 0.0:
            damage_time[i] += dt
            if damage_time[i] >= repair_duration:
                damage[i], damage_time[i] = 0.0, 0.0


def fly_rounds(
    what: Any, x: Any, y: Any, z: Any, velocity_x: Any, velocity_y: Any, velocity_z: Any, drag: Any, age: Any,
    shooter: Any, met_index: Any, met_time: Any,
    dt: Any, heights: Any, x_west: Any, y_south: Any, spacing: Any, x_east: Any, y_north: Any,
    object_x: Any, object_y: Any, object_z: Any, object_radius: Any, object_height: Any,
    object_first: Any, object_item: Any,
    object_west: Any, object_south: Any, object_cell: Any, object_columns: Any, object_rows: Any,
    vehicle_x: Any, vehicle_y: Any, vehicle_z: Any, vehicle_yaw: Any, vehicle_pitch: Any, vehicle_roll: Any,
    vehicle_half_length: Any, vehicle_half_width: Any, vehicle_height: Any, vehicle_radius: Any,
    vehicle_first: Any, vehicle_item: Any,
    vehicle_west: Any, vehicle_south: Any, vehicle_cell: Any, vehicle_columns: Any, vehicle_rows: Any,
) -> None:  # fmt: skip
    """Each round's flight over a step, to what it meets first: of equals a vehicle, then an object, then the ground."""
    for i in range(x.size):
        if what[i] != FLYING:
            continue
        u, v, w = slowed(velocity_x[i], velocity_y[i], velocity_z[i], drag[i], 0.5 * dt)
        ground = meet_ground(x[i], y[i], z[i], u, v, w, dt, heights, x_west, y_south, spacing)
        time = ground if ground < NEVER else dt
        index, object_time = meet_objects(
            x[i], y[i], z[i], u, v, w, time, object_x, object_y, object_z, object_radius, object_height,
            object_first, object_item, object_west, object_south, object_cell, object_columns, object_rows,
        )  # fmt: skip
        if object_time < NEVER:
            what[i], met_index[i], time = OBJECT, index, object_time
        index, vehicle_time = meet_vehicles(
            x[i], y[i], z[i], u, v, w, time, shooter[i],
            vehicle_x, vehicle_y, vehicle_z, vehicle_yaw, vehicle_pitch, vehicle_roll,
            vehicle_half_length, vehicle_half_width, vehicle_height, vehicle_radius,
            vehicle_first, vehicle_item, vehicle_west, vehicle_south, vehicle_cell, vehicle_columns, vehicle_rows,
        )  # fmt: skip
        if vehicle_time < NEVER:
            what[i], met_index[i], time = VEHICLE, index, vehicle_time
        if what[i] == FLYING and ground < NEVER:
            what[i] = GROUND
        x[i] += u * time
        y[i] += v * time
        z[i] += (w - 0.5 * GRAVITY * time) * time
        velocity_x[i], velocity_y[i], velocity_z[i] = slowed(u, v, w - GRAVITY * time, drag[i], 0.5 * dt)
        age[i] += time
        met_time[i] = time
        is_over = x_west <= x[i] <= x_east and y_south <= y[i] <= y_north
        if what[i] == FLYING and (age[i] > LONGEST_FLIGHT or not is_over):
            what[i] = GONE
