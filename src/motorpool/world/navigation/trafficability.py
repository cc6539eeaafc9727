"""Trafficability: force, speed, braking and lateral force of each fleet on each class of the surface, from a table.

The table serves autopilots, planned routes and the classification of standing vehicles. A row is a fleet, a column a
class of the surface in the present weather. ``trafficability_table`` makes it from the vehicles' parameters; slopes
are those of the terrain in the direction of travel. The functions are scalar, and kernels compile them.

On a slope with the angle a, a vehicle needs F = W (sin a + f cos a) + D v^2 for a steady speed. The engine supplies
this force to wheels or tracks, and grip limits it. The resistance of tracks acts on the belt and reduces the force that
is left. A side slope uses a part of the grip (friction ellipse).

Source: Wong, "Theory of Ground Vehicles", 4th ed., sections 3.1 to 3.3 and 2.5 (vehicle cone index); Gillespie,
"Fundamentals of Vehicle Dynamics", chapter 10 (friction ellipse).
"""

from typing import NamedTuple

from ...base.arrays import ByteTable, Floats, FloatTable, FloatVolume
from ...ground.terrain.heightfield import Heightfield
from ...ground.terrain.levels import Decks, slopes_at
from ...ground.terrain.surface import class_at
from ...models.mathematics import Real, Whole, clamp, maximum, minimum, select, sincos, sqrt
from ...models.parts.attitude import GRAVITY
from ...models.parts.running_gear import FAST

USABLE = 0.85  # share of grip and engine for resistance and slope; at 1 nothing is left for steering and starting [1]
STEEPEST_ENTRY, GRADES = 0.8, 41  # grades of the table of speeds: from downhill to uphill [1], and their number
GRADE_SPACING = 2.0 * STEEPEST_ENTRY / (GRADES - 1)
SPEEDS = 48  # number of speeds in the table of tractive forces
NO_LIMIT = 1e3  # value of grip, brakes or force over weight without a limit [1]
TINY = 1e-9  # in place of a divisor of zero


class Trafficability(NamedTuple):
    """Mobility of each fleet on each class of the surface."""

    weight: Floats  # (fleets,) with trailers [N]
    air_drag: Floats  # (fleets,) force over speed squared [kg/m]
    max_brake: Floats  # (fleets,) greatest braking force over the weight [1]
    rollover_slope: Floats  # (fleets,) side slope at which a vehicle tips over: half the track over the height [1]
    open_differential: Floats  # (fleets,) share of an axle's drive that its less laden wheel limits [1]
    external: Floats  # (fleets,) 1 where the ground bears the motion resistance (wheels), 0 where a belt does [1]
    turn_resistance: Floats  # (fleets,) of tracks that start at full steer without a pivot, over grip and weight [1]
    is_limited: Floats  # (fleets,) 1 if soils and slopes can stop the vehicle, else 0 [1]
    speed_spacing: Floats  # (fleets,) between the columns of ``force`` [m/s]
    force: FloatTable  # (fleets, SPEEDS) tractive force of the engine at full throttle, over speed [N]
    resistance: FloatTable  # (fleets, classes) motion resistance over the load, at a low speed [1]
    traction: FloatTable  # (fleets, classes) greatest drive by grip over the load; 0 where immobilised [1]
    grip: FloatTable  # (fleets, classes) friction along the vehicle [1]
    side_grip: FloatTable  # (fleets, classes) friction across the vehicle [1]
    speed: FloatVolume  # (fleets, classes, GRADES) steady speed at full throttle; 0 where it does not move [m/s]
    speed_factor: Floats  # (classes,) usual share of the greatest speed [1]


class ClassRaster(NamedTuple):
    """Classes of a surface."""

    classes: ByteTable  # (rows, columns): of the cells, row 0 south
    x_west: float  # outer corner of cell (0, 0) [m]
    y_south: float  # [m]
    spacing: float  # side of a cell [m]


class GroundMap(NamedTuple):
    """Terrain, classes of its surface, and the limits of each fleet on them."""

    table: Trafficability
    surface: ClassRaster
    heights: Heightfield
    decks: Decks


class Footing(NamedTuple):
    """Class and slopes of the ground at a position, in a direction of travel."""

    kind: Whole  # class of the surface
    grade: Real  # uphill positive [1]
    lean: Real  # side slope, rising to the left positive [1]


def footing_at(ground: GroundMap, x: float, y: float, direction: float) -> Footing:
    """Return class and slopes of the ground at a position [m], in a direction counter-clockwise from east [rad]."""
    surface = ground.surface
    kind = class_at(surface.classes, surface.x_west, surface.y_south, surface.spacing, x, y)
    slope_x, slope_y = slopes_at(ground.heights, ground.decks, x, y)
    sine, cosine = sincos(direction)
    return Footing(kind, slope_x * cosine + slope_y * sine, slope_y * cosine - slope_x * sine)


def forces_on(table: Trafficability, fleet: int, footing: Footing, speed: float) -> tuple[float, float]:
    """Return the force for a steady speed on a class and slope, and the available force [N].

    Args:
        speed: magnitude [m/s].
    """
    load = table.weight[fleet] / sqrt(1.0 + footing.grade * footing.grade)
    rolling = rolling_on(table, fleet, footing, speed)
    needed = load * (footing.grade + rolling) + table.air_drag[fleet] * speed * speed
    return needed, minimum(at_speed(table.force, table, fleet, speed), grip_force(table, fleet, footing, speed))


def rolling_on(table: Trafficability, fleet: int, footing: Footing, speed: float) -> float:
    """Return the motion resistance over the load at a speed [1].

    Args:
        speed: magnitude [m/s].
    """
    fast = minimum(speed / FAST, 3.0)
    return table.resistance[fleet, footing.kind] * (1.0 + fast * fast)


def grip_force(table: Trafficability, fleet: int, footing: Footing, speed: float) -> float:
    """Return the tractive force limited by grip [N], reduced by the resistance of a belt.

    Args:
        speed: magnitude [m/s].
    """
    kind = footing.kind
    aside = footing.lean / maximum(table.side_grip[fleet, kind], TINY)
    along = sqrt(maximum(1.0 - aside * aside, 0.0)) * traction_on(table, fleet, footing)
    inside = (1.0 - table.external[fleet]) * rolling_on(table, fleet, footing, speed)
    inside = select(table.traction[fleet, kind] > 0.0, inside, 0.0)
    return table.weight[fleet] / sqrt(1.0 + footing.grade * footing.grade) * (along + inside)


def traction_on(table: Trafficability, fleet: int, footing: Footing) -> Real:
    """Return the greatest drive by grip over the load [1] on a side slope, which unloads one side."""
    unladen = minimum(abs(footing.lean) / table.rollover_slope[fleet], 1.0)
    return table.traction[fleet, footing.kind] * (1.0 - table.open_differential[fleet] * unladen)


def at_speed(values: FloatTable, table: Trafficability, fleet: int, speed: float) -> float:
    """Return a fleet's interpolated value of the table's ``force`` at a speed magnitude [m/s]."""
    place = clamp(speed / table.speed_spacing[fleet], 0.0, SPEEDS - 1.001)
    before = int(place)
    share = place - before
    return (1.0 - share) * values[fleet, before] + share * values[fleet, before + 1]


def utilisation(table: Trafficability, fleet: int, footing: Footing) -> Real:
    """Return the utilisation of grip, engine, brakes and stability on a class and slope; above 1 it is impassable.

    Drivers keep below ``USABLE``. The value is ``NO_LIMIT`` if the vehicle cannot move even on level ground of the
    class. The function takes arrays, too.
    """
    kind, grade = footing.kind, footing.grade
    resistance, grip = table.resistance[fleet, kind], table.grip[fleet, kind]
    external = table.external[fleet] * resistance  # the part of it that the ground bears
    bears = table.traction[fleet, kind] > external
    pull = grade + external  # over the load square to the slope, as all that follows
    driven = pull / maximum(traction_on(table, fleet, footing), TINY)
    engine = (grade + resistance) / maximum(table.force[fleet, 0] / table.weight[fleet], TINY)
    braked = -grade / minimum(grip, table.max_brake[fleet] + resistance)
    along, aside = maximum(pull, -grade) / grip, footing.lean / table.side_grip[fleet, kind]
    slides = sqrt(along * along + aside * aside)
    tips = abs(footing.lean) / table.rollover_slope[fleet]
    most = maximum(maximum(maximum(driven, engine), maximum(braked, slides)), tips)
    return select(bears, most, NO_LIMIT)


def utilisation_at(ground: GroundMap, fleet: int, x: float, y: float, direction: float) -> float:
    """Return ``utilisation`` of the ground at a position.

    Args:
        x, y: the place [m].
        direction: direction of travel, counter-clockwise from east [rad].
    """
    return utilisation(ground.table, fleet, footing_at(ground, x, y, direction))


def ground_speed(table: Trafficability, fleet: int, footing: Footing, max_speed: float) -> float:
    """Return the speed [m/s] that the ground allows by engine and grip, and by the usual speed on its class."""
    place = clamp((footing.grade + STEEPEST_ENTRY) / GRADE_SPACING, 0.0, GRADES - 1.001)
    before = int(place)
    share = place - before
    speed = table.speed
    steady = (1.0 - share) * speed[fleet, footing.kind, before] + share * speed[fleet, footing.kind, before + 1]
    return minimum(steady, max_speed * table.speed_factor[footing.kind])


def ground_braking(table: Trafficability, fleet: int, footing: Footing, braking: float) -> float:
    """Return the deceleration [m/s^2], at most ``braking``, that grip and slope allow; it may be 0."""
    held = minimum(USABLE * table.grip[fleet, footing.kind], table.max_brake[fleet])
    return clamp(GRAVITY * (held + footing.grade), 0.0, braking)


def ground_side_force(table: Trafficability, fleet: int, footing: Footing, most: float) -> float:
    """Return the lateral acceleration [m/s^2], at most ``most``, that grip allows in a bend to either side."""
    kind, grade = footing.kind, footing.grade
    pull = maximum(grade + table.external[fleet] * table.resistance[fleet, kind], -grade)
    pull = pull / maximum(USABLE * table.grip[fleet, kind], TINY)
    side = USABLE * table.side_grip[fleet, kind] * sqrt(maximum(1.0 - pull * pull, 0.0))
    return clamp(GRAVITY * (side - abs(footing.lean)), 0.0, most)
