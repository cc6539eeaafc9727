"""Plan of a partitioned world: all data of the whole that a region needs, in a form that can be sent.

A region mirrors the vehicles of others near its border, in a *halo* that is wider than a driver's sight. A driver's
decision depends on the vehicles in sight, and a collision depends on the decisions of both drivers. So these mirrored
vehicles, *ghosts*, are stepped like a region's own, and are correct as far as they affect these. After each step every
ghost is set to the state in the region that owns it.

Source of the terms: parallel particle simulations, such as Plimpton, "Fast Parallel Algorithms for Short-Range
Molecular Dynamics", Journal of Computational Physics 117 (1995).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ....base.trust import grant
from ....ground.objects.objects import Objects
from ....ground.terrain.area import Area
from ....ground.terrain.heightfield import Terrain
from ....models.own_model import FILE_SUFFIXES
from ....models.registry import Model, find, find_to_run, split_name
from ....vehicles.fleet import Body, Fleet
from ....world import World
from .partition import Rectangle, partition
from .rows import RowColumns, Rows
from .support import Shared, keywords_of, reach_of, refuse_what_stays_whole, share, shared_of

EXCHANGE_PERIOD = 0.25  # simulated time between exchanges of vehicles. Larger values need a wider halo [s]
HASTE = 1.25  # speed of a vehicle downhill over its greatest driven speed [1]


class FleetPlan(NamedTuple):
    """Fleet of the whole world."""

    model: str
    name: str
    body: Body
    size: int  # number of vehicles


class WorldPlan(NamedTuple):
    """Plan of a partitioned world."""

    fleets: list[FleetPlan]
    trusted: frozenset[str]  # SHA-256 of the models' code that may be run in the regions
    terrain: Terrain
    objects: Objects
    area: Area
    dt: float
    seed: int
    name: str
    keywords: Mapping[str, Any]  # of the world of a region
    shared: Shared
    constant: Rows  # columns of all vehicles that no step changes
    free_rule: int  # avoidance rule of free rows: one that is used anyway
    is_followed: np.ndarray  # bool, (vehicles,): true for leaders, which every region mirrors
    rectangles: list[Rectangle]
    halo: float  # width of the halo [m]
    exchange_steps: int  # steps between exchanges of vehicles

    @property
    def vehicle_count(self) -> int:
        """Return the number of vehicles."""
        return self.is_followed.size


def plan_of(world: World, regions: int) -> WorldPlan:
    """Return the plan of a world in its present state.

    Raises:
        WorldError: the world has a feature that regions do not support.
    """
    refuse_what_stays_whole(world, regions)
    vehicles = world.vehicles
    count, every = vehicles.count, max(1, round(EXCHANGE_PERIOD / world.dt))
    is_followed = np.zeros(count, np.bool_)
    is_followed[vehicles.leader[vehicles.leader >= 0]] = True
    return WorldPlan(
        fleets=[FleetPlan(_name(fleet.model), fleet.name, fleet.body, fleet.count) for fleet in world.fleets],
        trusted=frozenset(file.sha256 for fleet in world.fleets for file in fleet.model.code),
        terrain=world.terrain,
        objects=world.objects,
        area=world.area,
        dt=world.dt,
        seed=world.seed,
        name=world.name,
        keywords=keywords_of(world),
        shared=shared_of(world),
        constant=RowColumns(world, are_constant=True).read(np.arange(count)),
        free_rule=int(vehicles.avoidance_rule[0]),
        is_followed=is_followed,
        rectangles=partition(vehicles.x, vehicles.y, regions),
        halo=halo_width(world, every * world.dt),
        exchange_steps=every,
    )


def halo_width(world: World, period: float) -> float:
    """Return the width of the halo [m], for a time between exchanges [s].

    It is the sum of a driver's sight, a chain of contacts, and twice the distance that the fastest vehicle covers
    between two exchanges; 0 if vehicles do not affect each other.
    """
    vehicles = world.vehicles
    fastest = HASTE * max(
        float(np.max(column, initial=0.0))
        for column in (vehicles.max_speed, vehicles.max_reverse_speed, np.abs(vehicles.speed))
    )
    reach = reach_of(world, fastest)
    return reach + 2.0 * fastest * period if reach > 0.0 else 0.0


def peers_of(plan: WorldPlan) -> list[list[int]]:
    """Return the peers of each region, with which it exchanges vehicles."""
    is_open = bool(plan.is_followed.any())  # leaders are mirrored everywhere
    return [
        [
            other
            for other, rectangle in enumerate(plan.rectangles)
            if other != index and (is_open or own.is_near(rectangle, 2.0 * plan.halo))
        ]
        for index, own in enumerate(plan.rectangles)
    ]


def world_of(plan: WorldPlan, counts: list[int]) -> World:
    """Return a world for a region, with empty rows, as many as ``counts`` for each fleet."""
    grant(plan.trusted)
    fleets = [
        Fleet(_model(part.model), count, name=part.name, body=part.body)
        for part, count in zip(plan.fleets, counts, strict=True)
    ]
    world = World(
        fleets=fleets, terrain=plan.terrain, objects=plan.objects, dt=plan.dt, seed=plan.seed, name=plan.name,
        area=plan.area, **plan.keywords,
    )  # fmt: skip
    share(world, plan.shared)
    return world


def _name(model: Model) -> str:
    """Return the name by which another process finds a model: for a file, its absolute path."""
    base, settings = split_name(model.name)
    if not base.endswith(FILE_SUFFIXES):
        return model.name
    return f"{Path(base).absolute()}{settings and ':'}{settings}"


def _model(name: str) -> Model:
    """Return the model of a name in a plan; a file must not have changed since the plan was made."""
    return find_to_run(name) if split_name(name)[0].endswith(FILE_SUFFIXES) else find(name)
