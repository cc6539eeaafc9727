"""Plan of a vehicle: the dimensions by which it is drawn, and by which it touches others.

A vehicle of the motor pool has the outer dimensions of its file. A dimension that the parameters of a model name is
used; the rest follows from the proportions of common vehicles. Seen from above, a vehicle is the rectangle of its own
body, whose centre lies ``middle`` ahead of the reference point, and one rectangle for each trailer.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

from ...models.registry import Model


class Axle(NamedTuple):
    """An axle."""

    offset: float  # ahead of the middle of the body [m]
    is_steered: bool = False


class Dimensions(NamedTuple):
    """Dimensions of a vehicle in the frame of its body."""

    length: float  # [m]
    width: float
    height: float
    axles: tuple[Axle, ...] = ()  # from the front
    track_gauge: float = 0.0  # between the middles of the tracks [m]
    wheel_radius: float = 0.0  # of road wheels on axles; 0: as usual for the look [m]
    wheel_count: int = 0  # on a side, road wheels of a track included; 0: as usual for the look
    muzzle: float = 0.0  # from the turret's axis to the end of the barrel; 0: as usual for the look [m]

    @property
    def wheelbase(self) -> float:
        """First to last axle [m]."""
        return self.axles[0].offset - self.axles[-1].offset


NOSE = 0.14  # of the way from kingpin to axles, that the box reaches ahead of the kingpin
TAIL = 0.5  # and behind the axles
GAP = 0.8  # between the boxes of two trailers [m]


class TrailerPlan(NamedTuple):
    """Dimensions of a trailer; x = 0 is the middle of its axles."""

    hitch: float  # behind the reference point of what pulls it, which of a trailer is its axles [m]
    reach: float  # from the hitch to its axles [m]
    back: float  # end of its box, ahead of its axles [m]
    width: float  # [m]
    height: float  # [m]

    @property
    def front(self) -> float:
        """Front of the box, ahead of its axles [m]."""
        return (1.0 + NOSE) * self.reach

    @property
    def middle(self) -> float:
        """Middle of the box, ahead of its axles [m]."""
        return 0.5 * (self.front + self.back)


def plan_trailers(hitches: list[float], reaches: list[float], size: Dimensions) -> tuple[TrailerPlan, ...]:
    """Return the plans of trailers, the first one first, whose boxes leave room for each other.

    Hitches are behind the reference point of what pulls, reaches from each hitch to the axles [m].
    """
    width = max(1.2, 1.02 * size.width)
    height = max(1.6, min(4.0, 1.22 * size.height))
    backs: list[float] = []
    for index, reach in enumerate(reaches):
        room = -TAIL * reach
        if index + 1 < len(reaches):
            room = max(room, NOSE * reaches[index + 1] - hitches[index + 1] + GAP)
        backs.append(min(0.5 * reach, room))
    return tuple(
        TrailerPlan(hitch, reach, back, width, height)
        for hitch, reach, back in zip(hitches, reaches, backs, strict=True)
    )


SMALLEST, LARGEST = 0.1, 100.0  # dimension that is drawn as it is [m]
OVERHANG = 1.35  # of a tractor's body before its front axle [m]
REAR_SHARE = 0.55  # of that overhang, behind the rear axle [1]
DOT = 1.2  # size of a point [m]
AHEAD = ("front_axle_offset", "first_axle_offset", "second_axle_offset")


class VehiclePlan(NamedTuple):
    """Dimensions of a vehicle and of its trailers."""

    kind: str  # "wheeled", "tracked" or "point"
    size: Dimensions
    wheelbase: float = 0.0  # first to last axle, or the length of track on the ground [m]
    track_width: float = 0.0  # between the middles of the left and the right wheels or tracks [m]
    middle: float = 0.0  # of the body, ahead of the reference point [m]
    trailers: tuple[TrailerPlan, ...] = ()

    @property
    def front_reach(self) -> float:
        """Front end of the body, ahead of the reference point [m]."""
        return self.middle + 0.5 * self.size.length

    @property
    def rear_reach(self) -> float:
        """Rear end of the body or, stretched out, of the trailers, behind the reference point [m]."""
        reach, axle = 0.5 * self.size.length - self.middle, 0.0
        for trailer in self.trailers:
            axle += trailer.hitch + trailer.reach
            reach = max(reach, axle - trailer.back)
        return reach

    @property
    def radius(self) -> float:
        """Radius of the circle around the reference point that has everything inside, however trailers turn [m]."""
        radius = math.hypot(0.5 * self.size.length + abs(self.middle), 0.5 * self.size.width)
        pulled = 0.0  # from the reference point to a hitch, at most
        for trailer in self.trailers:
            pulled += abs(trailer.hitch)
            ends = abs(trailer.reach - trailer.back), abs(trailer.front - trailer.reach)
            radius = max(radius, pulled + math.hypot(max(ends), 0.5 * trailer.width))
            pulled += trailer.reach
        return radius


def plan_of(
    model: Model,
    params: Mapping[str, float],
    *,
    body: tuple[float | None, float, float] | None = None,
    offset: float | None = None,
    trailer_count: int | None = None,
) -> VehiclePlan:
    """Return the plan of a vehicle, no smaller or larger than can be drawn.

    Args:
        body: length, width and height without trailers; None for those of the model's vehicle, or as its parameters
            suggest, and a length of None for what the axles suggest [m].
        offset: distance of the body's centre ahead of the reference point; None for the middle of the axles [m].
        trailer_count: number of trailers; None for as many as the parameters say.
    """
    if body is None and model.vehicle is not None:
        body, offset = own_body(model), model.vehicle.body.offset
    known = {name: _drawable(value) for name, value in {**_declared(model, params), **params}.items()}
    if body is not None:
        given = zip(("length", "width", "height"), body, strict=True)
        known = {name: value for name, value in known.items() if name != "length"} | {
            name: _drawable(value) for name, value in given if value is not None
        }
    if model.kind == "point":
        length, width, height = (known.get(name, DOT) if body else DOT for name in ("length", "width", "height"))
        plan = VehiclePlan(model.kind, Dimensions(length, width, height))
    elif model.kind == "tracked":
        plan = _tracked(known)
    elif model.trailers:
        plan = _with_trailers(_wheeled(known, params), model, params, known, trailer_count)
    else:
        plan = _wheeled(known, params)
    return plan if offset is None else _moved(plan, offset)


def own_body(model: Model) -> tuple[float | None, float, float]:
    """Return length, width and height of a named vehicle without trailers; no length for one that pulls them [m]."""
    assert model.vehicle is not None
    body = model.vehicle.body
    return None if model.trailers else body.length, body.width, body.height


def _moved(plan: VehiclePlan, middle: float) -> VehiclePlan:
    """Return a plan whose body has its centre elsewhere; the axles stay where they are."""
    shift = plan.middle - middle
    axles = tuple(axle._replace(offset=axle.offset + shift) for axle in plan.size.axles)
    return plan._replace(size=plan.size._replace(axles=axles), middle=middle)


def _declared(model: Model, params: Mapping[str, float]) -> dict[str, float]:
    return {
        name: sum(params[part] for part in parts)
        for name, parts in model.dimensions.items()
        if all(part in params for part in parts)
    }


def _tracked(known: Mapping[str, float]) -> VehiclePlan:
    gauge = known.get("track_gauge", 0.82 * known.get("width", 3.4))
    length = known.get("length", 2.2 * gauge)
    size = Dimensions(length, known.get("width", 1.22 * gauge), known.get("height", 0.31 * length), track_gauge=gauge)
    return VehiclePlan("tracked", size, known.get("contact_length", 0.74 * length), gauge)


def _wheeled(known: Mapping[str, float], params: Mapping[str, float]) -> VehiclePlan:
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
    return VehiclePlan("wheeled", size, wheelbase, track_width, middle=middle)


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
    plan: VehiclePlan, model: Model, params: Mapping[str, float], known: Mapping[str, float], count: int | None
) -> VehiclePlan:
    """Return the plan with its trailers; its own body is as long as its wheelbase asks for, unless it has a length."""
    fields = model.trailers
    if count is None and model.trailer_count is not None:
        count = int(params[model.trailer_count])
    fields = fields[:count]
    front, rear = (axle.offset + plan.middle for axle in (plan.size.axles[0], plan.size.axles[-1]))
    overhang = OVERHANG
    if "length" in known:
        overhang = (known["length"] - plan.wheelbase) / (1.0 + REAR_SHARE)
    ahead, behind = front + overhang, rear - REAR_SHARE * overhang
    length, middle = ahead - behind, 0.5 * (ahead + behind)
    size = plan.size._replace(
        length=length,
        width=known.get("width", min(2.5, 0.75 * plan.wheelbase)),
        height=known.get("height", min(3.4, 0.9 * plan.wheelbase)),
    )
    hitches = [_within(params.get(field.hitch_offset or "", 0.3 * length if field is fields[0] else 0.0))
               for field in fields]  # fmt: skip
    reaches = [_drawable(params.get(field.length or "", 1.5 * length)) for field in fields]
    trailers = plan_trailers(hitches, reaches, size)
    track_width = min(plan.track_width, 0.84 * size.width)
    return _moved(plan._replace(size=size, track_width=track_width, trailers=trailers), middle)


def _within(value: float) -> float:
    return min(LARGEST, max(-LARGEST, value))


def _drawable(value: float) -> float:
    return min(LARGEST, max(SMALLEST, value))
