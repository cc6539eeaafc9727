"""Running gear of vehicles as far as wheel speeds and odometry depend on it: wheels or sprockets and their radii."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ...vehicles.fleet import Fleet, shape_of_fleet
from .draws import Floats

if TYPE_CHECKING:
    from .. import World

BELTS = ("left_track_speed", "right_track_speed")  # of the states of models with belts of their own


class RunningGear(NamedTuple):
    """Wheels from the front, the left one of an axle first, or the left and the right sprocket.

    Arrays have the shape (wheels,), or (n, wheels) for n vehicles.
    """

    ahead: Floats  # of the reference point [m]
    left: Floats  # of the reference point [m]
    radius: Floats  # rolling [m]
    is_steered: NDArray[np.bool_]
    fixed_point: Floats  # point that does not slide sideways, ahead of the reference point, () or (n,) [m]


def running_gear_of(fleet: Fleet) -> RunningGear:
    """Return the running gear of the first vehicle of a fleet; its dimensions are those that the live page draws.

    The rolling radius is the model's ``wheel_radius`` if it has one. Points have no wheels.
    """
    params = {name: float(getattr(fleet.params, name)[0]) if fleet.count else 0.0 for name in dir(fleet.params)}
    shape = shape_of_fleet(fleet)
    drawn, radius = shape.drawn(), params.get("wheel_radius", 0.0)
    if drawn.track is not None:
        own = radius if radius > 0.0 else max(circle[2] for circle in drawn.track.circles)
        half = 0.5 * params["track_gauge"] if "track_gauge" in params else drawn.track.middle
        return _gear([0.0, 0.0], [half, -half], [own, own], [False, False], 0.0)
    wheels = sorted(drawn.wheels, key=lambda wheel: (-wheel.x, -wheel.y))
    rear = [shape.middle + wheel.x for wheel in wheels if not wheel.is_steered]
    return _gear(
        [shape.middle + wheel.x for wheel in wheels],
        [wheel.y for wheel in wheels],
        [radius if radius > 0.0 else wheel.radius for wheel in wheels],
        [wheel.is_steered for wheel in wheels],
        sum(rear) / len(rear) if rear else 0.0,
    )


def stacked_gear(gears: Sequence[RunningGear], rows: NDArray[Any]) -> RunningGear:
    """Return the running gear of vehicles (n, wheels), NaN where one has fewer wheels than another.

    Args:
        gears: by fleet.
        rows: fleet of each vehicle (n,).
    """
    most = max((gears[row].radius.size for row in cast("list[int]", np.unique(rows).tolist())), default=0)

    def stacked(field: str, fill: float) -> NDArray[np.float64]:
        table = np.full((len(gears), most), fill)
        for line, gear in zip(table, gears, strict=True):
            values = getattr(gear, field)[:most]
            line[: values.size] = values
        return table[rows]

    return RunningGear(
        stacked("ahead", np.nan), stacked("left", np.nan), stacked("radius", np.nan),
        stacked("is_steered", 0.0).astype(np.bool_), np.array([float(gear.fixed_point) for gear in gears])[rows],
    )  # fmt: skip


def belts_of(world: "World", ids: NDArray[np.intp]) -> Floats | None:
    """Return the speeds of the belts of vehicles (n, 2) [m/s], NaN without belts; None if no model has them."""
    found = None
    for fleet, rows in zip(world.fleets, world.vehicles.rows, strict=True):
        if not set(BELTS) <= set(fleet.model.module.State._fields):
            continue
        places = np.flatnonzero((ids >= rows.start) & (ids < rows.stop))
        found = np.full((len(ids), 2), np.nan) if found is None else found
        for side, name in enumerate(BELTS):
            found[places, side] = getattr(fleet.state, name)[ids[places] - rows.start]
    return found


def _gear(
    ahead: Sequence[float], left: Sequence[float], radius: Sequence[float], is_steered: Sequence[bool], fixed: float
) -> RunningGear:
    return RunningGear(
        np.array(ahead), np.array(left), np.array(radius), np.array(is_steered, np.bool_), np.array(fixed)
    )
