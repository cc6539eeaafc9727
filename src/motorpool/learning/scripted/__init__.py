"""Scripted drivers: a control law for each task, as a standard for learned drivers.

A driver is a policy without memory: ``drive`` returns the actions (rows, actions) for observations (rows, entries).
"""

import importlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ScenarioError

Policy = Callable[[NDArray[np.float32]], NDArray[Any]]


def driver_of(task_name: str) -> Policy:
    """Return the scripted driver of a task that is part of Motorpool: ``drive`` of the module of its name.

    Args:
        task_name: with or without its version, such as "BackTrailer-v0", whose module is ``back_trailer``.

    Raises:
        ScenarioError: the task has none.
    """
    name = module_name(task_name)
    if name not in module_names():
        raise ScenarioError(f"{task_name} has no scripted driver; those are: {', '.join(module_names())}")
    return importlib.import_module(f".{name}", __name__).drive


def module_name(task_name: str) -> str:
    """Return the name of a task in snake case, without its version."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", task_name.partition("-v")[0]).lower()


def module_names() -> list[str]:
    """Return the names of all scripted drivers."""
    return sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
