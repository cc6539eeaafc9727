"""Outlines of a vehicle from the side and from above [m]: its dimensions on the outline of its kind.

The drawings tell vehicles apart; they are no blueprints. Length, width, height, axles, tracks and the gun are
to scale, what lies between is usual for the look.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .vehicle_file import NamedVehicle

Points = tuple[tuple[float, float], ...]


class Shape(NamedTuple):
    """A filled polygon: ahead and up of a side view, ahead and left of one from above [m]."""

    part: str  # "hull", "turret", "gun", "glass", "wheel", "hub", "track", "load", "frame"
    points: Points


# Outlines of looks: the parts from the back to the front of the picture, in shares of length and height.
_SIDES: dict[str, tuple[tuple[str, Points], ...]] = {
    "tank": (
        ("hull", ((0.0, 0.36), (0.0, 0.56), (0.03, 0.62), (0.72, 0.62), (1.0, 0.50), (0.96, 0.36))),
        ("turret", ((0.13, 0.66), (0.13, 0.90), (0.2, 0.97), (0.46, 0.97), (0.71, 0.80), (0.66, 0.64), (0.30, 0.62))),
        ("turret", ((0.30, 0.95), (0.31, 1.0), (0.38, 1.0), (0.39, 0.95))),
    ),
    "cast-tank": (
        ("hull", ((0.0, 0.36), (0.0, 0.52), (0.04, 0.58), (0.70, 0.58), (0.97, 0.46), (1.0, 0.38), (0.96, 0.34))),
        (
            "turret",
            (
                (0.20, 0.60),
                (0.21, 0.72),
                (0.28, 0.82),
                (0.40, 0.87),
                (0.52, 0.85),
                (0.63, 0.76),
                (0.69, 0.64),
                (0.66, 0.58),
            ),
        ),
        ("turret", ((0.37, 0.84), (0.38, 0.96), (0.41, 1.0), (0.49, 1.0), (0.52, 0.94), (0.52, 0.84))),
    ),
    "carrier": (
        ("hull", ((0.0, 0.26), (0.0, 0.80), (0.01, 0.84), (0.70, 0.84), (0.98, 0.46), (1.0, 0.38), (0.94, 0.26))),
        ("turret", ((0.47, 0.84), (0.47, 0.93), (0.50, 1.0), (0.58, 1.0), (0.60, 0.93), (0.60, 0.84))),
    ),
    "fighting-vehicle": (
        ("hull", ((0.0, 0.24), (0.0, 0.66), (0.02, 0.69), (0.62, 0.69), (0.97, 0.48), (1.0, 0.40), (0.94, 0.24))),
        ("turret", ((0.36, 0.69), (0.36, 0.92), (0.41, 1.0), (0.54, 1.0), (0.66, 0.84), (0.66, 0.69))),
        ("gun", ((0.64, 0.79), (0.64, 0.82), (0.90, 0.82), (0.90, 0.79))),
    ),
    "truck": (
        ("frame", ((0.02, 0.28), (0.02, 0.36), (0.97, 0.36), (0.97, 0.28))),
        ("load", ((0.0, 0.36), (0.0, 0.94), (0.02, 1.0), (0.53, 1.0), (0.55, 0.94), (0.55, 0.36))),
        ("hull", ((0.565, 0.30), (0.565, 0.86), (0.58, 0.89), (0.70, 0.89), (0.735, 0.66), (0.735, 0.30))),
        ("glass", ((0.60, 0.68), (0.60, 0.84), (0.69, 0.84), (0.715, 0.68))),
        ("hull", ((0.735, 0.34), (0.735, 0.65), (0.97, 0.61), (0.99, 0.56), (0.99, 0.34))),
        ("hull", ((0.985, 0.26), (0.985, 0.36), (1.0, 0.36), (1.0, 0.26))),
    ),
    "utility": (
        ("hull", ((0.0, 0.34), (0.0, 0.62), (0.68, 0.62), (0.98, 0.58), (1.0, 0.52), (1.0, 0.34))),
        ("load", ((0.02, 0.62), (0.03, 0.95), (0.06, 1.0), (0.58, 1.0), (0.68, 0.62))),
        ("glass", ((0.43, 0.66), (0.43, 0.93), (0.575, 0.93), (0.645, 0.66))),
    ),
    "car": (
        (
            "hull",
            (
                (0.0, 0.24),
                (0.0, 0.48),
                (0.02, 0.60),
                (0.13, 0.65),
                (0.27, 0.95),
                (0.36, 1.0),
                (0.52, 1.0),
                (0.60, 0.95),
                (0.74, 0.65),
                (0.94, 0.57),
                (0.99, 0.46),
                (1.0, 0.24),
            ),
        ),
        ("glass", ((0.20, 0.67), (0.29, 0.91), (0.43, 0.94), (0.43, 0.67))),
        ("glass", ((0.46, 0.67), (0.46, 0.94), (0.57, 0.91), (0.69, 0.67))),
    ),
    "van": (
        (
            "hull",
            (
                (0.0, 0.18),
                (0.0, 0.56),
                (0.03, 0.92),
                (0.07, 1.0),
                (0.76, 1.0),
                (0.83, 0.94),
                (0.95, 0.58),
                (0.99, 0.46),
                (1.0, 0.18),
            ),
        ),
        ("glass", ((0.05, 0.62), (0.07, 0.89), (0.38, 0.89), (0.38, 0.62))),
        ("glass", ((0.41, 0.62), (0.41, 0.89), (0.62, 0.89), (0.62, 0.62))),
        ("glass", ((0.65, 0.62), (0.65, 0.89), (0.80, 0.89), (0.90, 0.62))),
    ),
    "racer": (
        ("frame", ((0.02, 0.20), (0.02, 0.34), (0.98, 0.34), (1.0, 0.28), (0.98, 0.20))),
        ("hull", ((0.12, 0.34), (0.12, 0.56), (0.60, 0.56), (0.64, 0.34))),
        ("turret", ((0.66, 0.34), (0.66, 0.78), (0.68, 1.0), (0.80, 1.0), (0.82, 0.78), (0.82, 0.34))),
    ),
    "quad": (
        ("frame", ((0.14, 0.22), (0.14, 0.40), (0.86, 0.40), (0.86, 0.22))),
        ("hull", ((0.0, 0.50), (0.01, 0.60), (0.26, 0.63), (0.52, 0.62), (0.60, 0.70), (0.98, 0.60), (0.99, 0.50))),
        ("load", ((0.20, 0.63), (0.20, 0.72), (0.50, 0.72), (0.52, 0.62))),
        ("frame", ((0.62, 0.68), (0.56, 0.97), (0.53, 1.0), (0.60, 1.0), (0.67, 0.68))),
    ),
    "lorry": (
        ("load", ((0.0, 0.27), (0.0, 1.0), (0.83, 1.0), (0.83, 0.27))),
        ("frame", ((0.0, 0.20), (0.0, 0.27), (0.97, 0.27), (0.97, 0.20))),
        ("hull", ((0.855, 0.12), (0.855, 0.92), (0.875, 0.96), (0.98, 0.90), (0.997, 0.50), (1.0, 0.12))),
        ("glass", ((0.955, 0.54), (0.955, 0.82), (0.983, 0.80), (0.993, 0.54))),
    ),
}
_USUAL_WHEELS = {"tank": 7, "cast-tank": 6, "carrier": 5, "fighting-vehicle": 6, "truck": 3, "lorry": 5}
_WHEEL_RADIUS = {"truck": 0.17, "utility": 0.255, "van": 0.165, "racer": 0.25, "quad": 0.23, "lorry": 0.13}  # of height
_FRONT_OVERHANG = {"car": 0.42, "van": 0.38, "utility": 0.30, "truck": 0.30, "racer": 0.40, "quad": 0.5, "lorry": 0.35}
_TRACKED = ("tank", "cast-tank", "carrier", "fighting-vehicle")
_OPEN_WHEELED = ("racer", "quad")  # the wheels are their widest part
_BOGIE = 1.22  # between two axles that follow each other [m]
_CORNERS = 18  # of a polygon that stands for a circle


def side_view(vehicle: NamedVehicle) -> list[Shape]:
    """Return the view from the right, with the nose to the right; ahead from its tail, up from the ground."""
    body, look = vehicle.body, vehicle.look
    shapes = [
        Shape(part, tuple((ahead * body.length, up * body.height) for ahead, up in points))
        for part, points in _SIDES[look]
    ]
    shapes += _gun(vehicle)
    return shapes + (_running_gear(vehicle) if look in _TRACKED else _wheels(vehicle))


def top_view(vehicle: NamedVehicle) -> list[Shape]:
    """Return the view from above, with the nose to the right; ahead from its tail, left from its middle line."""
    draw = _TOPS.get(vehicle.look, _car_top)
    return draw(vehicle)


def axles(vehicle: NamedVehicle) -> list[float]:
    """Distances of its axles from its tail [m]; for a tracked vehicle, of its road wheels."""
    count = int(vehicle.body.wheels) or _USUAL_WHEELS.get(vehicle.look, 2)
    if vehicle.look in _TRACKED:
        contact = _param(vehicle, "contact_length", 0.6 * vehicle.body.length)
        middle = 0.5 * vehicle.body.length
        return [middle + contact * (index / max(count - 1, 1) - 0.5) for index in range(count)]
    wheelbase = _wheelbase(vehicle)
    free = max(vehicle.body.length - wheelbase, 0.0)
    if vehicle.look == "lorry":
        front = vehicle.body.length - 1.4
        rear = [1.5 + _BOGIE * index for index in range(max(count - 2, 1))]
        return [*rear, front - wheelbase, front]
    front = vehicle.body.length - _FRONT_OVERHANG.get(vehicle.look, 0.42) * free
    rear = front - wheelbase
    half = 0.5 * _BOGIE * (count - 2)
    return [*(rear - half + _BOGIE * index for index in range(count - 1)), front]


def wheel_radius(vehicle: NamedVehicle) -> float:
    """Return the radius of its wheels, road wheels of a track included [m]."""
    if vehicle.look in _TRACKED:
        places = axles(vehicle)
        gap = (places[-1] - places[0]) / max(len(places) - 1, 1)
        return min(0.47 * gap, 0.16 * vehicle.body.height)
    return _param(vehicle, "wheel_radius", _WHEEL_RADIUS.get(vehicle.look, 0.21) * vehicle.body.height)


# ---- from the side


def _gun(vehicle: NamedVehicle) -> list[Shape]:
    body = vehicle.body
    if body.gun_overhang == 0.0:
        return []
    up, half = (0.74 if vehicle.look == "tank" else 0.70) * body.height, 0.055
    breech, muzzle = 0.62 * body.length, body.length + body.gun_overhang
    return [
        Shape("gun", _box(breech, up - half, muzzle, up + half)),
        Shape(
            "gun",
            _box(breech + 0.5 * (muzzle - breech), up - 1.7 * half, breech + 0.66 * (muzzle - breech), up + 1.7 * half),
        ),
    ]


def _running_gear(vehicle: NamedVehicle) -> list[Shape]:
    """The track around its road wheels, sprocket and idler."""
    places, radius, length = axles(vehicle), wheel_radius(vehicle), vehicle.body.length
    raised = 0.30 * vehicle.body.height
    ends = [(0.07 * length, raised), (0.93 * length, raised)]
    round_them = [*((place, radius) for place in places), *ends]
    outline = _hull_of([point for ahead, up in round_them for point in _circle(ahead, up, radius)])
    shapes = [Shape("track", outline)]
    for ahead, up in round_them:
        shapes += [Shape("wheel", _circle(ahead, up, 0.86 * radius)), Shape("hub", _circle(ahead, up, 0.36 * radius))]
    return shapes


def _wheels(vehicle: NamedVehicle) -> list[Shape]:
    radius = wheel_radius(vehicle)
    shapes: list[Shape] = []
    for ahead in axles(vehicle):
        shapes += [Shape("wheel", _circle(ahead, radius, radius)), Shape("hub", _circle(ahead, radius, 0.5 * radius))]
    return shapes


# ---- from above


def _tracked_top(vehicle: NamedVehicle) -> list[Shape]:
    body = vehicle.body
    gauge = _param(vehicle, "track_gauge", 0.8 * body.width)
    belt = max(min(body.width - gauge, 0.25 * body.width), 0.1)
    shapes = [
        Shape("track", _box(0.03 * body.length, side - 0.5 * belt, 0.97 * body.length, side + 0.5 * belt))
        for side in (-0.5 * gauge, 0.5 * gauge)
    ]
    half = 0.5 * body.width
    inner = 0.5 * (gauge - belt)
    nose = 0.98 * body.length
    shapes.append(Shape("hull", _box(0.0, -inner, nose, inner)))
    fender = ((0.0, -half), (0.86 * body.length, -half), (body.length, -0.8 * half))
    shapes.insert(2, Shape("hull", (*fender, *((ahead, -left) for ahead, left in reversed(fender)))))
    shapes += [
        Shape("track", _box(0.87 * body.length, side - 0.5 * belt, 0.97 * body.length, side + 0.5 * belt))
        for side in (-0.5 * gauge, 0.5 * gauge)
    ]
    return shapes


def _tank_top(vehicle: NamedVehicle) -> list[Shape]:
    body = vehicle.body
    wide = 0.42 * body.width
    turret = ((0.13, -0.72), (0.18, -0.9), (0.46, -1.0), (0.66, -0.66), (0.72, -0.2))
    points = tuple((ahead * body.length, left * wide) for ahead, left in turret)
    shapes = [*_tracked_top(vehicle), Shape("turret", (*points, *((ahead, -left) for ahead, left in reversed(points))))]
    return shapes + _gun_from_above(vehicle, 0.70)


def _cast_top(vehicle: NamedVehicle) -> list[Shape]:
    body = vehicle.body
    middle, radius = 0.45 * body.length, 0.36 * body.width
    dome = tuple((middle + 1.15 * (ahead - middle), left) for ahead, left in _circle(middle, 0.0, radius))
    hatch = _circle(middle - 0.3 * radius, -0.4 * radius, 0.26 * radius)
    return [*_tracked_top(vehicle), Shape("turret", dome), Shape("hull", hatch), *_gun_from_above(vehicle, 0.60)]


def _carrier_top(vehicle: NamedVehicle) -> list[Shape]:
    body = vehicle.body
    roof = Shape("load", _box(0.02 * body.length, -0.42 * body.width, 0.70 * body.length, 0.42 * body.width))
    hatch = Shape("turret", _circle(0.53 * body.length, 0.0, 0.16 * body.width))
    return [*_tracked_top(vehicle), roof, hatch]


def _fighting_top(vehicle: NamedVehicle) -> list[Shape]:
    body = vehicle.body
    roof = Shape("load", _box(0.02 * body.length, -0.44 * body.width, 0.62 * body.length, 0.44 * body.width))
    turret = Shape("turret", _box(0.36 * body.length, -0.30 * body.width, 0.64 * body.length, 0.26 * body.width))
    gun = Shape("gun", _box(0.62 * body.length, -0.04, 0.90 * body.length, 0.04))
    return [*_tracked_top(vehicle), roof, turret, gun]


def _gun_from_above(vehicle: NamedVehicle, share: float) -> list[Shape]:
    body = vehicle.body
    if body.gun_overhang == 0.0:
        return []
    return [Shape("gun", _box(share * body.length, -0.055, body.length + body.gun_overhang, 0.055))]


def _wheels_from_above(vehicle: NamedVehicle) -> list[Shape]:
    track = _param(vehicle, "track_width", 0.82 * vehicle.body.width)
    radius = wheel_radius(vehicle)
    outside = 0.5 * (vehicle.body.width - track)
    half = outside if vehicle.look in _OPEN_WHEELED else max(min(0.32 * radius, outside + 0.02), 0.22 * radius)
    return [
        Shape("wheel", _box(ahead - radius, side - half, ahead + radius, side + half))
        for ahead in axles(vehicle)
        for side in (-0.5 * track, 0.5 * track)
    ]


def _from_outline(vehicle: NamedVehicle, parts: Sequence[tuple[str, Points]]) -> list[Shape]:
    """Parts given by their left half, in shares of length and half the width."""
    body = vehicle.body
    shapes = _wheels_from_above(vehicle)
    for part, half in parts:
        points = tuple((ahead * body.length, left * 0.5 * body.width) for ahead, left in half)
        shapes.append(Shape(part, (*points, *((ahead, -left) for ahead, left in reversed(points)))))
    return shapes


def _car_top(vehicle: NamedVehicle) -> list[Shape]:
    return _from_outline(
        vehicle,
        (
            ("hull", ((0.0, 0.80), (0.03, 0.94), (0.2, 1.0), (0.8, 1.0), (0.95, 0.88), (1.0, 0.62))),
            ("glass", ((0.15, 0.72), (0.27, 0.64), (0.60, 0.66), (0.74, 0.80))),
            ("hull", ((0.28, 0.70), (0.30, 0.74), (0.56, 0.76), (0.58, 0.72))),
        ),
    )


def _van_top(vehicle: NamedVehicle) -> list[Shape]:
    return _from_outline(
        vehicle,
        (
            ("hull", ((0.0, 0.90), (0.03, 0.98), (0.2, 1.0), (0.9, 1.0), (0.97, 0.90), (1.0, 0.70))),
            ("glass", ((0.78, 0.74), (0.82, 0.76), (0.93, 0.86), (0.94, 0.70))),
            ("load", ((0.03, 0.82), (0.05, 0.86), (0.76, 0.86), (0.78, 0.82))),
        ),
    )


def _truck_top(vehicle: NamedVehicle) -> list[Shape]:
    return _from_outline(
        vehicle,
        (
            ("frame", ((0.02, 0.30), (0.98, 0.30))),
            ("load", ((0.0, 1.0), (0.55, 1.0))),
            ("hull", ((0.565, 0.86), (0.735, 0.86))),
            ("glass", ((0.70, 0.74), (0.73, 0.74))),
            ("hull", ((0.735, 0.56), (0.97, 0.48), (0.99, 0.44))),
        ),
    )


def _utility_top(vehicle: NamedVehicle) -> list[Shape]:
    return _from_outline(
        vehicle,
        (
            ("hull", ((0.0, 0.96), (0.02, 1.0), (0.96, 1.0), (1.0, 0.90))),
            ("load", ((0.02, 0.84), (0.56, 0.84))),
            ("glass", ((0.58, 0.84), (0.66, 0.90))),
        ),
    )


def _racer_top(vehicle: NamedVehicle) -> list[Shape]:
    return _from_outline(
        vehicle,
        (
            ("frame", ((0.02, 0.34), (0.2, 0.52), (0.75, 0.46), (1.0, 0.30))),
            ("hull", ((0.14, 0.42), (0.60, 0.42))),
            ("turret", ((0.66, 0.22), (0.70, 0.30), (0.78, 0.30), (0.82, 0.22))),
        ),
    )


def _quad_top(vehicle: NamedVehicle) -> list[Shape]:
    return _from_outline(
        vehicle,
        (
            ("hull", ((0.0, 0.86), (0.26, 0.86), (0.34, 0.40), (0.62, 0.40), (0.72, 0.86), (0.96, 0.80), (1.0, 0.5))),
            ("load", ((0.18, 0.30), (0.52, 0.26))),
            ("frame", ((0.55, 0.72), (0.58, 0.74), (0.60, 0.72))),
        ),
    )


def _lorry_top(vehicle: NamedVehicle) -> list[Shape]:
    return _from_outline(
        vehicle,
        (
            ("frame", ((0.70, 0.40), (0.97, 0.40))),
            ("load", ((0.0, 1.0), (0.83, 1.0))),
            ("hull", ((0.855, 0.98), (0.97, 0.98), (1.0, 0.90))),
            ("glass", ((0.975, 0.84), (0.99, 0.80))),
        ),
    )


_TOPS: dict[str, Callable[[NamedVehicle], list[Shape]]] = {
    "tank": _tank_top,
    "cast-tank": _cast_top,
    "carrier": _carrier_top,
    "fighting-vehicle": _fighting_top,
    "truck": _truck_top,
    "utility": _utility_top,
    "van": _van_top,
    "racer": _racer_top,
    "quad": _quad_top,
    "lorry": _lorry_top,
}


# ---- points


def _param(vehicle: NamedVehicle, name: str, usual: float) -> float:
    return vehicle.params.get(name, usual)


def _wheelbase(vehicle: NamedVehicle) -> float:
    offsets = [vehicle.params.get(f"{end}_axle_offset") for end in ("front", "rear")]
    if offsets[0] is not None and offsets[1] is not None:
        return offsets[0] + offsets[1]
    return _param(vehicle, "wheelbase", 0.6 * vehicle.body.length)


def _box(back: float, low: float, front: float, high: float) -> Points:
    return ((back, low), (front, low), (front, high), (back, high))


def _circle(x: float, y: float, radius: float) -> Points:
    angles = [2.0 * math.pi * index / _CORNERS for index in range(_CORNERS)]
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


def _hull_of(points: Sequence[tuple[float, float]]) -> Points:
    """The convex outline around points (Andrew's monotone chain)."""
    ordered = sorted(points)

    def chain(some: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        kept: list[tuple[float, float]] = []
        for point in some:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0.0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return tuple(chain(ordered) + chain(ordered[::-1]))


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
