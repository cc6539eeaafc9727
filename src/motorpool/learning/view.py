"""View: the state of one vehicle as numbers, for the pieces of a task; memory between decisions; the group of agents.

The part is what is to reach the goal: the vehicle, or its trailer. In the goal's frame, *ahead* is along the goal's
heading, and *left* is 90 degrees counter-clockwise from it.

All functions of this package that take a view are written in the vocabulary of ``models.mathematics``: the same text is
compiled into the stages of ``stage_text``, and traced by JAX in ``functional``. A group, the other agents that share a
world with an agent, has few rows, each of which is looked at; it is not traced.
"""

from typing import NamedTuple

from ..base.arrays import Floats, Indices, Words
from ..ground.objects.overlap import overlap
from ..models.mathematics import Real, atan2, select, sincos, sqrt, wrap_angle


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


def side_slip(view: View, errors: Errors) -> Real:
    """Return the side-slip angle, from heading to velocity, counter-clockwise positive; 0 at standstill.

    It is that of ISO 8855. A car that drifts counter-clockwise, its nose inward, has a negative one. At low speed a car
    that turns has one of the other sign, as its centre of mass is ahead of its rear axle; that is no drift.
    """
    return atan2(view.lateral_speed, view.speed)


def nose_inward(view: View, errors: Errors) -> Real:
    """Return the angle by which the nose points inward of the velocity in a turn; negative outward."""
    angle = side_slip(view, errors)
    return select(view.yaw_rate < 0.0, angle, -angle)


def circle_offset(view: View, errors: Errors, radius: Real) -> Real:
    """Return the distance of the part outside a circle around the goal."""
    return sqrt(errors.ahead * errors.ahead + errors.left * errors.left) - radius


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


# ---- the group of agents


FAR = 1e9  # distance of an agent that is not there [m]


class Group(NamedTuple):
    """Columns of all agents, a row each, by which the pieces of a task see the others of a group."""

    x: Floats  # east [m]
    y: Floats  # north [m]
    yaw: Floats  # counter-clockwise from east [rad]
    speed: Floats  # forward positive [m/s]
    yaw_rate: Floats  # counter-clockwise [rad/s]
    half_length: Floats  # [m]
    half_width: Floats  # [m]
    body_offset: Floats  # centre of the body, ahead of the vehicle's place [m]
    first: Indices  # row of the first agent of its group
    end: Indices  # row after the last agent of its group
    role: Indices  # index in the task's ``roles``
    is_over: Words  # 1 if its episode is over, while its group goes on
    goal_speed: Floats  # of its goal, along the goal's heading [m/s]


def other_of(group: Group, own: int, number: Real) -> int:
    """Return the row of the nearest other agent of a group (number 1), or of the second (2), and so on; -1 for none.

    Of equal distances the lowest row is the nearer one.

    Args:
        own: row of the agent.
    """
    nearest, least, least_row = -1, -1.0, -1
    for _ in range(int(number)):
        nearest, square = -1, FAR * FAR
        for other in range(group.first[own], group.end[own]):
            dx, dy = group.x[other] - group.x[own], group.y[other] - group.y[own]
            between = dx * dx + dy * dy
            is_later = between > least or (between == least and other > least_row)
            if other != own and is_later and between < square:
                nearest, square = other, between
        least, least_row = square, nearest
    return nearest


def bearing_of(group: Group, own: int, other: int) -> tuple[Real, Real, Real]:
    """Return the distance [m] of another agent, and sine and cosine of its bearing; FAR ahead if there is none.

    Args:
        own, other: rows of the agents; ``other`` is -1 for none.
    """
    distance, left, ahead = FAR, 0.0, 1.0
    if other >= 0:
        dx, dy = group.x[other] - group.x[own], group.y[other] - group.y[own]
        sine, cosine = sincos(group.yaw[own])
        distance = sqrt(dx * dx + dy * dy)
        if distance > 0.0:
            left, ahead = (cosine * dy - sine * dx) / distance, (cosine * dx + sine * dy) / distance
    return distance, left, ahead


def velocity_of(group: Group, own: int, other: int) -> tuple[Real, Real]:
    """Return the velocity of another agent relative to its own, ahead and to the left in the own frame [m/s].

    Args:
        own, other: rows of the agents; ``other`` is -1 for none.
    """
    ahead, left = 0.0, 0.0
    if other >= 0:
        sine, cosine = sincos(group.yaw[other] - group.yaw[own])
        ahead, left = group.speed[other] * cosine - group.speed[own], group.speed[other] * sine
    return ahead, left


def is_near_another(group: Group, own: int, margin: Real) -> bool:
    """Return whether an agent's body is closer to that of another one than a margin [m].

    Args:
        own: row of the agent.
    """
    half = 0.5 * margin
    own_x, own_y = centre_of(group, own)
    for other in range(group.first[own], group.end[own]):
        x, y = centre_of(group, other)
        if other != own and overlap(
            x - own_x, y - own_y,
            group.yaw[own], group.half_length[own] + half, group.half_width[own] + half,
            group.yaw[other], group.half_length[other] + half, group.half_width[other] + half,
        ):  # fmt: skip
            return True
    return False


def centre_of(group: Group, row: int) -> tuple[Real, Real]:
    """Return the centre of an agent's body, east and north [m]."""
    sine, cosine = sincos(group.yaw[row])
    return group.x[row] + group.body_offset[row] * cosine, group.y[row] + group.body_offset[row] * sine


def is_any_over(group: Group, own: int) -> bool:
    """Return whether the episode of an agent of a group is over.

    Args:
        own: row of an agent of the group.
    """
    count = 0
    for other in range(group.first[own], group.end[own]):
        count += group.is_over[other]
    return count > 0


def distance_to_first(group: Group, own: int) -> Real:
    """Return the least distance between the first agent of a group and any other one [m].

    Args:
        own: row of an agent of the group.
    """
    first: int = group.first[own]
    square = FAR * FAR
    for other in range(first + 1, group.end[own]):
        dx, dy = group.x[other] - group.x[first], group.y[other] - group.y[first]
        between = dx * dx + dy * dy
        if between < square:
            square = between
    return sqrt(square)
