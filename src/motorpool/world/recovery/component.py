"""Recovery component: finds vehicles that make no headway, classifies the reason, and frees them.

world.recovery.standing()     # ids of the vehicles that have stood for more than 30 s
world.recovery.counts()       # {"soil": 3, "vehicle": 1}
"""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.wording import counted, listed
from ...vehicles.fleet import Fleet
from ..avoidance.dynamic_window.rule import surroundings_of
from ..avoidance.rules import DEFAULT, column_of, index_of
from ..avoidance.surroundings import Surroundings
from ..columns import is_any
from ..component import Component
from ..drivers.kinds import AUTOPILOT
from ..entity.component import Entities
from ..guidance.component import Guidance
from ..guidance.goal_kinds import TRAFFIC
from ..neighbours.component import Neighbours
from ..scene import Newcomers, Scene
from ..settings import Key
from . import phases, reasons, stages
from .backing import try_manoeuvres
from .classify import Finding, reason_of
from .columns import Freeing, Progress, Standstill
from .events import BEGAN, FREED, NO_STANDSTILLS, SET_BACK, TOWED, standstills_of
from .freeing import LONG_PATIENCE, PATIENCE, FreeingDrivers
from .parking import Parking, is_left
from .roads import RoadPoints
from .setting_back import SettingBack
from .stages import TRACK_LENGTH, Pace, Touch, Tracks
from .ways import Ways

if TYPE_CHECKING:
    from .towing import Towing

PERIOD = 0.25  # between two checks of all vehicles; smaller values cost time, larger ones delay manoeuvres [s]
STANDING = 30.0  # time without headway from which a vehicle counts as standing [s]
TURNS = 2  # number of checks in which each standing vehicle has one turn; larger values slow the freeing down
TRAFFIC_TURNS = 20  # the same of vehicles in traffic, of which many may stand and none is freed
ARRIVES = 3.0  # time in which a recovery team arrives [s]
BEGINS = 5.0  # time without headway after which the event is reported; smaller values report stops in traffic [s]

Ids = NDArray[np.intp]
Row = tuple[int, int, int, int, float, float]  # of an event


class Snapshot(NamedTuple):
    """Copy of the data of recovery that is not in columns."""

    tracks: Tracks
    recoveries: int
    standing_seconds: float


class RecoverySettings(NamedTuple):
    """Settings of recovery."""

    recovery: Annotated[
        Literal["off", "report", "free"],
        Key(
            "vehicles that make no headway: off, report the reason, or free them, by setting them back at last",
        ),
    ] = "free"


class Recovery(Component):
    """Recovery of the standing vehicles of one world.

    Attributes:
        mode: "off", "report" for reasons and events alone, or "free".
        standstills: events of the last step.
        recoveries: number of recoveries so far.
        standing_seconds: sum over autopilots of the time that they have stood after their first 30 s [s].
    """

    name = "recovery"
    settings = RecoverySettings
    columns: ClassVar[Mapping[str, Any]] = {"standstill": Standstill, "progress": Progress, "freeing": Freeing}

    def __init__(self, scene: Scene, settings: RecoverySettings):
        self._scene, self._vehicles, self._neighbours = scene, scene.vehicles, scene.of(Neighbours)
        self._every, self._roads = max(1, round(PERIOD / scene.dt)), RoadPoints(scene.roads)
        self._patience = [LONG_PATIENCE if recovers else PATIENCE for recovers in column_of("recovers")]
        self.mode, self._may_be_freed = settings.recovery, column_of("may_be_freed")
        self._tracks = _no_tracks(0)
        self.standstills, self.recoveries, self.standing_seconds = NO_STANDSTILLS, 0, 0.0
        self._leads = self._overrides = self._moves = self._tows = False

    def bind(self) -> None:
        """Take the columns of all vehicles, and the tracks of earlier ones."""
        scene, vehicles, count, before = self._scene, self._vehicles, self._vehicles.count, self._tracks
        self._ground = scene.of(Guidance).ground
        words, ids = np.zeros((4, count), np.int8), np.zeros(count, np.int32)
        self._touch = Touch(words[0], words[1], words[2], ids, words[3], *np.zeros((3, count)))
        self._drive = stages.Drive(
            vehicles.inputs, vehicles.autopilot, vehicles.route, vehicles.convoys, vehicles.traffic, vehicles.script
        )
        self._pace, self._tracks = Pace(np.zeros(count)), _no_tracks(count)
        self.__dict__.pop("_surroundings", None)
        for column, earlier in zip(self._tracks, before, strict=True):
            column[: len(earlier)] = earlier[:count]
        ways, roads = Ways(scene), self._roads
        self._has_tank = [_has_tank(fleet) for fleet in scene.fleets]
        self._memory = stages.Memory(vehicles.standstill, vehicles.progress, vehicles.freeing)
        self._drivers = FreeingDrivers(scene, ways, self._tracks, self._touch, self._patience)
        self._setting_back = SettingBack(scene, ways, self._tracks, roads)
        self._parking = Parking(scene, ways, self._drivers, roads)

    @property
    def _towing(self) -> "Towing":
        """Tows; their module is imported for the first one."""
        from .towing import Towing

        return Towing(self._scene, self._drivers, self._setting_back, self._touch)

    def enter(self, new: Newcomers) -> None:
        """Clear the blocking vehicle and the track of vehicles that enter."""
        self._vehicles.blocked_by[new.rows] = -1
        for column in self._tracks:
            column[new.rows] = 0

    @cached_property
    def _surroundings(self) -> Surroundings:
        return surroundings_of(self._scene, index_of(DEFAULT))

    def lead(self) -> None:
        """Set the course of vehicles that try another way, before their avoidance rules decide."""
        if self._leads:
            self._scene.run(stages.lead_other_ways, self._memory, self._vehicles.course)

    def step(self) -> None:
        """Check the headway of all vehicles every ``PERIOD``; drive those that free themselves."""
        self.standstills = NO_STANDSTILLS
        if self.mode == "off":
            return
        if self._scene.tick % self._every == 0:
            self._look()
            self._note_phases()
        if self._overrides:
            vehicles, pace = self._vehicles, self._pace
            if self._moves:
                self._scene.run(
                    try_manoeuvres, vehicles.entity, vehicles.inputs, vehicles.autopilot, self._memory, pace,
                    self._surroundings,
                )  # fmt: skip
            self._scene.run(
                stages.override_decisions, vehicles.pose, vehicles.motion, self._memory, vehicles.autopilot, pace
            )
        if self._tows:
            from .towing import pull_towed

            self._scene.run(pull_towed, self._vehicles.motion, self._memory, self._pace, self._scene.dt)

    def standing(self) -> Ids:
        """Return the vehicles that have stood for more than 30 s although their autopilots have a goal."""
        vehicles = self._vehicles
        return np.flatnonzero((vehicles.standing_time > STANDING) & (vehicles.driver == AUTOPILOT))

    def counts(self) -> dict[str, int]:
        """Return the number of these vehicles for each reason."""
        found = self._vehicles.standing_reason[self.standing()]
        numbers = np.bincount(found, minlength=len(reasons.WORDS))
        return {word: int(numbers[reason]) for reason, word in reasons.WORDS.items() if numbers[reason]}

    def __repr__(self) -> str:
        counts = [f"{count} for {word}" for word, count in self.counts().items()]
        return (
            f"<Recovery: {counted(self.standing().size, 'vehicle')} standing for more than {STANDING:g} s"
            f"{': ' if counts else ''}{listed(counts)}; {counted(self.recoveries, 'recovery', 'recoveries')} so far>"
        )

    def snapshot(self) -> Snapshot:
        """Return a copy of the tracks and of the sums."""
        tracks: list[Any] = [column.copy() for column in self._tracks]
        return Snapshot(Tracks(*tracks), self.recoveries, self.standing_seconds)

    def restore(self, snapshot: Snapshot) -> None:
        """Restore a copy, without events."""
        for column, saved in zip(self._tracks, snapshot.tracks, strict=True):
            column[:] = saved
        self.recoveries, self.standing_seconds = snapshot.recoveries, snapshot.standing_seconds
        self.standstills = NO_STANDSTILLS
        self._note_phases()

    def _note_phases(self) -> None:
        """Find out which stages of every step have a vehicle in their phases."""
        present = np.flatnonzero(np.bincount(self._vehicles.recovery_phase, minlength=len(phases.WORDS))).tolist()
        self._leads, self._overrides = phases.OTHER_WAY in present, not phases.OVERRIDING.isdisjoint(present)
        self._moves, self._tows = not phases.MOVED.isdisjoint(present), phases.TOWED in present

    def _look(self) -> None:
        """Count standing times, store tracks, classify standing vehicles, and continue to free them."""
        scene, vehicles, touch, elapsed = self._scene, self._vehicles, self._touch, self._every * self._scene.dt
        scene.run(stages.notice_headway, vehicles.entity, self._drive, self._memory, touch, elapsed)
        scene.run(stages.leave_tracks, vehicles.pose, vehicles.motion, vehicles.body, vehicles.standstill, self._tracks)
        if not is_any(touch.is_slow):
            return
        scene.run(
            stages.feel_around, vehicles.entity, vehicles.inputs, self._memory, touch,
            self._neighbours.neighbourhood, vehicles.entity, scene.of(Entities).trailers.bodies, scene.obstacles,
            self._ground,
        )  # fmt: skip
        slow = np.flatnonzero(touch.is_slow)
        self._excuse_convoys(slow)
        turn, is_in_traffic = scene.tick // self._every + vehicles.world_id[slow], vehicles.goal[slow] == TRAFFIC
        events: list[Row] = []
        for vehicle in slow[turn % np.where(is_in_traffic, TRAFFIC_TURNS, TURNS) == 0].tolist():
            if vehicles.recovery_phase[vehicle] != phases.TOWED:  # a towed vehicle keeps its reason until it is free
                self._classify(vehicle)
                self._note(vehicle, events)
            if self.mode == "free" and is_left(vehicles, vehicle):
                self._parking.advance(vehicle)
            may_be_freed = vehicles.goal[vehicle] != TRAFFIC and self._may_be_freed[vehicles.avoidance_rule[vehicle]]
            if self.mode == "free" and may_be_freed:
                self._drivers.advance(vehicle, TURNS * elapsed)
                self._recover(vehicle, events)
        self.standing_seconds += elapsed * self.standing().size
        self.standstills = standstills_of(events, scene.time + scene.dt)

    def _recover(self, vehicle: int, events: list[Row]) -> None:
        """Tow a vehicle that has waited for recovery; set it back if it cannot be towed."""
        vehicles = self._vehicles
        phase = vehicles.recovery_phase[vehicle]
        is_recovered = False
        if phase == phases.TOWED:
            self._towing.advance(vehicle)
            is_recovered = vehicles.recovery_phase[vehicle] == phases.NONE
        elif phase == phases.WAITING and vehicles.phase_time[vehicle] >= ARRIVES and not self._towing.begin(vehicle):
            is_recovered = self._setting_back.set_back(vehicle)
        if is_recovered:
            events.append(self._event(vehicle, TOWED if phase == phases.TOWED else SET_BACK))
            self.recoveries += 1
            vehicles.setbacks[vehicle] = min(int(vehicles.setbacks[vehicle]) + 1, 100)
            vehicles.standing_time[vehicle] = vehicles.headway_time[vehicle] = 0.0
            vehicles.has_stood[vehicle] = 0
            self._drivers.forget(vehicle)
            self._classify(vehicle)

    def _excuse_convoys(self, slow: Ids) -> None:
        """Reset the standing time of followers whose first leader is meant to stand."""
        vehicles = self._vehicles
        for vehicle in slow.tolist():
            if vehicles.standing_time[vehicle] > 0.0 and waits_for(vehicle, vehicles) >= 0:
                head = vehicle
                for _ in range(vehicles.count):
                    leader = waits_for(head, vehicles)
                    if leader < 0:
                        break
                    head = leader
                if not vehicles.standing_time[head] > 0.0:
                    vehicles.standing_time[vehicle] = 0.0
                    vehicles.headway_time[vehicle] = 0.0

    def _classify(self, vehicle: int) -> None:
        """Write the reason for which a vehicle stands."""
        vehicles = self._vehicles
        is_standing = vehicles.standing_time[vehicle] > 0.0
        found = Finding(reasons.NONE)
        if is_standing:
            found = reason_of(vehicle, vehicles, self._touch, is_empty=self._is_empty(vehicle))
        elif vehicles.has_stood[vehicle]:  # the event that it is free has the last reason
            return
        vehicles.standing_reason[vehicle], vehicles.blocked_by[vehicle] = found.reason, found.blocked_by
        vehicles.needed_force[vehicle], vehicles.available_force[vehicle] = found.needed, found.available

    def _note(self, vehicle: int, events: list[Row]) -> None:
        """Add an event if a vehicle has stood for ``BEGINS``, or is free again."""
        vehicles = self._vehicles
        time, has_stood = vehicles.standing_time[vehicle], vehicles.has_stood[vehicle]
        if time >= BEGINS and not has_stood:
            vehicles.has_stood[vehicle] = 1
            events.append(self._event(vehicle, BEGAN))
        elif has_stood and not time > 0.0:
            events.append(self._event(vehicle, FREED))
            vehicles.has_stood[vehicle] = 0
            self._classify(vehicle)

    def _event(self, vehicle: int, what: int) -> Row:
        vehicles = self._vehicles
        reason, blocked_by = int(vehicles.standing_reason[vehicle]), int(vehicles.blocked_by[vehicle])
        return vehicle, reason, what, blocked_by, float(vehicles.x[vehicle]), float(vehicles.y[vehicle])

    def _is_empty(self, vehicle: int) -> bool:
        """Return whether the tank of a vehicle is empty."""
        index = int(self._vehicles.fleet_index[vehicle])
        if not self._has_tank[index]:
            return False
        fleet, row = self._scene.fleets[index], vehicle - self._vehicles.rows[index].start
        return bool(fleet.state.fuel_used[row] >= fleet.params.fuel_capacity[row])


def _no_tracks(count: int) -> Tracks:
    x, y, yaw = np.zeros((3, count, TRACK_LENGTH))
    return Tracks(x, y, yaw, np.zeros(count, np.int32))


def waits_for(vehicle: int, vehicles: Any) -> int:
    """Return the leader for which a follower stands; -1 for none."""
    is_waiting = vehicles.driver[vehicle] == AUTOPILOT and vehicles.goal[vehicle] == stages.FOLLOW
    return int(vehicles.leader[vehicle]) if is_waiting and abs(vehicles.course_speed[vehicle]) < stages.HALT else -1


def _has_tank(fleet: Fleet) -> bool:
    """Return whether a fleet's model burns fuel."""
    module = fleet.model.module
    return "fuel_used" in module.State._fields and "fuel_capacity" in module.Params._fields
