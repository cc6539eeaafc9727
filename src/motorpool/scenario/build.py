"""Builds the world that a scenario describes."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..array_cache import cached
from ..errors import ScenarioError, WorldError
from ..fleet import Fleet, body_of
from ..models.registry import find_to_run
from ..objects.spawn_sampler import Poses
from ..terrain.area import area_of, within
from ..terrain.bookmarks import Bookmark
from ..terrain.heightfield import Terrain
from ..world import World
from ..world.drivers.kinds import SCRIPT
from ..world.drivers.manual_control import Handling
from ..world.entity.performance import handling_of
from ..world.gunnery.guns import Armament
from ..world.remote.guests import guest_fleets, vacate_guests
from .format import BookmarkPart, FleetPart, ScenarioPart
from .goals import script_of, set_goals
from .landscape import Landscape, Landscapes
from .start import as_filed, as_listed, in_formation, in_grid, yaw_of

SPEED = 0x5BEED  # tells the random numbers of this purpose from those of others


def build_world(
    scenario: ScenarioPart, *, folder: Path, where: str, landscape: Landscape | None = None, can_step: bool = True
) -> World:
    """Return the world of a scenario, at its beginning.

    Args:
        scenario: the checked content of the file.
        folder: that paths in the scenario are relative to.
        where: the file's name, for messages.
        landscape: of the scenario, if it was built before.
        can_step: the world is stepped, not only looked at.

    Raises:
        MotorpoolError: the terrain cannot be read, or something does not fit on it.
    """
    found = landscape or Landscapes(cached).of(scenario, folder, where)
    try:
        world = _world(scenario, found, folder, can_step=can_step)
    except WorldError as error:
        raise ScenarioError(f"{where}: {error}") from error
    if scenario.weather != "dry":
        world.weather.change(scenario.weather)
    _place(world, scenario.vehicles, folder, where)
    set_goals(world, scenario.vehicles, where)
    _set_drivers(world, scenario.vehicles)
    world.sides = {
        fleet.name: part.side for fleet, part in zip(world.fleets, scenario.vehicles, strict=False) if part.side
    }
    _add_bookmarks(world, scenario.bookmarks, where)
    return world


def _world(scenario: ScenarioPart, landscape: Landscape, folder: Path, *, can_step: bool) -> World:
    """Return the world of a scenario, nobody placed yet."""
    fleets = [_fleet(part, folder) for part in scenario.vehicles]
    guests = guest_fleets(scenario.exercise.room) if scenario.exercise and scenario.exercise.room else []
    world = World(
        fleets=[*fleets, *guests],
        terrain=landscape.terrain,
        objects=landscape.objects,
        surface=landscape.surface,
        roads=landscape.roads,
        dt=scenario.dt,
        seed=scenario.seed,
        name=scenario.name,
        area=within(scenario.area, landscape.terrain) if scenario.area else None,
        handling={fleet.name: _handling(part, fleet) for part, fleet in zip(scenario.vehicles, fleets, strict=True)},
        armament=_armament(scenario.vehicles, fleets),
        repair_duration=math.inf if scenario.repair_after is None else scenario.repair_after,
        are_alone=scenario.alone,
        recovery=scenario.recovery,
        can_step=can_step,
        dynamics={
            fleet.name: find_to_run(part.alternate_model, folder)
            for part, fleet in zip(scenario.vehicles, fleets, strict=True)
            if part.alternate_model
        },
    )
    vacate_guests(world)
    return world


def _fleet(part: FleetPart, folder: Path) -> Fleet:
    model = find_to_run(part.model, folder)
    shape = None if part.body.shape is None else folder / part.body.shape
    body = part.body.over(body_of(model))
    return Fleet(model, part.count, name=part.name, body=body, shape=shape, **part.params)


def _handling(part: FleetPart, fleet: Fleet) -> Handling:
    return part.handling.over(handling_of(fleet))


def _armament(parts: Sequence[FleetPart], fleets: Sequence[Fleet]) -> dict[str, Armament]:
    """The guns of the fleets that have some, by the fleet's name."""
    pairs = zip(parts, fleets, strict=True)
    return {fleet.name: part.armament.gun for part, fleet in pairs if part.armament is not None}


# ---- where everybody begins


def _place(world: World, parts: Sequence[FleetPart], folder: Path, where: str) -> None:
    """Place vehicles at fixed positions first, so that none is scattered onto them."""
    placed: list[slice] = []
    scattered: list[int] = []
    for index, part in enumerate(parts):
        poses = _fixed(part, world.terrain, folder, where=f"{where}: vehicles[{index}].start")
        if poses is None:
            scattered.append(index)
        else:
            placed.append(world.vehicles.rows[index])
            world.place_vehicles(placed[-1], *poses)
    for index in scattered:
        area = within(parts[index].start.area or world.area, world.terrain)
        world.scatter_fleet(index, area=area, clear_of=placed, where=f"{where}: vehicles[{index}]")
        placed.append(world.vehicles.rows[index])
    world.resolve_positions()


def _fixed(part: FleetPart, terrain: Terrain, folder: Path, *, where: str) -> Poses | None:
    start = part.start
    if start.grid is not None:
        poses = in_grid(start.grid, part.count)
    elif start.formation is not None:
        poses = in_formation(start.formation, part.count)
    elif start.positions is not None:
        poses = as_listed(start.positions)
    elif start.file is not None:
        poses = as_filed(folder / start.file, part.count, where=where)
    else:
        return None
    x, y, _ = poses
    west, south, east, north = area_of(terrain)
    outside = np.flatnonzero(~((x >= west) & (x <= east) & (y >= south) & (y <= north)))
    if outside.size:
        first = outside[0]
        raise ScenarioError(
            f"{where} puts vehicle {first} at ({x[first]:g}, {y[first]:g}) m; it must be on the terrain, "
            f"x {west:g} to {east:g}, y {south:g} to {north:g} m"
        )
    return poses


# ---- who drives


def _set_drivers(world: World, parts: Sequence[FleetPart]) -> None:
    vehicles = world.vehicles
    for index, part in enumerate(parts):
        rows = vehicles.rows[index]
        if part.desired_speed is not None:
            random = np.random.default_rng([world.seed, index, SPEED])
            vehicles.desired_speed[rows] = random.uniform(*part.desired_speed, part.count)
        if part.driver != "autopilot":  # nobody moves before a script's first line
            vehicles.driver[rows], vehicles.brake[rows] = SCRIPT, 1.0
            vehicles.is_parked[rows] = part.driver == "parked"
        if part.driver == "script":
            world.sources.append(script_of(world, parts, part.script, range(rows.start, rows.stop)))


# ---- where people like to go


def _add_bookmarks(world: World, parts: Sequence[BookmarkPart], where: str) -> None:
    west, south, east, north = area_of(world.terrain)
    for slot, part in enumerate(parts):
        if not (west <= part.x <= east and south <= part.y <= north):
            raise ScenarioError(
                f"{where}: bookmarks[{slot}] is at ({part.x:g}, {part.y:g}) m; it must be on the terrain, "
                f"x {west:g} to {east:g}, y {south:g} to {north:g} m"
            )
        world.bookmarks[slot] = Bookmark(part.title, part.x, part.y, yaw_of(part.heading_deg))
