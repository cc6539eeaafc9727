"""The description of a world, ``/world.json``: what does not change while the world runs.

The layouts of the files beside it (``/terrain.bin`` and so on) are in `binary`.
"""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from .fields import BodySize, Kind, ProgramVersion, StepLength

Count = Annotated[int, Field(description="how many there are")]
Rows = Annotated[int, Field(description="from south to north")]
Columns = Annotated[int, Field(description="from west to east")]


class TerrainDescription(TypedDict):
    """Heights of the ground at the points of a square grid."""

    rows: Rows
    columns: Columns
    spacing: Annotated[float, Field(description="of the points [m]")]
    x_west: Annotated[float, Field(description="of the western column [m]")]
    y_south: Annotated[float, Field(description="of the southern row [m]")]
    name: str
    source: Annotated[str, Field(description="of the heights")]
    warnings: Annotated[list[str], Field(description="sentences about the source that its user should read")]


class SoilClass(TypedDict):
    """One kind of ground."""

    name: Annotated[str, Field(description='such as "dry-asphalt" or "mud"')]
    colour: Annotated[str, Field(description='"#rrggbb"')]
    friction: Annotated[float, Field(description="greatest friction of a tyre [1]")]


class SurfaceDescription(TypedDict):
    """Soil classes of the squares of a grid."""

    rows: Rows
    columns: Columns
    spacing: Annotated[float, Field(description="side of a square [m]")]
    x_west: Annotated[float, Field(description="outer edge of the western squares [m]")]
    y_south: Annotated[float, Field(description="outer edge of the southern squares [m]")]
    classes: list[SoilClass]


class DensityDescription(TypedDict):
    """Cells of the map in which vehicles are counted."""

    rows: Rows
    columns: Columns
    spacing: Annotated[float, Field(description="side of a cell [m]")]
    x_west: Annotated[float, Field(description="western edge [m]")]
    y_south: Annotated[float, Field(description="southern edge [m]")]


class RoadDescription(TypedDict):
    """One road."""

    kind: Annotated[str, Field(description="name of the soil class that it is made of")]
    width: Annotated[float, Field(description="[m]")]
    count: Annotated[int, Field(description="of its points in roads.bin")]


class ObjectsDescription(TypedDict):
    """Trees, rocks and buildings."""

    count: Count
    kinds: Annotated[list[str], Field(description="by their number in objects.bin")]


class BodyDescription(TypedDict):
    """Outer dimensions of a vehicle."""

    length: BodySize
    width: BodySize
    height: BodySize


class VehicleDescription(TypedDict):
    """A vehicle of the motor pool."""

    name: Annotated[str, Field(description='such as "M1A1"')]
    title: Annotated[str, Field(description='such as "M1A1 Abrams"')]
    look: Annotated[str, Field(description='its shape, such as "tank" or "quad"')]
    gun_overhang: Annotated[float, Field(description="of a gun that points forward, beyond the hull [m]")]


class ArmamentDescription(TypedDict):
    """The gun of a vehicle and its rounds."""

    muzzle_speed: Annotated[float, Field(description="of a round, relative to the vehicle [m/s]")]
    reload_duration: Annotated[float, Field(description="between two shots [s]")]
    slew_rate: Annotated[float, Field(description="of turret and barrel, at most [rad/s]")]
    round_damage: Annotated[float, Field(description="of one hit; 1 destroys a whole vehicle [1]")]
    round_drag: Annotated[float, Field(description="deceleration by the air over speed squared [1/m]")]
    barrel_length: Annotated[float, Field(description="from the axis of the turret to the muzzle [m]")]
    min_elevation: Annotated[float, Field(description="of the barrel [rad]")]
    max_elevation: Annotated[float, Field(description="of the barrel [rad]")]


class TrailerDescription(TypedDict):
    """A trailer."""

    hitch_offset: Annotated[float | None, Field(description="of its hitch behind the middle of what draws it [m]")]
    trailer_length: Annotated[float | None, Field(description="from the hitch to its axles [m]")]


class FleetDescription(TypedDict):
    """Vehicles of one kind; a dimension that the model does not have is null."""

    name: str
    model: Annotated[str, Field(description="that moves them")]
    kind: Kind
    first: Annotated[int, Field(description="id of its first vehicle")]
    count: Count
    body: BodyDescription
    wheelbase: Annotated[float | None, Field(description="front to rear axle [m]")]
    track_gauge: Annotated[float | None, Field(description="between the middles of the tracks [m]")]
    track_width: Annotated[float | None, Field(description="between the planes of the left and right wheels [m]")]
    max_steer_angle: Annotated[float | None, Field(description="of a full steering command [rad]")]
    armament: Annotated[ArmamentDescription | None, Field(description="null without a gun")]
    side: Annotated[str | None, Field(description="of its vehicles, null for none")]
    shape: Annotated[str | None, Field(description="address of its glTF file, null without one")]
    vehicle: Annotated[VehicleDescription | None, Field(description="null for a plain model")]
    trailers: Annotated[list[TrailerDescription], Field(description="the first one first")]


class WorldDescription(TypedDict):
    """A world."""

    id: Annotated[str, Field(description="of this world, as in the welcome; another one has another")]
    version: ProgramVersion
    name: str
    dt: StepLength
    terrain: TerrainDescription
    surface: Annotated[SurfaceDescription | None, Field(description="null where the world has no soils")]
    roads: list[RoadDescription]
    objects: ObjectsDescription
    fleets: list[FleetDescription]
    density: Annotated[DensityDescription | None, Field(description="null where every frame may hold every vehicle")]
