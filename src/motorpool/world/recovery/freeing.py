"""Manoeuvres that free a vehicle: less throttle, backing along its own track, another heading.

Each attempt turns to the other side and goes farther. Of two vehicles that block each other one yields. After a minute
near the position where it first stood, a vehicle waits for recovery.
"""

import math
from typing import Any

from ...models.mathematics import wrap_angle
from ..avoidance.rules import column_of
from ..drivers.kinds import AUTOPILOT
from ..guidance.goal_kinds import FOLLOW, ROUTE, WANDER
from ..scene import Scene
from . import phases, reasons
from .stages import HALT, TOUCHED_NOTHING, TOUCHED_VEHICLE, TRAPPED, Touch, Tracks
from .track_points import points_back
from .ways import AHEAD, Ways

PATIENCE = 5.0  # time without headway before a vehicle frees itself ... [s]
LONG_PATIENCE = 8.0  # ... if its avoidance rule has manoeuvres of its own [s]
POLITENESS = 20.0  # the same for a vehicle that yields [s]
ASKS = 60.0  # time near its first standing position after which a vehicle waits for recovery [s]
LATEST = 90.0  # the same while it makes headway in an attempt [s]
AWAY = 25.0  # distance from that position at which a vehicle is free [m]
ELSEWHERE = 150.0  # distance between two standing positions from which the earlier recoveries do not count [m]

EASING_TIME, EASING_CUT, EASED = 4.0, 0.7, 6.0  # longest [s]; share of acceleration left out [1]; way [m]
BACKING_TIME, BACKING_SPEED, BACKING_CUT = 9.0, -2.0, 0.5  # longest [s], [m/s], as above [1]
PRESS, MOST_PRESS = 2.0, 8.0  # more throttle at each call, and at most, over the usual acceleration [1]
SLIPS = 0.8  # needed force over the available one, beyond which more throttle makes it slip [1]
BACKING = (7.0, 10.0, 14.0)  # way back in each attempt [m]
FUTILE, LEAST = 3.5, 0.8  # an attempt that has gone less than that [m] in that time ends [s]
OTHER_TIME, OTHER_SPEED = 5.0, 4.0  # longest, beside that of the way [s]; [m/s]
OTHER_WAY, FARTHER = 16.0, 5.0  # way at the first attempt, and farther at each [m]
TURNS = (1.0, 1.6, 2.3)  # angles by which the other way departs from the first, in each attempt [rad]
YIELDING_WAY, MOST_WAYS = 9.0, 4  # way back for another vehicle in the first attempt [m]; so many of it at most
LETTING_PASS = 10.0  # longest time, and two seconds more for each of four kinds of vehicles [s]
NEAREST_TRACK, FARTHEST_TRACK = 5.0, 45.0  # distance of the own track's point to which a vehicle backs [m]
BEHIND = 1.1  # a point farther than this from straight behind is not backed to [rad]


class FreeingDrivers:
    """Manoeuvres of the vehicles of one world."""

    def __init__(self, scene: Scene, ways: Ways, tracks: Tracks, touch: Touch, patience: Any):
        self._scene, self._vehicles = scene, scene.vehicles
        self._ways, self._tracks, self._touch, self._patience = ways, tracks, touch, patience
        self._sets_speed = column_of("sets_speed")
        self._steps = {
            phases.NONE: self._stand, phases.EASING: self._ease, phases.BACKING: self._back,
            phases.OTHER_WAY: self._try_other_way, phases.YIELDING: self._back, phases.LETTING_PASS: self._let_pass,
        }  # fmt: skip

    def advance(self, vehicle: int, elapsed: float) -> None:
        """Continue the manoeuvre of a vehicle, ``elapsed`` [s] after the last call."""
        vehicles = self._vehicles
        if vehicles.driver[vehicle] != AUTOPILOT:  # a user drives it
            self.forget(vehicle)
            return
        vehicles.phase_time[vehicle] += elapsed
        if vehicles.stuck_time[vehicle] > 0.0:
            self._remember(vehicle, elapsed)
        if self._is_to_ask(vehicle):
            self.begin(vehicle, phases.WAITING)
            return
        self._press(vehicle)
        step = self._steps.get(int(vehicles.recovery_phase[vehicle]))
        if step is not None:
            step(vehicle)

    def begin(
        self, vehicle: int, phase: int, *, yaw: float | None = None, speed: float = 0.0, cut: float = 0.0
    ) -> None:
        """Begin a phase of ``recovery.phases``, to keep a yaw [rad], by default the present one, at a speed [m/s].

        The acceleration is reduced by the share ``cut``.
        """
        vehicles = self._vehicles
        vehicles.recovery_phase[vehicle] = phase
        vehicles.phase_x[vehicle], vehicles.phase_y[vehicle] = vehicles.x[vehicle], vehicles.y[vehicle]
        vehicles.phase_time[vehicle] = 0.0
        vehicles.freeing_yaw[vehicle] = vehicles.yaw[vehicle] if yaw is None else yaw
        vehicles.freeing_speed[vehicle], vehicles.throttle_cut[vehicle] = speed, cut
        vehicles.back_off_time[vehicle] = vehicles.waiting_time[vehicle] = vehicles.is_following_wall[vehicle] = 0.0
        vehicles.is_calm[vehicle] = 0

    def end(self, vehicle: int) -> None:
        """End a phase: the avoidance rule of the vehicle decides again."""
        vehicles = self._vehicles
        if vehicles.recovery_phase[vehicle] == phases.OTHER_WAY and vehicles.goal[vehicle] == WANDER:
            vehicles.course_yaw[vehicle] = vehicles.freeing_yaw[vehicle]
        self.begin(vehicle, phases.NONE)

    def forget(self, vehicle: int) -> None:
        """Clear the standing position of a vehicle."""
        vehicles = self._vehicles
        vehicles.stuck_time[vehicle] = vehicles.range_time[vehicle] = 0.0
        vehicles.attempts[vehicle] = 0
        if vehicles.recovery_phase[vehicle] not in (phases.NONE, phases.PARKING):
            self.end(vehicle)

    # ---- phases

    def _stand(self, vehicle: int) -> None:
        """Begin to free a vehicle that has stood long enough, unless it stands for a good reason."""
        vehicles = self._vehicles
        reason, time = int(vehicles.standing_reason[vehicle]), float(vehicles.standing_time[vehicle])
        if time == 0.0 and vehicles.range_time[vehicle] > TRAPPED:
            self._leave_range(vehicle)
            return
        if time < self._patience[vehicles.avoidance_rule[vehicle]] or reason in _BEYOND:
            return
        if vehicles.stuck_time[vehicle] == 0.0:
            self._note_place(vehicle)
            vehicles.stuck_time[vehicle] = time
        if reason == reasons.PRIORITY and time < POLITENESS:
            return
        if reason == reasons.VEHICLE and goes_first(vehicle, int(vehicles.blocked_by[vehicle]), vehicles):
            self.begin(vehicle, phases.LETTING_PASS)
        elif reason in (reasons.SOIL, reasons.SLOPE) and vehicles.attempts[vehicle] == 0:
            vehicles.attempts[vehicle] = 1
            self.begin(vehicle, phases.EASING, cut=EASING_CUT)
        else:
            self._begin_to_back(vehicle, phases.YIELDING if reason == reasons.VEHICLE else phases.BACKING)

    def _leave_range(self, vehicle: int) -> None:
        """Drive a vehicle that circles within a small range out of it, slowly and straight."""
        vehicles = self._vehicles
        if vehicles.stuck_time[vehicle] == 0.0:
            self._note_place(vehicle)
            vehicles.stuck_time[vehicle] = self._patience[vehicles.avoidance_rule[vehicle]]
        vehicles.range_time[vehicle] = 0.0
        vehicles.attempts[vehicle] = min(int(vehicles.attempts[vehicle]) + 1, 100)
        self._begin_other_way(vehicle)

    def _ease(self, vehicle: int) -> None:
        """Drive on with less throttle; back out if that does not help."""
        way, time = self._way(vehicle), float(self._vehicles.phase_time[vehicle])
        if way > EASED:
            self.end(vehicle)
        elif (time > EASING_TIME and way < LEAST) or time > 3.0 * EASING_TIME:
            self._begin_to_back(vehicle, phases.BACKING)

    def _begin_to_back(self, vehicle: int, phase: int) -> None:
        vehicles = self._vehicles
        vehicles.attempts[vehicle] = min(int(vehicles.attempts[vehicle]) + 1, 100)
        speed = max(BACKING_SPEED, -float(vehicles.max_reverse_speed[vehicle]))
        if speed == 0.0:  # it cannot drive back
            self._begin_other_way(vehicle)
        else:
            is_soft = vehicles.standing_reason[vehicle] == reasons.SOIL
            cut = BACKING_CUT if is_soft else 0.0
            self.begin(vehicle, phase, yaw=self._yaw_to_back(vehicle), speed=speed, cut=cut)

    def _back(self, vehicle: int) -> None:
        """Drive back along the vehicle's own track, as far as there is room."""
        vehicles = self._vehicles
        way, time = self._way(vehicle), float(vehicles.phase_time[vehicle])
        is_held = self._touch.kind[vehicle] != TOUCHED_NOTHING and bool(self._touch.is_behind[vehicle])
        wanted = BACKING[(int(vehicles.attempts[vehicle]) - 1) % len(BACKING)]
        if vehicles.recovery_phase[vehicle] == phases.YIELDING:
            wanted = YIELDING_WAY * min(int(vehicles.attempts[vehicle]), MOST_WAYS)
        longest = max(BACKING_TIME, 2.0 * wanted / max(-float(vehicles.freeing_speed[vehicle]), 0.1))
        if way >= wanted or time > longest or is_held or (time > FUTILE and way < LEAST):
            self._begin_other_way(vehicle)
        else:
            vehicles.freeing_yaw[vehicle] = self._yaw_to_back(vehicle)

    def _begin_other_way(self, vehicle: int) -> None:
        """Choose a heading away from the obstruction, and drive there."""
        vehicles = self._vehicles
        attempts = int(vehicles.attempts[vehicle])
        yaw, blocked = float(vehicles.yaw[vehicle]), self._yaw_of_trap(vehicle)
        side = 1.0 if (attempts + int(vehicles.world_id[vehicle])) % 2 else -1.0
        if vehicles.recovery_phase[vehicle] == phases.YIELDING:
            side = -1.0  # both turn to their right
        turn = TURNS[min(attempts - 1, len(TURNS) - 1) if attempts > 0 else 0]
        x, y = float(vehicles.x[vehicle]), float(vehicles.y[vehicle])
        angles = (side * turn, -side * turn, side * (turn + 0.6), -side * (turn + 0.6), math.pi)
        headings = [float(wrap_angle(blocked + angle)) for angle in angles]
        tried = [
            ((x, y, heading), 0.15 * order + 0.1 * abs(float(wrap_angle(heading - yaw))))
            for order, heading in enumerate(headings)
        ]
        heading = self._ways.best(vehicle, tried, AHEAD)[0][2]
        speed = min(OTHER_SPEED, float(vehicles.max_speed[vehicle]))
        self.begin(vehicle, phases.OTHER_WAY, yaw=heading, speed=speed)

    def _try_other_way(self, vehicle: int) -> None:
        """Drive on the other heading until the obstruction is passed."""
        way, time = self._way(vehicle), float(self._vehicles.phase_time[vehicle])
        wanted = OTHER_WAY + FARTHER * min(int(self._vehicles.attempts[vehicle]) - 1, MOST_WAYS)
        if way >= wanted or time > OTHER_TIME + wanted / OTHER_SPEED:
            self.end(vehicle)
        elif time > FUTILE + 1.0 and way < LEAST:
            self._begin_to_back(vehicle, phases.BACKING)

    def _let_pass(self, vehicle: int) -> None:
        """Stand until the other vehicle has yielded; yield if it does not."""
        vehicles = self._vehicles
        is_by_vehicle = int(vehicles.standing_reason[vehicle]) in reasons.BY_VEHICLE  # else it is an object's index
        other = int(vehicles.blocked_by[vehicle]) if is_by_vehicle else -1
        time = float(vehicles.phase_time[vehicle])
        is_touching = self._touch.kind[vehicle] == TOUCHED_VEHICLE
        if time > 1.0 and not is_touching and (other < 0 or self._gap(vehicle, other) > 3.0):
            self.end(vehicle)
        elif time > LETTING_PASS + 2.0 * (int(vehicles.world_id[vehicle]) % 4):
            self._begin_to_back(vehicle, phases.YIELDING)

    # ---- helpers of the phases

    def _press(self, vehicle: int) -> None:
        """Increase the throttle of a vehicle below its commanded speed, unless its wheels or tracks would slip.

        One that is to stand, because it waits for others, starts with its usual acceleration.
        """
        vehicles = self._vehicles
        if self._sets_speed[vehicles.avoidance_rule[vehicle]] and abs(vehicles.avoidance_speed[vehicle]) < HALT:
            vehicles.throttle_cut[vehicle] = max(vehicles.throttle_cut[vehicle], 0.0)
            return
        slips = vehicles.needed_force[vehicle] > SLIPS * vehicles.available_force[vehicle]
        if vehicles.standing_time[vehicle] > 0.0 and not slips:
            vehicles.throttle_cut[vehicle] = max(vehicles.throttle_cut[vehicle] - PRESS, -MOST_PRESS)
        elif vehicles.recovery_phase[vehicle] == phases.NONE:
            vehicles.throttle_cut[vehicle] = 0.0

    def _note_place(self, vehicle: int) -> None:
        """Store the first standing position of a vehicle; clear its recoveries if it is far from the last one."""
        vehicles = self._vehicles
        dx, dy = vehicles.x[vehicle] - vehicles.stuck_x[vehicle], vehicles.y[vehicle] - vehicles.stuck_y[vehicle]
        if math.hypot(dx, dy) > ELSEWHERE:
            vehicles.setbacks[vehicle] = 0
        vehicles.stuck_x[vehicle], vehicles.stuck_y[vehicle] = vehicles.x[vehicle], vehicles.y[vehicle]

    def _remember(self, vehicle: int, elapsed: float) -> None:
        """Count the time since a vehicle first stood; clear it when the vehicle is away or has no goal."""
        vehicles = self._vehicles
        vehicles.stuck_time[vehicle] += elapsed
        is_idle = vehicles.standing_time[vehicle] == 0.0 and vehicles.recovery_phase[vehicle] == phases.NONE
        way = math.hypot(
            vehicles.x[vehicle] - vehicles.stuck_x[vehicle], vehicles.y[vehicle] - vehicles.stuck_y[vehicle]
        )
        is_away = way > AWAY and vehicles.recovery_phase[vehicle] != phases.TOWED
        if is_away or (is_idle and not self._touch.is_bound[vehicle]):
            self.forget(vehicle)

    def _is_to_ask(self, vehicle: int) -> bool:
        """Return whether a vehicle waits for recovery after its attempts."""
        vehicles = self._vehicles
        phase, time = int(vehicles.recovery_phase[vehicle]), float(vehicles.stuck_time[vehicle])
        if phase in (phases.WAITING, phases.TOWED, phases.PARKING):
            return False
        if vehicles.standing_reason[vehicle] == reasons.OVERTURNED:
            return bool(vehicles.standing_time[vehicle] >= ASKS)
        is_moving = vehicles.standing_time[vehicle] == 0.0
        return time > (LATEST if is_moving else ASKS) and (phase != phases.NONE or not is_moving)

    def _way(self, vehicle: int) -> float:
        vehicles = self._vehicles
        dx, dy = vehicles.x[vehicle] - vehicles.phase_x[vehicle], vehicles.y[vehicle] - vehicles.phase_y[vehicle]
        return math.hypot(dx, dy)

    def _gap(self, vehicle: int, other: int) -> float:
        vehicles = self._vehicles
        dx, dy = vehicles.x[vehicle] - vehicles.x[other], vehicles.y[vehicle] - vehicles.y[other]
        return math.hypot(dx, dy) - 0.7 * float(vehicles.radius[vehicle] + vehicles.radius[other])

    def _yaw_to_back(self, vehicle: int) -> float:
        """Return the heading [rad] with which a vehicle backs toward its own track, or straight back."""
        vehicles = self._vehicles
        x, y, yaw = float(vehicles.x[vehicle]), float(vehicles.y[vehicle]), float(vehicles.yaw[vehicle])
        for track_x, track_y in points_back(self._tracks, vehicle):
            dx, dy = x - track_x, y - track_y
            away = math.hypot(dx, dy)
            if away > FARTHEST_TRACK:
                break
            toward = math.atan2(dy, dx)
            if away >= NEAREST_TRACK and abs(float(wrap_angle(toward - yaw))) < BEHIND:
                return toward
        return yaw

    def _yaw_of_trap(self, vehicle: int) -> float:
        """Return the heading toward the first standing position of a vehicle; its own heading if it is near [rad]."""
        vehicles = self._vehicles
        dx, dy = vehicles.stuck_x[vehicle] - vehicles.x[vehicle], vehicles.stuck_y[vehicle] - vehicles.y[vehicle]
        return math.atan2(dy, dx) if math.hypot(dx, dy) > 3.0 else float(vehicles.yaw[vehicle])


_BEYOND = (reasons.CONVOY, reasons.DAMAGED, reasons.OUT_OF_FUEL, reasons.OVERTURNED, reasons.NONE)


def goes_first(vehicle: int, other: int, vehicles: Any) -> bool:
    """Return whether a vehicle has precedence over another: they block each other, and the other must yield.

    Vehicles of a convoy or on a route precede those that wander; of equals, the one with the lower id is first. A
    vehicle yields to one that does not free itself because it is parked, damaged, or driven by a user.
    """
    if other < 0 or vehicles.driver[other] != AUTOPILOT:
        return False
    is_held = vehicles.standing_reason[other] == reasons.VEHICLE and vehicles.standing_time[other] > 0.0
    is_yielding = vehicles.recovery_phase[other] == phases.YIELDING
    if not (is_held or is_yielding):
        return False
    return is_yielding or rank_of(vehicle, vehicles) < rank_of(other, vehicles)


def rank_of(vehicle: int, vehicles: Any) -> tuple[int, int]:
    """Return the rank of a vehicle; the lowest has precedence."""
    return int(vehicles.goal[vehicle] not in (FOLLOW, ROUTE)), int(vehicles.world_id[vehicle])
