"""Draw docs/figures/task-<task>.webp for every learning environment: an episode of its scripted driver, from above.

    python tools/pictures/task_pictures.py                     # all tasks
    python tools/pictures/task_pictures.py BackTrailer-v0      # some

A task without a scripted driver is drawn with actions of a slow sine. The episode is the longest that ends in success,
of a few seeds; a long one is shown faster than real time, and its clip ends before the end if it would be too long.
"""

import importlib
import importlib.util
import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from motorpool import learning

FIGURES = Path(__file__).parents[2] / "docs" / "figures"
SCRIPTED = "motorpool.learning.scripted"
SIZE = (480, 320)  # of a picture [pixels]
SEEDS = 10
RATE = 15  # pictures a second
MOST = 180  # pictures of a clip
FASTEST = 6.0  # over real time
HOLD = 1.5  # of the last picture [s]
QUALITY = 70

Driver = Callable[[Any], Any]


def main(names: list[str]) -> None:
    """Draw the named tasks, or all."""
    for name in names or learning.names():
        driver = driver_of(name)
        save(name, episode(name, driver, best_seed(name, driver) if driver else 0))


def best_seed(name: str, driver: Driver) -> int:
    """Return the seed of the longest episode that ends in success."""
    return max(range(SEEDS), key=lambda seed: decisions_to_success(name, driver, seed))


def driver_of(name: str) -> Driver | None:
    """Return the scripted driver of a task, or None."""
    if importlib.util.find_spec(SCRIPTED) is None:
        return None
    scripted = importlib.import_module(SCRIPTED)
    return scripted.driver_of(name) if scripted.module_name(name) in scripted.module_names() else None


def decisions_to_success(name: str, driver: Driver, seed: int) -> int:
    """Return the number of decisions of an episode that ends in success; 0 for another one."""
    environments = group_of(name)
    seen, _ = environments.reset(seed=seed)
    for count in itertools.count(1):
        seen, _, is_over, is_cut, info = environments.step(driver(seen))
        if is_over[0] or is_cut[0]:
            return count if info["is_success"][0] else 0
    raise AssertionError("an episode ends")


def group_of(name: str, **options: Any) -> learning.DriverVectorEnv:
    """Return an environment of a task, or one for each agent."""
    return learning.DriverVectorEnv(name, learning.load(name).agents, autoreset_mode="Disabled", **options)


def episode(name: str, driver: Driver | None, seed: int) -> list[Image.Image]:
    """Return the pictures of an episode, after every decision."""
    environments = group_of(name, render_mode="rgb_array", render_size=SIZE, render_rows=[0])
    decision = environments.batch.task.content.decision
    seen, _ = environments.reset(seed=seed)
    pictures = [picture_of(environments)]
    for number in range(round(FASTEST * MOST / RATE / decision)):
        sine = np.sin(0.5 * number * decision + np.arange(len(environments.batch.task.inputs)))
        actions = driver(seen) if driver else np.tile(sine, (environments.num_envs, 1))
        seen, _, is_over, is_cut, _ = environments.step(actions)
        pictures.append(picture_of(environments))
        if is_over[0] or is_cut[0]:
            break
    every = max(1, -(-len(pictures) // MOST))
    return [*pictures[:-1:every], pictures[-1]]


def picture_of(environments: learning.DriverVectorEnv) -> Image.Image:
    """Return the picture of the first environment."""
    rendered = environments.render()
    assert rendered is not None
    return Image.fromarray(rendered[0])


def save(name: str, pictures: list[Image.Image]) -> None:
    """Write an animation."""
    durations = [round(1000 / RATE)] * (len(pictures) - 1) + [round(1000 * HOLD)]
    path = FIGURES / f"task-{name}.webp"
    first, *others = pictures
    first.save(path, save_all=True, append_images=others, duration=durations, loop=0, quality=QUALITY, method=6)
    print(f"{path}: {len(pictures)} pictures, {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
