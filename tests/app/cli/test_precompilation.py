"""Compilation beforehand, by a process of its own, of what a live world needs later."""

import subprocess
import sys

import pytest
from pace import patience

from motorpool.compile.rows import is_compiled
from motorpool.links.dis import rehearsal
from motorpool.links.dis.gateway import Gateway

# A stage whose kernel was loaded in the rehearsal for the same layouts is not loaded again.
LIVE = """
import sys
import motorpool as mp
from motorpool.app.cli import precompilation
from motorpool.compile import rows
loaded, load = set(), rows.load
rows.load = lambda program: loaded.add(program.name) or load(program)
precompilation.main([])
needed = {stage.__name__ for stage in precompilation.LATER}
assert needed <= loaded, needed - loaded
loaded.clear()
world = mp.load("jacksboro").changed(vehicles=6).build()
vehicles, objects = world.vehicles, world.objects
vehicles.x[:2], vehicles.y[:2] = vehicles.x[2:4] + 2.0, vehicles.y[2:4] + 0.5
vehicles.yaw[2] += 0.5
vehicles.x[4], vehicles.y[4], vehicles.speed[:5] = objects.x[0], objects.y[0], 8.0
vehicles.trigger[:], vehicles.driver[5] = 1, 2  # a person drives that one
for _ in range(4):
    world.step()
precompilation.let_free_itself(world, vehicle=1)
assert set(precompilation.LATER) <= set(world._scene.stages._bound)
assert not needed & loaded, needed & loaded
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


@pytest.mark.slow
def test_a_world_finds_what_was_precompiled():
    subprocess.run([sys.executable, "-c", LIVE], check=True)
