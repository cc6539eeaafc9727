"""One environment of a task, for Gymnasium; and the spaces of a task."""

import os
from collections.abc import Callable
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Space
from numpy.typing import NDArray

from ..base.errors import ScenarioError, WorldError
from .actions import as_numbers, refuse_others
from .batch import Batch
from .episodes import EpisodeRecorder
from .goals import GoalBatch, GoalFunctions, goal_space
from .rendering.modes import Rendering, metadata_of
from .rendering.watch import Decision
from .task import Task, load


class DriverEnv(GoalFunctions, gymnasium.Env[Any, Any]):
    """One vehicle that learns a task.

    Example:
        env = gymnasium.make("motorpool/BackTrailer-v0")
        observation, info = env.reset(seed=0)
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

    ``info`` has the ``cause`` of the end, a kind of end such as "arrived" or empty, and ``is_success``.

    Args:
        task: a task, its name, or its file.
        goal_conditioned: observations are dictionaries of goals, and the reward is sparse; see ``goals``.
        record: folder that episodes are recorded into when they end; none by default.
        record_every: 1 records each episode, 100 the first one and then each hundredth.
        render_mode: "rgb_array" gives pictures from above, "ansi" text, "human" shows the vehicle in the live page, in
            real time.
        render_size: width and height of pictures [pixels].
        render_view: "whole" shows start, goal and vehicle; "follow" keeps the vehicle in the middle, "heading" with its
            heading up as well; "auto" is "whole" where that shows the vehicle large enough, else "follow".
        ground_seed: seed of generated hills, soils and objects; by default that of the task's world.

    Raises:
        ScenarioError: the task does not exist, has mistakes, or is of many agents.
        WorldError: an unknown mode or view, a size out of range, or ``record_every`` is not a whole number from 1.
    """

    metadata: dict[str, Any] = metadata_of(decision=0.2)

    def __init__(
        self,
        task: Any,
        *,
        goal_conditioned: bool = False,
        ground_seed: int | None = None,
        render_mode: str | None = None,
        record: str | os.PathLike[str] | None = None,
        record_every: int = 1,
        render_size: tuple[int, int] = (600, 400),
        render_view: str = "auto",
    ):
        found = load(task)
        if found.agents > 1:
            raise ScenarioError(
                f"{found.name} is a task of {found.agents} agents; motorpool.learning.parallel_env({found.name!r}) "
                "gives each its actions, and gymnasium.make_vec an environment for each"
            )
        self.batch = (GoalBatch if goal_conditioned else Batch)(found, keeps_actions=True, ground_seed=ground_seed)
        self._recorder = None if record is None else EpisodeRecorder(self.batch, record, record_every)
        self.metadata = metadata_of(self.batch.task.content.decision)
        self.render_mode = render_mode
        self._rendering = Rendering(self.batch, render_mode, size=render_size, view=render_view, is_paced=True)
        self.observation_space = observation_space(self.batch.task, goal_conditioned=goal_conditioned)
        self.action_space = action_space(self.batch.task)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the next episode, or the first one of a seed."""
        super().reset(seed=seed)
        observation = mapped(_first, self.batch.reset(seed=seed))
        self._rendering.note()
        return observation, self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a decision.

        Raises:
            WorldError: an action of another shape, or one that is not a finite number; or no episode has begun.
        """
        result = self.batch.step(self._row_of(action))
        if self._recorder is not None:
            self._recorder.note(result.is_over | result.is_cut)
        self._rendering.note(Decision(result.reward, self.batch.causes, result.is_cut))
        return (
            mapped(_first, result.observation),
            float(result.reward[0]),
            bool(result.is_over[0]),
            bool(result.is_cut[0]),
            self._info(),
        )

    def save_episode(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Record the episode to a file; the one before if it has no decision yet. See ``Batch.save_episode``.

        Example:
            env.unwrapped.save_episode("arrived.parquet")  # then: motorpool replay arrived.parquet

        Raises:
            RecordingError: the file exists already (unless ``overwrite``), or cannot be written.
            WorldError: there was no decision yet.
        """
        self.batch.save_episode(0, path, overwrite=overwrite)

    def render(self) -> Any:
        """Return a picture, (height, width, 3) of uint8 with the upper row first, or text; None in the other modes."""
        rendered = self._rendering.render()
        return None if rendered is None else rendered[0]

    def show(self, *, port: int = 0) -> str:
        """Show the vehicle in the live page, in scenes at real time, while it learns at full speed.

        Args:
            port: port of the page; 0 for any free one.

        Returns:
            The page's address. ``close`` stops it.

        Raises:
            WorldError: no episode has begun.
            ViewerError: the port is taken.
        """
        return self._rendering.show(port=port)

    def close(self) -> None:
        """Stop the live page, if there is one."""
        self._rendering.close()

    def _row_of(self, action: Any) -> NDArray[np.float64]:
        """Return an action as those of all environments, of one row."""
        where = f"{self.batch.task.name}: the action is"
        numbers, wanted = as_numbers(action, where), self.action_space.shape
        if numbers.shape != wanted:
            raise WorldError(
                f"{where} of the shape {numbers.shape}; it must be {wanted}, a number in -1..1 for each input"
            )
        refuse_others(numbers, action, where.removesuffix(" is"))
        return numbers[None]

    def _info(self) -> dict[str, Any]:
        cause = self.batch.cause_of(0)
        info = {"cause": cause.name if cause else "", "is_success": cause is not None and cause.piece.is_success}
        return {**info, **{name: bool(values[0]) for name, values in self.batch.infos.items()}}


def _first(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    return rows[0].copy()


# ---- spaces of a task


def observation_space(task: Task, *, goal_conditioned: bool = False) -> Space[Any]:
    """Return the space of one observation: each entry in -1..1; or a dictionary of goals, see ``goals``."""
    return goal_space(task) if goal_conditioned else Box(-1.0, 1.0, (len(task.entries),), np.float32)


def action_space(task: Task) -> Box:
    """Return the space of one action: each input of the driver in -1..1."""
    return Box(-1.0, 1.0, (len(task.content.actions),), np.float32)


def mapped(function: Callable[[NDArray[np.float32]], Any], observation: Any) -> Any:
    """Return an observation, or a dictionary of such, with a function applied to each array."""
    if isinstance(observation, dict):
        return {name: function(array) for name, array in cast("dict[str, Any]", observation).items()}
    return function(observation)
