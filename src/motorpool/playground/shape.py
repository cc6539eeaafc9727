"""Shape of a vehicle from above, as far as its model and its file describe it: bodies, axles, trailers, steer angles.

A vehicle of the motor pool has the outer dimensions and the look of its file. A bare model has no looks: where its
parameters name a dimension that is what is drawn; the rest follows from the proportions of common vehicles.
"""

import math
from typing import Any, NamedTuple

from ..models.mathematics import wrap_angle
from ..models.registry import Model

SMALLEST, LARGEST = 0.1, 100.0  # dimension that is drawn as it is [m]
TANDEM_FROM, TANDEM = 6.0, 0.55  # a truck so long has two rear axles, each so far from where the model has one [m]
NOSE, TAIL = 0.14, 0.5  # of a trailer's length from hitch to axle: its body before the hitch and behind the axle
TRAILER_TANDEM = 6.0  # a trailer so long from hitch to axle has three axles [m]
OVERHANG = 1.35  # of a tractor's body before its front axle [m]


class Axle(NamedTuple):
    """An axle as it is drawn."""

    offset: float  # ahead of the reference point; of a trailer, ahead of where its model has the axle [m]
    is_steered: bool = False


class Trailer(NamedTuple):
    """A trailer as it is drawn."""

    hitch: float  # behind the reference point of what pulls it, which of a trailer is its axle [m]
    reach: float  # from the hitch to its axle [m]
    front: float  # of its body, ahead of its axle [m]
    back: float  # of its body, behind its axle [m]
    width: float  # of its body [m]
    axles: tuple[Axle, ...]


class Shape(NamedTuple):
    """Dimensions of a vehicle and its trailers."""

    kind: str  # "wheeled", "tracked" or "point"
    length: float  # of the body, along x [m]
    width: float  # of the body, along y [m]
    wheelbase: float  # first to last axle, or the length of track on the ground [m]
    track_width: float  # between the middles of the left and the right wheels or tracks [m]
    look: str = ""  # of a vehicle's file: "tank", "truck", ...; empty for a bare model
    middle: float = 0.0  # of the body, ahead of the reference point [m]
    gun: float = 0.0  # overhang of a gun that points forward [m]
    axles: tuple[Axle, ...] = ()
    trailers: tuple[Trailer, ...] = ()

    @property
    def total_length(self) -> float:
        """Length with all trailers, stretched out [m]."""
        end, axle = self.middle - 0.5 * self.length, 0.0
        for trailer in self.trailers:
            axle -= trailer.hitch + trailer.reach
            end = min(end, axle - trailer.back)
        return self.middle + 0.5 * self.length - end


class Motion(NamedTuple):
    """Motion of a vehicle in its last step."""

    speed: float = 0.0  # along its body, forward positive [m/s]
    yaw_rate: float = 0.0  # left positive [rad/s]
    centre: tuple[float, float] | None = None  # of the rotation; None where it went straight [m]


def shape_of(model: Model, params: dict[str, float]) -> Shape:
    """The shape of a vehicle of that model with those parameters, no smaller or larger than can be drawn."""
    known = {name: _drawable(value) for name, value in params.items()}
    if model.kind == "point":
        return Shape(model.kind, 1.2, 1.2, 0.0, 0.0)
    if model.vehicle is not None:
        known |= {"length": model.vehicle.body.length, "width": model.vehicle.body.width}
    shape = _tracked(known) if model.kind == "tracked" else _wheeled(known, params)
    if model.vehicle is not None:
        shape = shape._replace(look=model.vehicle.look, gun=model.vehicle.body.gun_overhang)
    if model.trailers:
        return _with_trailers(shape, model, params)
    return _with_tandem(shape)


def _tracked(known: dict[str, float]) -> Shape:
    gauge = known.get("track_gauge", 0.82 * known.get("width", 3.4))
    length = known.get("length", 2.2 * gauge)
    contact = known.get("contact_length", 0.74 * length)
    return Shape("tracked", length, known.get("width", 1.22 * gauge), contact, gauge)


def _wheeled(known: dict[str, float], params: dict[str, float]) -> Shape:
    axles = _axles(params)
    front, rear = axles[0].offset, axles[-1].offset
    wheelbase = _drawable(front - rear)
    track_width = known.get("track_width", 0.56 * wheelbase)
    length = known.get("length", 1.58 * wheelbase)
    width = known.get("width", track_width + 0.12 * wheelbase)
    middle = 0.5 * (front + rear)
    return Shape("wheeled", length, width, wheelbase, track_width, middle=middle, axles=axles)


def _axles(params: dict[str, float]) -> tuple[Axle, ...]:
    """Return the axles from the front, at their offsets from the centre of mass or half a wheelbase from the middle."""
    offsets = [name for name in params if name.endswith("_axle_offset")]
    if not offsets:
        half = 0.5 * _drawable(params.get("wheelbase", 2.7))
        return Axle(half, is_steered=True), Axle(-half)
    is_ahead = [name in ("front_axle_offset", "first_axle_offset", "second_axle_offset") for name in offsets]
    return tuple(
        Axle(_drawable(params[name]) if ahead else -_drawable(params[name]), is_steered=ahead)
        for name, ahead in zip(offsets, is_ahead, strict=True)
    )


def _with_tandem(shape: Shape) -> Shape:
    """Return a long truck with the two rear axles that its model has as one."""
    if shape.look != "truck" or shape.length < TANDEM_FROM or len(shape.axles) != 2:
        return shape
    front, rear = shape.axles
    return shape._replace(axles=(front, Axle(rear.offset + TANDEM), Axle(rear.offset - TANDEM)))


def _with_trailers(shape: Shape, model: Model, params: dict[str, float]) -> Shape:
    """Return a vehicle that draws trailers: its own body is no longer than its wheelbase asks for."""
    fields = model.trailers
    if model.trailer_count is not None:
        fields = fields[: int(params[model.trailer_count])]
    front, rear = shape.axles[0].offset, shape.axles[-1].offset
    ahead, behind = front + OVERHANG, rear - 0.55 * OVERHANG
    length = ahead - behind
    width = shape.width if shape.look else min(2.5, 0.75 * shape.wheelbase)
    reaches = [_drawable(params.get(field.length or "", 1.5 * length)) for field in fields]
    hitches = [_within(params.get(field.hitch_offset or "", 0.3 * length)) for field in fields]
    trailers = tuple(
        _trailer(hitch, reach, width, next_hitch=following)
        for hitch, reach, following in zip(hitches, reaches, [*hitches[1:], None], strict=False)
    )
    return shape._replace(
        length=length,
        width=width,
        track_width=min(shape.track_width, 0.84 * width),
        middle=0.5 * (ahead + behind),
        look="lorry" if fields else shape.look,
        gun=0.0,
        trailers=trailers,
    )


def _trailer(hitch: float, reach: float, width: float, *, next_hitch: float | None) -> Trailer:
    """Return a trailer; the body of one that pulls another ends at that one's nose."""
    back = TAIL * reach if next_hitch is None else max(0.1 * reach, next_hitch + 0.05 * reach)
    gaps = (-1.15, 0.0, 1.15) if reach > TRAILER_TANDEM else (-0.55, 0.55)
    return Trailer(hitch, reach, (1.0 + NOSE) * reach, back, width, tuple(Axle(gap) for gap in gaps))


def _within(value: float) -> float:
    return min(LARGEST, max(-LARGEST, value))


def _drawable(value: float) -> float:
    return min(LARGEST, max(SMALLEST, value))


def describe_shape(shape: Shape) -> dict[str, Any]:
    """Return a shape as JSON has it."""
    trailers = [trailer._asdict() | {"axles": [axle.offset for axle in trailer.axles]} for trailer in shape.trailers]
    return shape._asdict() | {"axles": [list(axle) for axle in shape.axles], "trailers": trailers}


def motion_between(before: Any, after: Any, dt: float) -> Motion:
    """Return the motion along the arc from one pose to the next.

    Args:
        before: x, y [m] and yaw [rad].
        after: likewise.
        dt: the time between them; no motion for 0 [s].
    """
    if dt <= 0.0:
        return Motion()
    turn = wrap_angle(after.yaw - before.yaw)
    east, north = after.x - before.x, after.y - before.y
    middle = before.yaw + 0.5 * turn
    chord = east * math.cos(middle) + north * math.sin(middle)
    half_sine = math.sin(0.5 * turn)
    path = chord if abs(half_sine) < 1e-9 else chord * 0.5 * turn / half_sine
    return Motion(path / dt, turn / dt, _centre(before, after, turn))


def front_wheels(shape: Shape, control: dict[str, float]) -> tuple[float, float]:
    """Angles [rad] of the left and the right front wheel, their axles meeting on that of the rear wheels."""
    if "outer_wheel_angle" in control:  # Ackermann: that of the wheel outside the turn
        angle, beside = control["outer_wheel_angle"], 0.5 * shape.track_width
    else:
        angle, beside = _steer_angle(control), 0.0
    sine, cosine = math.sin(angle), math.cos(angle)
    along = shape.wheelbase * sine
    to_middle = shape.wheelbase * cosine - beside * abs(sine)  # times the tangent: no division, no straight case
    half = 0.5 * shape.track_width * sine
    return math.atan2(along, to_middle - half), math.atan2(along, to_middle + half)


def _steer_angle(control: dict[str, float]) -> float:
    return next((control[name] for name in ("wheel_angle", "steer_angle") if name in control), 0.0)


def _centre(before: Any, after: Any, turn: float) -> tuple[float, float] | None:
    """Return the point on the perpendicular of the chord that sees the chord under that turn."""
    if abs(turn) < 1e-6:
        return None
    aside = 0.5 / math.tan(0.5 * turn)
    east, north = after.x - before.x, after.y - before.y
    return 0.5 * (before.x + after.x) - aside * north, 0.5 * (before.y + after.y) + aside * east
