"""The JSON messages from the server to the live page: answers to one client, and those of all topics.

They are dictionaries with typed keys: a number that is not finite is sent as null. Each field has its meaning and unit.
"""

from typing import Annotated, Any, Literal, Union, get_args

from pydantic import Field
from typing_extensions import TypedDict

from ....ground.terrain.weather import WeatherKind
from ....world.sources.command import Role
from ..people.driver_names import NameMark
from ..topics import TOPICS
from .fields import ItsId, OwnVehicle, Refused
from .session import JoinLink

MAX_TEXT_BYTES = 4096  # limit of a browser's JSON message; larger values let one client fill the queue [bytes]


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


Answer = Welcome | Taken | Released | Refused | Invitation | LinksChanged  # messages for one client

# types without a structure that have a name on the page, too
NAMED = {"Role": Role, "WeatherKind": WeatherKind, "NameMark": NameMark}

ServerMessage: Any = Union[  # pyright: ignore[reportUnknownVariableType]
    *get_args(Answer), *(message for topic in TOPICS for message in topic.messages)
]
