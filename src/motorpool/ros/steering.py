"""Steered wheels: the steering command (-1..1) of an angle of the wheels, and the angle of a command.

Dynamic models turn their wheels in proportion to the command. Kinematic models with the angle of a wheel are commanded
by curvature: its tangent is in proportion to the command.
"""

import math
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ..world import World


class Steering(NamedTuple):
    """Steered wheels of a vehicle."""

    largest_angle: float  # [rad]
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
    angles: Any = getattr(fleet.params, "max_steer_angle", None)
    if angles is None or not 0.0 < float(angles[place]) < 0.5 * math.pi:
        return None
    names = fleet.model.dimensions.get("wheelbase")
    curvature = float(world.vehicles.full_curvature[vehicle])
    if fleet.model.is_dynamic or not names or curvature <= 0.0:
        return Steering(float(angles[place]))
    wheelbase = sum(float(getattr(fleet.params, name)[place]) for name in names)
    return Steering(float(angles[place]), wheelbase * curvature)
