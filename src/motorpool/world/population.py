"""Population of a world: vehicles that are added and removed while it runs.

A vehicle has its row of the vehicle table, which is its id, as long as it is in the world. Rows are never moved. The
row of a removed vehicle is vacant: it stands outside of the map as the rows that are kept for vehicles of other
programs (``remote.Remote.vacate``), and is used again by the next vehicle of its kind. Without a vacant row the world
gets a further fleet for more vehicles of the kind, the table grows, and every component takes its columns again.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from ..base.errors import MotorpoolError, WorldError
from ..base.keys import MAX_COUNT
from ..base.wording import counted
from ..models.fields import shown_value
from ..models.registry import Model
from ..vehicles.fleet import Body, Fleet, radius_of
from .attitude.component import follow_ground
from .component import Component
from .drivers.kinds import ABSENT, REMOTE
from .entity.component import refuse_unfit
from .guidance.component import Guidance
from .navigation.trafficability_table import heaviest, mobility_of
from .remote.component import Remote
from .scene import Newcomers, Scene

LEAST = 8  # rows of a further fleet; smaller values let the table grow more often
GROWTH = 4  # a further fleet has at least the rows of its kind over this; smaller values cost a step of vacant rows
KEPT = ("vehicle_id", "world_id", "fleet_index")  # columns of a row, whatever vehicle is in it

Ids = NDArray[np.intp]


@dataclass(frozen=True)
class Addition:
    """Addition of vehicles, as recordings keep it."""

    tag: ClassVar[str] = "add"
    recorded_as: ClassVar[str] = ""
    text: str  # JSON: what, x, y, yaw, values


@dataclass(frozen=True)
class Removal:
    """Removal of vehicles, as recordings keep it."""

    tag: ClassVar[str] = "remove"
    recorded_as: ClassVar[str] = ""
    text: str  # JSON: a list of ids


class Populated(Protocol):
    """World whose vehicles come and go."""

    components: list[Component]
    fleets: list[Fleet]
    sides: dict[str, str]
    guidance: Guidance
    remote: Remote


class Population:
    """The vehicles of one world, which come and go.

    Args:
        world: with all of its components.

    Attributes:
        built: fleets that the world was built with; later ones were added for more vehicles.
    """

    def __init__(self, world: Populated, scene: Scene):
        self._world, self._scene = world, scene
        self.built = tuple(scene.fleets)

    @property
    def added(self) -> tuple[Fleet, ...]:
        """Return the fleets that were added for more vehicles."""
        return tuple(self._scene.fleets[len(self.built) :])

    @property
    def built_count(self) -> int:
        """Return the number of rows that the world was built with."""
        return sum(fleet.count for fleet in self.built)

    def kind_of(self, vehicle: int) -> str:
        """Return the name by which ``add`` adds more vehicles of the kind of one."""
        return self._scene.settings_name(self._scene.fleets[int(self._scene.vehicles.fleet_index[vehicle])])

    # ---- vehicles that come

    def add(self, what: Any, poses: Mapping[str, Any], count: int | None, values: Mapping[str, Any]) -> Ids:
        """Add vehicles; return their ids. Nothing has changed if one cannot be added.

        Args:
            what: name of a fleet, of a model or of a vehicle; a model, or a fleet.
            poses: x and y [m] and yaw [rad], one number or one for each.
            count: number of vehicles; by default that of the positions.
            values: values of the model's fields, and ``body``.
        """
        x, y, yaw = self._checked_poses(poses, count)
        kind, newcomers = self._fleet_of(what, x.size, values)
        refuse_unfit(newcomers)
        newcomers.state.x, newcomers.state.y, newcomers.state.yaw = x, y, yaw
        before, rows = self.added, self._vacant_rows(kind, newcomers)[: x.size]
        try:
            if rows.size < x.size:
                self._extend(kind, newcomers, x.size - rows.size)
                rows = self._vacant_rows(kind, newcomers)[: x.size]
            self._fit_size(radius_of(newcomers))
            self._enter_all(rows, newcomers)
        except MotorpoolError:  # of a model that cannot be compiled or driven
            self._world.remote.vacate(rows)
            self.restore(before)
            raise
        self._world.remote.refresh()
        return rows

    def _checked_poses(self, poses: Mapping[str, Any], count: Any) -> tuple[NDArray[np.float64], ...]:
        """Return x, y and yaw of each vehicle."""
        if count is not None and not (isinstance(count, int | np.integer) and count >= 1):
            raise WorldError(f"add: count is {count!r}; it must be a whole number, 1 or more")
        given = {name: _array(name, value) for name, value in poses.items()}
        size = max(1, *(array.size for array in given.values())) if count is None else int(cast("int", count))
        if self._scene.vehicles.count + size > MAX_COUNT:
            raise WorldError(
                f"add: {counted(size, 'further vehicle')} are too many; a world has at most {MAX_COUNT} rows"
            )
        for name, array in given.items():
            if array.ndim > 1 or array.size not in (1, size):
                raise WorldError(
                    f"add: {name} has {array.size} values for {counted(size, 'vehicle')}; give one for each"
                )
        x, y, yaw = (
            np.array(np.broadcast_to(array.ravel() if array.ndim else array, size)) for array in given.values()
        )
        bounds = self._scene.map_bounds
        is_off = ~((bounds.x_west <= x) & (x <= bounds.x_east) & (bounds.y_south <= y) & (y <= bounds.y_north))
        for place in np.flatnonzero(is_off)[:1]:
            raise WorldError(
                f"add: the position ({x[place]:g}, {y[place]:g}) is off the map, which is from "
                f"({bounds.x_west:g}, {bounds.y_south:g}) to ({bounds.x_east:g}, {bounds.y_north:g})"
            )
        return x, y, yaw

    def _fleet_of(self, what: Any, count: int, values: Mapping[str, Any]) -> tuple[str, Fleet]:
        """Return the name of the kind that vehicles belong to, and a fleet of just these vehicles."""
        settings = _checked_values(values)
        scene, names = self._scene, [self._scene.settings_name(fleet) for fleet in self._scene.fleets]
        if isinstance(what, str) and what in names:
            return what, scene.fleets[names.index(what)].like(count, **settings)
        if isinstance(what, Fleet):
            return what.name, what.like(count, **settings)
        if not isinstance(what, str | Model) and not hasattr(what, "__name__"):
            raise WorldError(f"add: {shown_value(what)} is no vehicle; give the name of a fleet, a model or a vehicle")
        fleet = Fleet(what, count, **settings)
        if fleet.name in names:
            fleet = scene.fleets[names.index(fleet.name)].like(count, **settings)
        return fleet.name, fleet

    def _vacant_rows(self, kind: str, newcomers: Fleet) -> Ids:
        """Return the vacant rows of fleets for such vehicles, in order."""
        scene, mobility = self._scene, mobility_of(newcomers, heaviest(newcomers)).key
        mobilities = self._world.guidance.mobilities
        fits = [
            scene.settings_name(fleet) == kind
            and fleet.model.name == newcomers.model.name
            and fleet.model.module is newcomers.model.module
            and (fleet.body, fleet.shape) == (newcomers.body, newcomers.shape)
            and own.key == mobility
            for fleet, own in zip(scene.fleets, mobilities, strict=True)
        ]
        vehicles = scene.vehicles
        return np.flatnonzero(np.array(fits)[vehicles.fleet_index] & (vehicles.driver == ABSENT))

    def _extend(self, kind: str, newcomers: Fleet, count: int) -> None:
        """Add a further fleet, all of its rows vacant, for at least so many vehicles."""
        scene = self._scene
        alike = sum(fleet.count for fleet in scene.fleets if scene.settings_name(fleet) == kind)
        names = {fleet.name for fleet in scene.fleets}
        numbered = (f"{kind} ({number})" for number in range(2, len(names) + 3))
        name = kind if kind not in names else next(each for each in numbered if each not in names)
        further = newcomers.like(max(count, LEAST, alike // GROWTH), name=name, **_values_of_first(newcomers))
        scene.settings_of[name] = kind
        if kind in self._world.sides:
            self._world.sides[name] = self._world.sides[kind]
        self._set_fleets([*scene.fleets, further])

    def extend_by(self, fleets: Sequence[Fleet]) -> None:
        """Add further fleets, all of their rows vacant, as a recording lists them."""
        self._set_fleets([*self._scene.fleets, *fleets])

    def _fit_size(self, radius: float) -> None:
        """Make neighbour queries reach as far as a larger vehicle needs.

        Args:
            radius: radius of the circle around the vehicle [m].
        """
        if radius > self._scene.largest_radius:
            self._scene.largest_radius = radius
            self._bind()

    def _enter_all(self, rows: Ids, newcomers: Fleet) -> None:
        """Put vehicles into vacant rows, of one fleet after the other."""
        indices = self._scene.vehicles.fleet_index[rows]
        for index in cast("list[int]", np.unique(indices).tolist()):
            chosen = np.flatnonzero(indices == index)
            self._enter(Newcomers(rows[chosen], _some(newcomers, chosen), index))

    def _enter(self, new: Newcomers) -> None:
        scene = self._scene
        fleet, first = scene.fleets[new.fleet_index], scene.vehicles.rows[new.fleet_index].start
        _clear(scene, new.rows)
        fleet.put(new.rows_from(first), new.fleet)
        for component in self._world.components:
            component.enter(new)
        if scene.can_step:
            self._stand_on_ground(new.rows)

    def _stand_on_ground(self, rows: Any) -> None:
        """Set height, pitch and roll of some vehicles from the ground."""
        scene, vehicles = self._scene, self._scene.vehicles
        structures = vehicles.pose, vehicles.motion, vehicles.suspension
        pose, motion, suspension = (cast("Any", type(each))(*(column[rows] for column in each)) for each in structures)
        scene.run(follow_ground, pose, motion, suspension, scene.ground, scene.map_bounds, 0.0)
        for name in ("z", "pitch", "roll"):
            getattr(vehicles, name)[rows] = getattr(pose, name)

    # ---- vehicles that go

    def remove(self, vehicle_ids: Any) -> Ids:
        """Remove vehicles; return their ids. Nothing has changed if one cannot be removed."""
        rows = self._checked_ids(vehicle_ids)
        world, vehicles = self._world, self._scene.vehicles
        world.guidance.release(rows.tolist())
        world.remote.vacate(rows)
        for column in (*vehicles.standstill, *vehicles.progress, *vehicles.freeing):
            column[rows] = 0
        vehicles.blocked_by[rows] = -1
        for index in cast("list[int]", np.unique(vehicles.fleet_index[rows]).tolist()):
            own: Ids = rows[vehicles.fleet_index[rows] == index] - vehicles.rows[index].start
            self._scene.fleets[index].halt(own)
        return rows

    def _checked_ids(self, vehicle_ids: Any) -> Ids:
        """Return ids, each once, of vehicles that may be removed."""
        vehicles = self._scene.vehicles
        given = np.atleast_1d(np.asarray(vehicle_ids))
        if given.size and given.dtype.kind not in "iu":
            raise WorldError(
                f"remove: {shown_value(vehicle_ids)} is no id; give whole numbers, as world.add returns them"
            )
        rows = given.astype(np.intp).ravel()
        for row in rows[(rows < 0) | (rows >= vehicles.count)][:1]:
            raise WorldError(f"remove: there is no vehicle {row}; the world has {vehicles.count} rows, counted from 0")
        for row in rows[vehicles.driver[rows] == ABSENT][:1]:
            raise WorldError(f"remove: there is no vehicle {row} any more; its row is vacant")
        for row in rows[vehicles.driver[rows] == REMOTE][:1]:
            raise WorldError(f"remove: another program moves vehicle {row}; that program removes it")
        if np.unique(rows).size < rows.size:
            raise WorldError("remove: a vehicle is named twice; give each id once")
        return rows

    # ---- growth

    def restore(self, added: tuple[Fleet, ...]) -> None:
        """Return to the fleets of an earlier moment.

        Args:
            added: that the world had then besides those that it was built with.
        """
        fleets = [*self.built, *added]
        if [fleet.count for fleet in fleets] != [fleet.count for fleet in self._scene.fleets] or any(
            fleet is not now for fleet, now in zip(added, self.added, strict=True)
        ):
            self._set_fleets(fleets)

    def _set_fleets(self, fleets: Sequence[Fleet]) -> None:
        """Fit the vehicle table to these fleets; further ones are vacant."""
        world, scene = self._world, self._scene
        known = {id(fleet) for fleet in scene.fleets}
        scene.largest_radius = max(scene.largest_radius, *(radius_of(fleet) for fleet in fleets))
        scene.fit(fleets)
        world.fleets[:] = scene.fleets
        vehicles = scene.vehicles
        for index, (fleet, rows) in enumerate(zip(scene.fleets, vehicles.rows, strict=True)):
            if id(fleet) not in known:
                vehicles.driver[rows], vehicles.fleet_index[rows] = ABSENT, index
        self._bind()
        for index, (fleet, rows) in enumerate(zip(scene.fleets, vehicles.rows, strict=True)):
            if id(fleet) not in known:
                for component in world.components:
                    component.enter(Newcomers(rows, fleet, index))
                vehicles.driver[rows] = ABSENT
        world.remote.vacate(np.zeros(0, np.intp))

    def _bind(self) -> None:
        for component in self._world.components:
            component.bind()


def _checked_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of vehicles to add, with a body as such."""
    for name in ("name", "shape", "dtype", "device"):
        if name in values:
            raise WorldError(f"add: {name} cannot be given; add a Fleet(..., {name}=...)")
    if "body" not in values:
        return dict(values)
    size, offset = _size_and_offset(values["body"])
    if size.shape != (3,) or offset.size > 1 or not (np.isfinite([*size, *offset]).all() and (size > 0.0).all()):
        raise WorldError(
            f"add: body is {shown_value(values['body'])}; give length, width and height: Body(4.5, 1.8, 1.5)"
        )
    return {**values, "body": Body(*size.tolist(), *offset.tolist())}


def _size_and_offset(value: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the numbers of a body, and its offset if it has one."""
    if not isinstance(value, list | tuple):
        return np.zeros(0), np.zeros(0)
    given = [one for one in cast("Sequence[Any]", value) if one is not None]
    if not all(isinstance(one, int | float) for one in given):
        return np.zeros(0), np.zeros(0)
    return np.asarray(given[:3], np.float64), np.asarray(given[3:], np.float64)


def text_of(what: Any, poses: Mapping[str, Any], count: int | None, values: Mapping[str, Any]) -> str:
    """Return an addition as JSON, whose text of a float is exact; null for values that are not given."""
    about = {"what": what if isinstance(what, str) else None, "count": None if count is None else int(count)}
    return json.dumps({**about, **poses, "values": values}, default=_plain)


def _plain(value: Any) -> Any:
    """Return a value of NumPy as one of Python."""
    return value.tolist() if hasattr(value, "tolist") else str(value)


def _array(name: str, value: Any) -> NDArray[np.float64]:
    try:
        array = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        raise WorldError(f"add: {name} is {shown_value(value)}; give one number, or one for each vehicle") from None
    if not np.isfinite(array).all():
        wrong = array.ravel()[~np.isfinite(array.ravel())][0]
        raise WorldError(f"add: {name} is {wrong}; it must be a finite number{' [rad]' if name == 'yaw' else ' [m]'}")
    return array


def _some(fleet: Fleet, chosen: Ids) -> Fleet:
    """Return a fleet of some vehicles of another."""
    if chosen.size == fleet.count:
        return fleet
    some = fleet.like(chosen.size, **_values_of_first(fleet))
    some.take(fleet, chosen)
    return some


def _values_of_first(fleet: Fleet) -> dict[str, Any]:
    """Return the parameters of the first vehicle of a fleet by name."""
    return {name: float(getattr(fleet.params, name)[0]) for name in dir(fleet.params)}


def _clear(scene: Scene, rows: Any) -> None:
    """Clear the values of the last vehicles in some rows."""
    vehicles = scene.vehicles
    for name in vehicles.names:
        if name not in KEPT:
            getattr(vehicles, name)[rows] = 0
