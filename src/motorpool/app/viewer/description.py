"""The description of a world for the browser, and the bytes of its terrain and objects, by the layouts of `schema`."""

from typing import TYPE_CHECKING, cast

import numpy as np

from ... import __version__
from ...base.wording import singular
from ...ground.objects.objects import KINDS
from ...vehicles.fleet import shape_of_fleet
from ...vehicles.shape.description import describe_mesh, describe_trailer
from ...vehicles.shape.symbol import describe_symbol
from ...vehicles.shape.vehicle_shape import VehicleShape
from ...world.gunnery.guns import Armament
from .frames.census import SMALL_WORLD, grid_of
from .land_cover import describe_roads, describe_surface, roads_of, surface_of
from .schema import binary
from .schema.fields import Kind
from .schema.world import (
    ArmamentDescription,
    DeckDescription,
    FleetDescription,
    MeshDescription,
    SymbolDescription,
    TerrainDescription,
    TrailerDescription,
    VehicleDescription,
    WorldDescription,
)
from .topics.ruts import describe_ruts

if TYPE_CHECKING:
    from ...ground.terrain.heightfield import Terrain
    from ...vehicles.fleet import Fleet
    from ...vehicles.vehicle_file import NamedVehicle
    from ...world import World


def describe(world: "World", world_id: str = "") -> WorldDescription:
    """Return the content of ``/world.json``."""
    return {
        "id": world_id,
        "version": __version__,
        "name": world.name,
        "attribution": world.attribution,
        "dt": world.dt,
        "terrain": _describe_terrain(world.terrain),
        "surface": describe_surface(surface_of(world)),
        "roads": describe_roads(roads_of(world)),
        "decks": _describe_decks(world.terrain),
        "objects": {"count": len(world.objects.x), "kinds": list(KINDS)},
        "fleets": _describe_fleets(world),
        "ruts": describe_ruts(world),
        "density": grid_of(world).describe() if world.count > SMALL_WORLD else None,
    }


def _describe_terrain(terrain: "Terrain") -> TerrainDescription:
    rows, columns = terrain.heights.shape
    return {
        "rows": rows,
        "columns": columns,
        "spacing": terrain.spacing,
        "x_west": terrain.x_west,
        "y_south": terrain.y_south,
        "name": terrain.name,
        "source": terrain.source,
        "warnings": list(terrain.warnings),
    }


def pack_heights(world: "World") -> bytes:
    """Return the content of ``/terrain.bin``."""
    return world.terrain.heights.astype(binary.HEIGHT.dtype["z"]).tobytes()


def _describe_decks(terrain: "Terrain") -> list[DeckDescription]:
    shapes = ((deck.name, *deck.points.shape[:2]) for deck in terrain.decks)
    return [{"name": name, "rows": rows, "columns": columns} for name, rows, columns in shapes]


def pack_decks(world: "World") -> bytes:
    """Return the content of ``/decks.bin``."""
    return b"".join(deck.points.astype(binary.DECK_POINT.dtype["x"]).tobytes() for deck in world.terrain.decks)


def pack_objects(world: "World") -> bytes:
    """Return the content of ``/objects.bin``."""
    packed = np.zeros(len(world.objects.x), binary.OBJECT.dtype)
    for name in (field.name for field in binary.OBJECT.fields if field.name != "reserved"):
        packed[name] = getattr(world.objects, name)
    return packed.tobytes()


def shape_name(fleet: int) -> str:
    """Return the address of a fleet's own shape; it does not contain the path of the file."""
    return f"shapes/{fleet}.glb"


def _describe_fleets(world: "World") -> list[FleetDescription]:
    described: list[FleetDescription] = []
    first = 0
    for index, fleet in enumerate(world.fleets):
        described.append(_describe_fleet(fleet, index=index, first=first, armament=_describe_gun(world, first)))
        described[-1]["side"] = world.sides.get(fleet.name)
        first += fleet.count
    return described


def _describe_fleet(
    fleet: "Fleet", *, index: int, first: int, armament: ArmamentDescription | None
) -> FleetDescription:
    drawn = _shape_of(fleet, armament)
    return {
        "name": fleet.name,
        "member": fleet.name if fleet.name == fleet.model.title else singular(fleet.name),
        "model": fleet.model.name,
        "kind": cast(Kind, fleet.kind),
        "first": first,
        "count": fleet.count,
        "body": {
            "length": fleet.body.length,
            "width": fleet.body.width,
            "height": fleet.body.height,
            "offset": drawn.middle,
        },
        "wheelbase": _dimension(fleet, "wheelbase"),
        "track_gauge": _dimension(fleet, "track_gauge"),
        "track_width": _dimension(fleet, "track_width"),
        "max_steer_angle": _dimension(fleet, "max_steer_angle"),
        "armament": armament,
        "side": None,
        "shape": shape_name(index) if fleet.shape else None,
        "vehicle": _describe_vehicle(fleet.model.vehicle),
        "mesh": cast(MeshDescription, describe_mesh(drawn.drawn())),
        "symbol": cast(SymbolDescription, describe_symbol(drawn)),
        "trailers": [cast(TrailerDescription, describe_trailer(trailer)) for trailer in drawn.trailers],
    }


def _shape_of(fleet: "Fleet", armament: ArmamentDescription | None) -> VehicleShape:
    """Return the shape of a fleet's first vehicle, with as many trailers as the vehicle with the most has."""
    return shape_of_fleet(fleet, barrel=0.0 if armament is None else armament["barrel_length"])


def _describe_gun(world: "World", vehicle: int) -> ArmamentDescription | None:
    """Return the gun of a vehicle, which is that of its fleet; None without one."""
    if vehicle >= world.count or world.vehicles.muzzle_speed[vehicle] <= 0.0:
        return None
    return cast(ArmamentDescription, {name: float(getattr(world.vehicles, name)[vehicle]) for name in Armament._fields})


def _describe_vehicle(vehicle: "NamedVehicle | None") -> VehicleDescription | None:
    """Return a vehicle of the motor pool; None for a plain model."""
    if vehicle is None:
        return None
    return {
        "name": vehicle.name,
        "title": vehicle.title,
        "look": vehicle.look,
        "gun_overhang": vehicle.body.gun_overhang,
    }


def _dimension(fleet: "Fleet", name: str) -> float | None:
    """Return the first vehicle's dimension; None if the model does not have it."""
    return _first_sum(fleet, *fleet.model.dimensions.get(name, (None,)))


def _first_sum(fleet: "Fleet", *names: str | None) -> float | None:
    """Return the sum of the first vehicle's parameters of these names; None if there is no vehicle or no name."""
    known = [name for name in names if name is not None]
    return float(sum(getattr(fleet.params, name)[0] for name in known)) if known and fleet.count else None
