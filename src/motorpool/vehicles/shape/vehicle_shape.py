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
from .dimensions import Axle, Dimensions
from .gear import roof_gun
from .look import Look, looks
from .parts import Shape
from .trailer import TrailerPlan, plan_trailers, trailer_shape

SMALLEST, LARGEST = 0.1, 100.0  # dimension that is drawn as it is [m]
OVERHANG = 1.35  # of a tractor's body before its front axle; behind the rear one it is 0.55 of it [m]
CARRIER_LENGTH, CARRIER_TALL = 5.7, 0.4  # up to here [m], and from this height over length, tracks carry a carrier
TRUCK_LENGTH, TRUCK_HEIGHT = 5.8, 2.15  # from here a bare model on wheels is a truck [m]
UTILITY_TALL = 0.365  # height over length from which a car is a utility vehicle
DOT = 1.2  # size of a point [m]
AHEAD = ("front_axle_offset", "first_axle_offset", "second_axle_offset")


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
        end, axle = self.middle - 0.5 * self.length, 0.0
        for trailer in self.trailers:
            axle -= trailer.hitch + trailer.reach
            end = min(end, axle + trailer.back)
        return self.middle + 0.5 * self.length - end

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
    body: tuple[float, float, float] | None = None,
    barrel: float = 0.0,
    trailer_count: int | None = None,
) -> VehicleShape:
    """Return the shape of a vehicle, no smaller or larger than can be drawn.

    Args:
        body: length, width and height; None for those of the model's vehicle, or as its parameters suggest [m].
        barrel: from the turret's axis to the muzzle of a gun that fires; 0 without one [m].
        trailer_count: number of trailers; None for as many as the parameters say.
    """
    if model.vehicle is not None and body is None:
        body = model.vehicle.body[:3]
    known = {name: _drawable(value) for name, value in {**_declared(model, params), **params}.items()}
    if body is not None:
        known |= dict(zip(("length", "width", "height"), map(_drawable, body), strict=True))
    if model.kind == "point":
        length, width, height = (known.get(name, DOT) if body else DOT for name in ("length", "width", "height"))
        return VehicleShape(model.kind, looks()["dot"], Dimensions(length, width, height), 0.0, 0.0)
    wheels = int(model.vehicle.body.wheels) if model.vehicle else 0
    if model.kind == "tracked":
        shape = _tracked(known)
    else:
        shape = _wheeled(known, params)
        shape = _with_trailers(shape, model, params, known, trailer_count)
    size = shape.size
    size = size._replace(wheel_count=wheels, muzzle=barrel or _muzzle(model.vehicle, size))
    return shape._replace(size=size, look=_look_of(model, size, shape.trailers), is_armed=barrel > 0.0)


def _declared(model: Model, params: Mapping[str, float]) -> dict[str, float]:
    return {
        name: sum(params[part] for part in parts)
        for name, parts in model.dimensions.items()
        if all(part in params for part in parts)
    }


def _muzzle(vehicle: NamedVehicle | None, size: Dimensions) -> float:
    overhang = vehicle.body.gun_overhang if vehicle is not None else 0.0
    return 0.5 * size.length + overhang if overhang > 0.0 else 0.0


def _look_of(model: Model, size: Dimensions, trailers: tuple[TrailerPlan, ...]) -> Look:
    name = model.vehicle.look if model.vehicle is not None else _usual_look(model.kind, size)
    return looks()["lorry" if trailers else name]


def _usual_look(kind: str, size: Dimensions) -> str:
    tall = size.height / size.length
    if kind == "tracked":
        return "carrier" if size.length <= CARRIER_LENGTH and tall > CARRIER_TALL else "tank"
    if size.length >= TRUCK_LENGTH or size.height >= TRUCK_HEIGHT:
        return "truck"
    return "utility" if tall > UTILITY_TALL else "car"


def _tracked(known: Mapping[str, float]) -> VehicleShape:
    gauge = known.get("track_gauge", 0.82 * known.get("width", 3.4))
    length = known.get("length", 2.2 * gauge)
    size = Dimensions(length, known.get("width", 1.22 * gauge), known.get("height", 0.31 * length), track_gauge=gauge)
    return VehicleShape("tracked", looks()["tank"], size, known.get("contact_length", 0.74 * length), gauge)


def _wheeled(known: Mapping[str, float], params: Mapping[str, float]) -> VehicleShape:
    axles = _axles(params, known.get("wheelbase"), known.get("length"))
    front, rear = axles[0].offset, axles[-1].offset
    wheelbase, middle = _drawable(front - rear), 0.5 * (front + rear)
    track_width = known.get("track_width", 0.56 * wheelbase)
    length = known.get("length", 1.58 * wheelbase)
    size = Dimensions(
        length,
        known.get("width", track_width + 0.12 * wheelbase),
        known.get("height", 0.33 * length),
        axles=tuple(axle._replace(offset=axle.offset - middle) for axle in axles),
        wheel_radius=known.get("wheel_radius", 0.0),
    )
    return VehicleShape("wheeled", looks()["car"], size, wheelbase, track_width, middle=middle)


def _axles(params: Mapping[str, float], wheelbase: float | None, length: float | None) -> tuple[Axle, ...]:
    """Return the axles from the front, at their offsets from the centre of mass or half a wheelbase from the middle."""
    offsets = [name for name in params if name.endswith("_axle_offset")]
    if not offsets:
        half = 0.5 * (wheelbase or (2.7 if length is None else 0.6 * length))
        return Axle(half, is_steered=True), Axle(-half)
    return tuple(
        Axle(_drawable(params[name]) if name in AHEAD else -_drawable(params[name]), is_steered=name in AHEAD)
        for name in offsets
    )


def _with_trailers(
    shape: VehicleShape, model: Model, params: Mapping[str, float], known: Mapping[str, float], count: int | None
) -> VehicleShape:
    """Return a vehicle that draws trailers: its own body is no longer than its wheelbase asks for."""
    fields = model.trailers
    if count is None and model.trailer_count is not None:
        count = int(params[model.trailer_count])
    if not fields:
        return shape
    fields = fields[:count]
    front, rear = shape.axles[0].offset, shape.axles[-1].offset
    ahead, behind = front + OVERHANG, rear - 0.55 * OVERHANG
    length, middle = ahead - behind, 0.5 * (ahead + behind)
    size = shape.size._replace(
        length=length,
        width=known.get("width", min(2.5, 0.75 * shape.wheelbase)),
        height=known.get("height", min(3.4, 0.9 * shape.wheelbase)),
        axles=tuple(axle._replace(offset=axle.offset - middle) for axle in shape.axles),
    )
    hitches = [_within(params.get(field.hitch_offset or "", 0.3 * length if field is fields[0] else 0.0))
               for field in fields]  # fmt: skip
    reaches = [_drawable(params.get(field.length or "", 1.5 * length)) for field in fields]
    return shape._replace(
        size=size,
        track_width=min(shape.track_width, 0.84 * size.width),
        middle=middle,
        trailers=plan_trailers(hitches, reaches, size),
    )


def _within(value: float) -> float:
    return min(LARGEST, max(-LARGEST, value))


def _drawable(value: float) -> float:
    return min(LARGEST, max(SMALLEST, value))
