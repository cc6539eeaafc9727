"""Playback of a recording: writes its rows into the columns of a world that is not stepped, for any moment.

A ``Playback`` takes the place of the world in a ``Pacer``: ``step`` goes on by a tick, ``seek`` goes anywhere. Between
two rows that lie further apart than a tick, poses are interpolated. Marks of its timeline are events and actions.
"""

import itertools
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ..base.errors import RecordingError
from ..base.wording import counted
from ..models.mathematics import wrap_angle
from ..world.drivers.kinds import ABSENT
from ..world.gunnery.damage import DEAD, HIT, WHOLE
from ..world.recovery.events import FREED
from ..world.recovery.events import WORDS as STANDSTILLS
from ..world.scenario.stand_ins import stand_in_for
from ..world.sources.actions import Take
from .chunks import Ticks
from .columns import COLUMNS, Column
from .journal import CONDITIONS, NOBODY, Entry
from .journal_states import ShownJoints, ShownStates
from .tables import Rows

if TYPE_CHECKING:
    from ..world import World
    from .recording import Recording

KEPT_GROUPS = 3  # chunks in memory: the present one and its neighbours; each has at most 2^20 rows of 36 bytes
SMOOTH = ("x", "y", "z", "pitch", "roll", "speed", "steer")  # interpolated; yaw along the shorter arc


class Group(NamedTuple):
    """Rows of some ticks in memory."""

    ticks: NDArray[np.int32]
    columns: dict[str, NDArray[Any]]  # by quantity, in the file's units, (ticks, vehicles of the world)


class Playback:
    """A recording that is played into a world.

    Args:
        dt: simulated time of a step [s].

    Raises:
        RecordingError: it has no row, another number of vehicles, or damaged rows.

    Attributes:
        marks: marks on a timeline, by time.
        people: ids of the vehicles that people took.
        on_end: called when the last tick was shown.
    """

    def __init__(self, world: "World", recording: "Recording"):
        if world.count == recording.built_count < recording.vehicle_count:
            further = recording.about["fleets"][len(world.fleets) :]
            world.population.extend_by([stand_in_for(fleet) for fleet in further])
        if world.count != recording.vehicle_count or not recording.row_count:
            raise RecordingError(
                f"{recording.path} has {counted(recording.row_count, 'row')} of "
                f"{counted(recording.vehicle_count, 'vehicle')}, and its scenario builds {world.count} now; "
                "there must be rows, and as many vehicles"
            )
        self.world, self.recording = world, recording
        self.dt = float(recording.about["dt"])
        self.on_end: Callable[[], None] = lambda: None
        self._spans = _ascending(recording)
        journal = recording.journal()
        self.marks, self.people = marks_of(journal, self.dt), people_in(journal)
        self._damage, self._standing, self._joints = _damage_in(journal), ShownStates(journal), ShownJoints(journal)
        self._first, self._last = self._spans[0].first, self._spans[-1].last
        self._groups: OrderedDict[int, Group] = OrderedDict()
        self._lock = threading.RLock()
        world.gunnery.is_armed = True  # so that messages about damage are sent
        self._show(self._first)

    @property
    def start(self) -> float:
        """Simulated time of the first rows [s]."""
        return self._first * self.dt

    @property
    def end(self) -> float:
        """Simulated time of the last rows [s]."""
        return self._last * self.dt

    @property
    def is_at_end(self) -> bool:
        """Return whether the last rows are shown."""
        return self.world.tick >= self._last

    def step(self) -> None:
        """Show the next tick; at the end the last one stays shown.

        Raises:
            RecordingError: rows are damaged.
        """
        with self._lock:
            if not self.is_at_end:
                self._show(self.world.tick + 1)
                self.world.ruts.step()  # of what has been played since the last jump, from the poses
            self.world.notify_observers()
            is_at_end = self.is_at_end
        if is_at_end:
            self.on_end()

    def seek(self, time: float) -> None:
        """Show the moment that is nearest to a simulated time [s]. Safe to call from any thread.

        Raises:
            RecordingError: rows are damaged.
        """
        with self._lock:
            self._show(min(max(round(time / self.dt), self._first), self._last))
            self.world.ruts.clear()

    def _show(self, tick: int) -> None:
        number = next(number for number, span in enumerate(self._spans) if tick <= span.last)
        if tick < self._spans[number].first:  # between two groups
            number -= 1
        group = self._group(number)
        index = max(0, int(np.searchsorted(group.ticks, tick, "right")) - 1)
        for column in COLUMNS:
            self._write(column.quantity, group.columns[column.quantity][index], column.scale)
        since = int(group.ticks[index])
        if tick > since:
            self._mix(tick, since, self._next_row(number, index))
        self._show_damage(tick)
        self._standing.show(self.world, tick)
        self._joints.show(self.world, tick)
        self.world.show_tick(tick)

    def _write(self, quantity: str, row: NDArray[Any], scale: float) -> None:
        column = getattr(self.world.vehicles, quantity)
        column[:] = row if scale == 1.0 else row / scale

    def _next_row(self, number: int, index: int) -> tuple[int, dict[str, NDArray[Any]]] | None:
        group = self._group(number)
        if index + 1 >= len(group.ticks):
            if number + 1 >= len(self._spans):
                return None
            group, index = self._group(number + 1), -1
        row = {name: column[index + 1] for name, column in group.columns.items()}
        return int(group.ticks[index + 1]), row

    def _mix(self, tick: int, since: int, following: tuple[int, dict[str, NDArray[Any]]] | None) -> None:
        """Interpolate the poses towards the following row."""
        if following is None:
            return
        until, row = following
        vehicles = self.world.vehicles
        is_there = (vehicles.driver != ABSENT) & (row["driver"] != ABSENT)
        fraction = np.where(is_there, (tick - since) / (until - since), 0.0)
        for quantity in SMOOTH:
            column = getattr(vehicles, quantity)
            column += fraction * (row[quantity] / _SCALES[quantity] - column)
        turn = wrap_angle(cast("Any", row["yaw"] / _SCALES["yaw"] - vehicles.yaw))
        vehicles.yaw[:] = wrap_angle(cast("Any", vehicles.yaw + fraction * turn))

    def _show_damage(self, tick: int) -> None:
        damage = np.zeros(self.world.count)
        for since, vehicle, value in self._damage:
            if since > tick:
                break
            damage[vehicle] = value
        self.world.gunnery.show_damage(damage)

    def _group(self, number: int) -> Group:
        found = self._groups.get(number)
        if found is None:
            rows = self.recording.rows(number)
            if (np.diff(rows.ticks) <= 0).any():
                raise _set_back(self.recording)
            found = Group(rows.ticks, {column.quantity: self._spread(rows, column) for column in COLUMNS})
            self._groups[number] = found
            if len(self._groups) > KEPT_GROUPS:
                self._groups.popitem(last=False)
        self._groups.move_to_end(number)
        return found

    def _spread(self, rows: Rows, column: Column) -> NDArray[Any]:
        stored = rows.table[column.name].to_numpy().reshape(len(rows.vehicles), len(rows.ticks)).T
        if len(rows.vehicles) == self.world.count:
            return np.ascontiguousarray(stored)
        apart = ABSENT if column.quantity == "driver" else 0
        spread = np.full((len(rows.ticks), self.world.count), apart, stored.dtype)
        spread[:, rows.vehicles] = stored
        return spread


def _ascending(recording: "Recording") -> list[Ticks]:
    spans = recording.spans()
    if any(after.first <= before.last for before, after in itertools.pairwise(spans)):
        raise _set_back(recording)
    return spans


def _set_back(recording: "Recording") -> RecordingError:
    return RecordingError(
        f"{recording.path} is of a world that was set back while it was recorded; its rows can be read, not played"
    )


_SCALES = {column.quantity: column.scale for column in COLUMNS}
_DAMAGE = {CONDITIONS[WHOLE]: 0.0, CONDITIONS[HIT]: 0.5, CONDITIONS[DEAD]: 1.0}  # damage that represents a condition


def _damage_in(journal: Iterable[Entry]) -> list[tuple[int, int, float]]:
    return [
        (entry.tick, event.vehicle, _DAMAGE[event.kind])
        for entry in journal
        for event in entry.events
        if event.kind in _DAMAGE
    ]


MOST_MARKS = 1000  # beyond it, marks of the most frequent kinds are left out
TOGETHER = 1.0  # repeated events of one vehicle within this time share a mark [s]


class Mark(NamedTuple):
    """Mark of a timeline."""

    time: float  # simulated [s]
    kind: str  # as ``journal.Event``, or the ``mark`` of an action
    vehicle: int  # id
    other: int = NOBODY  # id of the other vehicle; -1 for none


def marks_of(journal: Iterable[Entry], dt: float) -> list[Mark]:
    """Return the marks of a recording, by time; ``dt`` is that of a tick [s]."""
    last: dict[tuple[str, int, int], float] = {}
    marks: list[Mark] = []
    for mark in _all_marks(journal, dt):
        what = mark[1:]
        if mark.time - last.get(what, -TOGETHER) >= TOGETHER:
            marks.append(mark)
        last[what] = mark.time
    return _bounded(marks)


def people_in(journal: Iterable[Entry]) -> list[int]:
    """Return the vehicles that people took, in the order in which they first took them."""
    taken = (action.vehicle for entry in journal for action in entry.actions if isinstance(action, Take))
    return list(dict.fromkeys(taken))


def _all_marks(journal: Iterable[Entry], dt: float) -> Iterator[Mark]:
    for entry in journal:
        for action in entry.actions:
            if action.mark:
                yield Mark(entry.tick * dt, action.mark, getattr(action, "vehicle", NOBODY))
        for event in entry.events:
            if event.kind != STANDSTILLS[FREED]:  # each standstill has one mark, at its beginning
                yield Mark(entry.tick * dt, *event)


def _bounded(marks: list[Mark]) -> list[Mark]:
    """Return at most ``MOST_MARKS`` marks; the most frequent kinds are thinned evenly."""
    while len(marks) > MOST_MARKS:
        kinds = [mark.kind for mark in marks]
        often = max(set(kinds), key=kinds.count)
        some = [index for index, kind in enumerate(kinds) if kind == often]
        left = {index for number, index in enumerate(some) if number % 2}
        marks = [mark for index, mark in enumerate(marks) if index not in left]
    return marks
