"""Gunnery component: guns, the flight of rounds, and the damage of hits.

``shots``, ``impacts`` and ``changes`` have the events of the last step; an observer reads them.
"""

import math
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...ground.objects.grid import Circles
from ...models.fields import Positive
from ...models.frames import body_axes
from ..columns import is_any
from ..component import Component
from ..entity.component import Entities
from ..neighbours.component import Neighbours
from ..scene import Newcomers, Scene
from ..settings import Key
from ..vehicle_table import VehicleTable
from .columns import Damage, FlyingRounds, Gun, Tasks
from .damage import condition
from .guns import LOADED, UNARMED, Armament, check_armament, fires, muzzle
from .rounds import GONE, LONGEST_FLIGHT, VEHICLE, Rounds

if TYPE_CHECKING:
    from .ballistics import Boxes, Cylinders

MOST_ROUNDS = 16_384  # in the air at the same time; guns do not fire while there are as many

Floats = NDArray[np.float64]
Indices = NDArray[np.int32]
Words = NDArray[np.int8]


class Shots(NamedTuple):
    """Fired rounds, a column each."""

    shooter: Indices  # id of the vehicle
    x: Floats  # of the muzzle, east [m]
    y: Floats  # north [m]
    z: Floats  # up [m]
    velocity_x: Floats  # of the round [m/s]
    velocity_y: Floats
    velocity_z: Floats
    time: Floats  # simulated [s]


class Impacts(NamedTuple):
    """Rounds that hit something, a column each."""

    shooter: Indices
    x: Floats  # [m]
    y: Floats
    z: Floats
    met: Words  # GROUND, OBJECT or VEHICLE of ``world.gunnery.rounds``
    met_index: Indices  # of the object or vehicle; -1 for the ground
    time: Floats  # simulated, within the step [s]


class Changes(NamedTuple):
    """Vehicles whose condition has changed, a column each."""

    vehicle: Indices
    condition: Words  # a constant of ``world.gunnery.damage``
    time: Floats  # simulated, at the end of the step [s]


_NONE, _NOBODY, _NOTHING = np.zeros(0), np.zeros(0, np.int32), np.zeros(0, np.int8)
NO_SHOTS = Shots(_NOBODY, _NONE, _NONE, _NONE, _NONE, _NONE, _NONE, _NONE)
NO_IMPACTS = Impacts(_NOBODY, _NONE, _NONE, _NONE, _NOTHING, _NOBODY, _NONE)
NO_CHANGES = Changes(_NOBODY, _NOTHING, _NONE)


class GunnerySettings(NamedTuple):
    """Settings of a world's guns."""

    armament: Annotated[
        Mapping[str, Armament], Key("guns, by fleet name; vehicles of a fleet that is not named have none")
    ] = {}
    repair_duration: Annotated[
        Positive,
        Key(
            "time after its last hit at which a vehicle is repaired",
            unit="s",
            file_key="repair_after",
            null=math.inf,
            null_meaning="never",
        ),
    ] = 60.0


class Gunnery(Component):
    """The guns, rounds and damage of one world.

    Attributes:
        repair_duration: time after its last hit at which a vehicle is repaired [s]; infinite for never.
        is_armed: a vehicle has a gun, or those of other programs may have one; if False, no stage runs.
        rounds: rounds in the air.
        shots, impacts, changes: events of the last step.

    Raises:
        WorldError: a value of a gun is out of range.
    """

    name = "gunnery"
    settings = GunnerySettings
    columns: ClassVar[Mapping[str, Any]] = {"gun": Gun, "damages": Damage}
    instruments = ("reload_time", "damage")

    def __init__(self, scene: Scene, settings: GunnerySettings):
        self._scene, self._vehicles, self._neighbours = scene, scene.vehicles, scene.of(Neighbours)
        self._trailers = scene.of(Entities).trailers
        self._armament, self.repair_duration = settings.armament, float(settings.repair_duration)
        self.is_armed = False
        self._set_rounds(Rounds(0))
        self._forget_events()
        self._conditions = np.zeros(0, np.int8)
        self._told_shots: list[tuple[Any, ...]] = []  # of other programs, until the end of the step
        self._told_impacts: list[tuple[Any, ...]] = []

    def bind(self) -> None:
        """Make room for the tasks and conditions of all vehicles."""
        count, before = self._vehicles.count, self._conditions
        self._conditions = np.zeros(count, np.int8)
        self._conditions[: before.size] = before[:count]
        self._tasks = Tasks(*np.zeros((2, count), np.int8))
        self._boxes: Boxes | None = None

    def enter(self, new: Newcomers) -> None:
        """Write the guns of vehicles, and make room for their rounds."""
        vehicles, name = self._vehicles, self._scene.settings_name(self._scene.fleets[new.fleet_index])
        own = check_armament(self._armament.get(name, UNARMED), where=f"armament of fleet {name!r}")
        for column, value in zip(vehicles.columns(*Armament._fields), own, strict=True):
            column[new.rows] = value
        self._conditions[new.rows] = 0
        if own.muzzle_speed > 0.0 and new.fleet.count:
            self.is_armed = True
            if (capacity := _most_rounds(vehicles)) > self.rounds.capacity:
                self._set_rounds(self.rounds.with_capacity(capacity))

    @cached_property
    def _stages(self) -> Any:
        """Stages of guns and rounds; they are imported when a vehicle is armed."""
        from . import stages

        return stages

    @cached_property
    def _objects(self) -> "Cylinders":
        scene = self._scene
        return self._stages.Cylinders(scene.obstacles, scene.objects.z, scene.objects.height)

    def fire(self) -> None:
        """Fire the guns whose triggers are pulled, then turn, reload and repair for a step."""
        if not self.is_armed:
            return
        self._forget_events()
        scene, vehicles, tasks = self._scene, self._vehicles, self._tasks
        scene.run(self._stages.notice_tasks, vehicles.gun, vehicles.damages, tasks)
        is_to_fire = is_any(tasks.is_to_fire)
        if is_to_fire:
            who = np.flatnonzero(fires(vehicles.trigger, vehicles.reload_time, vehicles.muzzle_speed, vehicles.damage))
            self._fire(who[: self.rounds.room], scene.time)
        if is_to_fire or is_any(tasks.has_work):
            scene.run(self._stages.work_guns, vehicles.gun, vehicles.damages, scene.dt, self.repair_duration)

    def fly_rounds(self) -> None:
        """Move every round by a step, and apply the damage of hits."""
        if not self.is_armed:
            return
        scene, time, dt = self._scene, self._scene.time, self._scene.dt
        if self.rounds.count:
            self._neighbours.refresh()
            self._trailers.rest()
            boxes = self._boxes_of(self._neighbours.circles)
            around = self._objects, boxes, scene.ground, scene.decks, scene.map_bounds
            scene.run(self._stages.fly_rounds, self._flying, *around, dt)
            ended = self.rounds.ended()
            if ended.size:
                self.impacts = self._end(ended, time)
        self.changes = self._changes(time + dt)
        self._add_told()

    def tell_shot(self, shooter: int, at: tuple[float, float, float], velocity: tuple[float, float, float]) -> None:
        """Add a shot of a remote vehicle to the events of the step; its own program moves the round.

        Args:
            shooter: id of the vehicle.
            at: position of the muzzle [m].
            velocity: velocity of the round [m/s].
        """
        self.is_armed = True
        self._told_shots.append((shooter, *at, *velocity, self._scene.time))

    def tell_impact(self, shooter: int, at: tuple[float, float, float], met: int, met_index: int = -1) -> None:
        """Add the impact of a remote vehicle's round to the events of the step; the caller applies the damage.

        Args:
            shooter: id of the vehicle.
            at: position of the impact [m].
            met: GROUND, OBJECT or VEHICLE of ``world.gunnery.rounds``.
            met_index: index of the object or vehicle; -1 for none.
        """
        self.is_armed = True
        self._told_impacts.append((shooter, *at, met, met_index, self._scene.time))

    def _add_told(self) -> None:
        if self._told_shots:
            self.shots = _joined(self.shots, self._told_shots)
            self._told_shots = []
        if self._told_impacts:
            self.impacts = _joined(self.impacts, self._told_impacts)
            self._told_impacts = []

    def _set_rounds(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self._flying = FlyingRounds(*(getattr(rounds, name) for name in FlyingRounds._fields))

    def _forget_events(self) -> None:
        self.shots, self.impacts, self.changes = NO_SHOTS, NO_IMPACTS, NO_CHANGES

    def _boxes_of(self, circles: Circles) -> "Boxes":
        """Return the boxes of the vehicles; the same object each time, so that its addresses stay known."""
        boxes = self._boxes
        if boxes is None or boxes.circles is not circles:
            pose, body = self._vehicles.pose, self._vehicles.body
            size = (body.half_length, body.half_width, body.body_height, body.body_offset)
            trailers = self._trailers.bodies
            boxes = self._boxes = self._stages.Boxes(circles, pose.z, pose.yaw, pose.pitch, pose.roll, *size, trailers)
        return boxes

    def show_damage(self, damage: Floats) -> None:
        """Set the damage of every vehicle without a step, for a replay; ``changes`` has the differences."""
        self._vehicles.damage[:] = damage
        self._forget_events()
        self.changes = self._changes(self._scene.time)

    def snapshot(self) -> tuple[Any, ...]:
        """Return a copy of the rounds in the air; damage is in the vehicles' columns."""
        return self.rounds.snapshot()

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Restore the rounds in the air, without events; the vehicles' columns are restored already."""
        if (capacity := Rounds.capacity_of(snapshot)) != self.rounds.capacity:
            self._set_rounds(Rounds(capacity))
        self.rounds.restore(snapshot)
        self._forget_events()
        self._conditions[:] = condition(self._vehicles.damage)

    def _fire(self, who: NDArray[np.intp], time: float) -> None:
        """Launch a round from each of these vehicles, with the velocity of the vehicle added."""
        if not who.size:
            return
        vehicles = self._vehicles
        moving: list[Any] = [column[who] for column in vehicles.columns("yaw", "pitch", "roll", "speed")]
        yaw, pitch, roll, speed = moving
        gun = vehicles.columns("body_height", "turret_yaw", "turret_elevation", "barrel_length")
        dx, dy, dz, to_x, to_y, to_z = muzzle(yaw, pitch, roll, *(column[who] for column in gun))
        forward, _, _ = body_axes(yaw, pitch, roll)
        muzzle_speed = vehicles.muzzle_speed[who]
        shots = Shots(
            shooter=who.astype(np.int32),
            x=vehicles.x[who] + dx,
            y=vehicles.y[who] + dy,
            z=vehicles.z[who] + dz,
            velocity_x=muzzle_speed * to_x + speed * forward[0],
            velocity_y=muzzle_speed * to_y + speed * forward[1],
            velocity_z=muzzle_speed * to_z + speed * forward[2],
            time=np.full(who.size, time),
        )
        drag, strength = vehicles.round_drag[who], vehicles.round_damage[who]
        motion = {name: value for name, value in shots._asdict().items() if name not in ("shooter", "time")}
        self.rounds.launch(shots.shooter, **motion, drag=drag, strength=strength)
        vehicles.reload_time[who] = vehicles.reload_duration[who]
        self.shots = shots

    def _end(self, ended: NDArray[np.intp], time: float) -> Impacts:
        """Remove rounds from the air, and damage the vehicles that they hit."""
        rounds, vehicles = self.rounds, self._vehicles
        hits = ended[rounds.what[ended] == VEHICLE]
        struck = rounds.met_index[hits]
        np.add.at(vehicles.damage, struck, rounds.strength[hits])
        vehicles.damage[struck] = np.minimum(vehicles.damage[struck], 1.0)
        vehicles.damage_time[struck] = 0.0
        met = ended[rounds.what[ended] != GONE]
        impacts = Impacts(
            shooter=rounds.shooter[met],
            x=rounds.x[met],
            y=rounds.y[met],
            z=rounds.z[met],
            met=rounds.what[met],
            met_index=rounds.met_index[met],
            time=time + rounds.met_time[met],
        )
        rounds.free(ended)
        return impacts

    def _changes(self, time: float) -> Changes:
        """Return the vehicles whose condition has changed since the last step, by hits, by repair, or from outside."""
        if not (is_any(self._vehicles.damage) or is_any(self._conditions)):
            return NO_CHANGES
        now = condition(self._vehicles.damage)
        who = np.flatnonzero(now != self._conditions).astype(np.int32)
        self._conditions[:] = now
        return Changes(who, self._conditions[who], np.full(who.size, time))


def _joined(events: Any, told: list[tuple[Any, ...]]) -> Any:
    """Return events with further rows."""
    columns = zip(events, zip(*told, strict=True), strict=True)
    return type(events)(*(np.concatenate((column, np.array(more, column.dtype))) for column, more in columns))


def _most_rounds(vehicles: VehicleTable) -> int:
    """Return the greatest number of rounds in the air if every gun fires as often as it can."""
    armed = vehicles.muzzle_speed > 0.0
    shots = np.ceil(LONGEST_FLIGHT / vehicles.reload_duration[armed] + LOADED) + 1.0
    return min(MOST_ROUNDS, math.ceil(shots.sum()))
