"""Journal of a recording: actions of people and events of each step, reasons why vehicles stand, joints, and checksums.

An entry belongs to one tick. It holds the actions that were applied at the start of its step, the events of the step,
the turrets and trailers that have turned, and, once a second, the vehicles that stand and the checksum of each column
at the end of the step. Entries are stored as JSON, which represents floats exactly; ``validation.entries`` reads them.
"""

import json
import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from ..world.drivers.kinds import PLAYER
from ..world.gunnery.damage import DEAD, HIT, WHOLE
from ..world.gunnery.rounds import VEHICLE
from ..world.recovery.events import WORDS as STANDSTILLS
from ..world.recovery.reasons import CONVOY, PRIORITY
from ..world.recovery.reasons import VEHICLE as BY_VEHICLE
from ..world.sources.actions import encoded
from ..world.stability.component import WORDS
from .description import fleets_in
from .journal_states import JointAngles, JointReadings, StandingState, StandingStates, are_same, bound_objects

if TYPE_CHECKING:
    from ..world import World

CHECKED_BYTES = 1 << 25  # of columns that are checked each simulated second; larger worlds are checked less often
MOST_EVENTS = 64  # of a step
CONDITIONS = {WHOLE: "repaired", HIT: "damaged", DEAD: "destroyed"}
KINDS = ("shot", "impact", "contact", *CONDITIONS.values(), *WORDS, *STANDSTILLS)  # of events
STANDING_INTERVAL = 1.0  # between two checks of the vehicles that stand [s]
NOBODY = -1  # in place of the other vehicle of an event


class Event(NamedTuple):
    """Event of a step, for the marks of a timeline."""

    kind: str  # "contact", "shot", "impact", "repaired", "damaged", "destroyed", or words of stability or recovery
    vehicle: int  # id of the vehicle that the event happened to, or that caused it
    other: int = NOBODY  # id of the other vehicle; -1 for none


class Entry(NamedTuple):
    """Journal of one tick."""

    tick: int
    actions: Sequence[Any] = ()  # of ``sources.actions``, in the order in which they were applied
    events: Sequence[Event] = ()
    standing: Sequence[StandingState] = ()  # states that have changed since the check before
    sums: dict[str, int] | None = None  # CRC-32 of each column at the end of the step, if it was checked
    fleets: Sequence[dict[str, Any]] = ()  # descriptions of fleets that were added to the world in this step
    joints: JointAngles | None = None  # angles of turrets and trailers that have changed since the reading before
    received: bool = False  # from this tick on the world may depend on data that a source received from outside


class Journal:
    """Collects entries of a running world.

    Attributes:
        first_tick: the first that was seen; None before.
        names: names of the columns that are checked, in their order.
        interval: number of ticks between two checksums.
    """

    def __init__(self) -> None:
        self.first_tick: int | None = None
        self.names: list[str] = []
        self.interval = 1
        self._waiting: list[dict[str, Any]] = []
        self._has_received = False
        self._count = 0  # rows of the fleets that the recording names
        self._states, self._joints = StandingStates(), JointReadings()
        self._checksums: Checksums | None = None

    @property
    def has_actions(self) -> bool:
        """Return whether there are actions or events that ``take`` has not returned."""
        return any(entry.keys() & {"actions", "events", "fleets", "joints", "standing"} for entry in self._waiting)

    def note(self, world: "World") -> None:
        """Add the actions, events and checksums of the world's last step."""
        if self.first_tick is None:
            self._begin(world)
        is_checked = world.tick % self.interval == 0 or world.tick == self.first_tick
        is_first_received = not self._has_received and has_received(world)
        are_joints_read = self._joints.is_due(world)
        is_looked_at = world.tick % max(1, round(STANDING_INTERVAL / world.dt)) == 0
        has_grown = world.count > self._count
        is_quiet = not (world.actions or has_grown) and world.events.is_empty
        if is_quiet and not (is_checked or is_first_received or is_looked_at or are_joints_read):
            return
        entry: dict[str, Any] = {"tick": world.tick}
        if has_grown:
            entry["fleets"] = [fleet for fleet in fleets_in(world.fleets) if fleet["first"] >= self._count]
            self._count = world.count
        if world.actions:
            entry["actions"] = [encoded(action) for action in world.actions]
        if events := list(_events_of(world))[:MOST_EVENTS]:
            entry["events"] = events
        if is_looked_at and (states := self._states.changes(world)):
            entry["standing"] = states
        if are_joints_read and (joints := self._joints.changes(world)):
            entry["joints"] = joints
        if is_checked:
            entry["sums"] = self._sums()
        if is_first_received:
            self._has_received = entry["received"] = True
        if len(entry) > 1:
            self._waiting.append(entry)

    def take(self) -> bytes | None:
        """Return the entries since the last call, encoded; None if there are none."""
        waiting, self._waiting = self._waiting, []
        return json.dumps(waiting, separators=(",", ":")).encode() if waiting else None

    def _begin(self, world: "World") -> None:
        self.first_tick, self._count = world.tick, world.population.built_count
        self._checksums = Checksums(world)
        self._checksums.values()
        self.names = self._checksums.names
        self.interval = checking_interval(world)

    def _sums(self) -> str | dict[str, int]:
        assert self._checksums is not None
        values = self._checksums.values()
        if self._checksums.names is self.names:
            return np.array(values, ">u4").tobytes().hex()
        return dict(zip(self._checksums.names, values, strict=True))


def checking_interval(world: "World") -> int:
    """Return the interval of checksums [ticks]: a simulated second, and more for large worlds."""
    size = world.population.built_count * sum(column.itemsize for column in world.vehicles.all_columns())
    return max(1, round(1.0 / world.dt)) * (1 + size // CHECKED_BYTES)


def has_received(world: "World") -> bool:
    """Return whether a source has received data from outside the world that no action records."""
    return any(getattr(source, "has_received", False) for source in world.sources)


def _events_of(world: "World") -> Iterator[Event]:
    """Yield the marks of a timeline: fire, damage and standstills of all, contacts and upsets of people's vehicles."""
    events, driver = world.events, world.vehicles.driver
    stood = events.standstills
    for shooter in events.shots.shooter.tolist():
        yield Event("shot", shooter)
    for shooter, met, index in zip(
        *(column.tolist() for column in (events.impacts.shooter, events.impacts.met, events.impacts.met_index)),
        strict=True,
    ):
        yield Event("impact", shooter, index if met == VEHICLE else NOBODY)
    for vehicle, condition in zip(events.changes.vehicle.tolist(), events.changes.condition.tolist(), strict=True):
        yield Event(CONDITIONS[condition], vehicle)
    for vehicle, other in zip(events.contacts.vehicle.tolist(), events.contacts.other.tolist(), strict=True):
        if driver[vehicle] == PLAYER or (other >= 0 and driver[other] == PLAYER):
            yield Event("contact", vehicle, other)
    for vehicle, what in zip(events.stability.vehicle.tolist(), events.stability.what.tolist(), strict=True):
        if driver[vehicle] == PLAYER:
            yield Event(WORDS[what], vehicle)
    for vehicle, reason, what, other in zip(
        *(column.tolist() for column in (stood.vehicle, stood.reason, stood.what, stood.blocked_by)), strict=True
    ):
        yield Event(STANDSTILLS[what], vehicle, other if reason in (BY_VEHICLE, CONVOY, PRIORITY) else NOBODY)


APART = ("motion", "model_switching")  # components whose snapshots are fleets, which are named column by column here


class Checksums:
    """CRC-32 of each column of one world; its arrays are looked up again only where it has got others.

    Attributes:
        names: names of the columns, in their order.
    """

    def __init__(self, world: "World"):
        self._world = world
        self._bound_to: list[Any] = []  # objects that are replaced where columns are
        self._bound_names: list[str] = []
        self._columns: list[Any] = []
        self.names: list[str] = []

    def values(self) -> list[int]:
        """Return the checksums at this moment, in the order of ``names``, which this may replace."""
        bound_to = bound_objects(self._world)
        if not are_same(bound_to, self._bound_to):
            self._bound_to = bound_to
            bound = list(_columns_of(self._world))
            self._bound_names, self._columns = [name for name, _ in bound], [_bytes_of(column) for _, column in bound]
        others = list(_others_of(self._world))
        names = [*self._bound_names, *(name for name, _ in others)]
        if names != self.names:
            self.names = names
        return [*map(zlib.crc32, self._columns), *(zlib.crc32(_bytes_of(value)) for _, value in others)]


def checksums(world: "World") -> dict[str, int]:
    """Return the CRC-32 of each column, by its name."""
    sums = Checksums(world)
    values = sums.values()
    return dict(zip(sums.names, values, strict=True))


def _bytes_of(values: Any) -> Any:
    return np.ascontiguousarray(values).data


def _columns_of(world: "World") -> Iterator[tuple[str, Any]]:
    """Yield the name and the array of each column that the next step depends on and that keeps its array."""
    for name in world.vehicles.names:
        yield f"vehicles.{name}", getattr(world.vehicles, name)
    for fleet in world.fleets:
        for name, column in fleet.named_columns().items():
            yield f"{fleet.name}.{name}", column


def _others_of(world: "World") -> Iterator[tuple[str, Any]]:
    """Yield the name and the values of all else that the next step depends on."""
    yield "tick", np.array(world.tick)
    for fleet, rows in world.model_switching.alternates_in_use():
        for name, column in fleet.named_columns().items():
            yield f"{fleet.name}.alternate.{name}", column[rows]
    for component in world.components:
        if component.name not in APART:
            yield from _parts(component.name, component.snapshot())


def _parts(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if value is None:
        return
    if isinstance(value, tuple):
        parts = cast("tuple[Any, ...]", value)
        for part, inner in zip(getattr(parts, "_fields", range(len(parts))), parts, strict=True):
            yield from _parts(f"{name}.{part}", inner)
    else:
        yield name, np.frombuffer(value.encode(), np.uint8) if isinstance(value, str) else np.asarray(value)
