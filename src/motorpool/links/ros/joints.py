"""Joints of vehicles: steered wheels, turret and gun, and the hitches of trailers.

The steering command (-1..1) of an angle of the wheels, and the angle of a command: dynamic models turn their wheels in
proportion to the command. Kinematic models with the angle of a wheel are commanded by curvature: its tangent is in
proportion to the command. Where the wheels turn by different angles, the angle is that of a wheel in the middle between
them, as in ``AckermannDrive``.
"""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ...models.fields import fields_of

if TYPE_CHECKING:
    from ...vehicles.fleet import Fleet
    from ...world import World

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


class Steering(NamedTuple):
    """Steered wheels of a vehicle."""

    largest_angle: float  # at full steer [rad]
    wheelbase_curvature: float | None = None  # curvature at full steer, times the wheelbase; None for a dynamic model

    def steer_of(self, angle: float) -> float:
        """Return the steering command (-1..1) of an angle of the wheels, left positive [rad]."""
        if self.wheelbase_curvature is None:
            steer = angle / self.largest_angle
        else:
            steer = math.tan(max(-self.largest_angle, min(angle, self.largest_angle))) / self.wheelbase_curvature
        return max(-1.0, min(steer, 1.0))

    def angle_of(self, steer: float) -> float:
        """Return the angle of the wheels [rad] of a steering command."""
        if self.wheelbase_curvature is None:
            return steer * self.largest_angle
        return math.atan(steer * self.wheelbase_curvature)


def steering_of(world: "World", vehicle: int) -> Steering | None:
    """Return the steered wheels of a vehicle; None for a model without, such as one with tracks."""
    index = int(world.vehicles.fleet_index[vehicle])
    fleet, place = world.fleets[index], vehicle - world.vehicles.rows[index].start
    largest = _dimension(fleet, "max_steer_angle", place)
    if not 0.0 < largest < 0.5 * math.pi:
        return None
    wheelbase_curvature = _dimension(fleet, "wheelbase", place) * float(world.vehicles.full_curvature[vehicle])
    if fleet.model.is_dynamic or wheelbase_curvature <= 0.0:
        return Steering(largest)
    return Steering(math.atan(wheelbase_curvature), wheelbase_curvature)


def _dimension(fleet: "Fleet", name: str, place: int) -> float:
    """Return a dimension that the model declares, of the vehicle at a place of its fleet; 0 if it declares none."""
    return sum(float(getattr(fleet.params, part)[place]) for part in fleet.model.dimensions.get(name, ()))
