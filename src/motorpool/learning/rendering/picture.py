"""Pictures of environments from above: ground, goal, path, vehicle, and a line of text."""

import math
from typing import Literal, get_args

import numpy as np

from ..task import Task
from . import ground
from .canvas import FARTHEST_WHOLE, NORTH, Camera, Canvas, Pixels, following, whole
from .vehicle import Drawing, Points, Pose, box_at, corners_of, draw_vehicle
from .watch import Story, Watch

View = Literal["auto", "whole", "follow", "heading"]
VIEWS: tuple[str, ...] = get_args(View)

INK, PAPER = "#26302d", "#ffffff"
GOAL, GOAL_LINE = "#009e73", "#ffffff"
PATH, TRAILER_PATH = "#d55e00", "#0072b2"
SUCCESS, FAILURE, NEUTRAL = "#00785a", "#b3260f", "#5b6a64"
BAY_MARGIN = 0.45  # between a vehicle in the bay and the bay's lines [m]
EDGE = 2.0  # from a vehicle to the picture's edge at least [m]


class Pictures:
    """Draws the environments of a watch.

    Args:
        size: width and height [pixels].
        view: "whole" shows start, goal and vehicle, north up; "follow" keeps the vehicle in the middle, "heading" with
            its heading up as well; "auto" is "whole" where that shows the vehicle large enough, else "follow".
    """

    def __init__(self, watch: Watch, *, size: tuple[int, int], view: str):
        self._watch, self._size, self._view = watch, size, view
        self._task = watch.batch.task
        self._has_goal = has_goal(self._task)
        self._canvas = Canvas(*size)
        self._cameras: dict[int, tuple[tuple[int, int], Camera]] = {}  # by row, each for one episode
        self._grounds: dict[int, tuple[Camera, Pixels]] = {}

    def picture(self, row: int) -> Pixels:
        """Return the picture of an environment: (height, width, 3), the upper row first."""
        watch = self._watch
        pose, story, drawing = watch.pose(row), watch.stories[row], watch.drawing(row)
        camera = self.camera(row)
        canvas = self._canvas
        self._cover(canvas, camera, row)
        if self._has_goal:
            self._draw_goal(canvas, camera, row)
        for path, colour in ((story.trailer_path(drawing), TRAILER_PATH), (story.path, PATH)):
            if len(path) > 1:
                points = camera.project(path)
                canvas.line(points, "#ffffff", width=4.0, alpha=0.5)
                canvas.line(points, colour, width=2.0, alpha=0.85)
        for other in self._others(row):
            draw_vehicle(canvas, camera, watch.drawing(other), watch.pose(other))
        draw_vehicle(canvas, camera, drawing, pose)
        if self._has_goal:
            self._point_to_goal(canvas, camera, row, pose)
        ground.draw_scale(canvas, camera)
        self._write(canvas, row, story)
        return canvas.pixels

    def camera(self, row: int) -> Camera:
        """Return the camera of an environment."""
        pose = self._watch.pose(row)
        if self._view == "heading":
            return following(pose.x, pose.y, pose.yaw, *self._size)
        north_up = following(pose.x, pose.y, NORTH, *self._size)
        does_follow = not self._has_goal or self._task.agents > 1
        if self._view == "follow" or (self._view == "auto" and does_follow):
            return north_up
        camera = self._whole(row, pose)
        return north_up if self._view == "auto" and camera.scale < FARTHEST_WHOLE else camera

    def _whole(self, row: int, pose: Pose) -> Camera:
        """Return the episode's camera; it moves away if the vehicle leaves its picture."""
        batch, drawing = self._watch.batch, self._watch.drawing(row)
        episode = int(batch.episodes[row]), int(batch.seeds[row])
        corners = corners_of(drawing, pose)
        known = self._cameras.get(row)
        if known is not None and known[0] == episode and known[1].shows(corners, EDGE):
            return known[1]
        points = [*corners, *self._watch.stories[row].path]
        if self._has_goal:
            points += [(float(x), float(y)) for x, y in self._bay(row)]
        if known is not None and known[0] == episode:
            extent = known[1].ground(2, 2)
            points += [(float(x), float(y)) for x, y in zip(extent[0].ravel(), extent[1].ravel(), strict=True)]
        camera = whole(points, *self._size)
        self._cameras[row] = episode, camera
        return camera

    def _others(self, row: int) -> list[int]:
        """Return the other agents of an agent's group."""
        size = self._task.agents
        first = row // size * size
        return [other for other in range(first, first + size) if other != row]

    def _cover(self, canvas: Canvas, camera: Camera, row: int) -> None:
        known = self._grounds.get(row)
        if known is None or known[0] != camera:
            ground.draw_ground(canvas, camera, self._watch.batch.world)
            self._grounds[row] = camera, canvas.pixels
        else:
            canvas.cover(known[1])

    def _goal(self, row: int) -> tuple[float, float, float]:
        episode = self._watch.batch.episode
        return float(episode.goal_x[row]), float(episode.goal_y[row]), float(episode.goal_yaw[row])

    def _bay(self, row: int) -> Points:
        """Return the corners of the rectangle that the part fills at the goal, from its right rear one [m]."""
        return bay(self._watch.drawing(row), self._task, self._goal(row))

    def _draw_goal(self, canvas: Canvas, camera: Camera, row: int) -> None:
        """Draw the bay with its open front, and chevrons that point along the goal's heading."""
        corners = self._bay(row)
        pixels = camera.project(corners)
        canvas.polygon(pixels, GOAL, alpha=0.30)
        right_rear, right_front, left_front, left_rear = pixels
        lines = np.stack([right_front, right_rear, left_rear, left_front])
        canvas.line(lines, GOAL, width=5.0)
        canvas.line(lines, GOAL_LINE, width=2.4)
        ahead, across = right_front - right_rear, left_rear - right_rear
        depth = 0.3 * np.linalg.norm(across) / max(float(np.linalg.norm(ahead)), 1e-9)
        for share in (0.35, 0.5, 0.65):
            tip = right_rear + share * ahead + 0.5 * across
            sides = [tip + side * 0.26 * across - depth * ahead for side in (-1.0, 1.0)]
            canvas.line(np.stack([sides[0], tip, sides[1]]), GOAL_LINE, width=2.4, alpha=0.9)

    def _point_to_goal(self, canvas: Canvas, camera: Camera, row: int, pose: Pose) -> None:
        """Draw an arrow to a goal that is not in the picture, with its distance."""
        x, y, _ = self._goal(row)
        if camera.shows([(x, y)]):
            return
        middle, goal = camera.project([(pose.x, pose.y), (x, y)])
        away = (goal - middle) / max(float(np.linalg.norm(goal - middle)), 1e-9)
        room = np.array([0.5 * camera.width - 34.0, 0.5 * camera.height - 44.0])
        tip = middle + away * float((room / np.maximum(abs(away), 1e-9)).min())
        side = np.array([-away[1], away[0]])
        canvas.polygon(
            np.stack([tip + 15.0 * away, tip + 9.0 * side - 5.0 * away, tip - 9.0 * side - 5.0 * away]),
            GOAL,
            line=PAPER,
            width=2.0,
        )
        words = f"{math.hypot(x - pose.x, y - pose.y):.0f} m"
        width = canvas.width_of(words, size=12.0, is_bold=True)
        at = tip - 20.0 * away
        _plate(canvas, at[0] - 0.5 * width - 6.0, at[1] - 9.0, width + 12.0, 18.0)
        canvas.text(at[0] - 0.5 * width, at[1] - 4.5, words, GOAL, size=12.0, is_bold=True)

    def _write(self, canvas: Canvas, row: int, story: Story) -> None:
        """Write task, environment, time, return and cause."""
        batch = self._watch.batch
        time = float(batch.episode.decisions[row]) * self._task.content.decision
        words: list[tuple[str, str, bool]] = [(self._task.name, INK, True)]
        if batch.count > 1:
            words.append((f"environment {row}", NEUTRAL, False))
        words += [(f"{time:.1f} s", INK, False), (f"return {story.total:.2f}", INK, False)]
        if story.ending is not None:
            words.append((story.ending.words, SUCCESS if story.ending.is_success else FAILURE, True))
        elif story.last is not None:
            words.append((f"before: {story.last.words}", SUCCESS if story.last.is_success else FAILURE, False))
        widths = [canvas.width_of(text, size=13.0, is_bold=is_bold) for text, _, is_bold in words]
        gap, x, y = 14.0, 18.0, canvas.height - 27.0
        _plate(canvas, 8.0, y - 8.0, sum(widths) + gap * (len(words) - 1) + 20.0, 25.0)
        for (text, colour, is_bold), width in zip(words, widths, strict=True):
            canvas.text(x, y, text, colour, size=13.0, is_bold=is_bold)
            x += width + gap


def has_goal(task: Task) -> bool:
    """Return whether an observation or an end of a task is about the goal."""
    pieces = *(entry.piece for entry in task.entries), *(condition.piece for condition in task.conditions)
    return any(piece.needs_goal for piece in pieces)


def bay(drawing: Drawing, task: Task, goal: tuple[float, float, float]) -> Points:
    """Return the corners of the rectangle that a task's part fills at the goal, from its right rear one [m].

    Args:
        goal: x, y [m] and yaw [rad].
    """
    if task.content.goal.part == "trailer" and drawing.trailers:
        return box_at(drawing.trailers[0][1], goal, margin=BAY_MARGIN)
    return box_at(drawing.body, goal, middle=drawing.middle, margin=BAY_MARGIN)


def _plate(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """Draw a pale plate with round ends under text."""
    turns = np.linspace(0.5 * math.pi, 1.5 * math.pi, 12)
    radius = 0.5 * height
    end = radius * np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    left, right = np.array([x + radius, y + radius]), np.array([x + width - radius, y + radius])
    canvas.polygon(np.concatenate([left + end, right - end]), PAPER, alpha=0.82)
