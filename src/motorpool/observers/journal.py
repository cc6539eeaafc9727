"""The journal of a recording: what people did in each step, what happened to them, and checksums of the world.

An entry belongs to one tick and holds the actions that were applied at the start of its step, the events of the step,
and now and then the checksum of each column at its end. Entries travel as JSON, whose text of a float is exact.
"""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import RecordingError
from ..sources.actions import decoded, encoded
from ..world.drivers.kinds import PLAYER
from ..world.gunnery.damage import DEAD, HIT, WHOLE
from ..world.gunnery.rounds import VEHICLE
from ..world.stability.component import WORDS
from .checksums import checksums

if TYPE_CHECKING:
    from ..world import World

CHECKED_BYTES = 1 << 25  # of columns that are checked each simulated second; larger worlds are checked less often
MOST_EVENTS = 64  # of a step
CONDITIONS = {WHOLE: "repaired", HIT: "damaged", DEAD: "destroyed"}
NOBODY = -1


class Event(NamedTuple):
    """Something that happened, for the marks of a timeline."""

    kind: str  # "contact", "shot", "impact", "repaired", "damaged", "destroyed", or a word of ``world.stability``
    vehicle: int  # id of the one that it happened to, or that did it
    other: int = NOBODY  # id of the other vehicle; -1 for none


class Entry(NamedTuple):
    """Journal of one tick."""

    tick: int
    actions: Sequence[Any] = ()  # of ``sources.actions``, in the order in which they were applied
    events: Sequence[Event] = ()
    sums: dict[str, int] | None = None  # CRC-32 of each column at the end of the step, if it was checked


class Journal:
    """Collects entries of a running world.

    Attributes:
        first_tick: the first that was seen; None before.
        names: of the columns that are checked, in their order.
    """

    def __init__(self) -> None:
        self.first_tick: int | None = None
        self.names: list[str] = []
        self._interval = 1  # of checksums, in ticks
        self._waiting: list[dict[str, Any]] = []

    @property
    def has_actions(self) -> bool:
        """Return whether actions or events wait to be taken."""
        return any("actions" in entry or "events" in entry for entry in self._waiting)

    def note(self, world: "World") -> None:
        """Note the step that a world has just made."""
        if self.first_tick is None:
            self._begin(world)
        is_checked = world.tick % self._interval == 0 or world.tick == self.first_tick
        if not (is_checked or world.actions or not world.events.is_empty):
            return
        entry: dict[str, Any] = {"tick": world.tick}
        if world.actions:
            entry["actions"] = [encoded(action) for action in world.actions]
        if events := list(_events_of(world))[:MOST_EVENTS]:
            entry["events"] = events
        if is_checked:
            entry["sums"] = self._sums(world)
        if len(entry) > 1:
            self._waiting.append(entry)

    def take(self) -> bytes | None:
        """Return the entries since the last call, encoded; None if there are none."""
        waiting, self._waiting = self._waiting, []
        return json.dumps(waiting, separators=(",", ":")).encode() if waiting else None

    def _begin(self, world: "World") -> None:
        self.first_tick = world.tick
        self.names = list(checksums(world))
        size = sum(column.nbytes for column in world.vehicles.all_columns())
        self._interval = max(1, round(1.0 / world.dt)) * (1 + size // CHECKED_BYTES)

    def _sums(self, world: "World") -> str | dict[str, int]:
        sums = checksums(world)
        return "".join(f"{value:08x}" for value in sums.values()) if list(sums) == self.names else sums


def entries(text: bytes, names: Sequence[str]) -> list[Entry]:
    """Return the entries that ``Journal.take`` encoded.

    Args:
        text: as it was stored.
        names: of the columns that are checked.

    Raises:
        RecordingError: that is no journal.
    """
    try:
        return [_entry(values, names) for values in json.loads(text)]
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise RecordingError(f"the recording has a journal that cannot be read ({error}); record again") from error


def _entry(values: dict[str, Any], names: Sequence[str]) -> Entry:
    sums = values.get("sums")
    if isinstance(sums, str):
        sums = {name: int(sums[8 * index : 8 * index + 8], 16) for index, name in enumerate(names)}
    return Entry(
        int(values["tick"]),
        [decoded(action) for action in values.get("actions", ())],
        [Event(*event) for event in values.get("events", ())],
        sums,
    )


def _events_of(world: "World") -> Iterator[Event]:
    """Yield what a timeline marks: fire and damage of everybody, contacts and upsets of people's vehicles."""
    events, driver = world.events, world.vehicles.driver
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
