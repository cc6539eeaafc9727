"""Figures of document 004, "Simple 2D car steering physics in games", one for each of its steps."""

import math
from typing import Any

from ....base.plotting.drawing import (
    body_point,
    draw_angle,
    draw_arrow,
    draw_bicycle,
    draw_guide,
    draw_length,
    draw_point,
)
from ....base.plotting.style import draw_curve, label_scene, name_curve, new_figure
from ...compare.ready_made import Comparison

WHEELBASE, HEADING, STEER, DISTANCE = 2.6, math.radians(20.0), math.radians(30.0), 1.1
START = (0.0, 0.0, HEADING)
Point = tuple[float, float]


def figures() -> Any:
    """Draw the wheels, their displacements along their own directions, and the car between their new positions."""
    figure, (first, second, third) = new_figure(columns=3, width=14.0, height=3.6)
    _draw_wheels(first)
    _draw_moves(second)
    _draw_car(third)
    for axes in (first, second, third):
        axes.set_aspect("equal", adjustable="box")
        axes.set(xlim=(-2.2, 3.4), ylim=(-1.0, 1.9))
    return figure


def wheels() -> tuple[Point, Point, Point, Point]:
    """Return front and back wheel before the step, then after it."""
    front, back = body_point(START, 0.5 * WHEELBASE, 0.0), body_point(START, -0.5 * WHEELBASE, 0.0)
    way = HEADING + STEER
    moved_front = front[0] + DISTANCE * math.cos(way), front[1] + DISTANCE * math.sin(way)
    moved_back = back[0] + DISTANCE * math.cos(HEADING), back[1] + DISTANCE * math.sin(HEADING)
    return front, back, moved_front, moved_back


def car_between(front: Point, back: Point) -> tuple[float, float, float]:
    """Return the centre of two wheels, and the direction from the back to the front one."""
    x, y = 0.5 * (front[0] + back[0]), 0.5 * (front[1] + back[1])
    return x, y, math.atan2(front[1] - back[1], front[0] - back[0])


def _draw_wheels(axes: Any) -> None:
    front, back, _, _ = wheels()
    label_scene(axes, title="Step 1: where the wheels are")
    draw_bicycle(axes, START, wheelbase=WHEELBASE)
    draw_point(axes, (0.0, 0.0), text="carLocation", offset=(-5.0, 6.0))
    draw_guide(axes, back, (back[0] + 2.2, back[1]))
    draw_angle(axes, back, radius=1.5, start=0.0, end=HEADING, text="carHeading")
    _draw_half(axes, back, (0.0, 0.0))
    _draw_half(axes, (0.0, 0.0), front)
    _draw_axis(axes, back, front)


def _draw_half(axes: Any, start: Point, end: Point) -> None:
    """Draw a dimension line to the left of the car."""
    aside = (-0.6 * math.sin(HEADING), 0.6 * math.cos(HEADING))
    ends = ((start[0] + aside[0], start[1] + aside[1]), (end[0] + aside[0], end[1] + aside[1]))
    draw_length(axes, *ends, text="wheelBase / 2")


def _draw_axis(axes: Any, back: Point, front: Point) -> None:
    """Draw the longitudinal axis of the car."""
    beyond = front[0] + 1.3 * math.cos(HEADING), front[1] + 1.3 * math.sin(HEADING)
    line = draw_curve(axes, [back[0], beyond[0]], [back[1], beyond[1]], index=1, linewidth=1.1, zorder=1.2)
    name_curve(axes, line, "the way it points", at=1.0)


def _draw_moves(axes: Any) -> None:
    front, back, moved_front, moved_back = wheels()
    label_scene(axes, title="Step 2: each wheel the way it points")
    draw_bicycle(axes, START, wheelbase=WHEELBASE, steer_angle=STEER)
    for index, (start, end, name) in enumerate(
        ((back, moved_back, "carSpeed dt"), (front, moved_front, "carSpeed dt "))
    ):
        line = draw_curve(axes, [start[0], end[0]], [start[1], end[1]], index=index, linestyle="-", zorder=4.5)
        name_curve(axes, line, name, at=0.9)
        draw_point(axes, end)
    ahead = front[0] + 1.5 * math.cos(HEADING), front[1] + 1.5 * math.sin(HEADING)
    draw_guide(axes, front, ahead)
    draw_angle(axes, front, radius=0.75, start=HEADING, end=HEADING + STEER, text="steerAngle")


def _draw_car(axes: Any) -> None:
    front, back, moved_front, moved_back = wheels()
    label_scene(axes, title="Step 3: the car between the new wheels")
    draw_bicycle(axes, START, wheelbase=WHEELBASE, opacity=0.25)
    pose = car_between(moved_front, moved_back)
    draw_bicycle(axes, pose, wheelbase=math.dist(moved_front, moved_back), steer_angle=STEER)
    draw_point(axes, pose[:2], text="new carLocation", offset=(-6.0, 8.0))
    draw_guide(axes, moved_back, (moved_back[0] + 1.6, moved_back[1]))
    draw_angle(axes, moved_back, radius=1.1, start=0.0, end=pose[2], text="new carHeading")
    line = draw_curve(
        axes, [moved_back[0], moved_front[0]], [moved_back[1], moved_front[1]], index=1, linewidth=1.1, zorder=2.7
    )
    name_curve(axes, line, "from wheel to wheel", at=0.25)
    for start, end in ((back, moved_back), (front, moved_front)):
        draw_arrow(axes, start, end, linewidth=1.0)


COMPARISONS = (Comparison("figures-004", "004", "its three figures: the wheels, their moves, the new car", figures),)
