"""Vehicles from above: the faces of a fleet's own shape, its wheels, and its trailers at their hitch angles."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.plotting.style import shaded
from ...models.fields import fields_of
from ...vehicles.fleet import Fleet
from ...vehicles.shape.description import describe_drawing
from ...vehicles.shape.vehicle_shape import shape_of
from ...vehicles.shape.views import convex
from .canvas import Camera, Canvas

Points = NDArray[np.float64]

BODY, TRAILER, OUTLINE, TYRE, SHADOW = "#e8690b", "#fff1d0", "#3a2a1c", "#26302d", "#1b2422"
TONES = {  # brightness of materials that have the body's colour
    "paint": 1.0,
    "shade": 0.78,
    "accent": 1.12,
    "red": 1.0,
    "wood": 0.9,
    "canvas": 0.7,
    "cloth": 0.62,
}
COLOURS = {"glass": "#e9f0f1", "lamp": "#ffffff", "tail": "#8f1d16", "plate": "#ffffff"}
DARK = "#4a544f"  # of other materials
ON_TOP = ("turret", "gun")  # parts that cover the tracks
SHADOW_OFFSET = (0.35, -0.35)  # east and north [m]
LEAST_LENGTH = 15.0  # a vehicle is drawn no smaller [pixels]
DETAILED = 4.0  # scale from which faces are drawn [pixels/m]


class Face(NamedTuple):
    """A visible face of the body."""

    colour: str
    points: Points  # ahead and left [m]


class Unit(NamedTuple):
    """A vehicle, or one of its trailers; lengths are ahead and left from its middle or from its axle."""

    faces: tuple[Face, ...]  # of the body, back to front
    turret: tuple[Face, ...]  # and its gun, which cover the tracks
    outline: Points  # of the body [m]
    wheels: tuple[tuple[float, float, float, float, bool], ...]  # x, y, radius, width [m], and whether it is steered
    tracks: tuple[Points, ...]  # corners of each belt [m]


class Hitch(NamedTuple):
    """Position of a trailer."""

    offset: float  # behind the reference point of what pulls it [m]
    reach: float  # from the hitch to the trailer's axle [m]


class Drawing(NamedTuple):
    """Shape of one vehicle and its trailers, as it is drawn."""

    body: Unit
    middle: float  # of the body, ahead of the reference point [m]
    trailers: tuple[tuple[Hitch, Unit], ...]
    max_steer_angle: float  # [rad]

    @property
    def length(self) -> float:
        """Length of the body [m]."""
        return float(np.ptp(self.body.outline[:, 0]))


class Pose(NamedTuple):
    """A vehicle at one moment."""

    x: float  # of its reference point, east [m]
    y: float  # north [m]
    yaw: float  # [rad]
    steer: float = 0.0  # steering command in effect, -1..1
    hitches: tuple[float, ...] = ()  # hitch angle of each trailer [rad]


class Vehicles:
    """Drawings and poses of the vehicles of a fleet."""

    def __init__(self, fleet: Fleet):
        self._fleet = fleet
        self._names = [field.name for field in fields_of(fleet.model.module.Params)]
        self._drawings: dict[tuple[float, ...], Drawing] = {}

    def drawing(self, row: int) -> Drawing:
        """Return the drawing of a vehicle, as its parameters are now."""
        values = tuple(float(getattr(self._fleet.params, name)[row]) for name in self._names)
        if values not in self._drawings:
            if len(self._drawings) > 64:
                self._drawings.clear()
            self._drawings[values] = _drawing(self._fleet, dict(zip(self._names, values, strict=True)))
        return self._drawings[values]

    def hitches(self, rows: list[int]) -> list[tuple[float, ...]]:
        """Return the hitch angle of each trailer of some vehicles [rad]."""
        angles = [getattr(self._fleet.state, one.hitch_angle)[rows].tolist() for one in self._fleet.model.trailers]
        return list(zip(*angles, strict=True)) if angles else [()] * len(rows)


def axles(drawing: Drawing, pose: Pose) -> list[tuple[float, float, float]]:
    """Return x, y [m] and yaw [rad] of each trailer's axle."""
    x, y, yaw = pose.x, pose.y, pose.yaw
    found: list[tuple[float, float, float]] = []
    for (hitch, _), angle in zip(drawing.trailers, pose.hitches, strict=False):
        before, yaw = yaw, yaw + angle
        x -= hitch.offset * math.cos(before) + hitch.reach * math.cos(yaw)
        y -= hitch.offset * math.sin(before) + hitch.reach * math.sin(yaw)
        found.append((x, y, yaw))
    return found


def draw_vehicle(canvas: Canvas, camera: Camera, drawing: Drawing, pose: Pose, *, body: str = BODY) -> None:
    """Draw a vehicle with its trailers."""
    grown = max(1.0, LEAST_LENGTH / (drawing.length * camera.scale))
    angle = pose.steer * drawing.max_steer_angle
    middle = drawing.middle * grown
    place = pose.x + middle * math.cos(pose.yaw), pose.y + middle * math.sin(pose.yaw), pose.yaw
    _draw_unit(canvas, camera, drawing.body, place, grown=grown, body=body, steer_angle=angle)
    for place, (hitch, unit) in zip(axles(drawing, pose), drawing.trailers, strict=False):
        _draw_unit(canvas, camera, unit, place, grown=grown, body=TRAILER)
        kingpin = placed(np.array([(hitch.reach, 0.0)]), place)
        canvas.circle(camera.project(kingpin)[0], 2.6, "#ffffff", line=OUTLINE, width=1.2)


def placed(points: Points, place: tuple[float, float, float], grown: float = 1.0) -> Points:
    """Return points ahead of and left of a place as east and north [m].

    Args:
        place: x, y [m] and yaw [rad].
        grown: factor of the points.
    """
    x, y, yaw = place
    cosine, sine = math.cos(yaw), math.sin(yaw)
    ahead, left = grown * points[:, 0], grown * points[:, 1]
    return np.stack([x + cosine * ahead - sine * left, y + sine * ahead + cosine * left], axis=-1)


def _draw_unit(
    canvas: Canvas,
    camera: Camera,
    unit: Unit,
    place: tuple[float, float, float],
    *,
    grown: float,
    body: str,
    steer_angle: float = 0.0,
) -> None:
    outline = placed(unit.outline, place, grown)
    canvas.polygon(camera.project(outline + SHADOW_OFFSET), SHADOW, alpha=0.22)
    is_detailed = camera.scale >= DETAILED
    if is_detailed:
        for x, y, radius, width, is_steered in unit.wheels:
            wheel = placed(_box(-radius, radius, 0.5 * width), (x, y, steer_angle if is_steered else 0.0))
            canvas.polygon(camera.project(placed(wheel, place)), TYRE)
    if not is_detailed:
        canvas.polygon(camera.project(outline), body, line=OUTLINE, width=2.4)
        return
    _draw_faces(canvas, camera, unit.faces, place, body)
    for belt in unit.tracks:
        canvas.polygon(camera.project(placed(belt, place)), TYRE)
    _draw_faces(canvas, camera, unit.turret, place, body)


def _draw_faces(
    canvas: Canvas, camera: Camera, faces: tuple[Face, ...], place: tuple[float, float, float], body: str
) -> None:
    """Draw faces inside one dark outline."""
    shapes = [camera.project(placed(face.points, place)) for face in faces]
    for shape in shapes:
        canvas.polygon(shape, None, line=OUTLINE, width=2.4)
    for face, shape in zip(faces, shapes, strict=True):
        colour = face.colour if face.colour.startswith("#") else shaded(body, float(face.colour))
        canvas.polygon(shape, colour, line=colour, width=0.5)


def _drawing(fleet: Fleet, params: dict[str, float]) -> Drawing:
    shape = shape_of(fleet.model, params, body=fleet.body[:3], offset=fleet.body.offset)
    told = describe_drawing(shape)
    trailers = tuple((Hitch(one["hitch"], one["reach"]), _unit(one)) for one in told["trailers"])
    names = fleet.model.dimensions.get("max_steer_angle", ())
    limit = sum(params[name] for name in names if name in params) if names else math.radians(35.0)
    return Drawing(_unit(told), float(told["middle"]), trailers, limit)


def _unit(told: dict[str, Any]) -> Unit:
    faces: tuple[list[Face], list[Face]] = [], []
    for part, finish, light, corners in told["faces"]:
        face = Face(_colour(finish, light), np.asarray(corners, np.float64).reshape(-1, 2))
        faces[part in ON_TOP].append(face)
    tracks: list[Points] = []
    if told.get("track"):
        middle, width, back, front = told["track"]
        tracks = [_box(back, front, 0.5 * width) + np.array([0.0, side * middle]) for side in (-1.0, 1.0)]
    parts = [face.points for face in faces[0] or faces[1]] + tracks
    outline = convex((float(x), float(y)) for x, y in np.concatenate(parts))
    wheels = tuple(tuple(wheel) for wheel in told["wheels"])
    return Unit(tuple(faces[0]), tuple(faces[1]), np.asarray(outline, np.float64), wheels, tuple(tracks))


def _colour(finish: str, light: float) -> str:
    """Return a colour, or the factor of the body's colour as text."""
    brightness = 0.62 + 0.43 * light
    if finish in TONES:
        return f"{brightness * TONES[finish]:.3f}"
    return COLOURS.get(finish) or shaded(DARK, brightness)


def box_at(unit: Unit, place: tuple[float, float, float], *, middle: float = 0.0, margin: float = 0.0) -> Points:
    """Return the corners of the rectangle around a unit at a place, from the right rear one, east and north [m].

    Args:
        place: pose of its reference point: x, y [m] and yaw [rad].
        middle: middle of the unit, ahead of its reference point [m].
        margin: around the unit [m].
    """
    low, high = unit.outline.min(axis=0) - margin, unit.outline.max(axis=0) + margin
    return placed(_box(middle + float(low[0]), middle + float(high[0]), float(high[1])), place)


def _box(back: float, front: float, half: float) -> Points:
    return np.array([(back, -half), (front, -half), (front, half), (back, half)])


def corners_of(drawing: Drawing, pose: Pose) -> list[tuple[float, float]]:
    """Return the corners of a vehicle and its trailers, east and north [m]."""
    found = [box_at(drawing.body, (pose.x, pose.y, pose.yaw), middle=drawing.middle)]
    found += [box_at(unit, place) for (_, unit), place in zip(drawing.trailers, axles(drawing, pose), strict=False)]
    return [(float(x), float(y)) for x, y in np.concatenate(found)]
