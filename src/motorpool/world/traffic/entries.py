"""Vehicles that are put on another lane: at the ends of through roads, and where the ground or an object holds them.

A vehicle that has not come on for ``GIVE_UP`` seconds although it is not to stand turns back on its road. If that
fails, too, it is set in at rest on another road, as recovery sets vehicles back that are not in traffic.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ...ground.roads.graph import BRAKING, RoadGraph
from ...ground.roads.lanes import oncoming_place
from ...ground.roads.routing import heights_on, position_on
from ..drivers.kinds import AUTOPILOT
from ..entity.component import Entities
from ..guidance.goal_kinds import TRAFFIC
from ..model_switching.component import ModelSwitching
from ..recovery import reasons
from ..recovery.component import Recovery
from ..scene import Scene
from ..vehicle_table import VehicleTable
from .ahead import GAP, HEADWAY
from .columns import NO_LEG
from .phases import DRIVING
from .ways import Ids, Ways

NEAR_EXIT = 20.0  # distance from an exit, besides braking, from which a way in is looked for [m]
TRIES = 20  # random ways in that are tried in a step
GIVE_UP = 32.0  # time after which a vehicle that is held gives its way up: after two attempts to come on [s]
SEED = 0xE274  # separates these random numbers from those of other purposes

# A vehicle that cannot drive at all stays where it is.
HELPLESS = (reasons.OVERTURNED, reasons.DAMAGED, reasons.OUT_OF_FUEL)
STILL = (
    "speed", "lateral_speed", "yaw_rate", "residual_lateral_speed", "residual_yaw_rate", "steer", "commanded_speed",
    "back_off_time", "detour_time", "turning",
)  # fmt: skip

Slot = tuple[int, float]  # a leg, and a distance along its lane [m]


class Entries:
    """Places on one road network at which vehicles are put.

    Args:
        is_exit: for each leg, whether vehicles leave the network at its end.
        ways_for: returns the ways of a vehicle.
    """

    def __init__(
        self, scene: Scene, graph: RoadGraph, is_exit: NDArray[np.bool_], ways_for: Callable[[int], Ways]
    ):  # fmt: skip
        self._scene, self._vehicles, self._graph = scene, scene.vehicles, graph
        self._is_exit, self._ways_for = is_exit, ways_for

    def pass_through(self) -> None:
        """Move vehicles from an exit of the network to an entry, with their speed; they wait until one is free."""
        vehicles, graph, leg = self._vehicles, self._graph, self._vehicles.traffic_leg
        is_out = (vehicles.goal == TRAFFIC) & (vehicles.driver == AUTOPILOT) & (vehicles.traffic_phase == DRIVING)
        is_out &= (leg >= 0) & self._is_exit[leg] & (vehicles.traffic_place < 0)
        for vehicle in np.flatnonzero(is_out).tolist():
            own, speed = int(leg[vehicle]), max(float(vehicles.speed[vehicle]), 0.0)
            end = float(graph.stop[own] - graph.begin[own] - vehicles.front_reach[vehicle])
            room = end - float(vehicles.traffic_along[vehicle])
            if room > speed * speed / (2.0 * BRAKING) + NEAR_EXIT:
                continue
            entry = self._free_place(vehicle, speed, self._ways_for(vehicle).entries)
            vehicles.traffic_may_pass[vehicle] = entry is not None
            if entry is not None and room <= 0.0:
                self._come_in(vehicle, *entry)

    def release_held(self) -> None:
        """Turn back vehicles that the ground or an object holds, or set them in on another road."""
        vehicles = self._vehicles
        is_held = (vehicles.goal == TRAFFIC) & (vehicles.driver == AUTOPILOT) & (vehicles.traffic_phase == DRIVING)
        for vehicle in np.flatnonzero(is_held & (vehicles.traffic_held > GIVE_UP)).tolist():
            if vehicles.standing_reason[vehicle] in HELPLESS or self._turn_back(vehicle):
                continue
            place = self._free_place(vehicle, 0.0, self._ways_for(vehicle).legs)
            if place is not None:
                for column in vehicles.columns(*STILL):
                    column[vehicle] = 0
                fleet, row = self._scene.of(ModelSwitching).moved_by(vehicle)
                fleet.halt(row)
                self._come_in(vehicle, *place)
                self._scene.of(Recovery).recoveries += 1

    def _turn_back(self, vehicle: int) -> bool:
        """Put a vehicle on the other direction of its road; return whether it is open, and it has not tried it yet."""
        vehicles, graph, leg = self._vehicles, self._graph, int(self._vehicles.traffic_leg[vehicle])
        back = leg ^ 1
        if vehicles.traffic_turned[vehicle] or not graph.is_open[back]:
            return False
        lane = float(graph.stop[back] - graph.begin[back])
        along = min(max(float(oncoming_place(graph, leg, float(vehicles.traffic_along[vehicle]))), 0.0), lane)
        put_on(vehicles, vehicle, back, along)
        vehicles.traffic_turned[vehicle] = 1
        return True

    def _free_place(self, vehicle: int, speed: float, legs: Ids) -> Slot | None:
        """Return where a vehicle can come in with a speed [m/s] without braking for others; None if it must wait.

        Args:
            legs: candidates, tried in random order.
        """
        vehicles, graph = self._vehicles, self._graph
        key = [self._scene.seed, SEED, vehicle, int(vehicles.traffic_trip[vehicle])]
        apart = vehicles.radius + float(vehicles.radius[vehicle]) + GAP
        for leg in np.random.default_rng(key).permutation(legs)[:TRIES].tolist():
            along = float(graph.clear[leg] + vehicles.rear_reach[vehicle]) + GAP
            front = along + float(vehicles.front_reach[vehicle])
            if front > graph.stop[leg] - graph.begin[leg]:
                continue
            ahead = np.flatnonzero((vehicles.traffic_leg == leg) & (vehicles.traffic_phase == DRIVING))
            braking = np.maximum(speed * speed - vehicles.speed[ahead] ** 2, 0.0) / (2.0 * BRAKING)
            gap = vehicles.traffic_along[ahead] - vehicles.rear_reach[ahead] - front
            x, y, _ = position_on(graph, leg, float(graph.begin[leg]) + along, float(graph.lane[leg]))
            is_near = np.hypot(vehicles.x - x, vehicles.y - y) < apart
            is_near[vehicle] = False
            if (gap > GAP + HEADWAY * speed + braking).all() and not is_near.any():
                return leg, along
        return None

    def _come_in(self, vehicle: int, leg: int, along: float) -> None:
        vehicles, graph = self._vehicles, self._graph
        place = position_on(graph, leg, float(graph.begin[leg]) + along, float(graph.lane[leg]))
        for name, value in zip(("x", "y", "yaw"), place, strict=True):
            getattr(vehicles, name)[vehicle] = value
        vehicles.z[vehicle] = heights_on(graph, np.array([leg]), graph.begin[[leg]] + along)[0]
        vehicles.course_yaw[vehicle] = vehicles.desired_yaw[vehicle] = place[2]
        put_on(vehicles, vehicle, leg, along)
        self._scene.of(Entities).trailers.place()


def put_on(vehicles: VehicleTable, vehicle: int, leg: int, along: float) -> None:
    """Note that a vehicle is at a distance along the lane of a leg [m], without a path."""
    vehicles.traffic_leg[vehicle], vehicles.traffic_along[vehicle] = leg, along
    vehicles.traffic_aside[vehicle], vehicles.traffic_path_count[vehicle] = 0.0, 0
    vehicles.traffic_lane[vehicle] = vehicles.traffic_lane_before[vehicle] = 0
    for column in ("traffic_before", "traffic_next", "traffic_goal", "traffic_place"):
        getattr(vehicles, column)[vehicle] = NO_LEG
    vehicles.traffic_may_pass[vehicle], vehicles.traffic_phase[vehicle] = 0, DRIVING
    vehicles.traffic_best[vehicle], vehicles.traffic_held[vehicle] = along, 0.0
    vehicles.traffic_turned[vehicle], vehicles.traffic_pass_room[vehicle] = 0, 0.0
