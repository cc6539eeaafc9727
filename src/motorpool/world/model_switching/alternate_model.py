"""Alternate model: a second model of the vehicles of one fleet; one of the two is dynamic.

It has no cost until a vehicle uses it; then it steps only those vehicles. Parameters with the same name in both models
have the vehicle's values.
"""

import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError
from ...models.registry import Model
from ...vehicles.fleet import Fleet, Snapshot
from ..entity.performance import Turning, turning_of
from ..scene import Newcomers
from ..vehicle_table import VehicleTable

Floats = NDArray[np.float64]
Ids = NDArray[np.intp]


class Prepared(NamedTuple):
    """Alternate model that is ready for use."""

    fleet: Fleet  # state and parameters of every vehicle by the alternate model; the poses are not up to date
    turning: Turning  # of every vehicle by the alternate model


class AlternateModel:
    """The alternate model of one fleet.

    Args:
        rows: rows of the fleet in the vehicle table.
        model: the alternate model.

    Attributes:
        own: the fleet.
    """

    def __init__(self, fleet: Fleet, rows: slice, model: Model):
        if model.is_dynamic == fleet.model.is_dynamic or not model.can_be_driven:
            raise WorldError(
                f"fleet {fleet.name!r}: {model.name} is no alternate model for {fleet.model.name}; "
                "one of the two must be dynamic and the other kinematic, and both must be drivable"
            )
        self.model, self.rows = model, rows
        self.own = fleet
        self._lock = threading.Lock()
        self._prepared: Prepared | None = None
        self._some: tuple[Ids, Fleet] | None = None  # the vehicles that it moves now, and a fleet of just them

    @property
    def fleet(self) -> Fleet:
        """Return the fleet of all vehicles by the alternate model."""
        return self.prepare().fleet

    @property
    def is_prepared(self) -> bool:
        """Return whether the alternate model has been prepared."""
        return self._prepared is not None

    def prepare(self) -> Prepared:
        """Prepare the model, from any thread; it may compile for seconds.

        Raises:
            ModelError: the alternate model cannot move such a vehicle.
        """
        with self._lock:
            if self._prepared is None:
                own = self.own
                fleet = Fleet(self.model, own.count, name=own.name, body=own.body, **self._params())
                self._some_of(fleet, np.arange(min(own.count, 1))).step(0.0)  # compiles
                self._prepared = Prepared(fleet, turning_of([fleet])[0])
            return self._prepared

    def enter(self, new: Newcomers) -> None:
        """Give vehicles that come their parameters, if the model is prepared."""
        if self._prepared is None or new.fleet is self.own:
            return
        theirs, rows = (
            AlternateModel(new.fleet, slice(0, new.fleet.count), self.model).prepare(),
            new.rows_from(self.rows.start),
        )
        self._some = None
        self._prepared.fleet.put(rows, theirs.fleet)
        for column, values in zip(self._prepared.turning, theirs.turning, strict=True):
            column[rows] = values

    def move(self, vehicles: VehicleTable, ids: Ids, move: Callable[[Fleet, Ids], None]) -> None:
        """Step some vehicles by the alternate model.

        Args:
            vehicles: the vehicle table, whose poses are read and written.
            ids: ids of the vehicles, all of this fleet.
            move: steps a fleet of just these vehicles; called with it and their ids.
        """
        whole, rows = self.fleet, ids - self.rows.start
        if self._some is None or not np.array_equal(self._some[0], rows):
            self._some = rows, self._some_of(whole, rows)
        some = self._some[1]
        for own, all_of_them in zip(some.state, whole.state, strict=True):
            own[:] = all_of_them[rows]
        some.state.x, some.state.y, some.state.yaw = vehicles.x[ids], vehicles.y[ids], vehicles.yaw[ids]
        move(some, ids)
        for part, whole_part in ((some.state, whole.state), (some.control, whole.control)):
            for own, all_of_them in zip(part, whole_part, strict=True):
                all_of_them[rows] = own
        vehicles.x[ids], vehicles.y[ids], vehicles.yaw[ids] = some.state.x, some.state.y, some.state.yaw
        vehicles.status[ids] |= some.status
        some.status[:] = 0
        vehicles.speed[ids] = some.state.speed if self.model.is_dynamic else vehicles.commanded_speed[ids]

    def restore(self, snapshot: Snapshot | None) -> None:
        """Restore the state of every vehicle."""
        self._some = None
        if snapshot is not None:
            self.fleet.restore(snapshot)

    def _some_of(self, fleet: Fleet, rows: Ids) -> Fleet:
        params = {name: getattr(fleet.params, name)[rows] for name in self.model.module.Params._fields}
        return Fleet(self.model, rows.size, name=fleet.name, body=fleet.body, **params)

    def _params(self) -> dict[str, Any]:
        """Return the alternate model's parameters from the vehicle's own, unless the model's name sets them."""
        fields, body = self.model.module.Params._field_defaults, self.own.body
        usual = self.model.usual.module.Params._field_defaults
        known = {name: getattr(self.own.params, name) for name in self.own.model.module.Params._fields}
        known |= {"length": body.length, "width": body.width}
        axles = ("front_axle_offset", "rear_axle_offset")
        if known.keys() >= set(axles):
            known["wheelbase"] = known[axles[0]] + known[axles[1]]
        return {name: known[name] for name in known.keys() & fields.keys() if fields[name] == usual[name]}
