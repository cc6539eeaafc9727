"""Many environments of one task, for Gymnasium: rows of one fleet, stepped together."""

import os
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..base.errors import WorldError, unknown_name
from ..base.wording import counted
from .batch import Batch, seeds_of
from .environment import action_space, mapped, observation_space
from .episodes import EpisodeRecorder
from .goals import GoalBatch, GoalFunctions
from .rendering.modes import Rendering, Shown, metadata_of
from .rendering.watch import Decision
from .task import load, names

Truths = NDArray[np.bool_]


class DriverVectorEnv(GoalFunctions, VectorEnv[Any, Any, Any]):
    """Many vehicles that learn a task, each alone on the ground.

    Example:
        envs = gymnasium.make_vec("motorpool/BackTrailer-v0", num_envs=1000)
        observations, infos = envs.reset(seed=0)
        observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())

    ``infos`` has ``cause``, the number of the end in the task's list counted from 1, or 0, and ``is_success``.

    Each agent of a task of many is an environment; so all share a policy. The episodes of a group begin together: an
    agent whose episode is over first waits for the others, with neither reward nor end, and ``infos["is_waiting"]``.

    Args:
        task: a task, its name, or its file.
        num_envs: number of environments.
        goal_conditioned: observations are dictionaries of goals, and the reward is sparse; see ``goals``.
        autoreset_mode: "NextStep" ignores the action after an end and begins the next episode; "SameStep" begins it at
            once, and ``infos["final_obs"]`` has the last observations; "Disabled" waits for
            ``reset(options={"reset_mask": ...})``, and gives no reward until then.
        copy: return copies of the observations; otherwise arrays that the next step overwrites.
        max_episode_steps: number of decisions after which an episode is cut off; by default the task's time limit.
        record: folder that episodes are recorded into when they end; none by default.
        record_every: 1 records each episode, 100 the first one and then each hundredth of all environments together.
        render_mode: "rgb_array" gives a picture from above of each environment, "ansi" a text, "human" shows them in
            the live page, in scenes at real time, while they go on at full speed.
        render_rows: environments that are rendered: a list, or a number of the first ones; by default all, 16 at most.
        render_size, render_view: size and view of pictures, see ``DriverEnv``.
        ground_seed: seed of generated hills, soils and objects; by default that of the task's world.

    Raises:
        ScenarioError: the task does not exist, or has mistakes.
        WorldError: an unknown mode, environment or view, a size out of range, or ``record_every`` is not a whole number
            from 1.
    """

    def __init__(
        self,
        task: Any,
        num_envs: int = 1,
        *,
        goal_conditioned: bool = False,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        max_episode_steps: int | None = None,
        ground_seed: int | None = None,
        render_mode: str | None = None,
        record: str | os.PathLike[str] | None = None,
        record_every: int = 1,
        render_rows: Shown = None,
        render_size: tuple[int, int] = (600, 400),
        render_view: str = "auto",
    ):
        self.batch = (GoalBatch if goal_conditioned else Batch)(
            task, num_envs, most_decisions=max_episode_steps, keeps_actions=record is not None, ground_seed=ground_seed
        )
        self._recorder = None if record is None else EpisodeRecorder(self.batch, record, record_every)
        self.num_envs, self.copy, self.render_mode = num_envs, copy, render_mode
        self.single_observation_space: Any = observation_space(self.batch.task, goal_conditioned=goal_conditioned)
        self.single_action_space = action_space(self.batch.task)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**metadata_of(self.batch.task.content.decision), "autoreset_mode": self.autoreset_mode}
        self._rendering = Rendering(self.batch, render_mode, rows=render_rows, size=render_size, view=render_view)
        self._is_over: Truths = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the next episodes; with seeds, the first ones of these.

        Args:
            seed: seed of the first environment; each next one gets the next number. A list has one for each
                environment.
            options: ``reset_mask``, a truth value for each environment, begins the episodes of these only.

        Raises:
            WorldError: the mask is not one truth value for each environment, there are not as many seeds as
                environments, or a seed is no whole number from 0.
        """
        seed = seeds_of(seed, self.batch.task.name)
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            mask = self._checked(mask)
            if isinstance(seed, int):
                seed = [seed + place for place in np.flatnonzero(mask).tolist()]
            elif seed is not None:
                seed = self._seeds_at(seed, mask)
        self.batch.reset(mask, seed=seed)
        self._is_over[slice(None) if mask is None else mask] = False
        self._rendering.note()
        return self._observations(), self._infos()

    def step(self, actions: NDArray[np.float32]) -> tuple[Any, NDArray[np.float64], Truths, Truths, dict[str, Any]]:
        """Make a decision in every environment.

        Raises:
            WorldError: actions of another shape, or one that is not a finite number.
        """
        batch, ended, waiting = self.batch, self._is_over, self._waiting()
        batch.advance(actions)
        if self.autoreset_mode is AutoresetMode.NEXT_STEP and ended.any():
            batch.reset(ended)
        result = batch.judge(ended if ended.any() else None)
        rewards, over, cut = result.reward.copy(), result.is_over, result.is_cut
        if self._recorder is not None:
            self._recorder.note((over | cut) & ~ended)
        self._is_over = over | cut if batch.agents is None else batch.agents.closed(over | cut)
        infos = self._infos()
        if waiting is not None:
            infos |= {"is_waiting": waiting, "_is_waiting": infos["_cause"]}
            if self.autoreset_mode is not AutoresetMode.DISABLED:
                over, cut = over & ~waiting, cut & ~waiting
        last = over | cut
        if self.autoreset_mode is AutoresetMode.SAME_STEP and last.any():
            final = {name: values for name, values in infos.items() if not name.startswith("_")}
            infos |= {"final_info": final, "_final_info": last}
            infos |= {"final_obs": mapped(np.copy, result.observation), "_final_obs": last}
            batch.reset(self._is_over)
            self._is_over = np.zeros(self.num_envs, np.bool_)
        self._rendering.note(Decision(rewards, infos["cause"], cut))
        return self._observations(), rewards, over, cut, infos

    def _waiting(self) -> Truths | None:
        """Return which agents wait for others of their group; None for a task of one."""
        return self.batch.agents.is_over if self.batch.agents is not None else None

    def render(self) -> tuple[Any, ...] | None:
        """Return a picture or a text of each environment that is rendered; None in the other modes."""
        rendered = self._rendering.render()
        return None if rendered is None else tuple(rendered)

    def show(self, rows: Shown = None, *, port: int = 0) -> str:
        """Show environments in the live page, in scenes at real time, while all go on at full speed.

        Args:
            rows: a list of them, or a number of the first ones; by default all, 16 at most.
            port: port of the page; 0 for any free one.

        Returns:
            The page's address. ``close`` stops it.

        Raises:
            WorldError: no episode has begun, or there is no such environment.
            ViewerError: the port is taken.
        """
        return self._rendering.show(rows, port=port)

    def close_extras(self, **_: Any) -> None:
        """Stop the live page, if there is one."""
        self._rendering.close()

    def _observations(self) -> Any:
        return mapped(np.copy, self.batch.observation) if self.copy else self.batch.observation

    def _infos(self) -> dict[str, Any]:
        cause = self.batch.causes.copy()
        infos = {"cause": cause, "is_success": self.batch.is_success(cause), **self.batch.infos}
        return infos | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in infos}

    def _seeds_at(self, seeds: list[int | None], mask: Truths) -> list[int | None]:
        """Return the seeds, one for each environment, of those of a mask."""
        if len(seeds) != self.num_envs:
            raise WorldError(
                f"{self.batch.task.name}: {len(seeds)} seeds for {counted(self.num_envs, 'environment')}; give one for "
                "each, also for those that reset_mask leaves out"
            )
        return [seed for seed, is_chosen in zip(seeds, mask, strict=True) if is_chosen]

    def _checked(self, mask: Any) -> Truths:
        given = np.asarray(mask)
        if given.shape != (self.num_envs,) or given.dtype != np.bool_:
            raise WorldError(
                f"reset_mask has the shape {given.shape} of {given.dtype}; it must be {self.num_envs} truth values, "
                "one for each environment"
            )
        return given


def _mode(given: str | AutoresetMode) -> AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError:
        modes = [mode.value for mode in AutoresetMode]
        raise WorldError(unknown_name("", "autoreset mode", str(given), modes)) from None


def register() -> None:
    """Register every task with Gymnasium, as ``motorpool/<task>``; once."""
    for name in names():
        identity = f"motorpool/{name}"
        if identity not in gymnasium.registry:
            cast("Any", gymnasium).register(
                identity,
                entry_point="motorpool.learning.environment:DriverEnv",
                vector_entry_point="motorpool.learning.vector:DriverVectorEnv",
                max_episode_steps=load(name).most_decisions,
                kwargs={"task": name},
            )
