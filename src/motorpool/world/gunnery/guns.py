"""Guns: slewing of turret and barrel, reloading, the condition for firing, and the muzzle.

Angles are relative to the hull: ``yaw`` left positive, ``elevation`` up positive. The axis of the turret is above the
centre of the body, at ``TURRET_HEIGHT`` of its height.
"""

import math
from typing import Any, NamedTuple

from ...base.errors import WorldError
from ...models.frames import body_axes
from ...models.mathematics import Real, clamp, maximum, select, sincos, wrap_angle

TURRET_HEIGHT = 0.8  # of the gun's axis, over the height of the body [1]
LOADED = 1e-6  # remaining reload time that counts as loaded, because of rounding [s]


class Armament(NamedTuple):
    """Gun of a vehicle and its rounds. A muzzle speed of zero stands for no gun."""

    muzzle_speed: float = 800.0  # of a round that leaves the barrel, relative to the vehicle [m/s]
    reload_duration: float = 4.0  # between two shots [s]
    slew_rate: float = 0.7  # of turret and barrel, at most: 40 degrees a second [rad/s]
    round_damage: float = 0.5  # that one hit does: 1 is the end of a whole vehicle [1]
    round_drag: float = 0.0  # deceleration by the air over speed squared [1/m]
    barrel_length: float = 5.4  # from the turret's middle to the muzzle [m]
    min_elevation: float = -0.17  # the barrel goes no lower [rad]
    max_elevation: float = 0.35  # the barrel goes no higher [rad]


UNARMED = Armament(muzzle_speed=0.0)

LIMITS = {
    "muzzle_speed": (0.0, 3000.0),
    "reload_duration": (0.05, 3600.0),
    "slew_rate": (0.0, 100.0),
    "round_damage": (0.0, 1.0),
    "round_drag": (0.0, 1.0),
    "barrel_length": (0.0, 50.0),
    "min_elevation": (-0.5 * math.pi, 0.5 * math.pi),
    "max_elevation": (-0.5 * math.pi, 0.5 * math.pi),
}


def check_armament(armament: Armament, *, where: str) -> Armament:
    """Return the armament after a check of its values.

    Raises:
        WorldError: a value is out of its range.
    """
    for name, (low, high) in LIMITS.items():
        value = getattr(armament, name)
        if not low <= value <= high:
            raise WorldError(f"{where}: {name} is {value!r}; it must be a number from {low:g} to {high:g}")
    if armament.min_elevation > armament.max_elevation:
        raise WorldError(
            f"{where}: min_elevation is {armament.min_elevation!r} and max_elevation {armament.max_elevation!r}; "
            "the barrel must go at least as high as it goes low"
        )
    return armament


def fires(trigger: Any, reload_time: Any, muzzle_speed: Any, damage: Any) -> Any:
    """Return whether a gun fires: there is one, it is loaded, its trigger pulled, and its vehicle not dead.

    The trigger is above 0 while pulled; ``muzzle_speed`` is 0 without a gun, ``damage`` 1 or more of a dead vehicle.

    Args:
        reload_time: until the gun is loaded [s].
        muzzle_speed: muzzle speed of its rounds, 0 without a gun [m/s].
    """
    return (trigger > 0.0) & (reload_time <= LOADED) & (muzzle_speed > 0.0) & (damage < 1.0)


def reload(reload_time: Real, dt: Real) -> Real:
    """Return the time [s] until a gun is loaded, ``dt`` [s] later."""
    return maximum(reload_time - dt, 0.0)


def slew(angle: Real, aim: Real, rate: Real, dt: Real) -> Real:
    """Return the turret's yaw [rad] after ``dt`` of turning, by the shorter way; not a number is no aim.

    Args:
        angle: now, from the body's forward direction, counter-clockwise [rad].
        rate: greatest [rad/s].
    """
    return wrap_angle(angle + _turn(wrap_angle(aim - angle), rate * dt))


def elevate(angle: Real, aim: Real, rate: Real, low: Real, high: Real, dt: Real) -> Real:
    """Return the barrel's elevation [rad] on the way to its aim, limited to its range; not a number is no aim.

    Args:
        rate: greatest [rad/s].
    """
    return angle + _turn(clamp(aim, low, high) - angle, rate * dt)


def _turn(target: Real, most: Real) -> Real:
    """Return ``target`` limited to ``most`` in both directions; 0 for an aim that is not a number."""
    return select(target == target, clamp(target, -most, most), 0.0)


def muzzle(
    yaw: Any, pitch: Any, roll: Any, body_height: Any, turret_yaw: Any, turret_elevation: Any, barrel_length: Any
) -> tuple[Any, Any, Any, Any, Any, Any]:
    """Return x, y, z of the muzzle from the ground under the vehicle [m] and the barrel's direction, a unit vector.

    The trunnion is at ``TURRET_HEIGHT`` of ``body_height``, ``barrel_length`` [m] from the muzzle. Yaws are
    counter-clockwise, pitch is nose down and roll right side down positive; the turret's angles are from the body's
    forward axis and plane [rad].
    """
    forward, left, up = body_axes(yaw, pitch, roll)
    sin_turret, cos_turret = sincos(turret_yaw)
    sin_barrel, cos_barrel = sincos(turret_elevation)
    ahead, aside = cos_barrel * cos_turret, cos_barrel * sin_turret
    to_x = ahead * forward[0] + aside * left[0] + sin_barrel * up[0]
    to_y = ahead * forward[1] + aside * left[1] + sin_barrel * up[1]
    to_z = ahead * forward[2] + aside * left[2] + sin_barrel * up[2]
    rise = TURRET_HEIGHT * body_height
    x = rise * up[0] + barrel_length * to_x
    y = rise * up[1] + barrel_length * to_y
    z = rise * up[2] + barrel_length * to_z
    return x, y, z, to_x, to_y, to_z
