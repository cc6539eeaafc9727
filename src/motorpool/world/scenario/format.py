"""Scenario format: the keys of a scenario file, with their types and descriptions.

The keys here describe the landscape and the file itself. Each component of the world adds its settings and its keys,
which ``world.components`` lists. Types say which values are allowed; error messages and the JSON schema show the
descriptions. A fleet takes every field of its model's ``Params``, too; ``problems`` checks these against the model.
"""

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Optional, cast, get_args

from pydantic import BaseModel, BeforeValidator, Field, Strict, create_model

from ...base.keys import AREA, MAX_COUNT, Area, FileName, NonNegative, Part, Point, Positive
from ...ground.terrain.bookmarks import SLOTS
from ...ground.terrain.roads import MOST_ROADS, WIDEST, WIDTH
from ...models import registry
from ...models.fields import fields_of
from ...vehicles import motor_pool
from ..components import scenario_keys, settings
from ..settings import Setting
from .fleet_keys import VEHICLE, FleetFields

KEYS = tuple(scenario_keys())  # of the components


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


MOST_FLEETS = 1000  # each has its own columns and start; equal vehicles share one

Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Seed = Annotated[int, Field(ge=0, lt=2**63)]
Kind = Literal[
    "dry-asphalt", "wet-asphalt", "concrete", "gravel", "dry-earth", "wet-earth", "dry-sand", "mud", "packed-snow",
    "fresh-snow", "ice", "grass", "wet-grass",
]  # fmt: skip


SoilFactor = Literal["friction", "resistance", "cone_index"]


class TerrainPart(Part):
    """The ground."""

    example: ClassVar[str] = """
        terrain:
          source: hills.tif        # relative to this file; `terrain: flat` is short for {source: flat}
          spacing: 30
    """

    source: str = Field(
        default="jacksboro", min_length=1, description='"jacksboro", "flat", "hills", or a terrain file'
    )
    spacing: Positive | None = Field(default=None, description="distance between posts [m]")
    crop: Area | None = Field(
        default=None, description="part of the file to read: west, south, east, north in the file's coordinates [m]"
    )
    size: Positive | None = Field(default=None, description="side of flat ground or of hills [m]")
    steepness: NonNegative | None = Field(default=None, description="of hills: root mean square of their slope [1]")
    seed: Seed | None = Field(default=None, description="seed of hills; by default that of the scenario")


class ObjectsPart(Part):
    """Trees, rocks and buildings: from a file, scattered, or both."""

    example: ClassVar[str] = """
        objects:
          file: trees.csv
          count: 2000              # more of them, scattered
          area: [-800, -800, 800, 800]
    """

    file: FileName | None = Field(default=None, description="a .csv or .geojson file of objects: position, kind, size")
    count: Count = Field(default=0, description="number of objects to scatter, clear of those in the file")
    seed: Seed | None = Field(
        default=None, description="seed of the scattered objects; by default that of the scenario"
    )
    area: Area | None = Field(
        default=None, description=f"area to scatter objects in; objects of the file outside of it are left out: {AREA}"
    )


class PatchPart(Part):
    """A patch of ground of one class, in one of three shapes."""

    example: ClassVar[str] = """
        surface:
          kind: grass
          areas:
            - {kind: wet-grass, area: [0, 0, 200, 100]}
            - {kind: gravel, polygon: [[0, 0], [80, 10], [40, 60]]}
    """

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

    example: ClassVar[str] = """
        surface:
          by: terrain
          seed: 3
          areas:
            - {kind: mud, circle: [120, -40, 35]}
    """

    kind: Kind | None = Field(default=None, description="surface class everywhere, or where the file has none")
    by: Literal["terrain"] | None = Field(default=None, description="make a plausible soil map from the terrain")
    seed: Seed | None = Field(
        default=None, description="seed of the map made from the terrain; by default that of the scenario"
    )
    file: FileName | None = Field(default=None, description="a soil map: .tif, .asc, .bil, .flt or .npz")
    legend: dict[str, Kind] | None = Field(default=None, description="surface class of each number in the file")
    spacing: Positive | None = Field(default=None, description="side of a cell [m]")
    factors: dict[SoilFactor, Positive] = Field(
        default_factory=dict[SoilFactor, Positive], description="factors on properties of all classes in dry weather"
    )
    areas: list[PatchPart] = Field(
        default_factory=list[PatchPart], description="patches on top of the map; later patches cover earlier ones"
    )


class RoadPart(Part):
    """A road along a line."""

    example: ClassVar[str] = """
        roads:
          lines:
            - {points: [[-400, 0], [0, 60], [400, 0]], width: 8, kind: dry-asphalt}
    """

    points: Annotated[list[Point], Field(min_length=2)] = Field(
        description="points of the centre line, each (x, y) [m]"
    )
    width: Annotated[float, Field(gt=0.0, le=WIDEST)] = Field(default=WIDTH, description="width of the road [m]")
    kind: Kind = Field(default="gravel", description="surface class of the road")


class RoadsPart(Part):
    """Roads: a network in a file, a list of lines, generated roads, or several of these."""

    example: ClassVar[str] = """
        roads: {count: 8, kind: gravel, width: 7}
    """

    file: FileName | None = Field(
        default=None, description="a .geojson file of a road network, in metres; traffic drives along it"
    )
    driving_side: Literal["left", "right"] | None = Field(
        default=None, description="side of the road that traffic keeps to; by default as the file of the network says"
    )
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


if TYPE_CHECKING:
    FleetPart = FleetFields
else:
    FleetPart = create_model(
        "FleetPart",
        __base__=(*(keys.fleet for keys in reversed(KEYS) if keys.fleet is not Part), FleetFields),
        __doc__=FleetFields.__doc__,
    )


class BookmarkPart(Part):
    """A position that the live page offers to go to."""

    example: ClassVar[str] = """
        bookmarks:
          - {title: Bridge, x: 220, y: -75, heading_deg: 90}
    """

    title: Annotated[str, Field(min_length=1, max_length=24)] = Field(description="its title")
    x: float = Field(description="east [m]")
    y: float = Field(description="north [m]")
    heading_deg: float = Field(default=0.0, description="viewing direction, clockwise from north [degrees]")


class ScenarioFields(Part):
    """A scenario file."""

    example: ClassVar[str] = """
        name: patrol
        description: Four tanks patrol in the rain.
        seed: 7
        dt: 1/60
        weather: rain
        repair_after: null         # never
        area: [-1500, -1500, 1500, 1500]
        vehicles:
          - {model: M1A1, count: 4}
    """

    name: str = Field(default="", description="name in titles; by default that of the file")
    description: str = Field(default="", description="one sentence for `motorpool scenarios`")
    attribution: Annotated[str, Field(max_length=200)] = Field(
        default="",
        description="licence line of the map, shown in a corner of the live page and on pictures; by default that of "
        "the file of roads",
    )
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
    bookmarks: list[BookmarkPart] = Field(
        default_factory=list[BookmarkPart],
        max_length=SLOTS,
        description="positions that the live page offers to go to",
    )
    vehicles: list[FleetPart] = Field(min_length=1, max_length=MOST_FLEETS, description="fleets of vehicles")

    if TYPE_CHECKING:  # keys of components are attributes, too

        def __getattr__(self, name: str) -> Any: ...


def _field_of(setting: Setting) -> Any:
    """Return the field of a setting: its type with its limits, and its description for pydantic."""
    allowed, default = setting.type, setting.default
    if setting.range is not None:
        least, most = (end if math.isfinite(end) else None for end in (setting.range.low, setting.range.high))
        limits = Field(gt=least, lt=most) if setting.range.is_open else Field(ge=least, le=most)
        allowed = Annotated[allowed, limits]
    if setting.key.null_meaning:
        allowed, default = Optional[allowed], None if default == setting.key.null else default  # noqa: UP045
    return allowed, Field(default=default, description=setting.key.text("null"))


TOP_SETTINGS = tuple(setting for setting in settings() if not setting.is_by_fleet)
TOP_KEYS = frozenset(  # of components: those that say nothing about the landscape
    [setting.file_key for setting in TOP_SETTINGS] + [name for keys in KEYS for name in keys.top.model_fields]
)

if TYPE_CHECKING:
    ScenarioPart = ScenarioFields
else:
    ScenarioPart = create_model(
        "ScenarioPart",
        __base__=(*(keys.top for keys in KEYS if keys.top is not Part), ScenarioFields),
        __doc__=ScenarioFields.__doc__,
        **{setting.file_key: _field_of(setting) for setting in TOP_SETTINGS},
    )


def settings_in(scenario: ScenarioFields) -> dict[str, Any]:
    """Return the settings that a scenario has as top-level keys, by the keyword of ``World``."""
    found: dict[str, Any] = {}
    for setting in TOP_SETTINGS:
        value = getattr(scenario, setting.file_key)
        found[setting.name] = setting.key.null if value is None else value
    return found


def marked_paths(mark: str, part: type[BaseModel] = ScenarioPart) -> Iterator[tuple[str, ...]]:
    """Yield the paths of all keys whose type has a mark (``keys.NAMES_FILE`` or ``keys.NAMES_MODEL``) from ``part`` on.

    A "*" stands for any index of a list.
    """
    for name, field in part.model_fields.items():
        if mark in (*field.metadata, *_metadata_in(field.annotation)):
            yield (name,)
        step = (name, "*") if "list[" in str(field.annotation) else (name,)
        for inner in parts_in(field.annotation):
            yield from ((*step, *rest) for rest in marked_paths(mark, inner))


def parts_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the mappings that a key of a type may hold."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from parts_in(argument)


def _metadata_in(annotation: Any) -> Iterator[Any]:
    yield from getattr(annotation, "__metadata__", ())
    for argument in get_args(annotation):
        yield from _metadata_in(argument)


def json_schema() -> dict[str, Any]:
    """Return the format as JSON Schema, for editors; a fleet lists the parameters of all registered models."""
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
