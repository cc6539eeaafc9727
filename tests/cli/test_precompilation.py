"""Compilation beforehand, by a process of its own, of what a live world needs later."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from pace import patience

from motorpool.cli.dis import rehearsal
from motorpool.cli.precompilation import LATER
from motorpool.compile.cache import cache_folder
from motorpool.compile.rows import is_compiled
from motorpool.dis.gateway import Gateway

LIVE = """
import motorpool as mp
from motorpool.cli.precompilation import LATER
from motorpool.compile.rows import is_compiled
assert all(map(is_compiled, LATER)), [stage.__name__ for stage in LATER if not is_compiled(stage)]
world = mp.load("jacksboro").changed(vehicles=6).build()
vehicles, objects = world.vehicles, world.objects
vehicles.x[:2], vehicles.y[:2] = vehicles.x[2:4] + 2.0, vehicles.y[2:4] + 0.5
vehicles.yaw[2] += 0.5
vehicles.x[4], vehicles.y[4], vehicles.speed[:5] = objects.x[0], objects.y[0], 8.0
vehicles.trigger[:], vehicles.driver[5] = 1, 2  # a person drives that one
for _ in range(4):
    world.step()
for stage in LATER:
    stats = world._scene.stages.kernel_of(stage).stats
    assert stats.cache_hits and not stats.cache_misses, (stage.__name__, stats)
"""


def test_a_rehearsed_exercise_compiles_what_sending_and_receiving_take(monkeypatch: pytest.MonkeyPatch):
    met: list[int] = []
    close = Gateway.close

    def note(gateway: Gateway) -> None:
        met.append(len(gateway.vehicles()))
        close(gateway)

    monkeypatch.setattr(rehearsal, "is_compiled", lambda _: False)
    monkeypatch.setattr(rehearsal, "PATIENCE", patience(10.0))
    monkeypatch.setattr(Gateway, "close", note)
    rehearsal.compile_exercise()
    assert met == [0, 1]  # the one that sends is the first to leave
    assert all(map(is_compiled, rehearsal.STAGES))


def copy_kernels(start: Path, end: Path, *, but: tuple[str, ...]) -> None:
    """Copy what other tests have compiled, but for the kernels whose names begin so; some may vanish meanwhile."""
    for path in filter(Path.is_file, start.rglob("*")):
        if not path.name.startswith(but):
            copy = end / path.relative_to(start)
            copy.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                shutil.copy2(path, copy)  # with its time, by which Numba knows it


@pytest.mark.slow
def test_a_world_finds_what_was_precompiled(tmp_path: Path):
    copy_kernels(cache_folder(), tmp_path / "kernels", but=tuple(f"{stage.__name__}_" for stage in LATER))
    environment = os.environ | {"MOTORPOOL_CACHE": str(tmp_path)}
    for code in (["-m", "motorpool.cli.precompilation"], ["-c", LIVE]):
        subprocess.run([sys.executable, *code], env=environment, check=True)
