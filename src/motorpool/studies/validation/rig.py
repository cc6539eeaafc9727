"""Proving ground: copies of a vehicle side by side on a plane, driven by a function and recorded.

All copies start at the origin of the plane and face up its ``grade``; arrays give each its own slope, soil and
parameters.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ModelError, unknown_name
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.surface import FIELDS, Surface
from ...models.registry import Model, find
from ...vehicles.fleet import Fleet

DT = 1.0 / 60.0  # step; the usual one of a world [s]
Floats = NDArray[np.float64]
Drive = Callable[[float, Fleet], None]


class Run:
    """Recorded motion of the copies: ``run.speed`` is an array (times, copies), ``run.time`` the times [s]."""

    def __init__(self, time: Floats, columns: dict[str, Floats]):
        self.time = time
        self._columns = columns

    def __getattr__(self, name: str) -> Floats:
        try:
            return self.__dict__["_columns"][name]
        except KeyError:
            raise AttributeError(unknown_name("a run", "column", name, self._columns)) from None

    def __contains__(self, name: str) -> bool:
        return name in self._columns


class Rig:
    """Copies of a vehicle on a plane.

    Args:
        surface: name of a soil, or one for each copy.
        grade: slope ahead, up positive [1].
        side_slope: slope to the left, up positive [1].
        ground: ground values by name, which replace those of the soil.
        values: values of state, control and parameters, as for a Fleet.
    """

    def __init__(
        self,
        vehicle: Any,
        count: int = 1,
        *,
        surface: str | Sequence[str] = "dry-asphalt",
        grade: Any = 0.0,
        side_slope: Any = 0.0,
        ground: dict[str, Any] | None = None,
        **values: Any,
    ):
        self.model: Model = find(vehicle)
        self.fleet = Fleet(self.model, count, **values)
        soils = soil_values([surface] * count if isinstance(surface, str) else surface)
        for name, value in {**soils, "slope_x": grade, "slope_y": side_slope, **(ground or {})}.items():
            if name in dir(self.fleet.ground):
                setattr(self.fleet.ground, name, value)
        for name, value in (("last_slope_x", grade), ("last_slope_y", side_slope)):
            if name in dir(self.fleet.state):
                setattr(self.fleet.state, name, value)

    def run(self, seconds: float, drive: Drive | None = None, *, dt: float = DT, every: int = 1) -> Run:
        """Step for some time, and return the recorded motion.

        Args:
            drive: called with the time [s] and the fleet before each step, to set the controls.

        Raises:
            ModelError: a vehicle could not be stepped.
        """
        fleet, steps = self.fleet, round(seconds / dt)
        names = dir(fleet.state)
        recorded = {name: np.empty((steps // every + 1, fleet.count)) for name in names}
        for step in range(steps + 1):
            if step % every == 0:
                for name in names:
                    recorded[name][step // every] = getattr(fleet.state, name)
            if step == steps:
                break
            if drive is not None:
                drive(step * dt, fleet)
            fleet.step(dt)
        if np.any(fleet.status):
            raise ModelError("; ".join(fleet.problems()))
        times: Floats = np.linspace(0.0, steps // every * every * dt, steps // every + 1)
        return Run(times, recorded)

    def set_speed(self, speed: Any) -> None:
        """Set the speed of every copy and of its belts [m/s]."""
        for name in {"speed", "left_track_speed", "right_track_speed"} & set(dir(self.fleet.state)):
            setattr(self.fleet.state, name, speed)

    def hold_speed(self, speed: Any, steer: Any = 0.0, *, dt: float = DT) -> None:
        """Set the controls to hold a speed [m/s], forward positive; values are for all vehicles or (vehicles,).

        Args:
            steer: steering command -1..1, left positive, for all vehicles or (vehicles,).
        """
        self.fleet.drive(speed, steer, dt=dt)


def soil_values(names: Sequence[str]) -> dict[str, Floats]:
    """Return the ground values of soils, by name as arrays."""
    table = Surface.uniform("dry-asphalt", Terrain.flat(size=10.0, spacing=10.0))
    for name in names:
        if name not in table.names:
            raise ModelError(unknown_name("", "soil", name, table.names, listed="docs/ground.md"))
    rows = np.array([table.table[table.names.index(name)] for name in names])
    return dict(zip(FIELDS, rows.T, strict=True))


def soil(name: str) -> dict[str, float]:
    """Return the ground values of one soil."""
    return {field: float(column[0]) for field, column in soil_values([name]).items()}


def param(vehicle: Any, name: str) -> float:
    """Return a parameter of a vehicle; NaN if its model does not have it."""
    return float(find(vehicle).module.Params._field_defaults.get(name, math.nan))


def full_throttle(fleet: Fleet) -> None:
    """Set full throttle."""
    fleet.control.throttle, fleet.control.brake = 1.0, 0.0
    turn(fleet, 0.0)


def turn(fleet: Fleet, steer: Any) -> None:
    """Steer by a command in -1..1, left positive, with whichever control the model has."""
    if "steer_angle" in dir(fleet.control):
        fleet.control.steer_angle = np.asarray(steer) * fleet.params.max_steer_angle
    elif "steer" in dir(fleet.control):
        fleet.control.steer = steer


def has(vehicle: Any, *names: str) -> bool:
    """Return whether a vehicle has all these parameters."""
    fields = find(vehicle).module.Params._fields
    return all(name in fields for name in names)


def axle_places(vehicle: Any) -> tuple[float, float] | None:
    """Return the distances [m] of the leading axle and the unsteered ones' centre from the centre of mass, or None."""
    if has(vehicle, "front_axle_offset", "max_steer_angle"):
        return param(vehicle, "front_axle_offset"), param(vehicle, "rear_axle_offset")
    if has(vehicle, "fourth_axle_offset", "max_steer_angle"):
        behind = 0.5 * (param(vehicle, "third_axle_offset") + param(vehicle, "fourth_axle_offset"))
        return param(vehicle, "first_axle_offset"), behind
    return None


def total_mass(vehicle: Any) -> float:
    """Return the mass of all bodies [kg]."""
    return param(vehicle, "mass") + (param(vehicle, "trailer_mass") if has(vehicle, "trailer_mass") else 0.0)


def moving_mass(vehicle: Any) -> float:
    """Return the effective mass for drive and brakes: all bodies and the inertia of rotating parts [kg]."""
    turning = param(vehicle, "rotating_mass_factor") - 1.0
    return total_mass(vehicle) + turning * param(vehicle, "mass")


def grip_of(vehicle: Any) -> float:
    """Return the factor of the tyres or tracks on the longitudinal friction of a soil [1]."""
    names = [name for name in ("tyre_grip", "track_grip") if has(vehicle, name)]
    return param(vehicle, names[0]) if names else 1.0


def centre_height(vehicle: Any) -> float:
    """Return the height of the centre of mass of all bodies [m]."""
    own = param(vehicle, "mass") * param(vehicle, "centre_height")
    trailer = (
        param(vehicle, "trailer_mass") * param(vehicle, "trailer_centre_height")
        if has(vehicle, "trailer_mass")
        else 0.0
    )
    return (own + trailer) / total_mass(vehicle)


def half_track(vehicle: Any) -> float:
    """Return half the track width: the distance from the centre to the outer line of contact [m]."""
    return 0.5 * param(vehicle, "track_gauge" if has(vehicle, "track_gauge") else "track_width")
