"""Joints of vehicles: steered wheels, turret and gun, and the hitches of trailers."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ..models.fields import fields_of
from .steering import steering_of

if TYPE_CHECKING:
    from ..fleet import Fleet
    from ..world import World

STEERING, TURRET, GUN = "steering", "turret", "gun"
_STEER_ANGLES = ("wheel_angle", "steer_angle")  # of models' states

Reader = Callable[[int], float]  # of the id of a vehicle


class Joints(NamedTuple):
    """Joints of a fleet's vehicles."""

    names: tuple[str, ...]
    readers: tuple[Reader, ...]

    def read(self, vehicle: int) -> list[float]:
        """Return the positions of a vehicle's joints [rad]."""
        return [reader(vehicle) for reader in self.readers]


def joints_of(world: "World", fleet_index: int) -> Joints:
    """Return the joints of a fleet's vehicles.

    ``steering`` is the angle of the steered wheels, left positive; ``turret`` its yaw from the hull, left positive;
    ``gun`` its elevation, up positive; ``hitch_1`` the first trailer's yaw minus that of the vehicle that pulls it.
    """
    fleet, rows = world.fleets[fleet_index], world.vehicles.rows[fleet_index]
    found: dict[str, Reader] = {}
    steering = _steering(world, fleet, rows.start)
    if steering is not None:
        found[STEERING] = steering
    if fleet.count and world.vehicles.muzzle_speed[rows.start] > 0.0:
        found[TURRET] = lambda vehicle: float(world.vehicles.turret_yaw[vehicle])
        found[GUN] = lambda vehicle: float(world.vehicles.turret_elevation[vehicle])
    for number, trailer in enumerate(fleet.model.trailers, 1):
        found[f"hitch_{number}"] = _state_reader(fleet, trailer.hitch_angle, rows.start)
    return Joints(tuple(found), tuple(found.values()))


def _steering(world: "World", fleet: "Fleet", first: int) -> Reader | None:
    fields = {field.name for field in fields_of(fleet.model.module.State)}
    for name in _STEER_ANGLES:
        if name in fields:
            return _state_reader(fleet, name, first)
    if not fleet.count or steering_of(world, first) is None:
        return None
    wheels = {vehicle: steering_of(world, vehicle) for vehicle in range(first, first + fleet.count)}

    def angle(vehicle: int) -> float:
        found = wheels[vehicle]
        return found.angle_of(float(world.vehicles.steer[vehicle])) if found is not None else 0.0

    return angle


def _state_reader(fleet: "Fleet", name: str, first: int) -> Reader:
    return lambda vehicle: float(getattr(fleet.state, name)[vehicle - first])
