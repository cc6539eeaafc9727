"""Scenes on the ground: none, parking bays, or a target; and the verdict on a vehicle there."""

import itertools
import math
from typing import Any, NamedTuple

from ..models.mathematics import wrap_angle
from ..vehicles.shape.vehicle_shape import VehicleShape
from ..world.drivers.manual_control import Handling
from .driven import Driven, Pose, corners_of
from .input_mapping import CAR_PARK, OPEN_GROUND

Points = list[tuple[float, float]]
Line = tuple[tuple[float, float], tuple[float, float]]

STANDING = 0.05  # a vehicle slower than this is parked [m/s]


class Bay(NamedTuple):
    """A place to park, or a car that stands in one."""

    x: float  # of its middle, east [m]
    y: float  # of its middle, north [m]
    yaw: float  # along its length [rad]
    length: float  # [m]
    width: float  # [m]

    def corners(self) -> Points:
        """Corners on the ground."""
        return corners_of(self.x, self.y, self.yaw, length=self.length, width=self.width)


class Scene(NamedTuple):
    """A ground with what stands on it."""

    name: str
    start: Pose = Pose()
    bays: tuple[Bay, ...] = ()  # free ones
    cars: tuple[Bay, ...] = ()  # parked ones
    lines: tuple[Line, ...] = ()  # painted between the bays
    has_target: bool = False
    slope: float = 0.0  # towards the east [1]
    handling: Handling = OPEN_GROUND  # how the hands drive here

    def describe(self) -> dict[str, Any]:
        """Return the description that a page draws."""
        return {
            "name": self.name,
            "start": list(self.start),
            "bays": [list(bay) for bay in self.bays],
            "cars": [list(car) for car in self.cars],
            "lines": [[*start, *end] for start, end in self.lines],
        }


NAMES = {
    "ground": "Empty ground: drive, and see the two part.",
    "parking": "Parking bays, as in document 004: stand in one of the two empty bays without touching a line or a car.",
    "target": "A target close and behind, as in document 000, whose vehicles circled it for ever.",
    "hill": "A slope towards the east: which models feel it, and which way does it pull them?",
    "360s": "Spin the red dot of document 001 round and round, and its speed vector goes on doing 360s. "
    "The keys turn for 5 s, then hold north; any key of yours takes over.",
    "diagonal": "Document 001, figure 1: forward, after 2 s also sideways. Older games made that 1.41 times as fast. "
    "Any key of yours takes over.",
    "strafe": "Keys 60° beside the way it moves: Quake limits the speed along them, so it gains beyond its top speed. "
    "Any key of yours takes over.",
}


def make(name: str, shapes: tuple[VehicleShape, VehicleShape]) -> Scene:
    """The scene of that name, large enough for vehicles of those shapes."""
    if name == "parking":
        return _parking(max(shape.total_length for shape in shapes), max(shape.width for shape in shapes))
    if name == "target":
        return Scene(name, has_target=True)
    return Scene(name, slope=0.1 if name == "hill" else 0.0)


def judge(driven: Driven, scene: Scene) -> dict[str, Any]:
    """Return the verdict on a vehicle among parking bays: whether it touches or stands well, and a sentence."""
    bodies = driven.bodies()
    touched = [index for index, car in enumerate(scene.cars) if _any_overlaps(bodies, car.corners())]
    if touched:
        return {"cars": touched, "parked": False, "words": "touches a parked car"}
    if any(_any_overlaps(bodies, list(line)) for line in scene.lines):
        return {"cars": [], "parked": False, "words": "on a line"}
    corners = [corner for body in bodies for corner in body]
    bay = next((bay for bay in scene.bays if all(_is_inside(bay, corner) for corner in corners)), None)
    if bay is None:
        return {"cars": [], "parked": False, "words": "not in a free bay"}
    if abs(driven.motion.speed) > STANDING:
        return {"cars": [], "parked": False, "words": "in the bay, still rolling"}
    east, north = (0.5 * (min(side) + max(side)) for side in zip(*bodies[0], strict=True))
    offset, askew = parking_error(Pose(east, north, driven.pose.yaw), bay)
    words = f"parked, {100 * offset:.0f} cm off the middle, {math.degrees(askew):.1f}° askew"
    return {"cars": [], "parked": True, "words": words}


def parking_error(pose: Pose, bay: Bay) -> tuple[float, float]:
    """Return the distance [m] from the middle of a bay and the angle [rad] from its axis, in either direction."""
    askew = wrap_angle(pose.yaw - bay.yaw)
    askew = abs(askew) if abs(askew) <= 0.5 * math.pi else math.pi - abs(askew)
    return math.dist(pose[:2], (bay.x, bay.y)), askew


def overlap(one: Points, other: Points) -> bool:
    """Return whether two convex shapes overlap: no edge of either separates them."""
    return not (_is_separated(one, other) or _is_separated(other, one))


def _any_overlaps(bodies: list[Points], other: Points) -> bool:
    return any(overlap(body, other) for body in bodies)


def _is_separated(one: Points, other: Points) -> bool:
    for (x, y), (next_x, next_y) in itertools.pairwise([*one, one[0]]):
        normal_x, normal_y = next_y - y, x - next_x
        if all((a - x) * normal_x + (b - y) * normal_y > 0.0 for a, b in other):
            return True
    return False


def _is_inside(bay: Bay, point: tuple[float, float]) -> bool:
    east, north = point[0] - bay.x, point[1] - bay.y
    sine, cosine = math.sin(bay.yaw), math.cos(bay.yaw)
    along, across = east * cosine + north * sine, north * cosine - east * sine
    return abs(along) <= 0.5 * bay.length and abs(across) <= 0.5 * bay.width


def _parking(length: float, width: float) -> Scene:
    """A row to drive into on the left and one to park along on the right, one bay free in each."""
    across, along = 1.35 * width, 1.16 * length
    lane = 0.5 * max(1.5 * length, 3.2 * width)
    near, far = lane, lane + along
    row = [Bay((i - 3) * across, 0.5 * (near + far), 0.5 * math.pi, along, across) for i in range(7)]
    length_along, beside = 1.42 * length, 1.22 * width
    kerb = -lane - beside
    line = [Bay((i - 1.5) * length_along, 0.5 * (kerb - lane), 0.0, length_along, beside) for i in range(4)]
    free = (row[4], line[2])
    cars = tuple(Bay(bay.x, bay.y, bay.yaw, 0.94 * length, 0.92 * width) for bay in (*row, *line) if bay not in free)
    lines = [(((i - 3.5) * across, near), ((i - 3.5) * across, far)) for i in range(8)]
    lines += [(((i - 2) * length_along, -lane), ((i - 2) * length_along, kerb)) for i in range(5)]
    lines += [((-2 * length_along, kerb), (2 * length_along, kerb)), ((-3.5 * across, far), (3.5 * across, far))]
    start = Pose(round(-3.0 * across - 0.5 * length, 2), 0.0)
    return Scene("parking", start, bays=free, cars=cars, lines=tuple(lines), handling=CAR_PARK)
