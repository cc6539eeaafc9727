"""Towing: a recovery team pulls a stuck vehicle back along its own track, with a limited force and speed.

The force acts along the vehicle's axis in addition to those of its model; soil, slope, contacts and the engine act as
usual. A vehicle that is held by a larger force does not move, and is set back.
"""

import math

from ...base.errors import Status
from ...models.mathematics import maximum, minimum, wrap_angle
from ..entity.columns import Motion
from ..guidance.goal_kinds import WANDER
from ..scene import Scene
from .freeing import FreeingDrivers
from .phases import NONE, TOWED, WAITING
from .setting_back import OFTEN, SettingBack
from .stages import TOUCHED_VEHICLE, TRACK_LENGTH, Memory, Pace, Touch
from .track_points import noted_place

PULL = 0.7  # greatest force over the vehicle's weight; smaller values leave vehicles in soft soil [1]
SPEED = 1.5  # of towing [m/s]
GRAVITY = 9.81  # [m/s^2]
LONGEST = 60.0  # of a tow [s]
FUTILE = 8.0  # time without headway after which a tow ends [s]
FARTHEST = 70.0  # way that a vehicle is towed [m]
PASSED = 5.0  # distance from a point of the track at which the next one is chosen [m]


class Towing:
    """Tows of one world's vehicles."""

    def __init__(self, scene: Scene, drivers: FreeingDrivers, setting_back: SettingBack, touch: Touch):
        self._vehicles, self._drivers, self._touch = scene.vehicles, drivers, touch
        self._setting_back, self._tracks = setting_back, setting_back.tracks

    def begin(self, vehicle: int) -> bool:
        """Begin to tow a vehicle to the last good point of its own track; return whether there is one."""
        vehicles = self._vehicles
        is_upset = vehicles.status[vehicle] & (Status.OVERTURNED | Status.JACK_KNIFED)
        if is_upset or vehicles.uses_alternate_model[vehicle] or vehicles.setbacks[vehicle] >= OFTEN:
            return False
        x, y = float(vehicles.x[vehicle]), float(vehicles.y[vehicle])
        for number, place in self._setting_back.good_points(vehicle):
            if math.hypot(place[0] - x, place[1] - y) > FARTHEST:
                return False
            last = int(self._tracks.count[vehicle]) - 1
            vehicles.tow_point[vehicle] = last
            vehicles.tow_end[vehicle] = max(number - 1, last + 1 - TRACK_LENGTH, 0)  # one farther, to turn
            vehicles.headway_time[vehicle] = 0.0
            self._drivers.begin(vehicle, TOWED)
            return not self._aim(vehicle)
        return False

    def advance(self, vehicle: int) -> None:
        """Continue a tow. At its end the vehicle drives on, or waits to be set back if it is not free."""
        vehicles = self._vehicles
        if self._aim(vehicle):
            self._drivers.begin(vehicle, NONE)
            if vehicles.goal[vehicle] == WANDER:
                vehicles.course_yaw[vehicle] = self._setting_back.heading_away(vehicle)
        elif vehicles.phase_time[vehicle] > LONGEST or vehicles.headway_time[vehicle] > FUTILE:
            vehicles.setbacks[vehicle] = max(int(vehicles.setbacks[vehicle]), OFTEN)
            self._drivers.begin(vehicle, WAITING)

    def _aim(self, vehicle: int) -> bool:
        """Choose the point of the track and the direction of the pull; return whether the last point is reached."""
        vehicles = self._vehicles
        while True:
            number = int(vehicles.tow_point[vehicle])
            x, y, _ = noted_place(self._tracks, vehicle, number)
            dx, dy = x - float(vehicles.x[vehicle]), y - float(vehicles.y[vehicle])
            if math.hypot(dx, dy) > PASSED:
                break
            if number <= int(vehicles.tow_end[vehicle]):
                return True
            vehicles.tow_point[vehicle] = number - 1
        toward = math.atan2(dy, dx)
        is_back = math.cos(toward - float(vehicles.yaw[vehicle])) < 0.0
        vehicles.freeing_yaw[vehicle] = wrap_angle(toward + math.pi) if is_back else toward
        is_in_the_way = self._touch.kind[vehicle] == TOUCHED_VEHICLE and bool(self._touch.is_behind[vehicle]) == is_back
        speed = 0.0 if is_in_the_way else SPEED
        vehicles.freeing_speed[vehicle] = -speed if is_back else speed
        return False


def pull_towed(motion: Motion, memory: Memory, pace: Pace, dt: float) -> None:
    """Pull each towed vehicle that is slower than the recovery team."""
    for i in range(motion.speed.size):
        if memory.standstill.recovery_phase[i] == TOWED:
            wanted = pace.speed[i]
            missing = wanted - motion.speed[i]
            if missing * wanted > 0.0:
                most = PULL * GRAVITY * dt
                motion.speed[i] += maximum(-most, minimum(missing, most))
