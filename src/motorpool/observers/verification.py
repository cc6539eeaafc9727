"""Verification of a recording: simulates it again, from its scenario and the actions in it, and compares everything.

Compared are the rows, as they are stored, at every recorded tick, and the checksums of all columns that a step depends
on, to the bit, about once a simulated second. Columns that are equal then, with equal inputs, were equal in between.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import RecordingError, WorldError
from ..scenario.loader import SHIPPED, scenario_of
from ..sources.recorded import RecordedActions
from ..wording import counted, listed
from .checksums import checksums
from .journal import Entry
from .origin import OUR_SOURCES, differences, other_sources
from .recording import Recording, Rows
from .recording_format import COLUMNS, pack

if TYPE_CHECKING:
    from ..scenario.loader import Scenario
    from ..world import World

OUR_NETWORK = "motorpool.dis."


class Verification(NamedTuple):
    """Outcome of a verification."""

    ticks: int  # that were simulated and found equal
    checks: int  # ticks at which every column was compared by its checksum
    columns: int  # compared so
    actions: int  # applied
    seconds: float  # simulated [s]
    difference: str = ""  # the first one, in words; empty if there is none
    missing: str = ""  # why the recording could only be verified so far, in words; empty if all of it was


def scenario_in(recording: Recording) -> "Scenario":
    """Return the scenario that a recording says it was made from.

    Raises:
        RecordingError: it does not hold all that made its world, so nothing can be proved.
        ScenarioError: the scenario is not allowed any more.
    """
    _refuse_unverifiable(recording)
    return recorded_scenario(recording)


def recorded_scenario(recording: Recording) -> "Scenario":
    """Return the scenario of a recording, for its ground and fleets.

    Raises:
        RecordingError: its world was not made from a scenario.
        ScenarioError: the scenario is not allowed any more.
    """
    about = recording.about
    if not about.get("scenario"):
        raise RecordingError(
            f"{recording.path} was made from no scenario but by a program; only scenarios can be built again"
        )
    folder = Path(about.get("folder", SHIPPED))
    if not folder.is_dir():
        folder = SHIPPED if folder.name == SHIPPED.name else recording.path.absolute().parent
    return scenario_of(
        about["scenario"], name=about.get("name", "recording"), folder=folder, where=f"{recording.path}: scenario"
    )


def verify(recording: Recording, world: "World", *, progress: Callable[[float], None] = lambda _: None) -> Verification:
    """Simulate a recording again and compare.

    Args:
        recording: whose ``scenario_in`` was built.
        world: that was built, at its beginning.
        progress: called with the simulated seconds done, once a row group at least.

    Raises:
        RecordingError: the recording is damaged, or its world had sources that it does not hold.
    """
    if other_sources(world) != recording.about["sources"] or world.count != recording.vehicle_count:
        raise RecordingError(
            f"{recording.path} had {counted(recording.vehicle_count, 'vehicle')} and {_sources_of(recording)}; its "
            f"scenario builds {counted(world.count, 'vehicle')} and {listed(other_sources(world)) or 'no scripts'}: "
            "a program added the rest, which no recording holds"
        )
    run = _Run(recording, world, progress)
    for rows in recording.chunks():
        if run.outcome.difference or not run.continues(rows):
            break
        run.compare(rows)
    return run.outcome


def told(recording: Recording, outcome: Verification) -> str:
    """Return a sentence that says how a verification ended."""
    if outcome.difference:
        here = differences(recording.about["machine"])
        reason = f" (it was recorded with another {'; another '.join(here)}: differences were to be expected)"
        return f"{recording.path} differs {outcome.difference}{reason if here else ''}"
    until = f" up to {outcome.seconds:.1f} s ({outcome.missing})" if outcome.missing else ""
    return (
        f"{recording.path} is equal to the bit{until}: {counted(outcome.ticks, 'tick')} simulated again with "
        f"{counted(outcome.actions, 'action')} of people; {counted(outcome.columns, 'column')} compared at "
        f"{counted(outcome.checks, 'tick')}, and {counted(len(COLUMNS), 'recorded column')} wherever there are rows"
    )


class _Run:
    """A recording that is being simulated again."""

    def __init__(self, recording: Recording, world: "World", progress: Callable[[float], None]):
        self._recording, self._world, self._progress = recording, world, progress
        self._actions = RecordedActions()
        world.sources.append(self._actions)
        missing = "" if recording.is_complete else "it was interrupted"
        self.outcome = Verification(0, 0, 0, 0, 0.0, missing=missing)

    def continues(self, rows: Rows) -> bool:
        """Return whether these rows follow those before without a gap; a gap is the end of what can be verified."""
        is_next = int(rows.ticks[0]) <= self._world.tick + self._recording.about["every"]
        if not is_next:
            self.outcome = self.outcome._replace(missing="what came then was damaged and is left out")
        return is_next

    def compare(self, rows: Rows) -> None:
        """Simulate the ticks of these rows, and note the first difference."""
        world, entries = self._world, {entry.tick: entry for entry in rows.journal}
        self._actions.add({tick: entry.actions for tick, entry in entries.items()})
        values = np.empty((len(COLUMNS), len(rows.ticks), world.count))
        done, difference = 0, ""
        for index, tick in enumerate(rows.ticks):
            difference = self._advance(int(tick), entries)
            if difference:
                break
            for block, column in zip(values, COLUMNS, strict=True):
                block[index] = getattr(world.vehicles, column.quantity)
            done = index + 1
        difference = self._difference_of_rows(rows, values[:, :done]) or difference
        self.outcome = self.outcome._replace(difference=difference)
        self._progress(world.time)

    def _advance(self, tick: int, entries: Mapping[int, Entry]) -> str:
        """Step to a tick; return the difference that is found on the way, if any."""
        world = self._world
        while world.tick < tick:
            try:
                world.step()
            except WorldError as error:
                return f"at tick {world.tick + 1}, where an action is refused that was not refused then: {error}"
            entry = entries.get(world.tick)
            if entry is not None and (difference := self._difference_of(entry)):
                return difference
            self.outcome = self.outcome._replace(ticks=world.tick, seconds=world.time)
        return ""

    def _difference_of(self, entry: Entry) -> str:
        """Return what differs in the columns, if they were checked at this tick."""
        outcome = self.outcome
        self.outcome = outcome = outcome._replace(actions=outcome.actions + len(entry.actions))
        if entry.sums is None:
            return ""
        now = checksums(self._world)
        names = [name for name in {**entry.sums, **now} if entry.sums.get(name) != now.get(name)]
        if names:
            advice = "" if outcome.checks else ": its scenario builds another world by now"
            return (
                f"at tick {entry.tick} ({self._world.time:.2f} s) {counted(len(names), 'column')} of {len(now)} "
                f"({listed(names)}){advice}"
            )
        self.outcome = outcome._replace(checks=outcome.checks + 1, columns=max(outcome.columns, len(now)))
        return ""

    def _difference_of_rows(self, rows: Rows, values: NDArray[np.float64]) -> str:
        """Return the first difference between recorded rows and the simulated values, as rows store them."""
        count = values.shape[1]
        again = pack(values, rows.ticks[:count])
        found: list[tuple[int, int, str]] = []
        for column in COLUMNS:
            recorded = _by_tick(rows.table[column.name], len(rows.ticks))[:count]
            simulated = _by_tick(again[column.name], count)
            for tick, vehicle in np.argwhere(recorded != simulated)[:1]:
                was, now = recorded[tick, vehicle], simulated[tick, vehicle]
                found.append((int(rows.ticks[tick]), int(vehicle), f"{column.name} is {now} here and was {was}"))
        if not found:
            return ""
        tick, vehicle, _ = min(found)
        words = [words for other_tick, other, words in found if (other_tick, other) == (tick, vehicle)]
        return f"at tick {tick} ({tick * self._world.dt:.2f} s) of vehicle {vehicle}: {', '.join(words)}"


def _by_tick(column: Any, tick_count: int) -> NDArray[Any]:
    """Return a column of rows that are sorted by vehicle as (ticks, vehicles); a missing value is beyond all types."""
    filled = column.cast("int64").fill_null(-(1 << 62)).to_numpy()
    return filled.reshape(-1, tick_count).T


def _refuse_unverifiable(recording: Recording) -> None:
    """Refuse a recording that does not hold all that moved its world."""
    about, path = recording.about, recording.path
    if about.get("format", 1) < 2:
        raise RecordingError(f"{path} was made by an earlier version, which kept no inputs; record again to verify")
    if about["first_tick"] != 1:
        raise RecordingError(
            f"{path} begins at tick {about['first_tick']} of its world; only one from the first tick on can be verified"
        )
    others: Sequence[str] = [name for name in about["sources"] if not name.startswith(OUR_SOURCES)]
    if any(name.startswith(OUR_NETWORK) for name in others):
        raise RecordingError(f"{path} was made in an exercise with other programs (DIS), whose part no recording holds")
    if others:
        raise RecordingError(f"{path} was made with a program's own source {others[0]}, which no recording holds")


def _sources_of(recording: Recording) -> str:
    return listed(recording.about["sources"]) or "no scripts"
