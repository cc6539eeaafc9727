"""Gateway between a world and a distributed exercise (DIS).

    world = World(fleets=[Fleet("M1A1", 4), *guest_fleets(100)])      # of world.remote.guests
    with Gateway(world) as gateway:
        ...                                     # run the world in real time

The gateway is a source and an observer of the world. Before each step it reads the network: remote vehicles are placed
in the world, and their shots and hits are applied to local ones. After each step it sends the states of local vehicles
that other programs extrapolate too inaccurately, and their shots, hits and collisions.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...world.remote.guests import vacate_guests
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
    from ...world import World

OF_VEHICLES = (PduType.ENTITY_STATE, PduType.FIRE, PduType.DETONATION, PduType.COLLISION)
MOST_AT_ONCE = 2048  # datagrams that are decoded together
OCTETS_AT_ONCE = 1 << 18  # bytes that are decoded together
READING_SHARE = 0.25  # fraction of the step's time for reading; the remaining datagrams wait for the next step [1]


class Pausable(Protocol):
    """Runner of a world that can be paused, such as ``clock.Pacer``."""

    @property
    def is_paused(self) -> bool:
        """Return whether the world is paused."""
        ...

    def pause(self) -> None:
        """Pause the world after the current step."""

    def resume(self) -> None:
        """Resume the world."""


class Gateway:
    """Participation of a world in an exercise.

    Args:
        world: a world with guest fleets; without them no remote vehicles are shown.
        pausable: runner of the world, to pause it when the exercise is stopped; see ``ExerciseSettings.obeys``.
        tell: called with a sentence on a problem that the user can correct, such as a host that sends too many
            vehicles.

    Attributes:
        remote: the vehicles of other programs.
        received, sent: numbers of PDUs by type.
        rejected: numbers of invalid received PDUs by reason.
        lock: lock of the threads that send and receive.

    Raises:
        ExerciseError: a setting is not allowed, or the network does not support it.
        TerrainError: the position of the world on the Earth is unknown.
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
        world.gunnery.is_armed = True  # remote vehicles may have guns and hit local ones
        geodesy = Geodesy.of_terrain(
            world.terrain,
            geoid_offset=self.settings.geoid_offset,
            origin_deg=self.settings.origin_deg,
            run=world.run_stage,
        )
        self.remote = RemoteEntities(world, self.settings, geodesy, tell)
        self._publisher = Publisher(world, self.settings, geodesy, self._types())
        self._interactions = Interactions(world, self.settings, geodesy, self._publisher, self.remote)
        self.management = Management(self, world, self._publisher, pausable)
        self.received: Counter[PduType] = Counter()
        self.sent: Counter[PduType] = Counter()
        self.rejected: Counter[str] = Counter()
        self.lock = threading.RLock()  # while the world is paused, a second thread receives
        self._next_time: float | None = None  # expected time of the next step, to detect a clock that was set
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
        """Leave the exercise: deactivate the local vehicles for others, and remove the remote ones."""
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
        """Process received datagrams; called before each step."""
        with self.lock:
            self._follow_growth()
            self._adjust_to_set_clock()
            self._interactions.begin_step()
            self.management.begin_step()
            self.receive()
            for row in self.remote.forget_silent().tolist():
                self._publisher.take_back(row)
            self.remote.place()

    def observe(self, world: "World") -> None:
        """Send states and events of the step; called after each step."""
        with self.lock:
            self._follow_growth()
            timestamp, is_frozen = self.timestamp, self.management.is_frozen
            for datagram in self._publisher.withdrawn(timestamp=timestamp):
                self.send(PduType.ENTITY_STATE, datagram)
            rows = self._publisher.due(is_frozen=is_frozen)
            if rows.size:
                for datagram in self._publisher.encode(rows, timestamp=timestamp, is_frozen=is_frozen):
                    self.send(PduType.ENTITY_STATE, datagram)
            for pdu_type, datagram in self._interactions.of_step(world.events, timestamp=timestamp):
                self.send(pdu_type, datagram)

    # ---- state

    @property
    def has_received(self) -> bool:
        """Return whether a received PDU may have changed this world: remote vehicles or requests.

        Shots count with their vehicles, without which they are refused; the echo of own multicast does not count.
        """
        own = self.remote.refused["own"]
        requests = (count for pdu_type, count in self.received.items() if pdu_type not in OF_VEHICLES)
        return self.received[PduType.ENTITY_STATE] > own or any(requests)

    def vehicles(self) -> list[RemoteEntity]:
        """Return the vehicles of other programs."""
        return self.remote.listed()

    def hand_over(self, vehicle: int, *, site: int, application: int) -> None:
        """Offer a vehicle to another program, which controls it as soon as it accepts.

        Raises:
            ExerciseError: this program does not own the vehicle.
        """
        self.management.offer(vehicle, (site, application))

    # ---- the network

    @property
    def timestamp(self) -> int:
        """Return the DIS timestamp of the current time."""
        if self.settings.is_synchronised:
            return int(timestamps.from_seconds(time.time()))
        return int(timestamps.from_seconds(self._world.time, is_absolute=False))

    def send(self, pdu_type: PduType, datagram: memoryview | bytes) -> None:
        """Send one PDU and count it."""
        self.endpoint.send(datagram)
        self.sent[pdu_type] += 1

    def receive(self) -> None:
        """Process queued PDUs of this exercise, after checking and sorting them by type.

        Reading stops after ``READING_SHARE`` of a step's time, so that a flood does not delay the world: the remaining
        datagrams wait, and are dropped when the queue is full.
        """
        until = time.perf_counter() + READING_SHARE * self._world.dt
        while queued := self.endpoint.drain(MOST_AT_ONCE, OCTETS_AT_ONCE):
            self._take(queued)
            if time.perf_counter() > until:
                return

    def listen(self, *, with_heartbeat: bool = False) -> None:
        """Process requests of simulation managers while the world is paused; PDUs on vehicles are ignored.

        Args:
            with_heartbeat: send all states again, so that other programs do not remove the vehicles after their
                time-out.
        """
        with self.lock:
            self.management.begin_step(is_standing=True)
            self._take(self.endpoint.drain(MOST_AT_ONCE, OCTETS_AT_ONCE), only_management=True)
            if with_heartbeat and self.management.is_frozen:
                rows = np.flatnonzero(self._publisher.local)
                for datagram in self._publisher.encode(rows, timestamp=self.timestamp, is_frozen=True):
                    self.send(PduType.ENTITY_STATE, datagram)

    def _take(self, queued: list[Datagram], *, only_management: bool = False) -> None:
        if not queued:
            return
        decoded = decode([datagram.data for datagram in queued])
        for reason, count in decoded.counts().items():
            self.rejected[reason.sentence] += count
        hosts = [datagram.host for datagram in queued]
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
        ours = group.pdus["header"]["exercise"] == self.settings.exercise
        if ours.all():
            return group.pdus, hosts
        self.rejected["another exercise"] += int((~ours).sum())
        return group.pdus[ours], [hosts[index] for index in np.flatnonzero(ours).tolist()]

    def _types(self) -> EntityTypes:
        """Return the entity type of each fleet."""
        return EntityTypes(*np.array([entity_type_of(fleet.model) for fleet in self._world.fleets]).T)

    def _follow_growth(self) -> None:
        """Make room for vehicles that were added to the world."""
        if len(self._publisher.ids) != self._world.count:
            self._publisher.fit(self._types())

    def _adjust_to_set_clock(self) -> None:
        """Shift the times of received states when the clock of the world was set, as by ``World.restore``."""
        now, dt = self._world.time, self._world.dt
        expected, self._next_time = self._next_time, now + dt
        if expected is not None and abs(now - expected) > 0.5 * dt:
            self.remote.shift(now - expected)
            self.remote.reconcile(list(self._publisher.adopted.values()))
            self._publisher.forget(slice(None))

    def is_own(self, keys: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return the mask of identities (as numbers) that this program sends."""
        named_ours = keys >> 16 == key_of((self.settings.site, self.settings.application, 0)) >> 16
        adopted = self._publisher.adopted
        return named_ours | np.isin(keys, list(adopted)) if adopted else named_ours
