"""The session of a server, before there is a world and beside it: ``/session.json`` and ``/scenarios.json``."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict


class SessionState(TypedDict):
    """The world that runs and the one that is being built: on arrival and on each change."""

    type: Literal["session"]
    scenario: Annotated[str, Field(description="name of the one that runs; empty before the first")]
    building: Annotated[str | None, Field(description="name of the scenario that is being built; null for none")]
    seconds: Annotated[float, Field(description="since building or else compiling began [s]")]
    is_compiling: Annotated[bool, Field(description="something is being compiled, which happens once")]
    kernels: Annotated[list[int], Field(description="work on the world being built: done, in all; 0 if not known")]


class JoinLink(TypedDict):
    """A link for drivers."""

    url: Annotated[str, Field(description="with a token")]
    code: Annotated[str, Field(description="path of its QR code")]


class SessionDescription(TypedDict):
    """Answer to a page that has not loaded a world yet."""

    world: Annotated[str | None, Field(description="id of the world that runs; null while the first is being built")]
    state: SessionState
    links: Annotated[
        list[JoinLink], Field(description="for other machines; none for drivers, and where the server is alone")
    ]
    network_command: Annotated[
        str,
        Field(description="serves the page to the network; empty for drivers, and for a server in another program"),
    ]


class ScenarioDescription(TypedDict):
    """A scenario that may be chosen."""

    name: Annotated[str, Field(description="by which it is chosen")]
    title: str
    description: Annotated[str, Field(description="of the file")]
    vehicles: Annotated[int, Field(description="how many there are")]


class ScenarioList(TypedDict):
    """All scenarios that may be chosen."""

    scenarios: list[ScenarioDescription]
