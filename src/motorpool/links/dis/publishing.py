"""Publishing of the Entity States of local vehicles.

Every program extrapolates a vehicle from its last Entity State; the publisher does the same. It sends a new state when
the error of the extrapolation exceeds a threshold, when the appearance changes, or after the heartbeat.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from ...world.drivers.kinds import ABSENT, REMOTE
from .appearance import appearances
from .entity_types import EntityType
from .motion.columns import EntityStates, Motions, block_of, first_rows, from_reference_to_centre, rows_of, set_rows
from .motion.dead_reckoning import algorithm_of
from .motion.due import NEVER, Looks, Publication, find_due, looks_of, nothing_sent
from .motion.local_motion import estimate_rows, motion_of, no_estimate
from .received_states import write_motion
from .remote_entities import id_of, key_of
from .settings import ExerciseSettings
from .wire.encoding import datagrams, entity_states
from .wire.entity_columns import EntityTypes
from .wire.enumerations import LAND_APPEARANCE, LARGEST_ID, ArticulatedPart, ArticulationMetric, DeadReckoning
from .wire.layouts import Pdus

if TYPE_CHECKING:
    from ...world import World
    from .motion.geodesy import Geodesy

PARTS = (
    ArticulatedPart.PRIMARY_TURRET + ArticulationMetric.AZIMUTH,
    ArticulatedPart.PRIMARY_GUN + ArticulationMetric.ELEVATION,
)
ATTACHED_TO = (0, 1)  # turret to hull, gun to turret
CLOCKWISE = (-1.0, 1.0)  # DIS counts azimuth clockwise seen from above, because its body axis z points down

Ids = NDArray[np.intp]


class Publisher:
    """Publisher of the Entity States of one world's vehicles.

    Args:
        types: entity types, one row per fleet.

    Attributes:
        ids: site, application and entity number of each vehicle, shape (vehicles, 3), also of one handed over.
        adopted: vehicles that other programs have handed over to this world, by their identity as a number.
    """

    def __init__(self, world: "World", settings: ExerciseSettings, geodesy: "Geodesy", types: EntityTypes):
        self._world, self._settings, self._geodesy = world, settings, geodesy
        self.ids = np.empty((0, 3), np.int64)
        self.adopted: dict[int, int] = {}
        self._types: dict[int, EntityType] = {}  # of vehicles that were handed over to this world
        # whether other programs have received a state of each vehicle, and what they extrapolate
        self._is_published, self._gun_changes = np.zeros(0, np.bool_), np.zeros((0, 2), np.uint8)
        self._estimate, self._sent = no_estimate(0), nothing_sent(0)
        self.fit(types)

    def fit(self, types: EntityTypes) -> None:
        """Make room for the vehicles that the world has now; the sent states of earlier ones are kept.

        Args:
            types: entity types, one row per fleet.
        """
        world, settings, vehicles, count = self._world, self._settings, self._world.vehicles, self._world.count
        ids = np.empty((count, 3), np.int64)
        ids[:, 0], ids[:, 1], ids[:, 2] = settings.site, settings.application, np.arange(count) + 1
        self.ids = _fitted(self.ids, ids)
        self._is_named = self.ids[:, 2] <= LARGEST_ID  # the entity number has 16 bits: further vehicles are not sent
        self._templates = {is_armed: self._template(types, is_armed=is_armed) for is_armed in (False, True)}
        self._markings = np.array(
            [_marking(fleet.name, row) for fleet in world.fleets for row in range(fleet.count)], "S11"
        )
        self._is_published = _fitted(self._is_published, np.zeros(count, np.bool_))
        self._estimate = _fitted(self._estimate, no_estimate(count))
        self._sent = _fitted(self._sent, nothing_sent(count))
        self._gun_changes = _fitted(self._gun_changes, np.zeros((count, 2), np.uint8))
        looks = Looks(vehicles.damage, vehicles.engine_stop, vehicles.turret_yaw, vehicles.turret_elevation)
        pose, motion = vehicles.pose, vehicles.motion
        self._publication = Publication(pose, motion.yaw_rate, looks, self._estimate, self._sent, *np.zeros((3, count)))
        self._reach, self._watched = count, (motion, self._publication)

    @property
    def local(self) -> NDArray[np.bool_]:
        """Return the mask of vehicles that this world moves."""
        driver = self._world.vehicles.driver
        return (driver < REMOTE) & self._is_named

    def is_local(self, row: int) -> bool:
        """Return whether this world moves and publishes a vehicle."""
        return bool(self._world.vehicles.driver[row] < REMOTE and self._is_named[row])

    def row_of(self, key: int) -> int | None:
        """Return the local vehicle of an identity, None if there is none."""
        row = self.adopted.get(key)
        if row is None:
            site, application, entity = id_of(key)
            row = entity - 1
            is_ours = (site, application) == (self._settings.site, self._settings.application)
            if not is_ours or not 0 <= row < self._world.count or key_of(self.ids[row]) != key:
                return None
        return row if self.is_local(row) else None

    def due(self, *, is_frozen: bool = False) -> Ids:
        """Return the vehicles whose state must be sent now; call it once after each step."""
        world, local = self._world, self.local
        if not local.any():
            return np.zeros(0, np.intp)
        motion, publication = self._up_to_last(local)
        world.run_stage(estimate_rows, publication.pose, motion, publication.estimate, world.dt)
        distance, angle, heartbeat, _ = self._settings.thresholds
        world.run_stage(find_due, publication, distance, angle, heartbeat, float(is_frozen), world.time, world.dt)
        return np.flatnonzero((publication.due != 0.0) & local[: publication.due.size])

    def encode(self, rows: Ids, *, timestamp: int, is_frozen: bool = False) -> Iterator[memoryview]:
        """Yield the datagrams of some vehicles' states, and record the states as sent."""
        vehicles, now = self._world.vehicles, self._world.time
        motion = motion_of(vehicles.pose, self._estimate, rows)
        speed = np.hypot(motion.velocity.x, motion.velocity.y)
        algorithm = algorithm_of(speed, motion.angular_velocity.z)
        moves = algorithm > DeadReckoning.STATIC
        block_of(motion)[6:] *= moves  # all but the pose
        sent = self._sent
        set_rows(sent.states, rows, EntityStates(motion, algorithm, np.full(rows.size, now)))
        for column, seen in (
            (sent.turret_yaw, vehicles.turret_yaw),
            (sent.turret_elevation, vehicles.turret_elevation),
        ):
            self._gun_changes[rows, int(column is sent.turret_elevation)] += column[rows] != seen[rows]
            column[rows] = seen[rows]
        damage, engine_stop = cast("Any", vehicles.damage[rows]), cast("Any", vehicles.engine_stop[rows])
        sent.looks[rows] = looks_of(damage, engine_stop, float(is_frozen))
        self._is_published[rows] = True
        appearance = appearances(vehicles, rows, is_frozen=is_frozen)
        yield from self._made(rows, motion, algorithm, appearance=appearance, timestamp=timestamp)

    def withdrawn(self, *, timestamp: int, everything: bool = False) -> Iterator[memoryview]:
        """Yield a last state, with the deactivated bit, of vehicles that have left, or of ``everything``."""
        is_gone = self._is_published & (everything | (self._world.vehicles.driver >= REMOTE))
        if not is_gone.any():
            return
        rows = np.flatnonzero(is_gone)
        self._is_published[rows] = False
        motion = rows_of(self._sent.states.motion, rows)
        block_of(motion)[:6] = np.transpose([self._last_pose(row) for row in rows.tolist()])
        block_of(motion)[6:] = 0.0
        appearance = appearances(self._world.vehicles, rows) | np.uint32(LAND_APPEARANCE.deactivated.mask)
        algorithm = np.full(rows.size, DeadReckoning.STATIC, np.int8)
        yield from self._made(rows, motion, algorithm, appearance=appearance, timestamp=timestamp)
        for row in rows.tolist():
            self.resign(row)

    def _last_pose(self, row: int) -> tuple[float, ...]:
        """Return the true pose of a vehicle, or that at which it left the world; the last one sent may be outdated."""
        if self._world.vehicles.driver[row] == ABSENT and row in self._world.remote.left:
            return self._world.remote.left[row]
        return tuple(float(column[row]) for column in cast("Any", self._world.vehicles.pose[:6]))

    def adopt(self, row: int, entity_id: tuple[int, int, int], entity_type: EntityType | None = None) -> None:
        """Publish a vehicle that was taken over, from the next step on, under its identity and type.

        Args:
            entity_id: site, application and entity number.
            entity_type: as its former program sent it; by default that of the row's fleet.
        """
        self.resign(row)
        if entity_type is not None:
            self._types[row] = entity_type
        self.ids[row] = entity_id
        if entity_id[:2] != (self._settings.site, self._settings.application):
            self.adopted[key_of(entity_id)] = row
        self._is_named[row] = True
        self.forget(row)

    def take_back(self, row: int) -> None:
        """Publish a vehicle again, under its identity, after another program has controlled it."""
        site, application, entity = self.ids[row].tolist()
        self.adopt(row, (site, application, entity))

    def resign(self, row: int) -> None:
        """Stop publishing a vehicle that another program controls or that has left the world."""
        self.adopted = {key: adopted for key, adopted in self.adopted.items() if adopted != row}
        self._types.pop(row, None)
        self._is_published[row] = False

    def forget(self, rows: Any) -> None:
        """Send vehicles in the next step, whatever was sent before."""
        self._sent.states.time[rows], self._sent.states.algorithm[rows] = NEVER, DeadReckoning.STATIC

    # ---- PDUs

    def _made(
        self, rows: Ids, motion: Motions, algorithm: Any, *, appearance: NDArray[np.uint32], timestamp: int
    ) -> Iterator[memoryview]:
        offset = self._world.vehicles.body_offset[rows]
        if offset.any():
            motion = rows_of(motion, np.arange(rows.size))
            block_of(motion)[:3] += from_reference_to_centre(offset, motion.pose)
        sent = block_of(self._geodesy.to_geocentric(motion, algorithm))
        fleets, is_armed = self._world.vehicles.fleet_index[rows], self._world.vehicles.muzzle_speed[rows] > 0.0
        for armed in (False, True):
            some = np.flatnonzero(is_armed == armed)
            if not some.size:
                continue
            chosen = rows[some]
            pdus = self._templates[armed][fleets[some]]
            for place, row in enumerate(chosen.tolist() if self._types else ()):
                if row in self._types:
                    pdus["entity_type"][place] = pdus["alternative_type"][place] = self._types[row]
            write_motion(pdus, sent[:, some])
            pdus["algorithm"], pdus["appearance"], pdus["header"]["timestamp"] = (
                algorithm[some],
                appearance[some],
                timestamp,
            )
            identity, ids = pdus["entity_id"], self.ids[chosen]
            identity["site"], identity["application"], identity["entity"] = ids[:, 0], ids[:, 1], ids[:, 2]
            pdus["marking"] = self._markings[chosen]
            if armed:
                gun = np.stack((self._sent.turret_yaw[chosen], self._sent.turret_elevation[chosen]), axis=1)
                pdus["articulations"]["value"] = gun * CLOCKWISE
                pdus["articulations"]["change"] = self._gun_changes[chosen]
            yield from datagrams(pdus)

    def _template(self, types: EntityTypes, *, is_armed: bool) -> Pdus:
        """Return Entity States, one for each fleet, with the fields that do not change."""
        settings = self._settings
        pdus = entity_states(
            len(self._world.fleets),
            articulation_count=len(PARTS) if is_armed else 0,
            version=settings.version,
            exercise=settings.exercise,
            entity_type=types,
            alternative_type=types,
            force_id=settings.force,
        )
        if is_armed:
            pdus["articulations"]["parameter_type"], pdus["articulations"]["attached_to"] = PARTS, ATTACHED_TO
        return pdus

    def _up_to_last(self, local: NDArray[np.bool_]) -> Any:
        reach = local.size - int(local[::-1].argmax())
        if reach != self._reach:
            columns = (self._world.vehicles.motion, self._publication)
            self._reach, self._watched = reach, tuple(first_rows(each, reach) for each in columns)
        return self._watched


def _fitted(earlier: Any, columns: Any) -> Any:
    """Return columns with the values of earlier ones, as far as both have rows."""
    count = min(_size_of(earlier), _size_of(columns))
    set_rows(columns, slice(0, count), rows_of(earlier, slice(0, count)))
    return columns


def _size_of(columns: Any) -> int:
    """Return the number of rows of an array, or of nested NamedTuples of arrays."""
    while isinstance(columns, tuple):
        columns = cast("tuple[Any, ...]", columns)[0]
    return len(columns)


def _marking(fleet: str, row: int) -> str:
    number = str(row)
    plain = "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in fleet)
    return f"{plain[: max(0, 10 - len(number))].strip()} {number}".strip()[:11]
