"""An autopilot after document 000: turn towards the target at full rate, and never stop driving forward.

Its vehicles had "problems turning to face something close to and behind them resulting in endless circling of the
target": one that must drive forward to turn cannot reach what lies within its own turning circle. The other rule
stops to turn first, which helps vehicles that can turn on the spot.
"""

import math

from ..models.mathematics import wrap_angle
from .driven import Driven, Pose
from .input_mapping import Command, HeldKeys

TARGET = Pose(-7.0, 7.0)  # close and behind on the left, as the vehicles of document 000 did not like it [m]
REACHED = 1.0  # a target so close is reached [m]
SPEED = 4.0  # of both vehicles [m/s]
TIGHTNESS = 4.0  # steering command for an error of one radian: full from a quarter of one on [1/rad]
AHEAD = 0.35  # "stop and turn" drives when the target is so nearly ahead [rad]

RULES = {
    "forward": "always forward, as in document 000",
    "turn first": "stop and turn first",
}


def towards(target: Pose, driven: Driven, rule: str) -> Command:
    """Return the command for a vehicle that is to reach a target.

    Args:
        target: x, y [m] and yaw [rad].
        driven: the vehicle.
        rule: "turn first" for one that stops to turn towards a target that is not ahead.
    """
    error = bearing(target, driven)
    steer = max(-1.0, min(1.0, TIGHTNESS * error))
    is_turning = rule == "turn first" and abs(error) > AHEAD
    return Command(0.0 if is_turning else SPEED, steer)


def keys_towards(target: Pose, driven: Driven) -> HeldKeys:
    """Return the keys for a vehicle that takes a direction of the world."""
    distance = max(1e-9, math.dist(target[:2], driven.pose[:2]))
    return HeldKeys(forward=(target.y - driven.pose.y) / distance, left=-(target.x - driven.pose.x) / distance)


def bearing(target: Pose, driven: Driven) -> float:
    """Return the bearing of the target from the vehicle's nose, left positive [rad]."""
    pose = driven.pose
    return wrap_angle(math.atan2(target.y - pose.y, target.x - pose.x) - pose.yaw)
