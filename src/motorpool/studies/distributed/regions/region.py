"""Region: a part of a partitioned world, an ordinary world of its own vehicles and of ghosts.

That world has rows for the region's vehicles, those of its halo, and some spare ones. A vehicle has the same id of the
whole world in every region.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....compile.columns import INTERLEAVE
from ....compile.native.module import WIDTH
from ....world import World
from ....world.avoidance.perception import VEHICLE
from ....world.contact.component import Contacts
from ....world.guidance.columns import Route, Trails
from ....world.guidance.goal_kinds import WANDER
from ....world.stability.component import StabilityEvents
from .plan import WorldPlan, peers_of, world_of
from .rows import RowColumns, Rows, some_of

SPARE, MORE = 8, 1.06  # spare rows of a fleet: a constant, and a factor on the used rows
# rows per iteration of a model's loop; a multiple keeps the rounding equal to that of the whole world
WHOLE = INTERLEAVE * WIDTH // 64

NO_IDS = np.zeros(0, np.intp)

Ids = NDArray[np.intp]
Mask = NDArray[np.bool_]


class Packet(NamedTuple):
    """Vehicles that a region sends to another at the end of a step."""

    rows: Rows
    ids: Ids = NO_IDS  # of the whole world, ascending; without an exchange, those of the last one apply
    owner: Ids = NO_IDS  # region that each vehicle belongs to from now on
    named: Ids = NO_IDS  # values of the columns ``NAMING`` as ids of the whole world, or -1


class StepEvents(NamedTuple):
    """Events of one step of a region's own vehicles, with ids of the whole world."""

    tick: int
    contacts: Contacts
    stability: StabilityEvents


class Report(NamedTuple):
    """The vehicles of a region, with all data to continue with them."""

    tick: int
    ids: Ids  # of the whole world, ascending
    rows: Rows
    named: Ids  # as in a packet
    trails: Trails  # of all leaders
    events: list[StepEvents]  # since the requested tick


class Region:
    """One region of a partitioned world.

    Attributes:
        peers: regions with which it exchanges vehicles.
        world: its own world.
        handed_over: number of vehicles that have moved to other regions.
    """

    def __init__(self, plan: WorldPlan, index: int):
        self._plan, self._index = plan, index
        self.peers = peers_of(plan)[index]
        self._fleet_ends = np.cumsum([fleet.size for fleet in plan.fleets])
        # row in this world of every vehicle of the whole, -1 if absent
        self._row_of = np.full(plan.vehicle_count, -1, np.int32)

    # ---- initialisation

    def load(self, report: Report, guests: Sequence[int]) -> dict[int, Packet]:
        """Initialise the region with vehicles and numbers of ghosts by fleet; return the packets for its peers."""
        own = self._counts(report.ids)
        self.handed_over = 0
        self._events = list(report.events)
        self._build([MORE * (own[k] + guests[k]) + SPARE for k in range(len(own))], report.tick, report.trails)
        self._own = self._enter(report.ids)
        self._write(self._own, report.rows, report.named)
        self._from: dict[int, Ids] = {}
        self._to: dict[int, Ids] = {}
        self._is_exchange = True
        self._departed = NO_IDS
        return self._outgoing()

    # ---- steps

    def step(self, inbox: Mapping[int, Packet]) -> dict[int, Packet]:
        """Make a step with the packets of all peers after their last step; return the packets for them."""
        self._take(inbox)
        self.world.step()
        self._store_events()
        self._is_exchange = self.world.tick % self._plan.exchange_steps == 0
        return self._outgoing()

    def report(self, since: int) -> Report:
        """Return the region's own vehicles, and the events after the tick ``since``; earlier events are dropped."""
        self._events = [events for events in self._events if events.tick > since]
        rows, trails = self._own, self.world.guidance.snapshot().trails
        columns, named = self._moving.read(rows), self._named(rows)
        return Report(self.world.tick, self._ids[rows], columns, named, trails, self._events)

    @property
    def own_count(self) -> int:
        """Return the number of its own vehicles."""
        return self._own.size

    @property
    def ghost_count(self) -> int:
        """Return the number of ghosts."""
        return sum(rows.size for rows in self._from.values())

    # ---- sending

    def _outgoing(self) -> dict[int, Packet]:
        if not self._is_exchange:
            return {peer: Packet(self._moving.read(rows)) for peer, rows in self._to.items()}
        vehicles, own = self.world.vehicles, self._own
        x, y, ids = vehicles.x[own], vehicles.y[own], self._ids[own]
        owner = self._owner_of(x, y)
        self._departed = own[owner != self._index]
        recipients = {peer: self._are_near(peer, x, y, ids) | (owner == peer) for peer in self.peers}
        some = np.logical_or.reduce([*recipients.values(), np.zeros(own.size, np.bool_)])
        ids, owner, counts = ids[some], owner[some], self._counts(ids[some])
        rows, named = self._moving.read(own[some]), self._named(own[some])
        packets: dict[int, Packet] = {}
        for peer, mask in recipients.items():
            chosen = mask[some]
            packets[peer] = Packet(some_of(rows, chosen, counts), ids[chosen], owner[chosen], named[:, chosen])
        return packets

    def _owner_of(self, x: Any, y: Any) -> Ids:
        owner = np.full(x.size, self._index)
        is_here = self._plan.rectangles[self._index].contains(x, y)
        if not is_here.all():
            for peer in self.peers:
                owner[~is_here & self._plan.rectangles[peer].contains(x, y)] = peer
        return owner

    def _are_near(self, region: int, x: Any, y: Any, ids: Ids) -> Mask:
        return self._plan.rectangles[region].is_within(self._plan.halo, x, y) | self._plan.is_followed[ids]

    # ---- receiving

    def _take(self, inbox: Mapping[int, Packet]) -> None:
        if self._is_exchange:
            self._exchange(inbox)
            return
        for peer, packet in inbox.items():
            self._moving.write(self._from[peer], packet.rows)

    def _exchange(self, inbox: Mapping[int, Packet]) -> None:
        """Add arrived vehicles, remove departed ones, and determine the ghosts on both sides."""
        # of every vehicle that this region has after the exchange
        owner = np.full(self._plan.vehicle_count, -1, np.int32)
        self._own = np.setdiff1d(self._own, self._departed, assume_unique=True)
        owner[self._ids[self._own]] = self._index
        self._keep_departed(owner)
        for packet in inbox.values():
            owner[packet.ids] = packet.owner
        self.handed_over += self._departed.size
        self._free(owner)
        for packet in inbox.values():
            self._enter(packet.ids)
        for packet in inbox.values():
            self._write(self._rows_of(packet.ids), packet.rows, packet.named)
        self._own = self._rows_of(np.flatnonzero(owner == self._index))
        self._from = {peer: self._rows_of(np.flatnonzero(owner == peer)) for peer in self.peers}
        vehicles, ids = self.world.vehicles, self._ids[self._own]
        x, y = vehicles.x[self._own], vehicles.y[self._own]
        self._to = {peer: self._own[self._are_near(peer, x, y, ids)] for peer in self.peers}
        self._clear_free_rows()

    def _keep_departed(self, owner: Any) -> None:
        vehicles, rows = self.world.vehicles, self._departed
        x, y, ids = vehicles.x[rows], vehicles.y[rows], self._ids[rows]
        near = self._are_near(self._index, x, y, ids)
        owner[ids[near]] = self._owner_of(x, y)[near]

    # ---- rows

    def _counts(self, ids: Ids) -> list[int]:
        """Return the number of these vehicles (ids of the whole world, ascending) in each fleet."""
        return np.diff(np.searchsorted(ids, self._fleet_ends), prepend=0).tolist()

    def _rows_of(self, ids: Ids) -> Ids:
        return self._row_of[ids].astype(np.intp)

    def _build(self, counts: Sequence[float], tick: int, trails: Trails) -> None:
        shared = self._plan.shared
        plan = self._plan._replace(shared=shared._replace(routes=shared.routes._replace(trails=trails)))
        self.world: World = world_of(plan, [WHOLE * math.ceil(count / WHOLE) for count in counts])
        self.world.show_tick(tick)
        self._ids = np.full(self.world.count, -1, np.intp)
        self._leaders = np.full(self.world.count, -1, np.intp)  # ids of the whole world
        self._row_of[:] = -1
        self._moving = RowColumns(self.world, are_constant=False)
        self._constant = RowColumns(self.world, are_constant=True)

    def _enter(self, ids: Ids) -> Ids:
        """Assign free rows to those vehicles that have none; return the rows of all."""
        new = ids[self._row_of[ids] < 0]
        if new.size:
            needed = self._counts(new)
            free = [np.flatnonzero(self._ids[rows] < 0) + rows.start for rows in self.world.vehicles.rows]
            if any(count > rows.size for count, rows in zip(needed, free, strict=True)):
                self._grow(needed)
                return self._enter(ids)
            rows = np.concatenate([rows[:count] for count, rows in zip(needed, free, strict=True)])
            self._ids[rows], self._row_of[new] = new, rows
            self._constant.write(rows, some_of(self._plan.constant, new, [fleet.size for fleet in self._plan.fleets]))
        return self._rows_of(ids)

    def _grow(self, needed: Sequence[int]) -> None:
        """Move all vehicles to a world with more rows."""
        present = np.sort(self._ids[self._ids >= 0])
        own = self._ids[self._own]
        before, named = self._rows_of(present), self._named(self._rows_of(present))
        rows = self._moving.read(before)
        counts = [MORE * (have + more) + SPARE for have, more in zip(self._counts(present), needed, strict=True)]
        self._build(counts, self.world.tick, self.world.guidance.snapshot().trails)
        self._write(self._enter(present), rows, named)
        self._own = self._rows_of(own)

    def _write(self, rows: Ids, columns: Rows, named: Ids) -> None:
        self._moving.write(rows, columns)
        vehicles, (leaders, seen) = self.world.vehicles, named
        self._leaders[rows] = leaders
        is_vehicle = (vehicles.seen[rows] == VEHICLE) & (seen >= 0)
        vehicles.seen_index[rows] = np.where(is_vehicle, self._row_of[np.where(is_vehicle, seen, 0)], seen)

    def _named(self, rows: Ids) -> Ids:
        """Return the values of the columns ``rows.NAMING`` as ids of the whole world, or -1."""
        vehicles = self.world.vehicles
        seen = vehicles.seen_index[rows].astype(np.intp)
        is_vehicle = (vehicles.seen[rows] == VEHICLE) & (seen >= 0)
        return np.stack([self._leaders[rows], np.where(is_vehicle, self._ids[np.where(is_vehicle, seen, 0)], seen)])

    def _free(self, owner: Any) -> None:
        """Free the rows of vehicles that this region no longer has."""
        gone = np.flatnonzero((self._ids >= 0) & (owner[self._ids] < 0))
        self._row_of[self._ids[gone]] = -1
        self._ids[gone] = -1

    def _clear_free_rows(self) -> None:
        world, free = self.world, np.flatnonzero(self._ids < 0)
        vehicles = world.vehicles
        vehicles.trail_slot[free] = vehicles.convoy[free] = self._leaders[free] = -1
        vehicles.leader[:] = np.where(self._leaders >= 0, self._row_of[self._leaders], -1)
        vehicles.goal[free], vehicles.avoidance_rule[free] = WANDER, self._plan.free_rule
        for name in Route._fields:
            getattr(vehicles, name)[free] = 0
        for fleet, rows in zip(world.fleets, vehicles.rows, strict=True):
            fleet.halt(np.flatnonzero(self._ids[rows] < 0))
        world.remote.vacate(free)
        vehicles.stability_condition[free] = 0

    # ---- events

    def _store_events(self) -> None:
        events = self.world.events
        if not events.contacts.vehicle.size and not events.stability.vehicle.size:
            return
        is_own = np.zeros(self.world.count, np.bool_)
        is_own[self._own] = True
        contacts = _chosen(events.contacts, is_own[events.contacts.vehicle])
        other = np.where(contacts.other >= 0, self._ids[contacts.other], -1).astype(np.int32)
        contacts = contacts._replace(vehicle=self._ids[contacts.vehicle].astype(np.int32), other=other)
        stability = _chosen(events.stability, is_own[events.stability.vehicle])
        stability = stability._replace(vehicle=self._ids[stability.vehicle].astype(np.int32))
        if contacts.vehicle.size or stability.vehicle.size:
            self._events.append(StepEvents(self.world.tick, contacts, stability))


def _chosen(events: Any, chosen: Mask) -> Any:
    return type(events)(*(column[chosen] for column in events))


class LostRegionError(Exception):
    """Regions have died; their caller restarts them and restores the last snapshot.

    Attributes:
        dead: indices of the regions.
    """

    def __init__(self, dead: Sequence[int]):
        super().__init__(f"regions {', '.join(map(str, dead))} have died")
        self.dead = list(dead)


class RegionsInProcess:
    """The regions of a partitioned world in this process, stepped one after the other: for tests and measurements."""

    def __init__(self, plan: WorldPlan):
        self.regions = [Region(plan, index) for index in range(len(plan.rectangles))]
        self._packets: list[dict[int, Packet]] = []

    def load(self, reports: Sequence[Report], guests: Sequence[Sequence[int]]) -> None:
        """Initialise the regions with vehicles and the expected numbers of ghosts by fleet."""
        self._packets = [
            region.load(report, count) for region, report, count in zip(self.regions, reports, guests, strict=True)
        ]

    def advance(self, steps: int) -> None:
        """Make steps."""
        for _ in range(steps):
            inboxes = [
                {peer: self._packets[peer][index] for peer in region.peers} for index, region in enumerate(self.regions)
            ]
            self._packets = [region.step(inbox) for region, inbox in zip(self.regions, inboxes, strict=True)]

    def reports(self, since: int) -> list[Report]:
        """Return a report of each region, with the events after the tick ``since``."""
        return [region.report(since) for region in self.regions]

    def revive(self, dead: Sequence[int]) -> None:
        """Restart regions; has no effect, because regions in this process are not lost."""

    def close(self) -> None:
        """Do nothing."""
