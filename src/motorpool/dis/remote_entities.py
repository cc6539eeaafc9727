"""Remote entities: the vehicles of other programs, in the rows that a world keeps free for them.

Whatever is received may be wrong, or a lie. An entity is taken in only if it is a platform on this world's map at a
plausible speed, and while rows are free; it belongs to the host that it first came from until that is silent for the
time-out; and nothing that is received here moves a vehicle of this world.
"""

import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..models.dead_reckoning import Motion, Pose
from ..models.registry import find
from ..models.rotation import Vector
from ..world.remote.component import RemotePoses as WorldPoses
from .appearance import damage_of
from .columns import EntityStates, chosen_rows, rows_of
from .dead_reckoning import effective_algorithm
from .entity_columns import EntityColumns
from .entity_types import EntityType, likeness_of
from .enumerations import ArticulatedPart, ArticulationMetric, Domain, EntityKind, VariableParameter
from .settings import ExerciseSettings
from .smoothing import RemotePoses
from .timestamps import age, elapsed, is_absolute

if TYPE_CHECKING:
    from ..world import World
    from .geodesy import Geodesy

FASTEST = 1000.0  # [m/s]
STRONGEST = 300.0  # acceleration [m/s^2]
QUICKEST = 30.0  # turn [rad/s]
MOST_HANDED_OVER = 256  # vehicles of this world that others drive at a time
LONGEST_DELAY = 1.0  # between a timestamp and now that is made up for [s]
LONGEST_DISORDER = 2.0  # an older timestamp than this is a new beginning, a younger one came late [s]

Ids = NDArray[np.intp]


class RemoteEntity(NamedTuple):
    """One vehicle of another program, as people want to know it."""

    vehicle: int  # id in this world
    entity_id: tuple[int, int, int]
    entity_type: EntityType
    marking: str
    host: str
    age: float  # since its last state came [s]


class _Known(NamedTuple):
    """An entity as it is known, beside its motion."""

    slot: int
    row: int
    host: str
    timestamp: int
    heard: float
    entity_type: EntityType
    marking: str
    is_guest: bool  # its row is one that is kept free, else one of this world's own


class RemoteEntities:
    """The remote entities of one world.

    Args:
        world: with free rows, see ``World.remote``.
        settings: checked ones.
        geodesy: of the world.

    Attributes:
        refused: how many states were not taken, by reason.
    """

    def __init__(self, world: "World", settings: ExerciseSettings, geodesy: "Geodesy"):
        self._world, self._settings, self._geodesy = world, settings, geodesy
        self._known: dict[int, _Known] = {}
        capacity = world.remote.free_rows.size + MOST_HANDED_OVER
        self._poses = RemotePoses(capacity, duration=settings.smoothing, run=world.run_stage)
        self._free_slots = list(range(capacity - 1, -1, -1))
        self._is_airborne = np.zeros(capacity, np.bool_)
        self.refused: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, key: int) -> bool:
        return key in self._known

    def listed(self) -> list[RemoteEntity]:
        """Return every remote entity, as people want to know it."""
        now = self._world.time
        return [
            RemoteEntity(one.row, id_of(key), one.entity_type, one.marking, one.host, now - one.heard)
            for key, one in self._known.items()
        ]

    def row_of(self, key: int) -> int | None:
        """Return the vehicle that an entity is here, None for one that is not here."""
        known = self._known.get(key)
        return None if known is None else known.row

    def host_of(self, key: int) -> str | None:
        """Return the host that sends an entity, None for one that is not here."""
        known = self._known.get(key)
        return None if known is None else known.host

    def key_of(self, row: int) -> int | None:
        """Return the entity that a vehicle is, None if it is none."""
        return next((key for key, known in self._known.items() if known.row == row), None)

    # ---- receiving

    def receive(self, columns: EntityColumns, hosts: Sequence[str], own: NDArray[np.bool_]) -> None:
        """Take in states, the newest of each entity.

        Args:
            columns: as received; checked only for being numbers.
            hosts: that each came from.
            own: states that name this program as their sender.
        """
        keys = columns.entity_id.keys()
        newest: dict[int, int] = {}
        for index in np.flatnonzero(self._is_plausible(columns)).tolist():
            key = int(keys[index])
            if own[index] and key not in self._known:
                self.refused["own"] += 1
            elif self._is_in_order(key, hosts[index], int(columns.timestamp[index])):
                newest[key] = index
        room = self._world.remote.free_rows.size
        chosen: list[int] = []
        for key, index in newest.items():
            if key in self._known:
                chosen.append(index)
            elif room:
                chosen.append(index)
                room -= 1
            else:
                self.refused["no room"] += 1
        if chosen:
            self._take(columns, keys, hosts, np.array(chosen))

    def forget_silent(self) -> list[int]:
        """Remove the entities that were silent for the time-out; returns the rows of this world's own among them."""
        now, time_out = self._world.time, self._settings.thresholds.time_out
        silent = [key for key, known in self._known.items() if now - known.heard > time_out]
        own = [self._known[key].row for key in silent if not self._known[key].is_guest]
        for key in silent:
            self.remove(key)
        return own

    def remove(self, key: int) -> None:
        """Remove an entity; a row that is kept free for guests is free again."""
        known = self._known.pop(key, None)
        if known is not None:
            self._free_slots.append(known.slot)
            if known.is_guest:
                self._world.remote.vacate(known.row)

    def hand_over(self, row: int, key: int, host: str) -> bool:
        """Let another program move one of this world's vehicles; returns whether there is room for it.

        Args:
            row: of the vehicle.
            key: its identity.
            host: that will send it.
        """
        if not self._free_slots:
            return False
        world = self._world
        slot = self._free_slots.pop()
        known = _Known(slot, row, host, -1, world.time, EntityType(1, 1), "", is_guest=False)
        self._known[key] = known
        self._is_airborne[slot] = False
        world.remote.hand_over(row)
        pose = world.vehicles.pose
        states = self._poses.states
        for name in pose._fields:
            getattr(states.motion.pose, name)[slot] = getattr(pose, name)[row]
        for vector in states.motion[1:]:
            for component in vector:
                component[slot] = 0.0
        self._poses.place(np.array([slot]), rows_of(states, np.array([slot])))
        return True

    def release(self, key: int) -> int:
        """Let this world drive an entity on: it is remote no more; returns its row."""
        known = self._known.pop(key)
        self._free_slots.append(known.slot)
        self._world.remote.take_over(known.row)
        return known.row

    # ---- showing

    def place(self) -> None:
        """Tell the world where every entity is to be at the end of the step."""
        if not self._known:
            return
        slots = np.array([known.slot for known in self._known.values()])
        rows = np.array([known.row for known in self._known.values()])
        end = self._world.time + self._world.dt
        poses = rows_of(self._poses.show(end), slots)
        velocities = _velocities(rows_of(self._poses.states, slots), poses.yaw, end)
        clamped = ~self._is_airborne[slots] & self._settings.clamps_to_ground
        self._world.remote.place(rows, WorldPoses._make((*poses, *velocities)), clamped)

    # ---- the rest

    def _is_plausible(self, columns: EntityColumns) -> NDArray[np.bool_]:
        """Return the mask of platforms that move as vehicles can."""
        is_platform = columns.entity_type.kind == EntityKind.PLATFORM
        self.refused["no platform"] += int((~is_platform).sum())
        limits = ((columns.velocity, FASTEST), (columns.acceleration, STRONGEST), (columns.angular_velocity, QUICKEST))
        moves_so = np.ones(is_platform.size, np.bool_)
        for vector, limit in limits:
            for component in vector:
                moves_so &= np.abs(component) < limit
        self.refused["implausible motion"] += int((is_platform & ~moves_so).sum())
        return is_platform & moves_so

    def _is_in_order(self, key: int, host: str, timestamp: int) -> bool:
        known = self._known.get(key)
        if known is None or known.timestamp < 0:
            return True
        if known.host != host:
            self.refused["another host's"] += 1
            return False
        if -LONGEST_DISORDER < elapsed(known.timestamp, timestamp) < 0.0:
            self.refused["late"] += 1
            return False
        return True

    def _take(self, columns: EntityColumns, keys: Any, hosts: Sequence[str], chosen: Ids) -> None:
        """Take in these states: of entities that are known, and of new ones while there is room."""
        world = self._world
        columns = chosen_rows(columns, chosen, keys.size)
        algorithm = effective_algorithm(columns.algorithm, columns.appearance)
        motion = self._geodesy.to_grid(_motion_of(columns), algorithm)
        bounds = world.terrain
        inside = (motion.pose.x >= bounds.x_west) & (motion.pose.x <= bounds.x_east)
        inside &= (motion.pose.y >= bounds.y_south) & (motion.pose.y <= bounds.y_north)
        states = EntityStates(motion, algorithm, world.time - self._delays(columns))
        news: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
        for place, index in enumerate(chosen.tolist()):
            key = int(keys[index])
            if not inside[place]:  # also what has no place in the grid at all
                self.refused["off the map"] += 1
                if key in self._known and self._known[key].is_guest:
                    self.remove(key)
                continue
            is_new = key not in self._known
            if is_new and not self._admit(key, _type_at(columns, place), str(hosts[index])):
                continue
            known = self._known[key]._replace(
                host=hosts[index],
                timestamp=int(columns.timestamp[place]),
                heard=world.time,
                marking=_printable(columns.marking[place]),
            )
            self._known[key] = known
            news[is_new].append((known.slot, place))
            self._show_condition(known.row, columns, place)
        if news[True]:
            slots, places = map(list, zip(*news[True], strict=True))
            self._poses.place(np.array(slots), rows_of(states, np.array(places)))
        if news[False]:
            slots, places = map(list, zip(*news[False], strict=True))
            self._poses.receive(np.array(slots), rows_of(states, np.array(places)), world.time)

    def _admit(self, key: int, entity_type: EntityType, host: str) -> bool:
        """Give a new entity a row of a fleet of its kind, or any that is free."""
        world, free = self._world, self._world.remote.free_rows
        if not free.size or not self._free_slots:
            self.refused["no room"] += 1
            return False
        kinds = [str(world.fleets[int(index)].kind) for index in world.vehicles.fleet_index[free]]
        likeness = likeness_of(entity_type)
        wanted = find(likeness.vehicle).kind if likeness.vehicle else "wheeled"
        row = int(free[kinds.index(wanted) if wanted in kinds else 0])
        world.remote.admit(row, likeness.body)
        slot = self._free_slots.pop()
        self._is_airborne[slot] = entity_type.domain != Domain.LAND
        self._known[key] = _Known(slot, row, host, -1, world.time, entity_type, "", is_guest=True)
        return True

    def _delays(self, columns: EntityColumns) -> Any:
        """Return how long ago the states were so, where timestamps tell [s]."""
        if not self._settings.is_synchronised:
            return np.zeros(columns.timestamp.size)
        delays = np.clip(age(columns.timestamp, time.time()), 0.0, LONGEST_DELAY)
        return np.where(is_absolute(columns.timestamp), delays, 0.0)

    def _show_condition(self, row: int, columns: EntityColumns, place: int) -> None:
        """Set damage, turret and gun of a vehicle as its program says."""
        vehicles = self._world.vehicles
        vehicles.damage[row] = damage_of(columns.appearance[place])
        vehicles.damage_time[row] = 0.0
        parts = columns.articulations
        if parts is None or not parts.value.shape[1]:
            return
        is_part = parts.designator[place] == VariableParameter.ARTICULATED_PART
        for part, metric, sign, names in (
            (ArticulatedPart.PRIMARY_TURRET, ArticulationMetric.AZIMUTH, -1.0, ("turret_yaw", "aim_yaw")),
            (ArticulatedPart.PRIMARY_GUN, ArticulationMetric.ELEVATION, 1.0, ("turret_elevation", "aim_elevation")),
        ):
            found = np.flatnonzero(is_part & (parts.parameter_type[place] == part + metric))
            if found.size and abs(float(parts.value[place, found[0]])) < 100.0:
                for name in names:
                    getattr(vehicles, name)[row] = sign * float(parts.value[place, found[0]])


def key_of(entity_id: Any) -> int:
    """Return an identity (site, application, entity) as one number, as ``EntityIds.keys`` makes it."""
    site, application, entity = (int(part) for part in entity_id)
    return site << 32 | application << 16 | entity


def id_of(key: int) -> tuple[int, int, int]:
    """Return the identity of a number."""
    return key >> 32, key >> 16 & 0xFFFF, key & 0xFFFF


def _motion_of(columns: EntityColumns) -> Any:
    parts = (columns.velocity, columns.acceleration, columns.angular_velocity)
    pose = Pose(*map(_as_floats, (*columns.location, *columns.orientation)))
    return Motion(pose, *(Vector(*map(_as_floats, part)) for part in parts))


def _as_floats(column: Any) -> Any:
    return np.ascontiguousarray(column, np.float64)


def _velocities(states: EntityStates, yaw: Any, now: float) -> tuple[Any, Any, Any]:
    """Return speed, lateral speed and yaw rate that states lead to."""
    motion, algorithm = states.motion, states.algorithm
    moves = (algorithm > 1) & (algorithm < 10)
    speeds_up = np.where(np.isin(algorithm, (4, 5, 8, 9)), now - states.time, 0.0)
    x = np.where(moves, motion.velocity.x + speeds_up * motion.acceleration.x, 0.0)
    y = np.where(moves, motion.velocity.y + speeds_up * motion.acceleration.y, 0.0)
    sine, cosine, is_body = np.sin(yaw), np.cos(yaw), algorithm > 5
    turns = np.isin(algorithm, (3, 4, 7, 8))
    return (
        np.where(is_body, x, cosine * x + sine * y),
        np.where(is_body, y, cosine * y - sine * x),
        np.where(turns, motion.angular_velocity.z, 0.0),
    )


def _type_at(columns: EntityColumns, place: int) -> EntityType:
    return EntityType(*(int(part[place]) for part in columns.entity_type))


def _printable(marking: Any) -> str:
    text = bytes(marking).split(b"\0")[0].decode("ascii", "replace")
    return "".join(letter if letter.isprintable() else "?" for letter in text).strip()
