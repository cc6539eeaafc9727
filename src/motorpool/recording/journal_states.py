"""States in a recording's journal that change rarely, shown again by a replay: joints, and standing vehicles.

Ten times a simulated second the angles of turrets and trailers that have changed are added to the journal, once a
second the changes of standing vehicles: the reason why one stands, or that it no longer stands. Between two readings a
replay interpolates angles along the shorter arc, and shows the last state of a standing vehicle.
"""

import base64
import binascii
import operator
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ..base.errors import RecordingError
from ..models.mathematics import wrap_angle
from ..world.recovery.component import BEGINS
from ..world.recovery.reasons import NONE

if TYPE_CHECKING:
    from ..vehicles.fleet import Fleet
    from ..world import World
    from .journal import Entry

INTERVAL = 0.1  # simulated time between two readings of joints [s]
LARGE = 10_000  # number of joints above which it is longer
LARGE_INTERVAL = 0.5  # of so many joints [s]
STEP = 1e-4  # an angle is a whole number of steps [rad]
TURRET, GUN, FIRST_TRAILER = 0, 1, 2  # joints of a vehicle; trailers follow, front to back
MOST_JOINTS = 16  # of a vehicle
FORCE_STEP = 100  # forces are rounded to it, so that states change rarely [N]

_STORED = np.dtype([("vehicle", "<u4"), ("joint", "u1"), ("angle", "<i2")])

Ids = NDArray[np.int64]
Floats = NDArray[np.float64]

_NOTHING: Ids = np.zeros(0, np.int64)


class JointAngles(NamedTuple):
    """Angles that have changed, each (n,)."""

    vehicle: Ids
    joint: Ids  # 0 the turret's yaw, 1 the gun's elevation, 2 the first trailer's yaw minus that of its vehicle, ...
    angle: Floats  # [rad]
    interval: int  # since the reading before [ticks]


class _Joint(NamedTuple):
    """A joint of several vehicles, with its column."""

    number: int
    vehicles: slice
    column: Floats


def _joints(world: "World") -> Iterator[_Joint]:
    everyone = slice(0, world.count)
    yield _Joint(TURRET, everyone, world.vehicles.turret_yaw)
    yield _Joint(GUN, everyone, world.vehicles.turret_elevation)
    for fleet, rows in zip(world.fleets, world.vehicles.rows, strict=True):
        for number, column in enumerate(_trailer_columns(fleet)):
            yield _Joint(FIRST_TRAILER + number, slice(rows.start, rows.stop), column)


def bound_objects(world: "World") -> list[Any]:
    """Return objects of a world that are replaced where its columns get other arrays."""
    return [world.vehicles.x, *(fleet.addresses for fleet in world.fleets)]


def are_same(objects: list[Any], others: list[Any]) -> bool:
    """Return whether two lists hold the same objects."""
    return len(objects) == len(others) and all(map(operator.is_, objects, others))


def _wrapped(angles: Floats) -> Floats:
    return np.asarray(wrap_angle(cast("Any", angles)))


def _trailer_columns(fleet: "Fleet") -> list[Floats]:
    return [getattr(fleet.state, trailer.hitch_angle) for trailer in fleet.model.trailers]


class JointReadings:
    """Reads the joints of a running world."""

    def __init__(self) -> None:
        self._tick: int | None = None  # of the reading before
        self._counted: tuple[int, bool] = (-1, False)  # number of fleets, and whether there are guns
        self._interval = 0  # for these [ticks]; 0 without joints
        self._bound_to: list[Any] = []  # objects that are replaced where columns are
        self._joints: list[_Joint] = []
        self._vehicles: Ids = np.zeros(0, np.int64)  # of all joints, one after the other, like the rest
        self._numbers: Ids = np.zeros(0, np.int64)
        self._read: Floats = np.zeros(0)  # angles of the reading before
        self._known: Ids = np.zeros(0, np.int64)  # steps that were stored last

    def is_due(self, world: "World") -> bool:
        """Return whether the joints are to be read at this tick: at the first that is noted, and in intervals."""
        if self._counted != (len(world.fleets), world.gunnery.is_armed):
            self._counted = (len(world.fleets), world.gunnery.is_armed)
            count = world.count * (2 if world.gunnery.is_armed else 0)
            count += sum(fleet.count * len(fleet.model.trailers) for fleet in world.fleets)
            seconds = INTERVAL if count <= LARGE else LARGE_INTERVAL
            self._interval = max(1, round(seconds / world.dt)) if count else 0
        return self._interval > 0 and (self._tick is None or world.tick % self._interval == 0)

    def changes(self, world: "World") -> str | None:
        """Return the angles that differ from those of the last call, encoded; None if there are none."""
        bound_to = bound_objects(world)
        if not are_same(bound_to, self._bound_to):
            self._bind(world)
            self._bound_to = bound_to
        since, self._tick = self._tick, world.tick
        read, self._read = self._read, np.concatenate([joint.column for joint in self._joints])
        rows = np.flatnonzero(self._read != read)
        steps = np.rint(_wrapped(np.nan_to_num(self._read[rows])) / STEP).astype(np.int64)
        is_new = steps != self._known[rows]
        rows, steps = rows[is_new], steps[is_new]
        if not rows.size:
            return None
        self._known[rows] = steps
        stored = np.empty(rows.size, _STORED)
        stored["vehicle"], stored["joint"], stored["angle"] = self._vehicles[rows], self._numbers[rows], steps
        interval = 0 if since is None else max(0, world.tick - since)
        return f"{interval}:{base64.b64encode(zlib.compress(stored.tobytes(), 1)).decode()}"

    def _bind(self, world: "World") -> None:
        """Find the columns of all joints; the known angles of earlier vehicles stay."""
        ends = np.cumsum([joint.column.size for joint in self._joints])[:-1]
        pieces = np.split(self._known, ends) if self._joints else []
        keys = [(one.number, one.vehicles.start) for one in self._joints]
        before: dict[tuple[int, int], Ids] = dict(zip(keys, pieces, strict=True))
        self._joints = list(_joints(world))
        self._vehicles = np.concatenate(
            [np.arange(one.vehicles.start, one.vehicles.stop, dtype=np.int64) for one in self._joints]
        )
        self._numbers = np.concatenate([np.full(one.column.size, one.number, np.int64) for one in self._joints])
        found: list[Ids] = []
        for one in self._joints:
            known = before.get((one.number, one.vehicles.start), _NOTHING)[: one.column.size]
            found.append(np.concatenate([known, np.zeros(one.column.size - known.size, np.int64)]))
        self._known = np.concatenate(found)
        self._read = np.full(self._known.size, np.nan)


def joint_angles_of(text: str, *, vehicle_count: int) -> JointAngles:
    """Return the angles that ``JointReadings.changes`` encoded.

    Raises:
        RecordingError: the text is nothing of the kind, or names a vehicle or joint that is not there.
    """
    interval, _, packed = text.partition(":")
    if not interval.isdecimal() or len(interval) > 9:
        raise RecordingError(f"it has joints since {interval[:20]!r} ticks; that must be a whole number")
    most = _STORED.itemsize * vehicle_count * MOST_JOINTS
    unpacking = zlib.decompressobj()
    try:
        stored = unpacking.decompress(base64.b64decode(packed, validate=True), most + 1)
    except (binascii.Error, zlib.error) as error:
        raise RecordingError(f"its joints cannot be unpacked: {error}") from error
    if len(stored) > most or len(stored) % _STORED.itemsize or not unpacking.eof:
        raise RecordingError("its joints are not whole, or more than its vehicles have")
    changed = np.frombuffer(stored, _STORED)
    if changed.size and (changed["vehicle"].max() >= vehicle_count or changed["joint"].max() >= MOST_JOINTS):
        raise RecordingError("it has the joint of a vehicle that is not there")
    angles = changed["angle"].astype(np.float64) * STEP
    return JointAngles(changed["vehicle"].astype(np.int64), changed["joint"].astype(np.int64), angles, int(interval))


class ShownJoints:
    """Writes the angles of a journal into the columns of a world, for any moment."""

    def __init__(self, journal: Iterable["Entry"]):
        entries = [(entry.tick, entry.joints) for entry in journal if entry.joints is not None]
        self._ticks = [tick for tick, _ in entries]
        self._changes = [joints for _, joints in entries]
        self._read = 0  # number of changes in ``_present``
        self._present: dict[tuple[int, int], Floats] = {}  # by joint and first vehicle

    def show(self, world: "World", tick: int) -> None:
        """Set the angles of turrets and trailers as they were at a tick; without effect if none was recorded."""
        if not self._ticks:
            return
        if self._read and tick < self._ticks[self._read - 1]:  # backwards: start again from the first change
            self._read = 0
            self._present.clear()
        joints = list(_joints(world))
        while self._read < len(self._ticks) and self._ticks[self._read] <= tick:
            for joint, rows, angles in _of_each(joints, self._changes[self._read]):
                self._angles(joint)[rows] = angles
            self._read += 1
        for joint in joints:
            joint.column[:] = self._angles(joint)
        if self._read < len(self._ticks):
            self._mix(joints, tick)

    def _mix(self, joints: list[_Joint], tick: int) -> None:
        """Interpolate towards the next change, if its reading has begun."""
        following = self._changes[self._read]
        begins = self._ticks[self._read] - following.interval
        if tick <= begins:
            return
        share = (tick - begins) / following.interval
        for joint, rows, angles in _of_each(joints, following):
            now = joint.column[rows]
            joint.column[rows] = _wrapped(now + share * _wrapped(angles - now))

    def _angles(self, joint: _Joint) -> Floats:
        count = joint.column.size
        angles = self._present.get((joint.number, joint.vehicles.start))
        if angles is None or angles.size != count:
            angles = self._present[joint.number, joint.vehicles.start] = np.zeros(count)
        return angles


def _of_each(joints: list[_Joint], changes: JointAngles) -> Iterator[tuple[_Joint, Ids, Floats]]:
    """Yield each joint with the rows of its column that change, and their angles."""
    for joint in joints:
        first, end = joint.vehicles.start, joint.vehicles.stop
        mine = (changes.joint == joint.number) & (changes.vehicle >= first) & (changes.vehicle < end)
        if mine.any():
            yield joint, changes.vehicle[mine] - first, changes.angle[mine]


class StandingState(NamedTuple):
    """State of a standing vehicle from a tick on; with reason 0 it does not stand."""

    vehicle: int  # id
    reason: int = NONE  # a constant of ``recovery.reasons``
    blocked_by: int = -1  # id of the vehicle, or index of the object; -1 for none
    needed_force: int = 0  # [N]
    available_force: int = 0  # [N]
    phase: int = 0  # a constant of ``recovery.phases``
    since: int = 0  # tick since which the vehicle has not moved forward


class StandingStates:
    """Finds the states that have changed since the last check."""

    def __init__(self) -> None:
        self._known: dict[int, StandingState] = {}

    def changes(self, world: "World") -> list[StandingState]:
        """Return the states that differ from those of the last call, in the order of the vehicles."""
        standing = np.flatnonzero(world.vehicles.standing_time >= BEGINS).tolist()
        now = {vehicle: _state_of(world, vehicle) for vehicle in standing}
        ended = [StandingState(vehicle) for vehicle in self._known.keys() - now.keys()]
        changed = [state for vehicle, state in now.items() if self._known.get(vehicle) != state]
        self._known = now
        return sorted(changed + ended)


class ShownStates:
    """Writes the states of a journal into the columns of a world, for any moment."""

    def __init__(self, journal: Iterable["Entry"]):
        entries = [entry for entry in journal if entry.standing]
        self._ticks = [entry.tick for entry in entries]
        self._changes = [entry.standing for entry in entries]
        self._read = 0  # number of changes in ``_present``
        self._present: dict[int, StandingState] = {}

    def show(self, world: "World", tick: int) -> None:
        """Set the columns of the world's recovery as they were at a tick."""
        count = bisect_right(self._ticks, tick)
        if count < self._read:  # backwards: start again from the first change
            self._read = 0
            self._present.clear()
        for changes in self._changes[self._read : count]:
            self._present |= {state.vehicle: state for state in changes}
        self._read = count
        self._present = {vehicle: state for vehicle, state in self._present.items() if state.reason != NONE}
        vehicles = world.vehicles
        vehicles.standing_time[:], vehicles.standing_reason[:], vehicles.blocked_by[:] = 0.0, NONE, -1
        vehicles.needed_force[:], vehicles.available_force[:], vehicles.recovery_phase[:] = 0.0, 0.0, 0
        for vehicle, reason, blocked_by, needed, available, phase, since in self._present.values():
            vehicles.standing_time[vehicle] = max(0.0, (tick - since) * world.dt)
            vehicles.standing_reason[vehicle], vehicles.blocked_by[vehicle] = reason, blocked_by
            vehicles.needed_force[vehicle], vehicles.available_force[vehicle] = needed, available
            vehicles.recovery_phase[vehicle] = phase


def _state_of(world: "World", vehicle: int) -> StandingState:
    vehicles = world.vehicles
    return StandingState(
        vehicle,
        int(vehicles.standing_reason[vehicle]),
        int(vehicles.blocked_by[vehicle]),
        _rounded(vehicles.needed_force[vehicle]),
        _rounded(vehicles.available_force[vehicle]),
        int(vehicles.recovery_phase[vehicle]),
        max(0, world.tick - round(float(vehicles.standing_time[vehicle]) / world.dt)),
    )


def _rounded(force: float) -> int:
    return FORCE_STEP * round(float(np.nan_to_num(force)) / FORCE_STEP)
