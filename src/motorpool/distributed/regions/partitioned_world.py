"""Partitioned world: a world whose steps are made by regions, in step with each other.

The world that it is made from is not stepped any more: it is the *overview*, into which the columns of all vehicles are
gathered, so that observers, recorders and the page see an ordinary world.
"""

from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...errors import WorldError
from ...world import World
from ...world.contact.component import NO_CONTACTS, Contacts
from ...world.running import added, run_in_strides
from ...world.stability.component import NO_EVENTS, StabilityEvents
from ...world.world import Observer
from .in_process import RegionsInProcess
from .lost import LostRegionError
from .plan import WorldPlan, plan_of
from .region import Report
from .rows import NAMING, RowColumns

SNAPSHOT_PERIOD = 1.0  # simulated time between two snapshots [s]
MOST_LOSSES = 5  # one after the other, without a snapshot in between: something kills every region


class Regions(Protocol):
    """The regions of a partitioned world, wherever they run."""

    def load(self, reports: Sequence[Report], guests: Sequence[Sequence[int]]) -> None:
        """Begin with these vehicles, and expect so many ghosts of each fleet."""

    def advance(self, steps: int) -> None:
        """Make so many steps, or begin to."""

    def reports(self, since: int) -> list[Report]:
        """Return what each region reports once its steps are made, with the events after the tick ``since``.

        Raises:
            LostRegionError: some have died.
        """
        ...

    def revive(self, dead: Sequence[int]) -> None:
        """Start regions anew in the place of those that have died."""

    def close(self) -> None:
        """End."""


class PartitionedWorld:
    """A world whose steps are made by regions.

    Example:
        world = mp.World(fleets=[("bicycle", 200)], seed=3)
        world.scatter_vehicles()
        with PartitionedWorld(world, regions=2) as partitioned:
            partitioned.run(seconds=2)
        print(world)

    Args:
        world: as it is now; from now on it shows what the regions have made.
        regions: number of them.
        gather_steps: observers are told of every step whose number this divides; they get the events of all steps.
        runs_on: makes the regions of a plan: in this process by default; ``ray_actors.RegionsOnRay`` makes actors.

    Attributes:
        world: the overview.
        plan: of the whole.
        regions: wherever they run.
        gather_steps: as given.
        losses: regions that have died and were started anew.

    Raises:
        WorldError: the world has something that regions cannot do yet.
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
        self._snapshot: list[Report] = []  # to go back to
        self._tick = self._told = world.tick  # steps submitted; events up to here are known
        self.regions = runs_on(self.plan)
        self.load()

    @property
    def dt(self) -> float:
        """Return the step [s]."""
        return self.world.dt

    @property
    def tick(self) -> int:
        """Return the number of steps that the regions have made, or have begun to make."""
        return self._tick

    def load(self) -> None:
        """Give every region its part of the overview as it is now."""
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
        """Make so many steps; the overview stays as it is."""
        target = self._tick + steps
        while self._tick < target:
            due = self._snapshot[0].tick + self._snapshot_steps
            if self._tick >= due:
                self._take_snapshot()
            else:
                self._submit_to(min(due, target))

    def gather(self) -> None:
        """Set every column of the overview as the regions have it, to the bit; observers are not told.

        Its events are those since observers were told, or, if it has none, since the last time.
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
        world.contact.contacts, world.stability.events = _events_in(reports, since=self._told)
        if not world.observers:
            self._told = self._tick

    def step(self) -> None:
        """Make a step; if it is one that is gathered, tell the observers of the overview."""
        self._show(1)

    def run(
        self,
        *,
        seconds: float,
        observers: Iterable[Observer] = (),
        progress: Callable[[float], None] | None = None,
    ) -> None:
        """Step as fast as the machines can; at the end the overview is as the regions are.

        Args:
            seconds: simulated time to run for; rounded to whole steps.
            observers: told of the steps that are gathered, in addition to ``world.observers``.
            progress: called with the simulated seconds done, about every quarter of a simulated second.
        """
        with added(self.world.observers, observers):
            is_seen = bool(self.world.observers)
            make, stride = (self._show, self.gather_steps) if is_seen else (self.advance, round(0.25 / self.dt))
            run_in_strides(self, make, seconds=seconds, stride=max(1, stride), progress=progress)
            self.gather()

    def close(self) -> None:
        """End the regions; the overview stays, an ordinary world."""
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
        """Make so many steps; if the last is one that is gathered, tell the observers of the overview."""
        self.advance(steps)
        if self._tick % self.gather_steps == 0:
            self.gather()
            self.world.notify_observers()
            self._told = self._tick

    # ---- snapshots, and what is lost

    def _submit_to(self, tick: int) -> None:
        if tick > self._tick:
            self.regions.advance(tick - self._tick)
            self._tick = tick

    def _take_snapshot(self) -> None:
        """Keep what all regions report of this tick; if some have died, all go back to what was kept, and catch up.

        Raises:
            WorldError: they die again and again.
        """
        wanted = self._tick
        for _ in range(MOST_LOSSES):
            try:
                self._submit_to(wanted)
                self._snapshot = self.regions.reports(self._told)
                return
            except LostRegionError as loss:
                self.losses += len(loss.dead)
                self.regions.revive(loss.dead)
                self._load(self._snapshot)
        raise WorldError(
            f"regions of the world {self.world.name!r} have died {MOST_LOSSES} times before tick {wanted}; look at "
            "Ray's logs, and whether its machines have enough memory"
        )

    def _load(self, reports: list[Report]) -> None:
        """Let every region begin with these reports."""
        vehicles, plan = self.world.vehicles, self.plan
        guests: list[list[int]] = []
        for report, rectangle in zip(reports, plan.rectangles, strict=True):
            mirrored = rectangle.is_within(plan.halo, vehicles.x, vehicles.y) | plan.is_followed
            mirrored[report.ids] = False
            guests.append([int(np.count_nonzero(mirrored[rows])) for rows in vehicles.rows])
        self._snapshot, self._tick = reports, reports[0].tick
        self.regions.load(reports, guests)


def _events_in(reports: Sequence[Report], *, since: int) -> tuple[Contacts, StabilityEvents]:
    """Return the events after a tick, in the order in which an undivided world has them."""
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
    return np.lexsort((events.other, events.vehicle, events.object >= 0, events.time))


def _order_of_stability(events: StabilityEvents) -> NDArray[np.intp]:
    return np.lexsort((events.vehicle, events.time))
