"""The scenario format: what a scenario file may say, key by key.

The fields here are the keys of the file; their types are what is allowed, their descriptions are what
error messages and the JSON schema show. A fleet takes, beside its own keys, every field of its model's
``Params``; those are checked against the model in ``problems``.
"""

import re
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, model_validator

from ..fleet import Body
from ..models import registry
from ..models.fields import fields_of
from ..terrain.bookmarks import SLOTS
from ..terrain.roads import MOST_ROADS, WIDEST, WIDTH
from ..vehicles import motor_pool
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
AREA = "west, south, east, north, from the middle of the terrain [m]"


class Part(BaseModel):
    """A mapping of the file: its keys are these fields and no others."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class TerrainPart(Part):
    """The ground."""

    source: str = Field(default="jacksboro", min_length=1, description='"jacksboro", "flat", or a terrain file')
    spacing: Positive | None = Field(default=None, description="distance between posts [m]")
    crop: Area | None = Field(
        default=None, description="the part of a file to read: west, south, east, north on its map [m]"
    )
    size: Positive | None = Field(default=None, description="side of flat ground [m]")


class ObjectsPart(Part):
    """Trees, rocks and buildings: from a file, scattered, or both."""

    file: str | None = Field(
        default=None, min_length=1, description="a .csv or .geojson file that lists some: where, kind, size"
    )
    count: Count = Field(default=0, description="how many are scattered, clear of those of the file")
    seed: Seed | None = Field(default=None, description="of the scattered; that of the scenario by default")
    area: Area | None = Field(
        default=None, description=f"that objects are scattered in, and outside of which the file's are left out: {AREA}"
    )


class PatchPart(Part):
    """A piece of ground of one class: one of the three shapes."""

    kind: Kind = Field(description="its class")
    area: Area | None = Field(default=None, description=AREA)
    circle: Annotated[tuple[float, float, Positive], Strict(False)] | None = Field(
        default=None, description="x, y, radius [m]"
    )
    polygon: Annotated[list[Point], Field(min_length=3)] | None = Field(
        default=None, description="corners, each x, y [m]"
    )


class SurfacePart(Part):
    """Surface of the ground: its classes."""

    kind: Kind | None = Field(default=None, description="everywhere, or where a file leaves it out")
    by: Literal["terrain"] | None = Field(default=None, description="a plausible map made from the terrain")
    seed: Seed | None = Field(default=None, description="of a made map; that of the scenario by default")
    file: str | None = Field(default=None, min_length=1, description="a soil map: .tif, .asc, .bil, .flt or .npz")
    legend: dict[str, Kind] | None = Field(default=None, description="class of each number in the file")
    spacing: Positive | None = Field(default=None, description="side of a cell [m]")
    areas: list[PatchPart] = Field(default_factory=list[PatchPart], description="patches on top, the last one topmost")


class RoadPart(Part):
    """A road along a line."""

    points: Annotated[list[Point], Field(min_length=2)] = Field(description="each x, y [m]")
    width: Annotated[float, Field(gt=0.0, le=WIDEST)] = Field(default=WIDTH, description="[m]")
    kind: Kind = Field(default="gravel", description="its class")


class RoadsPart(Part):
    """Roads: listed lines, or a network that is made, or both."""

    lines: list[RoadPart] = Field(default_factory=list[RoadPart], description="listed, the last one topmost")
    count: Annotated[int, Field(ge=0, le=MOST_ROADS)] = Field(default=0, description="made, between gentle places")
    seed: Seed | None = Field(default=None, description="of made roads; that of the scenario by default")
    width: Annotated[float, Field(gt=0.0, le=WIDEST)] = Field(default=WIDTH, description="of made roads [m]")
    kind: Kind = Field(default="gravel", description="class of made roads")
    area: Area | None = Field(default=None, description=f"that made roads stay in: {AREA}")


class BodyPart(Part):
    """Outer dimensions of a vehicle, and a shape of its own; by default those of the vehicle that is named."""

    length: Positive = Field(default=Body().length, description="along the vehicle [m]")
    width: Positive = Field(default=Body().width, description="across the vehicle [m]")
    height: Positive = Field(default=Body().height, description="[m]")
    shape: str | None = Field(default=None, min_length=1, description="a glTF file (.glb) that the live page draws")

    def over(self, usual: Body) -> Body:
        """Return the values of the file, and those of ``usual`` for keys that are not given."""
        said = {name: getattr(self, name) for name in Body._fields if name in self.model_fields_set}
        return usual._replace(**said)


class GridPart(Part):
    """Vehicles in rows and columns."""

    x: float = Field(description="east, of the first vehicle [m]")
    y: float = Field(description="north, of the first vehicle [m]")
    columns: Annotated[int, Field(ge=1)] = Field(default=10, description="vehicles side by side")
    spacing: Positive = Field(default=10.0, description="between neighbours, both ways [m]")
    heading_deg: float = Field(default=0.0, description="of all, clockwise from north [degrees]")


class FormationPart(Part):
    """Vehicles in the order of a march or of a battle, from the first one back."""

    kind: Literal["column", "line", "wedge"] = Field(
        default="column", description="behind each other, side by side, or both"
    )
    x: float = Field(description="east, of the first vehicle [m]")
    y: float = Field(description="north, of the first vehicle [m]")
    spacing: Positive = Field(default=15.0, description="between neighbours [m]")
    heading_deg: float = Field(default=0.0, description="of all, clockwise from north [degrees]")


class StartPart(Part):
    """Where a fleet begins: one of these."""

    area: Area | None = Field(default=None, description=f"anywhere in it: {AREA}")
    grid: GridPart | None = Field(default=None, description="in rows and columns")
    formation: FormationPart | None = Field(default=None, description="in a column, a line or a wedge")
    positions: list[Position] | None = Field(
        default=None, description="one for each vehicle: x [m], y [m], heading clockwise from north [degrees]"
    )
    file: str | None = Field(
        default=None, min_length=1, description="a CSV file with the columns x, y and heading_deg, a line a vehicle"
    )

    @property
    def is_listed(self) -> bool:
        """Return whether every vehicle has a position of its own, so that their number is fixed."""
        return self.positions is not None or self.file is not None


class RoutePart(Part):
    """From waypoint to waypoint."""

    waypoints: list[Waypoint] = Field(
        min_length=1, description="each x [m], y [m] and, if you like, the speed of the leg that leads to it [m/s]"
    )
    loops: bool = Field(default=False, description="on from the last to the first, for ever")
    speed: Positive | None = Field(default=None, description="on legs that have none of their own [m/s]")
    arrival_radius: Positive | None = Field(default=None, description="a waypoint so near counts as reached [m]")
    plan: bool = Field(default=False, description="by ways that are planned: gentle, and clear of objects")


class FollowPart(Part):
    """Behind each other."""

    fleet: str | None = Field(default=None, description="whose last vehicle the first one follows")
    gap: NonNegative = Field(default=GAP, description="when they stand, from bumper to bumper [m]")
    headway: NonNegative = Field(default=HEADWAY, description="what the gap grows by with each metre a second [s]")


class NearPart(Part):
    """Another vehicle that comes near."""

    fleet: str = Field(description="the fleet it is in")
    vehicle: Annotated[int, Field(ge=0)] = Field(default=0, description="which of them, from 0")
    within: Positive = Field(description="how near [m]")


class LinePart(Part):
    """One step of a script, which holds until the next; it waits for what it names."""

    time: NonNegative | None = Field(default=None, description="when it begins [s]")
    position: Position | None = Field(default=None, description="waits for being here: x [m], y [m], as near as [m]")
    near: NearPart | None = Field(default=None, description="waits for another vehicle")
    arrived: bool = Field(default=False, description="waits for the end of its route")
    throttle: Annotated[float, Field(ge=-1.0, le=1.0)] | None = Field(
        default=None, description="-1..1, backward negative"
    )
    brake: Annotated[float, Field(ge=0.0, le=1.0)] | None = Field(default=None, description="0..1")
    steer: Annotated[float, Field(ge=-1.0, le=1.0)] | None = Field(default=None, description="-1..1, left positive")
    to: Annotated[list[Waypoint], Field(min_length=1)] | None = Field(default=None, description="drive to these places")
    plan: bool = Field(default=False, description="drive there by a planned way")
    speed: NonNegative | None = Field(default=None, description="drive so fast from now on [m/s]")
    hold: bool = Field(default=False, description="stop and stand")

    @property
    def is_timed(self) -> bool:
        """Return whether it has nothing but a time, pedals and a steering wheel."""
        return self.time is not None and not self.model_fields_set - {"time", "throttle", "brake", "steer"}


class HandlingPart(Part):
    """Limits of a fleet's drivers; by default those of the kind of vehicle."""

    max_speed: Positive | None = Field(default=None, description="forward [m/s]")
    max_reverse_speed: NonNegative | None = Field(default=None, description="backward, a magnitude [m/s]")
    acceleration: Positive | None = Field(default=None, description="at full throttle [m/s^2]")
    braking: Positive | None = Field(default=None, description="at full brake [m/s^2]")
    coasting: NonNegative | None = Field(default=None, description="deceleration by resistance [m/s^2]")
    steer_rate: Positive | None = Field(default=None, description="of the steering command [1/s]")
    max_lateral_acceleration: Positive | None = Field(default=None, description="the steering allows no more [m/s^2]")

    def over(self, kind: Handling) -> Handling:
        """Return the values of the file, and those of the ``kind`` of vehicle for keys that are not given."""
        return kind._replace(**{name: value for name, value in self if value is not None})


class ArmamentPart(Part):
    """The gun of a fleet's vehicles, on a turret; what is not said is as on a tank."""

    muzzle_speed: Annotated[float, Field(gt=0.0, le=3000.0)] = Field(
        default=Armament().muzzle_speed, description="of a round that leaves the barrel [m/s]"
    )
    reload_duration: Annotated[float, Field(ge=0.05, le=3600.0)] = Field(
        default=Armament().reload_duration, description="between two shots [s]"
    )
    slew_rate: Annotated[float, Field(ge=0.0, le=100.0)] = Field(
        default=Armament().slew_rate, description="of turret and barrel, at most [rad/s]"
    )
    round_damage: Fraction = Field(
        default=Armament().round_damage, description="that one hit does: 1 is the end of a whole vehicle"
    )
    round_drag: Fraction = Field(
        default=Armament().round_drag, description="deceleration by the air over speed squared [1/m]"
    )
    barrel_length: Annotated[float, Field(ge=0.0, le=50.0)] = Field(
        default=Armament().barrel_length, description="from the turret's middle to the muzzle [m]"
    )
    min_elevation: Elevation = Field(default=Armament().min_elevation, description="the barrel goes no lower [rad]")
    max_elevation: Elevation = Field(default=Armament().max_elevation, description="the barrel goes no higher [rad]")

    @property
    def gun(self) -> Armament:
        """The same for a world."""
        return Armament(**dict(self))


class FleetPart(Part):
    """Vehicles of one model; every field of its Params is a key, too. ``vehicle`` is ``model`` by another name."""

    model_config = ConfigDict(extra="allow")  # the model's parameters, checked in ``problems``

    name: str | None = Field(default=None, min_length=1, description="for tables and messages")
    model: str = Field(
        description="a motion model or a vehicle (`motorpool models`, `motorpool vehicles` list them), or its file"
    )
    count: Annotated[int, Field(ge=1, le=MAX_COUNT)] = Field(default=1, description="number of vehicles")
    body: BodyPart = BodyPart()
    desired_speed: SpeedRange | None = Field(
        default=None, description="of the autopilot: one for all, or the lowest and the highest [m/s]"
    )
    driver: Literal["autopilot", "parked", "script"] = Field(default="autopilot", description="who drives at first")
    script: list[LinePart] = Field(default_factory=list[LinePart], description='steps for "driver: script"')
    goal: Literal["wander", "hold"] = Field(default="wander", description="what the autopilot is out for")
    route: RoutePart | None = Field(default=None, description="where the autopilot drives instead")
    follow: FollowPart | None = Field(default=None, description="each vehicle follows the one before it")
    avoidance: Literal["none", "rule", "printed", "remembering", "listing"] = Field(
        default="rule",
        description="of what is in the way: not at all, by the rule of 1992, by its search as printed, by memory, or "
        "by the whole program of 1992, which steers and drives, too",
    )
    handling: HandlingPart = HandlingPart()
    armament: ArmamentPart | None = Field(default=None, description="its gun, such as {muzzle_speed: 800}; else none")
    alternate_model: str | None = Field(
        default=None, description="a second model that a driver may change to; one of the two has inertia"
    )
    start: StartPart = Field(default=StartPart(), description="anywhere in the scenario's area by default")

    @model_validator(mode="before")
    @classmethod
    def _named(cls, value: Any) -> Any:
        """The vehicle is the model, unless there are both."""
        if not isinstance(value, dict) or VEHICLE not in value or "model" in value:
            return cast("Any", value)
        part = cast("dict[str, Any]", value)
        return {"model" if key == VEHICLE else key: item for key, item in part.items()}

    @property
    def params(self) -> dict[str, Any]:
        """The model's parameters that the file sets."""
        return dict(self.model_extra or {})


class SavedPlacePart(Part):
    """A place to come back to."""

    title: Annotated[str, Field(min_length=1, max_length=24)] = Field(description="what it is called")
    x: float = Field(description="east [m]")
    y: float = Field(description="north [m]")
    heading_deg: float = Field(default=0.0, description="which way to look, clockwise from north [degrees]")


class ScenarioPart(Part):
    """A scenario file."""

    name: str = Field(default="", description="a word for titles; the file's name by default")
    description: str = Field(default="", description="a sentence for `motorpool scenarios`")
    seed: Seed = Field(default=0, description="of everything random")
    dt: Annotated[float, Field(gt=0.0, le=1.0), BeforeValidator(_as_seconds)] = Field(
        default=1.0 / 60.0, description="the step [s]"
    )
    terrain: Annotated[TerrainPart, BeforeValidator(_as_source)] = TerrainPart()
    objects: ObjectsPart = ObjectsPart()
    surface: Annotated[SurfacePart | None, BeforeValidator(_as_kind)] = Field(
        default=None, description="what the ground is made of; dry earth by default"
    )
    roads: Annotated[RoadsPart, BeforeValidator(_as_lines)] = RoadsPart()
    area: Area | None = Field(default=None, description=f"where vehicles stay by themselves: {AREA}")
    repair_after: Positive | None = Field(
        default=60.0, description="how long after its last hit a vehicle is whole again [s]; null for never"
    )
    places: list[SavedPlacePart] = Field(
        default_factory=list[SavedPlacePart], max_length=SLOTS, description="that the live page offers to go to"
    )
    vehicles: list[FleetPart] = Field(min_length=1, description="the fleets")


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
