"""Setting a vehicle back: to a free position on its own track, on its route, on a road or around it."""

import itertools
import math
from collections.abc import Iterator

from ...models.mathematics import wrap_angle
from ..guidance.component import Guidance
from ..guidance.goal_kinds import FOLLOW, ROUTE, WANDER
from ..model_switching.component import ModelSwitching
from ..scene import Scene
from .roads import RoadPoints
from .stages import TRACK_LENGTH, Tracks
from .track_points import noted_place
from .ways import FAR, HERE, Look, Place, Ways, headings_around

LEAST = 15.0  # straight distance from where the vehicle stands; with less, it stands there again [m]
FARTHEST_ROAD = 400.0  # distance of a road, at most [m]
OFTEN, WAYPOINTS = 2, 3  # recoveries near one position, after which it is put on one of so many waypoints ahead
HEADINGS = 12  # headings that are compared at a position
TURNING = 0.3  # cost of a heading that does not lead straight away, over the angle [1]
STILL = (
    "speed", "lateral_speed", "yaw_rate", "residual_lateral_speed", "residual_yaw_rate", "steer", "commanded_speed",
    "cruise", "is_cruising", "is_avoiding", "avoidance_speed", "back_off_time", "detour_time", "passing_side",
    "passing_time", "waiting_time", "is_following_wall",
)  # fmt: skip


class SettingBack:
    """Setting back of the vehicles of one world."""

    def __init__(self, scene: Scene, ways: Ways, tracks: Tracks, roads: RoadPoints):
        self._scene, self._vehicles, self._ways, self.tracks = scene, scene.vehicles, ways, tracks
        self._switching, self._guidance = scene.of(ModelSwitching), scene.of(Guidance)
        self._roads = roads

    def set_back(self, vehicle: int) -> bool:
        """Place a vehicle at a good position, at rest and upright; return whether there is one."""
        found = self.place_for(vehicle)
        if found is None:
            return False
        vehicles, (x, y, yaw) = self._vehicles, found
        vehicles.x[vehicle], vehicles.y[vehicle] = x, y
        for name in ("yaw", "desired_yaw", "freeing_yaw"):
            getattr(vehicles, name)[vehicle] = yaw
        if vehicles.goal[vehicle] == WANDER:
            vehicles.course_yaw[vehicle] = yaw
        for column in vehicles.columns(*STILL):
            column[vehicle] = 0.0
        vehicles.is_calm[vehicle] = vehicles.turning[vehicle] = vehicles.detours[vehicle] = 0
        fleet, row = self._switching.moved_by(vehicle)
        fleet.halt(row)
        return True

    def place_for(self, vehicle: int) -> Place | None:
        """Return the first good pose on its own track, on a road, or around it; None if there is none."""
        poor: Place | None = None
        places = self._on_track(vehicle), self._on_roads(vehicle), self._around(vehicle)
        if self._vehicles.setbacks[vehicle] >= OFTEN:  # its own track leads to the same position
            places = self._on_route(vehicle), self._on_roads(vehicle), self._on_track(vehicle), self._around(vehicle)
        for place in itertools.chain(*places):
            way, is_good = self._ways.best(vehicle, *self._headings(vehicle, place))
            free = self._ways.free_place(vehicle, *way) if is_good or poor is None else None
            if free is not None:
                poor = poor or (*free, way[2])
                if is_good:
                    return (*free, way[2])
        return poor

    def heading_away(self, vehicle: int) -> float:
        """Return the heading [rad] in which a vehicle continues from its position."""
        x, y, yaw = (float(column[vehicle]) for column in self._vehicles.columns("x", "y", "yaw"))
        return self._ways.best(vehicle, *self._headings(vehicle, (x, y, yaw)))[0][2]

    def good_points(self, vehicle: int) -> Iterator[tuple[int, Place]]:
        """Yield number and pose of the points of its own track from which a vehicle can drive on, the last first."""
        for number, place in self._track_points(vehicle):
            way, is_good = self._ways.best(vehicle, *self._headings(vehicle, place))
            if is_good:
                yield number, way

    def _on_track(self, vehicle: int) -> list[Place]:
        return [place for _, place in self._track_points(vehicle)]

    def _track_points(self, vehicle: int) -> list[tuple[int, Place]]:
        """Return number and pose of the points of its own track that are far enough away, the last first."""
        tracks, count = self.tracks, int(self.tracks.count[vehicle])
        numbers = range(count - 1, max(count - TRACK_LENGTH, 0) - 1, -1)
        points = [(number, noted_place(tracks, vehicle, number)) for number in numbers]
        least = LEAST * (1 + min(int(self._vehicles.setbacks[vehicle]), 3))  # farther back after each recovery
        return [point for point in points if self._distance(vehicle, *point[1][:2]) >= least]

    def _on_route(self, vehicle: int) -> list[Place]:
        """Return the next waypoints of a vehicle's route, with the headings to the waypoints after them."""
        points = self._guidance.waypoints_of(vehicle)[: WAYPOINTS + 1].tolist()
        return [(x, y, math.atan2(to_y - y, to_x - x)) for (x, y), (to_x, to_y) in itertools.pairwise(points)]

    def _on_roads(self, vehicle: int) -> list[Place]:
        x, y = float(self._vehicles.x[vehicle]), float(self._vehicles.y[vehicle])
        points = self._roads.near(x, y, least=LEAST, farthest=FARTHEST_ROAD, count=4)
        return [(point.x, point.y, point.yaw) for point in points]

    def _around(self, vehicle: int) -> list[Place]:
        vehicles = self._vehicles
        x, y, yaw = (float(column[vehicle]) for column in (vehicles.x, vehicles.y, vehicles.yaw))
        return [
            (x + away * math.cos(turn), y + away * math.sin(turn), float(wrap_angle(turn)))
            for away in (30.0, 60.0, 120.0)
            for turn in headings_around(yaw + math.pi, 8)
        ]

    def _headings(self, vehicle: int, place: Place) -> tuple[list[tuple[Place, float]], Look]:
        """Return ways from a pose with their costs: on a route along the track, otherwise away from the vehicle."""
        vehicles, (x, y, _) = self._vehicles, place
        if vehicles.goal[vehicle] in (ROUTE, FOLLOW):
            return [(place, 0.0)], HERE
        away = math.atan2(y - float(vehicles.stuck_y[vehicle]), x - float(vehicles.stuck_x[vehicle]))
        ways: list[tuple[Place, float]] = [
            ((x, y, heading), TURNING * abs(float(wrap_angle(heading - away))))
            for heading in headings_around(away, HEADINGS)
        ]
        return ways, FAR

    def _distance(self, vehicle: int, x: float, y: float) -> float:
        vehicles = self._vehicles
        return math.hypot(x - vehicles.x[vehicle], y - vehicles.y[vehicle])
