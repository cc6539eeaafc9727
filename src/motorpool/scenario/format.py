"""The scenario format: the keys of a scenario file, with their types and descriptions.

The fields here are the keys of the file; their types are what is allowed, their descriptions are what
error messages and the JSON schema show. A fleet takes, beside its own keys, every field of its model's
``Params``; those are checked against the model in ``problems``.
"""

import re
from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, ConfigDict, Field, Strict

from ..keys import AREA, MAX_COUNT, Area, Part, Point, Positive
from ..models import registry
from ..models.fields import fields_of
from ..terrain.bookmarks import SLOTS
from ..terrain.roads import MOST_ROADS, WIDEST, WIDTH
from ..terrain.weather import WeatherKind
from ..vehicles import motor_pool
from ..world.avoidance.keys import AvoidanceKeys
from ..world.component import RecoveryMode
from ..world.drivers.keys import DriverKeys
from ..world.entity.keys import VEHICLE, EntityKeys
from ..world.guidance.keys import GuidanceKeys
from ..world.gunnery.keys import GunneryKeys
from ..world.model_switching.keys import SwitchingKeys
from .exercise import ExercisePart


def _as_seconds(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    match = re.fullmatch(r"\s*1\s*/\s*([1-9]\d*)\s*", value)
    if match is None:
        raise ValueError("a number or a fraction such as 1/60")
    return 1.0 / int(match[1])


def _as_source(value: Any) -> Any:
    return {"source": value} if isinstance(value, str) else value


def _as_kind(value: Any) -> Any:
    return {"kind": value} if isinstance(value, str) else value


def _as_lines(value: Any) -> Any:
    return {"lines": cast("list[Any]", value)} if isinstance(value, list) else value


Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Seed = Annotated[int, Field(ge=0, lt=2**63)]
Kind = Literal[
    "dry-asphalt", "wet-asphalt", "concrete", "gravel", "dry-earth", "wet-earth", "dry-sand", "mud", "packed-snow",
    "fresh-snow", "ice", "grass", "wet-grass",
]  # fmt: skip


class TerrainPart(Part):
    """The ground."""

    source: str = Field(default="jacksboro", min_length=1, description='"jacksboro", "flat", or a terrain file')
    spacing: Positive | None = Field(default=None, description="distance between posts [m]")
    crop: Area | None = Field(
        default=None, description="part of the file to read: west, south, east, north in the file's coordinates [m]"
    )
    size: Positive | None = Field(default=None, description="side of flat ground [m]")


class ObjectsPart(Part):
    """Trees, rocks and buildings: from a file, scattered, or both."""

    file: str | None = Field(
        default=None, min_length=1, description="a .csv or .geojson file of objects: position, kind, size"
    )
    count: Count = Field(default=0, description="number of objects to scatter, clear of those in the file")
    seed: Seed | None = Field(
        default=None, description="seed of the scattered objects; by default that of the scenario"
    )
    area: Area | None = Field(
        default=None, description=f"area to scatter objects in; objects of the file outside of it are left out: {AREA}"
    )


class PatchPart(Part):
    """A patch of ground of one class, in one of three shapes."""

    kind: Kind = Field(description="surface class")
    area: Area | None = Field(default=None, description=AREA)
    circle: Annotated[tuple[float, float, Positive], Strict(False)] | None = Field(
        default=None, description="x, y, radius [m]"
    )
    polygon: Annotated[list[Point], Field(min_length=3)] | None = Field(
        default=None, description="corners, each (x, y) [m]"
    )


class SurfacePart(Part):
    """Surface of the ground: its classes."""

    kind: Kind | None = Field(default=None, description="surface class everywhere, or where the file has none")
    by: Literal["terrain"] | None = Field(default=None, description="make a plausible soil map from the terrain")
    seed: Seed | None = Field(
        default=None, description="seed of the map made from the terrain; by default that of the scenario"
    )
    file: str | None = Field(default=None, min_length=1, description="a soil map: .tif, .asc, .bil, .flt or .npz")
    legend: dict[str, Kind] | None = Field(default=None, description="surface class of each number in the file")
    spacing: Positive | None = Field(default=None, description="side of a cell [m]")
    areas: list[PatchPart] = Field(
        default_factory=list[PatchPart], description="patches on top of the map; later patches cover earlier ones"
    )


class RoadPart(Part):
    """A road along a line."""

    points: Annotated[list[Point], Field(min_length=2)] = Field(
        description="points of the centre line, each (x, y) [m]"
    )
    width: Annotated[float, Field(gt=0.0, le=WIDEST)] = Field(default=WIDTH, description="width of the road [m]")
    kind: Kind = Field(default="gravel", description="surface class of the road")


class RoadsPart(Part):
    """Roads: a list of lines, a generated network, or both."""

    lines: list[RoadPart] = Field(
        default_factory=list[RoadPart], description="roads along given lines; later ones cover earlier ones"
    )
    count: Annotated[int, Field(ge=0, le=MOST_ROADS)] = Field(
        default=0, description="number of roads to generate, between places of low slope"
    )
    seed: Seed | None = Field(default=None, description="seed of the generated roads; by default that of the scenario")
    width: Annotated[float, Field(gt=0.0, le=WIDEST)] = Field(default=WIDTH, description="width of generated roads [m]")
    kind: Kind = Field(default="gravel", description="surface class of generated roads")
    area: Area | None = Field(default=None, description=f"area of the generated roads: {AREA}")


class FleetPart(SwitchingKeys, GunneryKeys, AvoidanceKeys, GuidanceKeys, DriverKeys, EntityKeys):
    """Vehicles of one model. Every field of its Params is a key, too; ``vehicle`` is the same as ``model``.

    Each component of the world has its keys in its folder; here they come together.
    """

    model_config = ConfigDict(extra="allow")  # the model's parameters, checked in ``problems``

    @property
    def params(self) -> dict[str, Any]:
        """The model's parameters that the file sets."""
        return dict(self.model_extra or {})


class BookmarkPart(Part):
    """A position that the live page offers to go to."""

    title: Annotated[str, Field(min_length=1, max_length=24)] = Field(description="its title")
    x: float = Field(description="east [m]")
    y: float = Field(description="north [m]")
    heading_deg: float = Field(default=0.0, description="viewing direction, clockwise from north [degrees]")


class ScenarioPart(Part):
    """A scenario file."""

    name: str = Field(default="", description="name in titles; by default that of the file")
    description: str = Field(default="", description="one sentence for `motorpool scenarios`")
    seed: Seed = Field(default=0, description="seed of everything random")
    dt: Annotated[float, Field(gt=0.0, le=1.0), BeforeValidator(_as_seconds)] = Field(
        default=1.0 / 60.0, description="time step [s]"
    )
    terrain: Annotated[TerrainPart, BeforeValidator(_as_source)] = TerrainPart()
    objects: ObjectsPart = ObjectsPart()
    surface: Annotated[SurfacePart | None, BeforeValidator(_as_kind)] = Field(
        default=None, description="surface of the ground; by default dry earth"
    )
    roads: Annotated[RoadsPart, BeforeValidator(_as_lines)] = RoadsPart()
    area: Area | None = Field(default=None, description=f"area that autopilots stay in: {AREA}")
    weather: WeatherKind = Field(default="dry", description="weather at the beginning")
    repair_after: Positive | None = Field(
        default=60.0, description="time after its last hit at which a vehicle is repaired; null for never [s]"
    )
    alone: bool = Field(
        default=False,
        description="each vehicle has the ground and its objects to itself: it neither sees nor touches the others",
    )
    recovery: RecoveryMode = Field(
        default="free",
        description="vehicles that make no headway: off, report the reason, or free them, by setting them back at last",
    )
    bookmarks: list[BookmarkPart] = Field(
        default_factory=list[BookmarkPart],
        max_length=SLOTS,
        description="positions that the live page offers to go to",
    )
    exercise: ExercisePart | None = Field(
        default=None, description="part in a distributed exercise (DIS); none by default"
    )
    vehicles: list[FleetPart] = Field(min_length=1, description="fleets of vehicles")


def json_schema() -> dict[str, Any]:
    """The format as JSON Schema, for editors; a fleet lists the parameters of all registered models."""
    schema = ScenarioPart.model_json_schema()
    properties = schema["$defs"]["FleetPart"]["properties"]
    for name in registry.names():
        for field in fields_of(registry.find(name).module.Params):
            kinds = ["number", "string", "array"] if field.names else ["number", "array"]
            text = f"{field.meaning} [{field.unit}]; {field.range.words} ({name})"
            properties.setdefault(field.name, {"type": kinds, "description": text})
    fleet = schema["$defs"]["FleetPart"]
    short = [alias for name in registry.names() for alias in registry.aliases(name)]
    known = [*motor_pool.names(), *registry.names(), *short]
    properties["model"]["anyOf"] = [{"enum": known}, {"pattern": r":|\.(py|toml)$"}]  # with settings; one's own file
    properties[VEHICLE] = {**properties["model"], "title": "Vehicle", "description": "the same as model"}
    fleet["anyOf"] = [{"required": [key]} for key in fleet.pop("required")] + [{"required": [VEHICLE]}]
    fleet["additionalProperties"] = False
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Motorpool scenario", **schema}
