"""Verification of a recording: simulates it again, from its scenario and the actions in it, and compares everything.

Compared are the rows, as stored, at every recorded tick, and the checksums of all columns that a step depends on, about
once a simulated second. Columns that are equal at both ends of an interval, with equal inputs, were equal within it.

The result is equal, different, or not verified, with the reason. It is equal only if the recording is complete and
all of it was compared. Equality proves that the recording can be reproduced; it does not prove who made it.
"""

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import RecordingError, WorldError
from ..base.old_places import new_place
from ..base.trust import refuse_others
from ..base.wording import counted, listed
from ..world.drivers.kinds import ABSENT
from ..world.scenario.loader import scenario_of
from ..world.scenario.stand_ins import playable
from ..world.sources.recorded import RecordedActions
from .columns import COLUMNS, DRIVER, quantised
from .description import OUR_NETWORK, OUR_SOURCES, differences, files_of, made_of, other_sources
from .journal import Entry, checking_interval, checksums
from .recording import Recording
from .tables import Rows

if TYPE_CHECKING:
    from ..world import World
    from ..world.scenario.loader import Scenario

EQUAL, DIFFERS, NOT_VERIFIED = "equal", "differs", "not verified"


class Verification(NamedTuple):
    """Outcome of a verification."""

    ticks: int = 0  # that were simulated and found equal
    checks: int = 0  # ticks at which every column was compared by its checksum
    columns: int = 0  # compared so
    actions: int = 0  # applied
    seconds: float = 0.0  # simulated [s]
    difference: str = ""  # the first one, in words; empty if there is none
    missing: str = ""  # why the recording, or the rest of it, cannot be verified, in words; empty if all of it was

    @property
    def result(self) -> str:
        """Return EQUAL, DIFFERS or NOT_VERIFIED."""
        return DIFFERS if self.difference else NOT_VERIFIED if self.missing else EQUAL


def scenario_in(recording: Recording, *, folder: Path | None = None) -> "Scenario":
    """Return the scenario stored in a recording; files of code must be the recorded ones, by their hashes.

    Args:
        folder: that paths in the scenario are relative to; the recording's own by default.

    Raises:
        RecordingError: it lacks something that its world was made of, so it cannot be verified.
        ScenarioError: the scenario is not allowed any more.
        TrustError: a file of code is not the one that was recorded.
    """
    if reason := unverifiable(recording):
        raise RecordingError(f"{recording.path} cannot be verified: {reason}")
    about = recording.about
    home = folder or recording.path.absolute().parent
    found = scenario_of(about["scenario"], name=_name(recording), folder=home, where=_where(recording))
    refuse_others(found.code, {file["sha256"] for file in about["code"]})
    return found


def played_scenario(recording: Recording, *, folder: Path | None = None) -> "Scenario":
    """Return the scenario of a recording, for its ground and fleets; no file of a model or a vehicle is opened.

    Args:
        folder: that paths of terrain, objects and surface are relative to; the recording's own by default.

    Raises:
        RecordingError: its world was not made from a scenario.
        ScenarioError: the scenario is not allowed any more.
    """
    _refuse_without_scenario(recording)
    about = recording.about
    home = folder or recording.path.absolute().parent
    named = itertools.chain(about["vehicles"], itertools.repeat(""))  # vehicles that came later have no names
    fleets = [{**fleet, "vehicle": vehicle} for fleet, vehicle in zip(about["fleets"], named, strict=False)]
    return playable(about["scenario"], name=_name(recording), folder=home, where=_where(recording), fleets=fleets)


def _refuse_without_scenario(recording: Recording) -> None:
    if not recording.about.get("scenario"):
        raise RecordingError(
            f"{recording.path} was made from no scenario but by a program; only scenarios can be built again"
        )


def _name(recording: Recording) -> str:
    return recording.about.get("name", "recording")


def _where(recording: Recording) -> str:
    return f"{recording.path}: scenario"


def verify(recording: Recording, world: "World", *, progress: Callable[[float], None] = lambda _: None) -> Verification:
    """Simulate a recording again and compare.

    Args:
        progress: called with the simulated seconds done, at least once for each chunk.
    """
    reason = unverifiable(recording) or _other_world(recording, world)
    if reason:
        return Verification(missing=reason)
    if _has_network(recording):
        world.gunnery.is_armed = True  # as a gateway leaves it
    run = _Run(recording, world, progress)
    try:
        for rows in recording.chunks():
            if run.is_over(rows):
                break
            run.compare(rows)
    except RecordingError as error:
        run.end(str(error))
    return run.concluded()


def unverifiable(recording: Recording) -> str:
    """Return why a recording cannot be verified, in words; empty if it holds all inputs of its world."""
    about = recording.about
    if about["first_tick"] != 1:
        return f"it begins at tick {about['first_tick']} of its world; only one from the first tick on can be verified"
    if not about["scenario"]:
        return "it was made from no scenario but by a program; only scenarios can be built again"
    others = [name for name in _sources_of(recording) if not name.startswith((OUR_SOURCES, OUR_NETWORK))]
    if others:
        return f"it was made with a program's own source {others[0]}, which no recording holds"
    return ""


def told(recording: Recording, outcome: Verification) -> str:
    """Return the result of a verification as a sentence."""
    if outcome.difference:
        here = differences(recording.about["machine"])
        reason = f" (it was recorded with another {'; another '.join(here)}: differences were to be expected)"
        return f"{recording.path} differs {outcome.difference}{reason if here else ''}"
    compared = (
        f"{counted(outcome.ticks, 'tick')} simulated again with {counted(outcome.actions, 'action')} of people; "
        f"{counted(outcome.columns, 'column')} compared at {counted(outcome.checks, 'tick')}, and "
        f"{counted(len(COLUMNS), 'recorded column')} wherever there are rows"
    )
    if not outcome.missing:
        return f"{recording.path} is equal to the bit: {compared}"
    until = f"; it is equal as far as {outcome.seconds:.1f} s: {compared}" if outcome.checks else ""
    return f"{recording.path} is not verified: {outcome.missing}{until}"


def report(recording: Recording, outcome: Verification) -> dict[str, Any]:
    """Return the result of a verification for other programs, as values for JSON."""
    from .. import __version__

    return {
        "recording": str(recording.path),
        "result": outcome.result,
        "reason": outcome.difference or outcome.missing,
        "ticks": outcome.ticks,
        "seconds": outcome.seconds,
        "actions": outcome.actions,
        "checks": outcome.checks,
        "columns": outcome.columns,
        "recorded_columns": len(COLUMNS) if outcome.ticks else 0,
        "chain": recording.chain,
        "recorded_with": recording.about["version"],
        "verified_with": __version__,
        "other_here": differences(recording.about["machine"]),
    }


class _Run:
    """Comparison of a recording with a world that is simulated again."""

    def __init__(self, recording: Recording, world: "World", progress: Callable[[float], None]):
        self._recording, self._world, self._progress = recording, world, progress
        self._actions = RecordedActions()
        self._interval = checking_interval(world)
        self._every = int(recording.about["every"])
        self._is_last = False  # rows at another tick than each ``every``th are a recording's last
        world.sources.append(self._actions)
        self._outcome = Verification()

    def is_over(self, rows: Rows) -> bool:
        if not (self._outcome.difference or self._outcome.missing):
            expected = (self._world.tick // self._every + 1) * self._every
            steps = np.diff(rows.ticks)
            is_next = rows.ticks[0] == expected or (
                len(rows.ticks) == 1 and self._world.tick < rows.ticks[0] < expected
            )
            if self._is_last or not is_next or (steps[:-1] != self._every).any() or (steps[-1:] > self._every).any():
                gap = f"rows are missing or in another order from tick {self._world.tick + 1} on"
                self.end(self._recording.faults or gap)
            elif (steps[-1:] <= 0).any():
                self.end("its world was set back while it was recorded")
            self._is_last = bool(rows.ticks[-1] % self._every)
        return bool(self._outcome.difference or self._outcome.missing)

    def end(self, reason: str) -> None:
        self._outcome = self._outcome._replace(missing=self._outcome.missing or reason)

    def concluded(self) -> Verification:
        outcome = self._outcome
        if outcome.difference or outcome.missing:
            return outcome
        if not self._recording.is_complete:
            self.end(self._recording.faults)
        elif not outcome.ticks or not outcome.checks or not outcome.columns:
            self.end("it has no tick whose columns can be compared")
        return self._outcome

    def compare(self, rows: Rows) -> None:
        world = self._world
        entries = self._entries(rows)
        self._actions.add({tick: entry.actions for tick, entry in entries.items()})
        values = np.empty((len(COLUMNS), len(rows.ticks), 0))
        done, difference = 0, ""
        for index, tick in enumerate(rows.ticks):
            difference = self._advance(int(tick), entries)
            if difference or self._outcome.missing:
                break
            if values.shape[2] != world.count:  # a chunk begins with the step in which the world grows
                values = np.full((len(COLUMNS), len(rows.ticks), world.count), np.nan)
            for block, column in zip(values, COLUMNS, strict=True):
                block[index] = getattr(world.vehicles, column.quantity)
            done = index + 1
        difference = self._difference_of_rows(rows, values[:, :done]) or difference
        self._outcome = self._outcome._replace(difference=difference)
        self._progress(world.time)

    def _entries(self, rows: Rows) -> Mapping[int, Entry]:
        """Return the journal of these rows by tick.

        Raises:
            RecordingError: it has entries of other ticks, or two of one tick.
        """
        ticks = [entry.tick for entry in rows.journal]
        if ticks != sorted(set(ticks)) or (ticks and not self._world.tick < ticks[0] <= ticks[-1] <= rows.ticks[-1]):
            raise RecordingError(f"the journal before tick {rows.ticks[-1]} is of other ticks")
        return dict(zip(ticks, rows.journal, strict=True))

    def _advance(self, tick: int, entries: Mapping[int, Entry]) -> str:
        """Step to a tick; return the difference that is found on the way, if any."""
        world = self._world
        while world.tick < tick:
            entry = entries.get(world.tick + 1)
            if entry is not None and entry.received:
                self.end(f"from tick {entry.tick} on other programs (DIS) took part, whose part no recording holds")
                return ""
            try:
                world.step()
            except WorldError as error:
                return f"at tick {world.tick + 1}, where an action is refused that was not refused then: {error}"
            if difference := self._difference_at(world.tick, entry):
                return difference
            if self._outcome.missing:
                return ""
            self._outcome = self._outcome._replace(ticks=world.tick, seconds=world.time)
        return ""

    def _difference_at(self, tick: int, entry: Entry | None) -> str:
        """Return the differences between the columns, if they were checked at this tick."""
        outcome, sums = self._outcome, entry.sums if entry else None
        if entry is not None:
            self._outcome = outcome = outcome._replace(actions=outcome.actions + len(entry.actions))
        if sums is None:
            if tick == 1 or tick % self._interval == 0:
                self.end(f"the checksums of tick {tick} are missing")
            return ""
        now = checksums(self._world)
        names = [name for name in {**sums, **now} if sums.get(name) != now.get(name)]
        if names:
            advice = "" if outcome.checks else ": its scenario builds another world by now"
            return (
                f"at tick {tick} ({self._world.time:.2f} s) {counted(len(names), 'column')} of {len(now)} "
                f"({listed(map(_plain, names))}){advice}"
            )
        self._outcome = outcome._replace(checks=outcome.checks + 1, columns=max(outcome.columns, len(now)))
        return ""

    def _difference_of_rows(self, rows: Rows, values: NDArray[np.float64]) -> str:
        """Return the first difference between recorded rows and the simulated values, as rows store them."""
        count = values.shape[1]
        there = rows.vehicles
        if not count:
            return ""
        if there[-1] >= values.shape[2]:
            return f"at tick {rows.ticks[0]} of vehicle {there[-1]}: it is not in the world, and was there"
        others = np.ones(values.shape[2], np.bool_)
        others[there] = False
        found = [
            (int(rows.ticks[tick]), int(vehicle), "it is there and was absent")
            for tick, vehicle in np.argwhere((values[DRIVER] != ABSENT) & others)[:1]
        ]
        again = quantised(values[:, :, there])
        for column, simulated in zip(COLUMNS, again, strict=True):
            recorded = rows.by_tick(column.name)[:count]
            for tick, place in np.argwhere(recorded != simulated)[:1]:
                was, now = recorded[tick, place], simulated[tick, place]
                found.append((int(rows.ticks[tick]), int(there[place]), f"{column.name} is {now} here and was {was}"))
        if not found:
            return ""
        tick, vehicle, _ = min(found)
        words = [words for other_tick, other, words in found if (other_tick, other) == (tick, vehicle)]
        return f"at tick {tick} ({tick * self._world.dt:.2f} s) of vehicle {vehicle}: {', '.join(words)}"


def _other_world(recording: Recording, world: "World") -> str:
    """Return why a world is not the one of a recording, in words; empty if it is."""
    about = recording.about
    scripts = [name for name in _sources_of(recording) if not name.startswith(OUR_NETWORK)]
    here = other_sources(world)
    if here != scripts or world.count != recording.built_count:
        was = f"{counted(recording.built_count, 'vehicle')} and {listed(map(_plain, scripts)) or 'no scripts'}"
        now = f"{counted(world.count, 'vehicle')} and {listed(here) or 'no scripts'}"
        return f"it had {was}; its scenario builds {now}: a program added the rest, which no recording holds"
    then, now = ({file["file"]: file["sha256"] for file in files} for files in (about["files"], files_of(world)))
    others = [name for name in {**then, **now} if then.get(name) != now.get(name)]
    if others:
        return f"{listed(map(_plain, others))} is not what it was when it was recorded (by its SHA-256)"
    made = made_of(world)
    made["checked_every"] = checking_interval(world)
    built = {**about, "fleets": about["fleets"][: len(world.fleets)]}
    made["fleets"] = [_described_as(fleet, then) for fleet, then in zip(made["fleets"], built["fleets"], strict=False)]
    others = [key for key in made if built[key] != made[key]]
    return f"its {listed(others)} is not that of the world that its scenario builds" if others else ""


def _described_as(fleet: dict[str, Any], recorded: dict[str, Any]) -> dict[str, Any]:
    """Return the description of a fleet without the dimensions that the version of a recording did not store."""
    return {**fleet, "body": {name: value for name, value in fleet["body"].items() if name in recorded["body"]}}


def _sources_of(recording: Recording) -> list[str]:
    """Return the classes of the sources of a recording's world, by the places that they have today."""
    return [new_place(name) for name in recording.about["sources"]]


def _has_network(recording: Recording) -> bool:
    return any(name.startswith(OUR_NETWORK) for name in _sources_of(recording))


def _plain(name: str) -> str:
    """Return a name of a recording as a message shows it."""
    return name if name.isprintable() else repr(name)
