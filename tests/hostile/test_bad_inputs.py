"""Law of all readers: an input of up to 300 kB takes at most 10 s of processor time and 2 GB, or a sentence."""

import contextlib
import importlib.util
import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from damaged import EFFORTS, Effort, mutations, strangers, whole_files
from pace import patience
from readers import READERS

from motorpool.errors import MotorpoolError

pytest.importorskip("resource", reason="this system does not tell the peak of the memory")
MOST_SECONDS, MOST_MEMORY = 10.0, 2 << 30
PROGRAM = Path(__file__).with_name("bad_inputs.py")
KINDS = {  # whole files for the readers
    "terrain": "raster", "soil map": "grid", "mobility map": "mobility", "map": "map", "road network": "network",
    "objects": "objects", "scenario": "scenario", "places": "points", "vehicle": "vehicle", "model": "model",
    "log": "log", "recording": "recording", "capture": "capture", "policy": "policy", "points of a sweep": "points",
    "recording of sensors": "recording", "task": "scenario", "legend of a soil map": "scenario",
}  # fmt: skip


def _program() -> Any:
    spec = importlib.util.spec_from_file_location("bad_inputs", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return whole_files(tmp_path_factory.mktemp("whole"))


def check_law(folder: Path) -> None:
    """Read the files of a folder for each reader, all in one process, and check what it took."""
    command = [sys.executable, str(PROGRAM), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience(1500.0), check=False)
    *lines, peak = done.stdout.splitlines() or [""]
    assert done.returncode == 0, (lines[-1:], done.stderr[-500:])
    found = [json.loads(line) for line in lines]
    assert len(found) == sum(1 for _ in folder.glob("*/*"))
    assert [one for one in found if one[-1].startswith("raised")] == []
    assert [one for one in found if one[2] > patience(MOST_SECONDS)] == []
    assert int(peak) < MOST_MEMORY, sorted(found, key=lambda one: -one[2])[:5]


@pytest.mark.parametrize("effort", EFFORTS)
def test_small_files_take_little_time_and_memory(effort: Effort, tmp_path: Path):
    program = _program()
    for reader, made in program.bombs(effort.size):
        (tmp_path / reader).mkdir()
        for name, content in itertools.islice(made, 0, None, effort.one_map_in if reader == "map" else 1):
            if name.endswith(READERS[reader].suffixes) and len(content) <= program.MOST_BYTES:
                (tmp_path / reader / name).write_bytes(content)
    check_law(tmp_path)


@pytest.mark.parametrize("effort", EFFORTS)
def test_damaged_and_strange_files_take_little_time_and_memory(effort: Effort, files: dict[str, Path], tmp_path: Path):
    for begin, (reader, (suffixes, *_)) in enumerate(READERS.items()):
        contents = list(strangers(files).values())[begin % effort.one_in :: effort.one_in]
        if reader in KINDS:
            contents += mutations(files[KINDS[reader]].read_bytes(), seed=len(reader), count=effort.mutations)
        (tmp_path / reader).mkdir()
        for number, content in enumerate(contents):
            (tmp_path / reader / f"N47E009-{number}{suffixes[number % len(suffixes)]}").write_bytes(content)
    check_law(tmp_path)


@pytest.mark.parametrize("reader", ["policy", "points of a sweep", "road network", "objects"])
def test_a_damaged_file_is_read_or_refused(reader: str, files: dict[str, Path], tmp_path: Path):
    content = files[KINDS[reader]].read_bytes()
    for number, damaged in enumerate(mutations(content, seed=1, count=15)):
        path = tmp_path / f"damaged{number}{files[KINDS[reader]].suffix}"
        path.write_bytes(damaged)
        with contextlib.suppress(MotorpoolError):
            READERS[reader].read(path)
