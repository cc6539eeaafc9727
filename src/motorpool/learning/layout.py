"""Layout of a task's vehicles in one world: places side by side on plain ground, and marks of their goals."""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..vehicles.fleet import Fleet
from .task import Task

Floats = NDArray[np.float64]

FREE = 1.0  # of a marked goal, around the vehicle [m]
PLAIN = frozenset({"kind"})  # keys of a surface that is the same everywhere


class Layout(NamedTuple):
    """Places of the tasks of all vehicles of one world, and the mark of a goal on the ground."""

    origins: Floats  # x and y of each, in columns [m]
    mark: tuple[float, float, float] | None = None  # strip from and to, along the goal's heading, and its width [m]


def laid_out(task: Task, count: int) -> Layout:
    """Return a grid along the goal's heading on plain ground.

    Elsewhere all have the same origin, because the ground belongs to the task.
    """
    start, goal, world = task.content.start, task.content.goal, task.content.world
    surface: Any = world.get("surface") or {}
    is_plain = terrain_of(world).get("source") == "flat" and not world.get("objects") and not world.get("roads")
    if start is None or not is_plain or (isinstance(surface, dict) and surface.keys() - PLAIN):
        return Layout(np.zeros((count, 2)))
    fleet = task.scenario(1).build(can_step=False).fleets[0]
    trailers = _trailer_lengths(fleet)
    length, moves = fleet.body.length + sum(trailers), width_of(goal.x) + width_of(goal.y)
    ahead, left = (
        max(0.0, *interval) - min(0.0, *interval) + 2.0 * length + moves for interval in (start.ahead, start.left)
    )
    half, offset = 0.5 * fleet.body.length, fleet.body.offset or 0.0
    ends = (-FREE, trailers[0]) if goal.part == "trailer" and trailers else (offset - half, offset + half)
    is_aimed_at = any(condition.piece.is_success and condition.piece.needs_goal for condition in task.conditions)
    is_marked = is_aimed_at and not moves and not width_of(goal.yaw_deg) and not fleet.model.stands_on_ground
    mark = (*ends, fleet.body.width + FREE) if is_marked else None
    return Layout(_grid(count, ahead, left, math.radians(middle(goal.yaw_deg))), mark)


def _trailer_lengths(fleet: Fleet) -> list[float]:
    """Return the length of each trailer that a vehicle has [m]."""
    counted_by = fleet.model.trailer_count
    count = round(float(getattr(fleet.params, counted_by)[0])) if counted_by else len(fleet.model.trailers)
    return [float(getattr(fleet.params, each.length)[0]) for each in fleet.model.trailers[:count] if each.length]


def _grid(count: int, ahead: float, left: float, yaw: float) -> Floats:
    """Return x and y of positions in a grid of cells around (0, 0), in columns [m].

    Args:
        ahead, left: size of a cell along and across the heading [m].
        yaw: direction of the grid's columns, counter-clockwise from east [rad].
    """
    columns = max(1, round(math.sqrt(count * ahead / left)))
    along = ahead * (np.arange(count) // columns - 0.5 * (math.ceil(count / columns) - 1))
    aside = left * (0.5 * (min(count, columns) - 1) - np.arange(count) % columns)
    return np.stack(
        [along * math.cos(yaw) - aside * math.sin(yaw), along * math.sin(yaw) + aside * math.cos(yaw)], axis=1
    )


def marks(task: Task, layout: Layout) -> Iterator[dict[str, Any]]:
    """Yield a strip of asphalt for each goal."""
    assert layout.mark is not None
    goal, (first, last, width) = task.content.goal, layout.mark
    yaw = math.radians(middle(goal.yaw_deg))
    for east, north in layout.origins.tolist():
        x, y = middle(goal.x) + east, middle(goal.y) + north
        points = [[x + end * math.cos(yaw), y + end * math.sin(yaw)] for end in (first, last)]
        yield {"points": points, "width": width, "kind": "dry-asphalt"}


def terrain_of(world: dict[str, Any]) -> dict[str, Any]:
    """Return the terrain of a scenario's values, as a mapping."""
    terrain: Any = world.get("terrain") or {}
    return {"source": terrain} if isinstance(terrain, str) else dict(terrain)


def middle(value: float | Sequence[float]) -> float:
    """Return a number, or the middle of an interval."""
    return float(np.mean(value))


def width_of(value: float | Sequence[float]) -> float:
    """Return the length of an interval; 0 of a number."""
    return float(np.ptp(value))
