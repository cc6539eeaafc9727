"""Features of a world that regions refuse, take over and share, and the distance over which vehicles affect others."""

from typing import Any, NamedTuple

import numpy as np

from ....base.errors import WorldError
from ....base.wording import counted
from ....world import World
from ....world.avoidance import orca, search_cone, surroundings
from ....world.avoidance.rules import RULES
from ....world.drivers.kinds import AUTOPILOT, SCRIPT
from ....world.guidance.component import Snapshot as Routes
from ....world.guidance.goal_kinds import TRAFFIC

CHAIN = 3  # vehicles in a chain of contacts that impulses pass in one step; with fewer, regions differ from the whole
_AUTOPILOTS_ONLY = "regions support autopilots and parked vehicles only"


class Shared(NamedTuple):
    """Data of a world, besides columns and settings, that all regions need."""

    routes: Routes  # trails and waypoints
    is_armed: bool  # whether there are guns


def refuse_what_stays_whole(world: World, regions: int) -> None:
    """Raise an error if a world cannot be partitioned.

    Raises:
        WorldError: the world has a feature that regions do not support.
    """
    where = f"the world {world.name!r} cannot be partitioned"
    if regions < 1:
        raise WorldError(f"regions is {regions}; it must be 1 or more")
    if world.sources:
        source = type(world.sources[0]).__name__
        raise WorldError(f"{where}: its source {source} controls vehicles; {_AUTOPILOTS_ONLY}")
    if reason := _indivisible(world):
        raise WorldError(f"{where}: {reason}")


def _indivisible(world: World) -> str:
    """Return the reason why a world cannot be partitioned in its present state; empty if it can."""
    vehicles = world.vehicles
    if world.entity.group_size:
        return "its vehicles are in groups, which regions do not know; leave out group_size"
    if (lost := np.flatnonzero(~(np.isfinite(vehicles.x) & np.isfinite(vehicles.y)))).size:
        return f"vehicle {lost[0]} has no finite position; place it first"
    if (users := np.flatnonzero(vehicles.uses_alternate_model)).size:
        return f"vehicle {users[0]} uses its alternate model; switch it back first"
    for rule in (RULES[number] for number in np.unique(vehicles.avoidance_rule).tolist()):
        if not rule.is_local:
            return f"the rule {rule.name} shares a variable between all vehicles; choose another rule"
    if (vehicles.goal == TRAFFIC).any():
        return "its traffic follows a road network, which regions do not share; run it whole"
    if (others := np.flatnonzero((vehicles.driver != AUTOPILOT) & (vehicles.driver != SCRIPT))).size:
        return f"vehicle {others[0]} is controlled by a person or another program; {_AUTOPILOTS_ONLY}"
    if rounds := world.gunnery.rounds.count:
        return f"{counted(rounds, 'round')} is in the air; wait for its end"
    return ""


def keywords_of(world: World) -> dict[str, Any]:
    """Return keywords of ``World`` for a region, which has empty rows at first; others keep their defaults."""
    return {
        "are_alone": world.entity.are_alone,
        "surface": world.surface if world.guidance.slows_on_soft_ground else None,
        "recovery": "off",  # the position to recover a vehicle to may be in another region
        "repair_duration": world.gunnery.repair_duration,
    }


def shared_of(world: World) -> Shared:
    """Return the data that all regions of a world need."""
    return Shared(world.guidance.snapshot(), world.gunnery.is_armed)


def share(world: World, shared: Shared) -> None:
    """Set that data in the world of a region."""
    world.guidance.restore(shared.routes)
    world.gunnery.is_armed = shared.is_armed


def reach_of(world: World, fastest: float) -> float:
    """Return the distance over which a step lets vehicles affect each other [m]; 0 if they are alone.

    It is the greatest sight of a driver and the length of a chain of vehicles in contact.

    Args:
        fastest: greatest speed of a vehicle [m/s].
    """
    if world.entity.are_alone:
        return 0.0
    radius = float(world.vehicles.radius.max(initial=0.0))
    sight = max(surroundings.VEHICLE_SIGHT, orca.VEHICLE_SIGHT, search_cone.reach(fastest) + radius)
    return sight + (CHAIN * 2.0 * radius + 2.0 * fastest * world.dt)
