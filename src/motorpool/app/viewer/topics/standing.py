"""Vehicles that stand although they have a goal: the reason and the time."""

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from ....world.recovery import reasons
from ....world.recovery.component import BEGINS
from ....world.recovery.summary import summary
from ....world.recovery.wording import action, happened, sentence
from ..frames.census import SMALL_WORLD, Ids
from ..schema.fields import ItsId, Time, X, Y
from .topic import Topic, Update, encode

if TYPE_CHECKING:
    from ....world import World
    from ..client import Client
    from ..hub import Hub

INTERVAL = 1.0  # between two readings [s]
MOST = 200  # vehicles of a message
MOST_NEAR = 60  # vehicles of a message in a large world: 9 kB a second
MOST_EVENTS = 8  # between two readings; a page shows six at a time
ORDINARY = (reasons.CONVOY, reasons.PRIORITY)  # reasons that make no event on the page: waiting in traffic


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


class StandingTopic(Topic):
    """Vehicles that stand although they have a goal; in a large world those near the client's camera."""

    name = "standing"
    messages = (Standing, Standstill)

    def __init__(self, hub: "Hub") -> None:
        super().__init__(hub)
        self._due = 0.0  # time of the next reading on the clock
        self._is_due = False
        self._ids: Ids = np.zeros(0, np.int32)  # that stand, the longest standing first
        self._counted: frozenset[int] = frozenset()  # of these, those that have stood for long
        self._summary = ""
        self._sent = self._waiting = self._message(self._ids)
        self._events: deque[Update] = deque(maxlen=MOST_EVENTS)
        self._event_count = 0

    def observe(self, world: "World") -> None:
        """Read the events of the step and, if it is time, the standing vehicles."""
        if self.has_audience and world.events.standstills.vehicle.size:
            self._events.extend(self._event_messages(world))
        self.look(world)

    def look(self, world: "World") -> None:
        """Read the standing vehicles, if it is time."""
        if not self.has_audience or self.clock() < self._due:
            return
        self._due = self.clock() + INTERVAL
        self._look(world)
        self._is_due = self._is_large
        if not self._is_large:
            self._waiting = self._message(self._ids[:MOST])

    def updates(self) -> Iterator[Update]:
        """Yield events, and the message of a small world if it has changed."""
        while self._events:
            yield self._events.popleft()
        waiting = self._waiting
        if waiting != self._sent:
            self._sent = waiting
            yield self.name, waiting

    def welcome(self, client: "Client") -> Iterator[Update]:
        """Yield the message of a small world."""
        if not self._is_large:
            self._look(self.world)
            self._waiting, self._sent = self._message(self._ids[:MOST]), ""  # all others get it, too
            yield self.name, self._waiting

    def is_due(self) -> bool:
        """Return, once, whether there was a new reading of a large world."""
        due, self._is_due = self._is_due, False
        return due

    def message_near(self, client: "Client") -> str:
        """Return the message about the vehicles nearest to the client's camera, after those that it has chosen."""
        ids, vehicles = self._ids, self.world.vehicles
        viewpoint = client.interest and client.interest.viewpoint
        if viewpoint is not None:
            away = np.hypot(vehicles.x[ids] - viewpoint.x, vehicles.y[ids] - viewpoint.y)
            is_chosen = np.isin(ids, [client.vehicle, client.watching, viewpoint.selected])
            ids = ids[np.lexsort((away, ~is_chosen))]
        return self._message(ids[:MOST_NEAR])

    @property
    def _is_large(self) -> bool:
        return self.world.count > SMALL_WORLD

    def _look(self, world: "World") -> None:
        """Read the columns."""
        standing = world.vehicles.standing_time
        ids = np.flatnonzero(standing >= BEGINS).astype(np.int32)
        self._ids = ids[np.argsort(-standing[ids], kind="stable")]
        counted = world.recovery.standing().tolist()
        self._counted, self._summary = frozenset(counted), summary(world, counted)

    def _message(self, ids: Ids) -> str:
        standing = [
            _standing_vehicle(self.world, vehicle, is_counted=vehicle in self._counted) for vehicle in ids.tolist()
        ]
        message: Standing = {"type": "standing", "summary": self._summary, "vehicles": standing}
        return encode(message)

    def _event_messages(self, world: "World") -> Iterator[Update]:
        events = world.events.standstills
        columns = (events.vehicle, events.reason, events.what, events.x, events.y, events.time)
        for vehicle, reason, what, x, y, at in zip(*(column.tolist() for column in columns), strict=True):
            if reason in ORDINARY:
                continue
            words = happened(world, vehicle, what)
            self._event_count += 1
            event: Standstill = {"type": "standstill", "vehicle": vehicle, "words": words, "x": x, "y": y, "time": at}
            yield f"standstill {self._event_count % MOST_EVENTS}", encode(event)


def _standing_vehicle(world: "World", vehicle: int, *, is_counted: bool) -> StandingVehicle:
    vehicles = world.vehicles
    standing_time = float(vehicles.standing_time[vehicle])
    return {
        "vehicle": vehicle,
        "words": sentence(world, vehicle),
        "action": action(world, vehicle),
        "is_counted": is_counted,
        "since": round(world.time - standing_time),
        "x": round(float(vehicles.x[vehicle])),
        "y": round(float(vehicles.y[vehicle])),
    }
