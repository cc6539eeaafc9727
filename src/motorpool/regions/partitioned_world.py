"""Partitioned world: a world whose steps are made by regions, in step with each other.

The world that it is made from is not stepped any more: it is the *overview*, into which the columns of all vehicles are
gathered, so that observers, recorders and the page see an ordinary world.
"""

from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..world import World
from ..world.contact.component import NO_CONTACTS, Contacts
from ..world.guidance.stages import Trails
from ..world.stability.component import NO_EVENTS, StabilityEvents
from ..world.world import Observer
from .in_process import RegionsInProcess
from .plan import WorldPlan, plan_of
from .region import Report, Share
from .rows import NAMING, RowColumns


class Regions(Protocol):
    """The regions of a partitioned world, wherever they run."""

    def load(self, shares: Sequence[Share], guests: Sequence[Sequence[int]], tick: int, trails: Trails) -> None:
        """Begin with these vehicles.

        Args:
            shares: of each region.
            guests: ghosts of each fleet to expect, of each region.
            tick: steps made before.
            trails: of all leaders.
        """

    def advance(self, steps: int) -> None:
        """Make so many steps."""

    def reports(self) -> list[Report]:
        """Return what each region reports."""
        ...

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
        runs_on: makes the regions from their plan: in this process by default, see ``ray_actors.RegionsOnRay``.

    Attributes:
        world: the overview.
        plan: of the whole.
        regions: wherever they run.

    Raises:
        WorldError: the world has something that regions cannot do yet.
    """

    def __init__(self, world: World, *, regions: int, runs_on: Callable[[WorldPlan], Regions] = RegionsInProcess):
        self.world = world
        self.plan = plan_of(world, regions)
        self._moving = RowColumns(world, are_constant=False)
        self.regions = runs_on(self.plan)
        self._tick = world.tick
        self.load()

    @property
    def dt(self) -> float:
        """Return the step [s]."""
        return self.world.dt

    @property
    def tick(self) -> int:
        """Return the number of steps that the regions have made."""
        return self._tick

    def load(self) -> None:
        """Give every region its part of the overview as it is now."""
        vehicles, plan = self.world.vehicles, self.plan
        owner = np.select(
            [each.contains(vehicles.x, vehicles.y) for each in plan.rectangles], range(len(plan.rectangles))
        )
        naming = [column.astype(np.intp) for column in vehicles.columns(*NAMING)]
        shares: list[Share] = []
        guests: list[list[int]] = []
        for index, rectangle in enumerate(plan.rectangles):
            ids = np.flatnonzero(owner == index)
            shares.append(Share(ids, self._moving.read(ids), np.stack([column[ids] for column in naming])))
            mirrored = rectangle.is_within(plan.halo, vehicles.x, vehicles.y) | plan.is_followed
            mirrored[ids] = False
            guests.append([int(np.count_nonzero(mirrored[rows])) for rows in vehicles.rows])
        self._tick = self.world.tick
        self.regions.load(shares, guests, self._tick, self.world.guidance.snapshot().trails)

    def advance(self, steps: int) -> None:
        """Make so many steps; the overview stays as it is."""
        self.regions.advance(steps)
        self._tick += steps

    def gather(self) -> None:
        """Set every column of the overview as the regions have it, to the bit; observers are not told."""
        reports = self.regions.reports()
        world = self.world
        for report in reports:
            self._moving.write(report.share.ids, report.share.rows)
            for name, ids in zip(NAMING, report.share.named, strict=True):
                getattr(world.vehicles, name)[report.share.ids] = ids
        world.show_tick(self._tick)
        world.guidance.restore(world.guidance.snapshot()._replace(trails=reports[0].trails))
        world.stability.restore(None)
        world.contact.contacts, world.stability.events = _events_in(reports)

    def step(self) -> None:
        """Make a step, gather, and tell the observers of the overview."""
        self.advance(1)
        self.gather()
        self.world.notify_observers()

    def run(
        self,
        *,
        seconds: float,
        observers: Iterable[Observer] = (),
        every: int = 1,
        progress: Callable[[float], None] | None = None,
    ) -> None:
        """Step as fast as the machines can; at the end the overview is as the regions are.

        Args:
            seconds: simulated time to run for; rounded to whole steps.
            observers: told of every step whose number ``every`` divides, in addition to ``world.observers``.
            every: steps between two that are gathered for observers.
            progress: called with the simulated seconds done, about every quarter of a simulated second.
        """
        watching = [*self.world.observers, *observers]
        often = every if watching else max(1, round(0.25 / self.dt))
        first, last = self._tick, self._tick + round(seconds / self.dt)
        while self._tick < last:
            self.advance(min(often - self._tick % often, last - self._tick))
            if watching and self._tick % every == 0:
                self.gather()
                for observer in watching:
                    observer.observe(self.world)
            if progress is not None:
                progress((self._tick - first) * self.dt)
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


def _events_in(reports: Sequence[Report]) -> tuple[Contacts, StabilityEvents]:
    """Return the events of all reports in the order in which an undivided world has them."""
    contacts = [event.contacts for report in reports for event in report.events]
    stability = [event.stability for report in reports for event in report.events]
    return _sorted(contacts, NO_CONTACTS, _order_of_contacts), _sorted(stability, NO_EVENTS, _order_of_stability)


def _sorted(parts: Sequence[Any], nothing: Any, order: Callable[[Any], NDArray[np.intp]]) -> Any:
    parts = [part for part in parts if part[0].size]
    if not parts:
        return nothing
    joined = type(nothing)(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    return type(nothing)(*(column[order(joined)] for column in joined))


def _order_of_contacts(events: Contacts) -> NDArray[np.intp]:
    return np.lexsort((events.other, events.vehicle, events.object >= 0, events.time))


def _order_of_stability(events: StabilityEvents) -> NDArray[np.intp]:
    return np.lexsort((events.vehicle, events.time))
