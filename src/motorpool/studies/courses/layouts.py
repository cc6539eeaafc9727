"""Courses: functions that build a world with vehicles at their starts and with their goals.

Small courses have four vehicles, each alone on its own copy: a car and a tracked vehicle with kinematic models, and two
dynamic models of document 003 (corrected).
"""

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ...ground.objects.objects import place_objects
from ...ground.terrain.heightfield import Terrain
from ...vehicles.fleet import Body, Fleet
from ...world import World
from ...world.drivers.manual_control import Handling

CAR, TANK = Body(4.5, 1.8, 1.5), Body(7.0, 3.4, 2.4)
VEHICLES = (("bicycle", CAR), ("tracked", TANK), ("friction-circle/wheeled", CAR), ("friction-circle/tracked", TANK))
APART = 240.0  # distance between two copies of a course [m]
SPEED = 9.0  # desired speed of all vehicles [m/s]
HANDLING = Handling(max_speed=12.0, acceleration=2.0, braking=4.0)

Post = tuple[float, float, float]  # x, y, radius [m]


class Course(NamedTuple):
    """A course; ``build(seed)`` returns its world."""

    name: str
    about: str  # the difficulty of the course
    build: Callable[[int], World]
    seconds: float  # time limit of a drive [s]


def slalom(seed: int) -> World:
    """Return eight posts in a row, 22 m apart, alternately a little to the left and right of the path."""
    return _copies([(22.0 * k - 77.0, 1.2 * (-1.0) ** k, 1.0) for k in range(8)], length=240.0, seed=seed)


def two_posts(seed: int) -> World:
    """Return two posts side by side ahead of each vehicle, with a gap that is too narrow for it."""
    return _copies([(0.0, 2.0, 1.2), (0.0, -2.0, 1.2)], length=140.0, seed=seed)


def neighbour(seed: int) -> World:
    """Return a post on the path, and others where a vehicle arrives that turns away from it."""
    posts = [(0.0, -0.5, 1.0), (14.0, 9.0, 1.0), (14.0, -9.0, 1.0), (26.0, 0.5, 1.0), (38.0, 8.0, 1.0)]
    return _copies(posts, length=160.0, seed=seed)


def u_trap(seed: int) -> World:
    """Return a wall in the shape of a U, 40 m deep and 40 m wide, open toward the start."""
    across = [(30.0, 1.6 * k - 20.0, 0.9) for k in range(26)]
    along = [(1.6 * k - 10.0, y, 0.9) for k in range(25) for y in (-20.0, 20.0)]
    return _copies(across + along, length=200.0, seed=seed)


def forest(count: int, seed: int) -> World:
    """Return twelve vehicles side by side that cross a wood of 280 x 240 m with ``count`` trees per hectare."""
    random = np.random.default_rng([seed, count])
    trees = scattered(random, round(count * 2.8 * 2.4), (-140.0, -120.0, 140.0, 120.0), apart=5.0)
    starts = np.linspace(-90.0, 90.0, 12)
    fleets = [
        Fleet(model, 3, name=model, body=body, x=-175.0, y=starts[k::4]) for k, (model, body) in enumerate(VEHICLES)
    ]
    world = _world(fleets, trees, seed=seed)
    return _bound(world, world.vehicles.x + 350.0, world.vehicles.y)


def crossing(count: int, seed: int) -> World:
    """Return four streams of vehicles from all sides that meet on open ground 480 m wide."""
    each = count // 4
    lanes, spacing = 12, 40.0
    lane, line = np.arange(each) % lanes, np.arange(each) // lanes
    random = np.random.default_rng([seed, count, 1])
    back = 300.0 + spacing * line + random.uniform(-4.0, 4.0, each)
    side = spacing * (lane - 0.5 * (lanes - 1)) + random.uniform(-2.0, 2.0, each)
    fleets: list[Fleet] = []
    for k, (model, body) in enumerate((("bicycle", CAR), ("tracked", TANK), ("bicycle", CAR), ("tracked", TANK))):
        yaw = 0.5 * math.pi * k
        sine, cosine = round(math.sin(yaw)), round(math.cos(yaw))
        x, y = -back, side + (0.5 * spacing if k > 1 else 0.0)
        x, y = cosine * x - sine * y, sine * x + cosine * y
        name = ("eastbound", "northbound", "westbound", "southbound")[k]
        fleets.append(Fleet(model, each, name=name, body=body, x=x, y=y, yaw=np.full(each, _wrapped(yaw))))
    world = _world(fleets, [], seed=seed)
    ahead = 600.0 + 2.0 * spacing * np.tile(line, 4)
    vehicles = world.vehicles
    return _bound(world, vehicles.x + ahead * np.cos(vehicles.yaw), vehicles.y + ahead * np.sin(vehicles.yaw))


def scattered(random: np.random.Generator, count: int, area: tuple[float, ...], *, apart: float) -> list[Post]:
    """Return ``count`` trees (fewer if the area is full) at random positions: x, y and radius of each [m].

    ``area`` is west, south, east, north; rims are at least ``apart`` from each other [m].
    """
    west, south, east, north = area
    found: list[Post] = []
    for _ in range(200 * count):
        x, y, radius = random.uniform(west, east), random.uniform(south, north), random.uniform(0.3, 0.8)
        if all(math.hypot(x - post[0], y - post[1]) > radius + post[2] + apart for post in found):
            found.append((float(x), float(y), float(radius)))
        if len(found) == count:
            break
    return found


def _copies(posts: list[Post], *, length: float, seed: int) -> World:
    """Return a world with a copy of the posts for each vehicle, which drives through it from west to east."""
    lanes = [APART * (k - 0.5 * (len(VEHICLES) - 1)) for k in range(len(VEHICLES))]
    fleets = [
        Fleet(model, 1, name=model, body=body, x=-0.5 * length, y=lane)
        for (model, body), lane in zip(VEHICLES, lanes, strict=True)
    ]
    copies = [(x, y + lane, radius) for lane in lanes for x, y, radius in posts]
    world = _world(fleets, copies, seed=seed)
    return _bound(world, world.vehicles.x + length, world.vehicles.y)


def _world(fleets: list[Fleet], posts: list[Post], *, seed: int) -> World:
    ground = Terrain.flat(size=2400.0, spacing=50.0)
    x, y, radius = np.array(posts, np.float64).reshape(-1, 3).T
    objects = place_objects(ground, x=x, y=y, radius=radius, height=np.full(x.size, 6.0))
    handling = {fleet.name: HANDLING for fleet in fleets}
    world = World(fleets=fleets, terrain=ground, objects=objects, seed=seed, handling=handling)
    world.vehicles.desired_speed[:] = SPEED
    return world


def _bound(world: World, goal_x: Any, goal_y: Any) -> World:
    """Set the goals of all vehicles, turn each vehicle to its goal, and return the world."""
    vehicles = world.vehicles
    vehicles.goal_x[:], vehicles.goal_y[:] = goal_x, goal_y
    yaw = np.arctan2(vehicles.goal_y - vehicles.y, vehicles.goal_x - vehicles.x)
    world.place_vehicles(slice(None), vehicles.x.copy(), vehicles.y.copy(), yaw)
    world.resolve_positions()
    return world


def _wrapped(yaw: float) -> float:
    return yaw - math.tau if yaw > math.pi else yaw


COURSES = (
    Course("slalom", "eight posts in a row, left and right of the path", slalom, 90.0),
    Course("two-posts", "two posts, and a gap too narrow to pass", two_posts, 90.0),
    Course("neighbour", "a vehicle that turns away from one post drives at the next", neighbour, 90.0),
    Course("u-trap", "a wall around a dead end", u_trap, 180.0),
    Course("forest-25", "25 trees per hectare", partial(forest, 25), 150.0),
    Course("forest-50", "50 trees per hectare", partial(forest, 50), 150.0),
    Course("forest-100", "100 trees per hectare, about 5 m apart", partial(forest, 100), 150.0),
    Course("crossing", "500 vehicles in four streams that cross", partial(crossing, 500), 300.0),
)
