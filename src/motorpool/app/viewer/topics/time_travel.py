"""Time travel: the timeline of a recording that is played, and rewinding of a running world."""

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from ..rewinding import History as Copies
from ..schema.fields import ItsId, Time, X, Y
from .topic import Topic, Update, encode

if TYPE_CHECKING:
    from ....recording.playback import Playback
    from ....world import World
    from ..client import Client
    from ..hub import Hub

IS_RECORDING = "this is a recording; nothing in it can be driven or changed"
IS_ELSEWHERE = (
    "this world is divided into regions, each in a process of its own: watch it; nothing in it can be driven or changed"
)
IS_LIVE = "this is a running world, not a recording; it can be rewound"


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


class TimeTravelTopic(Topic):
    """The recording that is played, or the time by which the running world can be rewound."""

    name = "history"
    messages = (Recording, Trail, History, Rewound)

    def __init__(self, hub: "Hub") -> None:
        super().__init__(hub)
        self._copies = Copies(is_kept=hub.pacer.world is self.world)
        self._sent = ""

    def observe(self, world: "World") -> None:
        """Keep a copy of the world, if it is time."""
        self._copies.observe(world)

    def welcome(self, client: "Client") -> Iterator[Update]:
        """Yield the timeline of the recording, or how far the world can be rewound."""
        if self.hub.playback is None:
            yield "history", encode(self._history())
        else:
            yield "recording", encode(recording_message(self.hub.playback))

    def changes(self) -> Iterable[Update]:
        """Return how far the world can be rewound, if that has changed."""
        if self.hub.playback is not None or not self.hub.clients:
            return ()
        before, self._sent = self._sent, encode(self._history())
        return [("history", self._sent)] if self._sent != before else ()

    def _history(self) -> History:
        reason = self._copies.refusal(self.world) or ""
        reach = 0.0 if reason else math.floor(self._copies.reach(self.world))
        return {"type": "history", "seconds": reach, "reason": reason}

    def rewind(self, seconds: float, *, done: Callable[[float], None], refused: Callable[[str], None]) -> None:
        """Rewind the world before its next step; from any thread.

        Args:
            done: called in the simulation's thread with the time by which the world was set back [s].
            refused: called in that thread with the reason for a refusal.
        """

        def job() -> None:
            reason = self._copies.refusal(self.world)
            if reason is not None:
                refused(reason)
                return
            went = self._copies.rewind(self.world, seconds)
            self.hub.player.reclaim(self.world)
            done(went)

        self.hub.pacer.between_steps(job)


def trail_message(playback: "Playback", vehicle: int) -> Trail:
    """Return the message about a vehicle's track in the recording; reads all of it, which takes time."""
    time, x, y = (np.round(column, 2).tolist() for column in playback.recording.way(vehicle))
    points = [point for point in zip(time, x, y, strict=True) if math.isfinite(sum(point))]
    return {"type": "trail", "vehicle": vehicle, "points": points}


def recording_message(playback: "Playback") -> Recording:
    """Return the message about the recording that is played."""
    recording = playback.recording
    marks: list[Mark] = [
        {"time": round(mark.time, 3), "kind": mark.kind, "vehicle": mark.vehicle, "other": mark.other}
        for mark in playback.marks
    ]
    return {
        "type": "recording",
        "file": recording.path.name,
        "start": playback.start,
        "end": playback.end,
        "step": playback.dt,
        "note": "" if recording.is_complete else recording.faults,
        "people": playback.people,
        "marks": marks,
    }
