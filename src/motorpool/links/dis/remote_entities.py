"""Remote entities: vehicles of other programs, in the free rows of a world.

Received data may be wrong or malicious. An entity is accepted only if it is a platform on this world's map at a
plausible speed and a row is free. It belongs to the host that sent it first, until that host is silent for the
time-out. Received states never move a local vehicle.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...models.registry import find
from ...vehicles.fleet import Body
from ...world.drivers.kinds import ABSENT, REMOTE
from ...world.remote.component import RemotePoses as WorldPoses
from .appearance import damage_of
from .entity_types import EntityType, likeness_of
from .motion.columns import EntityStates, first_rows, from_reference_to_centre, motion_over, rows_of
from .motion.dead_reckoning import effective_algorithm
from .motion.remote_motion import Speeds, write_speeds
from .motion.smoothing import RemotePoses
from .received_states import ReceivedStates
from .settings import ExerciseSettings
from .wire.enumerations import LAND_APPEARANCE, DeadReckoning, Domain, EntityKind
from .wire.timestamps import HOUR, UNITS, age, is_absolute

if TYPE_CHECKING:
    from ...world import World
    from .motion.geodesy import Geodesy

FASTEST = 1000.0  # limit of received speeds [m/s]
STRONGEST = 300.0  # limit of received accelerations [m/s^2]
QUICKEST = 30.0  # limit of received angular velocities [rad/s]
WIDEST = 100.0  # limit of received Euler angles; larger values are invalid [rad]
LOWEST, HIGHEST = -10e3, 50e3  # limits of z in the world [m]
# limit of length and width, in cells of the neighbour grid. Larger bodies would be missed by neighbour queries [1]
LARGEST = 1.8
MOST_HANDED_OVER = 256  # limit of local vehicles that other programs control at a time
MOST_TOLD = 8  # hosts for which the user is told that they exceed their limit
MOST_ADMITTED = 128  # limit of new entities accepted at once; others are accepted with their next state
LONGEST_DELAY = 1.0  # limit of the transmission delay that is compensated [s]
LONGEST_DISORDER = 2.0  # a state that is older than the last one by less is late; by more, the sender has restarted [s]
NO_TIMESTAMP = -1  # of an entity of which no state has come yet

# limits of the rows of ``ReceivedStates.motion``; locations are checked against the map
LIMITS = np.repeat([np.inf, WIDEST, FASTEST, STRONGEST, QUICKEST], 3)[:, None]
Ids = NDArray[np.intp]


class RemoteEntity(NamedTuple):
    """Vehicle of another program, for display."""

    vehicle: int  # id in this world
    entity_id: tuple[int, int, int]
    entity_type: EntityType
    marking: str
    host: str
    age: float  # since its last state arrived [s]


class _Origin(NamedTuple):
    """Properties of an entity that do not change."""

    key: int
    host: str
    entity_type: EntityType
    is_guest: bool  # whether its row is a free one, not that of a local vehicle


class _Slots(NamedTuple):
    """Columns of the known entities besides their motion, one row per slot."""

    row: NDArray[np.intp]
    heard: NDArray[np.float64]  # time at which the last state arrived [s]
    timestamp: NDArray[np.int64]  # of the last state
    is_airborne: NDArray[np.bool_]
    marking: NDArray[np.bytes_]


def _empty_slots(count: int) -> _Slots:
    return _Slots(
        np.zeros(count, np.intp),
        np.zeros(count),
        np.full(count, NO_TIMESTAMP, np.int64),
        np.zeros(count, np.bool_),
        np.zeros(count, "S11"),
    )


class RemoteEntities:
    """The remote entities of one world.

    Args:
        world: a world with free rows, see ``World.remote``.
        tell: called with a sentence when a host sends more vehicles than its limit, once per host.

    Attributes:
        refused: numbers of refused states, by reason.
        most_of_host: limit of the vehicles of one host.
    """

    def __init__(
        self,
        world: "World",
        settings: ExerciseSettings,
        geodesy: "Geodesy",
        tell: Callable[[str], None] = lambda _: None,
    ):
        self._world, self._settings, self._geodesy = world, settings, geodesy
        self._kept = world.remote.free_rows  # rows for guests; those of vehicles that are removed later are none
        capacity = self._kept.size + MOST_HANDED_OVER
        self._slot_of: dict[int, int] = {}  # by entity
        self._origins: dict[int, _Origin] = {}  # by slot
        self._slots = _empty_slots(capacity)
        self._free_slots = list(range(capacity - 1, -1, -1))
        self._key_of_row: dict[int, int] = {}
        self._poses = RemotePoses(capacity, duration=settings.smoothing, run=world.run_stage)
        self._all_speeds = Speeds(*np.zeros((3, capacity)))
        self._slots_in_use: Ids = np.zeros(0, np.intp)  # this and the next two are computed again if ``_is_changed``
        self._reach, self._speeds = 0, (self._poses.states, self._all_speeds)
        self._is_changed = True
        self.refused: Counter[str] = Counter()
        self.most_of_host = settings.most_of_host or max(1, self._kept.size // 2)
        self._guests_of: Counter[str] = Counter()  # by host
        self._tell, self._told_of = tell, set[str]()
        likeness_of(EntityType(1, 1))  # reads the vehicle files now, not while the world runs

    def __len__(self) -> int:
        return len(self._slot_of)

    def __contains__(self, key: int) -> bool:
        return key in self._slot_of

    def listed(self) -> list[RemoteEntity]:
        """Return every remote entity, for display."""
        now, slots = self._world.time, self._slots
        return [
            RemoteEntity(
                int(slots.row[slot]), id_of(key), self._origins[slot].entity_type, _printable(slots.marking[slot]),
                self._origins[slot].host, now - float(slots.heard[slot]),
            )
            for key, slot in self._slot_of.items()
        ]  # fmt: skip

    def row_of(self, key: int) -> int | None:
        """Return the vehicle id of an entity, None for an unknown one."""
        slot = self._slot_of.get(key)
        return None if slot is None else int(self._slots.row[slot])

    def host_of(self, key: int) -> str | None:
        """Return the host that sends an entity, None for an unknown one."""
        slot = self._slot_of.get(key)
        return None if slot is None else self._origins[slot].host

    def hosts_of(self, site: int, application: int) -> set[str]:
        """Return the hosts that send the known entities of a program."""
        program = (site, application)
        return {self._origins[slot].host for key, slot in self._slot_of.items() if id_of(key)[:2] == program}

    def key_of(self, row: int) -> int | None:
        """Return the entity of a vehicle, None for a local vehicle."""
        return self._key_of_row.get(row)

    def drives_on_land(self, key: int) -> bool:
        """Return whether a known entity is a land vehicle."""
        return not self._slots.is_airborne[self._slot_of[key]]

    # ---- receiving

    def receive(self, states: ReceivedStates, hosts: Sequence[str], own: NDArray[np.bool_]) -> None:
        """Store received states, the newest of each entity; ``own`` marks those that name this program as sender."""
        newest = self._newest(self._plausible(states), states, hosts, own.tolist())
        if newest:
            self._take(states.some(newest), [hosts[index] for index in newest])

    def forget_silent(self) -> Ids:
        """Remove the entities that were silent for the time-out; return the local vehicles among them.

        These are controlled by this world again.
        """
        taken, slots = self._taken, self._slots
        is_silent = self._world.time - slots.heard[taken] > self._settings.thresholds.time_out
        if not is_silent.any():
            return np.zeros(0, np.intp)
        return self._forget(taken[is_silent])

    def remove_all(self) -> None:
        """Remove every entity; this world controls its own vehicles again."""
        self._forget(self._taken)

    def hand_over(self, row: int, key: int, host: str) -> bool:
        """Hand a local vehicle with an identity to another program (``host``); return whether a slot was free."""
        if not self._free_slots or key in self._slot_of:
            return False
        world, slot = self._world, self._free_slots[-1]
        self._occupy(row, _Origin(key, host, EntityType(1, 1), is_guest=False))
        world.remote.hand_over(row)
        pose = world.vehicles.pose
        states = self._poses.states
        for name in states.motion.pose._fields:
            getattr(states.motion.pose, name)[slot] = getattr(pose, name)[row]
        shifts = from_reference_to_centre(
            world.vehicles.body_offset[row], rows_of(states, np.array([slot])).motion.pose
        )
        for name, shift in zip("xyz", shifts, strict=True):
            getattr(states.motion.pose, name)[slot] += shift[0]
        for vector in states.motion[1:]:
            for component in vector:
                component[slot] = 0.0
        states.algorithm[slot], states.time[slot] = DeadReckoning.STATIC, world.time
        self._poses.place(np.array([slot]), rows_of(states, np.array([slot])))
        return True

    def type_of(self, key: int) -> EntityType:
        """Return the entity type of a known entity."""
        return self._origins[self._slot_of[key]].entity_type

    def release(self, key: int) -> int:
        """Turn a remote entity into a local vehicle; return its row."""
        row = self._vacate_slot(self._slot_of[key])
        self._world.remote.take_over(row)
        return row

    def shift(self, seconds: float) -> None:
        """Shift all times, after the world's clock was set."""
        self._slots.heard[:] += seconds
        self._poses.shift(seconds)

    def reconcile(self, adopted: Sequence[int]) -> None:
        """Reconcile the drivers with the known entities and the ``adopted`` vehicles, after a state was restored."""
        world, driver = self._world, self._world.vehicles.driver
        for slot in self._taken.tolist():
            row = int(self._slots.row[slot])
            if driver[row] == ABSENT:
                self._vacate_slot(slot)
            elif driver[row] != REMOTE:
                world.remote.hand_over(row)
        for row in world.remote.rows.tolist():
            if row not in self._key_of_row:
                if row in self._kept and row not in adopted:
                    world.remote.vacate(row)
                else:
                    world.remote.take_over(row)

    # ---- display

    def place(self) -> None:
        """Set the pose and speed of every entity at the end of the step, limited to the map."""
        slots = self._taken
        if not slots.size:
            return
        bounds, end = self._world.terrain, self._world.time + self._world.dt
        poses = self._poses.show(end, self._reach)
        states, speeds = self._speeds
        self._world.run_stage(write_speeds, states, poses.yaw, speeds, end)
        poses.x.clip(bounds.x_west, bounds.x_east, out=poses.x)
        poses.y.clip(bounds.y_south, bounds.y_north, out=poses.y)
        poses.z.clip(LOWEST, HIGHEST, out=poses.z)
        clamped = ~self._slots.is_airborne[slots] & self._settings.clamps_to_ground
        placed = WorldPoses._make(column[slots] for column in (*poses, *speeds))
        offset = self._world.vehicles.body_offset[self._slots.row[slots]]
        if offset.any():
            for column, shift in zip(placed[:3], from_reference_to_centre(offset, placed), strict=True):
                column -= shift
        self._world.remote.place(self._slots.row[slots], placed, clamped)

    # ---- choice of states

    def _plausible(self, states: ReceivedStates) -> list[int]:
        is_platform = states.pdu["entity_type"]["kind"] == EntityKind.PLATFORM
        is_in_limits = (np.abs(states.motion) < LIMITS).all(axis=0)
        is_plausible = is_platform & is_in_limits
        if not is_plausible.all():
            self._refuse("no platform", int((~is_platform).sum()))
            self._refuse("implausible motion", int((is_platform & ~is_in_limits).sum()))
        return np.flatnonzero(is_plausible).tolist()

    def _newest(
        self, candidates: list[int], states: ReceivedStates, hosts: Sequence[str], is_own: list[bool]
    ) -> list[int]:
        keys: list[int] = states.key.tolist()
        timestamps: list[int] = states.pdu["header"]["timestamp"].tolist()
        newest: dict[int, int] = {}
        guests_of = self._guests_of.copy()
        free_count = min(self._free_rows.size, len(self._free_slots))
        left = MOST_ADMITTED
        for index in candidates:
            key = keys[index]
            slot = self._slot_of.get(key)
            if slot is None:
                if is_own[index]:
                    self._refuse("own")
                elif key in newest:
                    if hosts[newest[key]] == hosts[index]:
                        newest[key] = index
                    else:
                        self._refuse("another host's")
                elif guests_of[hosts[index]] >= self.most_of_host:
                    self._refuse("too many of one host")
                    self._tell_of(hosts[index])
                elif free_count and left:
                    free_count, left = free_count - 1, left - 1
                    guests_of[hosts[index]] += 1
                    newest[key] = index
                else:
                    self._refuse("too many new entities at once" if free_count else "no free row")
            elif self._origins[slot].host != hosts[index]:
                self._refuse("another host's")
            elif _is_late(int(self._slots.timestamp[slot]), timestamps[index]):
                self._refuse("late")
            else:
                self._slots.timestamp[slot] = timestamps[index]
                newest[key] = index
        return list(newest.values())

    def _refuse(self, reason: str, count: int = 1) -> None:
        if count:
            self.refused[reason] += count

    def _tell_of(self, host: str) -> None:
        if host not in self._told_of and len(self._told_of) < MOST_TOLD:
            self._told_of.add(host)
            self._tell(
                f"{host} sends more vehicles than the {self.most_of_host} that one host may have; the others are "
                "ignored; the limit is exercise.room_per_host"
            )

    # ---- storing of states

    def _take(self, received: ReceivedStates, hosts: list[str]) -> None:
        """Store states of known entities and of new ones."""
        keys: list[int] = received.key.tolist()
        pdu, appearance = received.pdu, received.pdu["appearance"].astype(np.uint32)
        algorithm = _known_algorithm(effective_algorithm(pdu["algorithm"], appearance))
        motion = self._geodesy.to_grid(motion_over(received.motion), algorithm)
        is_gone = LAND_APPEARANCE.deactivated.read(appearance) != 0
        is_here = is_on_map(motion.pose, self._world)
        self._refuse("off the map", int((~is_here & ~is_gone).sum()))
        known = [self._slot_of.get(key, -1) for key in keys]
        self._remove(known, is_here.tolist(), is_gone.tolist())
        slots: list[int] = []
        places: list[int] = []
        for place in np.flatnonzero(is_here & ~is_gone).tolist():
            slot = known[place]
            if slot < 0:
                origin = _Origin(
                    keys[place], hosts[place], EntityType(*pdu["entity_type"][place].item()), is_guest=True
                )
                slot = self._admit(origin, int(pdu["header"]["timestamp"][place]))
            if slot >= 0:
                slots.append(slot)
                places.append(place)
        if slots:
            time_of = self._world.time - self._delays(pdu["header"]["timestamp"])
            states = EntityStates(motion, algorithm, time_of)
            is_new = np.array([known[place] < 0 for place in places])
            taken = states if len(places) == len(keys) else rows_of(states, np.array(places))
            self._store(np.array(slots), is_new, taken)
            self._slots.marking[slots] = pdu["marking"][places]
            self._show_condition(self._slots.row[slots], appearance[places], received.gun[places])

    def _remove(self, known: list[int], is_here: list[bool], is_gone: list[bool]) -> None:
        states = zip(known, is_here, is_gone, strict=True)
        found = [
            slot for slot, here, gone in states if slot >= 0 and (gone or (not here and self._origins[slot].is_guest))
        ]
        self._forget(np.array(found, np.intp), is_gone=True)

    def _store(self, slots: Ids, is_new: NDArray[np.bool_], states: EntityStates) -> None:
        self._slots.heard[slots] = self._world.time
        if not is_new.any():
            self._poses.receive(slots, states, self._world.time)
            return
        self._poses.place(slots[is_new], rows_of(states, is_new))
        if not is_new.all():
            self._poses.receive(slots[~is_new], rows_of(states, ~is_new), self._world.time)

    def _admit(self, origin: _Origin, timestamp: int) -> int:
        """Assign a free row, preferably of a fleet of its kind, to a new entity; return its slot, -1 for none."""
        world, free = self._world, self._free_rows
        if not free.size or not self._free_slots:
            self._refuse("no free row")
            return -1
        likeness = likeness_of(origin.entity_type)
        kind = find(likeness.vehicle).kind if likeness.vehicle else "wheeled"
        is_same_kind = np.array([fleet.kind == kind for fleet in world.fleets])[world.vehicles.fleet_index[free]]
        row = int(free[int(is_same_kind.argmax())])
        world.remote.admit(row, self._fitting(likeness.body))
        slot = self._occupy(row, origin)
        self._slots.timestamp[slot] = timestamp
        self._slots.is_airborne[slot] = origin.entity_type.domain != Domain.LAND
        return slot

    def _fitting(self, body: Body) -> Body:
        """Return a body that is small enough for neighbour queries: a ship is shown too short."""
        most = LARGEST * self._world.neighbours.circles.grid.cell
        return body if body.length < most else body._replace(length=most, width=min(body.width, 0.4 * most))

    def _occupy(self, row: int, origin: _Origin) -> int:
        slot, slots = self._free_slots.pop(), self._slots
        self._slot_of[origin.key], self._origins[slot], self._key_of_row[row] = slot, origin, origin.key
        self._guests_of[origin.host] += origin.is_guest
        slots.row[slot], slots.heard[slot], slots.timestamp[slot] = row, self._world.time, NO_TIMESTAMP
        slots.is_airborne[slot], slots.marking[slot] = False, b""
        self._is_changed = True
        return slot

    def _vacate_slot(self, slot: int) -> int:
        """Remove an entity from the slots; return its row, which is still remote."""
        row, origin = int(self._slots.row[slot]), self._origins.pop(slot)
        del self._slot_of[origin.key], self._key_of_row[row]
        self._guests_of[origin.host] -= origin.is_guest
        if not self._guests_of[origin.host]:
            del self._guests_of[origin.host]
        self._free_slots.append(slot)
        self._is_changed = True
        return row

    @property
    def _free_rows(self) -> Ids:
        """Return the free rows that are kept for guests, in order."""
        return self._kept[self._world.vehicles.driver[self._kept] == ABSENT]

    @property
    def _taken(self) -> Ids:
        """Return the slots in use, and update the columns up to the last of them."""
        if self._is_changed:
            self._is_changed = False
            self._slots_in_use = np.array(list(self._slot_of.values()), np.intp)
            self._reach = int(self._slots_in_use.max(initial=-1)) + 1
            self._speeds = first_rows(self._poses.states, self._reach), first_rows(self._all_speeds, self._reach)
        return self._slots_in_use

    def _forget(self, slots: Ids, *, is_gone: bool = False) -> Ids:
        if not slots.size:
            return slots
        guests: list[int] = []
        own: list[int] = []
        for slot in slots.tolist():
            is_guest = is_gone or self._origins[slot].is_guest
            (guests if is_guest else own).append(self._vacate_slot(slot))
        if guests:
            self._world.remote.vacate(np.array(guests))
        for row in own:
            self._world.remote.take_over(row)
        return np.array(own, np.intp)

    def _delays(self, timestamps: NDArray[Any]) -> Any:
        if not self._settings.is_synchronised:
            return np.zeros(timestamps.size)
        delays = np.clip(age(timestamps, time.time()), 0.0, LONGEST_DELAY)
        return np.where(is_absolute(timestamps), delays, 0.0)

    def _show_condition(self, rows: Ids, appearance: NDArray[Any], gun: NDArray[Any]) -> None:
        """Set damage, turret and gun of vehicles as received."""
        vehicles = self._world.vehicles
        vehicles.damage[rows] = damage_of(appearance)
        vehicles.damage_time[rows] = 0.0
        for values, names in zip(
            gun.T, (("turret_yaw", "aim_yaw"), ("turret_elevation", "aim_elevation")), strict=True
        ):
            is_given = np.abs(values) < WIDEST
            if is_given.any():
                for name in names:
                    getattr(vehicles, name)[rows[is_given]] = values[is_given]


def key_of(entity_id: Any) -> int:
    """Return an identity (site, application, entity) as one number, like ``EntityIds.keys``."""
    site, application, entity = (int(part) for part in entity_id)
    return site << 32 | application << 16 | entity


def id_of(key: int) -> tuple[int, int, int]:
    """Return site, application and entity of a key."""
    return key >> 32, key >> 16 & 0xFFFF, key & 0xFFFF


def is_on_map(place: Any, world: "World") -> NDArray[np.bool_]:
    """Return the mask of grid positions [m] within a world's map and height limits; false for NaN."""
    bounds = world.terrain
    is_here = (place.x >= bounds.x_west) & (place.x <= bounds.x_east) & (place.z > LOWEST) & (place.z < HIGHEST)
    return is_here & (place.y >= bounds.y_south) & (place.y <= bounds.y_north)


def _is_late(last: int, timestamp: int) -> bool:
    """Return whether a state is older than the last one, but not so old that the sender must have restarted.

    Same arithmetic as ``timestamps.elapsed``, in Python integers: NumPy would take a fifth of the time per state.
    """
    if last == NO_TIMESTAMP:
        return False
    elapsed = ((timestamp >> 1) - (last >> 1) + UNITS // 2) % UNITS - UNITS // 2
    return -LONGEST_DISORDER * UNITS / HOUR < elapsed < 0


def _known_algorithm(algorithm: Any) -> NDArray[np.int8]:
    is_one = (algorithm >= DeadReckoning.STATIC) & (algorithm <= DeadReckoning.FVB)
    return np.where(is_one, algorithm, DeadReckoning.STATIC).astype(np.int8)


def _printable(marking: Any) -> str:
    text = bytes(marking).split(b"\0")[0].decode("ascii", "replace")
    return "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in text).strip()
