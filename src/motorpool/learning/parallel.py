"""One group of agents, for PettingZoo: each agent has a name, and its own observations and actions."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import ScenarioError, WorldError, require, unknown_name
from .actions import as_numbers, refuse_others
from .batch import Batch
from .environment import action_space, observation_space
from .task import load

ParallelEnv: Any = require("pettingzoo", extra="rl", purpose="an environment of many agents").ParallelEnv

Observations = dict[str, NDArray[np.float32]]


class DriverParallelEnv(ParallelEnv):
    """Agents that share a world, and whose episodes begin and end together.

    Example:
        env = motorpool.learning.parallel_env("Convoy-v0")
        observations, infos = env.reset(seed=0)
        while env.agents:
            actions = {agent: env.action_space(agent).sample() for agent in env.agents}
            observations, rewards, terminations, truncations, infos = env.step(actions)

    An agent whose episode is over leaves ``agents``; its vehicle stands until the others' episodes are over. The info
    of each has ``cause``, the number of the end in the task's list counted from 1, or 0 while the episode goes on, and
    ``is_success``; ``cause_of(agent)`` is the kind of end. Infos are numbers, because trainers store them as tensors.

    Args:
        task: a task of many agents, its name, or its file.
        agents: their number; by default the task's.
        render_mode: see ``metadata``.

    Raises:
        ScenarioError: the task does not exist, has mistakes, or is of one agent.
        WorldError: an unknown render mode.
    """

    metadata: dict[str, Any] = {"name": "motorpool", "render_modes": []}  # noqa: RUF012 (so does PettingZoo)

    def __init__(self, task: Any, agents: int | None = None, *, render_mode: str | None = None):
        if render_mode is not None:
            raise WorldError(
                f"there is no render mode {render_mode!r} for many agents; leave it out, and see them with "
                "render_mode in gymnasium.make_vec"
            )
        found = load(task)
        if found.agents == 1:
            raise ScenarioError(
                f"{found.name} is a task of one agent; gymnasium.make('motorpool/{found.name}') makes its environment"
            )
        found = found if agents is None else found.of_agents(agents)
        self.batch = Batch(found, found.agents)
        self.metadata = {**self.metadata, "name": found.name}
        self.render_mode = render_mode
        self.possible_agents = found.agent_names
        self.agents: list[str] = []
        self.observation_spaces = {name: observation_space(found) for name in self.possible_agents}
        self.action_spaces = {name: action_space(found) for name in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """Begin the next episodes, or the first ones of a seed.

        Raises:
            WorldError: the seed is no whole number from 0.
        """
        entries = self.batch.reset(seed=seed)
        self.agents = list(self.possible_agents)
        return self._by_agent(entries), {name: self._info(row) for row, name in enumerate(self.agents)}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Make a decision; all results are of the agents that took part.

        Args:
            actions: action of each agent in ``agents``.

        Raises:
            WorldError: an agent has no action, one of another shape, or one that is not a finite number; or there is
                no such agent; or no episode has begun.
        """
        result = self.batch.step(self._table_of(actions))
        over, cut, rows = result.is_over, result.is_cut, self._rows()
        took_part = self.agents
        self.agents = [name for name, row in rows if not (over[row] or cut[row])]
        return (
            {name: result.observation[row].copy() for name, row in rows},
            {name: float(result.reward[row]) for name, row in rows},
            {name: bool(over[row]) for name, row in rows},
            {name: bool(cut[row]) for name, row in rows},
            {name: self._info(self.possible_agents.index(name)) for name in took_part},
        )

    def cause_of(self, agent: str) -> str:
        """Return the kind of end of an agent's episode, such as "touching"; empty while it goes on or after a cut.

        Example:
            env.cause_of("follower_0")

        Raises:
            WorldError: there is no such agent.
        """
        if agent not in self.possible_agents:
            raise WorldError(unknown_name(self.batch.task.name, "agent", str(agent), self.possible_agents))
        cause = self.batch.cause_of(self.possible_agents.index(agent))
        return cause.name if cause else ""

    def render(self) -> None:
        """Return nothing: there is no render mode."""

    def close(self) -> None:
        """Do nothing: there is no window."""

    # ----

    def _rows(self) -> list[tuple[str, int]]:
        return [(name, self.possible_agents.index(name)) for name in self.agents]

    def _by_agent(self, entries: NDArray[np.float32]) -> Observations:
        return {name: entries[row].copy() for name, row in self._rows()}

    def _table_of(self, actions: Mapping[str, Any]) -> NDArray[np.float64]:
        """Return the actions of all rows; zeros for agents whose episode is over."""
        task, size = self.batch.task.name, len(self.batch.task.content.actions)
        for name in actions:
            if name not in self.possible_agents:
                raise WorldError(unknown_name(task, "agent", str(name), self.possible_agents))
        table = np.zeros((len(self.possible_agents), size))
        for name, row in self._rows():
            if name not in actions:
                raise WorldError(f"{task}: {name} has no action; give one to each of {', '.join(self.agents)}")
            action = as_numbers(actions[name], f"{task}: the action of {name} is")
            if action.shape != (size,):
                raise WorldError(f"{task}: the action of {name} has the shape {action.shape}; it must be {(size,)}")
            refuse_others(action, actions[name], f"{task}: the action of {name}")
            table[row] = action
        return table

    def _info(self, row: int) -> dict[str, Any]:
        cause = self.batch.cause_of(row)
        is_success = cause is not None and cause.piece.is_success
        return {"cause": int(self.batch.causes[row]), "is_success": is_success}
