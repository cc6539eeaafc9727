"""Starts of episodes: goals, poses and parameters, drawn for some rows."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.arrays import Floats
from ..base.errors import Status
from ..ground.terrain.heightfield import Heightfield, attitude, sample_heightfield
from ..models.mathematics import Real, sincos, wrap_angle
from ..world.attitude.columns import Suspension
from ..world.columns import Whole
from ..world.entity.columns import Motion, Pose
from ..world.world import World
from .stage_text import Episode, Trailer
from .task import Task
from .task_format import GOAL

Rows = NDArray[np.intp]
Draw = Callable[..., NDArray[np.float64]]  # (names, number of the draw): numbers in [0, 1), of shape (rows, names)

UNTOUCHED = 0xFFFFFFFF & ~int(Status.BLOCKED | Status.OFF_MAP)
START = ("ahead", "left", "heading_deg", "hitch_deg")


class Part(NamedTuple):
    """Pose of the part that is to reach the goal, in the goal's frame."""

    ahead: Real  # along the goal's heading [m]
    left: Real  # [m]
    heading: Real  # its yaw minus the goal's [rad]
    hitch: Real  # yaw of the trailer minus the vehicle's; 0 without a trailer [rad]


class Drawn(NamedTuple):
    """Columns of such poses, drawn for each row."""

    ahead: Floats  # [m]
    left: Floats  # [m]
    heading: Floats  # [rad]
    hitch: Floats  # [rad]


class BesideGoal:
    """Vehicles start beside a goal, which a task fixes or has drawn for each episode, or which moves already.

    Args:
        trailer: columns of the trailers; of zeros, where the vehicle itself is to reach the goal.
    """

    def __init__(self, task: Task, world: World, episode: Episode, trailer: Trailer):
        start = task.content.start
        assert start is not None
        self._world, self._episode, self._trailer = world, episode, trailer
        self._drawn = Drawn(*np.zeros((4, episode.goal_x.size)))
        self._names, intervals = [f"start.{name}" for name in START], [getattr(start, name) for name in START]
        self._columns = [*self._drawn]
        if task.content.moving is None:
            self._names += [f"goal.{name}" for name in GOAL]
            intervals += task.content.goal.intervals.values()
            self._columns += [episode.goal_x, episode.goal_y, episode.goal_yaw]
        self._intervals = np.array(intervals)
        self._intervals[[name.endswith("_deg") for name in self._names]] *= math.pi / 180.0

    def place(self, rows: Rows, draw: Draw) -> None:
        """Place the vehicles of these rows, which are due."""
        least, most = self._intervals[:, 0], self._intervals[:, 1]
        values = least + (most - least) * draw(self._names)
        for number, column in enumerate(self._columns):
            column[rows] = values[:, number]
        self._world.run_stage(place_beside, self._world.vehicles.pose, self._episode, self._drawn, self._trailer)
        self._trailer.hitch_angle[rows] = values[:, 3]


def stand_on_ground(
    pose: Pose, motion: Motion, suspension: Suspension, episode: Episode, ground: Whole[Heightfield]
) -> None:
    """Set height and attitude of each vehicle that is due, as ``world.attitude`` does; it touches nothing yet."""
    for i in range(pose.x.size):
        if episode.is_due[i] == 0:
            continue
        pose.z[i], slope_x, slope_y = sample_heightfield(ground, pose.x[i], pose.y[i])
        pose.z[i] += suspension.heave[i]
        pitch, roll = attitude(slope_x, slope_y, pose.yaw[i])
        pose.pitch[i] = pitch + suspension.body_pitch[i]
        pose.roll[i] = roll + (suspension.body_roll[i] + suspension.rollover_angle[i])
        motion.status[i] = motion.status[i] & UNTOUCHED


def place_beside(pose: Pose, episode: Episode, drawn: Drawn, trailer: Trailer) -> None:
    """Place each vehicle that is due so that its trailer's axle, or itself without a trailer, has the drawn pose."""
    for i in range(pose.x.size):
        if episode.is_due[i] == 0:
            continue
        goal = (episode.goal_x[i], episode.goal_y[i], episode.goal_yaw[i])
        part = Part(drawn.ahead[i], drawn.left[i], drawn.heading[i], drawn.hitch[i])
        pose.x[i], pose.y[i], pose.yaw[i] = pose_beside(goal, part, trailer.trailer_length[i], trailer.hitch_offset[i])


def pose_beside(
    goal: tuple[Real, Real, Real], part: Part, trailer_length: Real, hitch_offset: Real
) -> tuple[Real, Real, Real]:
    """Return x, y [m] and yaw [rad] of the vehicle whose part has a pose in the goal's frame.

    Args:
        goal: x, y [m] and yaw [rad].
        trailer_length: hitch to axle; 0 where the part is the vehicle itself [m].
        hitch_offset: hitch behind the vehicle's reference point; 0 if the part is the vehicle itself [m].
    """
    sine, cosine = sincos(goal[2])
    part_x = goal[0] + cosine * part.ahead - sine * part.left
    part_y = goal[1] + sine * part.ahead + cosine * part.left
    part_yaw = goal[2] + part.heading
    yaw = part_yaw - part.hitch
    part_sine, part_cosine = sincos(part_yaw)
    yaw_sine, yaw_cosine = sincos(yaw)
    x = part_x + trailer_length * part_cosine + hitch_offset * yaw_cosine
    y = part_y + trailer_length * part_sine + hitch_offset * yaw_sine
    return x, y, wrap_angle(yaw)
