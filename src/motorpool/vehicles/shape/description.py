"""Shapes as JSON has them, for the page and the playground; lengths are rounded to a tenth of a millimetre."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from .look import Look
from .parts import FINISHES, Part, Place, Shape
from .solids import Flat
from .track_loop import corners_of, evenly_spaced
from .trailer import trailer_shape
from .vehicle_plan import Dimensions, TrailerPlan
from .vehicle_shape import VehicleShape
from .views import area_of, top_view

JOINTS = ("hull", "wheel", "turret", "gun", "link", "pennant", "arrow", "pointer")  # by their number in the page
DIGITS = 4  # decimals of lengths in metres; fewer show steps, more make longer messages
LEAST_AREA = 4e-4  # of a face in the playground, over length times width


def describe_mesh(shape: Shape) -> dict[str, Any]:
    """Return the solids of a vehicle or trailer for the 3-D page."""
    finishes = dict.fromkeys(solid.finish for part in shape.parts for solid in part.solids)
    return {
        "parts": [_describe_part(part) for part in shape.parts if part.solids],
        "finishes": {name: FINISHES[name]._asdict() for name in finishes},
        "turret": _rounded(shape.turret),
        "track": _describe_track(shape),
        "dust": [_rounded(place) for place in shape.dust],
        "exhaust": _rounded(shape.exhaust),
    }


def describe_trailer(plan: TrailerPlan) -> dict[str, Any]:
    """Return a trailer for the 3-D page."""
    return {
        "hitch": plan.hitch,
        "reach": plan.reach,
        "length": plan.front - plan.back,
        "width": plan.width,
        "height": plan.height,
        "middle": plan.middle,
        "mesh": describe_mesh(trailer_shape(plan)),
    }


def describe_drawing(vehicle: VehicleShape) -> dict[str, Any]:
    """Return a vehicle from above, as the playground draws it."""
    wheels, track, faces = _drawing(vehicle.look, vehicle.size)
    return {
        "kind": vehicle.kind,
        "length": vehicle.length,
        "width": vehicle.width,
        "wheelbase": vehicle.wheelbase,
        "track_width": vehicle.track_width,
        "middle": vehicle.middle,
        "axles": [list(axle) for axle in vehicle.axles],
        "wheels": wheels,
        "track": track,
        "faces": faces,
        "trailers": [_describe_trailer_drawing(trailer) for trailer in vehicle.trailers],
    }


@lru_cache(maxsize=64)
def _drawing(look: Look, size: Dimensions) -> tuple[list[Any], list[float], list[Any]]:
    shape = look.build(size)
    track = [] if shape.track is None else _rounded((shape.track.middle, shape.track.width, *_track_ends(shape)))
    return _describe_wheels(shape), track, _describe_faces(shape, LEAST_AREA * size.length * size.width)


def _describe_trailer_drawing(plan: TrailerPlan) -> dict[str, Any]:
    shape = trailer_shape(plan)
    return {
        "hitch": plan.hitch,
        "reach": plan.reach,
        "front": plan.front,
        "back": plan.back,
        "width": plan.width,
        "wheels": _describe_wheels(shape),
        "faces": _describe_faces(shape, LEAST_AREA * plan.width * plan.reach),
    }


def _describe_wheels(shape: Shape) -> list[Any]:
    return [[*_rounded(wheel[:4]), wheel.is_steered] for wheel in shape.wheels]


def _track_ends(shape: Shape) -> tuple[float, float]:
    circles = shape.track.circles if shape.track is not None else ()
    return min(x - radius for x, _, radius in circles), max(x + radius for x, _, radius in circles)


def _describe_faces(shape: Shape, least: float) -> list[Any]:
    """Return part, material, light and corners of the faces from above, back to front, the smallest left out."""
    faces = top_view(shape, without=("wheel", "track"))
    return [
        [face.part, face.finish, round(face.light, 2), _columns(face.points)]
        for face in faces
        if area_of(face.points) > least
    ]


def _describe_part(part: Part) -> dict[str, Any]:
    return {
        "levels": list(part.levels),
        "solids": [
            {"finish": solid.finish, "corners": len(solid.rings[0]), "points": _columns(solid.points)}
            for solid in part.solids
        ],
        "places": [_describe_place(place) for place in part.places],
    }


def _describe_place(place: Place) -> list[float]:
    joint = place.joint
    turn = 1.0 if place.is_turned else 0.0
    values = (*place.offset, turn, joint.channel, joint.radius, joint.extra, *joint.pivot)
    return [JOINTS.index(joint.kind), *_rounded(values)]


def _describe_track(shape: Shape) -> dict[str, Any] | None:
    if shape.track is None:
        return None
    length, points = evenly_spaced(corners_of(shape.track.circles))
    return {"length": round(length, DIGITS), "points": [_rounded(point) for point in points]}


def _columns(points: Iterable[Sequence[float]] | Iterable[Flat]) -> list[float]:
    return [round(value, DIGITS) for point in points for value in point]


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, DIGITS) for value in values]
