"""Agents: groups of vehicles that share a world, and whose episodes begin and end together; and goals that move.

The agents of a group are neighbouring rows of a batch; all rows are vehicles of one world, in which vehicles touch
those of their own group only (``Entities.group_size``). A group equals a group of its own to the bit. An agent whose
episode is over stands with its brake on, and is not judged, until the episodes of all agents of its group are over.

Before each judgement the moving goals of a task are set for every agent. To add a kind, write its arguments in
``task_format``, and here its function and its line in ``STAGES``.
"""

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.arrays import Floats
from ..base.errors import WorldError
from ..compile.scratch import kinds_of
from ..models.mathematics import PI, atan2, clamp, maximum, minimum, select, sincos, wrap_angle
from ..world.columns import Whole
from ..world.entity.columns import Body, Pose
from ..world.world import World
from .stage_text import Episode
from .task import Task
from .task_format import Convoy, Pursuit
from .view import Group, bearing_of, other_of

SEED_STEP = 0x9E3779B97F4A7C15  # between the seeds of two agents of a group: 2**64 over the golden ratio

Truths = NDArray[np.bool_]


class Agents:
    """The groups of a batch.

    Args:
        task: a task of many agents.
        world: whose vehicles, row by row, are the agents.

    Attributes:
        columns: data of all agents, a row for each.
        size: number of agents in a group.
    """

    def __init__(self, task: Task, world: World):
        vehicles, count = world.vehicles, world.count
        self.size = task.agents
        first = np.arange(count, dtype=np.int32) // self.size * self.size
        roles = np.minimum(np.arange(count) - first, max(len(task.content.roles) - 1, 0)).astype(np.int32)
        self.columns = Group(
            vehicles.x, vehicles.y, vehicles.yaw, vehicles.speed, vehicles.yaw_rate, vehicles.half_length,
            vehicles.half_width, vehicles.body_offset, first, (first + self.size).astype(np.int32), roles,
            np.zeros(count, np.int8), np.zeros(count),
        )  # fmt: skip
        self._task, self._vehicles = task, vehicles

    @property
    def is_over(self) -> Truths:
        """Mask of the agents whose episodes are over while their group goes on."""
        return self.columns.is_over != 0

    def closed(self, is_over: Truths) -> Truths:
        """Return the rows of the groups in which all of these rows are over."""
        return np.repeat(is_over.reshape(-1, self.size).all(axis=1), self.size)

    def note(self, is_over: Truths) -> None:
        """Add agents whose episodes are over."""
        self.columns.is_over[is_over] = 1

    def begin(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Begin the episodes of these rows; return them in order.

        Raises:
            WorldError: they are not the rows of whole groups.
        """
        chosen = np.zeros(self.columns.first.size, np.bool_)
        chosen[rows] = True
        broken = np.flatnonzero(chosen & ~self.closed(chosen))
        if broken.size:
            first = int(self.columns.first[broken[0]])
            raise WorldError(
                f"{self._task.name}: environment {broken[0]} is to begin anew without all agents of its group, "
                f"{first} to {first + self.size - 1}; their episodes begin together"
            )
        self.columns.is_over[rows] = 0
        return np.flatnonzero(chosen)

    def seeds(self, seeds: list[int | None], are_new: list[bool]) -> list[int | None]:
        """Return a seed for each agent: that of its group's first one, plus a number by its place.

        Args:
            seeds: seeds of whole groups, one for each agent; None continues with the next episodes.
            are_new: which of them never had a seed, and get a random one instead of None.
        """
        found: list[int | None] = []
        for place in range(0, len(seeds), self.size):
            seed = seeds[place]
            if seed is None and are_new[place]:
                seed = secrets.randbits(63)
            found += [None if seed is None else (seed + other * SEED_STEP) % 2**64 for other in range(self.size)]
        return found

    def brake(self) -> None:
        """Brake the vehicles of agents whose episodes are over."""
        over, vehicles = self.is_over, self._vehicles
        vehicles.throttle[over], vehicles.brake[over], vehicles.target_steer[over] = 0.0, 1.0, 0.0


# ---- goals that move

STARTING = 1.0  # acceleration of the goal of a convoy's first vehicle [m/s^2]
SLOW = 1.0  # speed below which the path of the vehicle ahead is taken as straight [m/s]
TIGHTEST = 0.15  # greatest curvature of the path of the vehicle ahead [1/m]
AWAY = 20.0  # distance of the goal of an agent that flees [m]

Rows = NDArray[np.intp]
Draw = Callable[..., NDArray[np.float64]]


class Way(NamedTuple):
    """Columns of the ways that goals run along, of the first agents of groups."""

    travelled: Floats  # distance since the start [m]
    bend: Floats  # greatest curvature, as a share of the task's, -1..1 [1]
    phase: Floats  # of the curvature at the start [rad]
    speed_phase: Floats  # of the speed at the start [rad]


class Moving(NamedTuple):
    """One kind of moving goals."""

    stage: Callable[..., None]
    places: Callable[..., NDArray[np.float64]]  # ahead, left [m] and heading [rad] of the agents' first goals


def convoy(
    pose: Pose, body: Body, episode: Episode, way: Way, group: Whole[Group], spacing: float, headway: float,
    speed: float, swing: float, curvature: float, wavelength: float, elapsed: float,
) -> None:  # fmt: skip
    """Set the goals of a convoy: the first runs along a way, each other is behind the vehicle ahead.

    It lies on the arc that the vehicle ahead drives. The distance grows with the own speed (constant time headway), by
    which errors do not grow from vehicle to vehicle.

    Source: Swaroop, Rajagopal, "A Review of Constant Time Headway Policy for Automatic Vehicle Following", IEEE
    Intelligent Transportation Systems Conference (2001).

    Args:
        elapsed: time since the goals were set last, 0 at the start of an episode [s].
    """
    for i in range(pose.x.size):
        if episode.is_due[i] == 0:
            continue
        own: int = body.vehicle_id[i]
        if own == group.first[own]:
            waves = 2.0 * PI / wavelength * way.travelled[i]
            target = speed * (1.0 + swing * sincos(way.speed_phase[i] + 0.7 * waves)[0])
            driven = minimum(group.goal_speed[own] + STARTING * elapsed, target)
            step = driven * elapsed
            turn = step * curvature * way.bend[i] * sincos(way.phase[i] + waves)[0]
            sine, cosine = sincos(episode.goal_yaw[i] + 0.5 * turn)
            episode.goal_x[i] += step * cosine
            episode.goal_y[i] += step * sine
            episode.goal_yaw[i] = wrap_angle(episode.goal_yaw[i] + turn)
            way.travelled[i] += step
            group.goal_speed[own] = select(elapsed > 0.0, driven, 0.0)
        else:
            ahead = own - 1
            driven = group.speed[ahead]
            bend = clamp(group.yaw_rate[ahead] / maximum(abs(driven), SLOW), -TIGHTEST, TIGHTEST)
            bend = select(abs(driven) > SLOW, bend, 0.0)
            length = spacing + headway * maximum(group.speed[own], 0.0)
            turn = clamp(bend * length, -0.5 * PI, 0.5 * PI)
            sine, cosine = sincos(group.yaw[ahead] - 0.5 * turn)
            chord = length * (1.0 - turn * turn / 24.0)
            episode.goal_x[i] = group.x[ahead] - chord * cosine
            episode.goal_y[i] = group.y[ahead] - chord * sine
            episode.goal_yaw[i] = wrap_angle(group.yaw[ahead] - turn)
            group.goal_speed[own] = driven


def pursuit(
    pose: Pose, body: Body, episode: Episode, way: Way, group: Whole[Group], distance: float, elapsed: float
) -> None:
    """Set the goals of a pursuit: that of the first agent leads away from the nearest pursuer; theirs is the first.

    Args:
        distance: at the start, which has no effect later [m].
        elapsed: time since the goals were set last [s].
    """
    for i in range(pose.x.size):
        if episode.is_due[i] == 0:
            continue
        own: int = body.vehicle_id[i]
        first: int = group.first[own]
        if own == first:
            _distance, left, ahead = bearing_of(group, own, other_of(group, own, 1))
            yaw = wrap_angle(group.yaw[own] + atan2(-left, -ahead))
            sine, cosine = sincos(yaw)
            episode.goal_x[i], episode.goal_y[i] = group.x[own] + AWAY * cosine, group.y[own] + AWAY * sine
            episode.goal_yaw[i] = yaw
            group.goal_speed[own] = 0.0
        else:
            episode.goal_x[i], episode.goal_y[i] = group.x[first], group.y[first]
            episode.goal_yaw[i] = group.yaw[first]
            group.goal_speed[own] = group.speed[first]


def _in_line(size: int, given: Convoy) -> NDArray[np.float64]:
    """Return places in a line, each behind the one before."""
    places = np.zeros((size, 3))
    places[:, 0] = -given.spacing * np.arange(size)
    return places


def _around(size: int, given: Pursuit) -> NDArray[np.float64]:
    """Return places evenly on a circle around the first, all headed for it."""
    places = np.zeros((size, 3))
    angles = 2.0 * np.pi * np.arange(size - 1) / max(size - 1, 1)
    places[1:, 0], places[1:, 1] = given.distance * np.cos(angles), given.distance * np.sin(angles)
    places[1:, 2] = angles + np.pi
    return places


STAGES = {"convoy": Moving(convoy, _in_line), "pursuit": Moving(pursuit, _around)}


class MovingGoals:
    """The moving goals of a batch.

    Args:
        task: a task with ``moving``.
        world: whose vehicles, row by row, are the agents.
        agents: groups of these rows.
        episode: columns that receive the goals.
    """

    def __init__(self, task: Task, world: World, agents: Agents, episode: Episode):
        name, given = task.moving
        self._kind = STAGES[name]
        columns: list[Any] = [np.zeros(world.count, kind) for kind in kinds_of(Way)]
        self._way = Way(*columns)
        goal = task.content.goal
        self._origin = goal.x, goal.y, np.radians(goal.yaw_deg)
        self._places = self._kind.places(agents.size, given)
        self._world, self._agents, self._episode, self._given = world, agents, episode, given

    def begin(self, rows: Rows, draw: Draw) -> None:
        """Draw the ways of these rows, those of whole groups in their order, and set goals to start beside."""
        draws = draw(["group.heading", "way.bend", "way.phase", "way.speed_phase"])
        self._way.travelled[rows] = 0.0
        self._way.bend[rows] = 2.0 * draws[:, 1] - 1.0
        self._way.phase[rows], self._way.speed_phase[rows] = 2.0 * np.pi * draws[:, 2:].T
        size, episode = self._agents.size, self._episode
        heading: Any = np.repeat(self._origin[2] + 2.0 * np.pi * draws[::size, 0], size)
        sine, cosine = sincos(heading)
        ahead, left, turned = np.tile(self._places.T, rows.size // size)
        episode.goal_x[rows] = self._origin[0] + cosine * ahead - sine * left
        episode.goal_y[rows] = self._origin[1] + sine * ahead + cosine * left
        episode.goal_yaw[rows] = wrap_angle(heading + turned)

    def move(self, elapsed: float) -> None:
        """Set the goals of the rows that are due.

        Args:
            elapsed: time since they were set last, 0 at the start of an episode [s].
        """
        vehicles = self._world.vehicles
        self._world.run_stage(
            self._kind.stage, vehicles.pose, vehicles.body, self._episode, self._way, self._agents.columns,
            *self._given, elapsed,
        )  # fmt: skip
