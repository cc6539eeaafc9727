"""Gunnery: turrets, shots, impacts, damage, and the score of each side."""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, WithJsonSchema
from typing_extensions import TypedDict

from ....world.gunnery.damage import DEAD, HIT, WHOLE, condition
from ....world.gunnery.rounds import GROUND, OBJECT, VEHICLE
from ..schema.fields import EAST, NORTH, NULLABLE, UP, ItsId, Number, Time, Y, Z
from .topic import Topic, Update, encode

if TYPE_CHECKING:
    from ....vehicles.fleet import Fleet
    from ....world import World
    from ....world.events import Events
    from ..client import Client
    from ..hub import Hub

TURRET_INTERVAL = 0.1  # between two messages of turrets [s]
TURRET_STEP = 1e-3  # the smallest turn that is sent [rad]
MOST_WAITING = 256  # shots and impacts that wait for a frame; beyond, the oldest are dropped
NONE = -1  # of a vehicle that is on no side

MET: dict[int, Literal["ground", "object", "vehicle"]] = {GROUND: "ground", OBJECT: "object", VEHICLE: "vehicle"}

STATES: dict[int, Literal["whole", "hit", "dead"]] = {WHOLE: "whole", HIT: "hit", DEAD: "dead"}

TurretYaw = Annotated[Number, WithJsonSchema(NULLABLE | {"title": "yaw"})]
Elevation = Annotated[Number, WithJsonSchema(NULLABLE | {"title": "elevation"})]


class Turrets(TypedDict):
    """Directions of all turrets that have ever turned, sent on connection and at up to 10 Hz while one turns."""

    type: Literal["turrets"]
    turrets: Annotated[list[tuple[ItsId, TurretYaw, Elevation]], Field(description="in the hull, left and up [rad]")]


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


class GunneryTopic(Topic):
    """Turrets, shots, impacts, damage and the score, from the events of each step."""

    name = "gunnery"
    messages = (Turrets, Shot, Impact, Damage, Score)

    def __init__(self, hub: "Hub") -> None:
        super().__init__(hub)
        world = self.world
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
        """Read the events of the step."""
        if not world.gunnery.is_armed:
            return
        if not world.events.is_empty:
            self._score.count(world.events)
        if not self.has_audience:
            return
        if not world.events.is_empty:
            self._waiting.extend(self._messages(world.events))
        self.look(world)

    def look(self, world: "World") -> None:
        """Read the turrets, if it is time."""
        if world.gunnery.is_armed and self.has_audience and self.clock() >= self._due:
            self._due = self.clock() + TURRET_INTERVAL
            self._update_turrets()

    def updates(self) -> Iterator[Update]:
        """Yield the waiting messages, the oldest first."""
        while self._waiting:
            yield self._waiting.popleft()
        if self._score.has_sides and (score := encode(self._score.message())) != self._sent_score:
            self._sent_score = score
            yield "score", score

    def welcome(self, client: "Client") -> Iterator[Update]:
        """Yield the turrets that were ever turned, the score, and the vehicles that are not whole."""
        if self._sent.shape[1] == self.world.count and (self._has_turned | self._turned()).any():
            yield "turrets", self._turrets()
        if self._score.has_sides:
            yield "score", encode(self._score.message())
        conditions = condition(self.world.vehicles.damage)
        for vehicle in np.flatnonzero(conditions != WHOLE):
            yield _damage(int(vehicle), int(conditions[vehicle]))

    def _messages(self, events: "Events") -> Iterator[Update]:
        """Yield the events as messages."""
        for shooter, x, y, z, vx, vy, vz, at in zip(*_lists(events.shots), strict=True):
            if math.isfinite(x + y + z + vx + vy + vz):
                shot: Shot = {
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
                yield self._key(), encode(shot)
        for shooter, x, y, z, met, index, at in zip(*_lists(events.impacts), strict=True):
            impact: Impact = {
                "type": "impact",
                "shooter": shooter,
                "x": x,
                "y": y,
                "z": z,
                "on": MET[met],
                "index": index,
                "time": at,
            }
            yield self._key(), encode(impact)
        for vehicle, state, _ in zip(*_lists(events.changes), strict=True):
            yield _damage(vehicle, state)

    def _key(self) -> str:
        """Return a key for a shot or an impact, unique among those that wait."""
        self._count += 1
        return f"fire {self._count % MOST_WAITING}"

    def _update_turrets(self) -> None:
        turned = self._turned()
        if turned.any():
            self._has_turned |= turned
            vehicles = self.world.vehicles
            self._sent[:, turned] = vehicles.turret_yaw[turned], vehicles.turret_elevation[turned]
            self._waiting.append(("turrets", self._turrets()))

    def _turned(self) -> NDArray[np.bool_]:
        """Return a mask of the turrets that have turned since they were sent."""
        vehicles = self.world.vehicles
        now = np.stack([vehicles.turret_yaw, vehicles.turret_elevation])
        return np.any(abs(now - self._sent) >= TURRET_STEP, axis=0)

    def _turrets(self) -> str:
        """Return the message of all turrets that have ever turned, so that it replaces all earlier ones."""
        vehicles = self.world.vehicles
        ids = np.flatnonzero(self._has_turned | self._turned())
        columns = (ids, np.round(vehicles.turret_yaw[ids], 4), np.round(vehicles.turret_elevation[ids], 4))
        turrets = list(zip(*(column.tolist() for column in columns), strict=True))
        message: Turrets = {"type": "turrets", "turrets": turrets}
        return encode(message)


class ScoreCount:
    """Counts of shots, hits on others, vehicles destroyed and own ones lost, of each side.

    A round that hits its own side counts as a shot. A destroyed vehicle counts for every vehicle that hit it in that
    step.

    Args:
        fleets: fleets of the world, in its order.
        sides: name of the side of each fleet that is on one, by the fleet's name.
    """

    def __init__(self, fleets: Iterable["Fleet"], sides: Mapping[str, str]) -> None:
        self._names: list[str] = []
        self._counts = np.zeros((0, 4), np.int64)  # shots, hits, destroyed, lost
        self.fit(fleets, sides)

    def fit(self, fleets: Iterable["Fleet"], sides: Mapping[str, str]) -> None:
        """Find the sides of the vehicles that the world has now; the counts of each side stay."""
        found = list(fleets)
        names = list(dict.fromkeys([*self._names, *(sides[fleet.name] for fleet in found if fleet.name in sides)]))
        counts = np.zeros((len(names), 4), np.int64)
        counts[: len(self._counts)] = self._counts
        self._names, self._counts = names, counts
        numbers = [self._names.index(sides[fleet.name]) if fleet.name in sides else NONE for fleet in found]
        self._side_of = np.repeat(np.array(numbers, np.intp), [fleet.count for fleet in found])

    def count(self, events: "Events") -> None:
        """Add the events of a step."""
        if not self._names:
            return
        self._add(0, events.shots.shooter)
        impacts = events.impacts
        dead = events.changes.vehicle[events.changes.condition == DEAD]
        for shooter, met, struck in zip(impacts.shooter, impacts.met, impacts.met_index, strict=True):
            if met == VEHICLE and self._side(shooter) != self._side(struck):
                self._add(1, [shooter])
                if struck in dead:
                    self._add(2, [shooter])
        self._add(3, dead)

    def message(self) -> Score:
        """Return the message for browsers."""
        sides: list[SideScore] = [
            {"side": name, "shots": int(shots), "hits": int(hits), "destroyed": int(destroyed), "lost": int(lost)}
            for name, (shots, hits, destroyed, lost) in zip(self._names, self._counts, strict=True)
        ]
        return {"type": "score", "sides": sides}

    @property
    def has_sides(self) -> bool:
        """Return whether the world has sides."""
        return bool(self._names)

    def _side(self, vehicle: int) -> int:
        return int(self._side_of[vehicle]) if 0 <= vehicle < len(self._side_of) else NONE

    def _add(self, what: int, vehicles: Iterable[int]) -> None:
        for vehicle in vehicles:
            if (side := self._side(int(vehicle))) != NONE:
                self._counts[side, what] += 1


def _damage(vehicle: int, state: int) -> Update:
    message: Damage = {"type": "damage", "vehicle": vehicle, "state": STATES[state]}
    return f"damage {vehicle}", encode(message)


def _lists(columns: tuple[NDArray[Any], ...]) -> list[list[Any]]:
    """Columns of events as Python's numbers."""
    return [column.tolist() for column in columns]
