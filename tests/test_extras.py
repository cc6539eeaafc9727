"""Every extra of the package: a program uses its libraries, and without one of them a sentence names the extra.

``USES`` has a program for each library; a library or an extra without one fails
``test_every_library_of_every_extra_is_used``.
"""

import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import NamedTuple

import pytest
from osm_files import Map, Way
from packaging.requirements import Requirement
from rasterio.transform import Affine
from rasters import rough, write_tiff
from rates import dynamic_models

from motorpool.compile import cuda_compiler
from motorpool.errors import MissingExtraError

ROOT = Path(__file__).parents[1]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
TOOLS = {"all", "dev"}  # extras of extras, and of what checks the project


class Use(NamedTuple):
    """A program that uses a library of an extra."""

    extra: str
    library: str  # as the extra names it
    module: str  # that it installs
    program: str
    named: str = ""  # extra that the sentence names, where two have the library


WORLD = "world = mp.World(fleets=[('bicycle', 2)])"
MCAP = f"{WORLD}\nwith mp.Recorder('drive.mcap') as recorder:\n    world.run(seconds=0.1, observers=[recorder])"
EARTH = (
    "from motorpool.links.dis.motion.geodesy import Geodesy\n"
    "assert abs(Geodesy('EPSG:32610', origin_easting=5e5).convergence(0, 0)) < 1e-6"
)
PAGE = "from motorpool.app.viewer import serve\nassert callable(serve)"
COMMAND = "from motorpool.app.cli import run\ncode = run(['models', 'bicycle'])\nif code: raise SystemExit(code)"
CAPTURE = (
    "from motorpool.links.dis.tools.captures import CaptureWriter, read_capture\n"
    "with CaptureWriter('dis.pcap', overwrite=True) as capture:\n    capture.write(1.0, b'entity')\n"
    "assert next(iter(read_capture('dis.pcap'))).data == b'entity'"
)
ENVIRONMENT = "import motorpool.learning, gymnasium\ngymnasium.make_vec('motorpool/Park-v0', num_envs=2).reset(seed=1)"
OTHER_TRAINER = (
    "from motorpool.errors import require\nimport jax.numpy as xp\n"
    "optax = require('optax', extra='jax', purpose='training')\n"
    "rule = optax.sgd(0.5)\nchange, _ = rule.update(xp.ones(1), rule.init(xp.ones(1)))\nassert change[0] == -0.5"
)
# An image of one grey pixel, made by Python's own library.
IMAGE = (
    "import pathlib, struct, zlib\nfrom motorpool.maps.images import read_image\n"
    "def part(kind, data):\n"
    "    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))\n"
    "head = struct.pack('>IIBBBBB', 1, 1, 8, 0, 0, 0, 0)\nbegin = bytes.fromhex('89504e470d0a1a0a')\n"
    "pathlib.Path('grey.png').write_bytes(begin + part(b'IHDR', head) + part(b'IDAT', zlib.compress(bytes([0, 77])))\n"
    "    + part(b'IEND', b''))\nassert read_image(pathlib.Path('grey.png')).colours.item() == 77"
)

USES = [
    Use("app", "dpkt", "dpkt", CAPTURE, named="dis"),
    Use("app", "foxglove-schemas-protobuf", "foxglove_schemas_protobuf", MCAP),
    Use("app", "matplotlib", "matplotlib",
        "from motorpool import plot\nplot.paths(mp.Fleet('bicycle', 2).run(0.1, 2))"),
    Use("app", "mcap-protobuf-support", "mcap_protobuf", MCAP),
    Use("app", "pebble", "pebble",
        "from motorpool.studies.distributed.sweep import sweep, vary\nif __name__ == '__main__':\n"
        "    sweep('convoy', [vary('seed=0:1')], out='swept', seconds=0.1)"),
    Use("app", "pillow", "PIL", IMAGE),
    Use("app", "pyarrow", "pyarrow", MCAP.replace(".mcap", ".parquet")),
    Use("app", "pydantic", "pydantic", "mp.load('playground')"),
    Use("app", "pyproj", "pyproj", EARTH, named="geo"),
    Use("app", "pyyaml", "yaml", "mp.load('playground')"),
    Use("app", "rich", "rich", COMMAND),
    Use("app", "scipy", "scipy",
        "from motorpool.studies.distributed.sweep import sobol, vary\nassert len(sobol([vary('mass=1:2')], 4)) == 4"),
    Use("app", "segno", "segno", "from motorpool.app.viewer.people.join import qr_picture\nassert b'<svg' in qr_picture('http://a')"),
    Use("app", "starlette", "starlette", PAGE),
    Use("app", "typer", "typer", COMMAND),
    Use("app", "uvicorn", "uvicorn", PAGE),
    Use("app", "websockets", "websockets", PAGE),
    Use("geo", "pyproj", "pyproj", "assert mp.load_terrain('hill.tif').crs is not None"),
    Use("geo", "rasterio", "rasterio", "assert mp.load_terrain('hill.tif').heights.max() > 0"),
    Use("logs", "asammdf", "asammdf",
        "from motorpool.errors import require\nassert require('asammdf', extra='logs', purpose='a log').MDF"),
    Use("logs", "cantools", "cantools",
        "from motorpool.errors import require\nassert require('cantools', extra='logs', purpose='a log').database"),
    Use("logs", "python-can", "can",
        "from motorpool.errors import require\nassert require('can', extra='logs', purpose='a log').LogReader"),
    Use("logs", "rosbags", "rosbags",
        "from motorpool.studies.logs.ros import RosMessages\n"
        "number = RosMessages().numbers('std_msgs/msg/Float64', bytes(12), definition='', is_ros1=False)\n"
        "assert number == {'data': 0.0}", named="ros"),
    Use("dis", "dpkt", "dpkt", CAPTURE),
    Use("dis", "pyproj", "pyproj", EARTH, named="geo"),
    Use("data", "pandas", "pandas", "assert len(mp.Fleet('bicycle', 2).run(0.1, 3).to_pandas()) == 8"),
    Use("data", "xarray", "xarray", "assert mp.Fleet('bicycle', 2).run(0.1, 3).to_xarray().sizes['time'] == 4"),
    Use("maps", "osmium", "osmium",
        "from motorpool.maps.osm import read_osm\nassert read_osm('map.osm.pbf').network.sections"),
    Use("maps", "pyproj", "pyproj",
        "from motorpool.maps.osm import read_osm\nassert read_osm('map.osm').crs == 'EPSG:32631'", named="geo"),
    Use("ros", "eclipse-zenoh", "zenoh",
        "from motorpool.errors import RosError\nfrom motorpool.links.ros.zenoh_session import ZenohSession\n"
        "try:\n    ZenohSession(None, port=1)\nexcept RosError as error:\n    assert 'tcp/' in str(error)"),
    Use("ros", "foxglove-sdk", "foxglove",
        f"from motorpool.links.ros.foxglove_server import FoxgloveServer\n{WORLD}\n"
        "with FoxgloveServer(world, port=0) as server:\n    assert server.port"),
    Use("ros", "rosbags", "rosbags",
        "from motorpool.links.ros.cdr import type_hash\nassert type_hash('std_msgs/msg/String').startswith('RIHS01_')"),
    Use("rl", "gymnasium", "gymnasium", ENVIRONMENT),
    Use("rl", "pettingzoo", "pettingzoo",
        "import motorpool.learning\nmotorpool.learning.parallel_env('Convoy-v0').reset(seed=1)"),
    Use("cluster", "ray", "ray",
        "from motorpool.studies.distributed.cluster import connected\nwith connected('local'):\n    import ray\n"
        "    assert ray.get(ray.put(2)) == 2"),
    Use("jax", "jax", "jax",
        "from motorpool.learning.functional import functional\nreset, step = functional('Park-v0')\nreset(1)"),
    Use("jax", "optax", "optax", OTHER_TRAINER),
]  # fmt: skip
OF_ONE_ANOTHER = {"gpu": "numba-cuda", "gpu-mlir": "numba-cuda-mlir"}  # either will do: the tests at the end
BENCHMARKED = {
    "commonroad-vehicle-models",
    "mujoco",
}  # that benchmarks/bench.py times if they are there

# Runs the program without the library, which must be refused, and again with it.
DRIVER = """
import json, sys
module, program = json.load(sys.stdin)

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == module:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

missing = Missing()
sys.meta_path.insert(0, missing)
import motorpool as mp
names = {"mp": mp, "__name__": "__main__"}
try:
    exec(program, dict(names))
except mp.MotorpoolError as error:
    print(f"motorpool: {error}", file=sys.stderr)
except SystemExit:
    pass
else:
    print("it ran without the library", file=sys.stderr)
sys.meta_path.remove(missing)
exec(program, dict(names))
print("used")
"""


def libraries(extra: str) -> set[str]:
    """Return the libraries of an extra, without other extras of the package."""
    return {Requirement(line).name for line in EXTRAS[extra]} - {"motorpool"}


def test_every_library_of_every_extra_is_used():
    used = {(use.extra, use.library) for use in USES} | set(OF_ONE_ANOTHER.items())
    used |= {("bench", library) for library in BENCHMARKED}
    assert used == {(extra, library) for extra in EXTRAS.keys() - TOOLS for library in libraries(extra)}


def test_the_extra_of_all_has_every_extra_but_rivals_and_benchmarks():
    (everything,) = (Requirement(line).extras for line in EXTRAS["all"])
    assert everything == EXTRAS.keys() - TOOLS - {"gpu-mlir", "bench"}


def row(use):
    """Return a use as a parameter of a test; those that start processes are slow."""
    marks = [pytest.mark.slow] if use.library in ("ray", "pebble") else []
    return pytest.param(use, marks=marks, id=f"{use.extra}-{use.library}")


@pytest.mark.parametrize("use", [row(use) for use in USES])
def test_a_library_is_used_and_where_it_is_missing_its_extra_is_named(use, tmp_path):
    if importlib.util.find_spec(use.module) is None:
        pytest.skip(f"{use.library} is not installed; the extra {use.extra} installs it")
    if use.extra == "geo":
        write_tiff(tmp_path / "hill.tif", rough(), transform=Affine(30.0, 0.0, 600000.0, 0.0, -30.0, 4000000.0))
    road = Map({1: (0.0, 0.0), 2: (300.0, 0.0)}, [Way(1, [1, 2], {"highway": "primary"})])
    road.write(tmp_path / "map.osm")
    if "pbf" in use.program:
        road.write_pbf(tmp_path / "map.osm.pbf")
    environment = os.environ | {"MPLBACKEND": "Agg", "PYTHONPATH": str(ROOT / "src")}
    ran = subprocess.run(
        [sys.executable, "-c", DRIVER], input=json.dumps([use.module, use.program]), cwd=tmp_path, env=environment,
        capture_output=True, text=True,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.endswith("used\n")
    refused = [line for line in ran.stderr.splitlines() if line.startswith("motorpool: ")]
    assert len(refused) == 1, ran.stderr
    needed = re.escape(use.module)
    assert re.search(rf"needs {needed}, which is not installed; install it with: pip install '\.\[(.*?)\]'", refused[0])
    assert f"pip install '.[{use.named or use.extra}]'" in refused[0]


@pytest.mark.parametrize("extra", OF_ONE_ANOTHER)
def test_without_a_compiler_for_gpus_both_extras_are_named(extra, monkeypatch):
    def version(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(cuda_compiler, "version", version)
    with pytest.raises(MissingExtraError, match=rf"install one of the extras .*\b{extra}\b.* with: pip install '\."):
        cuda_compiler.installed.__wrapped__()


@pytest.mark.parametrize("library", OF_ONE_ANOTHER.values())
def test_a_compiler_for_gpus_is_found_and_has_what_kernels_need(library):
    pytest.importorskip(cuda_compiler.MODULES[library], reason=f"{library} is not installed")
    assert {"jit", "grid", "to_device", "is_available"} <= set(dir(sys.modules[cuda_compiler.MODULES[library]]))


def test_a_program_to_compare_with_is_timed_or_its_extra_is_named(monkeypatch):
    programs = dynamic_models.others()
    if "CommonRoad" in programs:
        programs["CommonRoad"]()[0].work()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    sentences = dynamic_models.missing_programs()
    assert [sentence.split()[0] for sentence in sentences] == ["MuJoCo", "CommonRoad"]
    assert all("pip install '.[bench]'" in sentence for sentence in sentences)
