"""Mistakes in a task file, all at once, each in a sentence with its line.

``my_task.yaml:44: there is no key ends[1].angel_deg; did you mean angle_deg?``
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from ..base.errors import ScenarioError, unknown_name
from ..base.wording import KeyPath, shown_path
from ..models.fields import shown_value
from ..world.scenario.document import Document
from ..world.scenario.key_problems import Format, problem_of, unknown_key_at
from ..world.scenario.plain_values import validated
from ..world.scenario.problems import MAX_COUNTED, refusal
from ..world.scenario_keys import Problem
from .observations import OBSERVATIONS, range_problems
from .outcomes import ENDS, REWARDS
from .task_format import DEGREES, GOAL, MOVING, EndPart, PiecePart, RewardPart, TaskPart

TASK = Format(
    TaskPart,
    "motorpool/learning/task_format.py",
    "this is no task; it must be a mapping with at least the keys description, world, decision, time_limit, actions, "
    "observations and ends",
)
NEEDS_AGENTS = "needs agents, the number of agents that share a world"


class Kind(NamedTuple):
    """A kind of a piece, as a task file gives it."""

    path: KeyPath  # of the piece
    what: str  # it is, in messages
    part: PiecePart
    pieces: Mapping[str, Any]  # all kinds, by name
    takes_lists: bool = False

    @property
    def arguments(self) -> Sequence[str]:
        """Names of its arguments in SI."""
        piece: Any = self.pieces[self.part.kind]
        return piece._fields if self.pieces is MOVING else piece.arguments


def checked(document: Document) -> TaskPart:
    """Return the task that a document describes, as far as it can be checked without its world.

    Raises:
        ScenarioError: with a line for each mistake.
    """
    content, document, mistakes = validated(TaskPart, document)
    if content is None:
        problems = [problem_of(details, TASK) for details in mistakes[:MAX_COUNTED]]
        raise ScenarioError(refusal(document, problems, uncounted=max(0, len(mistakes) - MAX_COUNTED)))
    problems = [problem for kind in _kinds(content) for problem in _piece_problems(kind)]
    problems = problems or [*_contradictions(content), *_held_problems(content), *_agent_problems(content)]
    if problems:
        raise ScenarioError(refusal(document, problems))
    return content


def step_problem(document: Document, decision: float, step: float) -> ScenarioError | None:
    """Return the refusal of a time between decisions that is no multiple of the world's step [s]."""
    if _is_multiple(decision, step):
        return None
    sentence = f"decision is {decision:g} s, which is no multiple of the world's step of {step:g} s"
    return ScenarioError(refusal(document, [Problem(("decision",), sentence)]))


# ---- pieces


def _kinds(content: TaskPart) -> Iterator[Kind]:
    for number, part in enumerate(content.observations):
        yield Kind(("observations", number), "observation", part, OBSERVATIONS, takes_lists=True)
    for number, part in enumerate(content.rewards):
        yield Kind(("rewards", number), "reward", part, REWARDS)
    for number, part in enumerate(content.ends):
        yield Kind(("ends", number), "end", part, ENDS)
    if content.moving is not None:
        yield Kind(("moving",), "kind of moving goals", content.moving, MOVING)


def _piece_problems(kind: Kind) -> Iterator[Problem]:
    """Yield a kind that does not exist, arguments that it does not take or lacks, and those that are no numbers."""
    path, part = kind.path, kind.part
    if part.kind not in kind.pieces:
        yield Problem((*path, "kind"), unknown_name("", kind.what, part.kind, kind.pieces))
        return
    written: dict[str, Any] = part.model_extra or {}
    own = type(part).model_fields
    for key in written:
        if key.removesuffix(DEGREES) not in kind.arguments:
            in_degrees = [f"{name}{DEGREES}" for name in kind.arguments] if key.endswith(DEGREES) else []
            known = [*own, *in_degrees, *kind.arguments]
            yield Problem((*path, key), unknown_key_at((*path, key), known, TASK), is_about_key=True)
            return
    piece: Any = kind.pieces[part.kind]
    is_scan = getattr(piece, "is_scan", False)
    takes_lists = kind.takes_lists and not is_scan
    numbers: dict[str, float] = {}
    for name in kind.arguments:
        key = name if name in written else f"{name}{DEGREES}"
        if key not in written:
            if name in getattr(piece, "optional", ()):
                continue
            takes = ", ".join(kind.arguments)
            yield Problem(path, f"{shown_path(path)} ({part.kind}) needs {name}; it takes {takes}")
        elif not _are_numbers(written[key], takes_lists):
            allowed = "a finite number, or a list of such" if takes_lists else "a finite number"
            yield _out_of_range(kind, key, allowed)
        elif is_scan:
            numbers[name] = part.given[name]
    for name, words in range_problems(numbers):
        yield _out_of_range(kind, name if name in written else f"{name}{DEGREES}", words)


def _out_of_range(kind: Kind, key: str, allowed: str) -> Problem:
    path = (*kind.path, key)
    shown = shown_value((kind.part.model_extra or {})[key])
    return Problem(path, f"{shown_path(path)} is {shown}; it must be {allowed}")


def _are_numbers(value: Any, takes_lists: bool) -> bool:
    values: list[Any] = cast("list[Any]", value) if isinstance(value, list) and takes_lists and value else [value]
    return all(type(one) in (int, float) and math.isfinite(one) for one in values)


# ---- contradictions between allowed values


def _contradictions(content: TaskPart) -> Iterator[Problem]:
    fleets = content.world.get("vehicles")
    if not isinstance(fleets, list) or len(cast("list[Any]", fleets)) != 1 or not isinstance(fleets[0], dict):
        yield Problem(("world", "vehicles"), "world.vehicles must be a list of one fleet, whose vehicles learn")
    if (content.start is None) == (content.place is None):
        yield Problem(("place",), "a task has either start, beside a goal, or place, anywhere in an area")
    for key in GOAL:
        if content.place is not None and key in content.goal.model_fields_set:
            sentence = f"goal.{key} is for tasks with a start; place draws where the goal is"
            yield Problem(("goal", key), sentence, is_about_key=True)
    inputs = [part.input for part in content.actions]
    if len(set(inputs)) < len(inputs):
        yield Problem(("actions",), "two actions set the same input; give each input one action")
    for path, interval in _intervals(content):
        if interval[0] > interval[1]:
            yield Problem(path, f"{shown_path(path)} is {interval}; the least must not exceed the most")


def _intervals(content: TaskPart) -> Iterator[tuple[KeyPath, list[float]]]:
    given: dict[str, Mapping[Any, list[float]]] = {
        "goal": content.goal.intervals,
        "start": content.start.model_dump() if content.start else {},
        "vary": content.vary,
        "vary_soil": content.vary_soil,
    }
    for key, intervals in given.items():
        yield from (((key, name), interval) for name, interval in intervals.items())
    if content.place:
        yield ("place", "distance"), content.place.distance
        yield ("place", "heading_deg"), content.place.heading_deg


def _held_problems(content: TaskPart) -> Iterator[Problem]:
    waiting = {number: part for number, part in enumerate(content.ends) if part.held_for > 0.0}
    if len(waiting) > 1:
        names = " and ".join(part.kind for part in waiting.values())
        yield Problem(("ends", max(waiting), "held_for"), f"{names} have held_for; only one end may")
    for number, part in waiting.items():
        if not _is_multiple(part.held_for, content.decision):
            sentence = (
                f"ends[{number}].held_for is {part.held_for:g} s, which is no multiple of the decision of "
                f"{content.decision:g} s"
            )
            yield Problem(("ends", number, "held_for"), sentence)


def _agent_problems(content: TaskPart) -> Iterator[Problem]:
    """Yield keys of many agents in a task of one, and roles that do not exist."""
    for kind in _kinds(content):
        role = kind.part.role if isinstance(kind.part, RewardPart | EndPart) else ""
        if role and role not in content.roles:
            yield Problem((*kind.path, "role"), unknown_name("", "role", role, content.roles))
    if content.agents is None:
        for key in ("roles", "moving"):
            if getattr(content, key):
                yield Problem((key,), f"{key} {NEEDS_AGENTS}", is_about_key=True)
        for kind in _kinds(content):
            if getattr(kind.pieces[kind.part.kind], "sees_group", False):
                yield Problem((*kind.path, "kind"), f"{kind.what} {kind.part.kind} {NEEDS_AGENTS}")
    elif content.moving is None:
        kinds = ", ".join(MOVING)
        yield Problem(("agents",), f"agents need moving, the goals that they have together: {kinds}", True)
    elif content.start is None:
        sentence = "place puts each vehicle anywhere; the agents of a group start beside their goals"
        yield Problem(("place",), sentence, is_about_key=True)


def _is_multiple(duration: float, step: float) -> bool:
    steps = duration / step
    return abs(steps - round(steps)) <= 1e-6 * steps and round(steps) >= 1
