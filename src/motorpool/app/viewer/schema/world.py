"""The description of a world, ``/world.json``, which does not change while the world runs.

The layouts of the files beside it (``/terrain.bin`` and so on) are in `binary`.
"""

from typing import Annotated, Literal

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
    lanes: Annotated[list[int], Field(description="numbers of lanes forward and backward; empty if unknown")]
    count: Annotated[int, Field(description="of its points in roads.bin")]


class DeckDescription(TypedDict):
    """One deck: a strip that carries a road over other ground, such as a bridge."""

    name: Annotated[str, Field(description="of its road; empty if unknown")]
    rows: Annotated[int, Field(description="of its points in decks.bin, along it")]
    columns: Annotated[int, Field(description="points across it")]


class ObjectsDescription(TypedDict):
    """Trees, rocks and buildings."""

    count: Count
    kinds: Annotated[list[str], Field(description="by their number in objects.bin")]


class BodyDescription(TypedDict):
    """Outer dimensions of a vehicle without trailers."""

    length: BodySize
    width: BodySize
    height: BodySize
    offset: Annotated[float, Field(description="centre of the body, ahead of the position [m]")]


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


class FinishDescription(TypedDict):
    """A material."""

    colour: Annotated[int, Field(description="0xRRGGBB")]
    paint: Annotated[float, Field(description="1: times the coat; 2: times the colour of the side or driver")]
    gloss: Annotated[float, Field(description="share of the sky that it mirrors [1]")]
    glow: Annotated[float, Field(description="own light, as a share of its colour [1]")]
    is_smooth: Annotated[bool, Field(description="shaded as a curved surface")]


class SolidDescription(TypedDict):
    """Rings of corners: faces join each to the next one, and close the first and the last."""

    finish: Annotated[str, Field(description="name of its material")]
    corners: Annotated[int, Field(description="of a ring")]
    points: Annotated[list[float], Field(description="x, y, z of every corner, ring after ring [m]")]


class PartDescription(TypedDict):
    """Solids that move together."""

    levels: Annotated[list[Literal["near", "mid", "far"]], Field(description="of detail, that show it")]
    solids: list[SolidDescription]
    places: Annotated[
        list[list[float]],
        Field(
            description="joint (0 hull, 1 wheel, 2 turret, 3 gun, 4 link, 5 pennant, 6 arrow, 7 pointer), x, y, z [m], "
            "1 if turned by half a turn, channel, radius [m], extra, x, y, z of the pivot [m]"
        ),
    ]


class TrackDescription(TypedDict):
    """The path of a track."""

    length: Annotated[float, Field(description="[m]")]
    points: Annotated[list[list[float]], Field(description="evenly spaced: x, z [m], direction of its links")]


class MeshDescription(TypedDict):
    """Solids of a vehicle or a trailer: x ahead, y left, z up from the ground under the middle of its body."""

    parts: list[PartDescription]
    finishes: Annotated[dict[str, FinishDescription], Field(description="materials by name")]
    turret: Annotated[list[float], Field(description="axis that it turns about: x, y, z [m]")]
    track: Annotated[TrackDescription | None, Field(description="null without tracks")]
    dust: Annotated[list[list[float]], Field(description="where it touches the ground: x, y [m]")]
    exhaust: Annotated[list[float], Field(description="where smoke rises after a hit: x, y, z [m]")]


class SymbolDescription(TypedDict):
    """A symbol on maps."""

    title: Annotated[str, Field(description="in the legend")]
    outlines: Annotated[list[list[list[float]]], Field(description="from above, ahead and left [m]")]
    barrel: Annotated[float, Field(description="end of its gun, ahead of the middle [m]; 0 without one")]


class TrailerDescription(TypedDict):
    """A trailer; its mesh starts at the middle of its axles."""

    hitch: Annotated[float, Field(description="behind the middle of what draws it; of a trailer, behind its axles [m]")]
    reach: Annotated[float, Field(description="from the hitch to its axles [m]")]
    length: BodySize
    width: BodySize
    height: BodySize
    middle: Annotated[float, Field(description="of its body ahead of its axles [m]")]
    mesh: MeshDescription


class FleetDescription(TypedDict):
    """Vehicles of one kind; a dimension that the model does not have is null."""

    name: str
    member: Annotated[str, Field(description="singular of the name, which a vehicle has before its number")]
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
    mesh: MeshDescription
    symbol: SymbolDescription
    trailers: Annotated[list[TrailerDescription], Field(description="the first one first")]


class RutsDescription(TypedDict):
    """Grid of the ruts."""

    x_west: Annotated[float, Field(description="western border of the cells [m]")]
    y_south: Annotated[float, Field(description="southern border of the cells [m]")]
    cell: Annotated[float, Field(description="side of a cell [m]")]
    side: Annotated[int, Field(description="cells along a side of a tile")]
    reach: Annotated[int, Field(description="tiles around the camera's that are sent, in both directions")]


class WorldDescription(TypedDict):
    """A world."""

    id: Annotated[str, Field(description="of this world, as in the welcome; another one has another")]
    version: ProgramVersion
    name: str
    attribution: Annotated[str, Field(description="licence line of its map; empty if there is none")]
    dt: StepLength
    terrain: TerrainDescription
    surface: Annotated[SurfaceDescription | None, Field(description="null where the world has no soils")]
    roads: list[RoadDescription]
    decks: list[DeckDescription]
    objects: ObjectsDescription
    fleets: list[FleetDescription]
    ruts: Annotated[RutsDescription | None, Field(description="null in a world without ruts")]
    density: Annotated[DensityDescription | None, Field(description="null where every frame may hold every vehicle")]
