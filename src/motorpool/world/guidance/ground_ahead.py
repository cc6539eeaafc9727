"""Ground ahead: what an autopilot's way leads over, by look-ups along it; scalar functions that stages compile.

A way is an arc from the vehicle's heading to another one, and straight on from there. It is looked at in ``LOOKS``
places, the farther the sparser, as far as ``LOOK_DISTANCE`` or the way on which the vehicle stops. A place is refused
if it uses up more than ``USABLE`` of what the vehicle can do there (``trafficability.utilisation``).
"""

from typing import NamedTuple

from ...models.mathematics import maximum, minimum, select, sincos, wrap_angle
from ...models.parts.attitude import GRAVITY
from ...terrain.area import Bounds
from .pure_pursuit import BRAKING_SHARE, LARGEST
from .trafficability import (
    USABLE,
    Footing,
    GroundMap,
    Trafficability,
    footing_at,
    forces_on,
    grip_force,
    ground_braking,
    ground_side_force,
    ground_speed,
    utilisation,
)

LOOKS = 8  # places along a way
LOOK_DISTANCE = 60.0  # of the last of them, at least [m]
STOPPING_MARGIN = 1.2  # times the distance in which a vehicle stops, that it looks ahead at least [1]
DECISION_TIME = 1.0  # between two looks of a driver [s]
STOP_BEFORE = 3.0  # left between a vehicle's nose and ground that it must not drive on [m]
CRAWL = 1.0  # speed at which a vehicle creeps up to such ground [m/s]
LEAST_ACCELERATION = 0.5  # that a driver tries on ground that leaves less [m/s^2]
STARTING = 2.0  # speed up to which a vehicle starts [m/s]
LEAST_LIMIT = 0.2  # of braking and lateral acceleration on ground that leaves less [m/s^2]
ROTATING = 1.2  # mass with its turning parts, over the mass [1]
SLOWEST = 0.1  # speed that counts as the least where it divides [m/s]
CAREFULLY = 0.95  # of the force that the ground takes, as much as a driver uses [1]


class Ability(NamedTuple):
    """Limits of one vehicle."""

    fleet: int
    speed: float  # magnitude, now [m/s]
    desired_speed: float  # [m/s]
    max_speed: float  # [m/s]
    braking: float  # [m/s^2]
    max_lateral_acceleration: float  # [m/s^2]
    radius: float  # of its tightest circle [m]
    half_length: float  # [m]


class Start(NamedTuple):
    """Place and heading from which a way is looked at."""

    x: float  # east [m]
    y: float  # north [m]
    yaw: float  # of the vehicle [rad]


class Outlook(NamedTuple):
    """Ground along a way."""

    is_free: bool  # no place of it is refused
    clear: float  # distance to the first place that is refused, or of the last place [m]
    slowness: float  # mean of the time for a metre over that at the desired speed, less one [1]
    slow_speed: float  # to be reached ... [m/s]
    slow_distance: float  # ... after this distance: what binds first [m]


def look_distance(ability: Ability) -> float:
    """Return how far ahead a driver looks [m]."""
    stopping = 0.5 * ability.speed * ability.speed / (BRAKING_SHARE * ability.braking)
    return maximum(LOOK_DISTANCE, STOPPING_MARGIN * stopping)


def place_of_look(number: int, distance: float) -> float:
    """Return how far along a way the look with a ``number`` from 0 is [m]; near ones lie closer together.

    Args:
        number: of the look.
        distance: of the last one [m].
    """
    share = (number + 1.0) / LOOKS
    return distance * share * (0.35 + 0.65 * share)


def look_along(
    ground: GroundMap, ability: Ability, start: Start, heading: float, distance: float, area: Bounds
) -> Outlook:
    """Return the ground along the way that turns to a heading and goes straight on, up to a place that is refused.

    Args:
        ground: of the world.
        ability: of the vehicle.
        start: of the way.
        heading: of its straight part, counter-clockwise from east [rad].
        distance: to look at [m].
        area: that the vehicle does not leave; what lies out of it is not looked at.
    """
    turn = wrap_angle(heading - start.yaw)
    slowness, braking = 0.0, ability.braking
    slow_speed, slow_distance, least = ability.max_speed, distance, LARGEST
    for number in range(LOOKS):
        along = place_of_look(number, distance)
        x, y, direction = place_on_way(start, turn, ability.radius, along)
        footing = footing_at(ground, x, y, direction)
        if not (area.x_west < x < area.x_east and area.y_south < y < area.y_north):
            break
        if utilisation(ground.table, ability.fleet, footing) > USABLE:
            room = maximum(along - ability.half_length - STOP_BEFORE, 0.0)
            if square_of_speed(CRAWL, room, braking, ability.speed) < least:
                slow_speed, slow_distance = CRAWL, room
            return Outlook(False, along, slowness, slow_speed, slow_distance)
        speed = ground_speed(ground.table, ability.fleet, footing, ability.max_speed)
        braking = minimum(braking, braking_on(ground.table, ability.fleet, footing, ability.braking))
        slowness += maximum(ability.desired_speed / maximum(speed, SLOWEST) - 1.0, 0.0) / LOOKS
        square = square_of_speed(speed, along, braking, ability.speed)
        if square < least:
            least, slow_speed, slow_distance = square, speed, along
    return Outlook(True, distance, slowness, slow_speed, slow_distance)


def square_of_speed(slow_speed: float, distance: float, braking: float, speed: float) -> float:
    """Return the square of the greatest speed [m^2/s^2] at the next look, for a speed to be reached after a distance.

    Args:
        slow_speed: to be reached [m/s].
        distance: until then, from here [m].
        braking: deceleration that the ground allows [m/s^2].
        speed: now [m/s].
    """
    left = maximum(distance - speed * DECISION_TIME, 0.0)
    return slow_speed * slow_speed + 2.0 * BRAKING_SHARE * braking * left


def place_on_way(start: Start, turn: float, radius: float, along: float) -> tuple[float, float, float]:
    """Return x and y [m] of a place on the way that turns by ``turn`` [rad], and the direction there [rad].

    Args:
        start: of the way.
        turn: of the arc, left positive [rad].
        radius: of the arc [m].
        along: distance of the place on the way [m].
    """
    size = minimum(along / radius, abs(turn))
    sine, cosine = sincos(size)
    rest = along - size * radius
    ahead, aside = radius * sine + rest * cosine, radius * (1.0 - cosine) + rest * sine
    left = select(turn < 0.0, -1.0, 1.0)
    east, north = sincos(start.yaw)[1], sincos(start.yaw)[0]
    x = start.x + ahead * east - left * aside * north
    return x, start.y + ahead * north + left * aside * east, start.yaw + left * size


def spare_acceleration(table: Trafficability, fleet: int, footing: Footing, speed: float) -> float:
    """Return the acceleration to ask of an engine at the start, so that wheels or tracks do not spin [m/s^2].

    Faster than ``STARTING`` there is no limit.

    Args:
        table: of the world.
        fleet: index of the vehicle's fleet.
        footing: under the vehicle.
        speed: magnitude [m/s].
    """
    needed, _ = forces_on(table, fleet, footing, speed)
    held = CAREFULLY * grip_force(table, fleet, footing, speed)
    spare = maximum(GRAVITY * (held - needed) / (ROTATING * table.weight[fleet]), LEAST_ACCELERATION)
    return select(speed < STARTING, spare, LARGEST)


def braking_on(table: Trafficability, fleet: int, footing: Footing, braking: float) -> float:
    """Return the deceleration of a driver on a footing, at least ``LEAST_LIMIT`` [m/s^2].

    Args:
        table: of the world.
        fleet: index of the vehicle's fleet.
        footing: under the vehicle.
        braking: of the driver [m/s^2].
    """
    return maximum(ground_braking(table, fleet, footing, braking), LEAST_LIMIT)


def side_force_on(table: Trafficability, fleet: int, footing: Footing, most: float) -> float:
    """Return the lateral acceleration of a driver on a footing, at least ``LEAST_LIMIT`` [m/s^2].

    Args:
        table: of the world.
        fleet: index of the vehicle's fleet.
        footing: under the vehicle.
        most: that the driver dares [m/s^2].
    """
    return maximum(ground_side_force(table, fleet, footing, most), LEAST_LIMIT)
