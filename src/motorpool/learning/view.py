"""View: the state of one vehicle as numbers, for the pieces of a task; and memory between decisions of an episode.

The part is what is to reach the goal: the vehicle, or its trailer. In the goal's frame, *ahead* is along the goal's
heading, and *left* is 90 degrees counter-clockwise from it.

All functions of this package that take a view are written in the vocabulary of ``models.mathematics``: the same text is
compiled into the stages of ``stage_text``, and traced by JAX in ``functional``.
"""

from typing import NamedTuple

from ..models.mathematics import Real, sincos, sqrt, wrap_angle


class View(NamedTuple):
    """One vehicle at the end of a decision, and its goal."""

    x: Real  # of the vehicle's reference point, east [m]
    y: Real  # north [m]
    z: Real  # of the ground under it, up [m]
    yaw: Real  # counter-clockwise from east [rad]
    pitch: Real  # nose down positive [rad]
    roll: Real  # right side down positive [rad]
    speed: Real  # forward positive [m/s]
    lateral_speed: Real  # left positive [m/s]
    yaw_rate: Real  # counter-clockwise [rad/s]
    steer: Real  # steering command in effect, -1..1, left positive [1]
    target_steer: Real  # steering command of the driver, -1..1, left positive [1]
    throttle: Real  # of the driver, -1..1, backward negative [1]
    brake: Real  # of the driver, 0..1 [1]
    half_length: Real  # of the vehicle's body [m]
    half_width: Real  # of the vehicle's body [m]
    is_blocked: Real  # 1 while it touches an object, else 0 [1]
    hitch_angle: Real  # yaw of the trailer minus the vehicle's; 0 without a trailer [rad]
    hitch_offset: Real  # of the hitch behind the vehicle's reference point; 0 without a trailer [m]
    trailer_length: Real  # hitch to axle; 0 without a trailer [m]
    goal_x: Real  # east [m]
    goal_y: Real  # north [m]
    goal_yaw: Real  # counter-clockwise from east [rad]
    time: Real  # since the start of the episode [s]
    decision: Real  # from one action to the next [s]
    held: Real  # time for which the condition of an end with ``held_for`` was true without a break [s]


class Errors(NamedTuple):
    """Pose of the part in the goal's frame."""

    ahead: Real  # [m]
    left: Real  # [m]
    heading: Real  # yaw of the part minus the goal's, in (-pi, pi] [rad]


class Memory(NamedTuple):
    """Memory of an episode, from one decision to the next."""

    start_error: Real  # at the start of the episode, see ``size_of`` [m]
    error: Real  # at the last decision [m]
    least_error: Real  # of the episode before this decision [m]
    target_steer: Real  # of the last action, -1..1 [1]
    held: Real  # decisions for which the condition of an end with ``held_for`` was true without a break [1]


def errors_of_vehicle(view: View) -> Errors:
    """Return the pose of the vehicle's reference point in the goal's frame."""
    return _in_frame_of_goal(view.x, view.y, view.yaw, view)


def errors_of_trailer(view: View) -> Errors:
    """Return the pose of the trailer's axle in the goal's frame."""
    x, y, yaw = pose_of_trailer(view.x, view.y, view.yaw, view.hitch_angle, view.hitch_offset, view.trailer_length)
    return _in_frame_of_goal(x, y, yaw, view)


def pose_of_trailer(
    x: Real, y: Real, yaw: Real, hitch_angle: Real, hitch_offset: Real, trailer_length: Real
) -> tuple[Real, Real, Real]:
    """Return x, y [m] and yaw [rad] of the trailer's axle; of the vehicle itself, where the last three are 0.

    Args:
        x, y, yaw: pose of the vehicle's reference point [m, rad].
        hitch_offset: distance of the hitch behind that point [m].
        trailer_length: distance of the axle behind the hitch [m].
    """
    sine, cosine = sincos(yaw)
    trailer_yaw = yaw + hitch_angle
    trailer_sine, trailer_cosine = sincos(trailer_yaw)
    trailer_x = x - hitch_offset * cosine - trailer_length * trailer_cosine
    trailer_y = y - hitch_offset * sine - trailer_length * trailer_sine
    return trailer_x, trailer_y, trailer_yaw


def size_of(errors: Errors, speed: Real, heading_weight: Real, left_weight: Real, speed_weight: Real) -> Real:
    """Return the distance of the part from the goal, with heading error and speed in metres [m].

    Args:
        speed: speed of the vehicle [m/s].
        heading_weight: metres that a heading error of 1 rad counts as [m/rad].
        left_weight: metres ahead that a metre to the left counts as [1].
        speed_weight: metres that a speed of 1 m/s counts as [s].
    """
    left = left_weight * errors.left
    distance = sqrt(errors.ahead * errors.ahead + left * left)
    return distance + heading_weight * abs(errors.heading) + speed_weight * abs(speed)


def _in_frame_of_goal(x: Real, y: Real, yaw: Real, view: View) -> Errors:
    sine, cosine = sincos(view.goal_yaw)
    dx, dy = x - view.goal_x, y - view.goal_y
    return Errors(cosine * dx + sine * dy, cosine * dy - sine * dx, wrap_angle(yaw - view.goal_yaw))
