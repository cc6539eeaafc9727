"""Vehicles and dimensions drawn from above, in metres.

Everything is placed in the axes' own coordinates (x east, y north): a vehicle at its pose, a wheel at its steering
angle, an arc from one angle to another.
"""

import math
from typing import Any

from ..errors import require
from .style import INK, NAME_SIZE, NOTE_SIZE, PALE_INK

BODY, TRACK, WHEEL = "#f2f2ee", "#d8d8d2", "#3d3d3d"  # fills
WHEEL_LENGTH, WHEEL_WIDTH = 0.66, 0.22  # of a passenger car [m]


def _patches() -> Any:
    return require("matplotlib.patches", extra="app", purpose="a figure")


def draw_box(
    axes: Any, x: float, y: float, yaw: float, *, length: float, width: float, fill: str = BODY, **changes: Any
) -> Any:
    """Return a rectangle around (x, y) [m] from above, ``length`` along its yaw [rad]; ``changes`` are Matplotlib's.

    Args:
        yaw: direction of its length, counter-clockwise from east [rad].
    """
    cosine, sine = math.cos(yaw), math.sin(yaw)
    corners = [
        (x + a * 0.5 * length * cosine - b * 0.5 * width * sine, y + a * 0.5 * length * sine + b * 0.5 * width * cosine)
        for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]
    style: dict[str, Any] = {"edgecolor": INK, "linewidth": 1.0, "zorder": 2.0, "joinstyle": "round"}
    return axes.add_patch(_patches().Polygon(corners, closed=True, facecolor=fill, **{**style, **changes}))


def draw_wheel(axes: Any, x: float, y: float, angle: float, *, scale: float = 1.0, **changes: Any) -> Any:
    """Return a wheel at (x, y) [m] that rolls along an angle [rad], from above; a passenger car's has scale 1.

    Args:
        angle: direction in which it rolls, counter-clockwise from east [rad].
    """
    style: dict[str, Any] = {"fill": WHEEL, "linewidth": 0.6, "zorder": 3.0}
    style |= {"length": scale * WHEEL_LENGTH, "width": scale * WHEEL_WIDTH}
    return draw_box(axes, x, y, angle, **{**style, **changes})


def draw_car(
    axes: Any,
    pose: tuple[float, float, float],
    *,
    wheelbase: float,
    track_width: float,
    steer_angles: tuple[float, float] = (0.0, 0.0),
    body: str = BODY,
    scale: float = 1.0,
) -> None:
    """Draw a car with four wheels, the front ones at their steer angles.

    The pose [m, m, rad] is that of the middle between the axles; steer angles are left and right, left positive [rad].
    """
    x, y, yaw = pose
    draw_box(axes, x, y, yaw, length=1.5 * wheelbase, width=1.25 * track_width, fill=body, edgecolor=INK)
    for ahead, steers in ((0.5 * wheelbase, steer_angles), (-0.5 * wheelbase, (0.0, 0.0))):
        for side, steer in zip((0.5 * track_width, -0.5 * track_width), steers, strict=True):
            at_x, at_y = body_point(pose, ahead, side)
            draw_wheel(axes, at_x, at_y, yaw + steer, scale=scale)
    _draw_nose(axes, pose, 0.75 * wheelbase, INK, 1.0)


def draw_bicycle(
    axes: Any,
    pose: tuple[float, float, float],
    *,
    wheelbase: float,
    steer_angle: float = 0.0,
    colour: str = INK,
    scale: float = 1.0,
    opacity: float = 1.0,
) -> None:
    """Draw two wheels in line and the rod between them, whose middle is at the pose [m, m, rad]; left is positive.

    Args:
        opacity: 0..1.
    """
    x, y, yaw = pose
    (front_x, front_y), (rear_x, rear_y) = (
        body_point(pose, 0.5 * wheelbase, 0.0),
        body_point(pose, -0.5 * wheelbase, 0.0),
    )
    axes.plot([rear_x, front_x], [rear_y, front_y], color=colour, linewidth=1.6, alpha=opacity, zorder=2.5)
    look: dict[str, Any] = {"scale": scale, "alpha": opacity, "edgecolor": colour}
    draw_wheel(axes, rear_x, rear_y, yaw, **look)
    draw_wheel(axes, front_x, front_y, yaw + steer_angle, **look)
    axes.plot([x], [y], "o", color=colour, markersize=4.0, markerfacecolor="white", alpha=opacity, zorder=4.0)


def draw_tracked(
    axes: Any,
    pose: tuple[float, float, float],
    *,
    track_gauge: float,
    length: float | None = None,
    body: str = BODY,
) -> None:
    """Draw a tracked vehicle: two tracks with their shoes and the hull between; ``pose`` is that of its middle.

    The pose is x, y [m] and yaw [rad]; gauge and length are in metres, the length 1.6 gauges by default.
    """
    x, y, yaw = pose
    length = 1.6 * track_gauge if length is None else length
    width = 0.2 * track_gauge
    for side in (0.5 * track_gauge, -0.5 * track_gauge):
        at_x, at_y = body_point(pose, 0.0, side)
        draw_box(axes, at_x, at_y, yaw, length=length, width=width, fill=TRACK, edgecolor=INK)
        for shoe in range(1, 12):
            ahead = (shoe / 12.0 - 0.5) * length
            ends = [body_point(pose, ahead, side + half) for half in (-0.5 * width, 0.5 * width)]
            axes.plot(*zip(*ends, strict=True), color=INK, linewidth=0.5, alpha=0.7, zorder=2.5)
    draw_box(
        axes, x, y, yaw, length=0.86 * length, width=track_gauge - width, fill=body, edgecolor=INK
    )  # fmt: skip
    _draw_nose(axes, pose, 0.43 * length, INK, 1.0)


def _draw_nose(axes: Any, pose: tuple[float, float, float], ahead: float, colour: str, opacity: float) -> None:
    size = 0.16 * ahead
    corners = [body_point(pose, ahead - size, side) for side in (-size, size)] + [body_point(pose, ahead, 0.0)]
    style: dict[str, Any] = {"facecolor": colour, "edgecolor": "none", "alpha": opacity, "zorder": 3.0}
    axes.add_patch(_patches().Polygon(corners, closed=True, **style))


def body_point(pose: tuple[float, float, float], ahead: float, left: float) -> tuple[float, float]:
    """Return the world position of a point ahead and to the left in the body frame [m], of a pose [m, m, rad]."""
    x, y, yaw = pose
    cosine, sine = math.cos(yaw), math.sin(yaw)
    return x + ahead * cosine - left * sine, y + ahead * sine + left * cosine


# ---- arrows, angles, lengths


def draw_arrow(
    axes: Any,
    start: tuple[float, float],
    end: tuple[float, float],
    *,
    text: str = "",
    colour: str = INK,
    **changes: Any,
) -> Any:
    """Return a straight arrow between positions [m], with a text just beyond its head; ``changes`` are Matplotlib's.

    Args:
        text: nothing by default.
    """
    style: dict[str, Any] = {"arrowstyle": "-|>", "color": colour, "linewidth": 1.6, "shrinkA": 0.0, "shrinkB": 0.0}
    arrow = axes.annotate("", end, start, arrowprops={**style, **changes}, zorder=4.0)
    if text:
        direction = math.atan2(end[1] - start[1], end[0] - start[0])
        offset = (9.0 * math.cos(direction), 9.0 * math.sin(direction))
        _text_beside(axes, text, end, offset, colour)
    axes.update_datalim([start, end])
    axes.autoscale_view()
    return arrow


def draw_angle(
    axes: Any,
    centre: tuple[float, float],
    *,
    radius: float,
    start: float,
    end: float,
    text: str = "",
    colour: str = INK,
) -> None:
    """Draw an arc [m] with an arrow head at its end, and a text outside its middle.

    Directions are from the centre, counter-clockwise from east [rad]; the arc may turn either way.

    Args:
        text: nothing by default.
    """
    count = max(8, int(abs(end - start) * 24.0))
    angles = [start + (end - start) * k / count for k in range(count + 1)]
    points = [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]
    axes.plot(*zip(*points[:-1], strict=True), color=colour, linewidth=1.3, zorder=4.0)
    axes.annotate(
        "", points[-1], points[-3], zorder=4.0,
        arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.3, "shrinkA": 0.0, "shrinkB": 0.0},
    )  # fmt: skip
    if text:
        middle = 0.5 * (start + end)
        at = (centre[0] + radius * math.cos(middle), centre[1] + radius * math.sin(middle))
        _text_beside(axes, text, at, (10.0 * math.cos(middle), 10.0 * math.sin(middle)), colour)


def draw_length(axes: Any, start: tuple[float, float], end: tuple[float, float], *, text: str, side: int = 1) -> None:
    """Draw a dimension line between two points [m], with a text beside its middle, to the left (1) or right (-1)."""
    axes.annotate(
        "", end, start, zorder=4.0,
        arrowprops={"arrowstyle": "<|-|>", "color": PALE_INK, "linewidth": 0.9, "shrinkA": 0.0, "shrinkB": 0.0},
    )  # fmt: skip
    middle = (0.5 * (start[0] + end[0]), 0.5 * (start[1] + end[1]))
    direction = math.atan2(end[1] - start[1], end[0] - start[0]) + side * 0.5 * math.pi
    _text_beside(axes, text, middle, (9.0 * math.cos(direction), 9.0 * math.sin(direction)), PALE_INK)
    axes.update_datalim([start, end])
    axes.autoscale_view()


def draw_guide(axes: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw a thin dashed construction line between two points [m]."""
    axes.plot([start[0], end[0]], [start[1], end[1]], color=PALE_INK, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1.5)


def draw_point(
    axes: Any,
    at: tuple[float, float],
    *,
    text: str = "",
    offset: tuple[float, float] = (8.0, 8.0),
    colour: str = INK,
) -> None:
    """Draw a dot at x, y [m], with a text beside it at an offset to the right and up [pt].

    Args:
        text: nothing by default.
    """
    axes.plot([at[0]], [at[1]], "o", color=colour, markersize=4.5, zorder=5.0)
    if text:
        _text_beside(axes, text, at, offset, colour)


def draw_scale(axes: Any, at: tuple[float, float], *, length: float) -> None:
    """Draw a scale bar from its left end [m] with its length [m] written under it."""
    x, y = at
    axes.plot([x, x + length], [y, y], color=INK, linewidth=2.0, solid_capstyle="butt", zorder=4.0)
    _text_beside(axes, f"{length:g} m", (x + 0.5 * length, y), (0.0, -9.0), INK, size=NOTE_SIZE)


def _text_beside(
    axes: Any, text: str, at: tuple[float, float], offset: tuple[float, float], colour: str, *, size: float = NAME_SIZE
) -> None:
    """Text near a point, grown away from it: its near edge is ``offset`` [pt] from the point."""
    horizontal = "left" if offset[0] > 4.0 else "right" if offset[0] < -4.0 else "center"
    vertical = "bottom" if offset[1] > 4.0 else "top" if offset[1] < -4.0 else "center"
    effects = require("matplotlib.patheffects", extra="app", purpose="a figure")
    axes.annotate(
        text, at, offset, textcoords="offset points", fontsize=size, color=colour, ha=horizontal, va=vertical,
        zorder=6.0, annotation_clip=False, path_effects=[effects.withStroke(linewidth=2.5, foreground="white")],
    )  # fmt: skip
