"""Gateway: puts a world into a distributed exercise (DIS).

    world = World(fleets=[Fleet("M1A1", 4), *guest_fleets(100)])      # of world.remote.guests
    with Gateway(world) as gateway:
        ...                                     # run the world in real time

It is a source and an observer of the world. Before each step it takes what has come from the network: vehicles of other
programs, which then are in the world like any other, and what they do to ours. After each step it sends the states of
ours that others would no longer know, their shots, hits and collisions.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..world.remote.guests import vacate_guests
from .endpoint import Datagram, Endpoint
from .entity_types import entity_type_of
from .interactions import Interactions
from .management import Management
from .publishing import Publisher
from .received_states import received_states
from .remote_entities import RemoteEntities, RemoteEntity, key_of
from .settings import ExerciseSettings
from .wire import timestamps
from .wire.decoding import Group, decode
from .wire.entity_columns import EntityTypes
from .wire.enumerations import PduType

if TYPE_CHECKING:
    from ..world import World

OF_VEHICLES = (PduType.ENTITY_STATE, PduType.FIRE, PduType.DETONATION, PduType.COLLISION)
MOST_AT_ONCE = 2048  # datagrams that are looked at together
OCTETS_AT_ONCE = 1 << 18  # likewise
READING_SHARE = 0.25  # of a step's time, after which what has come waits for the next [1]


class Pausable(Protocol):
    """Runs a world, and can stop doing so: a ``clock.Pacer``."""

    @property
    def is_paused(self) -> bool:
        """Return whether the world stands still."""
        ...

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
        tell: called with a sentence of what the user can change, such as a host that wants too many vehicles.

    Attributes:
        settings: with every number known.
        remote: the vehicles of other programs.
        management: what simulation managers wanted, and the comments that came.
        received, sent: numbers of PDUs by type.
        rejected: numbers of received PDUs that were no valid ones, by reason.
        lock: of those who send and receive.

    Raises:
        ExerciseError: a setting is not allowed, or the network cannot be used so.
        TerrainError: nobody says where on the Earth the world is.
    """

    def __init__(
        self,
        world: "World",
        settings: ExerciseSettings | None = None,
        *,
        pausable: Pausable | None = None,
        tell: Callable[[str], None] = lambda _: None,
    ):
        from .motion.geodesy import Geodesy

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
        self.remote = RemoteEntities(world, self.settings, geodesy, tell)
        types = EntityTypes(*np.array([entity_type_of(fleet.model) for fleet in world.fleets]).T)
        self._publisher = Publisher(world, self.settings, geodesy, types)
        self._interactions = Interactions(world, self.settings, geodesy, self._publisher, self.remote)
        self.management = Management(self, world, self._publisher, pausable)
        self.received: Counter[PduType] = Counter()
        self.sent: Counter[PduType] = Counter()
        self.rejected: Counter[str] = Counter()
        self.lock = threading.RLock()  # a stopped world is listened for in a thread of its own
        self._next_time: float | None = None  # of the world, if nobody sets its clock
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
        self.management.close()
        with self.lock:
            for datagram in self._publisher.withdrawn(timestamp=self.timestamp, everything=True):
                self.send(PduType.ENTITY_STATE, datagram)
            self.remote.remove_all()
        self.endpoint.close()

    def read(self, world: "World") -> None:
        """Take what has come from the network; the source's part of a step."""
        with self.lock:
            self._notice_set_clock()
            self._interactions.begin_step()
            self.management.begin_step()
            self.receive()
            for row in self.remote.forget_silent().tolist():
                self._publisher.take_back(row)
            self.remote.place()

    def observe(self, world: "World") -> None:
        """Send what others must know of the step; the observer's part of it."""
        with self.lock:
            timestamp, is_frozen = self.timestamp, self.management.is_frozen
            for datagram in self._publisher.withdrawn(timestamp=timestamp):
                self.send(PduType.ENTITY_STATE, datagram)
            rows = self._publisher.due(is_frozen=is_frozen)
            if rows.size:
                for datagram in self._publisher.encode(rows, timestamp=timestamp, is_frozen=is_frozen):
                    self.send(PduType.ENTITY_STATE, datagram)
            for pdu_type, datagram in self._interactions.of_step(world.events, timestamp=timestamp):
                self.send(pdu_type, datagram)

    # ---- for people

    @property
    def has_received(self) -> bool:
        """Return whether anything of other programs has come that may change this world: vehicles, or requests.

        Their shots count with their vehicles, without which they are not taken; the echo of a group does not count.
        """
        own = self.remote.refused["own"]
        requests = (count for pdu_type, count in self.received.items() if pdu_type not in OF_VEHICLES)
        return self.received[PduType.ENTITY_STATE] > own or any(requests)

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

    def receive(self) -> None:
        """Take in what has come: checked, sorted by type, and only of this exercise.

        A part of a step's time is enough for any exercise; of a flood, the rest waits, and is dropped at last.
        """
        until = time.perf_counter() + READING_SHARE * self._world.dt
        while come := self.endpoint.drain(MOST_AT_ONCE, OCTETS_AT_ONCE):
            self._take(come)
            if time.perf_counter() > until:
                return

    def listen(self, *, with_heartbeat: bool = False) -> None:
        """Take in what simulation managers want of a world that stands still, and nothing of vehicles.

        Args:
            with_heartbeat: send all states again, so that others do not forget vehicles that stand still.
        """
        with self.lock:
            self.management.begin_step(is_standing=True)
            self._take(self.endpoint.drain(MOST_AT_ONCE, OCTETS_AT_ONCE), only_management=True)
            if with_heartbeat and self.management.is_frozen:
                rows = np.flatnonzero(self._publisher.local)
                for datagram in self._publisher.encode(rows, timestamp=self.timestamp, is_frozen=True):
                    self.send(PduType.ENTITY_STATE, datagram)

    def _take(self, come: list[Datagram], *, only_management: bool = False) -> None:
        if not come:
            return
        decoded = decode([datagram.data for datagram in come])
        for reason, count in decoded.counts().items():
            self.rejected[reason.sentence] += count
        hosts = [datagram.host for datagram in come]
        states: list[Any] = []
        hosts_of_states: list[str] = []
        others: list[tuple[PduType, Any, list[str]]] = []
        for group in decoded.groups:
            pdus, senders = self._of_exercise(group, [hosts[index] for index in group.datagram.tolist()])
            self.received[group.pdu_type] += len(pdus)
            if not len(pdus) or (only_management and group.pdu_type in OF_VEHICLES):
                continue
            if group.pdu_type == PduType.ENTITY_STATE:
                states.append(pdus)
                hosts_of_states += senders
            else:
                others.append((group.pdu_type, pdus, senders))
        if states:
            taken = received_states(states)
            self.remote.receive(taken, hosts_of_states, self.is_own(taken.key))
        for pdu_type, pdus, senders in others:
            if pdu_type in OF_VEHICLES:
                self._interactions.receive(pdu_type, pdus, senders)
            else:
                self.management.receive(pdu_type, pdus, senders, is_standing=only_management)

    def _of_exercise(self, group: Group, hosts: list[str]) -> tuple[Any, list[str]]:
        """Return the PDUs that are of this exercise, and the hosts that they came from."""
        ours = group.pdus["header"]["exercise"] == self.settings.exercise
        if ours.all():
            return group.pdus, hosts
        self.rejected["another exercise"] += int((~ours).sum())
        return group.pdus[ours], [hosts[index] for index in np.flatnonzero(ours).tolist()]

    def _notice_set_clock(self) -> None:
        """Keep ages as they are when the world is set to another time, as by ``World.restore``."""
        now, dt = self._world.time, self._world.dt
        expected, self._next_time = self._next_time, now + dt
        if expected is not None and abs(now - expected) > 0.5 * dt:
            self.remote.shift(now - expected)
            self.remote.reconcile(list(self._publisher.adopted.values()))
            self._publisher.forget(slice(None))

    def is_own(self, keys: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return the mask of identities, as numbers, that this program sends."""
        named_ours = keys >> 16 == key_of((self.settings.site, self.settings.application, 0)) >> 16
        adopted = self._publisher.adopted
        return named_ours | np.isin(keys, list(adopted)) if adopted else named_ours
