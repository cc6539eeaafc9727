"""Figures 1 to 6 of document 001, "Using Polar Coordinates for Movement in a Game", drawn from its text."""

import math
from typing import Any

import numpy as np

from ....base.plotting.drawing import draw_angle, draw_arrow, draw_guide, draw_point
from ....base.plotting.style import PALE_INK, draw_curve, label_scene, name_curve, new_figure, note
from ....models.kinematic.polar import laws
from ...compare.ready_made import Comparison
from ..models.polar import faithful

SPEED, ACCELERATION = 1, 0  # curve styles: the document's red and blue
Point = tuple[float, float]
ORIGIN: Point = (0.0, 0.0)  # of the arrows [m]


def figures() -> Any:
    """Draw six sketches in the document's order; figures 7 and 8 are curves, in turn-laws and brake-laws."""
    figure, (first, second, third, fourth, fifth, sixth) = new_figure(columns=3, rows=2, width=13.0, height=8.6)
    _draw_diagonal(first)
    _draw_magnitude(second)
    _draw_question(third)
    _draw_sweep(fourth)
    _draw_shorter_way(fifth)
    _draw_turn_rate(sixth)
    return figure


def polar(radius: float, degrees: float) -> Point:
    """Return a point by its distance from the origin and its direction, counter-clockwise from east."""
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def _line(axes: Any, end: Point, *, index: int, name: str = "", at: float = 0.7) -> None:
    """Draw a named vector from the origin."""
    line = draw_curve(axes, [0.0, end[0]], [0.0, end[1]], index=index, linestyle="-", linewidth=2.6)
    if name:
        name_curve(axes, line, name, at=at)


def _arc(axes: Any, radius: float, start: float, end: float, *, name: str, at: float = 0.5) -> None:
    angles = np.radians(np.linspace(start, end, 60))
    line = draw_curve(
        axes, radius * np.cos(angles), radius * np.sin(angles), index=2, linewidth=1.2
    )  # fmt: skip
    name_curve(axes, line, name, at=at)


def _frame(axes: Any, title: str, *, x: Point, y: Point) -> None:
    label_scene(axes, title=title)
    axes.set_aspect("equal", adjustable="box")
    axes.set(xlim=x, ylim=y)


def _draw_diagonal(axes: Any) -> None:
    """Draw forward and strafe, each limited to 1, and their sum."""
    for end, text in (((0.0, 1.0), "forward: 1"), ((1.0, 0.0), "strafe: 1")):
        draw_arrow(axes, ORIGIN, end, text=text)
    draw_arrow(axes, ORIGIN, (1.0, 1.0), text=f"{math.hypot(1.0, 1.0):.2f}", colour="#0072B2")
    _arc(axes, 1.0, 0.0, 90.0, name="a magnitude of 1", at=0.35)
    _frame(axes, "Figure 1: both at once are faster", x=(-0.4, 1.6), y=(-0.3, 1.35))


def _draw_magnitude(axes: Any) -> None:
    """Draw a magnitude of 2.4 and an angle of 47 degrees, with the Cartesian components."""
    end = polar(2.4, 47.0)
    _line(axes, end, index=SPEED, name="magnitude 2.4", at=0.6)
    draw_guide(axes, ORIGIN, (2.6, 0.0))
    draw_guide(axes, (end[0], 0.0), end)
    draw_angle(axes, ORIGIN, radius=0.7, start=0.0, end=math.radians(47.0), text="47°")
    draw_point(axes, end, text=f"x = {end[0]:.2f}, y = {end[1]:.2f}", offset=(-20.0, 10.0), colour=PALE_INK)
    _frame(axes, "Figure 2: an angle and a magnitude", x=(-0.5, 3.1), y=(-0.5, 2.4))


def _draw_question(axes: Any) -> None:
    """Draw the present speed and the desired one."""
    _line(axes, polar(2.0, 20.0), index=SPEED, name="speed")
    _line(axes, polar(2.0, 110.0), index=ACCELERATION, name="acceleration")
    _frame(axes, "Figure 3: from the one to the other", x=(-1.4, 2.4), y=(-0.4, 2.3))


def _draw_sweep(axes: Any) -> None:
    """Draw the speed vector every few frames, by the document's code."""
    states = swept()
    ends = [(state.speed * math.cos(state.yaw), state.speed * math.sin(state.yaw)) for state in states]
    for x, y in ends[::6]:
        draw_arrow(axes, ORIGIN, (x, y), colour="#D55E00", linewidth=1.0)
    tips = draw_curve(axes, [x for x, _ in ends], [y for _, y in ends], index=2, linewidth=1.4)
    name_curve(axes, tips, "its tip, every tenth of a second", at=0.4)
    _line(axes, polar(9.0, 110.0), index=ACCELERATION, name="acceleration", at=0.9)
    _frame(axes, "Figure 4: each frame a new speed vector", x=(-9.0, 10.0), y=(-1.5, 10.0))


def swept() -> list[Any]:
    """Return the states of the document's dot at 60 frames per second, from 20 degrees towards 110."""
    states = [faithful.State(yaw=math.radians(20.0), speed=8.0)]
    control = faithful.Control(1.0, math.radians(110.0))
    for _ in range(90):
        states.append(faithful.step(states[-1], control, faithful.Params(), 1.0 / 60.0))
    return states


def _draw_shorter_way(axes: Any) -> None:
    """Draw a turn to the left by a negative angle and to the right by a positive one, as in the document."""
    _line(axes, (2.0, 0.0), index=SPEED, name="speed")
    for direction, text in ((120.0, "−120°"), (-120.0, "120°")):
        _line(axes, polar(2.0, direction), index=ACCELERATION, name="acceleration" if direction > 0.0 else "")
        draw_angle(axes, ORIGIN, radius=0.8, start=0.0, end=math.radians(direction), text=text)
    _frame(axes, "Figure 5: always the smaller angle", x=(-1.6, 2.4), y=(-2.1, 2.1))


def _draw_turn_rate(axes: Any) -> None:
    """Draw the fraction of the turn rate in the linear law, by the direction of the acceleration."""
    for delta in (0.0, 45.0, 90.0, 135.0, 180.0):
        angle = math.radians(delta)
        fraction = laws.turn_fraction(laws.LINEAR_TURN, angle, math.sin(angle), 1.0)
        end = polar(2.0, delta)
        _line(axes, end, index=ACCELERATION, name="acceleration" if delta == 45.0 else "", at=0.6)
        draw_point(axes, end, text=f"{delta:g}°: {fraction:g}", offset=(0.0, 9.0))
    draw_arrow(axes, ORIGIN, (1.2, 0.0), text="", colour="#D55E00", linewidth=3.0)
    note(axes, "orange: speed", x=0.52, y=0.12)
    _frame(axes, "Figure 6: the greater the angle, the faster", x=(-3.0, 3.0), y=(-0.7, 2.6))


COMPARISONS = (
    Comparison(
        "figures-001", "001", "figures 1 to 6: the sum of two keys, polar vectors, the turn between two", figures
    ),
)
