"""Stages of a task: text that calls its pieces for each row, compiled like the stages of a world.

``judge`` computes reward, ends and memory after a decision; ``observe`` the entries of the observation, except those of
scans (``scanners``). Each piece's function stands in its own module; the text only names it, with its arguments as
numbers.
"""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..base.arrays import Floats, Indices, SingleTable, Words
from ..base.errors import Status
from ..compile.flat import module_of
from ..compile.scratch import kinds_of
from ..compile.specialise import fingerprint
from ..models.mathematics import clamp, select
from ..world.columns import Whole
from ..world.drivers.columns import DriverInputs
from ..world.entity.columns import Body, Motion, Pose
from . import view as views
from .observations import Surroundings
from .outcomes import ENDS, REWARDS
from .task import Task
from .view import Errors, Group, Memory, View

BLOCKED = int(Status.BLOCKED)


class Episode(NamedTuple):
    """Columns of the episodes, a row for each environment."""

    goal_x: Floats  # [m]
    goal_y: Floats  # [m]
    goal_yaw: Floats  # [rad]
    decisions: Indices  # since the start
    start_error: Floats  # [m]
    error: Floats  # [m]
    least_error: Floats  # [m]
    last_steer: Floats  # of the driver, at the last decision [1]
    held: Floats  # decisions for which the condition of an end with ``held_for`` was true without a break
    is_due: Words  # whether a stage is to do this row


def new_episodes(count: int) -> Episode:
    """Return columns of zeros."""
    columns: list[Any] = [np.zeros(count, kind) for kind in kinds_of(Episode)]
    return Episode(*columns)


class Outcome(NamedTuple):
    """Results of a decision, a row for each environment."""

    reward: Floats  # [1]
    cause: Indices  # 1 for the first end of the task, and so on; 0 while the episode goes on
    is_cut: Words  # by the time limit


class Sight(NamedTuple):
    """Entries of the observation, in the order of the task."""

    entries: SingleTable  # (rows, entries), in -1..1


class Trailer(NamedTuple):
    """Columns of the model, for vehicles with a trailer."""

    hitch_angle: Floats  # [rad]
    hitch_offset: Floats  # [m]
    trailer_length: Floats  # [m]


class Stages(NamedTuple):
    """Compiled stages of a task."""

    judge: Callable[..., None]
    observe: Callable[..., None]


def stages_of(task: Task) -> Stages:
    """Return the stages of a task, in plain Python; ``World.run_stage`` compiles them."""
    module = _module(task)
    return Stages(vars(module)["judge"], vars(module)["observe"])


def _module(task: Task) -> ModuleType:
    text = text_of(task)
    names: dict[str, Any] = {
        each.__name__: each
        for each in (
            Body, DriverInputs, Episode, Errors, Group, Memory, Motion, Outcome, Pose, Sight, Surroundings, Trailer,
            View, clamp, select, views.size_of, views.errors_of_trailer, views.errors_of_vehicle,
        )
    }  # fmt: skip
    names |= {"Whole": Whole, "BLOCKED": BLOCKED}
    names |= {_name(term.name): REWARDS[term.name].function for term in task.terms}
    names |= {_end_name(condition.name): ENDS[condition.name].function for condition in task.conditions}
    names |= {_name(entry.kind): entry.piece.function for entry in task.entries if not entry.piece.is_scan}
    return module_of(
        f"task {task.name}", fingerprint(text)[:8], text, {**names, "__name__": f"{__name__}.{_name(task.name)}"}
    )


def has_trailer(task: Task) -> bool:
    """Return whether a task is about vehicles with a trailer."""
    pieces = *(entry.piece for entry in task.entries), *(condition.piece for condition in task.conditions)
    return task.content.goal.part == "trailer" or any(piece.needs_trailer for piece in pieces)


def text_of(task: Task) -> str:
    """Return the text of the stages of a task."""
    content = task.content
    trailer, hitch = "", "0.0, 0.0, 0.0"
    if has_trailer(task):
        trailer = ", trailer: Trailer"
        hitch = "trailer.hitch_angle[i], trailer.hitch_offset[i], trailer.trailer_length[i]"
    view = f"""View(
            pose.x[i], pose.y[i], pose.z[i], pose.yaw[i], pose.pitch[i], pose.roll[i],
            motion.speed[i], motion.lateral_speed[i], motion.yaw_rate[i],
            inputs.steer[i], inputs.target_steer[i], inputs.throttle[i], inputs.brake[i],
            body.half_length[i], body.half_width[i], select((motion.status[i] & BLOCKED) != 0, 1.0, 0.0), {hitch},
            episode.goal_x[i], episode.goal_y[i], episode.goal_yaw[i], episode.decisions[i] * {content.decision!r},
            {content.decision!r}, episode.held[i] * {content.decision!r},
        )"""
    group = ", group: Whole[Group]" if content.agents else ""
    columns = f"pose: Pose, motion: Motion, inputs: DriverInputs, body: Body, episode: Episode{trailer}{group}"
    errors = f"errors_of_{content.goal.part}(view)"
    goal = content.goal
    size = f"size_of(errors, view.speed, {goal.heading_weight!r}, {goal.left_weight!r}, {goal.speed_weight!r})"
    return f'''"""Stages of the task {task.name}, made from its pieces."""


def judge({columns}, outcome: Outcome) -> None:
    for i in range(pose.x.size):
        if episode.is_due[i] == 0:
            continue
        episode.decisions[i] += 1
        view = {view}
        errors = {errors}
        error = {size}
        memory = Memory(
            episode.start_error[i], episode.error[i], episode.least_error[i], episode.last_steer[i], episode.held[i]
        )
        row = body.vehicle_id[i]
        reward = 0.0
{_reward_lines(task)}
        cause = 0
{_end_lines(task)}
        outcome.reward[i] = reward
        outcome.cause[i] = cause
        outcome.is_cut[i] = (cause == 0) & (episode.decisions[i] >= {task.most_decisions})
        episode.error[i] = error
        episode.least_error[i] = select(error < memory.least_error, error, memory.least_error)
        episode.last_steer[i] = inputs.target_steer[i]


def observe({columns}, surroundings: Whole[Surroundings], sight: Whole[Sight]) -> None:
    for i in range(pose.x.size):
        if episode.is_due[i] == 0:
            continue
        view = {view}
        errors = {errors}
        if episode.decisions[i] == 0:
            error = {size}
            episode.start_error[i], episode.error[i], episode.least_error[i] = error, error, error
            episode.last_steer[i] = inputs.target_steer[i]
        row = body.vehicle_id[i]
{_entry_lines(task)}
'''


def _reward_lines(task: Task) -> str:
    lines: list[str] = []
    for term in task.terms:
        others = _group(REWARDS[term.name])
        value = f"{_name(term.name)}(view, errors, error, memory{others}{_more(term.arguments)})"
        if term.role >= 0:
            lines.append(f"if group.role[row] == {term.role}:")
        lines.append(f"{'    ' if term.role >= 0 else ''}reward = reward + {term.weight!r} * {value}")
    return _indented(lines)


def _end_lines(task: Task) -> str:
    lines: list[str] = []
    for number, condition in enumerate(task.conditions, 1):
        role = f" & (group.role[row] == {condition.role})" if condition.role >= 0 else ""
        others = _group(condition.piece)
        is_met = f"{_end_name(condition.name)}(view, errors{others}{_more(condition.arguments)})"
        if condition.held:
            lines.append(f"episode.held[i] = select({is_met}, memory.held + 1.0, 0.0)")
            is_met = f"(episode.held[i] >= {condition.held})"
        lines.append(f"if (cause == 0){role} & {is_met}:")
        lines.append(f"    cause = {number}")
        lines.append(f"    reward = reward + {condition.reward!r}")
    return _indented(lines)


def _entry_lines(task: Task) -> str:
    lines: list[str] = []
    for number, entry in enumerate(task.entries):
        if entry.piece.is_scan:
            continue
        around = ", surroundings" if entry.piece.sees_surroundings else ""
        value = f"{_name(entry.kind)}(view, errors{around}{_group(entry.piece)}{_more(entry.arguments)})"
        lines.append(f"sight.entries[row, {number}] = clamp({value} / {entry.scale!r}, -1.0, 1.0)")
    return _indented(lines)


def _group(piece: Any) -> str:
    return ", group, row" if piece.sees_group else ""


def _more(arguments: Sequence[float]) -> str:
    return "".join(f", {value!r}" for value in arguments)


def _name(kind: str) -> str:
    return f"piece_{kind.replace('-', '_').lower()}"


def _end_name(kind: str) -> str:
    return _name(f"end-{kind}")  # a term of the reward may have the same name


def _indented(lines: Sequence[str]) -> str:
    return "\n".join(f"        {line}" for line in lines)
