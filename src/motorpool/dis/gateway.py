"""Gateway: puts a world into a distributed exercise (DIS).

    world = World(fleets=[Fleet("M1A1", 4), *guest_fleets(100)])      # of world.remote.guests
    with Gateway(world) as gateway:
        ...                                     # run the world in real time

It is a source and an observer of the world. Before each step it takes what has come from the network: vehicles of other
programs, which then are in the world like any other, and what they do to ours. After each step it sends the states of
ours that others would no longer know, their shots, hits and collisions.
"""

import time
from collections import Counter, deque
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ..world.remote.guests import vacate_guests
from . import timestamps
from .decoding import Decoded, Group, decode
from .endpoint import Datagram, Endpoint
from .entity_columns import EntityIds, EntityTypes, native
from .entity_types import entity_type_of
from .enumerations import PduType
from .interactions import Interactions
from .management import Management
from .publishing import Publisher
from .remote_entities import RemoteEntities, RemoteEntity
from .settings import ExerciseSettings

if TYPE_CHECKING:
    from ..world import World

OF_VEHICLES = (PduType.ENTITY_STATE, PduType.FIRE, PduType.DETONATION, PduType.COLLISION)
MOST_AT_ONCE = 20_000  # datagrams taken in one step; the rest waits for the next


class Pausable(Protocol):
    """Runs a world, and can stop doing so: a ``clock.Pacer``."""

    def pause(self) -> None:
        """Stand still after the current step."""

    def resume(self) -> None:
        """Go on."""


class Gateway:
    """A world's part in an exercise.

    Args:
        world: with guest fleets, or none if nobody else's vehicles are to be shown.
        settings: who it is and where it sends.
        pausable: what runs the world, to stop and start it when the exercise does; see ``ExerciseSettings.obeys``.

    Attributes:
        settings: with every number known.
        remote: the vehicles of other programs.
        management: what simulation managers wanted, and the comments that came.
        received, sent: numbers of PDUs by type.
        rejected: numbers of received PDUs that were no valid ones, by reason.

    Raises:
        ExerciseError: a setting is not allowed, or the network cannot be used so.
        TerrainError: nobody says where on the Earth the world is.
    """

    def __init__(self, world: "World", settings: ExerciseSettings | None = None, *, pausable: Pausable | None = None):
        from .geodesy import Geodesy

        self.settings = (settings or ExerciseSettings()).checked()
        self._world = world
        vacate_guests(world)
        world.gunnery.is_armed = True  # others may have guns, and hit ours
        geodesy = Geodesy.of_terrain(
            world.terrain,
            geoid_offset=self.settings.geoid_offset,
            origin_deg=self.settings.origin_deg,
            run=world.run_stage,
        )
        self.remote = RemoteEntities(world, self.settings, geodesy)
        types = EntityTypes(*np.array([entity_type_of(fleet.model) for fleet in world.fleets]).T)
        self._publisher = Publisher(world, self.settings, geodesy, types)
        self._interactions = Interactions(world, self.settings, geodesy, self._publisher, self.remote)
        self.management = Management(self, world, self._publisher, pausable)
        self.received: Counter[PduType] = Counter()
        self.sent: Counter[PduType] = Counter()
        self.rejected: Counter[str] = Counter()
        self._waiting: deque[Datagram] = deque()
        self.endpoint = Endpoint(
            self.settings.address,
            port=self.settings.port,
            interface=self.settings.interface,
            most_a_second=self.settings.most_a_second,
        )
        world.remote.origins = self.vehicles
        world.sources.append(self)
        world.observers.append(self)

    def __enter__(self) -> "Gateway":
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Leave the exercise: others are told that our vehicles are gone, and theirs go from this world."""
        if self not in self._world.sources:
            return
        self._world.remote.origins = lambda: ()
        self._world.sources.remove(self)
        self._world.observers.remove(self)
        self._world.remote.vacate(self._world.remote.rows)
        self.management.close()
        self.endpoint.close()

    def read(self, world: "World") -> None:
        """Take what has come from the network; the source's part of a step."""
        self.receive()
        for row in self.remote.forget_silent():
            world.remote.take_over(row)  # nobody drives what was handed over: it comes back
        self.remote.place()

    def observe(self, world: "World") -> None:
        """Send what others must know of the step; the observer's part of it."""
        rows = self._publisher.due()
        if rows.size:
            for datagram in self._publisher.encode(rows, timestamp=self.timestamp):
                self.send(PduType.ENTITY_STATE, datagram)
        for pdu_type, datagram in self._interactions.of_step(world.events, timestamp=self.timestamp):
            self.send(pdu_type, datagram)

    # ---- for people

    def vehicles(self) -> list[RemoteEntity]:
        """Return the vehicles of other programs."""
        return self.remote.listed()

    def hand_over(self, vehicle: int, *, site: int, application: int) -> None:
        """Offer one of this world's vehicles to another program, which drives it as soon as it accepts.

        Args:
            vehicle: its id.
            site: of the other program.
            application: of the other program.

        Raises:
            ExerciseError: it is not ours to give.
        """
        self.management.offer(vehicle, (site, application))

    # ---- the network

    @property
    def timestamp(self) -> int:
        """Return the timestamp of what is sent now."""
        if self.settings.is_synchronised:
            return int(timestamps.from_seconds(time.time()))
        return int(timestamps.from_seconds(self._world.time, is_absolute=False))

    def send(self, pdu_type: PduType, datagram: memoryview | bytes) -> None:
        """Send one PDU."""
        self.endpoint.send(datagram)
        self.sent[pdu_type] += 1

    def receive(self, *, only_management: bool = False) -> None:
        """Take in what has come: checked, sorted by type, and only of this exercise.

        Args:
            only_management: leave out what is said of vehicles, which nobody may touch between two steps but the world.
        """
        self._waiting.extend(self.endpoint.drain())
        if not self._waiting:
            return
        come = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_AT_ONCE))]
        decoded: Decoded = decode([datagram.data for datagram in come])
        for reason, count in decoded.counts().items():
            self.rejected[reason.sentence] += count
        for group in decoded.groups:
            if not (only_management and group.pdu_type in OF_VEHICLES):
                self._sort(group, [come[int(index)].host for index in group.datagram])

    def _sort(self, group: Group, hosts: list[str]) -> None:
        pdus, pdu_type = group.pdus, group.pdu_type
        ours = pdus["header"]["exercise"] == self.settings.exercise
        if not ours.all():
            self.rejected["another exercise"] += int((~ours).sum())
            hosts = [hosts[int(index)] for index in np.flatnonzero(ours)]
            pdus = pdus[ours]
        if not len(pdus):
            return
        self.received[pdu_type] += len(pdus)
        if pdu_type == PduType.ENTITY_STATE:
            columns = native(pdus)
            self.remote.receive(columns, hosts, self.is_own(columns.entity_id))
        elif pdu_type in OF_VEHICLES:
            self._interactions.receive(pdu_type, pdus)
        else:
            self.management.receive(pdu_type, pdus, hosts)

    def is_own(self, ids: EntityIds) -> Any:
        """Return the mask of identities that this program sends."""
        site, application = np.asarray(ids.site), np.asarray(ids.application)
        named_ours = (site == self.settings.site) & (application == self.settings.application)
        return named_ours | np.isin(ids.keys(), self.management.adopted)
