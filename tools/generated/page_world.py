"""Writes the small world of the documentation: its stages in TypeScript, its start, and where it is ten seconds later.

Run ``python tools/generated/page_world.py`` (or ``make generate``) after a stage, a model or this world has changed.
``--check`` writes nothing and fails where the stages are not what the package gives; tests/test_page_world.py checks
the numbers.
"""

import base64
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import motorpool as mp
from motorpool.compile.translation.stages import StageModule
from motorpool.ground.objects.objects import KINDS, place_objects
from motorpool.ground.terrain.roads import clears, make_roads, pave
from motorpool.ground.terrain.soil_map import map_of_terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.world.attitude.component import follow_ground
from motorpool.world.avoidance import dynamic_window, rules
from motorpool.world.components import structures
from motorpool.world.contact import candidates
from motorpool.world.contact import stages as contact
from motorpool.world.drivers.stages import command_autopilots
from motorpool.world.guidance import stages as guidance
from motorpool.world.guidance import trail_stages
from motorpool.world.guidance.soft_ground import slow_on_soft_ground
from motorpool.world.guidance.wandering import keep_courses
from motorpool.world.motion.component import refresh_velocities
from motorpool.world.navigation.following import TRAIL_LENGTH
from motorpool.world.neighbours import component as neighbours

FOLDER = Path(__file__).parents[2] / "client" / "src" / "generated" / "world"

STAGES = (
    neighbours.notice_drift, neighbours.file_vehicles, keep_courses, guidance.pass_waypoints,
    guidance.back_off_on_routes, guidance.follow_routes, trail_stages.leave_trails, trail_stages.follow_leaders,
    slow_on_soft_ground, dynamic_window.decide_in_dynamic_window, dynamic_window.adopt_decisions, command_autopilots,
    contact.move_residually, refresh_velocities, candidates.notice_moves, candidates.count_candidates,
    candidates.list_pairs, candidates.mark_touching_pairs, candidates.mark_touching_objects, contact.resolve_contacts,
    follow_ground,
)  # fmt: skip
SHOWN = ("pose", "motion", "body", "performance", "goals", "course", "perception", "avoidances", "memory", "inputs",
         "route", "convoys", "ground_limits", "model_velocity", "residual", "suspension", "damages", "standstill",
         "freeing")  # fmt: skip
ARRAYS = {"float64": "Float64Array", "int8": "Int8Array", "int32": "Int32Array", "uint32": "Uint32Array"}

# ---- the world

CROP = (9180.0, 7980.0, 10380.0, 8700.0)  # of Jacksboro [m]
OBJECTS, ROADS, SEED = 320, 4, 11
LANE = 1.9  # of a route from the middle of its road, to the right [m]
SECONDS, EVERY = 10.0, 60  # of the fixture, and steps between its samples


def build_world() -> mp.World:
    """Return the small world at its start: on roads, in two columns, and wandering."""
    found = mp.load_terrain("jacksboro").cropped(*CROP)
    terrain = mp.Terrain.from_heights(
        np.round(found.heights.astype(np.float64), 1), found.spacing, name=found.name, source=found.source
    )
    area = (terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north)
    roads = [
        type(road)(np.round(road.points, 1), road.width, road.kind)
        for road in make_roads(terrain, count=ROADS, seed=SEED, area=area)
    ]
    scattered = mp.scatter_objects(terrain, count=OBJECTS, seed=SEED, keep_off=clears(roads))
    columns = {name: np.round(getattr(scattered, name), 2) for name in ("x", "y", "radius", "height", "yaw")}
    objects = place_objects(terrain, kind=scattered.kind, **columns)
    world = mp.World(
        fleets=fleets(), terrain=terrain, objects=objects, roads=roads,
        surface=pave(map_of_terrain(terrain, seed=SEED), roads), seed=SEED, name="jacksboro",
        recovery="off",  # its stages are not translated: nothing of the page's world is stuck for long
    )  # fmt: skip
    world.avoidance.choose(slice(None), "dynamic-window")
    place(world)
    world.resolve_positions()
    return world


def fleets() -> list[mp.Fleet]:
    """Return the vehicles of the scenario jacksboro, a tenth of each."""
    tank, car = mp.Body(length=7.9, width=3.7, height=2.4), mp.Body(length=4.6, width=2.2, height=1.8)
    return [
        mp.Fleet("tracked/arc", 25, name="tracked", track_gauge=2.8, body=tank),
        mp.Fleet("bicycle/arc", 25, name="wheeled", wheelbase=3.3, body=car),
    ]


def place(world: mp.World) -> None:
    """Scatter the vehicles, and give them speeds and goals; all numbers are short."""
    vehicles, random = world.vehicles, np.random.default_rng(SEED)
    world.scatter_vehicles()
    vehicles.desired_speed[:25] = np.round(random.uniform(5.0, 10.0, 25), 1)
    vehicles.desired_speed[25:] = np.round(random.uniform(6.0, 14.0, 25), 1)
    everybody = range(world.count)
    world.place_vehicles(list(everybody), np.round(vehicles.x, 2), np.round(vehicles.y, 2), np.round(vehicles.yaw, 3))
    loops = [there_and_back(road.points) for road in world.roads]
    lead = {"tracked": range(5), "wheeled": range(25, 31)}  # columns, which follow their first
    alone = [*range(5, 11), *range(31, 41)]
    for number, vehicle in enumerate([*(ids[0] for ids in lead.values()), *alone]):
        start_on_road(world, vehicle, loops[number % len(loops)], share=(0.37 * number) % 1.0)
    for ids in lead.values():
        line_up(world, ids)
        world.guidance.convoy(ids)


def there_and_back(points: Any) -> Any:
    """Return the way along a road on its right side and back on the other [m]."""
    along = np.gradient(points, axis=0)
    right = np.column_stack([along[:, 1], -along[:, 0]]) / np.hypot(*along.T)[:, None] * LANE
    return np.round(np.vstack([points + right, (points - right)[::-1]]), 1)


def start_on_road(world: mp.World, vehicle: int, way: Any, *, share: float) -> None:
    """Place a vehicle on a way, so much of it done, and send it along for ever."""
    first = int(share * len(way))
    x, y = way[first]
    to_x, to_y = way[(first + 1) % len(way)] - way[first]
    world.place_vehicles(vehicle, x, y, round(float(np.arctan2(to_y, to_x)), 3))
    world.guidance.route([vehicle], way.tolist(), loops=True)
    world.vehicles.route_index[vehicle] = (first + 1) % len(way)


def line_up(world: mp.World, ids: Sequence[int]) -> None:
    """Place the vehicles of a column behind its first."""
    vehicles, first = world.vehicles, ids[0]
    for place, vehicle in enumerate(ids):
        back = 14.0 * place
        x = vehicles.x[first] - back * np.cos(vehicles.yaw[first])
        y = vehicles.y[first] - back * np.sin(vehicles.yaw[first])
        world.place_vehicles(vehicle, round(float(x), 2), round(float(y), 2), vehicles.yaw[first])


# ---- what is written


def stages_text() -> str:
    """Return the stages in TypeScript."""
    module = StageModule()
    for stage in STAGES:
        module.add(stage)
    return module.text(
        [
            "Stages of motorpool.World: guidance, avoidance, drivers, contacts; made of the package's own text by",
            "tools/generated/page_world.py. SPDX-License-Identifier: MIT",
        ]
    )


def start_of(world: mp.World) -> dict[str, Any]:
    """Return all that the page's world begins with."""
    scene: Any = world._scene
    roads = [{"width": road.width, "points": road.points.tolist()} for road in world.roads]
    objects = world.objects
    return {
        "dt": world.dt,
        "area": world.area,
        "heights": table_of(world.terrain.heights.astype(np.float64)) | raster_of(world.terrain),
        "soils": soils_of(world.surface),
        "roads": roads,
        "objects": {
            **{name: getattr(objects, name).tolist() for name in ("x", "y", "radius", "height", "yaw")},
            "kind": [KINDS[kind] for kind in objects.kind],
            "grid": grid_of(objects.grid),
            "sparseGrid": grid_of(scene.sparse_obstacles.grid),
        },
        "clearance": table_of(scene.clearance.metres) | {
            "xWest": scene.clearance.x_west, "ySouth": scene.clearance.y_south, "cell": scene.clearance.cell,
        },
        "neighbours": grid_of(world.neighbours.circles.grid),
        "fleets": [fleet_of(fleet) for fleet in world.fleets],
        "columns": {name: columns_of(getattr(world.vehicles, name)) for name in SHOWN},
        "waypoints": {name: column.tolist() for name, column in world.guidance._waypoints._asdict().items()},
        "trails": [len(world.guidance._trails.x), TRAIL_LENGTH],
        "traits": {camel(name): column.tolist() for name, column in rules.rule_traits()._asdict().items()},
        "rule": rules.index_of("dynamic-window"),
    }  # fmt: skip


def columns_of(structure: Any) -> dict[str, Any]:
    """Return columns by name: type, and one value or all."""
    assert set(structure._fields) <= set().union(*(each._fields for each in structures().values()))
    return {camel(name): [ARRAYS[column.dtype.name], short(column)] for name, column in structure._asdict().items()}


def short(column: Any) -> Any:
    """Return the value of all, or a list."""
    values = ["Infinity" if value == np.inf else value for value in column.tolist()]
    return values[0] if len(set(values)) == 1 else values


def table_of(values: Any) -> dict[str, Any]:
    """Return rows and columns; bytes in base 64."""
    if values.dtype == np.uint8:
        return {"bytes": base64.b64encode(values.tobytes()).decode(), "shape": values.shape}
    return {"values": np.round(values, 1).ravel().tolist(), "shape": values.shape}


def raster_of(raster: Any) -> dict[str, float]:
    """Return where a raster lies."""
    return {"xWest": float(raster.x_west), "ySouth": float(raster.y_south), "spacing": float(raster.spacing)}


def soils_of(surface: Surface) -> dict[str, Any]:
    """Return the classes of the ground, with their colours and what speed they allow."""
    factors = surface.values("speed_factor").tolist()
    return table_of(surface.classes) | raster_of(surface) | {
        "names": surface.names, "colours": surface.colours, "speedFactor": factors,
    }  # fmt: skip


def grid_of(grid: Any) -> dict[str, float]:
    """Return the cells of a grid; who is in them is found again."""
    return {"xWest": grid.x_west, "ySouth": grid.y_south, "cell": grid.cell, "columns": grid.columns, "rows": grid.rows}


def fleet_of(fleet: mp.Fleet) -> dict[str, Any]:
    """Return a fleet whose vehicles are alike."""
    params = {camel(name): float(getattr(fleet.params, name)[0]) for name in dir(fleet.params)}
    return {
        "name": fleet.name, "model": fleet.model.name, "count": fleet.count, "params": params,
        "length": fleet.body.length, "width": fleet.body.width,
    }  # fmt: skip


def camel(name: str) -> str:
    """Return a name in camelCase."""
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def drive_of(world: mp.World) -> list[dict[str, Any]]:
    """Return where all vehicles are after each second."""
    samples: list[dict[str, Any]] = []
    for _ in range(round(SECONDS / world.dt / EVERY)):
        world.run(seconds=EVERY * world.dt)
        vehicles: Mapping[str, Any] = vars(world.vehicles)
        samples.append({name: vehicles[name].tolist() for name in ("x", "y", "yaw", "speed")})
    return samples


def written(value: Any) -> str:
    """Return a value as a line of JSON for each of its parts."""
    return json.dumps(value, separators=(",", ":")) + "\n"


def main() -> None:
    """Write the files, or check the stages."""
    path, text = FOLDER / "stages.ts", stages_text()
    if "--check" in sys.argv[1:]:
        if not path.is_file() or path.read_text("utf-8") != text:
            sys.exit(f"{path.name}: not what the stages give; run make generate")
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    world = build_world()
    (FOLDER / "start.json").write_text(written(start_of(world)), "utf-8")
    (FOLDER / "driven.json").write_text(written(drive_of(world)), "utf-8")


if __name__ == "__main__":
    main()
