"""Parking demonstration: the right vehicle is backed into a bay, and the left one receives the same commands.

The controller drives past the bay, stops, and backs along an arc that ends on the bay's axis. Its feedback comes from
the right vehicle only, so the left one shows the deviation of its model.
"""

import math

from ...models.mathematics import wrap_angle
from .driven import Driven, Pose
from .input_mapping import Command
from .scenes import Bay

AHEAD_SPEED, BACK_SPEED = 2.0, 1.2  # [m/s]
STILL = 0.05  # speed below which it counts as standing [m/s]
BRAKING = 4.0  # assumed deceleration of a vehicle with mass [m/s^2]; too large, and it stops beyond the bay's centre
SPARE = 1.15  # radius of the arc per smallest radius [1]; at 1 no steering is left for corrections
SOFT = 0.3  # distance from the axis over which the arc's steering is reduced to 0 [m]; smaller values overshoot
TIGHTNESS = 3.0  # steering command per heading error [1/rad]
CLEARANCE = 0.6  # distance to the cars on the far side of the lane [m]
PATIENCE = 40.0  # time after which the demonstration begins again if the vehicle has not parked [s]


class Valet:
    """Controller that backs a vehicle into a free bay whose axis is across the lane."""

    def __init__(self, bay: Bay) -> None:
        self._bay = bay
        self._has_passed, self._is_backing = False, False
        self.parked_at: float | None = None  # time at which it stopped in the bay [s]

    def command(self, driven: Driven, time: float) -> Command:
        """Return the next command for the present pose of the vehicle at a time [s]."""
        if driven.model.trailers:
            return Command(
                AHEAD_SPEED, 0.0
            )  # with a trailer a bay cannot be entered in one arc: drive through the lane
        if not self._has_passed:
            self._has_passed = driven.pose.x >= self._bay.x + _turning_radius(driven) + 0.5 * driven.shape.wheelbase
            return Command(AHEAD_SPEED, self._keep_away(driven))
        if not self._is_backing:
            self._is_backing = abs(driven.motion.speed) < STILL
            return Command()
        left_to_go = self._bay.y - _middle(driven).y
        if left_to_go <= _stopping_distance(driven) or self.parked_at is not None:
            self.parked_at = time if self.parked_at is None else self.parked_at
            return Command()
        return Command(-BACK_SPEED, self._steer(driven))

    def _keep_away(self, driven: Driven) -> float:
        """Return the steering command that follows the far side of the lane, which leaves room for the turn."""
        _, y, yaw = driven.pose
        lane = self._bay.y - 0.5 * self._bay.length
        aside = -max(0.0, lane - 0.5 * driven.shape.width - CLEARANCE)
        error = wrap_angle(math.atan2(aside - y, 1.5 * driven.shape.length) - yaw)
        return max(-1.0, min(1.0, TIGHTNESS * error))

    def _steer(self, driven: Driven) -> float:
        """Return the steering command that moves the rear axle along an arc to the bay's axis and along the axis."""
        x, _, yaw = driven.pose
        rear = driven.shape.axles[-1].offset if driven.shape.axles else 0.0
        aside, radius = x + rear * math.cos(yaw) - self._bay.x, _turning_radius(driven)
        angle = wrap_angle(yaw + 0.5 * math.pi)  # of the body to the axis
        wanted = math.copysign(math.acos(max(0.0, 1.0 - abs(aside) / radius)), aside)
        along_arc = max(-1.0, min(1.0, aside / SOFT)) / SPARE
        turn = max(-1.0, min(1.0, along_arc + TIGHTNESS * (angle - wanted)))
        return -turn if driven.model.kind == "tracked" else turn  # in reverse, wheels turned left turn the body right


def _turning_radius(driven: Driven) -> float:
    """Return the radius of the arc, `SPARE` times the smallest radius [m]."""
    most = sum(driven.parameters[part] for part in driven.model.dimensions.get("max_steer_angle", ()))
    return SPARE * (driven.shape.wheelbase / math.tan(most) if most > 0.1 else 0.5 * driven.shape.length)


def _stopping_distance(driven: Driven) -> float:
    return driven.motion.speed**2 / (2.0 * BRAKING) if driven.model.is_dynamic else 0.02


def _middle(driven: Driven) -> Pose:
    x, y, yaw = driven.pose
    ahead = driven.shape.middle
    return Pose(x + ahead * math.cos(yaw), y + ahead * math.sin(yaw), yaw)
