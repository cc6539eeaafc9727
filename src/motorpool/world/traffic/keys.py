"""Keys of a fleet in a scenario file: whether it drives along the road network."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field

from ...base.errors import ScenarioError, WorldError
from ...base.keys import ON_TERRAIN, Part, SpeedRange
from ...base.wording import shown_path
from ..scenario_keys import Building, Problem, ScenarioKeys
from .component import REST


def _as_mapping(value: Any) -> Any:
    return {} if value is True else None if value is False else value


class TrafficPart(Part):
    """Traffic: the vehicles drive along the road network on random trips; ``traffic: true`` is short for the defaults.

    Without a start they begin on random lanes.
    """

    example: ClassVar[str] = """
        roads: {file: roads.geojson}
        vehicles:
          - {model: bicycle, count: 300, traffic: {rest: [20, 60]}}
          - {model: M998, count: 20, desired_speed: 12, traffic: {parking: false}}
    """

    parking: bool = Field(default=True, description="trips end at parking places, near buildings where there are any")
    rest: SpeedRange = Field(default=REST, description="stay at a parking place: shortest and longest [s]")


class TrafficFleetKeys(Part):
    """Traffic of a fleet."""

    traffic: Annotated[TrafficPart | None, BeforeValidator(_as_mapping), ON_TERRAIN] = Field(
        default=None, description="drive along the road network, instead of the goal"
    )


class TrafficKeys(ScenarioKeys):
    """Keys of the traffic component."""

    fleet = TrafficFleetKeys

    def problems(self, scenario: Any) -> Iterator[Problem]:
        """Yield traffic without a road network, or with another goal, or with an avoidance rule.

        Args:
            scenario: the checked keys of the file.
        """
        for index, fleet in enumerate(scenario.vehicles):
            if fleet.traffic is None:
                continue
            path = ("vehicles", index, "traffic")
            if scenario.roads.file is None:
                sentence = f"{shown_path(path)} needs a road network; add roads: {{file: roads.geojson}}"
                yield Problem(path, sentence)
            for key in ("route", "follow", "avoidance", "goal"):
                if key in fleet.model_fields_set and getattr(fleet, key) is not None:
                    sentence = f"{shown_path(path[:2])} is in traffic and has the key {key}; keep one"
                    yield Problem((*path[:2], key), sentence)
            low, high = fleet.traffic.rest
            if low > high:
                where = (*path, "rest")
                yield Problem(where, f"{shown_path(where)} goes from {low:g} down to {high:g}; swap them")

    def is_repeatable(self, scenario: Any) -> bool:
        """Return whether the vehicle is not in traffic."""
        return scenario.vehicles[0].traffic is None

    def start_poses(self, building: Building, index: int) -> Any:
        """Return places on the lanes for a fleet in traffic without a start.

        Raises:
            ScenarioError: they do not fit on the network.
        """
        part = building.scenario.vehicles[index]
        if part.traffic is None or part.start.model_fields_set:
            return None
        rows = building.world.vehicles.rows[index]
        try:
            return building.world.traffic.place(range(rows.start, rows.stop))
        except WorldError as error:
            raise ScenarioError(f"{building.where}: vehicles[{index}].traffic: {error}") from error

    def apply(self, building: Building) -> None:
        """Begin the trips of the fleets in traffic.

        Raises:
            ScenarioError: the network has no loop, or no parking places.
        """
        for index, part, rows in building.fleets():
            if part.traffic is None:
                continue
            vehicles = building.world.vehicles
            if part.desired_speed is None:
                vehicles.desired_speed[rows] = vehicles.max_speed[rows]
            rest = (float(part.traffic.rest[0]), float(part.traffic.rest[1]))
            try:
                ids = range(rows.start, rows.stop)
                building.world.traffic.join(ids, parking=part.traffic.parking, rest=rest)
            except WorldError as error:
                raise ScenarioError(f"{building.where}: vehicles[{index}].traffic: {error}") from error


KEYS = TrafficKeys()
