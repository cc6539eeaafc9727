"""Vehicles that come to a junction at given rates and leave the world behind it, to measure capacities and delays."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

import motorpool as mp
from motorpool.ground.roads.network import RoadNetwork
from motorpool.ground.roads.routing import position_on
from motorpool.world.traffic.ahead import GAP, HEADWAY
from motorpool.world.traffic.entries import put_on
from motorpool.world.traffic.phases import PARKED

LEAVES = 50.0  # distance along the last leg of its way at which a vehicle leaves the world [m]
OVER_LINE = 1.0  # distance behind the line before the junction from which a vehicle has passed it [m]
APART = 12.0  # between vehicles that are not in the world at present [m]


class Demand(NamedTuple):
    """Vehicles that come in at the beginning of a leg."""

    ways: Sequence[Sequence[int]]  # legs from there on; each vehicle takes one of them at random
    rate: float  # [vehicles/h]; infinity for a queue that never ends
    is_even: bool = False  # they come at equal intervals instead of exponential ones


class Passage(NamedTuple):
    """A vehicle that has passed a place."""

    demand: int  # number of its demand
    time: float  # at which it has passed [s]
    duration: float  # since it came [s]


class JunctionFlow:
    """World whose vehicles come in by demands and are taken out behind the junction.

    Args:
        count: vehicles that are in the world at once, at most.

    Attributes:
        passages: vehicles that have passed the line at the end of the first leg of their way.
        trips: vehicles that have left the world.
    """

    def __init__(self, network: RoadNetwork, demands: Sequence[Demand], count: int = 120, *, seed: int = 0):
        farthest = max(float(np.abs(section.points[:, :2]).max()) for section in network.sections)
        ground = mp.Terrain.flat(size=2.0 * farthest + 400.0, spacing=50.0)
        self.world = mp.World(fleets=[("bicycle", count)], network=network, terrain=ground, dt=0.05, seed=seed)
        self.world.traffic.join(range(count), parking=False)
        self.world.vehicles.desired_speed[:] = self.world.vehicles.max_speed
        self.demands, self.passages, self.trips = demands, list[Passage](), list[Passage]()
        self._random = np.random.default_rng(seed)
        self._due = [0.0 for _ in demands]
        self._came, self._last, self._of = np.zeros(count), np.zeros(count, np.intp), np.full(count, -1)
        self._first = np.full(count, -1)
        for vehicle in range(count):
            self._take_out(vehicle)

    def run(self, seconds: float) -> None:
        """Advance the world."""
        vehicles, graph = self.world.vehicles, self.world.traffic.graph
        for _ in range(round(seconds / self.world.dt)):
            self._let_in()
            self.world.step()
            leg, along = vehicles.traffic_leg, vehicles.traffic_along
            room = (graph.stop - graph.begin - graph.wait)[leg] - along - vehicles.front_reach
            has_passed = (self._first >= 0) & ((leg != self._first) | (room < -OVER_LINE))
            for vehicle in np.flatnonzero(has_passed).tolist():
                self.passages.append(self._passage(vehicle))
                self._first[vehicle] = -1
            has_left = (self._of >= 0) & (leg == self._last) & (along > LEAVES)
            for vehicle in np.flatnonzero(has_left).tolist():
                self.trips.append(self._passage(vehicle))
                self._take_out(vehicle)

    def rates(self, begin: float, end: float) -> list[float]:
        """Return the rate at which the vehicles of each demand have passed in a time [vehicles/h]."""
        own = [each.demand for each in self.passages if begin < each.time <= end]
        return [own.count(number) * 3600.0 / (end - begin) for number in range(len(self.demands))]

    def _passage(self, vehicle: int) -> Passage:
        return Passage(int(self._of[vehicle]), self.world.time, self.world.time - float(self._came[vehicle]))

    def _let_in(self) -> None:
        for number, demand in enumerate(self.demands):
            if self._due[number] > self.world.time or demand.rate <= 0.0:
                continue
            way = demand.ways[int(self._random.integers(len(demand.ways)))]
            if not self._put_in(number, way):
                continue
            if np.isfinite(demand.rate):
                mean = 3600.0 / demand.rate
                self._due[number] += mean if demand.is_even else float(self._random.exponential(mean))

    def _put_in(self, number: int, way: Sequence[int]) -> bool:
        """Put a vehicle at the beginning of a way, at the speed of the one before it; return whether there is room."""
        traffic, vehicles = self.world.traffic, self.world.vehicles
        graph, leg, idle = traffic.graph, way[0], np.flatnonzero(self._of < 0)
        if not len(idle):
            return False
        vehicle = int(idle[0])
        along = float(graph.clear[leg] + vehicles.rear_reach[vehicle]) + GAP
        others = np.flatnonzero(vehicles.traffic_leg == leg)
        speed, front = float(graph.speed[leg]), along + float(vehicles.front_reach[vehicle])
        if len(others):
            last = others[np.argmin(vehicles.traffic_along[others])]
            speed = min(speed, float(vehicles.speed[last]))
            if vehicles.traffic_along[last] - vehicles.rear_reach[last] - front < GAP + HEADWAY * speed:
                return False
        place = position_on(graph, leg, float(graph.begin[leg]) + along, float(graph.lane[leg]))
        self.world.place_vehicles(vehicle, *place)
        vehicles.course_yaw[vehicle] = vehicles.desired_yaw[vehicle] = place[2]
        put_on(vehicles, vehicle, leg, along)
        traffic.trips.paths.legs[vehicle, : len(way)] = way
        vehicles.traffic_path_count[vehicle], vehicles.traffic_path_index[vehicle] = len(way), 0
        vehicles.traffic_next[vehicle], vehicles.traffic_goal[vehicle] = way[1], way[-1]
        vehicles.speed[vehicle] = vehicles.course_speed[vehicle] = vehicles.commanded_speed[vehicle] = speed
        self._of[vehicle], self._first[vehicle], self._last[vehicle] = number, leg, way[-1]
        self._came[vehicle] = self._due[number]
        return True

    def _take_out(self, vehicle: int) -> None:
        """Put a vehicle beside the roads."""
        vehicles = self.world.vehicles
        far = self.world.terrain.x_east - APART
        self.world.place_vehicles(vehicle, APART * (vehicle % 40) - far, far - APART * (vehicle // 40), 0.0)
        put_on(vehicles, vehicle, -1, 0.0)
        vehicles.traffic_phase[vehicle], vehicles.speed[vehicle], vehicles.course_speed[vehicle] = PARKED, 0.0, 0.0
        self._of[vehicle] = self._first[vehicle] = -1
