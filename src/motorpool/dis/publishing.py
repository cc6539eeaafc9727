"""Publishing: the Entity States of this world's vehicles, each sent when others would no longer know it.

Everybody extrapolates a vehicle from its last Entity State; so does the publisher. It sends a new one when that has
gone too far from the truth, when the vehicle looks different, or when nothing was sent for a heartbeat.
"""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..models.dead_reckoning import Motion
from ..world.drivers.kinds import REMOTE
from .appearance import appearances
from .columns import EntityStates, chosen_rows, empty_states, rows_of, set_rows
from .dead_reckoning import MOVING, DeadReckoner, algorithm_of
from .encoding import datagrams, entity_states
from .entity_columns import Articulations, EntityColumns, EntityIds, EntityTypes, EulerAngles, Vectors, fill
from .enumerations import LAND_APPEARANCE, LARGEST_ID, ArticulatedPart, ArticulationMetric, DeadReckoning
from .local_motion import estimate_rows, motion_of, no_estimate
from .remote_entities import id_of, key_of
from .settings import ExerciseSettings

if TYPE_CHECKING:
    from ..world import World
    from .geodesy import Geodesy

GROWTH = 1.5  # of an error in a step, over that by the speeds: room for what changes in it [1]
NEVER = -1e9  # the time at which a state was sent that never was [s]
GUN_STEP = math.radians(3.0)  # of turret or barrel, sent at once when it has turned so far [rad]
PARTS = (
    ArticulatedPart.PRIMARY_TURRET + ArticulationMetric.AZIMUTH,
    ArticulatedPart.PRIMARY_GUN + ArticulationMetric.ELEVATION,
)
ATTACHED_TO = (0, 1)  # the turret to the hull, the gun to the turret

Ids = NDArray[np.intp]


class Publisher:
    """The Entity States of one world's vehicles.

    Args:
        world: whose vehicles are sent.
        settings: checked ones.
        geodesy: of the world.
        types: entity types, a row for each fleet.

    Attributes:
        ids: site, application and entity number of each vehicle, (vehicles, 3); those of a vehicle that another
            program has handed over are its own.
        adopted: vehicles that other programs have handed over to this world, by their identities as numbers.
    """

    def __init__(self, world: "World", settings: ExerciseSettings, geodesy: "Geodesy", types: EntityTypes):
        vehicles, count = world.vehicles, world.count
        self._world, self._settings, self._geodesy = world, settings, geodesy
        self.ids = np.empty((count, 3), np.int64)
        self.ids[:, 0], self.ids[:, 1], self.ids[:, 2] = settings.site, settings.application, np.arange(count) + 1
        self.adopted: dict[int, int] = {}
        self._is_named = self.ids[:, 2] <= LARGEST_ID  # no further ids: the rest of a huge world is not sent
        self._types = EntityTypes(*(np.asarray(part)[vehicles.fleet_index] for part in types))
        self._markings = np.array(
            [_marking(fleet.name, row) for fleet in world.fleets for row in range(fleet.count)], "S11"
        )
        self._is_told = np.zeros(count, np.bool_)  # others know of it
        self._reckoner = DeadReckoner(world.run_stage)
        self._estimate = no_estimate(count)
        self._sent = empty_states(count)
        self._sent.time[:] = NEVER
        self._sent_appearance = np.zeros(count, np.uint32)
        self._sent_gun = np.zeros((count, 2))
        self._gun_changes = np.zeros((count, 2), np.uint8)

    @property
    def local(self) -> NDArray[np.bool_]:
        """Return the mask of vehicles that this world moves."""
        driver = self._world.vehicles.driver
        return (driver < REMOTE) & self._is_named

    def is_local(self, row: int) -> bool:
        """Return whether this world moves a vehicle, and tells others of it."""
        return bool(self._world.vehicles.driver[row] < REMOTE and self._is_named[row])

    def row_of(self, key: int) -> int | None:
        """Return the vehicle of this world that has an identity, None if none has."""
        row = self.adopted.get(key)
        if row is None:
            site, application, entity = id_of(key)
            row = entity - 1
            is_ours = (site, application) == (self._settings.site, self._settings.application)
            if not is_ours or not 0 <= row < self._world.count or key_of(self.ids[row]) != key:
                return None
        return row if self.is_local(row) else None

    def due(self, *, is_frozen: bool = False) -> Ids:
        """Return the vehicles whose state is to be sent now; call it once after each step.

        Args:
            is_frozen: whether the world stands still for now.
        """
        world, vehicles, now = self._world, self._world.vehicles, self._world.time
        self._reckoner_of_truth()
        thresholds = self._settings.thresholds
        errors = self._reckoner.measure(self._sent, vehicles.pose, now)
        # as far as it may grow until the next step, so that no step is beyond a threshold
        speed, turn = self._relative_motion(now)
        distance, angle = errors.distance + GROWTH * world.dt * speed, errors.angle + GROWTH * world.dt * turn
        is_due = ~((distance <= thresholds.distance) & (angle <= thresholds.angle))
        is_due |= now - self._sent.time >= thresholds.heartbeat
        is_due |= appearances(vehicles, is_frozen=is_frozen, with_dust=False) != self._sent_appearance
        turned = np.abs(np.stack((vehicles.turret_yaw, vehicles.turret_elevation), axis=1) - self._sent_gun)
        is_due |= (turned > GUN_STEP).any(axis=1)
        return np.flatnonzero(is_due & self.local)

    def encode(self, rows: Ids, *, timestamp: int, is_frozen: bool = False) -> Iterator[memoryview]:
        """Yield the datagrams of some vehicles' states, which are then known as sent.

        Args:
            rows: ids.
            timestamp: of all of them.
            is_frozen: whether the world stands still for now.
        """
        vehicles, now = self._world.vehicles, self._world.time
        motion = motion_of(vehicles.pose, self._estimate, rows)
        speed = np.hypot(motion.velocity.x, motion.velocity.y)
        algorithm = algorithm_of(speed, motion.angular_velocity.z)
        moves = algorithm > DeadReckoning.STATIC
        for vector in (motion.velocity, motion.acceleration, motion.angular_velocity):
            for component in vector:
                component *= moves
        set_rows(self._sent, rows, EntityStates(motion, algorithm, np.full(rows.size, now)))
        appearance = appearances(vehicles, rows, is_frozen=is_frozen)
        self._sent_appearance[rows] = appearance & ~np.uint32(LAND_APPEARANCE.trailing_dust.mask)
        self._is_told[rows] = True
        gun = np.stack((vehicles.turret_yaw[rows], vehicles.turret_elevation[rows]), axis=1)
        self._gun_changes[rows] += gun != self._sent_gun[rows]
        self._sent_gun[rows] = gun
        yield from self._made(rows, motion, algorithm, appearance=appearance, timestamp=timestamp)

    def withdrawn(self, *, timestamp: int, everything: bool = False) -> Iterator[memoryview]:
        """Yield a last state, with the deactivated bit, of each vehicle that others know of and that is no more.

        Args:
            timestamp: of all of them.
            everything: whether this world leaves the exercise with all its vehicles.
        """
        is_gone = self._is_told & (everything | (self._world.vehicles.driver >= REMOTE))
        if not is_gone.any():
            return
        rows = np.flatnonzero(is_gone)
        self._is_told[rows] = False
        motion = rows_of(self._sent.motion, rows)
        for vector in (motion.velocity, motion.acceleration, motion.angular_velocity):
            for component in vector:
                component[:] = 0.0
        appearance = self._sent_appearance[rows] | np.uint32(LAND_APPEARANCE.deactivated.mask)
        algorithm = np.full(rows.size, DeadReckoning.STATIC, np.int8)
        yield from self._made(rows, motion, algorithm, appearance=appearance, timestamp=timestamp)
        for row in rows.tolist():
            self._sent.time[row] = NEVER
            self.resign(row)

    def adopt(self, row: int, entity_id: tuple[int, int, int]) -> None:
        """Send a vehicle that was taken over by the identity that it has, and at once.

        Args:
            row: of the vehicle.
            entity_id: site, application and entity number.
        """
        self.resign(row)
        self.ids[row] = entity_id
        if entity_id[:2] != (self._settings.site, self._settings.application):
            self.adopted[key_of(entity_id)] = row
        self._is_named[row] = True
        self.forget(row)

    def take_back(self, row: int) -> None:
        """Send a vehicle again that another program drove for a while, by the identity that it has."""
        site, application, entity = self.ids[row].tolist()
        self.adopt(row, (site, application, entity))

    def resign(self, row: int) -> None:
        """Send a vehicle no more: another program does, or it is gone."""
        self.adopted = {key: adopted for key, adopted in self.adopted.items() if adopted != row}
        self._is_told[row] = False

    def forget(self, rows: Any) -> None:
        """Send vehicles at once, whatever others know of them."""
        self._sent.time[rows], self._sent.algorithm[rows] = NEVER, DeadReckoning.STATIC

    # ---- the rest

    def _made(
        self, rows: Ids, motion: Motion, algorithm: Any, *, appearance: NDArray[np.uint32], timestamp: int
    ) -> Iterator[memoryview]:
        """Yield the datagrams of some vehicles in a motion."""
        sent = self._geodesy.to_geocentric(motion, algorithm)
        columns = EntityColumns(
            entity_id=EntityIds(*self.ids[rows].T),
            entity_type=EntityTypes(*(part[rows] for part in self._types)),
            location=Vectors(*sent.pose[:3]),
            velocity=sent.velocity,
            orientation=EulerAngles(*sent.pose[3:]),
            acceleration=sent.acceleration,
            angular_velocity=sent.angular_velocity,
            algorithm=algorithm,
            appearance=appearance,
            force_id=self._settings.force,
            marking=self._markings[rows],
            timestamp=timestamp,
        )
        is_armed = self._world.vehicles.muzzle_speed[rows] > 0.0
        yield from self._datagrams(columns, ~is_armed)
        # azimuth is clockwise from above in DIS, whose body's z points down
        parts, attached_to = (np.broadcast_to(each, (rows.size, len(PARTS))) for each in (PARTS, ATTACHED_TO))
        gun = self._sent_gun[rows] * (-1.0, 1.0)
        articulations = Articulations(parts, gun, attached_to, self._gun_changes[rows])
        yield from self._datagrams(columns._replace(articulations=articulations), is_armed)

    def _reckoner_of_truth(self) -> None:
        world = self._world
        world.run_stage(estimate_rows, world.vehicles.pose, world.vehicles.motion, self._estimate, world.dt)

    def _relative_motion(self, now: float) -> tuple[Any, Any]:
        """Return how fast the extrapolated vehicles and the true ones move apart [m/s], and turn apart [rad/s]."""
        sent, truth = self._sent.motion, self._estimate.velocity
        elapsed = np.where(self._sent.algorithm == MOVING, now - self._sent.time, 0.0)
        speed = np.hypot(
            truth.x - sent.velocity.x - elapsed * sent.acceleration.x,
            truth.y - sent.velocity.y - elapsed * sent.acceleration.y,
        )
        return speed, np.abs(self._world.vehicles.yaw_rate - sent.angular_velocity.z)

    def _datagrams(self, columns: EntityColumns, some: NDArray[np.bool_]) -> Iterator[memoryview]:
        count = int(some.sum())
        if not count:
            return
        settings = self._settings
        pdus = entity_states(
            count,
            articulation_count=0 if columns.articulations is None else len(PARTS),
            version=settings.version,
            exercise=settings.exercise,
        )
        fill(pdus, chosen_rows(columns, some, some.size))
        yield from datagrams(pdus)


def _marking(fleet: str, row: int) -> str:
    """Return the marking of a vehicle, 11 characters of ASCII: the beginning of its fleet's name, and its number."""
    number = str(row)
    plain = "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in fleet)
    return f"{plain[: max(0, min(6, 10 - len(number)))]} {number}".strip()[:11]
