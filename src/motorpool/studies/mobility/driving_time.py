"""Time of a drive along a route: bends, braking before them and before slow ground, and acceleration after them.

The route is cut into pieces of a few metres. The greatest speed of a piece is that of the driver's map; at a corner it
is that of the arc that rounds the corner within the arrival radius, with the side force that soil and slope allow. A
backward pass limits the speed by the brakes, a forward pass by the engine.

Source: forward and backward integration of the friction-limited speed profile, as in Subosits and Gerdes, "Autonomous
vehicle control for emergency manoeuvers", American Control Conference (2015); the limits are those of the autopilots.
"""

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...models.parts.attitude import GRAVITY
from ...world.navigation.ground_ahead import LEAST_ACCELERATION, ROTATING, braking_on, side_force_on
from ...world.navigation.pure_pursuit import BRAKING_SHARE, bend_speed, corner_curvature
from ...world.navigation.trafficability import Footing, footing_at, forces_on, ground_speed
from .driver_maps import DriverGround
from .maps import MobilityMap
from .travel import Pieces, slowness_of

STEP = 5.0  # length of the pieces [m]
LEG = 150.0  # greatest length of a leg with a speed of its own [m]
SLOWEST = 0.5  # least speed of a piece [m/s]

Floats = NDArray[np.float64]


class Drive(NamedTuple):
    """A drive along a route."""

    waypoints: Floats  # (legs, 3) x, y [m] and speed of the leg that ends there [m/s]; without the start
    arrival_radius: float  # distance at which a waypoint counts as reached [m]
    time: float  # [s]


def drive_along(points: Floats, mobility: MobilityMap, driver: DriverGround, *, arrival_radius: float = 12.0) -> Drive:
    """Return the legs of a drive along a route, with their speeds, and its time.

    Args:
        points: points of the route, (points, 2) with its start, x and y [m].
        arrival_radius: radius of waypoints, within which corners are rounded; reduced if legs are short [m].
    """
    radius = min(arrival_radius, 0.45 * float(np.hypot(*np.diff(points, axis=0).T).min()))
    legs = _legs(points)
    speeds = np.array([_leg_speed(start, end, mobility) for start, end in pairwise(legs)])
    return Drive(np.column_stack([legs[1:], speeds]), radius, _time(legs, speeds, radius, driver))


def _legs(points: Floats) -> Floats:
    """Return a route with further points, so that no leg is longer than ``LEG``."""
    found = [points[:1]]
    for start, end in pairwise(points):
        count = max(1, math.ceil(math.dist(start, end) / LEG))
        found.append(start + np.arange(1, count + 1)[:, None] / count * (end - start))
    return np.vstack(found)


def _leg_speed(start: Floats, end: Floats, mobility: MobilityMap) -> float:
    """Return the mean speed of the map on a leg: length over time [m/s]."""
    count = max(1, math.ceil(math.dist(start, end) / STEP))
    shares = (np.arange(count) + 0.5) / count
    x, y = start[0] + shares * (end[0] - start[0]), start[1] + shares * (end[1] - start[1])
    rows, columns = mobility.cell_of(x, y)
    yaw = math.atan2(end[1] - start[1], end[0] - start[0])
    slow, _ = slowness_of(mobility, Pieces(rows, columns, np.full(count, yaw), np.zeros(count)))
    slow = np.where(np.isfinite(slow), slow, np.max(slow[np.isfinite(slow)], initial=1.0 / SLOWEST))
    return max(1.0 / float(slow.mean()), SLOWEST)


def _time(legs: Floats, speeds: Floats, radius: float, driver: DriverGround) -> float:
    """Return the time [s] of a drive along legs (points, 2) [m] at speeds [m/s], rounding corners in ``radius``."""
    table, ground = driver.ground.table, driver.ground
    lengths: list[float] = []
    most: list[float] = []
    braking: list[float] = []
    footings: list[Footing] = []
    for leg, (start, end) in enumerate(pairwise(legs)):
        yaw, length = math.atan2(end[1] - start[1], end[0] - start[0]), math.dist(start, end)
        count = max(1, math.ceil(length / STEP))
        turn = 0.0
        if leg + 2 < len(legs):
            onward = legs[leg + 2] - end
            turn = math.remainder(math.atan2(onward[1], onward[0]) - yaw, 2.0 * math.pi)
        for number in range(count):
            share = (number + 0.5) / count
            footing = footing_at(
                ground,
                float(start[0] + share * (end[0] - start[0])),
                float(start[1] + share * (end[1] - start[1])),
                yaw,
            )
            allowed = min(float(speeds[leg]), float(ground_speed(table, 0, footing, driver.max_speed)))
            if (1.0 - share) * length <= radius + 0.5 * length / count and abs(turn) > 1e-6:
                aside = float(side_force_on(table, 0, footing, driver.max_lateral_acceleration))
                allowed = min(allowed, float(bend_speed(corner_curvature(turn, radius), aside)))
            lengths.append(length / count)
            most.append(max(allowed, SLOWEST))
            braking.append(BRAKING_SHARE * float(braking_on(table, 0, footing, driver.braking)))
            footings.append(footing)
    squares = [0.0] * (len(most) + 1)  # of the speed at the start, and at the end of each piece
    after = 0.0
    for place in reversed(range(len(most))):
        squares[place + 1] = after
        after = min(after + 2.0 * braking[place] * lengths[place], most[place] ** 2)
    total, square = 0.0, 0.0
    for place, length in enumerate(lengths):
        speed = math.sqrt(square)
        needed, available = forces_on(table, 0, footings[place], speed)
        spare = GRAVITY * (float(available) - float(needed)) / (ROTATING * float(table.weight[0]))
        faster = square + 2.0 * length * min(
            driver.acceleration, max(spare, 0.0 if speed > 3.0 else LEAST_ACCELERATION)
        )
        reached = min(faster, most[place] ** 2, max(squares[place + 1], 0.0))
        total += 2.0 * length / max(speed + math.sqrt(reached), 2.0 * SLOWEST)
        square = reached
    return total
