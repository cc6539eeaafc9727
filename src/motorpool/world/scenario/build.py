"""Builder of the world that a scenario describes."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np

from ...base.errors import ScenarioError, WorldError
from ...compile.array_cache import cached
from ...ground.objects.spawn_sampler import Poses
from ...ground.terrain.area import area_of, within
from ...ground.terrain.bookmarks import Bookmark
from ...ground.terrain.heightfield import Terrain
from ...models.registry import find_to_run
from ...vehicles.fleet import Body, Fleet, body_of
from .. import World
from ..scenario_keys import Building
from ..sources.orders import Order, Orders
from ..sources.script import Line, Script
from .format import KEYS, BookmarkPart, FleetPart, ScenarioPart, settings_in
from .landscape import Landscape, Landscapes
from .start import as_filed, as_listed, in_formation, in_grid, yaw_of


def build_world(
    scenario: ScenarioPart,
    *,
    folder: Path,
    where: str,
    text: str = "",
    landscape: Landscape | None = None,
    can_step: bool = True,
) -> World:
    """Return the world of a scenario at its start; one with ``can_step`` false is only checked.

    Args:
        text: text of the file, for the lines in messages.

    Raises:
        MotorpoolError: the terrain cannot be read, or something does not fit on it.
    """
    found = landscape or Landscapes(cached).of(scenario, folder, where, text)
    try:
        world = _world(scenario, found, folder, can_step=can_step)
    except WorldError as error:
        raise ScenarioError(f"{where}: {error}") from error
    building = Building(world, scenario, where, partial(_add_timed_script, world), partial(_add_orders, world))
    for keys in KEYS:
        keys.before_placing(building)
    _place(building, folder)
    for keys in KEYS:
        keys.apply(building)
    _add_bookmarks(world, scenario.bookmarks)
    world.attribution = " ".join((scenario.attribution or world.attribution).split())
    return world


def _world(scenario: ScenarioPart, landscape: Landscape, folder: Path, *, can_step: bool) -> World:
    """Return the world of a scenario, with all vehicles at the origin."""
    fleets = [_fleet(part, folder) for part in scenario.vehicles]
    guests = [guest for keys in KEYS for guest in keys.guest_fleets(scenario)]
    return World(
        fleets=[*fleets, *guests],
        terrain=landscape.terrain,
        objects=landscape.objects,
        surface=landscape.surface,
        roads=landscape.roads,
        network=landscape.network,
        dt=scenario.dt,
        seed=scenario.seed,
        name=scenario.name,
        area=within(scenario.area, landscape.terrain) if scenario.area else None,
        can_step=can_step,
        **cast("Any", settings_in(scenario) | _settings_of_fleets(scenario.vehicles, fleets, folder)),
    )


def _fleet(part: FleetPart, folder: Path) -> Fleet:
    model = find_to_run(part.model, folder)
    shape = None if part.body.shape is None else folder / part.body.shape
    has_size = not part.body.model_fields_set.isdisjoint(Body._fields)
    body = part.body.over(body_of(model)) if has_size else None
    return Fleet(model, part.count, name=part.name, body=body, shape=shape, **part.params)


def _settings_of_fleets(parts: Sequence[FleetPart], fleets: Sequence[Fleet], folder: Path) -> dict[str, Any]:
    """Return the settings that are mappings by the names of fleets."""
    found: dict[str, dict[str, Any]] = {}
    for part, fleet in zip(parts, fleets, strict=True):
        for keys in KEYS:
            for name, value in keys.fleet_settings(part, fleet, folder).items():
                found.setdefault(name, {})[fleet.name] = value
    return found


# ---- start positions


def _place(building: Building, folder: Path) -> None:
    """Place vehicles at fixed positions first, so that none is scattered onto them."""
    world, where = building.world, building.where
    parts: Sequence[FleetPart] = building.scenario.vehicles
    placed: list[slice] = []
    scattered: list[int] = []
    for index, part in enumerate(parts):
        poses = _fixed(part, world.terrain, folder, where=f"{where}: vehicles[{index}].start")
        for keys in KEYS:
            poses = keys.start_poses(building, index) if poses is None else poses
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


# ---- scripts


def _add_timed_script(world: World, vehicle_ids: range, lines: Sequence[Mapping[str, Any]]) -> None:
    world.sources.append(Script(vehicle_ids, [Line(**line) for line in lines]))


def _add_orders(world: World, vehicle_ids: range, orders: Sequence[Mapping[str, Any]]) -> None:
    world.sources.append(Orders(vehicle_ids, [Order(**order) for order in orders]))


# ---- bookmarks


def _add_bookmarks(world: World, parts: Sequence[BookmarkPart]) -> None:
    for slot, part in enumerate(parts):
        world.bookmarks[slot] = Bookmark(part.title, part.x, part.y, yaw_of(part.heading_deg))
