"""Columns of guns, of rounds in the air, and of the damage by hits."""

from typing import NamedTuple

from ..columns import Floats, Indices, Words


class Gun(NamedTuple):
    """A gun and its gunner's inputs, see ``gunnery.guns.Armament``."""

    muzzle_speed: Floats  # 0 without a gun [m/s]
    reload_duration: Floats  # between two shots [s]
    slew_rate: Floats  # of turret and barrel, at most [rad/s]
    round_damage: Floats  # that one hit does [1]
    round_drag: Floats  # deceleration by the air over speed squared [1/m]
    barrel_length: Floats  # from the turret's middle to the muzzle [m]
    min_elevation: Floats  # [rad]
    max_elevation: Floats  # [rad]
    aim_yaw: Floats  # of the turret, relative to the hull, left positive [rad]
    aim_elevation: Floats  # of the barrel, up positive [rad]
    trigger: Floats  # 1 while it is pulled, else 0
    turret_yaw: Floats  # [rad]
    turret_elevation: Floats  # [rad]
    reload_time: Floats  # until it is loaded again [s]


class Damage(NamedTuple):
    """Damage of a vehicle."""

    damage: Floats  # 0 whole, 1 dead; see ``gunnery.damage`` [1]
    damage_time: Floats  # since the last hit, while it is not whole [s]


class FlyingRounds(NamedTuple):
    """Columns of the rounds in the air, see ``world.gunnery.rounds``."""

    what: Words
    x: Floats
    y: Floats
    z: Floats
    velocity_x: Floats
    velocity_y: Floats
    velocity_z: Floats
    drag: Floats
    age: Floats
    shooter: Indices
    met_index: Indices
    met_time: Floats


class Tasks(NamedTuple):
    """Vehicles whose guns or damage change in a step."""

    has_work: Words  # the turret turns, the gun reloads, or the vehicle is damaged
    is_to_fire: Words  # the trigger is pulled
