"""Keys of a fleet in a scenario file: goal, route and speed of its autopilots."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from ...base.errors import ScenarioError, WorldError
from ...base.keys import ON_TERRAIN, NonNegative, Part, Positive, SpeedRange, Waypoint
from ...base.wording import shown_path
from ..navigation.following import GAP, HEADWAY
from ..scenario_keys import Building, Problem, ScenarioKeys, fleet_counts, unknown_fleet
from .goal_kinds import HOLD

SPEED = 0x5BEED  # part of the seed of random desired speeds, by which they differ from other random numbers


class RoutePart(Part):
    """Route of waypoints."""

    example: ClassVar[str] = """
        vehicles:
          - model: tracked
            route:
              plan: true
              speed: 9
              waypoints: [[600, 350], [650, 450, 6], [500, 450]]   # the second leg at 6 m/s
              loops: true
    """

    waypoints: list[Waypoint] = Field(
        min_length=1, description="each x [m], y [m] and optionally the speed of the leg that leads to it [m/s]"
    )
    loops: bool = Field(default=False, description="go on from the last waypoint to the first")
    speed: Positive | None = Field(default=None, description="speed of legs without a speed of their own [m/s]")
    arrival_radius: Positive | None = Field(
        default=None, description="distance at which a waypoint counts as reached [m]"
    )
    plan: bool = Field(default=False, description="plan the route between waypoints: low slope, clear of objects")


class FollowPart(Part):
    """Convoy: each vehicle follows the one before it."""

    example: ClassVar[str] = """
        vehicles:
          - {name: scout, model: M998, route: {waypoints: [[900, 0]]}}
          - {name: trucks, model: bicycle, count: 6, follow: {fleet: scout, gap: 8}}
    """

    fleet: str | None = Field(default=None, description="fleet whose last vehicle the first one follows")
    gap: NonNegative = Field(default=GAP, description="distance at standstill, from bumper to bumper [m]")
    headway: NonNegative = Field(
        default=HEADWAY, description="time headway: the distance grows by this for each metre a second [s]"
    )


class GuidanceFleetKeys(Part):
    """Guidance of a fleet."""

    desired_speed: SpeedRange | None = Field(
        default=None, description="desired speed of the autopilot: one number, or the lowest and the highest [m/s]"
    )
    goal: Literal["wander", "hold"] = Field(default="wander", description="goal of the autopilot")
    route: Annotated[RoutePart, ON_TERRAIN] | None = Field(
        default=None, description="route of the autopilot, instead of the goal"
    )
    follow: FollowPart | None = Field(default=None, description="form a convoy: each vehicle follows the one before it")


class GuidanceKeys(ScenarioKeys):
    """Keys of the guidance component."""

    fleet = GuidanceFleetKeys

    def problems(self, scenario: Any) -> Iterator[Problem]:
        """Yield goals that exclude each other, fleets that cannot be followed, and ranges of speed that go down.

        Args:
            scenario: the checked keys of the file.
        """
        counts = fleet_counts(scenario)
        for index, fleet in enumerate(scenario.vehicles):
            path = ("vehicles", index)
            low, high = fleet.desired_speed or (0.0, 0.0)
            if low > high:
                where = (*path, "desired_speed")
                yield Problem(where, f"{shown_path(where)} goes from {low} down to {high}; swap them")
            if fleet.goal == "hold" and fleet.route is not None:
                yield Problem((*path, "goal"), f"{shown_path(path)} holds and has a route; keep one")
            if fleet.follow is not None and fleet.follow.fleet is not None:
                yield from _leader_problems((*path, "follow", "fleet"), fleet, counts)

    def is_repeatable(self, scenario: Any) -> bool:
        """Return whether the vehicle does not wander, follows none, and has no random speed."""
        (fleet,) = scenario.vehicles
        speeds, wanders = fleet.desired_speed, fleet.route is None and fleet.goal != "hold"
        has_autopilot = fleet.driver == "autopilot"
        return not (wanders and has_autopilot) and fleet.follow is None and (speeds is None or speeds[0] == speeds[1])

    def apply(self, building: Building) -> None:
        """Give each fleet its desired speed, its goal, its route and its leader.

        Raises:
            ScenarioError: there is no way, or a fleet would follow itself.
        """
        world = building.world
        last: dict[str, int] = {}
        for index, part, rows in building.fleets():
            last[part.title] = rows.stop - 1
            if part.desired_speed is not None:
                random = np.random.default_rng([world.seed, index, SPEED])
                low, high = part.desired_speed
                world.vehicles.desired_speed[rows] = random.uniform(low, high, part.count)
            if part.goal == "hold":
                world.vehicles.goal[rows] = HOLD
            if part.route is not None:
                ids = range(rows.start, rows.stop if part.follow is None else rows.start + 1)
                try:
                    _send(world, ids, part.route)
                except WorldError as error:
                    raise ScenarioError(f"{building.where}: vehicles[{index}].route: {error}") from error
        for index, part, rows in building.fleets():
            if part.follow is None:
                continue
            before = [last[part.follow.fleet]] if part.follow.fleet is not None else []
            ids = [*before, *range(rows.start, rows.stop)]
            try:
                world.guidance.convoy(ids, gap=part.follow.gap, headway=part.follow.headway)
            except WorldError as error:
                raise ScenarioError(f"{building.where}: vehicles[{index}].follow: {error}") from error


def _leader_problems(where: tuple[str | int, ...], fleet: Any, counts: dict[str, int]) -> Iterator[Problem]:
    """Yield the mistakes of a fleet that another follows, whose name is at the path ``where``."""
    leader = fleet.follow.fleet
    if fleet.route is not None or fleet.goal == "hold":
        sentence = f"{shown_path(where[:2])} follows {leader!r} and has a goal of its own; keep one"
        yield Problem(where, sentence)
    if leader == fleet.title:
        yield Problem(where, f"{shown_path(where)} is the fleet itself; leave it out, then its first vehicle leads")
    elif leader not in counts:
        yield Problem(where, unknown_fleet(where, leader, counts))


def _send(world: Any, vehicle_ids: Sequence[int], route: RoutePart) -> None:
    """Send vehicles along a route, with the arrival radius of ``guidance`` unless the file has one."""
    send = world.guidance.plan if route.plan else world.guidance.route
    radius = {} if route.arrival_radius is None else {"arrival_radius": route.arrival_radius}
    send(vehicle_ids, route.waypoints, loops=route.loops, speed=route.speed, **radius)


KEYS = GuidanceKeys()
