"""Facts about vehicles for tables: mass, power, top speed, length, and how many values are verified."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .figures import STATUS, parse_check
from .vehicle_file import NamedVehicle


class Facts(NamedTuple):
    """Figures of a vehicle as text; empty where a figure is not known."""

    mass: str  # [t]
    power: str  # [kW]
    top_speed: str  # [km/h]
    length: str  # [m]


def facts_of(vehicle: NamedVehicle) -> Facts:
    """Return mass, power, top speed and length, from reference figures if there are any, else from parameters."""
    power = vehicle.params.get("engine_power")
    top = _published_top_speed(vehicle) or vehicle.params.get("max_speed") or vehicle.handling.get("max_speed")
    mass = mass_of(vehicle)
    return Facts(
        "" if mass == 0.0 else f"{mass / 1000:.3g}" if mass >= 100.0 else f"{mass / 1000:.4f}",
        "" if power is None else f"{power / 1000:.0f}" if power >= 1e5 else f"{power / 1000:.3g}",
        "" if top is None else f"{top * 3.6:.0f}",
        f"{vehicle.body.length:.2f}",
    )


def values_by_status(vehicles: Sequence[NamedVehicle]) -> str:
    """Count the parameter values of vehicles by the status of their sources: "683 values: 84 verified, ..."."""
    counts = Counter(remark.status for vehicle in vehicles for remark in vehicle.remarks.values())
    return f"{counts.total()} values: {_by_status(counts)}"


def figures_by_status(vehicles: Sequence[NamedVehicle]) -> str:
    """Count the reference figures of vehicles by the status of their sources."""
    counts = Counter(figure.status for vehicle in vehicles for figure in vehicle.figures)
    return f"{counts.total()} reference figures: {_by_status(counts)}"


def _by_status(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{counts[status]} {word}" for status, word in STATUS.items())


def mass_of(vehicle: NamedVehicle) -> float:
    """Return the mass of a vehicle and its trailer [kg]; 0 if its model has no mass."""
    return vehicle.params.get("mass", 0.0) + vehicle.params.get("trailer_mass", 0.0)


def _published_top_speed(vehicle: NamedVehicle) -> float | None:
    checks = ((figure, parse_check(figure.check)) for figure in vehicle.figures)
    return next((figure.si for figure, check in checks if check is not None and check.name == "top-speed"), None)
