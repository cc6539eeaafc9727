"""Records what every model and every shipped scenario does, so that a later version can be compared with it.

    python tools/checks/regression.py record before.npz          # of one version
    python tools/checks/regression.py record after.npz           # of another, on the same machine
    python tools/checks/regression.py compare before.npz after.npz

A model's record is a seeded drive of ten seconds, 24 vehicles with different commands, parameters and slopes, their
states kept every second. A scenario's record is its statistics after a minute, over ten seeds: distance driven,
contacts, fuel, and arrivals at goals. Trajectories agree where they differ by no more than 1e-9 of their size;
statistics agree where their means differ by no more than three standard errors.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

import motorpool as mp
from motorpool.errors import MotorpoolError
from motorpool.models import find
from motorpool.models.fields import fields_of
from motorpool.models.registry import Model
from motorpool.models.registry import names as model_names
from motorpool.world.scenario import names as scenario_names

COUNT = 24  # vehicles of a model
DURATION, DT, COMMAND_TIME = 10, 1 / 60, 2  # of a drive, its step, and between two commands [s]
SECONDS, SEEDS = 60.0, 10  # of a scenario
SAME = 1e-9  # of a trajectory's size [1]
STANDARD_ERRORS = 3.0  # by which two means may differ
SLOPE = 0.2  # of the ground, at most [1]
SPREAD = 0.1  # of parameters about their defaults [1]


def main() -> int:
    """Record or compare; the exit code of a comparison is 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    record = commands.add_parser("record", help="drive everything and keep it")
    record.add_argument("file", type=Path)
    record.add_argument("--models-only", action="store_true", help="leave out the scenarios, which take some minutes")
    compare = commands.add_parser("compare", help="say what differs between two records")
    compare.add_argument("files", type=Path, nargs=2)
    options = parser.parse_args()
    if options.command == "compare":
        return compared(*(dict(np.load(file)) for file in options.files))
    np.savez_compressed(options.file, **recorded(options.models_only))
    print(f"recorded to {options.file}")
    return 0


def recorded(models_only: bool) -> dict[str, Any]:
    """Return arrays by name: "model/state.x" (seconds, vehicles), "scenario/contacts" (seeds)."""
    found: dict[str, Any] = {}
    for name in track(model_names(), "models"):
        for field, values in driven(find(name)).items():
            found[f"{name}:{field}"] = values
    runs = [] if models_only else [(name, seed) for name in scenario_names() for seed in range(SEEDS)]
    statistics: dict[str, list[float]] = {}
    for name, seed in track(runs, "scenarios", disable=not runs):
        try:
            world = mp.load(name).build(seed=seed)
        except MotorpoolError as error:  # its terrain is not here
            print(f"{name} is left out: {error}", file=sys.stderr)
            continue
        for field, value in statistics_of(world).items():
            statistics.setdefault(f"scenario {name}:{field}", []).append(value)
    return found | {name: np.array(values) for name, values in statistics.items()}


def driven(model: Model) -> dict[str, Any]:
    """Return a model's states, each second of a seeded drive."""
    random = np.random.default_rng(1)
    fleet = mp.Fleet(model, COUNT)
    for field in fields_of(model.module.Params):
        if field.names is None and not (np.isfinite(field.range.low) and np.isfinite(field.range.high)):
            getattr(fleet.params, field.name)[:] *= random.uniform(1.0 - SPREAD, 1.0 + SPREAD, COUNT)
    for name in ("slope_x", "slope_y"):
        if model.stands_on_ground and name in model.module.Ground._fields:
            getattr(fleet.ground, name)[:] = random.uniform(-SLOPE, SLOPE, COUNT)
    kept: dict[str, list[Any]] = {name: [] for name in model.module.State._fields}
    for second in range(DURATION):
        if second % COMMAND_TIME == 0:
            speed, steer = random.uniform(-3.0, 12.0, COUNT), random.uniform(-1.0, 1.0, COUNT)
            controls = {field.name: random.uniform(-0.5, 0.5, COUNT) for field in fields_of(model.module.Control)}
        for _ in range(round(1.0 / DT)):
            if model.can_be_driven:
                fleet.drive(speed, steer, dt=DT)
            else:
                for name, values in controls.items():
                    getattr(fleet.control, name)[:] = values
            fleet.step(DT)
        for name, column in kept.items():
            column.append(np.array(getattr(fleet.state, name)))
    return {name: np.array(column) for name, column in kept.items()}


class Contacts:
    """An observer that counts contacts."""

    def __init__(self) -> None:
        self.count = 0

    def observe(self, world: mp.World) -> None:
        """Add the contacts of the last step."""
        self.count += len(world.events.contacts.time)


def statistics_of(world: mp.World) -> dict[str, float]:
    """Return what a world's vehicles have done after a minute."""
    contacts = Contacts()
    world.run(seconds=SECONDS, observers=[contacts])
    fuel = sum(float(np.sum(fleet.state.fuel_used)) for fleet in world.fleets if hasattr(fleet.state, "fuel_used"))
    return {
        "distance": float(world.vehicles.odometer.sum()),
        "contacts": float(contacts.count),
        "fuel": fuel,
        "arrivals": float(np.sum(world.vehicles.has_arrived)),
    }


def compared(before: dict[str, Any], after: dict[str, Any]) -> int:
    """Print what differs between two records; return 1 if something does."""
    differences = [f"{name} is only in one of them" for name in sorted(before.keys() ^ after.keys())]
    for name in sorted(before.keys() & after.keys()):
        differ = _statistics_differ if name.startswith("scenario ") else _trajectories_differ
        if sentence := differ(before[name], after[name]):
            differences.append(f"{name} {sentence}")
    print("\n".join(differences) or f"{len(before)} records agree")
    return int(bool(differences))


def _trajectories_differ(before: Any, after: Any) -> str:
    size = max(1.0, float(np.nanmax(np.abs(before), initial=0.0)))
    difference = float(np.max(np.abs(before - after), initial=0.0)) / size
    return "" if difference <= SAME else f"differs by {difference:.1e} of its size"


def _statistics_differ(before: Any, after: Any) -> str:
    error = np.sqrt(np.var(before, ddof=1) / len(before) + np.var(after, ddof=1) / len(after))
    difference = float(after.mean() - before.mean())
    agrees = abs(difference) <= STANDARD_ERRORS * error or bool(np.array_equal(before, after))
    return "" if agrees else f"was {before.mean():.4g} and is {after.mean():.4g}, standard error {error:.2g}"


if __name__ == "__main__":
    sys.exit(main())
