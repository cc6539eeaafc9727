"""Contacts of vehicles with objects under four avoidance rules, and the time of a query for objects.

`python benchmarks/avoidance.py` lets 500 vehicles drive among 40 000 objects on level ground at 10 m/s for two
minutes, with two seeds, by the rule of the thesis (look at nothing while turning; a cone that knows no width), by
ours, and by each change alone. Before, it times the world by the rule and remembering, and afterwards the queries,
compiled, on one thread. The tables are markdown.
"""

import statistics
import time
from typing import Any, NamedTuple

import numpy as np

import motorpool as mp
from motorpool.compile import rows
from motorpool.errors import Status
from motorpool.ground.objects.contact import deepest_contact
from motorpool.ground.objects.grid import Circles, nearest_in_cone, nearest_within
from motorpool.models.mathematics import select, wrap_angle
from motorpool.world.avoidance import search_cone
from motorpool.world.columns import Whole

SEEDS, SECONDS, SPEED = (1, 2), 120.0, 10.0
QUERIES, ROUNDS = 100_000, 7
ARRIVED, TURN, HALF_ANGLE = search_cone.ARRIVED, search_cone.TURN, search_cone.HALF_ANGLE


def avoid_and_hold(yaw: Any, course_yaw: Any, desired_yaw: Any, is_avoiding: Any, found: Any, right: Any) -> Any:
    """The rule of the thesis: what is found while turning is not looked at."""
    is_turning = select(abs(wrap_angle(desired_yaw - yaw)) > ARRIVED, is_avoiding, 0.0)
    looked = select(found > 0.5, wrap_angle(yaw + select(right > 0.0, TURN, -TURN)), course_yaw)
    saw = select(found > 0.5, 1.0, 0.0)
    return select(is_turning > 0.5, desired_yaw, looked), select(is_turning > 0.5, 1.0, saw)


def cone_without_width(x: Any, y: Any, yaw: Any, reach: Any, half_angle: Any, circles: Circles, clearance: Any) -> Any:
    """The cone of the thesis: it does not know how wide the vehicle is."""
    return nearest_in_cone(x, y, yaw, reach, half_angle, circles, 0.0)


class Asked(NamedTuple):
    """Places, and what was found there."""

    x: Any
    y: Any
    found: Any


def ask_cone(asked: Whole[Asked], circles: Whole[Circles]) -> None:
    """Look for the nearest object in a cone."""
    for i in range(asked.x.size):
        found = nearest_in_cone(asked.x[i], asked.y[i], 0.3, 30.0, HALF_ANGLE, circles)
        asked.found[i] = found[0]


def ask_within(asked: Whole[Asked], circles: Whole[Circles]) -> None:
    """Look for the object that a circle overlaps most."""
    for i in range(asked.x.size):
        asked.found[i] = nearest_within(asked.x[i], asked.y[i], 4.0, circles)


def ask_contact(asked: Whole[Asked], circles: Whole[Circles]) -> None:
    """Look for the object that a vehicle would penetrate deepest."""
    for i in range(asked.x.size):
        asked.found[i] = deepest_contact(asked.x[i], asked.y[i], 0.3, 2.25, 0.9, circles)[0]


class Contacts:
    """An observer that counts how often a vehicle runs into something."""

    def __init__(self) -> None:
        self.count = 0
        self._was_blocked: Any = False

    def observe(self, world: mp.World) -> None:
        """Count who is blocked now and was not before."""
        is_blocked = (world.vehicles.status & Status.BLOCKED) != 0
        self.count += int(np.count_nonzero(is_blocked & ~np.asarray(self._was_blocked)))
        self._was_blocked = is_blocked


def standard_world(seed: int) -> mp.World:
    """500 vehicles, half tracked, half wheeled, among 40 000 objects on 8 x 8 km of level ground."""
    terrain = mp.Terrain.flat(size=8000.0, spacing=80.0)
    fleets = [
        mp.Fleet("bicycle", 250, name="cars"),
        mp.Fleet("tracked", 250, name="tanks", body=mp.Body(7.0, 3.5, 2.4)),
    ]
    world = mp.World(fleets=fleets, terrain=terrain, objects=mp.scatter_objects(terrain, seed=seed), seed=seed)
    world.scatter_vehicles()
    world.vehicles.desired_speed[:] = SPEED
    return world


def contacts_a_kilometre(avoid: Any, cone: Any) -> float:
    """Over all seeds, with another rule and another cone in the world's stage."""
    search_cone.avoid, search_cone.nearest_in_cone = avoid, cone
    rows.forget_compiled()
    count, metres = 0, 0.0
    for seed in SEEDS:
        world, contacts = standard_world(seed), Contacts()
        world.run(seconds=SECONDS, observers=[contacts])
        count, metres = count + contacts.count, metres + float(world.vehicles.odometer.sum())
    return 1000.0 * count / metres


def nanoseconds(stage: Any) -> float:
    """The median time of a stage's query at random places, on one thread."""
    world = standard_world(SEEDS[0])
    circles = world.objects.circles
    west, south, east, north = world.area
    random = np.random.default_rng(3)
    x, y = random.uniform(west, east, QUERIES), random.uniform(south, north, QUERIES)
    stages, asked = rows.Stages(), Asked(x, y, np.zeros(QUERIES, np.int64))
    times: list[float] = []
    for _ in range(ROUNDS + 1):
        began = time.perf_counter()
        stages.run(stage, asked, circles)
        times.append(time.perf_counter() - began)
    assert np.any(asked.found >= 0)
    return 1e9 * statistics.median(times[1:]) / QUERIES


def pace(rule: str) -> float:
    """Return the world's speed under an avoidance rule, as a multiple of real time; the median."""
    world, seconds = standard_world(SEEDS[0]), 20.0
    world.avoidance.choose(slice(None), rule)
    world.run(seconds=5.0)
    times: list[float] = []
    for _ in range(3):
        began = time.perf_counter()
        world.run(seconds=seconds)
        times.append(time.perf_counter() - began)
    return seconds / statistics.median(times)


def main() -> None:
    print("| avoidance, 500 vehicles | times real time |")
    print("|---|---:|")
    print(f"| search-cone | {pace('search-cone'):.0f} |")
    print(f"| dynamic-window | {pace('dynamic-window'):.0f} |\n", flush=True)
    print(f"contacts a kilometre: {standard_world(1).count} vehicles, {SECONDS:.0f} s, seeds {SEEDS}\n")
    print("| rule | contacts a kilometre |")
    print("|---|---:|")
    cases = {
        "as in the thesis": (avoid_and_hold, cone_without_width),
        "with clearance": (avoid_and_hold, nearest_in_cone),
        "looking on": (search_cone.avoid, cone_without_width),
        "looking on, with clearance (ours)": (search_cone.avoid, nearest_in_cone),
    }
    for name, rule in cases.items():
        print(f"| {name} | {contacts_a_kilometre(*rule):.2f} |", flush=True)
    print("\n| query among 40 000 objects | ns |")
    print("|---|---:|")
    print(f"| `nearest_in_cone` | {nanoseconds(ask_cone):.0f} |")
    print(f"| `nearest_within` | {nanoseconds(ask_within):.0f} |")
    print(f"| `deepest_contact` | {nanoseconds(ask_contact):.0f} |")


if __name__ == "__main__":
    main()
