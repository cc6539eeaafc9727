"""Curves' names beside them: each where it covers the least of the curves, the other names and the frame.

A name starts at the end of its curve. ``place_names`` then tries places along the whole curve, on all sides of it, near
and farther off (with a thin line to the curve), and keeps the one that is in nobody's way.
"""

from typing import Any

import numpy as np

from ..errors import require

_NAME = "curve's name"  # the artists' group id
_DIRECTIONS = 16  # sides of the curve that are tried
_DISTANCES = (0.35, 1.1, 2.2, 3.6)  # from the curve to the name's edge, in heights of the name
_LEADER_FROM = 1.0  # a name farther off than this has a line to its curve
_PLACES = 41  # along each curve
_SPACING = 2.5  # between the points that stand for a curve [pixels]


def mark_name(axes: Any, line: Any, name: str, *, at: float | None, size: float, colour: str) -> Any:
    """A name that ``place_names`` will put beside ``line``."""
    effects = require("matplotlib.patheffects", extra="app", purpose="a figure")
    points = np.atleast_2d(np.asarray(line.get_xydata(), dtype=float))
    points = points[np.isfinite(points).all(axis=1)]
    end = tuple(points[-1]) if len(points) else (0.0, 0.0)
    text = axes.annotate(
        name, end, xytext=(4.0, 4.0), textcoords="offset points", fontsize=size, color=colour, ha="center", va="center",
        gid=_NAME, zorder=5.0, annotation_clip=False, arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.0},
        path_effects=[effects.withStroke(linewidth=2.5, foreground="white")],
    )  # fmt: skip
    text.set_in_layout(False)
    text.curve, text.wanted_place = line, at
    return text


def names_in(axes: Any) -> list[Any]:
    """The names of curves in these axes."""
    return [text for text in axes.texts if text.get_gid() == _NAME]


def place_names(figure: Any) -> None:
    """Move every name in the figure to the best place beside its curve; call it when everything is drawn."""
    agg = require("matplotlib.backends.backend_agg", extra="app", purpose="a figure")
    canvas = agg.FigureCanvasAgg(figure)
    for _ in range(2):  # the layout is made here; equal axes change their limits, and those the layout
        figure.draw_without_rendering()
    for axes in figure.axes:
        _place_in(axes, canvas.get_renderer())


def _place_in(axes: Any, renderer: Any) -> None:
    names = names_in(axes)
    if not names:
        return
    curves = {line: _pixels(line) for line in axes.lines}
    shapes = [_patch_pixels(patch) for patch in axes.patches]
    taken = [text.get_window_extent(renderer).extents for text in axes.texts if text not in names and text.get_text()]
    frame = axes.get_window_extent(renderer).extents
    for text in sorted(names, key=lambda text: text.wanted_place is None):  # those that want a place choose first
        others = [points for line, points in curves.items() if line is not text.curve]
        own = curves.get(text.curve, np.empty((0, 2)))
        obstacles = np.concatenate([np.empty((0, 2)), *others, *shapes])
        anchor, centre, box = _best_place(text, own, obstacles, taken, frame, renderer)
        _put(axes, text, anchor, centre, box)
        taken.append(box)


def _best_place(text: Any, own: Any, others: Any, taken: list[Any], frame: Any, renderer: Any) -> tuple[Any, Any, Any]:
    """The point of the curve, the middle of the name and its box [pixels] that cost least."""
    extent = _text_size(text, renderer)
    anchors, along = _anchors(own, frame)
    angles = 2.0 * np.pi * np.arange(_DIRECTIONS) / _DIRECTIONS
    sides = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    distances = np.asarray(_DISTANCES)
    offsets = sides * (distances[:, None, None] * extent[1] + 0.5 * extent * np.minimum(1.0, 1.3 * np.abs(sides)))
    centres = (anchors[:, None, None, :] + offsets).reshape(-1, 2)
    boxes = np.concatenate([centres - 0.5 * extent - 2.0, centres + 0.5 * extent + 2.0], axis=1)
    cost = _wish(text, along)[:, None, None] + 6.0 * distances[None, :, None] + np.zeros(_DIRECTIONS)
    cost = cost.reshape(-1) + _cost_of_boxes(boxes, taken, frame)
    cost = cost + 8.0 * _count_inside(boxes, own) + 8.0 * _count_inside(boxes, others)
    room = 0.6 * extent[1] * np.array([-1.0, -1.0, 1.0, 1.0])
    cost = cost + 1.0 * _count_inside(boxes + room, others)  # a name next to another curve seems to be that one's
    best = int(np.argmin(cost))
    return anchors[best // (len(distances) * _DIRECTIONS)], centres[best], boxes[best]


def _wish(text: Any, along: Any) -> Any:
    """What a place along the curve costs: far from where the name was asked to be, or else far from the end."""
    if text.wanted_place is not None:
        return 400.0 * np.abs(along - text.wanted_place)
    return 4.0 * (1.0 - along)


def _count_inside(boxes: Any, points: Any) -> Any:
    """How many of the points lie in each box."""
    left, bottom, right, top = boxes.T[:, :, None]
    x, y = points.T
    return ((x > left) & (x < right) & (y > bottom) & (y < top)).sum(axis=1)


def _cost_of_boxes(boxes: Any, taken: list[Any], frame: Any) -> Any:
    """What covering other texts and leaving the frame cost."""
    left, bottom, right, top = boxes.T
    cost = np.zeros(len(boxes))
    for other in taken:
        wide = np.minimum(right, other[2]) - np.maximum(left, other[0])
        high = np.minimum(top, other[3]) - np.maximum(bottom, other[1])
        cost = cost + np.where((wide > 0.0) & (high > 0.0), 2000.0 + wide * high, 0.0)
    beyond = np.maximum(frame[0] - left, 0.0) + np.maximum(right - frame[2], 0.0)
    beyond = beyond + np.maximum(frame[1] - bottom, 0.0) + np.maximum(top - frame[3], 0.0)
    return cost + 60.0 * beyond


def _put(axes: Any, text: Any, anchor: Any, centre: Any, box: Any) -> None:
    """Move the name; a name that is far from its curve gets a line to it."""
    scale = 72.0 / axes.figure.dpi
    text.xy = tuple(axes.transData.inverted().transform(anchor))
    text.set_position(tuple((centre - anchor) * scale))
    nearest = np.clip(anchor, box[:2], box[2:])
    is_far = float(np.hypot(*(anchor - nearest))) > _LEADER_FROM * (box[3] - box[1] - 4.0) * 0.8
    text.arrow_patch.set_linewidth(0.7 if is_far else 0.0)
    text.arrow_patch.set_visible(is_far)


def _text_size(text: Any, renderer: Any) -> Any:
    width, height, _ = renderer.get_text_width_height_descent(
        max(text.get_text().splitlines(), key=len), text.get_fontproperties(), ismath=False
    )
    return np.array([width, height * 1.15 * len(text.get_text().splitlines())])


def _anchors(points: Any, frame: Any) -> tuple[Any, Any]:
    """Points along a curve that can be seen [pixels], and how far along it each is (0..1)."""
    seen = (points[:, 0] >= frame[0] - 1.0) & (points[:, 0] <= frame[2] + 1.0)
    seen &= (points[:, 1] >= frame[1] - 1.0) & (points[:, 1] <= frame[3] + 1.0)
    points = points[seen] if seen.any() else points
    chosen = np.unique(np.linspace(0, len(points) - 1, _PLACES).round().astype(int))
    return points[chosen], chosen / max(len(points) - 1, 1)


def _pixels(line: Any) -> Any:
    """A curve as points so close to one another that no name fits between them."""
    transform = line.get_transform()
    points = np.asarray(transform.transform(np.atleast_2d(np.asarray(line.get_xydata(), dtype=float))))
    points = points[np.isfinite(points).all(axis=1)]
    if len(points) < 2:
        return points.reshape(-1, 2)
    points = np.clip(points, -4000.0, 20000.0)
    lengths = np.hypot(*np.diff(points, axis=0).T)
    travelled = np.concatenate([[0.0], np.cumsum(lengths)])
    count = int(min(max(travelled[-1] / _SPACING, 2.0), 4000.0))
    even = travelled[-1] / (count - 1) * np.arange(count)
    x: Any = np.interp(even, travelled, points[:, 0])
    y: Any = np.interp(even, travelled, points[:, 1])
    return np.array([x, y]).T


def _patch_pixels(patch: Any) -> Any:
    """The outline of a drawn shape, as points."""
    path = patch.get_path().transformed(patch.get_transform())
    polygons = [polygon for polygon in path.to_polygons(closed_only=False) if len(polygon)]
    return np.concatenate(polygons) if polygons else np.empty((0, 2))
