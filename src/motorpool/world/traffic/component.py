"""Traffic component: vehicles that drive along the lanes of a road network, on random trips.

    world = mp.World(fleets=[("bicycle", 50)], network=load_network("roads.geojson"))
    world.traffic.place([0, 1, 2])      # on the lanes, clear of each other
    world.traffic.join([0, 1, 2])       # drive from trip to trip

Each trip leads along the fastest path to a random parking place, or to a random section. Vehicles circulate on the
sections that lead back to each other, or leave the network and come in again where all only lead through (``ways``). A
vehicle that a user takes over keeps its place on the network, and continues when the user releases it.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError
from ...base.wording import counted
from ..avoidance.rules import index_of
from ..component import Component, Settings
from ..guidance.goal_kinds import TRAFFIC
from ..navigation.pure_pursuit import LARGEST
from ..scene import Newcomers, Scene
from .columns import NO_LEG
from .columns import Traffic as TrafficColumns
from .phases import DRIVING

if TYPE_CHECKING:
    from ...ground.objects.spawn_sampler import Poses
    from ...ground.roads.graph import RoadGraph
    from ...ground.roads.traffic_lights import Heads
    from .parking import ParkingPlaces
    from .trips import Ids, Trips
    from .ways import Ways

REST = (30.0, 180.0)  # shortest and longest stay at a parking place [s]
LONGEST_REST = 1e6  # [s]
RULE = "none"  # avoidance rule of vehicles in traffic, which it leaves to them


class Traffic(Component):
    """Vehicles of one world that drive along its road network.

    Attributes:
        graph: graph of the road network.
        legs: legs that vehicles drive along: those from which each other one of them can be reached.
        places: parking places.
        lights: traffic lights, with their states now.
    """

    name = "traffic"
    columns: ClassVar[Mapping[str, Any]] = {"traffic": TrafficColumns}
    set_later: ClassVar[Mapping[str, str]] = {
        "traffic": "world.traffic.join(world.vehicles.rows[0]) does it for the first fleet; in scenario files it is a "
        "key of each fleet"
    }

    def __init__(self, scene: Scene, settings: Settings):
        self._scene, self._vehicles, self._has_trips = scene, scene.vehicles, False

    @cached_property
    def trips(self) -> "Trips":
        """Trips of its vehicles; their modules are imported when they are first asked for."""
        from .trips import Trips

        self._has_trips = True
        return Trips(self._scene)

    def bind(self) -> None:
        """Make room for the paths of all vehicles."""
        if self._has_trips:
            self.trips.fit()

    def enter(self, new: Newcomers) -> None:
        """Set vehicles to be on no leg."""
        for column in ("traffic_leg", "traffic_before", "traffic_next", "traffic_goal", "traffic_place"):
            getattr(self._vehicles, column)[new.rows] = NO_LEG
        self._vehicles.traffic_cap[new.rows] = LARGEST

    @property
    def graph(self) -> "RoadGraph":
        """Graph of the road network.

        Raises:
            WorldError: the world has no road network.
        """
        return self.trips.graph

    @property
    def lights(self) -> "Heads":
        """Traffic lights of the road network and their states now; empty if it has none."""
        from ...ground.roads.traffic_lights import NO_HEADS, heads_of

        if not self._has_lights:
            return NO_HEADS
        return heads_of(self.graph, self.trips.lights, self._scene.time)

    @cached_property
    def _has_lights(self) -> bool:
        network = self._scene.network
        sections = [] if network is None else network.sections
        return any(max(section.start_lights, section.end_lights) >= 0 for section in sections)

    @property
    def legs(self) -> "Ids":
        """Legs that vehicles drive along, without short dead ends.

        Raises:
            WorldError: there are none.
        """
        return self.trips.legs

    @property
    def places(self) -> "ParkingPlaces":
        """Parking places beside the legs."""
        return self.trips.places

    def ways_for(self, vehicle: int) -> "Ways":
        """Return the ways that a vehicle can drive; those of all vehicles if it can drive none."""
        return self.trips.ways_for(vehicle)

    @property
    def _is_used(self) -> bool:
        return self._has_trips and self.trips.is_used

    def __repr__(self) -> str:
        if not self._is_used:
            return "<Traffic: none>"
        phases = self._vehicles.traffic_phase[self._vehicles.goal == TRAFFIC]
        parked = int(np.count_nonzero(phases != DRIVING))
        kilometres, network = 0.0005 * float(self.graph.length.sum()), self._scene.network
        sections = len(network.sections) if network is not None else 0
        rotations, passes = int(self._vehicles.traffic_rotations.sum()), int(self._vehicles.traffic_passes.sum())
        ended = f", let go {rotations} times to end gridlocks" if rotations else ""
        ended += f", passed standing vehicles {passes} times" if passes else ""
        return (
            f"<Traffic of {counted(len(phases), 'vehicle')}, {parked} parked, on "
            f"{counted(sections, 'section')} of {kilometres:.4g} km{ended}>"
        )

    def remarks(self) -> list[str]:
        """Return sentences about roads that vehicles in traffic do not drive along, or only lead through."""
        found: list[str] = []
        for fleet, rows in zip(self._scene.fleets, self._vehicles.rows, strict=True):
            taking_part = np.flatnonzero(self._vehicles.goal[rows] == TRAFFIC)
            if not len(taking_part):
                continue
            ways = self.ways_for(rows.start + int(taking_part[0]))
            kilometres, of = (0.001 * float(self.graph.length[legs].sum()) for legs in (ways.legs, self.legs))
            if kilometres < of:
                found.append(
                    f"{fleet.name} drives on {kilometres:.3g} of {of:.3g} km of lanes; it cannot climb to others"
                )
            if ways.is_through:
                found.append(f"the roads only lead through: {fleet.name} comes in again where it has left the network")
        return found

    def place(self, vehicle_ids: Sequence[int] | range) -> "Poses":
        """Place vehicles on random lanes, clear of those that are placed there already; return x, y [m], yaw [rad].

        Raises:
            WorldError: there is no road network, or no room for so many vehicles on it.
        """
        return self.trips.place(np.asarray(vehicle_ids, np.intp))

    def join(
        self, vehicle_ids: Sequence[int] | range, *, parking: bool = True, rest: tuple[float, float] = REST
    ) -> None:
        """Send vehicles along the road network, from trip to trip.

        They begin on the lane that they are on, or drive to the nearest one.

        Args:
            vehicle_ids: ids of the vehicles.
            parking: trips end at parking places; otherwise they follow each other without a stop.
            rest: shortest and longest stay at a parking place [s].

        Raises:
            WorldError: there is no road network, a vehicle does not exist, or a value is not allowed.
        """
        ids, vehicles = np.atleast_1d(np.asarray(vehicle_ids, np.intp)), self._vehicles
        unknown = ids[(ids < 0) | (ids >= vehicles.count)]
        if unknown.size:
            raise WorldError(f"there is no vehicle {unknown[0]}; the world has {vehicles.count}, counted from 0")
        low, high = rest
        if not 0.0 <= low <= high <= LONGEST_REST:
            raise WorldError(
                f"the stay at a parking place is {low:g} to {high:g} s; it must be from 0 to {LONGEST_REST:g} s, the "
                "shorter one first"
            )
        if parking and not len(self.places.leg):
            raise WorldError("the road network has no parking places: its sections are too short; leave out parking")
        self.trips.begin()
        vehicles.goal[ids] = TRAFFIC
        vehicles.avoidance_rule[ids] = index_of(RULE)
        vehicles.traffic_parks[ids] = parking
        vehicles.traffic_rest_least[ids], vehicles.traffic_rest_most[ids] = low, high
        vehicles.traffic_phase[ids], vehicles.traffic_path_count[ids] = DRIVING, 0
        for column in ("traffic_before", "traffic_next", "traffic_goal", "traffic_place"):
            getattr(vehicles, column)[ids] = NO_LEG

    def step(self) -> None:
        """Set heading and speed of every vehicle in traffic."""
        if self._is_used:
            self.trips.step()

    def snapshot(self) -> NDArray[np.int64] | None:
        """Return a copy of the paths; None without traffic."""
        return self.trips.paths.legs.copy() if self._is_used else None

    def restore(self, snapshot: NDArray[np.int64] | None) -> None:
        """Restore a copy."""
        if snapshot is not None:
            self.trips.begin()
            self.trips.paths.legs[:] = snapshot
