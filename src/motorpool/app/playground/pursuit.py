"""Autopilot after document 000: turn towards the target at full rate while driving forward.

The vehicles of the document had "problems turning to face something close to and behind them resulting in endless
circling of the target": a vehicle that must drive forward to turn cannot reach a target within its turning circle. The
second rule stops and turns first, which helps vehicles that can turn on the spot.
"""

import math

from ...models.mathematics import wrap_angle
from .driven import Driven, Pose
from .input_mapping import Command, HeldKeys

TARGET = Pose(-7.0, 7.0)  # close, behind and on the left: the case that fails in document 000 [m]
REACHED = 1.0  # distance within which a target counts as reached [m]
SPEED = 4.0  # commanded speed of both vehicles [m/s]
TIGHTNESS = 4.0  # steering command per bearing error [1/rad]; the command is full from an error of 0.25 rad
AHEAD = 0.35  # bearing error up to which "turn first" drives forward [rad]

RULES = {
    "forward": "always forward, as in document 000",
    "turn first": "stop and turn first",
}


def towards(target: Pose, driven: Driven, rule: str) -> Command:
    """Return the command that drives a vehicle to a target by one of the `RULES`."""
    error = bearing(target, driven)
    steer = max(-1.0, min(1.0, TIGHTNESS * error))
    is_turning = rule == "turn first" and abs(error) > AHEAD
    return Command(0.0 if is_turning else SPEED, steer)


def keys_towards(target: Pose, driven: Driven) -> HeldKeys:
    """Return the keys that drive a vehicle that is commanded by a direction to a target."""
    distance = max(1e-9, math.dist(target[:2], driven.pose[:2]))
    return HeldKeys(forward=(target.y - driven.pose.y) / distance, left=-(target.x - driven.pose.x) / distance)


def bearing(target: Pose, driven: Driven) -> float:
    """Return the bearing of the target relative to the vehicle's yaw, left positive [rad]."""
    pose = driven.pose
    return wrap_angle(math.atan2(target.y - pose.y, target.x - pose.x) - pose.yaw)
