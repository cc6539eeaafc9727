"""Shape of a vehicle, as far as its model and its file describe it.

A vehicle of the motor pool has the outer dimensions and the look of its file. A bare model has no look: its kind and
its size choose one. A dimension that its parameters name is drawn; the rest follows from the proportions of common
vehicles.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ...models.registry import Model
from ..vehicle_file import NamedVehicle
from .gear import roof_gun
from .look import Look, looks
from .parts import Shape
from .trailer import trailer_shape
from .vehicle_plan import Axle, Dimensions, TrailerPlan, VehiclePlan, plan_of

CARRIER_LENGTH, CARRIER_TALL = 5.7, 0.4  # up to here [m], and from this height over length, tracks carry a carrier
TRUCK_LENGTH, TRUCK_HEIGHT = 5.8, 2.15  # from here a bare model on wheels is a truck [m]
UTILITY_TALL = 0.365  # height over length from which a car is a utility vehicle


class VehicleShape(NamedTuple):
    """A vehicle and its trailers as they are drawn."""

    kind: str  # "wheeled", "tracked" or "point"
    look: Look
    size: Dimensions
    wheelbase: float  # first to last axle, or the length of track on the ground [m]
    track_width: float  # between the middles of the left and the right wheels or tracks [m]
    middle: float = 0.0  # of the body, ahead of the reference point [m]
    is_armed: bool = False
    trailers: tuple[TrailerPlan, ...] = ()

    @property
    def length(self) -> float:
        """Length of the body [m]."""
        return self.size.length

    @property
    def width(self) -> float:
        """Width of the body [m]."""
        return self.size.width

    @property
    def axles(self) -> tuple[Axle, ...]:
        """Axles, from the front; their offsets are ahead of the reference point [m]."""
        return tuple(axle._replace(offset=axle.offset + self.middle) for axle in self.size.axles)

    @property
    def total_length(self) -> float:
        """Length with all trailers, stretched out [m]."""
        plan = VehiclePlan(self.kind, self.size, middle=self.middle, trailers=self.trailers)
        return plan.front_reach + plan.rear_reach

    def drawn(self) -> Shape:
        """Return its solids, those of its trailers aside."""
        return _drawn(self.look, self.size, self.is_armed)

    def stretched(self) -> Shape:
        """Return its solids and those of its trailers straight behind it."""
        shape, axle = self.drawn(), -self.middle
        for trailer in self.trailers:
            axle -= trailer.hitch + trailer.reach
            behind = (part.moved(axle) for part in trailer_shape(trailer).parts)
            shape = shape._replace(parts=(*shape.parts, *behind))
        return shape


@lru_cache(maxsize=256)
def _drawn(look: Look, size: Dimensions, is_armed: bool) -> Shape:
    shape = look.build(size)
    if not is_armed or any(part.name == "gun" for part in shape.parts):
        return shape
    x, y, z = shape.roof
    pivot = (x + 0.1 * size.width, y, z + 0.13 * size.height)
    gun = roof_gun(size, ring=shape.roof, pivot=pivot, reach=min(size.muzzle, 0.6 * size.length))
    return shape._replace(parts=(*shape.parts, *gun), turret=shape.roof)


def shape_of(
    model: Model,
    params: Mapping[str, float],
    *,
    body: tuple[float | None, float, float] | None = None,
    offset: float | None = None,
    barrel: float = 0.0,
    trailer_count: int | None = None,
) -> VehicleShape:
    """Return the shape of a vehicle, no smaller or larger than can be drawn.

    Args:
        body: length, width and height without trailers; None for those of the model's vehicle, or as its parameters
            suggest [m].
        offset: distance of the body's centre ahead of the reference point; None for the middle of the axles [m].
        barrel: from the turret's axis to the muzzle of a gun that fires; 0 without one [m].
        trailer_count: number of trailers; None for as many as the parameters say.
    """
    plan = plan_of(model, params, body=body, offset=offset, trailer_count=trailer_count)
    if plan.kind == "point":
        look = looks()["dot"]
    else:
        wheels = int(model.vehicle.body.wheels) if model.vehicle else 0
        size = plan.size._replace(wheel_count=wheels, muzzle=barrel or _muzzle(model.vehicle, plan.size))
        plan, look = plan._replace(size=size), _look_of(model, plan)
    return VehicleShape(
        plan.kind, look, plan.size, plan.wheelbase, plan.track_width, plan.middle,
        is_armed=barrel > 0.0 and plan.kind != "point", trailers=plan.trailers,
    )  # fmt: skip


def _muzzle(vehicle: NamedVehicle | None, size: Dimensions) -> float:
    overhang = vehicle.body.gun_overhang if vehicle is not None else 0.0
    return 0.5 * size.length + overhang if overhang > 0.0 else 0.0


def _look_of(model: Model, plan: VehiclePlan) -> Look:
    name = model.vehicle.look if model.vehicle is not None else _usual_look(model.kind, plan.size)
    return looks()["lorry" if plan.trailers else name]


def _usual_look(kind: str, size: Dimensions) -> str:
    tall = size.height / size.length
    if kind == "tracked":
        return "carrier" if size.length <= CARRIER_LENGTH and tall > CARRIER_TALL else "tank"
    if size.length >= TRUCK_LENGTH or size.height >= TRUCK_HEIGHT:
        return "truck"
    return "utility" if tall > UTILITY_TALL else "car"
