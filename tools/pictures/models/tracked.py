"""The pictures of the pages about arcs: any twist, two tracks, and the approximation beside them."""

import math
from typing import Any

from motorpool.base.plotting.drawing import (
    body_point,
    draw_angle,
    draw_box,
    draw_guide,
    draw_length,
    draw_point,
    draw_tracked,
)
from motorpool.base.plotting.style import (
    CURVES,
    draw_curve,
    label_axes,
    label_map,
    label_scene,
    name_curve,
    new_figure,
    text_colour,
)
from motorpool.models.kinematic import arc
from motorpool.models.kinematic.tracked import arc as tracked
from motorpool.studies.published.models.tracked import simple

FACING_NORTH = arc.State(yaw=0.5 * math.pi)
BLUE, RED, GREEN, PURPLE = (text_colour(curve.colour) for curve in CURVES[:4])


# ---------------------------------------------------------------- arc


def any_twist() -> Any:
    """A body that moves ahead, to its left and turns, at some moments of its way."""
    figure, (axes,) = new_figure(width=6.4, height=4.2)
    twist = arc.Control(forward_speed=2.0, lateral_speed=0.6, yaw_rate=0.5)

    def pose(time: float) -> arc.State:
        return arc.step(arc.State(), twist, arc.Params(), time)

    for time in (0.0, 1.0, 2.0, 3.0):
        draw_box(axes, *pose(time), length=1.6, width=0.8, alpha=1.0 if time in (0.0, 3.0) else 0.45)
        nose = body_point(tuple(pose(time)), 0.8, 0.0)
        axes.plot(*zip(pose(time)[:2], nose, strict=True), color="#6b6b6b", linewidth=0.9, zorder=2.5)
    path = [pose(0.03 * step) for step in range(101)]
    line = draw_curve(axes, [at.x for at in path], [at.y for at in path], zorder=3.0)
    name_curve(axes, line, "path", at=0.5)
    start, end = path[0], path[-1]
    centre = body_point(tuple(start), -twist.lateral_speed / twist.yaw_rate, twist.forward_speed / twist.yaw_rate)
    for at in (start, end):
        draw_guide(axes, at[:2], centre)
    draw_curve(axes, (start.x, end.x), (start.y, end.y), index=1, zorder=3.5)
    chord = 0.42 * end.x, 0.42 * end.y
    axes.annotate("chord", chord, (-6.0, 6.0), textcoords="offset points", ha="right", color=RED, fontsize=9.0)
    draw_point(axes, centre, text="centre", offset=(0.0, 9.0))
    first = math.atan2(start.y - centre[1], start.x - centre[0])
    draw_angle(axes, centre, radius=1.3, start=first, end=first + 3.0 * twist.yaw_rate, text="turn", colour=GREEN)
    label_map(axes, title="A constant twist: 2 m/s ahead, 0.6 m/s to the left, 0.5 rad/s")
    return figure


# ---------------------------------------------------------------- tracked/arc


def tracked_arc() -> Any:
    """The figures 2 and 3 of document 000, one drawing: a right turn with all its lengths and angles."""
    figure, (axes,) = new_figure(width=6.4, height=5.2)
    gauge, control = 2.0, tracked.Control(left_track_speed=6.0, right_track_speed=4.0)
    params = tracked.Params(track_gauge=gauge)

    def pose(time: float) -> arc.State:
        return tracked.step(FACING_NORTH, control, params, time)

    start, end, times = pose(0.0), pose(1.0), [0.01 * step for step in range(101)]
    draw_tracked(axes, tuple(start), track_gauge=gauge, length=2.6)
    draw_tracked(axes, tuple(end), track_gauge=gauge, length=2.6)
    curves = ((gauge / 2.0, "T1"), (0.0, "s"), (-gauge / 2.0, "T2"))
    for index, (side, name) in enumerate(curves):
        points = [body_point(tuple(pose(time)), 0.0, side) for time in times]
        draw_curve(axes, *zip(*points, strict=True), index=index, zorder=4.0)
        colour = text_colour(CURVES[index].colour)
        offset = (-7.0, 3.0) if side >= 0.0 else (7.0, -3.0)
        axes.annotate(
            name,
            points[52],
            offset,
            textcoords="offset points",
            color=colour,
            fontsize=9.5,
            ha="right" if side >= 0.0 else "left",
            zorder=6.0,
        )
    middle = 0.5 * gauge * (control.left_track_speed + control.right_track_speed)
    radius = middle / (control.left_track_speed - control.right_track_speed)
    centre = radius, 0.0
    for at in (start, end):
        draw_guide(axes, at[:2], centre)
    axes.plot(
        *zip(start[:2], end[:2], strict=True), color=PURPLE, linestyle=CURVES[3].dashes, linewidth=2.0, zorder=4.0
    )
    axes.annotate(
        "t", (0.86 * end.x, 0.86 * end.y), (7.0, -6.0), textcoords="offset points", color=PURPLE, fontsize=9.5
    )
    draw_point(axes, centre, text="centre", offset=(9.0, 0.0))
    turn = 0.5 * math.pi - pose(1.0).yaw
    draw_angle(axes, centre, radius=1.4, start=math.pi, end=math.pi - turn, text="2g")
    draw_length(axes, (-gauge / 2.0, -1.8), (gauge / 2.0, -1.8), text="2d", side=-1)
    draw_length(axes, (gauge / 2.0, -1.8), (radius, -1.8), text="r", side=-1)
    label_scene(axes, title="T1 = 6 m/s, T2 = 4 m/s, 2d = 2 m: after one second")
    return figure


# ---------------------------------------------------------------- tracked/simple


def tracked_simple() -> Any:
    """The tight circle of document 000, exact and approximate; and how the error shrinks with the step."""
    figure, (circles, errors) = new_figure(columns=2, width=9.6, height=4.4)
    draw_circles(circles)
    draw_errors(errors)
    return figure


def draw_circles(axes: Any) -> None:
    """T1 = 10, T2 = -9, d = 2, one update a second: the vertices are where the vehicle is drawn."""
    control = tracked.Control(10.0, -9.0)
    cases = (
        ("tracked/arc", tracked, {}),
        ("simple", simple, {"heading_factor": 1.0}),
        ("simple, heading_factor 2", simple, {"heading_factor": 2.0}),
    )
    for index, (name, model, factors) in enumerate(cases):
        state, params, path = FACING_NORTH, model.Params(track_gauge=4.0, **factors), [FACING_NORTH]
        for _ in range(12):
            state = model.step(state, control, params, 1.0)
            path.append(state)
        axes.plot([at.x for at in path], [at.y for at in path], "o", markersize=4.0, color=CURVES[index].colour)
        draw_curve(axes, *circle(*path[:3]), name=name, index=index)
    draw_point(axes, (0.0, 0.0), text="start", offset=(-9.0, 0.0))
    label_map(axes, title="T1 = 10, T2 = −9, d = 2: twelve updates")


def circle(a: arc.State, b: arc.State, c: arc.State) -> tuple[list[float], list[float]]:
    """The circle through three places."""
    twice_area = 2.0 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
    b_square, c_square = (math.dist(a[:2], at[:2]) ** 2 for at in (b, c))
    x = ((c.y - a.y) * b_square - (b.y - a.y) * c_square) / twice_area
    y = ((b.x - a.x) * c_square - (c.x - a.x) * b_square) / twice_area
    radius, angles = math.hypot(x, y), [0.01 * math.pi * step for step in range(201)]
    return [a.x + x + radius * math.cos(angle) for angle in angles], [
        a.y + y + radius * math.sin(angle) for angle in angles
    ]


def draw_errors(axes: Any) -> None:
    """After one second of T1 = 3, T2 = 1, d = 1: a turn of 1 rad."""
    control, exact = tracked.Control(3.0, 1.0), tracked.Params(track_gauge=2.0)
    right = tracked.step(FACING_NORTH, control, exact, 1.0)
    cases = (
        ("as written: half the turn", {"heading_factor": 1.0}),
        ("heading_factor 2: order 2", {"heading_factor": 2.0}),
        ("lead_factor 0, Euler: order 1", {"heading_factor": 2.0, "lead_factor": 0.0}),
    )
    counts = [2**power for power in range(9)]
    for index, (name, factors) in zip((1, 2, 3), cases, strict=True):
        errors: list[float] = []
        for count in counts:
            state = FACING_NORTH
            for _ in range(count):
                state = simple.step(state, control, simple.Params(track_gauge=2.0, **factors), 1.0 / count)
            errors.append(math.dist(state[:2], right[:2]))
        draw_curve(axes, [1.0 / count for count in counts], errors, name=name, index=index, marker="o", markersize=3.5)
    axes.set(xscale="log", yscale="log")
    label_axes(axes, x=("time step", "s"), y=("error of the place", "m"), title="After a second that turns by 1 rad")


PICTURES = {"arc": any_twist, "tracked-arc": tracked_arc, "tracked-simple": tracked_simple}
