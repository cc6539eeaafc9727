"""Cost of ruts: a step with ruts beside the same step without, in turns.

`python benchmarks/ruts.py` builds the scenario training-area and a world of 100 000 vehicles, each twice: with
`ruts: true` and without. After a warm-up both run in turns, a few steps at a time. The table has the medians of the
turns: processor time of a step, time on the wall, and the ratios of each pair of turns; the mean processor time
of `ruts.step` by itself; cells with ruts, and the memory of the table.
`--vehicles 20000` sets the size of the large world, `--models dynamic` its models. `--seconds` is the simulated time
that is measured of training-area; of the large world a twentieth is. It is checked first that ruts have been made, and
that both worlds stand at the same tick.
"""

import argparse
import time
from typing import Any

import numpy as np
from crowds import CROWD, DYNAMIC, FLEETS, crowd

import motorpool as mp
from motorpool.world.ruts.table import RUTTED, SQUARE, USED
from motorpool.world.scenario.loader import scenario_of
from motorpool.world.scenario.shipped import path_of

TURN = 12  # steps of a turn: whole cycles of the decisions of autopilots


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vehicles", type=int, default=CROWD)
    parser.add_argument("--models", choices=("kinematic", "dynamic"), default="kinematic")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--warm-up", type=float, default=5.0)
    options = parser.parse_args()
    print("| world | without [ms] | with [ms] | ratio | ratio on the wall | `ruts.step` [ms] | cells | memory [MB] |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    plain, rutted = (training_area(ruts=ruts) for ruts in (False, True))
    compare("training-area", plain, rutted, options.warm_up, options.seconds)
    if options.vehicles:
        kinds = DYNAMIC if options.models == "dynamic" else FLEETS
        shrink = CROWD / options.vehicles
        plain, rutted = (
            crowd(options.vehicles, 0, None, shrink, kinds, **({"ruts": True} if ruts else {}))[0]
            for ruts in (False, True)
        )
        title = f"{options.vehicles:,} vehicles, {options.models}"
        compare(title, plain, rutted, 0.4 * options.warm_up, 0.05 * options.seconds)


def training_area(*, ruts: bool) -> mp.World:
    """Return the world of training-area."""
    path = path_of("training-area")
    text = path.read_text("utf-8") + ("\nruts: true\n" if ruts else "")
    return scenario_of(text, name="training-area", folder=path.parent, where=str(path)).build(seed=7)


def compare(title: str, plain: mp.World, rutted: mp.World, warm_up: float, seconds: float) -> None:
    """Run both worlds in turns and print a row of the table."""
    clock = clocked(rutted)
    for world in (plain, rutted):
        steps(world, round(warm_up / world.dt))
    clock.clear()
    turns = max(8, round(seconds / plain.dt / TURN))
    pairs = []
    for turn in range(turns):
        order = (plain, rutted) if turn % 2 else (rutted, plain)
        spent = {id(world): steps(world, TURN) for world in order}
        pairs.append((spent[id(plain)], spent[id(rutted)]))
    times = np.array(pairs) / TURN
    table = rutted.ruts.table
    cells = int(np.count_nonzero(table.depths))
    assert cells > 0, "no ruts were made"
    assert plain.tick == rutted.tick, "the worlds are not at the same time"
    without, with_ruts = np.median(times[:, :, 0], axis=0)
    ratio, wall = np.median(times[:, 1] / times[:, 0], axis=0)
    own = np.mean(clock)
    tiles, squares = int(table.progress[USED]), int(table.progress[RUTTED])
    size = 4e-6 * (table.tile_of.size + tiles * (SQUARE + 2) + squares * SQUARE)
    times_told = f"{1e3 * without:.3f} | {1e3 * with_ruts:.3f} | {ratio:.3f} | {wall:.3f} | {1e3 * own:.3f}"
    print(f"| {title} | {times_told} | {cells:,} | {size:.1f} |", flush=True)


def steps(world: mp.World, count: int) -> tuple[float, float]:
    """Run steps and return the processor time and the time on the wall that they took [s]."""
    start, wall = time.process_time(), time.perf_counter()
    for _ in range(count):
        world.step()
    return time.process_time() - start, time.perf_counter() - wall


def clocked(world: mp.World) -> list[float]:
    """Return a list that receives the processor time of each step of the world's ruts [s]."""
    found: list[float] = []
    plain_step: Any = world.ruts.step

    def step() -> None:
        start = time.process_time()
        plain_step()
        found.append(time.process_time() - start)

    world.ruts.step = step  # type: ignore[method-assign]
    return found


if __name__ == "__main__":
    main()
