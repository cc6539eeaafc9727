"""Variation of vehicles: parameters that differ from episode to episode."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ScenarioError, unknown_name
from ..fleet import Fleet
from .task import Task


class Varied:
    """Parameters of one fleet that a task varies.

    Raises:
        ScenarioError: the model has no such parameter.
    """

    def __init__(self, task: Task, fleet: Fleet):
        self._names = [f"vary.{name}" for name in task.content.vary]
        known = dir(fleet.params)
        for name in task.content.vary:
            if name not in known:
                raise ScenarioError(unknown_name(f"{task.where}: vary", "parameter", name, known))
        self._columns: list[NDArray[Any]] = [getattr(fleet.params, name) for name in task.content.vary]
        self._nominal = [column.copy() for column in self._columns]
        self._intervals = np.array(list(task.content.vary.values())).reshape(-1, 2)

    def draw(self, rows: NDArray[np.intp], draw: Callable[..., NDArray[np.float64]]) -> None:
        """Set the parameters of these rows: each nominal value times a factor, drawn evenly."""
        if not self._names:
            return
        least, most = self._intervals[:, 0], self._intervals[:, 1]
        factors = least + (most - least) * draw(self._names)
        for number, (column, nominal) in enumerate(zip(self._columns, self._nominal, strict=True)):
            column[rows] = nominal[rows] * factors[:, number]
