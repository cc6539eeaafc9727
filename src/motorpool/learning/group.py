"""Group: properties of the other agents that share a world with an agent, for the pieces of a task.

The functions are written in the vocabulary of ``models.mathematics``; a group has few rows, each of which is looked at.
"""

from typing import NamedTuple

from ..base.arrays import Floats, Indices, Words
from ..ground.objects.overlap import overlap
from ..models.mathematics import Real, sincos, sqrt

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
