"""Surroundings that rays meet: ground, objects and vehicles of a world as columns.

Objects are upright cylinders and vehicles are boxes, as for rounds (``world.gunnery``) and contacts. Each is solid.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ...base.arrays import Floats, Indices, Words
from ...compile.rows import Stages
from ...ground.objects.grid import Circles, build_grid, cell_of, sort_into_cells
from ...ground.objects.objects import Objects
from ...ground.terrain.heightfield import Heightfield, Terrain, sample_heightfield
from ...ground.terrain.levels import NO_DECKS, PREFERRED, Decks
from ...models.mathematics import minimum
from ..columns import Whole
from ..entity.columns import Pose
from ..entity.component import Entities
from ..entity.trailers import Trailers, place_trailers_of, rest_trailers
from ..world import World
from .scan_ground import ScanGround, with_maxima

LEAST_CELL = 25.0  # side of a cell of the vehicles' grid, at least [m]
CELLS_A_VEHICLE = 4  # number of cells for each vehicle; more cells cost memory, fewer longer lists
MOST_CELLS = 1 << 20  # cells of the vehicles' grid, at most


class ScanObjects(NamedTuple):
    """Objects: upright cylinders."""

    circles: Circles  # of the objects, with their grid
    foot: Floats  # of the cylinder: the lowest post of the cells under the object, up [m]
    top: Floats  # of the cylinder, up [m]


class ScanVehicles(NamedTuple):
    """Vehicles: boxes on the ground, in body axes from the ground under the vehicle to the height of the body."""

    circles: Circles  # around the vehicles, in a grid that each scan fills anew
    z: Floats  # of the surface under the vehicle, up [m]
    yaw: Floats  # [rad]
    pitch: Floats  # [rad]
    roll: Floats  # [rad]
    level: Indices  # of the surface
    half_length: Floats  # [m]
    half_width: Floats  # [m]
    height: Floats  # along body z [m]
    offset: Floats  # centre of the box, ahead of the vehicle's place, along body x [m]
    trailers: Trailers  # of all vehicles
    driver: Words  # vehicles whose driver is ``ABSENT`` are not there
    largest: float  # distance that no point of a vehicle exceeds from the ground under it [m]
    group_size: int = 0  # vehicles see those of their own group only, by the order of their ids; 0: all vehicles


class ScanColumns(NamedTuple):
    """Columns of all that rays meet, for stages."""

    ground: ScanGround
    objects: ScanObjects
    vehicles: ScanVehicles
    decks: Decks = NO_DECKS


@dataclass(frozen=True, eq=False)
class ScanWorld:
    """Surroundings of sensors; ``scan_world`` makes one of a world.

    Attributes:
        columns: ground, objects and vehicles; the vehicles' columns are those of the world, not copies.
        stages: compiled stages that have run on these columns.
    """

    columns: ScanColumns
    stages: Stages

    def __repr__(self) -> str:
        objects, vehicles = self.columns.objects.foot.size, self.columns.vehicles.z.size
        rows, columns = self.columns.ground.field.heights.shape
        return f"<ScanWorld: {objects} objects and {vehicles} rows of vehicles on {rows} x {columns} posts>"


_grounds: "WeakKeyDictionary[Terrain, ScanGround]" = WeakKeyDictionary()
_worlds: "WeakKeyDictionary[World, ScanWorld]" = WeakKeyDictionary()


def scan_world(world: World) -> ScanWorld:
    """Return the ground, objects and vehicles of a world for its sensors.

    Ground and objects are prepared once for each world, so that further calls take microseconds. A scan reads the
    vehicles where they are at its time. Call ``scan_world`` again after vehicles have been added.
    """
    known = _worlds.get(world)
    vehicles = world.vehicles
    if known is not None and known.columns.vehicles.z is vehicles.z:
        return known
    ground = _ground_of(world)
    objects = known.columns.objects if known is not None else cylinders_of(world.objects, ground.field)
    found = ScanWorld(ScanColumns(ground, objects, _vehicles_of(world), world.terrain.compiled_decks()), Stages())
    _worlds[world] = found
    return found


def _ground_of(world: World) -> ScanGround:
    """Return the ground of a world; worlds on one terrain share its maxima."""
    if world.terrain not in _grounds:
        _grounds[world.terrain] = with_maxima(world.ground)
    return _grounds[world.terrain]


def cylinders_of(objects: Objects, field: Heightfield) -> ScanObjects:
    """Return the cylinders of objects on the ground."""
    foot = objects.z.copy()
    Stages().run(find_feet, objects.circles, foot, field)
    return ScanObjects(objects.circles, foot, objects.z + objects.height)


def _vehicles_of(world: World) -> ScanVehicles:
    vehicles, terrain = world.vehicles, world.terrain
    pose, body = vehicles.pose, vehicles.body
    bounds = terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north
    cells = min(max(CELLS_A_VEHICLE * vehicles.count, 1), MOST_CELLS)
    cell = max(LEAST_CELL, math.sqrt(terrain.width * terrain.depth / cells))
    group_size = next(each for each in world.components if isinstance(each, Entities)).group_size
    is_alone = world.neighbours.are_alone and not group_size
    found = slice(0) if is_alone else slice(None)  # vehicles that are alone see no others
    x, y, radius = vehicles.x[found], vehicles.y[found], vehicles.radius[found]
    return ScanVehicles(
        Circles(x, y, radius, build_grid(np.zeros(x.size), np.zeros(x.size), bounds, cell)),
        pose.z, pose.yaw, pose.pitch, pose.roll, pose.level, body.half_length, body.half_width, body.body_height,
        body.body_offset, world.entity.trailers.bodies, vehicles.driver,
        float((body.radius + body.body_height).max(initial=0.0)), group_size,
    )  # fmt: skip


def find_feet(circles: Whole[Circles], foot: Whole[Floats], ground: Whole[Heightfield]) -> None:
    """Lower the foot of each object on the ground to the lowest post of the cells that its circle's square touches."""
    heights = ground.heights
    rows, columns = heights.shape
    for i in range(foot.size):
        if foot[i] > sample_heightfield(ground, circles.x[i], circles.y[i])[0] + PREFERRED:
            continue
        x, y, radius = circles.x[i] - ground.x_west, circles.y[i] - ground.y_south, circles.radius[i]
        last_column = cell_of(x + radius, ground.spacing, columns - 1) + 1
        last_row = cell_of(y + radius, ground.spacing, rows - 1) + 1
        lowest = foot[i]
        for row in range(cell_of(y - radius, ground.spacing, rows - 1), last_row + 1):
            for column in range(cell_of(x - radius, ground.spacing, columns - 1), last_column + 1):
                lowest = minimum(lowest, 1.0 * float(heights[row, column]))
        foot[i] = lowest


def file_vehicles(vehicles: Whole[ScanVehicles], ground: Whole[Heightfield], decks: Whole[Decks]) -> None:
    """Sort the vehicles into the cells of their present positions, and place their trailers."""
    circles, trailers = vehicles.circles, vehicles.trailers
    sort_into_cells(circles.x, circles.y, circles.grid)
    pose = Pose(circles.x, circles.y, vehicles.z, vehicles.yaw, vehicles.pitch, vehicles.roll, vehicles.level)
    for t in range(trailers.vehicle.size):
        i: int = trailers.vehicle[t]
        if trailers.first[i] == t:
            place_trailers_of(i, trailers, vehicles.yaw)
    rest_trailers(trailers, pose, ground, decks)
