"""Runs: a scenario with the values of one point. A run's key is a hash of its content.

The key covers everything that the result depends on: the scenario with its values, the time, the user's measures, and
the version of Motorpool. So a run that is done is recognised in any order and in any other sweep.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .... import __version__
from ....base.errors import MotorpoolError, SweepError
from ....world.scenario.loader import Scenario
from .design import Point


class Task(NamedTuple):
    """Common part of all runs of a sweep."""

    scenario: Scenario
    seconds: float  # simulated, of each run [s]
    own_measures: tuple[str, ...] = ()  # as file.py:function or module:function
    trusted: frozenset[str] = frozenset()  # SHA-256 of the code of models that workers may run


class Run(NamedTuple):
    """One run of a sweep."""

    key: str
    values: Point


class Outcome(NamedTuple):
    """Result of a run."""

    run: Run
    measures: dict[str, float]  # empty if the run failed
    error: str = ""  # sentence that says why it failed
    cost: float = 0.0  # wall-clock time [s]


def runs_of(task: Task, points: Iterable[Point]) -> list[Run]:
    """Return the runs of a design, each once.

    Raises:
        SweepError: the scenario does not allow the first point.
    """
    common = _digest({"version": __version__, "seconds": task.seconds, "scenario": task.scenario.text,
                      "folder": str(task.scenario.folder), "measures": _own_texts(task.own_measures)})  # fmt: skip
    found: dict[str, Run] = {}
    for point in points:
        key = _digest({"common": common, "values": point})
        found.setdefault(key, Run(key, point))
    runs = list(found.values())
    _check_first(task, runs)
    return runs


def varied(task: Task, run: Run) -> Scenario:
    """Return the scenario of a run.

    Raises:
        ScenarioError: the scenario does not allow the values.
    """
    return task.scenario.varied(run.values)


def _check_first(task: Task, runs: Sequence[Run]) -> None:
    """Refuse a sweep whose first run is impossible; usually all others are impossible, too."""
    if not runs:
        raise SweepError("the sweep has no runs; give at least one value for each axis")
    try:
        varied(task, runs[0])
    except MotorpoolError as error:
        raise SweepError(*error.args) from error


def _own_texts(names: Sequence[str]) -> list[list[str]]:
    files = {name: Path(name.rpartition(":")[0]) for name in names}
    return [
        [name, path.read_text("utf-8") if path.suffix == ".py" and path.is_file() else ""]
        for name, path in files.items()
    ]


def _digest(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
