"""Values of a vehicle where an episode begins: pose, motion, inputs, and the columns of its motion model, by name.

A column of the world has its own name ("x", "speed"), one of the model begins with its part ("params.wheelbase"). The
values that two vehicles of equal models differ in put one into the state of the other, to the bit.
"""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.errors import WorldError, unknown_name
from ...ground.terrain.area import area_of

if TYPE_CHECKING:
    from .. import World

GROUPS = ("pose", "motion", "inputs")  # of the vehicle table
PARTS = ("state", "control", "params")  # of the model


class Place(NamedTuple):
    """A value: an array and the index in it."""

    column: Any
    row: int


def places_of(world: "World", vehicle: int) -> dict[str, Place]:
    """Return the places of the values of a vehicle, by name; none of a whole number, such as an index."""
    vehicles = world.vehicles
    fleet, row = world.moved_by(vehicle)
    found = {
        name: Place(column, vehicle)
        for group in GROUPS
        for name, column in getattr(vehicles, group)._asdict().items()
        if column.dtype.kind == "f"
    }
    for part in PARTS:
        columns = getattr(fleet, part)
        bound = fleet.bound_columns if part == "state" else ()
        found |= {f"{part}.{name}": Place(getattr(columns, name), row) for name in dir(columns) if name not in bound}
    return found


def differences(wanted: Mapping[str, float], world: "World", vehicle: int) -> dict[str, float]:
    """Return the wanted values that differ from a vehicle's."""
    places = places_of(world, vehicle)
    return {name: value for name, value in wanted.items() if value != places[name].column[places[name].row]}


def values_of(world: "World", vehicle: int) -> dict[str, float]:
    """Return the values of a vehicle, by name."""
    return {name: float(place.column[place.row]) for name, place in places_of(world, vehicle).items()}


def place(world: "World", vehicle: int, values: Mapping[str, Any]) -> None:
    """Set values of a vehicle, between two steps.

    Raises:
        WorldError: there is no such vehicle or name, a value is not a finite number, or the position is off the map;
            nothing has changed then.
    """
    if not 0 <= vehicle < world.count:
        raise WorldError(f"there is no vehicle {vehicle}; the world has {world.count}, counted from 0")
    places = places_of(world, vehicle)
    for name, value in values.items():
        if name not in places:
            raise WorldError(unknown_name(f"vehicle {vehicle}", "value", name, places))
        if type(value) not in (int, float) or not math.isfinite(value):
            raise WorldError(f"vehicle {vehicle}: {name} is {str(value)[:80]}; it must be a finite number")
    west, south, east, north = area_of(world.terrain)
    x, y = (values.get(name, float(places[name].column[vehicle])) for name in ("x", "y"))
    if not (west <= x <= east and south <= y <= north):
        raise WorldError(f"vehicle {vehicle} cannot be put at ({x:g}, {y:g}) m, off the map")
    for name, value in values.items():
        places[name].column[places[name].row] = value
