"""The JSON messages of the playground, version 1: one object a message; lengths in metres, angles in radians."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import AfterValidator, Field, TypeAdapter
from pydantic.dataclasses import dataclass
from typing_extensions import TypedDict

from ....world.sources.command import Allowed, OnOff
from .fields import EAST, NORTH, BodySize, Kind, ProgramVersion, Refused, StepLength, Time, X, Y, Yaw
from .reading import EXACTLY, Reader, allowed_in

VERSION = 1  # of the messages; a page of another one asks for a reload
MAX_TEXT_BYTES = 4096  # limit of a visitor's JSON message [bytes]
MAX_WORD = 1000  # letters of a name with its settings, or of a word
LARGEST = 1e300  # of a number


def _printable(text: str) -> str:
    """Return the text, which must have nothing invisible in it."""
    if not text.isprintable():
        raise ValueError("invisible letters")
    return text


Side = Literal["left", "right"]
NamedSide = Annotated[Side, Allowed("be left or right")]
Quantity = Annotated[float, Field(ge=-LARGEST, le=LARGEST), Allowed("be a finite number")]
SignedFraction = Annotated[float, Field(ge=-1.0, le=1.0), Allowed("be a number from -1 to 1")]
Fraction = Annotated[float, Field(ge=0.0, le=1.0), Allowed("be a number from 0 to 1")]
Count = Annotated[int, Field(ge=0, lt=2**53), Allowed("be a whole number from 0")]
_Word = Annotated[str, Field(max_length=MAX_WORD), AfterValidator(_printable)]
Word = Annotated[_Word, Allowed(f"be a text of at most {MAX_WORD} visible letters")]
QuantityOrWord = Annotated[Quantity | _Word, Allowed("be a finite number or a word")]

# ---- from a browser


@dataclass(frozen=True, config=EXACTLY)
class Drive:
    """Send the held keys: on every change of them and every 100 ms."""

    forward: SignedFraction = Field(description="-1..1, backward negative")
    left: SignedFraction = Field(description="-1..1, right negative")
    brake: Fraction = Field(description="0..1")
    seen: Count = Field(description="number of the newest state that has arrived")


@dataclass(frozen=True, config=EXACTLY)
class Choose:
    """Replace the model of one side; the new one continues from the pose of the old one."""

    side: NamedSide
    model: Word = Field(description="its name, which may carry settings")


@dataclass(frozen=True, config=EXACTLY)
class Compare:
    """Compare two other models, both from the start position."""

    left: Word = Field(description="name of a model, which may carry settings")
    right: Word = Field(description="name of a model, which may carry settings")


@dataclass(frozen=True, config=EXACTLY)
class Set:
    """Change a parameter of one vehicle, or one of its additions, at once."""

    side: NamedSide
    name: Word = Field(description="of the parameter or the addition")
    value: QuantityOrWord = Field(description="in its unit, or the word for it")


@dataclass(frozen=True, config=EXACTLY)
class TimeStep:
    """Set the length of a step; the clock stays real time."""

    value: Quantity = Field(description="[s]")


@dataclass(frozen=True, config=EXACTLY)
class Slope:
    """Set the slope of the ground towards the east."""

    value: Quantity = Field(description="[1]")


@dataclass(frozen=True, config=EXACTLY)
class Scene:
    """Change the scene; both vehicles begin at its start position."""

    name: Word = Field(description="of the scene")


@dataclass(frozen=True, config=EXACTLY)
class Rule:
    """Choose the rule by which the autopilots drive to the target."""

    name: Word = Field(description="of the rule")


@dataclass(frozen=True, config=EXACTLY)
class Target:
    """Move the target."""

    x: Quantity = Field(description=EAST)
    y: Quantity = Field(description=NORTH)


@dataclass(frozen=True, config=EXACTLY)
class Hold:
    """Keep speed and steering as they are."""

    is_on: OnOff


@dataclass(frozen=True, config=EXACTLY)
class Autopilot:
    """Switch the autopilots that drive both vehicles to the target on or off."""

    is_on: OnOff


@dataclass(frozen=True, config=EXACTLY)
class Pause:
    """Pause the clock."""


@dataclass(frozen=True, config=EXACTLY)
class Resume:
    """Resume the clock."""


@dataclass(frozen=True, config=EXACTLY)
class Step:
    """Pause the clock and make one step."""


@dataclass(frozen=True, config=EXACTLY)
class Reset:
    """Put both vehicles back to the start, at rest."""


@dataclass(frozen=True, config=EXACTLY)
class Export:
    """Request the export of one side's vehicle in another language."""

    side: NamedSide
    language: Word = Field(description="one of the catalogue's")


Comparing = Choose | Compare | Set | TimeStep | Slope | Scene
Command = Comparing | Drive | Rule | Target | Hold | Autopilot | Pause | Resume | Step | Reset | Export

COMMANDS: dict[str, type[Command]] = {
    "drive": Drive,
    "choose": Choose,
    "compare": Compare,
    "set": Set,
    "dt": TimeStep,
    "slope": Slope,
    "scene": Scene,
    "rule": Rule,
    "target": Target,
    "hold": Hold,
    "autopilot": Autopilot,
    "pause": Pause,
    "resume": Resume,
    "step": Step,
    "reset": Reset,
    "export": Export,
}

decode = Reader(
    COMMANDS, allowed={name: allowed_in(command) for name, command in COMMANDS.items()}, subject="a message"
).decode


def schema_of(command: type[Command]) -> dict[str, Any]:
    """Return the JSON schema of a command's message."""
    return TypeAdapter(command).json_schema()


# ---- from the server

Length = Annotated[float, Field(title="length")]
Width = Annotated[float, Field(title="width")]
Bay = tuple[X, Y, Yaw, Length, Width]


class Welcome(TypedDict):
    """The first message of a connection."""

    type: Literal["welcome"]
    version: Annotated[int, Field(description="of these messages, 1")]


Wheels = Annotated[
    list[
        tuple[
            Annotated[float, Field(title="x")],
            Annotated[float, Field(title="y")],
            Annotated[float, Field(title="radius")],
            Width,
            Annotated[bool, Field(title="is_steered")],
        ]
    ],
    Field(description="[m]"),
]
Faces = Annotated[
    list[
        tuple[
            Annotated[str, Field(title="part")],
            Annotated[str, Field(title="material")],
            Annotated[float, Field(title="light")],
            Annotated[list[float], Field(title="corners")],
        ]
    ],
    Field(description="from above, the lowest first; x, y of every corner [m]"),
]


class Trailer(TypedDict):
    """A trailer from above; x = 0 is where its model has the axle."""

    hitch: Annotated[float, Field(description="behind the reference point, or the axle, of what pulls it [m]")]
    reach: Annotated[float, Field(description="hitch to axle [m]")]
    front: Annotated[float, Field(description="of the body ahead of the axle [m]")]
    back: Annotated[float, Field(description="end of the body ahead of the axle, negative [m]")]
    width: BodySize
    wheels: Wheels
    faces: Faces


class Shape(TypedDict):
    """A vehicle from above; wheels, tracks and faces from the middle of its body."""

    kind: Kind
    length: BodySize
    width: BodySize
    wheelbase: Annotated[float, Field(description="first to last axle, or length of track on the ground [m]")]
    track_width: Annotated[float, Field(description="between the middles of left and right wheels or tracks [m]")]
    middle: Annotated[float, Field(description="of the body ahead of the reference point [m]")]
    axles: Annotated[
        list[tuple[Annotated[float, Field(title="offset")], Annotated[bool, Field(title="is_steered")]]],
        Field(description="ahead of the reference point [m]"),
    ]
    wheels: Wheels
    track: Annotated[
        list[float], Field(description="middle and width of a track, its back and its front [m]; empty without tracks")
    ]
    faces: Faces
    trailers: list[Trailer]


class SideSetUp(TypedDict):
    """Model and parameters of one side."""

    model: Annotated[str, Field(description="its name")]
    values: Annotated[dict[str, float], Field(description="of all its parameters, by name")]
    shape: Shape
    additions: Annotated[dict[str, float], Field(description="by name; none for a model that they do not suit")]


class SceneInfo(TypedDict):
    """Scene: ground and objects."""

    name: str
    start: Annotated[tuple[X, Y, Yaw], Field(description="of both vehicles [m], [rad]")]
    bays: Annotated[list[Bay], Field(description="free ones")]
    cars: Annotated[list[Bay], Field(description="parked ones")]
    lines: Annotated[
        list[tuple[float, float, float, float]], Field(description="painted: x, y of one end and of the other [m]")
    ]


class SetUp(TypedDict):
    """Models, scene and settings, after each change."""

    type: Literal["set-up"]
    dt: StepLength
    paused: bool
    holding: Annotated[bool, Field(description="speed and steering are kept")]
    autopilot: bool
    demonstrating: Annotated[bool, Field(description="both drive by themselves, until a key is pressed")]
    pedals: Annotated[bool, Field(description="keys press the pedals of both, and command no speed")]
    rule: Annotated[str, Field(description="of the autopilots")]
    slope: Annotated[float, Field(description="of the ground towards the east [1]")]
    target: Annotated[tuple[X, Y] | None, Field(description="null in a scene without one [m]")]
    scene: SceneInfo
    left: SideSetUp
    right: SideSetUp


class SideState(TypedDict):
    """Motion of the vehicle of one side."""

    x: X
    y: Y
    yaw: Yaw
    speed: Annotated[float, Field(description="forward positive [m/s]")]
    yaw_rate: Annotated[float, Field(description="left positive [rad/s]")]
    wheels: Annotated[tuple[float, float], Field(description="steer angles of the left and right front wheel [rad]")]
    centre: Annotated[tuple[X, Y] | None, Field(description="of the rotation, null straight ahead [m]")]
    control: Annotated[list[float], Field(description="in the order of the model's controls")]
    state: Annotated[list[float], Field(description="in the order of the model's state, without the pose")]
    problem: Annotated[str, Field(description="why it did not move, empty if nothing is wrong")]
    reached: Annotated[float | None, Field(description="time to the target, null on the way [s]")]
    hitches: Annotated[list[float], Field(description="yaw of each trailer minus that of what pulls it [rad]")]
    drawn_yaw: Annotated[float | None, Field(description="yaw to draw, null where it is the yaw [rad]")]
    turns: Annotated[float, Field(description="times round since the autopilot began")]
    cars: NotRequired[Annotated[list[int], Field(description="parked cars that it touches, by index")]]
    parked: NotRequired[Annotated[bool, Field(description="whether it stands in a free bay")]]
    words: NotRequired[Annotated[str, Field(description="on how it is parked")]]
    touches: NotRequired[Annotated[int, Field(description="of parked cars until now")]]


class State(TypedDict):
    """Motion of both vehicles, after every step."""

    type: Literal["state"]
    number: Annotated[int, Field(description="of the message, for drive's seen")]
    tick: Annotated[int, Field(description="steps since the start")]
    time: Time
    command: Annotated[
        tuple[Annotated[float, Field(title="speed")], Annotated[float, Field(title="steer")]],
        Field(description="to both vehicles [m/s], [1]"),
    ]
    gap: Annotated[float, Field(description="between the two [m]")]
    yaw_gap: Annotated[float, Field(description="right minus left [rad]")]
    left: SideState
    right: SideState


class Programs(TypedDict):
    """The Python that drives either side as it is driven now; at most four times a second."""

    type: Literal["programs"]
    left: str
    right: str


class Exported(TypedDict):
    """One side's vehicle in another language, with the drive that it makes now."""

    type: Literal["exported"]
    side: Side
    language: Annotated[str, Field(description="its name")]
    file: Annotated[str, Field(description="name of the file that the text belongs into")]
    text: str


NAMED = {"Side": Side, "Kind": Kind, "Bay": Bay}  # types without a structure that have a name on the page, too

ServerMessage = Welcome | SetUp | State | Programs | Exported | Refused

# ---- /playground/catalogue.json


Bound = Annotated[float | None, Field(description="null without a bound")]


class FieldInfo(TypedDict):
    """A parameter, control or state of a model, as its author described it."""

    name: str
    meaning: str
    unit: str
    default: float
    low: Bound
    high: Bound
    is_open: Annotated[bool, Field(description="the bounds themselves are not allowed")]
    words: Annotated[
        list[tuple[Annotated[str, Field(title="word")], Annotated[float, Field(title="value")]]],
        Field(description="for values"),
    ]
    is_choice: Annotated[bool, Field(description="only the words' values are allowed")]


class ModelInfo(TypedDict):
    """Model or vehicle that can be chosen."""

    name: str
    title: Annotated[str, Field(description="of a vehicle, or the model's name")]
    is_vehicle: Annotated[bool, Field(description="a vehicle of the motor pool or the user's own, not a bare model")]
    aliases: list[str]
    summary: str
    kind: Kind
    feels_slope: bool
    takes_additions: Annotated[bool, Field(description="the additions suit it")]
    is_pointed: Annotated[bool, Field(description="keys are directions of the world to it")]
    limit: Annotated[str, Field(description="where it stops being right")]
    parameters: list[FieldInfo]
    controls: list[FieldInfo]
    state: list[FieldInfo]


class PairInfo(TypedDict):
    """Pair of models that the playground offers for comparison."""

    left: str
    right: str
    title: Annotated[str, Field(description="what the two are")]
    words: Annotated[str, Field(description="what there is to see")]
    document: Annotated[str, Field(description="that one of them comes from, by its number; empty for none")]
    dt: Annotated[float, Field(description="of a step at which they part [s]")]


class DocumentInfo(TypedDict):
    """Document in which models were published."""

    number: str
    title: str
    author: Annotated[str, Field(description="and year, as far as the document names them")]
    short: Annotated[str, Field(description="its name in a sentence")]


class NamedInfo(TypedDict):
    """Scene or rule that can be chosen."""

    name: str
    words: str


class LanguageInfo(TypedDict):
    """A language that models are exported to."""

    name: str
    title: str


class Catalogue(TypedDict):
    """Models, pairs, scenes and rules that can be chosen."""

    version: ProgramVersion
    models: list[ModelInfo]
    pairs: list[PairInfo]
    documents: list[DocumentInfo]
    scenes: list[NamedInfo]
    rules: list[NamedInfo]
    additions: Annotated[list[FieldInfo], Field(description="to any model that they suit")]
    dt: Annotated[
        tuple[Annotated[float, Field(title="shortest")], Annotated[float, Field(title="longest")]],
        Field(description="[s]"),
    ]
    max_slope: Annotated[float, Field(description="[1]")]
    languages: Annotated[list[LanguageInfo], Field(description="that a program can be in")]
    has_world: Annotated[bool, Field(description="there is a live page to go back to")]
