"""Writes the small files of a version that later versions must read: tests/release/golden/VERSION.

    python tools/release/golden_files.py            write those of this version; refused if it has any
    python tools/release/golden_files.py --in DIR   write them in another folder, to look at

Scenario, vehicle and task are copies of tests/release/golden_sources; the others are written by the package: a closed
recording, one that was interrupted, the readings of sensors, the recording as CSV and MCAP, a road network, weights of
a policy, and the public interface. `contents.json` has the values that a reader must find, as read by this version.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tools" / "checks")]

import public_interface  # noqa: E402

import motorpool as mp  # noqa: E402
from motorpool.ground.roads.network import RoadNetwork, RoadSection  # noqa: E402
from motorpool.ground.roads.network_files import load_network, save_network  # noqa: E402
from motorpool.learning.policy import Policy  # noqa: E402
from motorpool.learning.task import load as load_task  # noqa: E402
from motorpool.recording.sensor_recording import read_sensors  # noqa: E402

GOLDEN = ROOT / "tests" / "release" / "golden"
SOURCES = ROOT / "tests" / "release" / "golden_sources"
CONTENTS = "contents.json"
COPIED = ("scout.toml", "world.yaml", "task.yaml")
SECONDS = 2.0
EVERY = 6  # steps between recorded ticks
OBSERVATIONS = ((0.0, 0.0, 0.0, 1.0), (0.5, -0.25, 0.1, 0.9), (-1.0, 1.0, -0.7, 0.2))  # of the policy


def write(folder: Path) -> None:
    """Write all files into a folder.

    Args:
        folder: it must not exist.
    """
    folder.mkdir(parents=True)
    for name in COPIED:
        shutil.copyfile(SOURCES / name, folder / name)
    save_network(network(), folder / "roads.geojson")
    save_policy(folder / "policy.npz")
    record(folder)
    (folder / public_interface.NAME).write_text(in_lines(public_interface.interface()), "utf-8")
    (folder / CONTENTS).write_text(in_lines(contents(folder)), "utf-8")


def in_lines(values: dict[str, Any]) -> str:
    """Return a mapping as JSON with a line for each key."""
    lines = [f"{json.dumps(key)}: {json.dumps(values[key], sort_keys=True, separators=(',', ':'))}" for key in values]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def network() -> RoadNetwork:
    """Return a crossing of two roads, with a bridge."""
    east = np.array([[-150.0, 150.0, np.nan], [0.0, 150.0, np.nan]])
    north = np.array([[0.0, 150.0, np.nan], [0.0, 180.0, 2.5]])
    sections = [
        RoadSection(points=east, start=0, end=1, width=7.0, lanes_backward=0, speed_limit=8.0, name="High Street"),
        RoadSection(points=north, start=1, end=2, kind="gravel", category="track", level=1, is_bridge=True),
    ]
    return RoadNetwork(sections=sections, drives_on_left=True, attribution="none")


def save_policy(path: Path) -> None:
    """Write the weights of a network of four inputs, three hidden units and two actions."""
    weights = {
        "policy.0": np.arange(12, dtype=np.float32).reshape(4, 3) / 10 - 0.5,
        "policy.0.bias": np.array([0.1, -0.2, 0.3], np.float32),
        "policy.1": np.array([[1.0, -1.0], [0.5, 0.25], [-0.75, 2.0]], np.float32),
        "policy.1.bias": np.array([0.0, 0.125], np.float32),
    }
    np.savez(path, task=np.array("motorpool/Golden-v0"), **weights)


def record(folder: Path) -> None:
    """Record a world: closed, and as it is when its process ends; and convert the recording."""
    world = mp.load(folder / "world.yaml").build()
    closed, growing = folder / "recording.parquet", folder / "interrupted.parquet"
    with mp.Recorder(closed, every=EVERY, sensors=mp.Sensors(world)) as recorder:
        other = mp.Recorder(growing, every=EVERY, flush_seconds=1e-3)
        world.run(seconds=SECONDS, observers=[recorder, other])
        kept = growing.read_bytes()
        other.close()
    growing.write_bytes(kept)
    recording = mp.read_recording(closed)
    recording.to_csv(folder / "recording.csv", every=5 * EVERY)
    recording.to_mcap(folder / "recording.mcap", every=20 * EVERY)


def contents(folder: Path) -> dict[str, Any]:
    """Return the values in the files of a folder, as this version reads them, in the form of JSON."""
    found = {
        "vehicle": vehicle_in(folder / "scout.toml"),
        "scenario": scenario_in(folder / "world.yaml"),
        "roads": roads_in(folder / "roads.geojson"),
        "recording": recording_in(folder / "recording.parquet"),
        "interrupted": recording_in(folder / "interrupted.parquet"),
        "sensors": sensors_in(folder / "recording.sensors.parquet"),
        "task": task_in(folder / "task.yaml"),
        "policy": policy_in(folder / "policy.npz"),
    }
    return json.loads(json.dumps(found))


def vehicle_in(file: Path) -> dict[str, Any]:
    """Return what a vehicle file itself says: title, base, mass, greatest speed and sensors."""
    found = mp.model(str(file))
    return {
        "title": found.vehicle.title,
        "base": found.vehicle.base.name,
        "mass": mp.Vehicle(str(file)).mass,
        "max_speed": mp.World(fleets=[str(file)]).vehicles.max_speed.tolist(),
        "sensors": [[spec.name, spec.kind, spec.rate] for spec in found.vehicle.sensors],
    }


def scenario_in(file: Path) -> dict[str, Any]:
    """Return the keys of a scenario, and its world at the start."""
    scenario = mp.load(file)
    world = scenario.build()
    columns = ("x", "y", "yaw", "driver")
    return {
        "keys": scenario.content.model_dump(mode="json", exclude_unset=True),
        "dt": world.dt,
        "seed": world.seed,
        "objects": world.objects.count,
        "fleets": [[fleet.name, without_folder(fleet.model.name), fleet.count] for fleet in world.fleets],
        "vehicles": {name: np.asarray(getattr(world.vehicles, name)).tolist() for name in columns},
    }


def without_folder(name: str) -> str:
    """Return the name of a model; of a vehicle's file its name without the folder, which differs between machines."""
    return Path(name).name if Path(name).is_absolute() else name


def roads_in(file: Path) -> dict[str, Any]:
    """Return a road network; heights that follow the ground are null."""
    found = load_network(file)
    fields = ("start", "end", "width", "kind", "category", "lanes_forward", "lanes_backward", "speed_limit", "level",
              "is_bridge", "is_tunnel", "name")  # fmt: skip
    return {
        "drives_on_left": found.drives_on_left,
        "attribution": found.attribution,
        "sections": [
            {**{name: getattr(one, name) for name in fields}, "points": numbers(one.points)} for one in found.sections
        ],
    }


def recording_in(file: Path) -> dict[str, Any]:
    """Return the description of a recording that a later version needs, and all rows."""
    recording = mp.read_recording(file)
    tracks = {
        str(vehicle): {name: numbers(column) for name, column in recording.vehicle(vehicle)._asdict().items()}
        for vehicle in (0, recording.vehicle_count - 1)
    }
    kept = ("dt", "every", "first_tick", "seed", "name", "scenario", "objects", "version")
    return {
        "is_complete": recording.is_complete,
        "rows": recording.row_count,
        "vehicles": recording.vehicle_count,
        "chain": recording.chain,
        "about": {name: recording.about[name] for name in kept},
        "fleets": [[fleet["name"], fleet["model"], fleet["count"]] for fleet in recording.about["fleets"]],
        "tracks": tracks,
    }


def sensors_in(file: Path) -> dict[str, Any]:
    """Return the last readings of each sensor of the first vehicle."""
    recording = read_sensors(file)
    found: dict[str, Any] = {}
    for sensor in recording.sensors:
        time, sequence, values = recording.readings(sensor.spec.name, 0)
        last = {name: numbers(column[-1]) for name, column in values.items()}
        found[sensor.spec.name] = {"time": numbers(time), "sequence": sequence.tolist(), "last": last}
    return found


def task_in(file: Path) -> dict[str, Any]:
    """Return the keys of a task, and the names of its observations and inputs."""
    task = load_task(file)
    return {
        "keys": task.content.model_dump(mode="json", exclude_unset=True),
        "observations": [entry.name for entry in task.entries],
        "inputs": list(task.inputs),
    }


def policy_in(file: Path) -> dict[str, Any]:
    """Return the task of a policy, and its actions for some observations."""
    policy = Policy.load(file)
    return {"task": policy.task, "actions": numbers(policy(np.array(OBSERVATIONS)))}


def numbers(values: Any) -> Any:
    """Return an array as lists of numbers, or one number; None where a value is not finite."""
    array = np.asarray(values)
    if array.dtype.kind != "f":
        return array.tolist()
    return [numbers(one) for one in array] if array.ndim else (float(array) if np.isfinite(array) else None)


def main(arguments: Iterable[str]) -> None:
    """Write the files, unless this version has them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--in", dest="folder", type=Path, metavar="DIR", help="folder to write, which must not exist")
    folder = parser.parse_args(list(arguments)).folder or GOLDEN / mp.__version__
    if folder.exists():
        sys.exit(f"motorpool: {folder} exists; files of a version never change. Set a new version first")
    write(folder)
    size = sum(file.stat().st_size for file in folder.iterdir())
    print(f"motorpool: wrote {folder}, {len(list(folder.iterdir()))} files, {size / 1e3:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
