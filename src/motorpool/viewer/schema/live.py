"""The JSON messages from the server to the live page; those of the page are in `page_commands`.

They are dictionaries with typed keys: a number that is not finite is sent as null. Each field has its meaning and unit.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema
from typing_extensions import TypedDict

from ...sources.command import Role
from ...terrain.bookmarks import SLOTS
from ...terrain.weather import WeatherKind
from ..driver_names import NameMark
from .fields import EAST, NORTH, NULLABLE, UP, ItsId, Number, OwnVehicle, Refused, Time, X, Y, Yaw, Z
from .session import JoinLink, SessionState

MAX_TEXT_BYTES = 4096
SLOT = f"0 to {SLOTS - 1}"
CRUISE, PARKING_BRAKE, ENGINE_STOP = "cruise control", "parking brake", "engine stopped"  # switches

TurretYaw = Annotated[Number, WithJsonSchema(NULLABLE | {"title": "yaw"})]
Elevation = Annotated[Number, WithJsonSchema(NULLABLE | {"title": "elevation"})]
Articulation = Annotated[
    list[Any],
    WithJsonSchema(
        {
            "type": "array",
            "prefixItems": [{"type": "integer", "title": "vehicle"}],
            "items": NULLABLE | {"title": "angles"},
        }
    ),
]

PersonNumber = Annotated[int, Field(title="person", description="number of the person")]
MarkOfName = Annotated[
    NameMark,
    Field(
        title="mark",
        description="warning about the name: letters of several scripts in a word, the name of a role, or a name "
        "that looks like another person's; empty for none",
    ),
]


class Welcome(TypedDict):
    """The first message of a connection."""

    type: Literal["welcome"]
    client: Annotated[str, Field(description="id for a reconnection, to get the same vehicle back")]
    role: Annotated[
        Role,
        Field(
            description="a driver may send all commands but those for instructors",
        ),
    ]
    person: Annotated[int, Field(description="public number of this person")]
    vehicle: OwnVehicle
    world: Annotated[str, Field(description="id as in /world.json; a page that has loaded another world reloads")]
    only_watched: Annotated[
        str, Field(description="reason why the world can only be watched; empty if it can be driven and changed")
    ]


class Taken(TypedDict):
    """Confirmation that the browser drives a vehicle."""

    type: Literal["taken"]
    vehicle: ItsId


class Released(TypedDict):
    """Confirmation that the browser drives no vehicle any more."""

    type: Literal["released"]
    vehicle: Annotated[int, Field(description="id of the vehicle that it drove, -1 for none")]
    is_parked: Annotated[bool, Field(description="whether that vehicle parks instead of driving by its autopilot")]


class Driver(TypedDict):
    """Driver of a vehicle."""

    vehicle: Annotated[int, Field(description="id of the vehicle")]
    name: Annotated[str, Field(description="of the driver")]
    mark: MarkOfName
    role: Role
    person: PersonNumber


class Drivers(TypedDict):
    """All drivers, sent on connection and on each change; a driver stays for a minute after the connection is lost."""

    type: Literal["drivers"]
    drivers: list[Driver]


class Person(TypedDict):
    """Connected user."""

    person: PersonNumber
    name: Annotated[str, Field(description="empty if the person has none yet")]
    mark: MarkOfName
    role: Role
    vehicle: Annotated[int, Field(description="id of the vehicle that is driven, -1 for none")]
    address: Annotated[str, Field(description="that counts as one, such as that of a proxy or an IPv6 network")]


class Barred(TypedDict):
    """Banned address, from which no driver is admitted."""

    address: str
    name: Annotated[str, Field(description="of the person who was banned")]


class People(TypedDict):
    """Connected users and bans, sent to instructors on connection and on each change."""

    type: Literal["people"]
    people: list[Person]
    barred: list[Barred]


HandedOut = Annotated[list[JoinLink], Field(description="the same by each address of the server, the best one first")]


class Invitation(TypedDict):
    """Drivers' link that admits one browser, sent to the instructor that requested it."""

    type: Literal["invitation"]
    links: HandedOut


class LinksChanged(TypedDict):
    """Notice that a link was replaced; only the instructor that requested it gets the new links."""

    type: Literal["links"]
    role: Annotated[Role, Field(description="of the users of the link")]
    links: HandedOut


class Bookmark(TypedDict):
    """Bookmark: one of the sixteen positions that all browsers of a world share."""

    slot: Annotated[int, Field(description=SLOT)]
    title: str
    x: X
    y: Y
    yaw: Yaw
    owner: Annotated[str, Field(description="name of the person who stored it; empty for one of the scenario")]
    may_change: Annotated[bool, Field(description="whether this browser may replace it")]


class Bookmarks(TypedDict):
    """All bookmarks, sent on connection and on each change."""

    type: Literal["bookmarks"]
    bookmarks: list[Bookmark]


class Switches(TypedDict):
    """Switches of a vehicle."""

    cruise: Annotated[bool, Field(description=CRUISE)]
    parking_brake: Annotated[bool, Field(description=PARKING_BRAKE)]
    engine_stop: Annotated[bool, Field(description=ENGINE_STOP)]


class Soil(TypedDict):
    """The ground under a vehicle."""

    name: Annotated[str, Field(description="of its class")]
    friction: Annotated[float, Field(description="greatest friction [1]")]


class Instruments(TypedDict):
    """Instruments of the driven vehicle, ten times a second."""

    type: Literal["instruments"]
    vehicle: Annotated[int, Field(description="id of the own vehicle")]
    model: Annotated[str, Field(description="that moves it")]
    is_dynamic: Annotated[bool | None, Field(description="true for a dynamic model; null without an alternate model")]
    switches: Annotated[Switches | None, Field(description="null where there is nothing to switch")]
    soil: Annotated[Soil | None, Field(description="null in a world without soils")]
    warnings: Annotated[list[str], Field(description="why it does not follow its driver, in a sentence each")]
    values: Annotated[
        dict[str, Number], Field(description="SI units, by the names of the model's fields; null if not finite")
    ]


class SensorReading(TypedDict):
    """Last reading of a sensor."""

    name: Annotated[str, Field(description="of the sensor")]
    text: Annotated[str, Field(description="the reading in a few words, with units")]


class SensorReadings(TypedDict):
    """Readings of the sensors that the driven vehicle's file declares, ten times a second."""

    type: Literal["sensors"]
    vehicle: Annotated[int, Field(description="id of the own vehicle, which carries them")]
    readings: list[SensorReading]
    points: Annotated[
        list[float], Field(description="positions that the last scans hit: east, north, up of each, in turn [m]")
    ]


class AutopilotState(TypedDict):
    """State of the watched vehicle's autopilot, ten times a second."""

    type: Literal["autopilot"]
    vehicle: Annotated[int, Field(description="id of the watched vehicle")]
    seen: Annotated[Literal["nothing", "object", "vehicle"], Field(description="in its way")]
    seen_x: Annotated[Number | None, Field(description="east, null without anything in its way [m]")]
    seen_y: Annotated[Number | None, Field(description="north [m]")]
    seen_radius: Annotated[Number | None, Field(description="of what is seen [m]")]
    desired_yaw: Annotated[float, Field(description="yaw that it steers for now [rad]")]
    course_yaw: Annotated[float, Field(description="yaw of its course [rad]")]
    is_avoiding: bool
    reach: Annotated[float, Field(description="how far it searches [m]")]
    half_angle: Annotated[float, Field(description="of the search [rad]")]
    route: Annotated[list[tuple[X, Y]], Field(description="waypoints to come, east and north [m]")]


class Turrets(TypedDict):
    """Directions of all turrets that have ever turned, sent on connection and at up to 10 Hz while one turns."""

    type: Literal["turrets"]
    turrets: Annotated[list[tuple[ItsId, TurretYaw, Elevation]], Field(description="in the hull, left and up [rad]")]


class Trailers(TypedDict):
    """Articulation angles of all trailers, sent on connection and at up to 20 Hz on changes (10 Hz above 100)."""

    type: Literal["trailers"]
    trailers: Annotated[
        list[Articulation],
        Field(description="id, then each trailer's angle from what draws it, the first one first, left positive [rad]"),
    ]


class RemoteVehicle(TypedDict):
    """Vehicle that another program moves."""

    vehicle: ItsId
    host: Annotated[str, Field(description="network address of that program's host")]
    marking: Annotated[str, Field(description="what its program calls it")]
    age: Annotated[float, Field(description="simulated time since its newest state came [s]")]


class Remotes(TypedDict):
    """Vehicles that other programs move, once a second; in a large world those near the camera."""

    type: Literal["remotes"]
    remotes: list[RemoteVehicle]


class StandingVehicle(TypedDict):
    """Vehicle that stands although it has a goal."""

    vehicle: ItsId
    words: Annotated[str, Field(description="why, to follow on its name and 'is'")]
    action: Annotated[str, Field(description="what it does about it; empty for nothing")]
    is_counted: Annotated[bool, Field(description="whether it has stood long enough to be counted")]
    since: Annotated[float, Field(description="simulated time at which it came to a stand [s]")]
    x: Annotated[float, Field(description="where it came to a stand, east [m]")]
    y: Y


class Standing(TypedDict):
    """Standing vehicles, sent on connection and changes, at most once a second; in a large world the nearest ones."""

    type: Literal["standing"]
    summary: Annotated[str, Field(description="how many of the whole world are counted, and why; empty for none")]
    vehicles: list[StandingVehicle]


class Standstill(TypedDict):
    """Event: a vehicle has come to a stand, moves again, or was recovered."""

    type: Literal["standstill"]
    vehicle: ItsId
    words: Annotated[str, Field(description="what happened, to follow on its name")]
    x: X
    y: Y
    time: Time


class Mark(TypedDict):
    """Event on the timeline of a recording."""

    time: Annotated[float, Field(description="simulated [s]")]
    kind: Annotated[str, Field(description="taken, released, contact, shot, impact, destroyed, ...")]
    vehicle: ItsId
    other: Annotated[int, Field(description="id of the other vehicle, -1 for none")]


class Recording(TypedDict):
    """Recording that is played, sent on connection; no vehicle can be driven in it."""

    type: Literal["recording"]
    file: Annotated[str, Field(description="its name")]
    start: Annotated[float, Field(description="simulated time of its first state [s]")]
    end: Annotated[float, Field(description="simulated time of its last state [s]")]
    step: Annotated[float, Field(description="simulated time between two states [s]")]
    note: Annotated[str, Field(description="what is missing in it; empty for nothing")]
    people: Annotated[list[int], Field(description="ids of the vehicles that people drove")]
    marks: Annotated[list[Mark], Field(description="by time")]


class Trail(TypedDict):
    """Track of a vehicle in the recording, sent to the browser that requested it."""

    type: Literal["trail"]
    vehicle: ItsId
    points: Annotated[list[tuple[float, X, Y]], Field(description="simulated time [s], east and north [m]")]


class History(TypedDict):
    """Time by which the running world can be rewound, sent on connection and on changes, at most once a second."""

    type: Literal["history"]
    seconds: Annotated[float, Field(description="how far back [s]")]
    reason: Annotated[str, Field(description="why not at all; empty where it can")]


class Rewound(TypedDict):
    """Notice that the world was rewound; it continues from that time."""

    type: Literal["rewound"]
    seconds: Annotated[float, Field(description="how far [s]")]
    time: Time
    name: Annotated[str, Field(description="of the person who did it")]


class Shot(TypedDict):
    """Event: a gun has fired a round."""

    type: Literal["shot"]
    shooter: Annotated[int, Field(description="id of the vehicle")]
    x: Annotated[float, Field(description="of the muzzle, east [m]")]
    y: Y
    z: Z
    vx: Annotated[float, Field(description="velocity of the round, east [m/s]")]
    vy: Annotated[float, Field(description="north [m/s]")]
    vz: Annotated[float, Field(description="up [m/s]")]
    time: Time


class Impact(TypedDict):
    """Event: a round has hit the ground, an object or a vehicle."""

    type: Literal["impact"]
    shooter: Annotated[int, Field(description="id of the vehicle that fired the round")]
    x: Annotated[Number, Field(description=EAST)]
    y: Annotated[Number, Field(description=NORTH)]
    z: Annotated[Number, Field(description=UP)]
    on: Annotated[Literal["ground", "object", "vehicle"], Field(description="what it met")]
    index: Annotated[int, Field(description="number of the object or the vehicle, -1 on the ground")]
    time: Time


class Damage(TypedDict):
    """Condition of a vehicle, sent when it changes, and on connection for each damaged vehicle."""

    type: Literal["damage"]
    vehicle: ItsId
    state: Literal["whole", "hit", "dead"]


class SideScore(TypedDict):
    """Score of one side."""

    side: Annotated[str, Field(description="its name")]
    shots: Annotated[int, Field(description="rounds fired")]
    hits: Annotated[int, Field(description="on vehicles of others")]
    destroyed: Annotated[int, Field(description="vehicles of others")]
    lost: Annotated[int, Field(description="vehicles of its own")]


class Score(TypedDict):
    """Scores of all sides, sent on connection and on each change if the world has sides."""

    type: Literal["score"]
    sides: list[SideScore]


class Weather(TypedDict):
    """Weather, sent on connection and on each change."""

    type: Literal["weather"]
    kind: Annotated[WeatherKind, Field(description="all over the world")]


# types without a structure that have a name on the page, too
NAMED = {"Role": Role, "WeatherKind": WeatherKind, "NameMark": NameMark}

ServerMessage = (
    Welcome
    | Taken
    | Released
    | Refused
    | Drivers
    | People
    | Invitation
    | LinksChanged
    | Bookmarks
    | Instruments
    | SensorReadings
    | AutopilotState
    | Turrets
    | Trailers
    | Remotes
    | Standing
    | Standstill
    | Recording
    | Trail
    | History
    | Rewound
    | Shot
    | Impact
    | Damage
    | Score
    | SessionState
    | Weather
)
