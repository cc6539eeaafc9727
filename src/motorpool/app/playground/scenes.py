"""Scenes: empty ground, slopes, parking bays or a target; and the check of a vehicle among parking bays."""

import itertools
import math
from typing import Any, NamedTuple

from ...models.mathematics import wrap_angle
from ...vehicles.shape.vehicle_shape import VehicleShape
from ...world.drivers.manual_control import Handling
from .driven import Driven, Pose, corners_of
from .input_mapping import CAR_PARK, OPEN_GROUND

Points = list[tuple[float, float]]
Line = tuple[tuple[float, float], tuple[float, float]]

STANDING = 0.05  # speed below which a vehicle counts as parked [m/s]


class Bay(NamedTuple):
    """A parking bay, or a parked car."""

    x: float  # east of the centre [m]
    y: float  # north of the centre [m]
    yaw: float  # direction of its length [rad]
    length: float  # [m]
    width: float  # [m]

    def corners(self) -> Points:
        """Return the corners on the ground."""
        return corners_of(self.x, self.y, self.yaw, length=self.length, width=self.width)


class Scene(NamedTuple):
    """Ground with the objects on it."""

    name: str
    start: Pose = Pose()
    bays: tuple[Bay, ...] = ()  # free bays
    cars: tuple[Bay, ...] = ()  # parked cars
    lines: tuple[Line, ...] = ()  # painted between the bays
    has_target: bool = False
    slope: float = 0.0  # rise towards the east, rise over run [1]
    handling: Handling = OPEN_GROUND  # limits of speed, acceleration and steering of the keys

    def describe(self) -> dict[str, Any]:
        """Return the description for a page."""
        return {
            "name": self.name,
            "start": list(self.start),
            "bays": [list(bay) for bay in self.bays],
            "cars": [list(car) for car in self.cars],
            "lines": [[*start, *end] for start, end in self.lines],
        }


NAMES = {
    "ground": "Empty ground: drive, and see how the two models differ.",
    "parking": "Parking bays, as in document 004: stand in one of the two empty bays without touching a line or a car.",
    "target": "A target close and behind, as in document 000, whose vehicles circled it for ever.",
    "hill": "A slope towards the east: which models does it act on, and in which direction?",
    "360s": "Spin the red dot of document 001 round and round, and its speed vector goes on doing 360s. "
    "The keys turn for 5 s, then hold north; press any key to take over.",
    "diagonal": "Document 001, figure 1: forward, after 2 s also sideways. Older games made that 1.41 times as fast. "
    "Press any key to take over.",
    "strafe": "Keys 60° beside the direction of motion: Quake limits only the speed along them, so the total exceeds "
    "the limit. Press any key to take over.",
}


def make(name: str, shapes: tuple[VehicleShape, VehicleShape]) -> Scene:
    """Make the scene of that name, large enough for vehicles of those shapes."""
    if name == "parking":
        return _parking(max(shape.total_length for shape in shapes), max(shape.width for shape in shapes))
    if name == "target":
        return Scene(name, has_target=True)
    return Scene(name, slope=0.1 if name == "hill" else 0.0)


def judge(driven: Driven, scene: Scene) -> dict[str, Any]:
    """Check a vehicle among parking bays: return touched cars, whether it is parked, and a sentence."""
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
    """Return the distance [m] from the centre of a bay and the unsigned angle [rad] to its axis, either way."""
    askew = wrap_angle(pose.yaw - bay.yaw)
    askew = abs(askew) if abs(askew) <= 0.5 * math.pi else math.pi - abs(askew)
    return math.dist(pose[:2], (bay.x, bay.y)), askew


def overlap(one: Points, other: Points) -> bool:
    """Return whether two convex polygons overlap: no edge of either separates them."""
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
    """Make perpendicular bays on the left and parallel bays on the right of a lane, one free in each row."""
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
