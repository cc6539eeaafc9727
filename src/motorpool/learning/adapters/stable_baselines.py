"""Many environments of a task as a ``VecEnv`` of Stable-Baselines3: rows of one fleet, stepped together.

An episode that ends begins anew in the same step. The ``info`` of its environment then has ``terminal_observation``,
the last observation, and ``TimeLimit.truncated``, whether the time was up; algorithms need both to estimate the value
of the rest of an episode that was cut off.
"""

import importlib
from collections.abc import Iterable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError
from ..environment import action_space, mapped
from ..goals import GoalFunctions
from ..vector import DriverVectorEnv

VecEnv: Any = importlib.import_module("stable_baselines3.common.vec_env").VecEnv
OWN_OPTIONS = ("autoreset_mode", "copy")  # of the vector environment, which the form of Stable-Baselines3 determines

Infos = list[dict[str, Any]]


class Row(GoalFunctions):
    """One environment of a ``DriverVecEnv``, to which ``env_method``, ``get_attr`` and ``set_attr`` refer.

    Attributes:
        row: its number.
        task: its task.
    """

    def __init__(self, envs: DriverVectorEnv, row: int):
        self.batch, self.row, self.task = envs.batch, row, envs.batch.task
        self.render_mode, self.metadata, self.spec = envs.render_mode, envs.metadata, None
        self.observation_space: Any = envs.single_observation_space
        self.action_space: Any = action_space(self.task)

    @property
    def unwrapped(self) -> "Row":
        """The environment itself."""
        return self

    @property
    def seed(self) -> int:
        """Seed from which its random numbers follow."""
        return int(self.batch.seeds[self.row])

    @property
    def episode(self) -> int:
        """Number of its present episode, counted from 0."""
        return int(self.batch.episodes[self.row])

    def save_episode(self, path: Any, *, overwrite: bool = False) -> None:
        """Record its present episode to a file; the one before if the present one has no decision yet.

        Raises:
            RecordingError: the file exists already (unless ``overwrite``), or cannot be written.
            WorldError: there was no decision yet, or the environments were made without ``record``.
        """
        self.batch.save_episode(self.row, path, overwrite=overwrite)


class DriverVecEnv(VecEnv):
    """Vehicles that learn a task, as a ``VecEnv``.

    Each ``info`` has ``cause``, the kind of end such as "arrived" or an empty text, ``is_success`` and
    ``TimeLimit.truncated``; and ``is_waiting`` for a task of many agents, each of which is an environment: an agent
    whose episode is over waits for the others of its group, with neither reward nor end.

    Args:
        task: a task, its name, or its file.
        num_envs: number of environments.
        options: arguments of ``DriverVectorEnv`` except ``autoreset_mode`` and ``copy``.

    Attributes:
        envs: the environments in Gymnasium's form.

    Raises:
        ScenarioError: the task does not exist, or has mistakes.
        WorldError: an option that Stable-Baselines3 determines.
    """

    def __init__(self, task: Any, num_envs: int = 1, **options: Any):
        for name in OWN_OPTIONS:
            if name in options:
                raise WorldError(f"{name} is not for Stable-Baselines3, which determines it; leave it out")
        self.envs = DriverVectorEnv(task, num_envs, autoreset_mode="SameStep", copy=True, **options)
        self._rows = [Row(self.envs, row) for row in range(num_envs)]
        self._causes = ("", *(condition.name for condition in self.envs.batch.task.conditions))
        self._actions: Any = None
        first = self._rows[0]
        VecEnv.__init__(self, num_envs, first.observation_space, first.action_space)

    def reset(self) -> Any:
        """Begin the next episodes, or the first ones of the seeds that ``seed`` gave; return the observations."""
        seeds = list(self._seeds)
        observations, infos = self.envs.reset(seed=None if all(seed is None for seed in seeds) else seeds)
        self.reset_infos = self._infos_of(infos)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: Any) -> None:
        """Keep the actions of the next step.

        Args:
            actions: (environments, actions), in -1..1.
        """
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], Infos]:
        """Make a decision in every environment; return observations, rewards, ends and infos.

        Raises:
            WorldError: actions of another shape, or one that is not a finite number.
        """
        observations, rewards, over, cut, infos = self.envs.step(self._actions)
        found, ends = self._infos_of(infos), over | cut
        for row in np.flatnonzero(ends).tolist():
            found[row]["terminal_observation"] = mapped(lambda entries, row=row: entries[row], infos["final_obs"])
            found[row]["TimeLimit.truncated"] = bool(cut[row] and not over[row])
        return observations, rewards.astype(np.float32), ends, found

    def close(self) -> None:
        """Stop the live page, if there is one."""
        self.envs.close()

    def get_images(self) -> list[Any]:
        """Return a picture of each environment that is rendered; none in another mode than "rgb_array"."""
        return list(self.envs.render() or ()) if self.envs.render_mode == "rgb_array" else []

    def render(self, mode: str | None = None) -> Any:
        """Return the pictures of the environments that are rendered as one, or their texts; None in the other modes.

        Args:
            mode: "human" shows the pictures of "rgb_array" in a window; by default the mode of the environments.
        """
        return VecEnv.render(self, mode) if self.envs.render_mode == "rgb_array" else self.envs.render()

    # ---- single environments

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of these environments, or of all; see ``Row``."""
        return [getattr(row, attr_name) for row in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of these environments, or of all, which ``get_attr`` returns."""
        for row in self._chosen(indices):
            setattr(row, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call a method of these environments, or of all; return the results."""
        return [getattr(row, method_name)(*method_args, **method_kwargs) for row in self._chosen(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return that none of these environments has a wrapper."""
        return [False for _ in self._chosen(indices)]

    def _chosen(self, indices: Any) -> list[Row]:
        if indices is None:
            return self._rows
        given = cast("Iterable[int]", indices) if isinstance(indices, Iterable) else [indices]
        return [self._rows[index] for index in given]

    def _infos_of(self, infos: dict[str, Any]) -> Infos:
        """Return the infos of Gymnasium's form, which are arrays, as a dictionary for each environment."""
        names = [name for name in infos if f"_{name}" in infos and name not in ("cause", "final_info", "final_obs")]
        quiet = {"cause": "", **dict.fromkeys(names, False), "TimeLimit.truncated": False}
        found = [quiet.copy() for _ in self._rows]
        has_facts = np.any([infos["cause"] != 0, *(infos[name] for name in names)], axis=0)
        for row in np.flatnonzero(has_facts).tolist():
            facts = {name: bool(infos[name][row]) for name in names}
            found[row] |= {"cause": self._causes[infos["cause"][row]], **facts}
        return found
