"""Ground ahead of an autopilot, sampled along its path; scalar functions that stages compile.

A path is an arc from the vehicle's heading to another one, followed by a straight line. It has ``LOOKS`` sample points,
whose spacing grows with the distance, up to ``LOOK_DISTANCE`` or the stopping distance. A point is refused if its
utilisation of the vehicle's limits exceeds ``USABLE`` (``trafficability.utilisation``).
"""

from typing import NamedTuple

from ...ground.terrain.area import Bounds
from ...models.mathematics import maximum, minimum, select, sincos, wrap_angle
from ...models.parts.attitude import GRAVITY
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

LOOKS = 8  # sample points along a path; fewer ones miss narrow strips of bad ground
LOOK_DISTANCE = 60.0  # of the last sample point, at least [m]
STOPPING_MARGIN = 1.2  # lookahead over the stopping distance, at least; below 1 vehicles stop on bad ground [1]
DECISION_TIME = 1.0  # between two evaluations of one driver; longer times delay reactions [s]
STOP_BEFORE = 3.0  # gap between a vehicle's front and refused ground [m]
CRAWL = 1.0  # speed of the approach to such ground [m/s]
LEAST_ACCELERATION = 0.5  # demanded even on ground that allows less [m/s^2]
STARTING = 2.0  # speed up to which a vehicle is starting [m/s]
LEAST_LIMIT = 0.2  # of braking and lateral acceleration, even on ground that allows less [m/s^2]
ROTATING = 1.2  # effective mass with rotating parts, over the mass [1]
SLOWEST = 0.1  # least speed in a division [m/s]
CAREFULLY = 0.95  # share of the grip that a driver uses; at 1 wheels spin [1]


class Ability(NamedTuple):
    """Limits of one vehicle."""

    fleet: int
    speed: float  # present magnitude [m/s]
    desired_speed: float  # [m/s]
    max_speed: float  # [m/s]
    braking: float  # [m/s^2]
    max_lateral_acceleration: float  # [m/s^2]
    radius: float  # of its tightest turn [m]
    front_reach: float  # front end, ahead of the reference point [m]
    rear_reach: float  # rear end, behind the reference point [m]


class Start(NamedTuple):
    """Pose at which a path begins."""

    x: float  # east [m]
    y: float  # north [m]
    yaw: float  # of the vehicle [rad]


class Outlook(NamedTuple):
    """Ground along a path."""

    is_free: bool  # no sample point is refused
    clear: float  # distance to the first refused point, or to the last point [m]
    slowness: float  # mean time for a metre over that at the desired speed, minus one [1]
    slow_speed: float  # speed to be reached ... [m/s]
    slow_distance: float  # ... after this distance: the most restrictive limit [m]


def look_distance(ability: Ability) -> float:
    """Return the distance to the last sample point [m]."""
    stopping = 0.5 * ability.speed * ability.speed / (BRAKING_SHARE * ability.braking)
    return maximum(LOOK_DISTANCE, STOPPING_MARGIN * stopping)


def place_of_look(number: int, distance: float) -> float:
    """Return the distance of a sample point, counted from 0, up to a last ``distance`` [m]; near points lie closer."""
    share = (number + 1.0) / LOOKS
    return distance * share * (0.35 + 0.65 * share)


def look_along(
    ground: GroundMap, ability: Ability, start: Start, heading: float, distance: float, area: Bounds
) -> Outlook:
    """Return the ground along the path that turns to a heading and continues straight, up to a refused point.

    Args:
        heading: direction of its straight part, counter-clockwise from east [rad].
        distance: to the last sample point [m].
        area: that the vehicle does not leave; points outside are not evaluated.
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
            room = maximum(along - ability.front_reach - STOP_BEFORE, 0.0)
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
    """Return the square of the greatest speed [m^2/s^2] at the next evaluation, for a limit after a distance.

    Args:
        slow_speed: limit to be reached [m/s].
        distance: to the limit [m].
        braking: deceleration that the ground allows [m/s^2].
        speed: present speed [m/s].
    """
    left = maximum(distance - speed * DECISION_TIME, 0.0)
    return slow_speed * slow_speed + 2.0 * BRAKING_SHARE * braking * left


def place_on_way(start: Start, turn: float, radius: float, along: float) -> tuple[float, float, float]:
    """Return x and y [m] and direction [rad] ``along`` [m] a path that turns by ``turn`` [rad], left positive."""
    size = minimum(along / radius, abs(turn))
    sine, cosine = sincos(size)
    rest = along - size * radius
    ahead, aside = radius * sine + rest * cosine, radius * (1.0 - cosine) + rest * sine
    left = select(turn < 0.0, -1.0, 1.0)
    east, north = sincos(start.yaw)[1], sincos(start.yaw)[0]
    x = start.x + ahead * east - left * aside * north
    return x, start.y + ahead * north + left * aside * east, start.yaw + left * size


def spare_acceleration(table: Trafficability, fleet: int, footing: Footing, speed: float) -> float:
    """Return the acceleration at which wheels or tracks do not spin when starting [m/s^2].

    Above ``STARTING`` there is no limit.

    Args:
        speed: magnitude [m/s].
    """
    needed, _ = forces_on(table, fleet, footing, speed)
    held = CAREFULLY * grip_force(table, fleet, footing, speed)
    spare = maximum(GRAVITY * (held - needed) / (ROTATING * table.weight[fleet]), LEAST_ACCELERATION)
    return select(speed < STARTING, spare, LARGEST)


def braking_on(table: Trafficability, fleet: int, footing: Footing, braking: float) -> float:
    """Return the deceleration of a driver on a footing, at least ``LEAST_LIMIT`` [m/s^2]."""
    return maximum(ground_braking(table, fleet, footing, braking), LEAST_LIMIT)


def side_force_on(table: Trafficability, fleet: int, footing: Footing, most: float) -> float:
    """Return the lateral acceleration of a driver on a footing, at least ``LEAST_LIMIT`` [m/s^2]."""
    return maximum(ground_side_force(table, fleet, footing, most), LEAST_LIMIT)
