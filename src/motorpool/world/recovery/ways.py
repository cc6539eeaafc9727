"""Ways out: headings and positions that free a vehicle, by soil, slope, objects and other vehicles."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...base.arrays import Floats, Indices, Words
from ...ground.objects.free_position import nearest_free_position
from ...ground.objects.grid import Circles, Storey, cells_near, entries_in, is_elsewhere
from ...ground.terrain.area import Bounds
from ...models.mathematics import maximum, minimum, sincos, wrap_angle
from ..avoidance.rollout import gap_to
from ..columns import Whole
from ..entity.columns import Body, Pose
from ..entity.levels import storey_of
from ..entity.outline import rectangle_of
from ..guidance.component import Guidance
from ..navigation.trafficability import USABLE, GroundMap, utilisation_at
from ..scene import Scene

MOST = 16  # ways that are compared in one call, at most
LOOKS = 4  # sample points on a way, besides its beginning
WORST = -1.0  # reserve on impassable ground [1]
OPEN_WAY = 12.0  # length of a way that must be free of objects [m]
KEPT = 0.5  # clearance from objects on a way [m]
MARGIN = 60.0  # distance of a position from the edge of the map [m]
VEHICLE_GAP = 2.0  # gap between a position and other vehicles [m]
GOOD = 1.0 - USABLE  # reserve of the ground that a driver accepts [1]
NO_GO, NOT_OPEN = 3.0, 2.0  # costs of impassable ground and of an object, as an angle of deviation [rad]

Place = tuple[float, float, float]  # x, y [m], yaw [rad]


class Look(NamedTuple):
    """Sample points of a way."""

    spacing: float  # [m]
    start: int  # number of the first: 0 for the beginning of the way


AHEAD = Look(3.0, 1)  # of a vehicle that stands on bad ground
HERE = Look(3.0, 0)  # of one that goes on as its route leads
FAR = Look(11.0, 0)  # of one that goes on in any direction


class Looks(NamedTuple):
    """Ways to be compared, a row each."""

    vehicle: Indices  # id; -1 for a row without a way
    x: Floats  # beginning, east [m]
    y: Floats  # north [m]
    yaw: Floats  # direction of travel [rad]
    room: Floats  # reserve: least share that resistance, slope and stability leave of the vehicle's limits [1]
    is_open: Words  # no object and no edge of the map is on it


class Ways:
    """Ways out for the vehicles of one world."""

    def __init__(self, scene: Scene):
        self._scene, self._ground = scene, scene.of(Guidance).ground
        x, y, yaw, room = np.zeros((4, MOST))
        self._looks = Looks(np.full(MOST, -1, np.int32), x, y, yaw, room, np.zeros(MOST, np.int8))

    def best(self, vehicle: int, tried: Sequence[tuple[Place, float]], look: Look) -> tuple[Place, bool]:
        """Return the way with the lowest cost [rad], of at most ``MOST``, and whether it is good.

        The costs of ground and objects are added.
        """
        looks = self._looks
        looks.vehicle[:] = -1
        for row, ((x, y, yaw), _) in enumerate(tried):
            looks.vehicle[row], looks.x[row], looks.y[row], looks.yaw[row] = vehicle, x, y, yaw
        scene = self._scene
        scene.run(
            look_along,
            looks,
            scene.vehicles.body,
            scene.vehicles.pose,
            self._ground,
            scene.obstacles,
            scene.map_bounds,
            *look,
        )
        costs = [
            cost
            + NO_GO * max(GOOD - float(looks.room[row]), 0.0) / (GOOD - WORST)
            + (0.0 if looks.is_open[row] else NOT_OPEN)
            for row, (_, cost) in enumerate(tried)
        ]
        best = int(np.argmin(costs))
        return tried[best][0], bool(looks.room[best] > GOOD and looks.is_open[best])

    def free_place(self, vehicle: int, x: float, y: float, yaw: float) -> tuple[float, float] | None:
        """Return the nearest free position to (x, y) [m] for a vehicle with a yaw [rad]; None if there is none near."""
        scene, vehicles = self._scene, self._scene.vehicles
        edge = scene.map_bounds
        aside_x, aside_y = min(MARGIN, 0.5 * scene.terrain.width), min(MARGIN, 0.5 * scene.terrain.depth)
        others = np.arange(vehicles.count) != vehicle
        return nearest_free_position(
            float(np.clip(x, edge.x_west + aside_x, edge.x_east - aside_x)),
            float(np.clip(y, edge.y_south + aside_y, edge.y_north - aside_y)),
            yaw,
            rectangle=rectangle_of(vehicles, vehicle),
            terrain=scene.terrain,
            objects=scene.objects,
            others=(vehicles.x[others], vehicles.y[others], vehicles.radius[others] + VEHICLE_GAP),
        )


def headings_around(yaw: float, count: int) -> list[float]:
    """Return headings [rad] over the full circle, beginning with ``yaw``."""
    return [float(wrap_angle(yaw + 2.0 * np.pi * number / count)) for number in range(count)]


def look_along(
    looks: Looks, body: Whole[Body], pose: Whole[Pose], ground: Whole[GroundMap], objects: Whole[Circles],
    area: Whole[Bounds], spacing: float, start: int,
) -> None:  # fmt: skip
    """Evaluate straight ways: write their reserve and whether they are open.

    Sample points are ``spacing`` [m] apart; their numbers begin at ``start``, 0 for the beginning of the way.
    """
    for i in range(looks.vehicle.size):
        vehicle: int = looks.vehicle[i]
        if vehicle < 0:
            continue
        x, y, yaw = looks.x[i], looks.y[i], looks.yaw[i]
        sine, cosine = sincos(yaw)
        room = 1.0
        for number in range(start, LOOKS + 1):
            along = spacing * number
            used = utilisation_at(ground, body.fleet_index[vehicle], x + along * cosine, y + along * sine, yaw)
            room = minimum(room, maximum(1.0 - used, WORST))
        looks.room[i] = room
        end_x, end_y = x + OPEN_WAY * cosine, y + OPEN_WAY * sine
        is_inside = area.x_west < end_x < area.x_east and area.y_south < end_y < area.y_north
        half_length, half_width, offset = body.half_length[vehicle], body.half_width[vehicle], body.body_offset[vehicle]
        x, y = x + offset * cosine, y + offset * sine
        looks.is_open[i] = is_inside and is_open_way(
            x, y, sine, cosine, half_length, half_width, objects, storey_of(vehicle, pose)
        )


def is_open_way(
    x: float, y: float, sine: float, cosine: float, half_length: float, half_width: float, objects: Circles,
    storey: Storey,
) -> bool:  # fmt: skip
    """Return whether a straight way of the length ``OPEN_WAY`` from (x, y) [m] is free of objects."""
    middle_x, middle_y = x + 0.5 * OPEN_WAY * cosine, y + 0.5 * OPEN_WAY * sine
    reach = 0.5 * OPEN_WAY + half_length
    cells = cells_near(objects.grid, middle_x, middle_y, reach + half_width + objects.grid.cell)
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(objects.grid, cells, row):
            index: int = objects.grid.item[entry]
            dx, dy = objects.x[index] - middle_x, objects.y[index] - middle_y
            is_beside = dx * cosine + dy * sine < 0.3 * half_length - 0.5 * OPEN_WAY  # its tail
            is_near = gap_to(dx, dy, sine, cosine, reach, half_width) < objects.radius[index] + KEPT
            if is_near and not is_beside and not is_elsewhere(index, objects, storey):
                return False
    return True
