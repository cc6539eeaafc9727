"""Labels of curves, each placed where it covers least of the curves, the other labels and the frame.

A label starts at the end of its curve. ``place_labels`` then tries places along the whole curve, on all sides of it,
near and farther off (with a thin line to the curve), and keeps the one of the least cost.
"""

from typing import Any, NamedTuple

import numpy as np

from ..errors import require

_NAME = "curve's name"  # the artists' group id
_DIRECTIONS = 16  # sides of the curve that are tried
_DISTANCES = (0.35, 1.1, 2.2, 3.6, 5.5, 8.0)  # from the curve to the name's edge, in heights of the name
_LEADER_FROM = 0.75  # a name farther off than this many heights has a line to its curve
_PLACES = 41  # along each curve
_LEADER_SAMPLES = 10  # points at which a line to a curve is looked at
_BORDER = 300  # around the axes, in which curves are still seen [pixels]
_SPACING = 2.5  # between the points that stand for a curve [pixels]


def mark_name(axes: Any, line: Any, name: str, *, at: float | None, size: float, colour: str) -> Any:
    """Return a name that ``place_labels`` will put beside a curve, as a text of Matplotlib.

    Args:
        at: share of the curve at which the name should stand [1]; None for a free place, best near its end.
        size: size of the letters [pt].
    """
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


def labels_in(axes: Any) -> list[Any]:
    """Return the names of curves in these axes."""
    return [text for text in axes.texts if text.get_gid() == _NAME]


def place_labels(figure: Any) -> None:
    """Move every name in the figure to the best place beside its curve; call it when everything is drawn."""
    agg = require("matplotlib.backends.backend_agg", extra="app", purpose="a figure")
    canvas = agg.FigureCanvasAgg(figure)
    for _ in range(2):  # the layout is made here; equal axes change their limits, and those the layout
        figure.draw_without_rendering()
    for axes in figure.axes:
        _place_in(axes, canvas.get_renderer())


def _place_in(axes: Any, renderer: Any) -> None:
    names = labels_in(axes)
    if not names:
        return
    curves = {line: _pixels(line) for line in axes.lines}
    shapes = [_patch_pixels(patch) for patch in axes.patches]
    taken = [text.get_window_extent(renderer).extents for text in axes.texts if text not in names and text.get_text()]
    frame = axes.get_window_extent(renderer).extents
    leaders: list[Any] = []  # lines from curves to names that are placed already
    for text in sorted(names, key=lambda text: text.wanted_place is None):  # labels with a requested place first
        own = curves.get(text.curve, np.empty((0, 2)))
        others = np.concatenate(
            [np.empty((0, 2)), *(curves[c] for c in curves if c is not text.curve), *shapes, *leaders]
        )
        scene = _Scene(_Ink(own, frame), _Ink(others, frame), taken, frame)
        anchor, centre, box = _best_place(text, own, scene, renderer)
        _put(axes, text, anchor, centre, box)
        taken.append(box)
        end = _leader_ends(anchor, centre, box[2:] - box[:2])
        leaders.append(_even_points(np.array([anchor, end])))


class _Ink:
    """Number of points of curves in rectangles of any size, all at once, by a table of sums."""

    def __init__(self, points: Any, frame: Any):
        self._origin = np.floor(frame[:2]) - _BORDER
        self._shape = tuple(np.ceil(frame[2:] - frame[:2]).astype(int) + 2 * _BORDER)
        counts = np.zeros((self._shape[0] + 1, self._shape[1] + 1), dtype=np.int32)
        cells = np.floor(points - self._origin).astype(int)
        cells = cells[((cells >= 0) & (cells < self._shape)).all(axis=1)]
        np.add.at(counts, (cells[:, 0] + 1, cells[:, 1] + 1), 1)
        self._sums = counts.cumsum(axis=0).cumsum(axis=1)

    def inside(self, boxes: Any) -> Any:
        low = np.clip(np.floor(boxes[..., :2] - self._origin).astype(int), 0, self._shape)
        high = np.clip(np.ceil(boxes[..., 2:] - self._origin).astype(int), 0, self._shape)
        (left, bottom), (right, top) = np.moveaxis(low, -1, 0), np.moveaxis(high, -1, 0)
        sums = self._sums
        return sums[right, top] - sums[left, top] - sums[right, bottom] + sums[left, bottom]


class _Scene(NamedTuple):
    """Obstacles of a name: its own curve, everything else that is drawn, other texts, and the frame."""

    own: _Ink
    others: _Ink
    texts: list[Any]
    frame: Any


def _best_place(text: Any, own: Any, scene: _Scene, renderer: Any) -> tuple[Any, Any, Any]:
    """Return the point of the curve, the middle of the name and its box [pixels] that cost least."""
    extent = _text_size(text, renderer)
    line_height = extent[1] / len(text.get_text().splitlines())
    anchors, along = _anchors(own, scene.frame)
    angles = 2.0 * np.pi * np.arange(_DIRECTIONS) / _DIRECTIONS
    sides = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    distances = np.asarray(_DISTANCES)
    offsets = sides * (distances[:, None, None] * line_height) + 0.5 * extent * np.clip(1.3 * sides, -1.0, 1.0)
    centres = (anchors[:, None, None, :] + offsets).reshape(-1, 2)
    boxes = np.concatenate([centres - 0.5 * extent - 2.0, centres + 0.5 * extent + 2.0], axis=1)
    cost = _cost_of_places(text, along)[:, None, None] + 6.0 * distances[None, :, None] + np.zeros(_DIRECTIONS)
    cost = cost.reshape(-1) + _cost_of_boxes(boxes, scene.texts, scene.frame)
    cost = cost + 8.0 * scene.own.inside(boxes) + 8.0 * scene.others.inside(boxes)
    room = 0.6 * line_height * np.array([-1.0, -1.0, 1.0, 1.0])
    cost = cost + scene.others.inside(boxes + room)  # a name next to another curve seems to be that one's
    starts = np.repeat(anchors, len(distances) * _DIRECTIONS, axis=0)
    cost = cost + _cost_of_leaders(starts, _leader_ends(starts, centres, extent), scene)
    best = int(np.argmin(cost))
    return starts[best], centres[best], boxes[best]


def _leader_ends(starts: Any, centres: Any, extent: Any) -> Any:
    way = centres - starts
    share = np.min(0.5 * extent / np.maximum(np.abs(way), 1e-9), axis=-1, keepdims=True)
    return centres - np.minimum(share, 1.0) * way


def _cost_of_leaders(starts: Any, ends: Any, scene: _Scene) -> Any:
    """Cost of lines from curves to names where they cross other curves and names."""
    cost = np.zeros(len(starts))
    for share in np.arange(1, _LEADER_SAMPLES + 1) / (_LEADER_SAMPLES + 1):
        points = starts + share * (ends - starts)
        cost = cost + 4.0 * (scene.others.inside(np.concatenate([points - 2.0, points + 2.0], axis=1)) > 0)
        for left, bottom, right, top in scene.texts:
            x, y = points.T
            cost = cost + 200.0 * ((x > left) & (x < right) & (y > bottom) & (y < top))
    return cost


def _cost_of_places(text: Any, along: Any) -> Any:
    """Cost of a place along the curve by its distance from the place asked for, or else from the end."""
    if text.wanted_place is not None:
        return 400.0 * np.abs(along - text.wanted_place)
    return 20.0 * (1.0 - along)


def _cost_of_boxes(boxes: Any, taken: list[Any], frame: Any) -> Any:
    """Cost of covering other texts and of leaving the frame."""
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
    scale = 72.0 / axes.figure.dpi
    text.xy = tuple(axes.transData.inverted().transform(anchor))
    text.set_position(tuple((centre - anchor) * scale))
    nearest = np.clip(anchor, box[:2], box[2:])
    line_height = (box[3] - box[1] - 4.0) / len(text.get_text().splitlines())
    is_far = float(np.hypot(*(anchor - nearest))) > _LEADER_FROM * line_height
    text.arrow_patch.set_linewidth(0.7 if is_far else 0.0)
    text.arrow_patch.set_visible(is_far)


def _text_size(text: Any, renderer: Any) -> Any:
    plain = require("matplotlib.text", extra="app", purpose="a figure").Text
    return np.asarray(plain.get_window_extent(text, renderer).size)  # without the line to the curve


def _anchors(points: Any, frame: Any) -> tuple[Any, Any]:
    """Points along a curve that can be seen [pixels], and how far along it each is (0..1)."""
    seen = (points[:, 0] >= frame[0] - 1.0) & (points[:, 0] <= frame[2] + 1.0)
    seen &= (points[:, 1] >= frame[1] - 1.0) & (points[:, 1] <= frame[3] + 1.0)
    points = points[seen] if seen.any() else points
    chosen = np.unique(np.linspace(0, len(points) - 1, _PLACES).round().astype(int))
    return points[chosen], chosen / max(len(points) - 1, 1)


def _pixels(line: Any) -> Any:
    transform = line.get_transform()
    points = np.asarray(transform.transform(np.atleast_2d(np.asarray(line.get_xydata(), dtype=float))))
    points = points[np.isfinite(points).all(axis=1)]
    return _even_points(np.clip(points, -4000.0, 20000.0))


def _even_points(points: Any) -> Any:
    if len(points) < 2:
        return points.reshape(-1, 2)
    lengths = np.hypot(*np.diff(points, axis=0).T)
    travelled = np.concatenate([[0.0], np.cumsum(lengths)])
    count = int(min(max(travelled[-1] / _SPACING, 2.0), 4000.0))
    even = travelled[-1] / (count - 1) * np.arange(count)
    interpolate: Any = np.interp
    return np.stack([interpolate(even, travelled, points[:, axis]) for axis in (0, 1)], axis=1)


def _patch_pixels(patch: Any) -> Any:
    path = patch.get_path().transformed(patch.get_transform())
    polygons = [polygon for polygon in path.to_polygons(closed_only=False) if len(polygon)]
    return np.concatenate(polygons) if polygons else np.empty((0, 2))
