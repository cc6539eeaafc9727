"""The scenario format: the keys of a scenario file, with their types and descriptions.

The fields here are the keys of the file; their types are what is allowed, their descriptions are what
error messages and the JSON schema show. A fleet takes, beside its own keys, every field of its model's
``Params``; those are checked against the model in ``problems``.
"""

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, model_validator

from ..fleet import Body
from ..models import registry
from ..models.fields import fields_of
from ..terrain.bookmarks import SLOTS
from ..terrain.roads import MOST_ROADS, WIDEST, WIDTH
from ..vehicles import motor_pool
from ..world.avoidance.rules import DEFAULT, NAMES, RULES
from ..world.drivers.manual_control import Handling
from ..world.guidance.following import GAP, HEADWAY
from ..world.gunnery.guns import Armament

MAX_COUNT = 10_000_000
VEHICLE = "vehicle"  # a fleet's key that says the same as "model"


def _as_range(value: Any) -> Any:
    if isinstance(value, str):
        raise ValueError("a number, or a list of two")
    return [value, value] if isinstance(value, (int, float)) and not isinstance(value, bool) else value


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


Positive = Annotated[float, Field(gt=0.0)]
NonNegative = Annotated[float, Field(ge=0.0)]
# Not strict, because YAML has lists only; their numbers are.
Area = Annotated[tuple[float, float, float, float], Strict(False)]
Position = Annotated[tuple[float, float, float], Strict(False)]
Waypoint = Annotated[list[float], Field(min_length=2, max_length=3)]
SpeedRange = Annotated[tuple[NonNegative, NonNegative], Strict(False), BeforeValidator(_as_range)]
Fraction = Annotated[float, Field(ge=0.0, le=1.0)]
Elevation = Annotated[float, Field(ge=-1.57, le=1.57)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Seed = Annotated[int, Field(ge=0, lt=2**63)]
Kind = Literal[
    "dry-asphalt", "wet-asphalt", "concrete", "gravel", "dry-earth", "wet-earth", "dry-sand", "mud", "packed-snow",
    "fresh-snow", "ice",
]  # fmt: skip
Point = Annotated[tuple[float, float], Strict(False)]
if TYPE_CHECKING:
    RuleName = str
else:
    RuleName = Literal[NAMES]  # avoidance rules
AREA = "west, south, east, north, from the middle of the terrain [m]"


class Part(BaseModel):
    """A mapping of the file, with these fields as its only keys."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


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


class BodyPart(Part):
    """Outer dimensions and shape of a vehicle; by default those of the named vehicle."""

    length: Positive = Field(default=Body().length, description="length of the vehicle [m]")
    width: Positive = Field(default=Body().width, description="width of the vehicle [m]")
    height: Positive = Field(default=Body().height, description="height of the vehicle [m]")
    shape: str | None = Field(default=None, min_length=1, description="a glTF file (.glb) that the live page draws")

    def over(self, usual: Body) -> Body:
        """Return the values of the file, and those of ``usual`` for keys that are not given."""
        said = {name: getattr(self, name) for name in Body._fields if name in self.model_fields_set}
        return usual._replace(**said)


class GridPart(Part):
    """Start positions in rows and columns."""

    x: float = Field(description="position of the first vehicle, east [m]")
    y: float = Field(description="position of the first vehicle, north [m]")
    columns: Annotated[int, Field(ge=1)] = Field(default=10, description="number of vehicles in a row")
    spacing: Positive = Field(default=10.0, description="distance between neighbours, in both directions [m]")
    heading_deg: float = Field(default=0.0, description="heading of all vehicles, clockwise from north [degrees]")


class FormationPart(Part):
    """Start positions in a formation, from the first vehicle back."""

    kind: Literal["column", "line", "wedge"] = Field(
        default="column", description="one behind the other, side by side, or both"
    )
    x: float = Field(description="position of the first vehicle, east [m]")
    y: float = Field(description="position of the first vehicle, north [m]")
    spacing: Positive = Field(default=15.0, description="distance between neighbours [m]")
    heading_deg: float = Field(default=0.0, description="heading of all vehicles, clockwise from north [degrees]")


class StartPart(Part):
    """Start positions of a fleet: one of these keys."""

    area: Area | None = Field(default=None, description=f"random positions in an area: {AREA}")
    grid: GridPart | None = Field(default=None, description="positions in rows and columns")
    formation: FormationPart | None = Field(default=None, description="positions in a column, a line or a wedge")
    positions: list[Position] | None = Field(
        default=None, description="one position for each vehicle: x [m], y [m], heading clockwise from north [degrees]"
    )
    file: str | None = Field(
        default=None,
        min_length=1,
        description="a CSV file with the columns x, y and heading_deg, one line for each vehicle",
    )

    @property
    def is_listed(self) -> bool:
        """Return whether every vehicle has a position of its own, so that their number is fixed."""
        return self.positions is not None or self.file is not None


class RoutePart(Part):
    """Route of waypoints."""

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

    fleet: str | None = Field(default=None, description="fleet whose last vehicle the first one follows")
    gap: NonNegative = Field(default=GAP, description="distance at standstill, from bumper to bumper [m]")
    headway: NonNegative = Field(
        default=HEADWAY, description="time headway: the distance grows by this for each metre a second [s]"
    )


class NearPart(Part):
    """Condition: another vehicle comes near."""

    fleet: str = Field(description="fleet of the other vehicle")
    vehicle: Annotated[int, Field(ge=0)] = Field(default=0, description="its number in the fleet, from 0")
    within: Positive = Field(description="distance [m]")


class LinePart(Part):
    """One step of a script: conditions to wait for, then inputs that hold until the next step."""

    time: NonNegative | None = Field(default=None, description="time at which it begins [s]")
    position: Position | None = Field(
        default=None, description="wait until the vehicle is at x [m], y [m], within a distance [m]"
    )
    near: NearPart | None = Field(default=None, description="wait until another vehicle is near")
    arrived: bool = Field(default=False, description="wait until the vehicle has arrived at the end of its route")
    throttle: Annotated[float, Field(ge=-1.0, le=1.0)] | None = Field(
        default=None, description="throttle in -1..1, backward negative"
    )
    brake: Annotated[float, Field(ge=0.0, le=1.0)] | None = Field(default=None, description="brake in 0..1")
    steer: Annotated[float, Field(ge=-1.0, le=1.0)] | None = Field(
        default=None, description="steering command in -1..1, left positive"
    )
    to: Annotated[list[Waypoint], Field(min_length=1)] | None = Field(
        default=None, description="drive to these waypoints"
    )
    plan: bool = Field(default=False, description="plan the route to them")
    speed: NonNegative | None = Field(default=None, description="desired speed from now on [m/s]")
    hold: bool = Field(default=False, description="stop and stay")

    @property
    def is_timed(self) -> bool:
        """Return whether it has nothing but a time, pedals and a steering wheel."""
        return self.time is not None and not self.model_fields_set - {"time", "throttle", "brake", "steer"}


class HandlingPart(Part):
    """Limits of a fleet's drivers; by default those of the kind of vehicle."""

    max_speed: Positive | None = Field(default=None, description="greatest speed forward [m/s]")
    max_reverse_speed: NonNegative | None = Field(
        default=None, description="greatest speed in reverse, a magnitude [m/s]"
    )
    acceleration: Positive | None = Field(default=None, description="acceleration at full throttle [m/s^2]")
    braking: Positive | None = Field(default=None, description="deceleration at full brake [m/s^2]")
    coasting: NonNegative | None = Field(default=None, description="deceleration without throttle and brake [m/s^2]")
    steer_rate: Positive | None = Field(default=None, description="greatest rate of the steering command [1/s]")
    max_lateral_acceleration: Positive | None = Field(default=None, description="limit that the steering keeps [m/s^2]")

    def over(self, kind: Handling) -> Handling:
        """Return the values of the file, and those of the ``kind`` of vehicle for keys that are not given."""
        return kind._replace(**{name: value for name, value in self if value is not None})


class ArmamentPart(Part):
    """The gun of a fleet's vehicles, on a turret; by default that of a tank."""

    muzzle_speed: Annotated[float, Field(gt=0.0, le=3000.0)] = Field(
        default=Armament().muzzle_speed, description="speed of a round at the muzzle [m/s]"
    )
    reload_duration: Annotated[float, Field(ge=0.05, le=3600.0)] = Field(
        default=Armament().reload_duration, description="time between two shots [s]"
    )
    slew_rate: Annotated[float, Field(ge=0.0, le=100.0)] = Field(
        default=Armament().slew_rate, description="greatest rate of turret and barrel [rad/s]"
    )
    round_damage: Fraction = Field(
        default=Armament().round_damage, description="damage of one hit; 1 destroys an undamaged vehicle"
    )
    round_drag: Fraction = Field(
        default=Armament().round_drag, description="deceleration of a round by the air over its speed squared [1/m]"
    )
    barrel_length: Annotated[float, Field(ge=0.0, le=50.0)] = Field(
        default=Armament().barrel_length, description="distance from the turret's axis to the muzzle [m]"
    )
    min_elevation: Elevation = Field(
        default=Armament().min_elevation, description="lowest elevation of the barrel [rad]"
    )
    max_elevation: Elevation = Field(
        default=Armament().max_elevation, description="highest elevation of the barrel [rad]"
    )

    @property
    def gun(self) -> Armament:
        """The gun as a world takes it."""
        return Armament(**dict(self))


class FleetPart(Part):
    """Vehicles of one model. Every field of its Params is a key, too; ``vehicle`` is the same as ``model``."""

    model_config = ConfigDict(extra="allow")  # the model's parameters, checked in ``problems``

    name: str | None = Field(default=None, min_length=1, description="name in tables and messages")
    model: str = Field(
        description="a motion model or a vehicle (`motorpool models` and `motorpool vehicles` list them), or a file"
    )
    count: Annotated[int, Field(ge=1, le=MAX_COUNT)] = Field(default=1, description="number of vehicles")
    body: BodyPart = BodyPart()
    desired_speed: SpeedRange | None = Field(
        default=None, description="desired speed of the autopilot: one number, or the lowest and the highest [m/s]"
    )
    driver: Literal["autopilot", "parked", "script"] = Field(default="autopilot", description="driver at the start")
    script: list[LinePart] = Field(
        default_factory=list[LinePart], description='steps of the script, for "driver: script"'
    )
    goal: Literal["wander", "hold"] = Field(default="wander", description="goal of the autopilot")
    route: RoutePart | None = Field(default=None, description="route of the autopilot, instead of the goal")
    follow: FollowPart | None = Field(default=None, description="form a convoy: each vehicle follows the one before it")
    avoidance: RuleName = Field(default=DEFAULT, description="; ".join(f"{rule.name}: {rule.about}" for rule in RULES))
    handling: HandlingPart = HandlingPart()
    armament: ArmamentPart | None = Field(
        default=None, description="its gun, such as {muzzle_speed: 800}; none by default"
    )
    alternate_model: str | None = Field(
        default=None, description="a second model that a driver may switch to; one of the two is a dynamic model"
    )
    start: StartPart = Field(
        default=StartPart(), description="start positions; by default random ones in the scenario's area"
    )

    @model_validator(mode="before")
    @classmethod
    def _named(cls, value: Any) -> Any:
        """Take ``vehicle`` for ``model``, unless both are given."""
        if not isinstance(value, dict) or VEHICLE not in value or "model" in value:
            return cast("Any", value)
        part = cast("dict[str, Any]", value)
        return {"model" if key == VEHICLE else key: item for key, item in part.items()}

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
    repair_after: Positive | None = Field(
        default=60.0, description="time after its last hit at which a vehicle is repaired; null for never [s]"
    )
    bookmarks: list[BookmarkPart] = Field(
        default_factory=list[BookmarkPart],
        max_length=SLOTS,
        description="positions that the live page offers to go to",
    )
    vehicles: list[FleetPart] = Field(min_length=1, description="fleets of vehicles")


def json_schema() -> dict[str, Any]:
    """The format as JSON Schema, for editors; a fleet lists the parameters of all registered models."""
    schema = ScenarioPart.model_json_schema()
    properties = schema["$defs"]["FleetPart"]["properties"]
    for name in registry.names():
        for field in fields_of(registry.find(name).module.Params):
            kinds = ["number", "string"] if field.names else ["number"]
            text = f"{field.meaning} [{field.unit}]; {field.range.words} ({name})"
            properties.setdefault(field.name, {"type": kinds, "description": text})
    fleet = schema["$defs"]["FleetPart"]
    short = [alias for name in registry.names() for alias in registry.aliases(name)]
    known = [*motor_pool.names(), *registry.names(), *short]
    properties["model"]["anyOf"] = [{"enum": known}, {"pattern": r":|\."}]  # with settings; one's own file or module
    properties[VEHICLE] = {**properties["model"], "title": "Vehicle", "description": "the same as model"}
    fleet["anyOf"] = [{"required": [key]} for key in fleet.pop("required")] + [{"required": [VEHICLE]}]
    fleet["additionalProperties"] = False
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Motorpool scenario", **schema}
