"""Task that a driver learns, as a file declares it; checked before anything is built.

A task file is YAML. Its ``world`` has the keys of a scenario file; the other keys list pieces by kind: actions,
observations, rewards and ends. Angles in files are in degrees, and their keys end in ``_deg``.
"""

import os
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, cast

from ..base.errors import ScenarioError, unknown_name
from ..base.files import check_format, read_text
from ..base.keys import MAX_COUNT
from ..base.wording import counted
from ..models.fields import shown_value
from ..world.scenario.document import MAX_BYTES, as_text, parse
from ..world.scenario.loader import Scenario, scenario_of
from ..world.scenario.problems import checked as checked_scenario
from .observations import OBSERVATIONS, Observation, Scan2d
from .outcomes import ENDS, REWARDS, End
from .task_format import MOST_AGENTS, MOVING, ObservationPart, PiecePart, TaskPart
from .task_problems import checked, step_problem

FOLDER = Path(__file__).parent / "tasks"
_TOGETHER = {"x": 0.0, "y": 0.0, "columns": MAX_COUNT, "spacing": 1e-9}  # until the first episode begins


class Entry(NamedTuple):
    """One entry of the observation."""

    name: str
    kind: str
    scale: float
    arguments: tuple[float, ...]

    @property
    def piece(self) -> Observation:
        """The kind of observation."""
        return OBSERVATIONS[self.kind]


class Condition(NamedTuple):
    """One end."""

    name: str
    reward: float
    arguments: tuple[float, ...]
    held: int = 0  # decisions for which it must be true without a break; 0 for one
    role: int = -1  # index of the role that it is for; -1 for all

    @property
    def piece(self) -> End:
        """The kind of end."""
        return ENDS[self.name]


class ScanEntries(NamedTuple):
    """Entries of one scan."""

    kind: str
    columns: slice  # of the observation
    scale: float  # [m]
    arguments: Scan2d


class Term(NamedTuple):
    """One term of the reward."""

    name: str
    weight: float
    arguments: tuple[float, ...]
    role: int = -1  # index of the role that it is for; -1 for all


class Task(NamedTuple):
    """A checked task.

    Example:
        task = learning.load("BackTrailer-v0")
        print(task, task.entries)
    """

    name: str
    content: TaskPart
    folder: Path  # that paths in it are relative to
    where: str  # its file's name in messages

    @property
    def entries(self) -> list[Entry]:
        """Entries of the observation, in order."""
        return [entry for part in self.content.observations for entry in _entries(part)]

    @property
    def scans(self) -> list[ScanEntries]:
        """Scans among the entries of the observation, in order."""
        found: list[ScanEntries] = []
        first = 0
        for part in self.content.observations:
            entries = [*_entries(part)]
            if entries[0].piece.is_scan:
                columns = slice(first, first + len(entries))
                found.append(ScanEntries(part.kind, columns, entries[0].scale, _scan(part)))
            first += len(entries)
        return found

    @property
    def terms(self) -> list[Term]:
        """Terms of the reward, in order."""
        return [
            Term(part.kind, part.weight, _arguments(part, REWARDS[part.kind].arguments), self._role(part.role))
            for part in self.content.rewards
        ]

    @property
    def conditions(self) -> list[Condition]:
        """Ends, in order."""
        return [
            Condition(
                part.kind,
                part.reward,
                _arguments(part, ENDS[part.kind].arguments),
                self._decisions(part.held_for),
                self._role(part.role),
            )
            for part in self.content.ends
        ]

    @property
    def inputs(self) -> list[str]:
        """Inputs of the driver that actions set, in order."""
        return [part.input for part in self.content.actions]

    @property
    def agents(self) -> int:
        """Number of agents of a group; 1 for a task of single vehicles."""
        return self.content.agents or 1

    @property
    def agent_names(self) -> list[str]:
        """Names of the agents of a group: their roles, each with a number."""
        roles = self.content.roles or ["agent"]
        each = [roles[min(place, len(roles) - 1)] for place in range(self.agents)]
        return [f"{role}_{each[:place].count(role)}" for place, role in enumerate(each)]

    @property
    def moving(self) -> tuple[str, Any]:
        """Kind of the goals that move, and its arguments; an empty name for goals that stay."""
        part = self.content.moving
        if part is None:
            return "", None
        arguments = MOVING[part.kind]
        return part.kind, arguments(*_arguments(part, arguments._fields))

    def of_agents(self, count: int) -> "Task":
        """Return the task with another number of agents in a group.

        Raises:
            ScenarioError: the task is of single vehicles, or it is no such number.
        """
        if self.content.agents is None:
            raise ScenarioError(f"{self.where}: the task has one agent; give agents in its file to make it one of many")
        if not isinstance(cast("Any", count), int) or not 2 <= count <= MOST_AGENTS:
            raise ScenarioError(f"{self.where}: agents is {count!r}; it must be a whole number in 2..{MOST_AGENTS}")
        return self._replace(content=self.content.model_copy(update={"agents": count}))

    def _role(self, name: str) -> int:
        return self.content.roles.index(name) if name else -1

    def world_values(self, count: int) -> dict[str, Any]:
        """Return the values of a scenario file of so many vehicles, each alone on the ground, or with its group."""
        values = {**self.content.world, "name": self.content.world.get("name", self.name)}
        values |= {"alone": True} if self.content.agents is None else {"group_size": self.content.agents}
        fleets = cast("list[dict[str, Any]]", values["vehicles"])
        values["vehicles"] = [{**fleets[0], "count": count, "start": {"grid": _TOGETHER}}]
        return values

    def scenario(self, count: int) -> Scenario:
        """Return the scenario of the world of so many vehicles, each alone on the ground, or with its group."""
        values = self.world_values(count)
        return scenario_of(as_text(values), name=self.name, folder=self.folder, where=f"{self.where}, world")

    def on_ground(self, seed: int) -> "Task":
        """Return the task in a world with another seed: of its hills, soils and objects, as far as they are generated.

        Args:
            seed: 0 or more.
        """
        return self._replace(
            content=self.content.model_copy(update={"world": {**self.content.world, "seed": int(seed)}})
        )

    def limited(self, decisions: int) -> "Task":
        """Return the task with another time limit.

        Args:
            decisions: number of decisions after which an episode is truncated.
        """
        return self._replace(content=self.content.model_copy(update={"time_limit": decisions * self.content.decision}))

    @property
    def most_decisions(self) -> int:
        """Number of decisions after which an episode is cut off."""
        return self._decisions(self.content.time_limit)

    def _decisions(self, duration: float) -> int:
        return round(duration / self.content.decision)

    def __repr__(self) -> str:
        return (
            f"<Task {self.name!r}: {self.content.description}\n {counted(len(self.entries), 'observation')}, "
            f"{counted(len(self.content.actions), 'action')} ({', '.join(self.inputs)}), a decision each "
            f"{self.content.decision:g} s, {self.content.time_limit:g} s at most>"
        )


def names() -> list[str]:
    """Return the names of the tasks that ship with Motorpool."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def load(task: str | os.PathLike[str] | Task) -> Task:
    """Read a task: a YAML file, or one that is part of Motorpool ("BackTrailer-v0").

    Raises:
        ScenarioError: it does not exist, or has mistakes; a line for each.
    """
    if isinstance(task, Task):
        return task
    if not isinstance(cast("Any", task), str | os.PathLike):
        raise ScenarioError(
            f"the task is {shown_value(task)}; it must be the name of one or a file: {', '.join(names())}"
        )
    path = Path(task)
    if path.suffix not in (".yaml", ".yml"):
        if str(task) not in names():
            check_format(path, error=ScenarioError)
            raise ScenarioError(unknown_name("", "task", str(task), names()))
        path = FOLDER / f"{task}.yaml"
    text = read_text(path, max_bytes=MAX_BYTES, error=ScenarioError)
    return task_of(text, name=path.stem, folder=path.parent, where=path.name)


def task_of(text: str, *, name: str, folder: Path, where: str) -> Task:
    """Return the task of a file's text, checked.

    Raises:
        ScenarioError: it has mistakes; a line for each.
    """
    document = parse(text, where)
    task = Task(name, checked(document), folder, where)
    world = checked_scenario(document.part("world", task.world_values(1)), folder)
    if refused := step_problem(document, task.content.decision, world.dt):
        raise refused
    return task


def _entries(part: ObservationPart) -> Iterator[Entry]:
    """Yield the entries of one part: one for each combination of its arguments, or for each beam of a scan."""
    piece, given = OBSERVATIONS[part.kind], part.given
    if piece.is_scan:
        scan = _scan(part)
        for angle in scan.angles.tolist():
            yield Entry(f"{part.kind} {angle:.4g}", part.kind, part.scale or float(scan.max_range), (angle,))
        return
    lists: list[list[float]] = [
        given[name] if isinstance(given[name], list) else [given[name]] for name in piece.arguments
    ]
    for values in product(*lists):
        shown = f" {', '.join(f'{value:.4g}' for value in values)}" if values else ""
        yield Entry(f"{part.kind}{shown}", part.kind, part.scale or piece.scale, tuple(map(float, values)))


def _scan(part: ObservationPart) -> Scan2d:
    return Scan2d(**{name: float(value) for name, value in part.given.items()})


def _arguments(part: PiecePart, names: Iterable[str]) -> tuple[float, ...]:
    given = part.given
    return tuple(float(given[name]) for name in names)
