"""Partitioned world: a world whose steps are computed by regions in parallel.

The original world is not stepped any more. It becomes the *overview*, into which the columns of all vehicles are
gathered, so that observers, recorders and the page can read it like any world.
"""

from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ....base.errors import WorldError
from ....world import World
from ....world.contact.component import NO_CONTACTS, Contacts
from ....world.running import added, run_in_strides
from ....world.stability.component import NO_EVENTS, StabilityEvents
from ....world.world import Observer
from .plan import WorldPlan, plan_of
from .region import LostRegionError, RegionsInProcess, Report
from .rows import NAMING, RowColumns

SNAPSHOT_PERIOD = 1.0  # simulated time between snapshots. Larger values repeat more steps after a loss [s]
MOST_LOSSES = 5  # limit of consecutive losses without a snapshot, after which an error is raised


class Regions(Protocol):
    """The regions of a partitioned world, in any process."""

    def load(self, reports: Sequence[Report], guests: Sequence[Sequence[int]]) -> None:
        """Initialise the regions with vehicles and the expected numbers of ghosts by fleet."""

    def advance(self, steps: int) -> None:
        """Make steps, possibly asynchronously."""

    def reports(self, since: int) -> list[Report]:
        """Return a report of each region after its steps, with the events after the tick ``since``.

        Raises:
            LostRegionError: regions have died.
        """
        ...

    def revive(self, dead: Sequence[int]) -> None:
        """Restart regions that have died."""

    def close(self) -> None:
        """End the regions."""


class PartitionedWorld:
    """World whose steps are computed by regions.

    Example:
        world = mp.World(fleets=[("bicycle", 200)], seed=3)
        world.scatter_vehicles()
        with PartitionedWorld(world, regions=2) as partitioned:
            partitioned.run(seconds=2)
        print(world)

    Args:
        gather_steps: observers are notified of every n-th step; they receive the events of all steps.
        runs_on: makes the regions of a plan: in this process by default; ``ray_actors.RegionsOnRay`` makes actors.

    Attributes:
        losses: number of regions that have died and were restarted.

    Raises:
        WorldError: the world has a feature that regions do not support.
    """

    def __init__(
        self,
        world: World,
        *,
        regions: int,
        runs_on: Callable[[WorldPlan], Regions] = RegionsInProcess,
        gather_steps: int = 1,
    ):
        self.world, self.gather_steps = world, gather_steps
        self.plan = plan_of(world, regions)
        self.losses = 0
        self._moving = RowColumns(world, are_constant=False)
        self._snapshot_steps = max(1, round(SNAPSHOT_PERIOD / world.dt))
        self._snapshot: list[Report] = []  # restored after a loss
        self._tick = self._reported = world.tick  # submitted steps; last step whose events were reported
        self.regions = runs_on(self.plan)
        self.load()

    @property
    def dt(self) -> float:
        """Return the step [s]."""
        return self.world.dt

    @property
    def tick(self) -> int:
        """Return the number of steps that were submitted to the regions."""
        return self._tick

    @property
    def step_fraction(self) -> float:
        """Return the fraction of a step that is carried over to the next run, which is that of the overview."""
        return self.world.step_fraction

    @step_fraction.setter
    def step_fraction(self, fraction: float) -> None:
        self.world.step_fraction = fraction

    def load(self) -> None:
        """Send every region its part of the overview."""
        vehicles, rectangles = self.world.vehicles, self.plan.rectangles
        owner = np.select([each.contains(vehicles.x, vehicles.y) for each in rectangles], range(len(rectangles)))
        naming = [column.astype(np.intp) for column in vehicles.columns(*NAMING)]
        trails, reports = self.world.guidance.snapshot().trails, list[Report]()
        for index in range(len(rectangles)):
            ids = np.flatnonzero(owner == index)
            named = np.stack([column[ids] for column in naming])
            reports.append(Report(self.world.tick, ids, self._moving.read(ids), named, trails, []))
        self._load(reports)

    def advance(self, steps: int) -> None:
        """Make steps without updating the overview."""
        target = self._tick + steps
        while self._tick < target:
            due = self._snapshot[0].tick + self._snapshot_steps
            if self._tick >= due:
                self._take_snapshot()
            else:
                self._submit_to(min(due, target))

    def gather(self) -> None:
        """Copy the state of the regions to the overview, exactly; observers are not notified.

        Its events are those since the last notification of observers or, without observers, since the last call.
        """
        self._take_snapshot()
        world, reports = self.world, self._snapshot
        for report in reports:
            self._moving.write(report.ids, report.rows)
            for name, ids in zip(NAMING, report.named, strict=True):
                getattr(world.vehicles, name)[report.ids] = ids
        world.show_tick(self._tick)
        world.guidance.restore(world.guidance.snapshot()._replace(trails=reports[0].trails))
        world.stability.restore(None)
        world.contact.contacts, world.stability.events = _events_in(reports, since=self._reported)
        if not world.observers:
            self._reported = self._tick

    def step(self) -> None:
        """Make a step, and notify the observers of the overview if it is to be gathered."""
        self._show(1)

    def run(
        self,
        *,
        seconds: float,
        observers: Iterable[Observer] = (),
        progress: Callable[[float], None] | None = None,
    ) -> None:
        """Step as fast as possible, and update the overview at the end.

        Args:
            progress: called with the simulated seconds done, about every quarter of a simulated second.
        """
        with added(self.world.observers, observers):
            is_seen = bool(self.world.observers)
            make, stride = (self._show, self.gather_steps) if is_seen else (self.advance, round(0.25 / self.dt))
            run_in_strides(self, make, seconds=seconds, stride=max(1, stride), progress=progress)
            self.gather()

    def close(self) -> None:
        """End the regions; the overview remains as an ordinary world."""
        self.regions.close()

    def __enter__(self) -> "PartitionedWorld":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<PartitionedWorld of {len(self.plan.rectangles)} regions at tick {self._tick}:\n {self.world!r}>"

    def _show(self, steps: int) -> None:
        """Make steps, and notify the observers of the overview if the last step is to be gathered."""
        self.advance(steps)
        if self._tick % self.gather_steps == 0:
            self.gather()
            self.world.notify_observers()
            self._reported = self._tick

    # ---- snapshots and losses

    def _submit_to(self, tick: int) -> None:
        if tick > self._tick:
            self.regions.advance(tick - self._tick)
            self._tick = tick

    def _take_snapshot(self) -> None:
        """Store the reports of all regions at this tick; after a loss restore the last snapshot and repeat the steps.

        Raises:
            WorldError: regions die repeatedly.
        """
        target = self._tick
        for _ in range(MOST_LOSSES):
            try:
                self._submit_to(target)
                self._snapshot = self.regions.reports(self._reported)
                return
            except LostRegionError as loss:
                self.losses += len(loss.dead)
                self.regions.revive(loss.dead)
                self._load(self._snapshot)
        raise WorldError(
            f"regions of the world {self.world.name!r} have died {MOST_LOSSES} times before tick {target}; check "
            "Ray's logs, and whether its machines have enough memory"
        )

    def _load(self, reports: list[Report]) -> None:
        vehicles, plan = self.world.vehicles, self.plan
        guests: list[list[int]] = []
        for report, rectangle in zip(reports, plan.rectangles, strict=True):
            mirrored = rectangle.is_within(plan.halo, vehicles.x, vehicles.y) | plan.is_followed
            mirrored[report.ids] = False
            guests.append([int(np.count_nonzero(mirrored[rows])) for rows in vehicles.rows])
        self._snapshot, self._tick = reports, reports[0].tick
        self.regions.load(reports, guests)


def _events_in(reports: Sequence[Report], *, since: int) -> tuple[Contacts, StabilityEvents]:
    """Return the events after a tick, in the order of an undivided world."""
    events = [each for report in reports for each in report.events if each.tick > since]
    contacts = _sorted([each.contacts for each in events], NO_CONTACTS, _order_of_contacts)
    return contacts, _sorted([each.stability for each in events], NO_EVENTS, _order_of_stability)


def _sorted(parts: Sequence[Any], nothing: Any, order: Callable[[Any], NDArray[np.intp]]) -> Any:
    parts = [part for part in parts if part[0].size]
    if not parts:
        return nothing
    joined = type(nothing)(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    places = order(joined)
    return type(nothing)(*(column[places] for column in joined))


def _order_of_contacts(events: Contacts) -> NDArray[np.intp]:
    partner = np.where(events.other >= 0, 0, np.where(events.object >= 0, 1, 2))  # a vehicle, an object, a rail
    return np.lexsort((events.other, events.vehicle, partner, events.time))


def _order_of_stability(events: StabilityEvents) -> NDArray[np.intp]:
    return np.lexsort((events.vehicle, events.time))
