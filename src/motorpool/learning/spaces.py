"""Spaces of a task, as Gymnasium describes them."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from gymnasium.spaces import Box, Space
from numpy.typing import NDArray

from .goals import goal_space
from .task import Task


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
