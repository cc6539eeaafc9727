"""The demonstration among parking bays: the right vehicle is backed into a bay, the left one gets the same commands.

The driver drives past the bay, stops, and backs along an arc that ends on the bay's axis. Only the right vehicle is
watched, so that the left one ends where its own formula takes it.
"""

import math

from ..models.mathematics import wrap_angle
from .driven import Driven, Pose
from .input_mapping import Command
from .scenes import Bay

AHEAD_SPEED, BACK_SPEED = 2.0, 1.2  # [m/s]
STILL = 0.05  # slower than this it stands [m/s]
BRAKING = 4.0  # a vehicle with mass stops in speed^2 / (2 * BRAKING) [m/s^2]
SPARE = 1.15  # times the tightest radius, so that the steering has something left to correct with
SOFT = 0.3  # this near the axis the arc ends [m]
TIGHTNESS = 3.0  # steering command for an error of one radian [1/rad]
CLEARANCE = 0.6  # to what stands on the far side of the lane [m]
PATIENCE = 40.0  # after which a vehicle that cannot park begins again [s]


class Valet:
    """A driver who backs a vehicle into a bay.

    Args:
        bay: the free one, its axis across the lane that the vehicle comes along.
    """

    def __init__(self, bay: Bay) -> None:
        self._bay = bay
        self._has_passed, self._is_backing = False, False
        self.parked_at: float | None = None  # time at which it stood in the bay [s]

    def command(self, driven: Driven, time: float) -> Command:
        """Return the next command, from where the vehicle is now."""
        if driven.model.trailers:
            return Command(AHEAD_SPEED, 0.0)  # no bay can be entered in one go with a trailer: through the lane
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
        """Return the steering command that keeps to the far side of the lane, so that there is room to turn."""
        _, y, yaw = driven.pose
        lane = self._bay.y - 0.5 * self._bay.length
        aside = -max(0.0, lane - 0.5 * driven.shape.width - CLEARANCE)
        error = wrap_angle(math.atan2(aside - y, 1.5 * driven.shape.length) - yaw)
        return max(-1.0, min(1.0, TIGHTNESS * error))

    def _steer(self, driven: Driven) -> float:
        """Return the steering command that brings the rear axle on an arc to the bay's axis, and keeps it there."""
        x, _, yaw = driven.pose
        rear = driven.shape.axles[-1].offset if driven.shape.axles else 0.0
        aside, radius = x + rear * math.cos(yaw) - self._bay.x, _turning_radius(driven)
        angle = wrap_angle(yaw + 0.5 * math.pi)  # of the body from the axis
        wanted = math.copysign(math.acos(max(0.0, 1.0 - abs(aside) / radius)), aside)
        along_arc = max(-1.0, min(1.0, aside / SOFT)) / SPARE
        turn = max(-1.0, min(1.0, along_arc + TIGHTNESS * (angle - wanted)))
        return -turn if driven.model.kind == "tracked" else turn  # in reverse, wheels turned left turn the body right


def _turning_radius(driven: Driven) -> float:
    """Return the radius of an arc that is a little wider than the tightest one [m]."""
    most = driven.parameters.get("max_steer_angle", driven.parameters.get("max_wheel_angle", 0.0))
    return SPARE * (driven.shape.wheelbase / math.tan(most) if most > 0.1 else 0.5 * driven.shape.length)


def _stopping_distance(driven: Driven) -> float:
    return driven.motion.speed**2 / (2.0 * BRAKING) if driven.model.is_dynamic else 0.02


def _middle(driven: Driven) -> Pose:
    """Return the middle of its body, not of its axles."""
    x, y, yaw = driven.pose
    ahead = driven.shape.middle
    return Pose(x + ahead * math.cos(yaw), y + ahead * math.sin(yaw), yaw)
