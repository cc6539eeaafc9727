"""Model groups: the fleets of one motion model, which one compiled call commands, and one steps."""

from collections.abc import Sequence
from typing import Any

from ...compile.address_table import AddressTable
from ...compile.ground import Rasters
from ...models.registry import Model
from ...vehicles.fleet import Fleet
from ..vehicle_table import VehicleTable

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

    def __init__(self, fleets: Sequence[Fleet], rows: Sequence[slice], vehicles: VehicleTable):
        from ...compile import columns, command

        self._model = fleets[0].model
        self._advance, self._command = columns.advance, command.command
        given = [[column[some] for column in given_columns(self._model, vehicles)] for some in rows]
        self._columns = AddressTable.joined([fleet.addresses for fleet in fleets])
        self._driven = AddressTable.joined(
            [fleet.driven_addresses([own]) for fleet, own in zip(fleets, given, strict=True)]
        )

    def command(self, dt: float) -> None:
        """Set the controls of all vehicles as their drivers command, for a step of ``dt`` [s]."""
        self._command(self._model, self._driven, dt)

    def advance(self, dt: float, rasters: Rasters) -> None:
        """Move all vehicles by a step."""
        self._advance(self._model, self._columns, dt, 1, rasters=rasters)


def groups_of(fleets: Sequence[Fleet], vehicles: VehicleTable) -> list[ModelGroup]:
    """Return the groups of a world's fleets, in the order of their first fleets."""
    found: dict[Any, list[int]] = {}
    for index, fleet in enumerate(fleets):
        found.setdefault(fleet.model.plain.module, []).append(index)
    return [
        ModelGroup([fleets[index] for index in group], [vehicles.rows[index] for index in group], vehicles)
        for group in found.values()
    ]


def given_columns(model: Model, vehicles: VehicleTable) -> list[Any]:
    """Return the drivers' columns that command a model: speed, steering command, and the switches that it follows."""
    switches = (DRIVER_SWITCHES[name] for name in model.switches)
    return vehicles.columns("commanded_speed", "steer", *switches)
