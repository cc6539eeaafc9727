"""Shots, hits and collisions between local vehicles and those of other programs.

The program of the shooter simulates the flight of the round. So a received Fire is only shown; a received Detonation
damages the local vehicles at its location. Both programs detect a collision, and each moves only its own vehicle.
"""

from collections import Counter, deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ...models.frames import body_axes
from ...models.rotation import Vector
from ...world.drivers.kinds import REMOTE
from ...world.events import Events
from ...world.gunnery.component import Impacts, Shots
from ...world.gunnery.rounds import GROUND, OBJECT, VEHICLE
from .motion.columns import Vectors
from .publishing import Publisher
from .remote_entities import RemoteEntities, id_of, is_on_map, key_of
from .settings import ExerciseSettings
from .wire.encoding import datagrams, pdus
from .wire.entity_columns import EntityIds
from .wire.enumerations import CollisionType, DetonationResult, EntityKind, PduType
from .wire.layouts import Pdus

if TYPE_CHECKING:
    from ...world import World
    from .motion.geodesy import Geodesy

# Tank round: munition against armour, of any country, ballistic; high-explosive warhead, contact fuse.
ROUND = (EntityKind.MUNITION, 2, 0, 2, 0, 0, 0)
WARHEAD, FUSE = 1000, 1000
BLAST_RADIUS = 3.0  # radius of damage of a detonation without a target [m]
BLAST_DAMAGE = 0.5  # damage by a received hit, the default of guns in this package [1]
MOST_IN_FLIGHT = 64  # limit of unfinished shots of one vehicle; older ones get no event number in their Detonation
MOST_AT_ONCE = 128  # limit of received shots and hits in one step; further ones are refused
FASTEST_ROUND = 3000.0  # a faster received round is ignored [m/s]

RESULTS = {
    VEHICLE: DetonationResult.ENTITY_IMPACT,
    GROUND: DetonationResult.GROUND_IMPACT,
    OBJECT: DetonationResult.BUILDING_HIT_MEDIUM,
}
HITS = (DetonationResult.ENTITY_IMPACT, DetonationResult.ENTITY_PROXIMATE, DetonationResult.DETONATION,
        DetonationResult.HIGH_EXPLOSIVE_HIT_SMALL, DetonationResult.HIGH_EXPLOSIVE_HIT_MEDIUM,
        DetonationResult.HIGH_EXPLOSIVE_HIT_LARGE, DetonationResult.ARMOUR_PIERCING_HIT,
        DetonationResult.GROUND_IMPACT, DetonationResult.GROUND_PROXIMATE)  # fmt: skip


class Interactions:
    """Shots, hits and collisions between the vehicles of one world and remote ones.

    Attributes:
        refused: numbers of refused shots and hits of other programs, by reason.
    """

    def __init__(
        self,
        world: "World",
        settings: ExerciseSettings,
        geodesy: "Geodesy",
        publisher: Publisher,
        remote: RemoteEntities,
    ):
        self._world, self._settings, self._geodesy = world, settings, geodesy
        self._publisher, self._remote = publisher, remote
        self.refused: Counter[str] = Counter()
        self._event = 0
        self._left = MOST_AT_ONCE
        self._in_flight: dict[int, deque[int]] = {}  # event numbers of unfinished shots by vehicle, oldest first

    # ---- local events

    def of_step(self, events: Events, *, timestamp: int) -> Iterator[tuple[PduType, memoryview]]:
        """Yield the PDUs of the events of a step."""
        if events.is_empty:
            return
        is_local = self._publisher.local
        header = {
            "version": self._settings.version, "exercise": self._settings.exercise, "timestamp": timestamp,
        }  # fmt: skip
        for made in self._fires(events.shots, is_local, header):
            yield PduType.FIRE, datagrams(made)[0]
        for made in self._detonations(events.impacts, is_local, header):
            yield PduType.DETONATION, datagrams(made)[0]
        for made in self._collisions(events, is_local, header):
            yield PduType.COLLISION, datagrams(made)[0]

    def _fires(self, shots: Shots, is_local: Any, header: dict[str, Any]) -> Iterator[Pdus]:
        for shot in zip(*shots, strict=True):
            shooter, x, y, z, *velocity, _ = shot
            if not is_local[shooter]:
                continue
            event = self._next_event()
            self._in_flight.setdefault(int(shooter), deque(maxlen=MOST_IN_FLIGHT)).append(event)
            yield pdus(
                PduType.FIRE,
                **header,
                firing_id=self._id_of(shooter),
                event_id=(self._settings.site, self._settings.application, event),
                location=self._place(x, y, z),
                velocity=self._direction(x, y, z, velocity),
                descriptor=self._descriptor(),
            )

    def _detonations(self, impacts: Impacts, is_local: Any, header: dict[str, Any]) -> Iterator[Pdus]:
        for shooter, x, y, z, met, met_index, _ in zip(*impacts, strict=True):
            if not is_local[shooter]:
                continue
            flying = self._in_flight.get(int(shooter))
            event = flying.popleft() if flying else 0
            target = int(met_index) if met == VEHICLE else -1
            yield pdus(
                PduType.DETONATION,
                **header,
                firing_id=self._id_of(shooter),
                target_id=self._id_of(target) if target >= 0 else (0, 0, 0),
                event_id=(self._settings.site, self._settings.application, event),
                location=self._place(x, y, z),
                location_on_target=self._in_body(target, x, y, z) if target >= 0 else (0.0, 0.0, 0.0),
                descriptor=self._descriptor(),
                result=RESULTS.get(int(met), DetonationResult.OTHER),
            )

    def _collisions(self, events: Events, is_local: Any, header: dict[str, Any]) -> Iterator[Pdus]:
        vehicles = self._world.vehicles
        contacts = events.contacts
        for one, other, x, y in zip(contacts.vehicle, contacts.other, contacts.x, contacts.y, strict=True):
            if other < 0 or is_local[one] == is_local[other]:
                continue  # an object, or two local or two remote vehicles
            ours, theirs = (int(one), int(other)) if is_local[one] else (int(other), int(one))
            if self._remote.key_of(theirs) is None:
                continue
            yaw, speed = float(vehicles.yaw[ours]), float(vehicles.speed[ours])
            z = float(vehicles.z[ours])
            velocity = (speed * np.cos(yaw), speed * np.sin(yaw), 0.0)
            yield pdus(
                PduType.COLLISION,
                **header,
                issuing_id=self._id_of(ours),
                colliding_id=self._id_of(theirs),
                event_id=(self._settings.site, self._settings.application, self._next_event()),
                collision_type=CollisionType.INELASTIC,
                velocity=self._direction(x, y, z, velocity),
                mass=float(vehicles.mass[ours]),
                location_on_entity=self._in_body(theirs, x, y, z),
            )

    # ---- remote events

    def begin_step(self) -> None:
        """Reset the limit of received shots and hits."""
        self._left = MOST_AT_ONCE

    def receive(self, pdu_type: PduType, received: Pdus, hosts: list[str]) -> None:
        """Apply checked shots and hits of other programs; Collision PDUs are ignored: both programs detect them."""
        if pdu_type == PduType.COLLISION:
            return
        firing = received["firing_id"]
        keys = EntityIds(firing["site"], firing["application"], firing["entity"]).keys().tolist()
        seen = [
            index
            for index, (key, host) in enumerate(zip(keys, hosts, strict=True))
            if self._remote.host_of(key) == host
        ]
        self._refuse("of an unknown shooter", len(keys) - len(seen))
        self._refuse("too many at once", len(seen) - self._left)
        some = received[seen[: self._left]]
        self._left -= len(some)
        if len(some):
            self._take(pdu_type, some)

    def _take(self, pdu_type: PduType, received: Pdus) -> None:
        place = self._geodesy.from_geocentric(_vector(received["location"]))
        is_here = is_on_map(place, self._world)
        self._refuse("off the map", int((~is_here).sum()))
        velocities = np.array(_vector(received["velocity"])).T
        for index in np.flatnonzero(is_here).tolist():
            pdu = received[index]
            shooter = self._remote.row_of(key_of(pdu["firing_id"]))
            at = (float(place.x[index]), float(place.y[index]), float(place.z[index]))
            if shooter is None:
                continue
            if pdu_type == PduType.DETONATION:
                self._hit(shooter, pdu, at)
            elif np.linalg.norm(velocities[index]) < FASTEST_ROUND:
                x, y, z = (self._axes(*at) @ velocities[index]).tolist()
                self._world.gunnery.tell_shot(shooter, at, (x, y, z))

    def _refuse(self, reason: str, count: int) -> None:
        if count > 0:
            self.refused[reason] += count

    def _hit(self, shooter: int, pdu: Any, at: tuple[float, float, float]) -> None:
        """Damage the local vehicles that are hit: the named target, or else all near the detonation."""
        world, vehicles = self._world, self._world.vehicles
        if int(pdu["result"]) not in HITS:
            return
        is_named = int(pdu["target_id"]["entity"]) != 0
        if is_named:
            target = self._publisher.row_of(key_of(pdu["target_id"]))
            candidates = np.array([] if target is None else [target], np.intp)
            reach = vehicles.radius[candidates] + BLAST_RADIUS
        else:
            candidates, reach = np.flatnonzero(vehicles.driver < REMOTE), BLAST_RADIUS
        near = np.hypot(vehicles.x[candidates] - at[0], vehicles.y[candidates] - at[1]) < reach
        near &= abs(vehicles.z[candidates] - at[2]) < BLAST_RADIUS + vehicles.body_height[candidates]
        struck = candidates[near]
        vehicles.damage[struck] = np.minimum(vehicles.damage[struck] + BLAST_DAMAGE, 1.0)
        vehicles.damage_time[struck] = 0.0
        met = VEHICLE if is_named else GROUND
        world.gunnery.tell_impact(shooter, at, met, int(struck[0]) if struck.size else -1)

    # ---- conversions

    def _next_event(self) -> int:
        self._event = self._event % 0xFFFE + 1
        return self._event

    def _id_of(self, row: Any) -> tuple[int, int, int]:
        key = self._remote.key_of(int(row))
        if key is not None:
            return id_of(key)
        if not self._publisher.is_local(int(row)):
            return 0, 0, 0
        site, application, entity = self._publisher.ids[int(row)].tolist()
        return site, application, entity

    def _place(self, x: Any, y: Any, z: Any) -> tuple[float, float, float]:
        place = self._geodesy.geocentric(*(np.array([float(one)]) for one in (x, y, z)))
        return float(place.x[0]), float(place.y[0]), float(place.z[0])

    def _axes(self, x: Any, y: Any, z: Any) -> Any:
        """Return the axes of the grid at a position, one per row, in geocentric coordinates."""
        frame: Any = self._geodesy.frame(*(np.array([float(one)]) for one in (x, y, z)))
        return np.array([[float(part[0]) for part in axis] for axis in (frame.east, frame.north, frame.up)])

    def _direction(self, x: Any, y: Any, z: Any, vector: Any) -> Any:
        return np.asarray(vector, float) @ self._axes(x, y, z)

    def _in_body(self, row: int, x: Any, y: Any, z: Any) -> tuple[float, ...]:
        """Return a position in body axes of a vehicle: forward, right, down from its centre at ground level [m]."""
        vehicles = self._world.vehicles
        offset = np.array([x - vehicles.x[row], y - vehicles.y[row], z - vehicles.z[row]], float)
        forward, left, up = (np.array(axis, float) for axis in body_axes(
            float(vehicles.yaw[row]), float(vehicles.pitch[row]), float(vehicles.roll[row])
        ))  # fmt: skip
        ahead = float(offset @ forward) - float(vehicles.body_offset[row])
        return ahead, float(-offset @ left), float(-offset @ up)

    def _descriptor(self) -> dict[str, Any]:
        return {"munition_type": ROUND, "warhead": WARHEAD, "fuse": FUSE, "quantity": 1, "rate": 0}


def _vector(records: Any) -> Vectors:
    return Vector(*(records[axis].astype(np.float64) for axis in "xyz"))
