"""Stages of gunnery: all guns, and all rounds; see ``compile.rows``."""

from ...ground.terrain.area import Bounds
from ...ground.terrain.decks import Path, meet_decks
from ...ground.terrain.heightfield import Heightfield
from ...ground.terrain.levels import Decks
from ...models.mathematics import minimum
from ..columns import InVectors, Whole
from .ballistics import (
    GRAVITY,
    NEVER,
    Boxes,
    Cylinders,
    Flight,
    meet_ground,
    meet_objects,
    meet_vehicles,
    slowed,
)
from .columns import Damage, FlyingRounds, Gun, Tasks
from .guns import elevate, reload, slew
from .rounds import FLYING, GONE, GROUND, LONGEST_FLIGHT, OBJECT, VEHICLE

NEARLY_PI = 3.1415926  # a yaw beyond it may have to be wrapped [rad]


def notice_tasks(gun: Gun, damages: Damage, tasks: Tasks) -> InVectors:
    """Find the vehicles whose guns turn, reload or fire, or that are damaged; most have no such task."""
    for i in range(damages.damage.size):
        yaw, elevation = gun.turret_yaw[i], gun.turret_elevation[i]
        turns = (abs(gun.aim_yaw[i] - yaw) > 0.0) | (abs(yaw) > NEARLY_PI)
        lifts = abs(gun.aim_elevation[i] - elevation) > 0.0  # not for an aim that is not a number
        tasks.has_work[i] = turns | lifts | (gun.reload_time[i] > 0.0) | (damages.damage[i] > 0.0)
        tasks.is_to_fire[i] = gun.trigger[i] > 0.0


def work_guns(gun: Gun, damages: Damage, dt: float, repair_duration: float) -> InVectors:
    """Turn and reload each gun, and repair vehicles ``repair_duration`` after their last hit.

    Args:
        repair_duration: after the last hit, infinite for no repair [s].
    """
    damage, damage_time, yaw, elevation = damages.damage, damages.damage_time, gun.turret_yaw, gun.turret_elevation
    for i in range(damage.size):
        if gun.muzzle_speed[i] > 0.0 and damage[i] < 1.0:
            yaw[i] = slew(yaw[i], gun.aim_yaw[i], gun.slew_rate[i], dt)
            elevation[i] = elevate(
                elevation[i], gun.aim_elevation[i], gun.slew_rate[i], gun.min_elevation[i], gun.max_elevation[i], dt
            )
            gun.reload_time[i] = reload(gun.reload_time[i], dt)
        if damage[i] > 0.0:
            damage_time[i] += dt
            if damage_time[i] >= repair_duration:
                damage[i], damage_time[i] = 0.0, 0.0


def fly_rounds(
    rounds: FlyingRounds, objects: Whole[Cylinders], vehicles: Whole[Boxes], ground: Whole[Heightfield],
    decks: Whole[Decks], area: Whole[Bounds], dt: float,
) -> None:  # fmt: skip
    """Move each round by a step, or to its first hit: at equal times a vehicle, then an object, then the ground.

    A round that leaves the area ends there.
    """
    what, x, y, z = rounds.what, rounds.x, rounds.y, rounds.z
    for i in range(x.size):
        if what[i] != FLYING:
            continue
        u, v, w = slowed(rounds.velocity_x[i], rounds.velocity_y[i], rounds.velocity_z[i], rounds.drag[i], 0.5 * dt)
        flight = Flight(x[i], y[i], z[i], u, v, w)
        ground_time = meet_ground(flight, dt, ground)
        if decks.rows > 0:
            path = Path(x[i], y[i], z[i], u, v, w - 0.5 * GRAVITY * dt)  # straight for a step
            ground_time = minimum(ground_time, meet_decks(decks, path, 0.0, minimum(ground_time, dt)))
        time = ground_time if ground_time < NEVER else dt
        index, object_time = meet_objects(flight, time, objects)
        if object_time < NEVER:
            what[i], rounds.met_index[i], time = OBJECT, index, object_time
        index, vehicle_time = meet_vehicles(flight, time, rounds.shooter[i], vehicles)
        if vehicle_time < NEVER:
            what[i], rounds.met_index[i], time = VEHICLE, index, vehicle_time
        if what[i] == FLYING and ground_time < NEVER:
            what[i] = GROUND
        x[i] += u * time
        y[i] += v * time
        z[i] += (w - 0.5 * GRAVITY * time) * time
        rounds.velocity_x[i], rounds.velocity_y[i], rounds.velocity_z[i] = slowed(
            u, v, w - GRAVITY * time, rounds.drag[i], 0.5 * dt
        )
        rounds.age[i] += time
        rounds.met_time[i] = time
        is_over = area.x_west <= x[i] <= area.x_east and area.y_south <= y[i] <= area.y_north
        if what[i] == FLYING and (rounds.age[i] > LONGEST_FLIGHT or not is_over):
            what[i] = GONE
