"""The steepest grade on which a vehicle can start: the limits of traction and of the engine.

Steady balance along the slope, F = W (sin a + f cos a), with the loads of the axles on that slope. Each driven axle
brings its share of the force to the ground within friction times load; beyond, it spins and slides. These are the
limits of the dynamic models, whose formulas are in ``models.parts``, without the inertia that only starting takes.

Source: Wong, "Theory of Ground Vehicles", 4th ed., sections 3.1 to 3.3; for the trailer ``models.parts.articulation``.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .parts.attitude import GRAVITY
from .parts.gearbox import Params as Gearbox
from .parts.gearbox import ratio_of, torque_at

STEEPEST, FALLING = 1.5, -0.5  # grades between which a limit is looked for [1]
HALVINGS = 16  # of that interval
LEAST_KINGPIN = 0.5  # of the tractor's weight, that a trailer may lift it by [1]


class Ground(NamedTuple):
    """The ground as wheels or tracks find it."""

    friction: float  # greatest [1]
    sliding_friction: float  # of what spins [1]
    resistance: float  # of rolling, over the load [1]
    is_internal: bool = False  # a track's resistance acts on its belt, so that the ground need not bear it


class Drive(NamedTuple):
    """A vehicle that pulls itself up a slope."""

    weight: float  # of all that it moves [N]
    max_force: float  # of its engine at the ground, standing [N]
    shares: tuple[float, ...]  # of the force, of each driven part: axles, or all at once [1]
    loads: Callable[[float], Sequence[float]]  # of those parts on a grade, over the weight square to it [1]


class Limits(NamedTuple):
    """Steepest grades, uphill in the direction of travel positive [1]."""

    by_friction: float  # with the throttle that pulls best
    by_sliding: float  # with everything that is driven spinning
    by_engine: float


def limits_of(drive: Drive, ground: Ground) -> Limits:
    """Return the steepest grades that a vehicle can start on."""
    on_ground = ground._replace(resistance=0.0) if ground.is_internal else ground
    return Limits(
        by_friction=friction_limit(drive, ground),
        by_sliding=_steepest(lambda grade: sliding_pull(drive, ground, grade) >= required_force(on_ground, grade)),
        by_engine=_steepest(lambda grade: drive.max_force / drive.weight >= required_force(ground, grade)),
    )


def friction_limit(drive: Drive, ground: Ground) -> float:
    """Return the steepest grade on which the ground holds a vehicle, with the throttle that pulls best [1]."""
    on_ground = ground._replace(resistance=0.0) if ground.is_internal else ground
    return _steepest(lambda grade: best_pull(drive, ground, grade) >= required_force(on_ground, grade))


def required_force(ground: Ground, grade: float) -> float:
    """Return the force over the weight that holds a vehicle at a steady speed on a grade [1]."""
    return (grade + ground.resistance) / math.hypot(1.0, grade)


def best_pull(drive: Drive, ground: Ground, grade: float) -> float:
    """Return the greatest force over the weight that the ground takes [1]: some axle is at its limit then."""
    square = 1.0 / math.hypot(1.0, grade)
    grips = [ground.friction * load * square for load in drive.loads(grade)]
    demands = [grip / share for grip, share in zip(grips, drive.shares, strict=True) if share > 0.0]
    slides = ground.sliding_friction / ground.friction
    return max((_taken(demand, grips, drive.shares, slides) for demand in demands), default=0.0)


def sliding_pull(drive: Drive, ground: Ground, grade: float) -> float:
    """Return the force over the weight while all that is driven spins [1]."""
    square = 1.0 / math.hypot(1.0, grade)
    pairs = zip(drive.loads(grade), drive.shares, strict=True)
    return sum(ground.sliding_friction * load * square for load, share in pairs if share > 0.0)


def drive_of(values: dict[str, float], *, direction: float) -> Drive | None:
    """Return the drive of a vehicle with a dynamic model; None of a model that has no such parameters."""
    if not {"max_drive_force", "mass", "centre_height"} <= values.keys():
        return None
    weight = GRAVITY * (values["mass"] + values.get("trailer_mass", 0.0))
    force = standing_force(values)
    if "front_drive_share" not in values:  # tracks, and axles that share the force as they share the load
        return Drive(weight, force, (1.0,), _all_of_it)

    def loads(grade: float) -> tuple[float, float]:
        return axle_loads(values, direction * grade)

    front = values["front_drive_share"]
    return Drive(weight, force, (front, 1.0 - front), loads)


def axle_loads(values: dict[str, float], grade: float) -> tuple[float, float]:
    """Return the loads of front and rear axle over the whole weight, on a slope uphill along body x [1]."""
    mass, height = values["mass"], values["centre_height"]
    front, rear = values["front_axle_offset"], values["rear_axle_offset"]
    kingpin = pull = 0.0
    trailer = values.get("trailer_mass", 0.0)
    if trailer > 0.0:
        length, pull = values["trailer_length"], trailer * grade
        overhang = trailer * (length - values["trailer_centre_offset"])
        trailer_pitch_moment = trailer * grade * values["trailer_centre_height"] - pull * values["hitch_height"]
        kingpin = min(max((overhang - trailer_pitch_moment) / length, -LEAST_KINGPIN * mass), trailer)
    tractor_pitch_moment = mass * grade * height + pull * values.get("hitch_height", 0.0)
    about_front = mass * front + kingpin * (front + values.get("hitch_offset", 0.0)) + tractor_pitch_moment
    total = mass + kingpin
    on_rear = min(max(about_front / (front + rear), 0.0), total)
    return (total - on_rear) / (mass + trailer), on_rear / (mass + trailer)


def standing_force(values: dict[str, float]) -> float:
    """Return the force that the engine brings to the ground of a vehicle that stands, in its first gear [N]."""
    if values.get("gear_count", 0.0) < 0.5:
        return values["max_drive_force"]
    gears = Gearbox(*(values[name] for name in Gearbox._fields))
    first = values["drive_efficiency"] * torque_at(values["idle_speed"], gears) * ratio_of(1.0, gears)
    return min(first / values["wheel_radius"], values["max_drive_force"])


def _all_of_it(_grade: float) -> tuple[float]:
    """Return the load share of the only driven axle: 1, on any grade."""
    return (1.0,)


def _taken(demand: float, grips: Sequence[float], shares: Sequence[float], slides: float) -> float:
    wanted = [share * demand for share in shares]
    return sum(force if force <= grip else slides * grip for force, grip in zip(wanted, grips, strict=True))


def _steepest(can_start: Callable[[float], bool]) -> float:
    low, high = FALLING, STEEPEST
    if can_start(high):
        return high
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if can_start(middle) else (low, middle)
    return low
