"""Collisions: vehicles of all models, and the objects, strike each other and get out of each other's way.

``World.step`` calls ``feel`` once the vehicles have moved, and then ``settle``; what happened is in ``contacts`` until
the next step. The physics is in ``surroundings.impact``, the loops in ``kernels.impacts``.
"""

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .fleet import Fleet
from .kernels import impacts
from .roster import Roster
from .surroundings.objects import Objects
from .twins import Twins

NOTICED = 0.2  # closing speed from which on a contact is an event: below it things lean on each other [m/s]

Floats = NDArray[np.float64]
Indices = NDArray[np.int32]
Ids = NDArray[np.intp]

# The columns that a contact looks at, or changes.
MOVED = (
    "x", "y", "yaw", "half_length", "half_width", "mass", "yaw_inertia", "speed", "lateral_speed", "yaw_rate", "status",
)  # fmt: skip


class Contacts(NamedTuple):
    """Vehicles that struck another, or an object, a column each."""

    vehicle: Indices  # id; of two, the lower one
    other: Indices  # id of the other vehicle, or -1
    object: Indices  # index of the object, or -1; of several, the one that was struck fastest
    x: Floats  # where, east [m]
    y: Floats  # north [m]
    impulse: Floats  # along the normal [N s]
    closing_speed: Floats  # along the normal, before [m/s]
    time: Floats  # simulated, at the end of the step [s]


_NONE, _NOBODY = np.zeros(0), np.zeros(0, np.int32)
NO_CONTACTS = Contacts(_NOBODY, _NOBODY, _NOBODY, _NONE, _NONE, _NONE, _NONE, _NONE)


class _Blows(NamedTuple):
    """What the blows of some contacts came to, a row each."""

    other: Indices  # whom, or which object, they struck
    impulse: Floats
    closing: Floats
    x: Floats
    y: Floats

    @staticmethod
    def none(count: int) -> "_Blows":
        """No blow yet."""
        return _Blows(np.full(count, -1, np.int32), *np.zeros((4, count)))


class Collisions:
    """The contacts of one world.

    Args:
        vehicles: the world's.
        objects: the world's.
        fleets: the world's.
        twins: the world's.

    Attributes:
        contacts: what happened in the last step.
        near_count: vehicles that touched something in the last step, or nearly did.
    """

    def __init__(self, vehicles: Roster, objects: Objects, fleets: Sequence[Fleet], twins: Twins):
        self.contacts, self.near_count = NO_CONTACTS, 0
        self._vehicles, self._fleets, self._twins = vehicles, fleets, twins
        self._partners = np.zeros(vehicles.count, np.int32)
        self._is_near_object = np.zeros(vehicles.count, np.int8)
        self._largest_radius = float(vehicles.radius.max(initial=0.0))
        self._largest_object = float(objects.radius.max(initial=0.0))

    def slide(self, dt: float) -> None:
        """Move those by a step [s] whom a blow has set in a motion that their models do not know."""
        vehicles = self._vehicles
        if vehicles.slide_speed.any() or vehicles.spin.any():
            from .kernels import rows

            rows.run_stage(impacts.slide, vehicles, {"dt": dt})

    def feel(self) -> None:
        """Note how fast every vehicle drifts and turns: as its model says, or as its steering does, and its slide."""
        vehicles = self._vehicles
        _by_steering(vehicles, slice(None))
        for fleet, rows in zip(self._fleets, vehicles.rows, strict=True):
            _by_model(vehicles, fleet, slice(None), rows)
        for fleet, rows, ids in self._twins.movers(np.flatnonzero(vehicles.is_twin)):
            _by_steering(vehicles, ids)
            _by_model(vehicles, fleet, rows, ids)

    def settle(self, time: float, shared: Mapping[str, Any], sort_vehicles: Callable[[], None]) -> None:
        """Let those strike who touch, and take them out of each other.

        Args:
            time: simulated, at the end of the step [s].
            shared: what a world's stages may ask for by name.
            sort_vehicles: files the vehicles in the grid of ``shared``.
        """
        from .kernels import rows

        self.contacts, self.near_count = NO_CONTACTS, 0
        vehicles = self._vehicles
        sort_vehicles()
        names = ("vehicle_id", "x", "y", "yaw", "half_length", "half_width", "status")
        own = dict(zip(names, vehicles.columns(*names), strict=True))
        known = {**shared, "largest_radius": self._largest_radius, "largest_object": self._largest_object}
        known["nobody"] = _NOBODY
        scratch = {"partners": self._partners, "is_near_object": self._is_near_object}
        rows.run_stage(impacts.find_contacts, SimpleNamespace(**own, **scratch), known)
        count = int(self._partners.sum())
        near = np.flatnonzero(self._is_near_object)
        if count or near.size:
            first, second = self._pairs(count, known)
            near = np.union1d(near, np.concatenate((first, second)))
            self.near_count = near.size
            self._settle(first, second, near, time, known)

    def _pairs(self, count: int, known: Mapping[str, Any]) -> tuple[Indices, Indices]:
        """The pairs that may touch, sorted by the lower id, then by the higher."""
        if not count:
            return _NOBODY, _NOBODY
        from .kernels import rows

        first, second = np.empty(count, np.int32), np.empty(count, np.int32)
        found = {"pair_first": first, "pair_second": second, "partners": self._partners}
        rows.run_whole(impacts.list_pairs, {**known, **found})
        order = np.lexsort((second, first))
        return first[order], second[order]

    def _settle(self, first: Indices, second: Indices, near: Ids, time: float, known: Mapping[str, Any]) -> None:
        """Blows and ways out of these pairs, and of these vehicles on objects."""
        from .kernels import rows

        vehicles = self._vehicles
        pairs, nears = _Blows.none(first.size), _Blows.none(near.size)
        values = {
            **known,
            "pair_first": first, "pair_second": second, "pair_impulse": pairs.impulse, "pair_closing": pairs.closing,
            "pair_x": pairs.x, "pair_y": pairs.y,
            "near": near, "is_nosing": np.zeros(near.size, np.bool_), "near_object": nears.other,
            "near_impulse": nears.impulse, "near_closing": nears.closing, "near_x": nears.x, "near_y": nears.y,
        }  # fmt: skip
        values |= {name: getattr(vehicles, name) for name in MOVED}
        before = [column[near] for column in vehicles.columns("lateral_speed", "yaw_rate")]
        rows.run_whole(impacts.settle_contacts, values)
        self._hand_back(near, *before)
        pairs.other[:] = second
        self.contacts = _noticed(first, pairs, near, nears, time)

    def _hand_back(self, ids: Ids, lateral_before: Floats, rate_before: Floats) -> None:
        """Tell the models of these vehicles how they move now; what a model does not know of, slides."""
        vehicles = self._vehicles
        changed_lateral = vehicles.lateral_speed[ids] - lateral_before
        changed_rate = vehicles.yaw_rate[ids] - rate_before
        moved = (changed_lateral != 0.0) | (changed_rate != 0.0)
        vehicles.slide_speed[ids[moved]] += changed_lateral[moved]
        vehicles.spin[ids[moved]] += changed_rate[moved]
        for fleet, rows, some in self._twins.movers(ids[moved]):
            fields = fleet.model.module.State._fields
            for name, rest in (("lateral_speed", vehicles.slide_speed), ("yaw_rate", vehicles.spin)):
                if name in fields:
                    getattr(fleet.state, name)[rows] += rest[some]
                    rest[some] = 0.0


def _noticed(first: Indices, pairs: _Blows, near: Ids, nears: _Blows, time: float) -> Contacts:
    """The contacts that were fast enough: first those of pairs, then those with objects."""
    met, struck = np.flatnonzero(pairs.closing > NOTICED), np.flatnonzero(nears.closing > NOTICED)
    if not met.size and not struck.size:
        return NO_CONTACTS
    nothing = np.full(max(met.size, struck.size), -1, np.int32)
    return Contacts(
        vehicle=np.concatenate((first[met], near[struck].astype(np.int32))),
        other=np.concatenate((pairs.other[met], nothing[: struck.size])),
        object=np.concatenate((nothing[: met.size], nears.other[struck])),
        x=np.concatenate((pairs.x[met], nears.x[struck])),
        y=np.concatenate((pairs.y[met], nears.y[struck])),
        impulse=np.concatenate((pairs.impulse[met], nears.impulse[struck])),
        closing_speed=np.concatenate((pairs.closing[met], nears.closing[struck])),
        time=np.full(met.size + struck.size, time),
    )


def _by_steering(vehicles: Roster, rows: Any) -> None:
    """As a vehicle moves sideways and turns whose model does not say."""
    full = vehicles.pivot_yaw_rate[rows] + vehicles.full_curvature[rows] * vehicles.speed[rows]
    vehicles.yaw_rate[rows] = vehicles.steer[rows] * full + vehicles.spin[rows]
    vehicles.lateral_speed[rows] = vehicles.slide_speed[rows]


def _by_model(vehicles: Roster, fleet: Fleet, fleet_rows: Any, rows: Any) -> None:
    """As the model says, where it does."""
    fields = fleet.model.module.State._fields
    if "lateral_speed" in fields:
        vehicles.lateral_speed[rows] = fleet.state.lateral_speed[fleet_rows] + vehicles.slide_speed[rows]
    if "yaw_rate" in fields:
        vehicles.yaw_rate[rows] = fleet.state.yaw_rate[fleet_rows] + vehicles.spin[rows]
