"""Figure of the paths of vehicles over a course, with one panel for each avoidance rule."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import WorldError, require
from ...base.files import whole_file
from ...base.plotting.style import INK, PALE_INK, curve_style, label_map, new_figure, save_figure
from .layouts import APART, Course
from .scoring import Score

MOST_PATHS = 60  # greatest number of drawn paths; with more vehicles some are left out
MARGIN = 12.0  # around the paths and starts [m]
WIDTH = 9.6  # of the figure [inch]
HEADINGS = 0.6  # height of titles and labels around panels [inch]


class Extent(NamedTuple):
    """Limits of a panel [m]."""

    west: float
    east: float
    south: float
    north: float

    @property
    def width(self) -> float:
        """Distance from west to east [m]."""
        return self.east - self.west

    @property
    def height(self) -> float:
        """Distance from south to north [m]."""
        return self.north - self.south


def draw_paths(course: Course, scores: Sequence[tuple[str, Score]], *, seed: int, path: Path) -> Path:
    """Draw the paths of a course, a panel for each rule, and return the file."""
    world = course.build(seed)
    fleets = [fleet.name for fleet in world.fleets]
    start = np.column_stack((world.vehicles.x, world.vehicles.y))
    goal = np.column_stack((world.vehicles.goal_x, world.vehicles.goal_y))
    shift = _lanes(start) if world.count == len(fleets) else np.zeros(world.count)
    starts_and_goals = np.vstack((start, goal)) - np.column_stack((np.zeros(2 * world.count), np.tile(shift, 2)))
    extent = _extent(starts_and_goals)
    columns = min(len(scores), 2)
    rows = -(-len(scores) // columns)
    title = f"{course.name}: {course.about}"
    height = rows * (extent.height / extent.width * WIDTH / columns + HEADINGS) + HEADINGS
    figure, axes = new_figure(columns=columns, rows=rows, width=WIDTH, height=height, title=title)
    for unused in axes[len(scores) :]:
        unused.remove()
    for one, (behaviour, score) in zip(axes, scores, strict=False):
        _draw_objects(one, world.objects, shift)
        every = -(-world.count // MOST_PATHS)
        for vehicle in range(0, world.count, every):
            fleet = int(world.vehicles.fleet_index[vehicle])
            line = score.paths[:, vehicle]
            style = curve_style(fleet) | {"linewidth": 1.6 if world.count < 20 else 0.8}
            name = fleets[fleet] if vehicle == _first_of(world, fleet, every) else None
            one.plot(line[:, 0], line[:, 1] - shift[vehicle], label=name, **style)
        one.plot(
            goal[::every, 0], goal[::every, 1] - shift[::every], "o", color=INK, markersize=4.0, markerfacecolor="white"
        )
        label_map(one, title=f"{behaviour}: {score.clean} of {score.vehicles} clean")
        _fit(one, extent)
    handles, names = axes[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=min(len(names), 4), frameon=False, fontsize=9.0)
    with whole_file(path, error=WorldError) as new:
        save_figure(figure, new)
    return Path(path)


def _lanes(start: Any) -> Any:
    """Return the distance north of each vehicle's copy of a course from the middle of all copies [m]."""
    return start[:, 1]


def _first_of(world: Any, fleet: int, every: int) -> int:
    first = int(np.flatnonzero(world.vehicles.fleet_index == fleet)[0])
    return -(-first // every) * every


def _draw_objects(axes: Any, objects: Any, shift: Any) -> None:
    """Draw every object as a circle; of a course with copies, those of the first copy."""
    has_copies = bool(np.ptp(shift) > 0.0)
    collections = require("matplotlib.collections", extra="app", purpose="a figure")
    near = np.abs(objects.y - shift[0]) < 0.5 * APART if has_copies else np.ones(objects.count, np.bool_)
    place = np.column_stack((objects.x[near], objects.y[near] - (shift[0] if has_copies else 0.0)))
    size = 2.0 * objects.radius[near]
    axes.add_collection(
        collections.EllipseCollection(
            size,
            size,
            np.zeros_like(size),
            units="xy",
            offsets=place,
            offset_transform=axes.transData,
            facecolor=PALE_INK,
            edgecolor=INK,
            linewidth=0.4,
            zorder=3.0,
        )
    )


def _extent(points: Any) -> Extent:
    west, south = points.min(axis=0) - MARGIN
    east, north = points.max(axis=0) + MARGIN
    half = max(0.5 * (north - south), 0.25 * (east - west))
    middle = 0.5 * (south + north)
    return Extent(west, east, middle - half, middle + half)


def _fit(axes: Any, extent: Extent) -> None:
    axes.set_aspect("equal", adjustable="box")
    axes.set_xlim(extent.west, extent.east)
    axes.set_ylim(extent.south, extent.north)
