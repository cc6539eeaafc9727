"""Model groups: the fleets of one motion model, which one compiled call commands, and one steps."""

from collections.abc import Sequence
from typing import Any

from ...compile.address_table import AddressTable
from ...compile.ground import Rasters, without_surface
from ...models.registry import Model
from ...vehicles.fleet import Fleet
from ..drivers.columns import Turns
from ..vehicle_table import VehicleTable
from .under_wheels import has_split

DRIVER_SWITCHES = {  # columns of the drivers, by the switches of models that follow them
    "cruise": "is_cruising",
    "parking_brake": "parking_brake",
    "engine_stop": "engine_stop",
}


class ModelGroup:
    """Fleets of models that differ in values only.

    Args:
        fleets: at least one.
    """

    def __init__(self, fleets: Sequence[Fleet], rows: Sequence[slice], vehicles: VehicleTable, turns: Turns):
        from ...compile import columns, command

        self._model = fleets[0].model
        self._has_split = has_split(self._model)
        self._advance, self._command = columns.advance, command.command
        given = [[column[some] for column in given_columns(self._model, vehicles, turns)] for some in rows]
        self._columns = AddressTable.joined([fleet.addresses for fleet in fleets])
        self._driven = AddressTable.joined(
            [fleet.driven_addresses([own]) for fleet, own in zip(fleets, given, strict=True)]
        )

    def command(self, dt: float) -> None:
        """Set the controls of all vehicles as their drivers command, for a step of ``dt`` [s]."""
        self._command(self._model, self._driven, dt)

    def advance(self, dt: float, rasters: Rasters) -> None:
        """Move all vehicles by a step; the surface of models with a friction split is in their columns."""
        rasters = without_surface(rasters) if self._has_split else rasters
        self._advance(self._model, self._columns, dt, 1, rasters=rasters)


def groups_of(fleets: Sequence[Fleet], vehicles: VehicleTable, turns: Turns) -> list[ModelGroup]:
    """Return the groups of a world's fleets, in the order of their first fleets."""
    found: dict[Any, list[int]] = {}
    for index, fleet in enumerate(fleets):
        found.setdefault(fleet.model.plain.module, []).append(index)
    return [
        ModelGroup([fleets[index] for index in group], [vehicles.rows[index] for index in group], vehicles, turns)
        for group in found.values()
    ]


def given_columns(model: Model, vehicles: VehicleTable, turns: Turns) -> list[Any]:
    """Return the drivers' columns that command a model: speed, steering command, its switches, and its pedals."""
    switches = (DRIVER_SWITCHES[name] for name in model.switches)
    pedals = [turns.pedal_share, *vehicles.columns("throttle", "brake")] if model.has_pedals else []
    return [*vehicles.columns("commanded_speed", "steer", *switches), *pedals]
