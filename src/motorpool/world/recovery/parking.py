"""Parking: autopilots park vehicles beside the road on which a user has left them."""

import math
from typing import Any

import numpy as np

from ...models.mathematics import wrap_angle
from ..drivers.kinds import AUTOPILOT, SCRIPT
from ..guidance.component import Guidance
from ..scene import Scene
from . import phases
from .freeing import FreeingDrivers
from .roads import RoadPoints
from .ways import Ways

LEFT = 60.0  # time without a driver after which a vehicle is parked [s]
LONGEST = 90.0  # of the drive to the parking position [s]
FUTILE = 20.0  # time without headway on that drive after which the vehicle stays where it is [s]
AHEAD = (20.0, 35.0, 10.0, 50.0)  # distances along the road of possible positions, in the order of preference [m]
VERGE = 1.5  # gap between the road and the vehicle [m]
ASTRAY = 4.0  # distance of a free position from the requested one, at most [m]
SPEED, RADIUS = 3.0, 2.5  # on the way [m/s]; of arrival [m]


class Parking:
    """Parking of the vehicles of one world."""

    def __init__(self, scene: Scene, ways: Ways, drivers: FreeingDrivers, roads: RoadPoints):
        self._scene, self._vehicles = scene, scene.vehicles
        self._ways, self._drivers, self._roads = ways, drivers, roads
        self._guidance = scene.of(Guidance)

    def advance(self, vehicle: int) -> None:
        """Begin or end the parking of a vehicle that was left on a road."""
        vehicles = self._vehicles
        if vehicles.recovery_phase[vehicle] == phases.PARKING:
            is_late = vehicles.phase_time[vehicle] > LONGEST or vehicles.standing_time[vehicle] > FUTILE
            if vehicles.has_arrived[vehicle] or is_late or vehicles.driver[vehicle] != AUTOPILOT:
                self._end(vehicle)
        elif vehicles.left_time[vehicle] >= LEFT:
            place = self._place_beside_road(vehicle)
            vehicles.was_left[vehicle] = 0
            if place is not None:
                vehicles.driver[vehicle] = AUTOPILOT
                self._guidance.route([vehicle], [place], speed=SPEED, arrival_radius=RADIUS)
                self._drivers.begin(vehicle, phases.PARKING)

    def _end(self, vehicle: int) -> None:
        """Park a vehicle where it stands, unless a user drives it."""
        vehicles = self._vehicles
        self._guidance.hold([vehicle])
        if vehicles.driver[vehicle] == AUTOPILOT and vehicles.is_parked[vehicle]:
            vehicles.driver[vehicle], vehicles.brake[vehicle] = SCRIPT, 1.0
            vehicles.throttle[vehicle] = vehicles.target_steer[vehicle] = 0.0
        self._drivers.end(vehicle)

    def _place_beside_road(self, vehicle: int) -> tuple[float, float] | None:
        """Return a free position beside the road ahead of a vehicle; None if it is not on a road."""
        vehicles = self._vehicles
        x, y, yaw = (float(column[vehicle]) for column in (vehicles.x, vehicles.y, vehicles.yaw))
        half_width = float(vehicles.half_width[vehicle])
        here = self._roads.nearest(x, y)
        if here is None or here.distance > 0.5 * here.width + half_width:
            return None
        direction = 1.0 if math.cos(yaw - here.yaw) >= 0.0 else -1.0
        for ahead in AHEAD:
            at = self._roads.nearest(
                x + ahead * direction * math.cos(here.yaw), y + ahead * direction * math.sin(here.yaw)
            )
            if at is None or at.distance > at.width:
                continue
            aside = 0.5 * at.width + half_width + VERGE
            for side in (-direction, direction):  # its right-hand side first
                place_x = at.x - side * aside * math.sin(at.yaw)
                place_y = at.y + side * aside * math.cos(at.yaw)
                heading = float(wrap_angle(at.yaw + (0.0 if direction > 0.0 else math.pi)))
                place = self._ways.free_place(vehicle, place_x, place_y, heading)
                if place is None or np.hypot(place[0] - place_x, place[1] - place_y) > ASTRAY:
                    continue
                return place
        return None


def is_left(vehicles: Any, vehicle: int) -> bool:
    """Return whether a vehicle must be parked, or is on its way to be parked."""
    return bool(vehicles.left_time[vehicle] >= LEFT or vehicles.recovery_phase[vehicle] == phases.PARKING)
