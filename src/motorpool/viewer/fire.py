"""Messages to browsers about turrets, shots, impacts and damage.

``GunneryUpdates`` observes the world in the simulation's thread: it reads the step's events and writes messages into a
mailbox of bounded size. The server's thread takes them out and sends them with the next frame.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..world.gunnery.damage import DEAD, HIT, WHOLE, condition
from ..world.gunnery.rounds import GROUND, OBJECT, VEHICLE
from .json_encoding import encode
from .score import ScoreCount

if TYPE_CHECKING:
    from ..world import World
    from ..world.events import Events

TURRET_INTERVAL = 0.1  # between two messages of turrets [s]
TURRET_STEP = 1e-3  # the smallest turn that is sent [rad]
MOST_WAITING = 256  # shots and impacts that wait for a frame; beyond, the oldest are dropped

MET: dict[int, Literal["ground", "object", "vehicle"]] = {GROUND: "ground", OBJECT: "object", VEHICLE: "vehicle"}

STATES: dict[int, Literal["whole", "hit", "dead"]] = {WHOLE: "whole", HIT: "hit", DEAD: "dead"}

Update = tuple[str, str]  # a topic, and the JSON message; a newer message on a topic takes the place of an older one


class GunneryUpdates:
    """An observer that writes messages about gunnery.

    Attributes:
        has_audience: whether a browser is connected; if not, observing costs nothing.
    """

    def __init__(self, world: "World", *, clock: Callable[[], float] = time.monotonic) -> None:
        self.has_audience = False
        self._world, self._clock = world, clock
        self._waiting: deque[Update] = deque(maxlen=MOST_WAITING)
        self._count = 0
        self._due = 0.0  # time on the clock at which turrets are read again
        self._score = ScoreCount(world.fleets, world.sides)
        self._sent_score = encode(self._score.message())
        self._sent = np.zeros((2, world.count))  # yaw and elevation of each turret [rad]
        self._has_turned = np.zeros(world.count, bool)

    def fit(self, world: "World") -> None:
        """Make room for the vehicles that the world has now."""
        self._score.fit(world.fleets, world.sides)
        sent, turned, count = self._sent, self._has_turned, min(self._sent.shape[1], world.count)
        self._sent, self._has_turned = np.zeros((2, world.count)), np.zeros(world.count, bool)
        self._sent[:, :count], self._has_turned[:count] = sent[:, :count], turned[:count]

    def observe(self, world: "World") -> None:
        """Read the events of the step; called at its end, in the simulation's thread."""
        if not world.gunnery.is_armed:
            return
        if not world.events.is_empty:
            self._score.count(world.events)
        if not self.has_audience:
            return
        if not world.events.is_empty:
            self._waiting.extend(self._messages(world.events))
        self.look_at_turrets()

    def look_at_turrets(self) -> None:
        """Read the turrets, if it is time; in the simulation's thread."""
        if self._world.gunnery.is_armed and self.has_audience and self._clock() >= self._due:
            self._due = self._clock() + TURRET_INTERVAL
            self._update_turrets()

    def updates(self) -> Iterator[Update]:
        """Yield the waiting messages, the oldest first; in the server's thread."""
        while self._waiting:
            yield self._waiting.popleft()
        if self._score.has_sides and (score := encode(self._score.message())) != self._sent_score:
            self._sent_score = score
            yield "score", score

    def snapshot(self) -> Iterator[Update]:
        """Yield messages for a new browser: the turrets that were ever turned, and the vehicles that are not whole."""
        if self._sent.shape[1] == self._world.count and (self._has_turned | self._turned()).any():
            yield "turrets", self._turrets()
        if self._score.has_sides:
            yield "score", encode(self._score.message())
        conditions = condition(self._world.vehicles.damage)
        for vehicle in np.flatnonzero(conditions != WHOLE):
            yield _damage(int(vehicle), int(conditions[vehicle]))

    def _messages(self, events: "Events") -> Iterator[Update]:
        """Yield the events as messages."""
        for shooter, x, y, z, vx, vy, vz, at in zip(*_lists(events.shots), strict=True):
            if math.isfinite(x + y + z + vx + vy + vz):
                yield (
                    self._topic(),
                    encode(
                        {
                            "type": "shot",
                            "shooter": shooter,
                            "x": x,
                            "y": y,
                            "z": z,
                            "vx": vx,
                            "vy": vy,
                            "vz": vz,
                            "time": at,
                        }
                    ),
                )
        for shooter, x, y, z, met, index, at in zip(*_lists(events.impacts), strict=True):
            yield (
                self._topic(),
                encode(
                    {
                        "type": "impact",
                        "shooter": shooter,
                        "x": x,
                        "y": y,
                        "z": z,
                        "on": MET[met],
                        "index": index,
                        "time": at,
                    }
                ),
            )
        for vehicle, state, _ in zip(*_lists(events.changes), strict=True):
            yield _damage(vehicle, state)

    def _topic(self) -> str:
        """Return a topic for a shot or an impact, unique among those that wait."""
        self._count += 1
        return f"fire {self._count % MOST_WAITING}"

    def _update_turrets(self) -> None:
        turned = self._turned()
        if turned.any():
            self._has_turned |= turned
            vehicles = self._world.vehicles
            self._sent[:, turned] = vehicles.turret_yaw[turned], vehicles.turret_elevation[turned]
            self._waiting.append(("turrets", self._turrets()))

    def _turned(self) -> NDArray[np.bool_]:
        """Return a mask of the turrets that have turned since they were sent."""
        vehicles = self._world.vehicles
        now = np.stack([vehicles.turret_yaw, vehicles.turret_elevation])
        return np.any(abs(now - self._sent) >= TURRET_STEP, axis=0)

    def _turrets(self) -> str:
        """Return the message of all turrets that have ever turned, so that it replaces all earlier ones."""
        vehicles = self._world.vehicles
        ids = np.flatnonzero(self._has_turned | self._turned())
        columns = (ids, np.round(vehicles.turret_yaw[ids], 4), np.round(vehicles.turret_elevation[ids], 4))
        return encode({"type": "turrets", "turrets": list(zip(*(column.tolist() for column in columns), strict=True))})


def _damage(vehicle: int, state: int) -> Update:
    return f"damage {vehicle}", encode({"type": "damage", "vehicle": vehicle, "state": STATES[state]})


def _lists(columns: tuple[NDArray[Any], ...]) -> list[list[Any]]:
    """Columns of events as Python's numbers."""
    return [column.tolist() for column in columns]
