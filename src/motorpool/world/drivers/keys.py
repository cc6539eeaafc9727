"""Keys of a fleet in a scenario file: its driver, and the script that it follows."""

import itertools
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from ...base.keys import NonNegative, Part, Position, Positive, Waypoint
from ...base.wording import KeyPath, shown_path
from ..scenario_keys import Building, Problem, ScenarioKeys, fleet_counts, unknown_fleet
from .kinds import SCRIPT


class NearPart(Part):
    """Condition: another vehicle comes near."""

    example: ClassVar[str] = """
        vehicles:
          - {name: trucks, model: bicycle}
          - model: tracked
            driver: script
            script:
              - {near: {fleet: trucks, within: 40}, to: [[0, 0]]}
    """

    fleet: str = Field(description="fleet of the other vehicle")
    vehicle: Annotated[int, Field(ge=0)] = Field(default=0, description="its number in the fleet, from 0")
    within: Positive = Field(description="distance [m]")


class LinePart(Part):
    """One step of a script: conditions to wait for, then inputs that hold until the next step."""

    example: ClassVar[str] = """
        vehicles:
          - model: bicycle
            driver: script
            script:
              - {to: [[200, 0]], speed: 8}
              - {arrived: true, brake: 1}
              - {time: 60, throttle: 0.4, steer: -0.2}
    """

    time: NonNegative | None = Field(default=None, description="time at which it begins [s]")
    position: Position | None = Field(
        default=None, description="wait until the vehicle is at x [m], y [m], within a distance [m]"
    )
    near: NearPart | None = Field(default=None, description="wait until another vehicle is near")
    arrived: bool = Field(default=False, description="wait until the vehicle has arrived at the end of its route")
    throttle: Annotated[float, Field(ge=-1.0, le=1.0)] | None = Field(
        default=None, description="throttle in -1..1, backward negative"
    )
    brake: Annotated[float, Field(ge=0.0, le=1.0)] | None = Field(default=None, description="brake in 0..1")
    steer: Annotated[float, Field(ge=-1.0, le=1.0)] | None = Field(
        default=None, description="steering command in -1..1, left positive"
    )
    to: Annotated[list[Waypoint], Field(min_length=1)] | None = Field(
        default=None, description="drive to these waypoints"
    )
    plan: bool = Field(default=False, description="plan the route to them")
    speed: NonNegative | None = Field(default=None, description="desired speed from now on [m/s]")
    hold: bool = Field(default=False, description="stop and stay")

    @property
    def is_timed(self) -> bool:
        """Return whether it has only a time, pedals and a steering command."""
        return self.time is not None and not self.model_fields_set - {"time", "throttle", "brake", "steer"}


class DriverFleetKeys(Part):
    """Drivers of a fleet."""

    driver: Literal["autopilot", "parked", "script"] = Field(default="autopilot", description="driver at the start")
    script: list[LinePart] = Field(
        default_factory=list[LinePart], description='steps of the script, for "driver: script"'
    )


class DriverKeys(ScenarioKeys):
    """Keys of the drivers component."""

    fleet = DriverFleetKeys

    def problems(self, scenario: Any) -> Iterator[Problem]:
        """Yield drivers without a script, scripts without a driver, and steps that cannot be carried out."""
        counts = fleet_counts(scenario)
        for index, fleet in enumerate(scenario.vehicles):
            path = ("vehicles", index)
            if fleet.driver == "script" and not fleet.script:
                sentence = f"{shown_path(path)} is driven by a script and has none; add script: [...]"
                yield Problem((*path, "driver"), sentence)
            if fleet.driver != "script" and fleet.script:
                sentence = f"{shown_path(path)} has a script and another driver; add driver: script"
                yield Problem((*path, "script"), sentence)
            for number, line in enumerate(fleet.script):
                yield from _line_problems((*path, "script", number), line, counts)
            times = [line.time for line in fleet.script if line.time is not None]
            if any(after <= before for before, after in itertools.pairwise(times)):
                sentence = f"{shown_path(path)}.script has times that do not rise; sort its lines"
                yield Problem((*path, "script"), sentence)

    def apply(self, building: Building) -> None:
        """Set the driver of each fleet, and add the source of its script."""
        vehicles = building.world.vehicles
        for _, part, rows in building.fleets():
            if part.driver != "autopilot":  # full brake until the first line of a script
                vehicles.driver[rows], vehicles.brake[rows] = SCRIPT, 1.0
                vehicles.is_parked[rows] = part.driver == "parked"
            if part.driver == "script":
                _add_script(building, part.script, range(rows.start, rows.stop))


def _line_problems(where: KeyPath, line: LinePart, counts: dict[str, int]) -> Iterator[Problem]:
    by_hand = not (line.throttle is None and line.brake is None and line.steer is None)
    if sum((by_hand, line.to is not None, line.hold)) > 1:
        yield Problem(where, f"{shown_path(where)} drives by hand, goes somewhere or holds: keep one of these")
    if line.plan and line.to is None:
        sentence = f"{shown_path(where)}.plan is for a step that goes somewhere; add to: [[x, y]]"
        yield Problem((*where, "plan"), sentence)
    if line.near is not None and line.near.fleet not in counts:
        of_fleet = (*where, "near", "fleet")
        yield Problem(of_fleet, unknown_fleet(of_fleet, line.near.fleet, counts))
    elif line.near is not None and line.near.vehicle >= counts[line.near.fleet]:
        of_vehicle = (*where, "near", "vehicle")
        number = f"{shown_path(of_vehicle)} is {line.near.vehicle}"
        yield Problem(of_vehicle, f"{number}; {line.near.fleet!r} has {counts[line.near.fleet]}, counted from 0")


def _add_script(building: Building, lines: list[LinePart], vehicle_ids: range) -> None:
    """Add the source of a script: timed inputs if all of its lines have a time and inputs only, else orders."""
    if all(line.is_timed for line in lines):
        names = ("time", "throttle", "brake", "steer")
        timed = [{name: getattr(line, name) or 0.0 for name in names} for line in lines]
        building.add_timed_script(vehicle_ids, timed)
        return
    first = {part.title: rows.start for _, part, rows in building.fleets()}
    orders: list[dict[str, Any]] = []
    for line in lines:
        near = line.near and (first[line.near.fleet] + line.near.vehicle, line.near.within)
        order = {name: value for name, value in line if name not in ("near", "arrived")}
        orders.append({**order, "near": near, "on_arrival": line.arrived})
    building.add_orders(vehicle_ids, orders)


KEYS = DriverKeys()
