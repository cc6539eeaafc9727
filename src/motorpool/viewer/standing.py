"""Messages to browsers about vehicles that stand although they have a goal: the reason and the time.

``StandingUpdates`` observes the world in the simulation's thread: it reads the step's events, and once a second the
columns of ``world.recovery``. The server's thread sends what has changed with the next frame.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..world.recovery import reasons
from ..world.recovery.component import BEGINS
from ..world.recovery.summary import summary
from ..world.recovery.wording import action, happened, sentence
from .census import SMALL_WORLD, Ids
from .interest import Viewpoint
from .json_encoding import encode
from .schema.live import StandingVehicle

if TYPE_CHECKING:
    from ..world import World

TOPIC = "standing"
INTERVAL = 1.0  # between two readings [s]
MOST = 200  # vehicles of a message
MOST_NEAR = 60  # vehicles of a message in a large world: 9 kB a second
MOST_EVENTS = 8  # between two readings; a page shows six at a time
ORDINARY = (reasons.CONVOY, reasons.PRIORITY)  # reasons that make no event on the page: waiting in traffic

Update = tuple[str, str]  # a topic, and the JSON message


class StandingUpdates:
    """An observer that writes messages about standing vehicles.

    In a small world a message is about all of them. In a large one each browser has messages of its own, about those
    near its camera (`due`, `message_for`).

    Attributes:
        has_audience: whether a browser is connected; if not, observing costs nothing.
    """

    def __init__(self, world: "World", *, clock: Callable[[], float] = time.monotonic) -> None:
        self.has_audience = False
        self._world, self._clock = world, clock
        self._due = 0.0  # time of the next reading on the clock
        self._is_due = False
        self.fit(world)
        self._ids: Ids = np.zeros(0, np.int32)  # that stand, the longest standing first
        self._counted: frozenset[int] = frozenset()  # of these, those that have stood for long
        self._summary = ""
        self._sent = self._waiting = self._message(self._ids)
        self._events: deque[Update] = deque(maxlen=MOST_EVENTS)
        self._event_count = 0

    def fit(self, world: "World") -> None:
        """Note whether each browser has messages of its own, as in a large world."""
        self._is_large = world.count > SMALL_WORLD

    def observe(self, world: "World") -> None:
        """Read the events of the step and, if it is time, the standing vehicles; called at the end of a step."""
        if self.has_audience and world.events.standstills.vehicle.size:
            self._events.extend(self._event_messages(world))
        self.look(world)

    def look(self, world: "World") -> None:
        """Read the standing vehicles, if it is time."""
        if not self.has_audience or self._clock() < self._due:
            return
        self._due = self._clock() + INTERVAL
        self._look(world)
        self._is_due = self._is_large
        if not self._is_large:
            self._waiting = self._message(self._ids[:MOST])

    def updates(self) -> Iterator[Update]:
        """Yield the messages that all browsers get; in the server's thread."""
        while self._events:
            yield self._events.popleft()
        waiting = self._waiting
        if waiting != self._sent:
            self._sent = waiting
            yield TOPIC, waiting

    def snapshot(self) -> Iterator[Update]:
        """Yield the message for a new browser, if all browsers get the same."""
        if not self._is_large:
            self._look(self._world)
            self._waiting, self._sent = self._message(self._ids[:MOST]), ""  # all others get it, too
            yield TOPIC, self._waiting

    def due(self) -> bool:
        """Return, once, whether the messages of a large world are due; in the server's thread."""
        due, self._is_due = self._is_due, False
        return due

    def message_for(self, viewpoint: Viewpoint | None, chosen: Iterable[int]) -> str:
        """Return the message about the standing vehicles nearest to a camera.

        Args:
            viewpoint: of the camera; None if it is not known yet.
            chosen: ids of vehicles that the message is about wherever they stand; negative ones are none.
        """
        ids, vehicles = self._ids, self._world.vehicles
        if viewpoint is not None:
            away = np.hypot(vehicles.x[ids] - viewpoint.x, vehicles.y[ids] - viewpoint.y)
            ids = ids[np.lexsort((away, ~np.isin(ids, list(chosen))))]
        return self._message(ids[:MOST_NEAR])

    def _look(self, world: "World") -> None:
        """Read the columns."""
        standing = world.vehicles.standing_time
        ids = np.flatnonzero(standing >= BEGINS).astype(np.int32)
        self._ids = ids[np.argsort(-standing[ids], kind="stable")]
        counted = world.recovery.standing().tolist()
        self._counted, self._summary = frozenset(counted), summary(world, counted)

    def _message(self, ids: Ids) -> str:
        told = [
            _standing_vehicle(self._world, vehicle, is_counted=vehicle in self._counted) for vehicle in ids.tolist()
        ]
        return encode({"type": TOPIC, "summary": self._summary, "vehicles": told})

    def _event_messages(self, world: "World") -> Iterator[Update]:
        events = world.events.standstills
        columns = (events.vehicle, events.reason, events.what, events.x, events.y, events.time)
        for vehicle, reason, what, x, y, at in zip(*(column.tolist() for column in columns), strict=True):
            if reason in ORDINARY:
                continue
            words = happened(world, vehicle, what)
            self._event_count += 1
            yield (
                f"standstill {self._event_count % MOST_EVENTS}",
                encode({"type": "standstill", "vehicle": vehicle, "words": words, "x": x, "y": y, "time": at}),
            )


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
