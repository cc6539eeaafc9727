"""Frames of large worlds: what they cost the server, and how many bytes a second a browser gets.

``python benchmarks/page_at_size.py`` makes two seconds of frames for worlds of several sizes and numbers of browsers,
each with a camera of its own that flies over the map. Nothing is simulated and nothing is sent.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np

from motorpool.app.viewer.frames.broadcast import Broadcast, SampledFrame
from motorpool.app.viewer.frames.interest import Interest, Viewpoint, select_for
from motorpool.ground.terrain.heightfield import Terrain

SIZE = 30_000.0  # of the map [m]
RATE = 30.0  # frames a second
FRAMES = 60
SPEED = 15.0  # of vehicles [m/s]


def main() -> None:
    """Print the table."""
    print("vehicles  browsers  common ms/frame  ms/frame and browser  Mbit/s a browser  vehicles a browser")
    for count in (10_000, 100_000, 1_000_000):
        for browsers in (1, 8):
            print(
                "{:8d}  {:8d}  {:15.2f}  {:20.2f}  {:16.2f}  {:18.0f}".format(
                    count, browsers, *measure(count, browsers)
                )
            )


def measure(count: int, browsers: int) -> tuple[float, float, float, float]:
    """Return milliseconds of everybody and of each browser, bit rate and vehicles in an area of interest."""
    world, random = moving_world(count), np.random.default_rng(1)
    frames: list[Any] = []
    now = 0.0
    pacer: Any = SimpleNamespace(is_paused=False, achieved_hz=60.0, rate=1.0)
    broadcast = Broadcast(pacer, listener=frames.append, clock=lambda: now)
    areas = broadcast.areas = tuple(Interest(rate_hz=RATE) for _ in range(browsers))
    eyes = random.uniform(-0.4 * SIZE, 0.4 * SIZE, (browsers, 2))
    spent, sizes = {"common": 0.0, "own": 0.0}, 0
    for number in range(-20, FRAMES):  # the first ones fill the areas
        if number == 0:
            spent, sizes = {"common": 0.0, "own": 0.0}, 0
        now += 1 / RATE
        move(world)
        with timed(spent, "common"):
            broadcast.publish(world)
            frame: SampledFrame = frames.pop()
        with timed(spent, "own"):
            for area, eye in zip(areas, eyes, strict=True):
                if number % 3 == 0:  # ten times a second, 30 m/s
                    area.viewpoint = Viewpoint(eye[0] + number, eye[1], 60.0, (0.9, 0.3, -0.2))
            select_for(areas, frame.census)
            for area in areas:
                sizes += len(area.message(frame, own_vehicle=-1, watching=-1, acknowledged_input=0))
    held = np.mean([sum(map(len, area.selection.rings)) for area in areas])
    milliseconds = 1e3 / FRAMES
    bits = 8e-6 * sizes / browsers / FRAMES * RATE
    return milliseconds * spent["common"], milliseconds * spent["own"] / browsers, bits, float(held)


def moving_world(count: int) -> Any:
    """Return what frames read of a world: vehicles all over its map."""
    random = np.random.default_rng(0)
    names = ("x", "y", "z", "yaw", "pitch", "roll", "speed", "steer", "throttle", "brake", "odometer")
    columns: dict[str, Any] = {name: np.zeros(count) for name in names}
    columns |= {name: random.uniform(-0.5 * SIZE, 0.5 * SIZE, count) for name in ("x", "y")}
    columns |= {"yaw": random.uniform(-np.pi, np.pi, count), "speed": np.full(count, SPEED)}
    columns |= {"driver": np.zeros(count, np.int8), "status": np.zeros(count, np.uint32)}
    fleets = [SimpleNamespace(kind=kind, count=count // 2) for kind in ("wheeled", "tracked")]
    terrain = Terrain.flat(size=SIZE, spacing=300.0)
    vehicles = SimpleNamespace(**columns)
    return SimpleNamespace(count=count, vehicles=vehicles, fleets=fleets, terrain=terrain, tick=0, time=0.0)


def move(world: Any) -> None:
    """Move every vehicle straight on, by one frame."""
    vehicles = world.vehicles
    vehicles.x += vehicles.speed * np.cos(vehicles.yaw) / RATE
    vehicles.y += vehicles.speed * np.sin(vehicles.yaw) / RATE
    world.time += 1 / RATE


@contextmanager
def timed(spent: dict[str, float], name: str) -> Iterator[None]:
    """Add processor time, that of the thread which sorts included [s]."""
    before = time.process_time()
    yield
    spent[name] += time.process_time() - before


if __name__ == "__main__":
    main()
