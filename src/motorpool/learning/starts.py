"""Starts of episodes: goals and poses, drawn for some rows, beside a goal or anywhere in an area of the ground.

A point of the area is admissible if the ground is not too steep, its soil is not one to avoid, and no object is too
near. First the start is drawn until it is admissible, then the goal; a start without a goal in reach is given up. Draw
number k of a row depends on its seed and episode only, so that a row has the same place in any batch.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.arrays import Floats, Words
from ..base.errors import ScenarioError, Status, WorldError, unknown_name
from ..compile.scratch import kinds_of
from ..ground.objects.grid import Circles, nearest_within
from ..ground.terrain.area import within
from ..ground.terrain.heightfield import Heightfield, attitude, sample_heightfield
from ..ground.terrain.surface import CLASSES, class_at
from ..models.mathematics import PI, TWO_PI, Real, sincos, wrap_angle
from ..world.attitude.columns import Suspension
from ..world.columns import Whole
from ..world.entity.columns import Body, Motion, Pose
from ..world.world import World
from .draws import MOST_DRAWS
from .observations import SoilMap, soil_map
from .stage_text import Episode, Trailer
from .task import Task
from .task_format import GOAL

Rows = NDArray[np.intp]
Draw = Callable[..., NDArray[np.float64]]  # (names, number of the draw): numbers in [0, 1), of shape (rows, names)

UNTOUCHED = 0xFFFFFFFF & ~int(Status.BLOCKED | Status.OFF_MAP)
START = ("ahead", "left", "heading_deg", "hitch_deg")


class Part(NamedTuple):
    """Pose of the part that is to reach the goal, in the goal's frame."""

    ahead: Real  # along the goal's heading [m]
    left: Real  # [m]
    heading: Real  # its yaw minus the goal's [rad]
    hitch: Real  # yaw of the trailer minus the vehicle's; 0 without a trailer [rad]


class Drawn(NamedTuple):
    """Columns of such poses, drawn for each row."""

    ahead: Floats  # [m]
    left: Floats  # [m]
    heading: Floats  # [rad]
    hitch: Floats  # [rad]


class BesideGoal:
    """Vehicles start beside a goal, which a task fixes or has drawn for each episode, or which moves already.

    Args:
        trailer: columns of the trailers; of zeros, where the vehicle itself is to reach the goal.
    """

    def __init__(self, task: Task, world: World, episode: Episode, trailer: Trailer):
        start = task.content.start
        assert start is not None
        self._world, self._episode, self._trailer = world, episode, trailer
        self._drawn = Drawn(*np.zeros((4, episode.goal_x.size)))
        self._names, intervals = [f"start.{name}" for name in START], [getattr(start, name) for name in START]
        self._columns = [*self._drawn]
        if task.content.moving is None:
            self._names += [f"goal.{name}" for name in GOAL]
            intervals += task.content.goal.intervals.values()
            self._columns += [episode.goal_x, episode.goal_y, episode.goal_yaw]
        self._intervals = np.array(intervals)
        self._intervals[[name.endswith("_deg") for name in self._names]] *= math.pi / 180.0

    def place(self, rows: Rows, draw: Draw) -> None:
        """Place the vehicles of these rows, which are due."""
        least, most = self._intervals[:, 0], self._intervals[:, 1]
        values = least + (most - least) * draw(self._names)
        for number, column in enumerate(self._columns):
            column[rows] = values[:, number]
        self._world.run_stage(place_beside, self._world.vehicles.pose, self._episode, self._drawn, self._trailer)
        self._trailer.hitch_angle[rows] = values[:, 3]


def stand_on_ground(
    pose: Pose, motion: Motion, suspension: Suspension, episode: Episode, ground: Whole[Heightfield]
) -> None:
    """Set height and attitude of each vehicle that is due, as ``world.attitude`` does; it touches nothing yet."""
    for i in range(pose.x.size):
        if episode.is_due[i] == 0:
            continue
        pose.z[i], slope_x, slope_y = sample_heightfield(ground, pose.x[i], pose.y[i])
        pose.z[i] += suspension.heave[i]
        pitch, roll = attitude(slope_x, slope_y, pose.yaw[i])
        pose.pitch[i] = pitch + suspension.body_pitch[i]
        pose.roll[i] = roll + (suspension.body_roll[i] + suspension.rollover_angle[i])
        motion.status[i] = motion.status[i] & UNTOUCHED


def place_beside(pose: Pose, episode: Episode, drawn: Drawn, trailer: Trailer) -> None:
    """Place each vehicle that is due so that its trailer's axle, or itself without a trailer, has the drawn pose."""
    for i in range(pose.x.size):
        if episode.is_due[i] == 0:
            continue
        goal = (episode.goal_x[i], episode.goal_y[i], episode.goal_yaw[i])
        part = Part(drawn.ahead[i], drawn.left[i], drawn.heading[i], drawn.hitch[i])
        pose.x[i], pose.y[i], pose.yaw[i] = pose_beside(goal, part, trailer.trailer_length[i], trailer.hitch_offset[i])


def pose_beside(
    goal: tuple[Real, Real, Real], part: Part, trailer_length: Real, hitch_offset: Real
) -> tuple[Real, Real, Real]:
    """Return x, y [m] and yaw [rad] of the vehicle whose part has a pose in the goal's frame.

    Args:
        goal: x, y [m] and yaw [rad].
        trailer_length: hitch to axle; 0 where the part is the vehicle itself [m].
        hitch_offset: hitch behind the vehicle's reference point; 0 if the part is the vehicle itself [m].
    """
    sine, cosine = sincos(goal[2])
    part_x = goal[0] + cosine * part.ahead - sine * part.left
    part_y = goal[1] + sine * part.ahead + cosine * part.left
    part_yaw = goal[2] + part.heading
    yaw = part_yaw - part.hitch
    part_sine, part_cosine = sincos(part_yaw)
    yaw_sine, yaw_cosine = sincos(yaw)
    x = part_x + trailer_length * part_cosine + hitch_offset * yaw_cosine
    y = part_y + trailer_length * part_sine + hitch_offset * yaw_sine
    return x, y, wrap_angle(yaw)


# ---- anywhere in an area of the ground


NAMES = tuple(f"place.{name}" for name in ("x", "y", "distance", "bearing", "heading", "goal_heading"))
WITHOUT_GOAL, WITHOUT_START = 1, 2  # of a row that is open
GOALS_A_START = 16  # draws after which a start without a goal is given up
FOUND, OUTSIDE, STEEP, SOFT, OBSTRUCTED = range(5)
REASONS = (
    "", "the goal was outside the area", "the ground was too steep", "the soil was one to avoid",
    "an object stood too near",
)  # fmt: skip


class Candidates(NamedTuple):
    """Columns of numbers in [0, 1), drawn for each row, and the result of the draw."""

    x: Floats
    y: Floats
    distance: Floats
    bearing: Floats
    heading: Floats
    goal_heading: Floats
    is_open: Words  # ``WITHOUT_START``, ``WITHOUT_GOAL``, or 0 of a row that has both
    reason: Words  # why the last draw is not admissible; ``FOUND`` if it is


class Rules(NamedTuple):
    """Limits of starts and goals."""

    west: float  # [m]
    south: float  # [m]
    east: float  # [m]
    north: float  # [m]
    least_distance: float  # from start to goal [m]
    most_distance: float  # [m]
    least_heading: float  # of the vehicle, less the direction of the goal [rad]
    most_heading: float  # [rad]
    max_slope: float  # rise over run [1]
    clearance: float  # from objects to the circle around the vehicle [m]


class Avoided(NamedTuple):
    """Soils on which neither starts nor goals lie."""

    soils: SoilMap
    is_avoided: Words  # (classes,)


class AnywhereOnGround:
    """Vehicles start anywhere in an area, with a goal at a distance.

    Raises:
        ScenarioError: the area is not on the terrain, or has no room for the distance.
    """

    def __init__(self, task: Task, world: World, episode: Episode):
        place = task.content.place
        assert place is not None
        self._world, self._episode, self._where = world, episode, task.where
        try:
            west, south, east, north = within(place.area, world.terrain)
        except WorldError as error:
            raise ScenarioError(f"{task.where}: place.{error}") from error
        widest = float(np.hypot(east - west, north - south))
        if place.distance[0] > widest:
            raise ScenarioError(
                f"{task.where}: place.distance is {place.distance[0]:g} m at least; the area is only {widest:.4g} m "
                "from corner to corner"
            )
        low, high = np.radians(place.heading_deg).tolist()
        self._rules = Rules(
            west, south, east, north,
            least_distance=place.distance[0], most_distance=place.distance[1], least_heading=low, most_heading=high,
            max_slope=math.tan(math.radians(place.max_slope_deg)), clearance=place.clearance,
        )  # fmt: skip
        for name in place.avoid_soils:
            if name not in CLASSES:
                raise ScenarioError(unknown_name(f"{task.where}: place.avoid_soils", "soil", name, CLASSES))
        is_avoided = np.array([name in place.avoid_soils for name in world.surface.names], np.int8)
        self._avoided = Avoided(soil_map(world), is_avoided)
        count = episode.goal_x.size
        columns: list[Any] = [np.zeros(count, kind) for kind in kinds_of(Candidates)]
        self._candidates = Candidates(*columns)

    def place(self, rows: Rows, draw: Draw) -> None:
        """Place the vehicles of these rows, and their goals.

        Raises:
            ScenarioError: none was admissible in ``MOST_DRAWS`` draws.
        """
        candidates, world, is_open = self._candidates, self._world, np.full(rows.size, WITHOUT_START, np.int8)
        reasons = np.zeros(len(REASONS), np.intp)
        candidates.is_open[:] = 0
        for number in range(MOST_DRAWS):
            for column, values in zip(candidates[: len(NAMES)], draw(NAMES, number).T, strict=True):
                column[rows] = values
            candidates.is_open[rows] = is_open
            world.run_stage(
                try_places, world.vehicles.pose, world.vehicles.body, self._episode, candidates, world.ground,
                world.obstacles, self._rules, self._avoided,
            )  # fmt: skip
            is_open = candidates.is_open[rows]
            if not is_open.any():
                return
            if number % GOALS_A_START == GOALS_A_START - 1:
                is_open[is_open == WITHOUT_GOAL] = WITHOUT_START
            reasons += np.bincount(candidates.reason[rows[is_open != 0]], minlength=len(REASONS))
        row = int(rows[is_open != 0][0])
        raise ScenarioError(
            f"{self._where}: place: {MOST_DRAWS} draws gave environment {row} no start and goal; most often "
            f"{REASONS[int(np.argmax(reasons))]}: change area, distance, max_slope_deg or clearance"
        )


def try_places(
    pose: Pose,
    body: Body,
    episode: Episode,
    drawn: Candidates,
    ground: Whole[Heightfield],
    objects: Whole[Circles],
    rules: Whole[Rules],
    avoided: Whole[Avoided],
) -> None:
    """Place each vehicle that has no place yet, then its goal, if the drawn pose is admissible."""
    for i in range(pose.x.size):
        if drawn.is_open[i] == 0:
            continue
        reach = body.radius[i] + rules.clearance
        reason = FOUND
        if drawn.is_open[i] == WITHOUT_START:
            x = rules.west + (rules.east - rules.west) * drawn.x[i]
            y = rules.south + (rules.north - rules.south) * drawn.y[i]
            reason = why_not(x, y, reach, ground, objects, rules, avoided)
            if reason == FOUND:
                pose.x[i], pose.y[i] = x, y
                drawn.is_open[i] = WITHOUT_GOAL
        if drawn.is_open[i] == WITHOUT_GOAL:
            bearing = TWO_PI * drawn.bearing[i] - PI
            distance = rules.least_distance + (rules.most_distance - rules.least_distance) * drawn.distance[i]
            sine, cosine = sincos(bearing)
            x, y = pose.x[i] + distance * cosine, pose.y[i] + distance * sine
            reason = why_not(x, y, reach, ground, objects, rules, avoided)
            if reason == FOUND:
                turn = rules.least_heading + (rules.most_heading - rules.least_heading) * drawn.heading[i]
                pose.yaw[i] = wrap_angle(bearing + turn)
                episode.goal_x[i], episode.goal_y[i] = x, y
                episode.goal_yaw[i] = TWO_PI * drawn.goal_heading[i] - PI
                drawn.is_open[i] = 0
        drawn.reason[i] = reason


def why_not(
    x: float, y: float, reach: float, ground: Heightfield, objects: Circles, rules: Rules, avoided: Avoided
) -> int:
    """Return the reason for which a vehicle cannot stand at a point [m], or ``FOUND``.

    Args:
        reach: distance within which no object may stand [m].
    """
    if x < rules.west or x > rules.east or y < rules.south or y > rules.north:
        return OUTSIDE
    _, slope_x, slope_y = sample_heightfield(ground, x, y)
    if slope_x * slope_x + slope_y * slope_y > rules.max_slope * rules.max_slope:
        return STEEP
    soils = avoided.soils
    if avoided.is_avoided[class_at(soils.classes, soils.x_west, soils.y_south, soils.spacing, x, y)] != 0:
        return SOFT
    if nearest_within(x, y, reach, objects) >= 0:
        return OBSTRUCTED
    return FOUND
