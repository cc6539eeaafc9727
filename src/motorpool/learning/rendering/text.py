"""Text of environments, for terminals: a small map and a line of numbers."""

import math

import numpy as np

from .canvas import NORTH, Camera, following, whole
from .picture import has_goal
from .vehicle import Points, Pose, axles, placed
from .watch import Story, Watch

COLUMNS, LINES = 60, 15  # of the map
TALL = 2  # a character is so many times higher than wide
ARROWS = "→↗↑↖←↙↓↘"  # by eighths of a turn from east
PATH, OBJECT, BODY, TRAILER = "·", "♣", "█", "▒"
FARTHEST = 0.25  # a map in which a character is wider than 4 m follows the vehicle instead [characters/m]


def text_of(watch: Watch, row: int) -> str:
    """Return a map of an environment, north up, and below it its numbers in a line.

    The vehicle is an arrow along its heading, its body ``█`` and its trailers ``▒``; the goal is an arrow in brackets,
    the path ``·``, objects ``♣``.
    """
    pose, story = watch.pose(row), watch.stories[row]
    rule = "─" * COLUMNS
    lines = ["┌" + rule + "┐", *(f"│{line}│" for line in _map(watch, row, pose, story)), "└" + rule + "┘"]
    return "\n".join([*lines, line_of(watch, row)])


def line_of(watch: Watch, row: int) -> str:
    """Return task, environment, time, return, distance and heading error to the goal, speed and the end in a line."""
    batch, pose, story = watch.batch, watch.pose(row), watch.stories[row]
    parts = [batch.task.name]
    if batch.count > 1:
        parts.append(f"environment {row}")
    parts.append(f"{float(batch.episode.decisions[row]) * batch.task.content.decision:.1f} s")
    parts.append(f"return {story.total:.2f}")
    if has_goal(batch.task):
        x, y, yaw = _part(watch, row, pose)
        goal_x, goal_y, goal_yaw = _goal(watch, row)
        error = math.degrees(math.remainder(yaw - goal_yaw, 2.0 * math.pi))
        parts.append(f"goal {math.hypot(goal_x - x, goal_y - y):.1f} m, heading error {error:+.0f}°")
    parts.append(f"speed {float(batch.world.vehicles.speed[row]):.1f} m/s")
    parts += [f"hitch {math.degrees(angle):+.0f}°" for angle in pose.hitches[: len(watch.drawing(row).trailers)]]
    ending = story.ending
    if ending is not None:
        parts.append(f"{ending.words}{' (success)' if ending.is_success else ''}")
    elif story.last is not None:
        parts.append(f"before: {story.last.words}")
    return "  ".join(parts)


def _map(watch: Watch, row: int, pose: Pose, story: Story) -> list[str]:
    cells = [[" "] * COLUMNS for _ in range(LINES)]
    drawing = watch.drawing(row)
    places = axles(drawing, pose)
    camera = _camera(watch, row, pose, story)

    def mark(points: object, sign: str) -> None:
        for x, y in np.atleast_2d(camera.project(points)):
            column, line = math.floor(x), LINES - 1 - math.floor(y / TALL)
            if 0 <= column < COLUMNS and 0 <= line < LINES:
                cells[line][column] = sign

    objects = watch.batch.world.objects
    mark(np.stack([objects.x, objects.y], axis=-1), OBJECT)
    mark(story.path, PATH)
    for (_, unit), place in zip(drawing.trailers, places, strict=False):
        mark(placed(_filled(unit.outline), place), TRAILER)
    if has_goal(watch.batch.task):
        x, y, yaw = _goal(watch, row)
        step = 1.0 / camera.scale
        mark([(x, y)], _arrow(yaw))
        mark([(x - step, y)], "[")
        mark([(x + step, y)], "]")
    middle = placed(np.array([(drawing.middle, 0.0)]), (pose.x, pose.y, pose.yaw))[0]
    mark(placed(_filled(drawing.body.outline), (float(middle[0]), float(middle[1]), pose.yaw)), BODY)
    mark([(pose.x, pose.y)], _arrow(pose.yaw))
    return ["".join(line) for line in cells]


def _camera(watch: Watch, row: int, pose: Pose, story: Story) -> Camera:
    size = COLUMNS, TALL * LINES
    places = [*story.path, *(place[:2] for place in axles(watch.drawing(row), pose))]
    if has_goal(watch.batch.task):
        found = whole([*places, _goal(watch, row)[:2]], *size)
        if found.scale >= FARTHEST:
            return found
    return following(pose.x, pose.y, NORTH, *size)


def _goal(watch: Watch, row: int) -> tuple[float, float, float]:
    episode = watch.batch.episode
    return float(episode.goal_x[row]), float(episode.goal_y[row]), float(episode.goal_yaw[row])


def _part(watch: Watch, row: int, pose: Pose) -> tuple[float, float, float]:
    """Return x, y [m] and yaw [rad] of the part that is to reach the goal."""
    places = axles(watch.drawing(row), pose)
    is_trailer = watch.batch.task.content.goal.part == "trailer" and places
    return places[0] if is_trailer else (pose.x, pose.y, pose.yaw)


def _arrow(yaw: float) -> str:
    return ARROWS[round(yaw / (0.25 * math.pi)) % 8]


def _filled(outline: Points) -> Points:
    """Return points along the middle line of a unit, half a metre apart [m]."""
    along = outline[:, 0]
    places = np.arange(along.min() + 0.25, along.max(), 0.5)
    return np.stack([places, np.zeros_like(places)], axis=-1)
