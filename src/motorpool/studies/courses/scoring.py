"""Score of a drive over a course: vehicles at their goals, contacts, time and length of the path."""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...ground.objects.contact import deepest_contact
from ...ground.objects.grid import Circles, cells_near, entries_in
from ...ground.objects.overlap import overlap
from ...world import World
from ...world.avoidance.component import ControlOverride
from ...world.avoidance.rule import Rule
from ...world.avoidance.rules import RULES
from ...world.columns import Whole
from ...world.entity.columns import Entity
from ...world.entity.outline import centre_of, centre_offset
from ...world.guidance import goal_kinds as goals
from .layouts import Course

ARRIVAL = 5.0  # distance to its goal at which a vehicle has arrived [m]
TOUCH = 0.002  # distance that counts as contact; resolved contacts leave the body just beside the object [m]
TRACK = 0.25  # interval between two points of a recorded path [s]


class ScoredRule(NamedTuple):
    """A rule that is scored, with its options."""

    rule: str
    about: str
    options: Mapping[str, Any]


def _scored(rule: type[Rule]) -> dict[str, ScoredRule]:
    variants = {name: ScoredRule(rule.name, one.about, one.options) for name, one in rule.variants.items()}
    return {rule.name: ScoredRule(rule.name, rule.about, rule.options), **variants}


RULES_SCORED = {
    name: scored
    for rule in RULES.values()
    if not issubclass(rule, ControlOverride)
    for name, scored in _scored(rule).items()
}


class Score(NamedTuple):
    """Score of a drive over a course."""

    vehicles: int
    reached: int  # vehicles that reached their goals
    contacts: int  # times that a vehicle began to touch an object
    overlaps: int  # times that two vehicles began to overlap
    clean: int  # vehicles that reached their goals without contact or overlap
    seconds: float  # median time of the vehicles that reached their goals; NaN if none did [s]
    detour: float  # median of their path length over the straight line [1]
    paths: Any  # (times, vehicles, 2): positions of all vehicles [m]


def drive(course: Course, rule: str, *, seed: int = 0, progress: Callable[[float], None] | None = None) -> Score:
    """Drive a course under a rule of ``RULES_SCORED``; ``progress`` gets the share done each simulated second."""
    return drive_world(course.build(seed), rule, seconds=course.seconds, progress=progress)


def drive_world(world: World, rule: str, *, seconds: float, progress: Callable[[float], None] | None = None) -> Score:
    """Drive a world with vehicles at their starts, and return the score.

    ``progress`` is called with the share of the drive that is done, after each simulated second.

    Args:
        seconds: greatest duration of the drive [s].
    """
    scored = RULES_SCORED[rule]
    for option, value in scored.options.items():
        setattr(world.avoidance.options, option, value)
    world.avoidance.choose(slice(None), scored.rule)
    keeper, source = ScoreKeeper(world), GoalCourses()
    world.sources.append(source)
    for second in range(math.ceil(seconds)):
        world.run(seconds=1.0, observers=[keeper])
        if progress is not None:
            progress((second + 1.0) / seconds)
        if keeper.has_ended:
            break
    world.sources.remove(source)
    return keeper.score()


class GoalCourses:
    """Source that directs each vehicle to its goal until it has arrived."""

    def read(self, world: World) -> None:
        """Set the course of each vehicle."""
        vehicles = world.vehicles
        to_goal = np.arctan2(vehicles.goal_y - vehicles.y, vehicles.goal_x - vehicles.x)
        vehicles.course_yaw[:] = np.where(vehicles.goal == goals.HOLD, vehicles.yaw, to_goal)


class ScoreKeeper:
    """Observer that records arrivals, contacts with objects and overlaps of vehicles."""

    def __init__(self, world: World):
        vehicles = world.vehicles
        count = world.count
        self._straight = np.hypot(vehicles.goal_x - vehicles.x, vehicles.goal_y - vehicles.y)
        self._arrival, self._length = np.full(count, math.nan), np.full(count, math.nan)
        self._touched, self._met = np.full(count, -1, np.int64), np.zeros(count, np.int64)
        self._has_failed = np.zeros(count, np.bool_)
        self._contacts = self._overlaps = 0
        self._every = max(1, round(TRACK / world.dt))
        self._paths: list[NDArray[np.float64]] = []

    @property
    def has_ended(self) -> bool:
        """Return whether every vehicle has arrived."""
        return bool(np.all(np.isfinite(self._arrival)))

    def observe(self, world: World) -> None:
        """Record arrivals, contacts and overlaps after a step."""
        vehicles = world.vehicles
        touched, met = touches(world)
        self._contacts += int(np.count_nonzero((touched >= 0) & (touched != self._touched)))
        self._overlaps += int(np.maximum(met - self._met, 0).sum())
        self._touched, self._met = touched, met
        self._has_failed |= (touched >= 0) | (met > 0)
        is_there = np.hypot(vehicles.goal_x - vehicles.x, vehicles.goal_y - vehicles.y) < ARRIVAL
        new = is_there & np.isnan(self._arrival)
        self._arrival[new], self._length[new] = world.time, vehicles.odometer[new]
        vehicles.goal[new] = goals.HOLD
        if world.tick % self._every == 0:
            self._paths.append(np.column_stack((vehicles.x, vehicles.y)))

    def score(self) -> Score:
        """Return the score so far."""
        has_arrived = np.isfinite(self._arrival)
        has_any = bool(has_arrived.any())
        return Score(
            vehicles=len(self._arrival),
            reached=int(has_arrived.sum()),
            contacts=self._contacts,
            overlaps=self._overlaps // 2,
            clean=int(np.count_nonzero(has_arrived & ~self._has_failed)),
            seconds=float(np.median(self._arrival[has_arrived])) if has_any else math.nan,
            detour=float(np.median((self._length / self._straight)[has_arrived])) if has_any else math.nan,
            paths=np.array(self._paths),
        )


class Touches(NamedTuple):
    """Objects and vehicles that each vehicle touches."""

    touched: NDArray[np.int64]  # index of the object, or -1
    met: NDArray[np.int64]  # number of vehicles that it overlaps


def touches(world: World) -> Touches:
    """Return the object that each vehicle touches, or -1, and the number of vehicles that it overlaps."""
    found = Touches(np.empty(world.count, np.int64), np.empty(world.count, np.int64))
    entity, reach = world.vehicles.entity, float(world.vehicles.radius.max(initial=0.0))
    world.run_stage(find_touches, entity, found, entity, world.circles(), world.objects.circles, reach)
    return found


def find_touches(
    entity: Entity, found: Touches, vehicles: Whole[Entity], others: Whole[Circles], objects: Whole[Circles],
    reach: float,
) -> None:  # fmt: skip
    """Find the contacts of each vehicle: a stage over vehicles; see ``touches``.

    Args:
        vehicles, others, objects: all vehicles; circles around them and of the objects, in grids.
        reach: the largest radius of a vehicle [m].
    """
    pose, body = entity.pose, entity.body
    for i in range(pose.x.size):
        half_length, half_width = body.half_length[i], body.half_width[i]
        centre = centre_of(i, pose, body)
        found.touched[i], _, _, _ = deepest_contact(
            centre.x, centre.y, pose.yaw[i], half_length + TOUCH, half_width + TOUCH, objects
        )
        found.met[i] = 0
        cells = cells_near(others.grid, pose.x[i], pose.y[i], 2.0 * reach)
        for row in range(cells.first_row, cells.last_row + 1):
            for entry in entries_in(others.grid, cells, row):
                j: int = others.grid.item[entry]
                offset = centre_offset(j, vehicles.pose, vehicles.body)
                dx, dy = others.x[j] + offset.x - centre.x, others.y[j] + offset.y - centre.y
                if j != body.vehicle_id[i] and overlap(
                    dx, dy, pose.yaw[i], half_length, half_width,
                    vehicles.pose.yaw[j], vehicles.body.half_length[j], vehicles.body.half_width[j],
                ):  # fmt: skip
                    found.met[i] += 1
