"""Goal-conditioned form of a task, for hindsight relabelling: dictionaries of goals, and a sparse reward.

A goal is a pose and a speed, five numbers: x and y, east and north, over the scale of the task's ``goal``; cosine and
sine of the yaw; and the speed over the scale of the task's observation of it. The achieved goal is that of the part
which is to reach the goal. The reward is 0 at the desired goal, within the limits of the task's end ``arrived``, and -1
elsewhere. It is a function of both goals alone, so rewards can be computed again for a goal that an episode did reach.

Source: Andrychowicz et al., "Hindsight Experience Replay", arXiv 1707.01495 (2017); keys and functions are those of
``GoalEnv`` of gymnasium-robotics.
"""

import math
import types
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray

from ..base.arrays import Floats
from ..base.errors import ScenarioError
from ..models.mathematics import sincos
from ..world.entity.columns import Motion, Pose
from .batch import Batch, Result
from .observations import OBSERVATIONS
from .stage_text import Episode, Trailer
from .task import Task
from .view import pose_of_trailer

Numbers = NDArray[np.float64]
Truths = NDArray[np.bool_]
Method = TypeVar("Method", bound=Callable[..., Any])


class Columns(NamedTuple):
    """Goals, a row for each environment."""

    x: Floats  # east [m]
    y: Floats  # north [m]
    cosine: Floats  # of the yaw
    sine: Floats
    speed: Floats  # forward positive [m/s]


def find_goals(
    pose: Pose, motion: Motion, episode: Episode, trailer: Trailer, achieved: Columns, desired: Columns
) -> None:
    """Write the achieved and the desired goal of each vehicle that is due.

    Args:
        trailer: columns of trailers; zeros if the vehicle itself is to reach the goal.
    """
    for i in range(pose.x.size):
        if episode.is_due[i] == 0:
            continue
        x, y, yaw = pose_of_trailer(
            pose.x[i], pose.y[i], pose.yaw[i],
            trailer.hitch_angle[i], trailer.hitch_offset[i], trailer.trailer_length[i],
        )  # fmt: skip
        sine, cosine = sincos(yaw)
        achieved.x[i], achieved.y[i], achieved.sine[i], achieved.cosine[i] = x, y, sine, cosine
        achieved.speed[i] = motion.speed[i]
        sine, cosine = sincos(episode.goal_yaw[i])
        desired.x[i], desired.y[i], desired.sine[i], desired.cosine[i] = (
            episode.goal_x[i],
            episode.goal_y[i],
            sine,
            cosine,
        )


class Limits:
    """Limits of a task's end ``arrived``, for goals as numbers.

    Raises:
        ScenarioError: the task has no such end.
    """

    def __init__(self, task: Task):
        numbers = [number for number, end in enumerate(task.conditions, 1) if end.name == "arrived"]
        if not numbers:
            raise ScenarioError(
                f"{task.where}: goals need the end arrived, whose limits say what is at the goal; add it to ends, or "
                "leave out goal_conditioned"
            )
        self.cause = numbers[0]
        self.ahead, self.left, self.heading, self.speed = task.conditions[self.cause - 1].arguments
        speeds = [entry.scale for entry in task.entries if entry.kind == "speed"]
        length, speed = task.content.goal.scale, speeds[0] if speeds else OBSERVATIONS["speed"].scale
        self.scales = np.array([length, length, 1.0, 1.0, speed])

    def is_met(self, achieved: Any, desired: Any) -> Truths:
        """Return a mask of achieved goals within the limits around desired ones; both of shape (..., 5)."""
        found, wanted = (np.moveaxis(np.asarray(goal, np.float64) * self.scales, -1, 0) for goal in (achieved, desired))
        east, north, speed = found[0] - wanted[0], found[1] - wanted[1], found[4] - wanted[4]
        cosine, sine = wanted[2], wanted[3]
        ahead, left = cosine * east + sine * north, cosine * north - sine * east
        return (
            (np.abs(ahead) <= self.ahead)
            & (np.abs(left) <= self.left)
            & self._has_heading(found[2] * cosine + found[3] * sine, found[3] * cosine - found[2] * sine)
            & (np.abs(speed) <= self.speed)
        )

    def _has_heading(self, cosine: Numbers, sine: Numbers) -> Any:
        """Return a mask of heading errors within their limit: by the sine, which has more digits for small angles."""
        if self.heading < 0.5 * math.pi:
            return (np.abs(sine) <= math.sin(self.heading)) & (cosine > 0.0)
        return (cosine >= math.cos(self.heading)) | (self.heading >= math.pi)


class GoalBatch(Batch):
    """Batch whose observations are dictionaries of goals, and whose reward is sparse.

    An episode is over at the goal. Every other end of the task cuts it off: if it ended the episode, a driver could
    avoid the cost of the remaining decisions by leaving the yard.

    Args:
        task, count, options: as of a ``Batch``.

    Raises:
        ScenarioError: the task does not exist, has mistakes, or has no end ``arrived``.
    """

    def __init__(self, task: Any, count: int = 1, **options: Any):
        super().__init__(task, count, **options)
        self.limits = Limits(self.task)
        kept = kept_entries(self.task)
        goals = np.zeros((2, count, 5), np.float32)
        self._shown = {
            "observation": np.zeros((count, 5 + len(kept)), np.float32),
            "achieved_goal": goals[0],
            "desired_goal": goals[1],
        }
        self._kept = kept
        self._achieved, self._desired = (Columns(*np.zeros((5, count))) for _ in range(2))
        if self.task.content.goal.part == "vehicle":
            self.trailer = Trailer(*np.zeros((3, count)))

    @property
    def observation(self) -> Any:
        """Arrays by key, overwritten by the next decision.

        ``achieved_goal`` and ``desired_goal`` are of shape (rows, 5); ``observation`` is the achieved goal, then the
        entries of the task that do not depend on the goal, except the speed, which is part of the achieved goal.
        """
        return self._shown

    @property
    def infos(self) -> dict[str, Truths]:
        """Fact about each episode, ``is_cut``: the time was up, or an end other than the goal came."""
        return {"is_cut": self._outcome.is_cut != 0}

    def reset(self, rows: Any = None, *, seed: Any = None) -> Any:
        """Begin new episodes; return the observations of all rows. See ``Batch.reset``."""
        super().reset(rows, seed=seed)
        self._observe()
        return self._shown

    def judge(self, frozen: Any = None) -> Result:
        """Return observations and rewards after a decision, and which episodes are over."""
        super().judge(frozen)
        self._observe()
        outcome, due = self._outcome, self.episode.is_due != 0
        is_there = self.limits.is_met(self._shown["achieved_goal"], self._shown["desired_goal"])
        is_other = (outcome.cause != 0) & (outcome.cause != self.limits.cause)
        # The limits are met by goals of 32 bits, so that relabelled rewards equal these to the bit.
        time_is_up = self.episode.decisions >= self.task.most_decisions
        outcome.reward[:] = np.where(due, is_there - 1.0, 0.0)
        outcome.is_cut[due] = (~is_there & (is_other | time_is_up))[due]
        outcome.cause[due] = np.where(is_there, self.limits.cause, np.where(is_other, outcome.cause, 0))[due]
        is_over = outcome.cause == self.limits.cause
        return Result(self._shown, outcome.reward, is_over, outcome.is_cut != 0)

    def _observe(self) -> None:
        """Compute the dictionary from the world and the entries of the rows that are due."""
        vehicles = self.world.vehicles
        self.world.run_stage(
            find_goals, vehicles.pose, vehicles.motion, self.episode, self.trailer, self._achieved, self._desired
        )
        shown, scales = self._shown, self.limits.scales
        for number in range(5):
            shown["achieved_goal"][:, number] = self._achieved[number] / scales[number]
            shown["desired_goal"][:, number] = self._desired[number] / scales[number]
        shown["observation"][:, :5] = shown["achieved_goal"]
        shown["observation"][:, 5:] = self.entries[:, self._kept]


class _OfGoals:
    """Method that an environment has only if its observations are dictionaries of goals."""

    def __init__(self, function: Callable[..., Any]):
        self._function = function
        self.__doc__ = function.__doc__

    def __get__(self, environment: Any, kind: Any = None) -> Callable[..., Any]:
        """Return the method of an environment.

        Raises:
            AttributeError: its observations have no goals.
        """
        if environment is None:
            return self._function
        batch: Batch = environment.batch
        if not isinstance(batch, GoalBatch):
            raise AttributeError(
                f"{batch.task.name}: the environment has no goals in its observations; make it with "
                "goal_conditioned=True"
            )
        return types.MethodType(self._function, environment)


def _of_goals(function: Method) -> Method:
    """Return a method that an environment without goals does not have."""
    return cast("Method", _OfGoals(function))


class GoalFunctions:
    """Functions of goals, for environments; goals of shape (..., 5), as in observations.

    An environment that was made without ``goal_conditioned=True`` does not have them: trainers look for
    ``compute_reward`` to find out which form an environment has.
    """

    batch: Batch

    @_of_goals
    def compute_reward(self, achieved_goal: Any, desired_goal: Any, info: Any) -> Any:
        """Return 0 where the desired goal is achieved, else -1: a number, or an array of shape (...,).

        Args:
            info: not looked at.
        """
        return self._is_met(achieved_goal, desired_goal) - 1.0

    @_of_goals
    def compute_terminated(self, achieved_goal: Any, desired_goal: Any, info: Any) -> Any:
        """Return whether the desired goal is achieved: a truth value, or an array of shape (...,).

        Args:
            info: not looked at.
        """
        return self._is_met(achieved_goal, desired_goal)

    @_of_goals
    def compute_truncated(self, achieved_goal: Any, desired_goal: Any, info: Any) -> Any:
        """Return whether an episode was cut off without achieving the desired goal.

        Args:
            info: information of a step, or a list of them; ``is_cut`` is set if the time was up or another end was
                reached.
        """
        if isinstance(info, Mapping):
            is_cut: Any = np.asarray(cast("Mapping[str, Any]", info).get("is_cut", False))
        else:
            is_cut = np.array([bool(one.get("is_cut", False)) for one in info])
        found = is_cut & ~np.asarray(self._is_met(achieved_goal, desired_goal))
        return found if found.ndim else bool(found)

    def _is_met(self, achieved_goal: Any, desired_goal: Any) -> Any:
        found = cast("GoalBatch", self.batch).limits.is_met(achieved_goal, desired_goal)
        return found if found.ndim else bool(found)


def kept_entries(task: Task) -> list[int]:
    """Return the entries of the observation that do not depend on the goal, except the speed, which goals contain."""
    entries = enumerate(task.entries)
    return [number for number, entry in entries if not entry.piece.needs_goal and entry.kind != "speed"]


def goal_space(task: Task) -> Dict:
    """Return the space of one observation in the goal-conditioned form."""
    most = np.array([np.inf, np.inf, 1.0, 1.0, np.inf], np.float32)
    whole = np.concatenate([most, np.ones(len(kept_entries(task)), np.float32)])
    return Dict(
        observation=Box(-whole, whole, dtype=np.float32),
        achieved_goal=Box(-most, most, dtype=np.float32),
        desired_goal=Box(-most, most, dtype=np.float32),
    )
