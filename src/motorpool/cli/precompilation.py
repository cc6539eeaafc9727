"""Compiles beforehand what a live world needs only later: for the first contact, the first shot, the first slide.

Else everybody's page would stand still for some seconds then. A process of its own makes it all happen in a small world
and leaves the compiled code in the cache of kernels, where the live world finds it; Numba writes its files whole or not
at all, so it may be ended at any time. If it fails, the live world compiles for itself.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Generator

from ..fleet import Fleet
from ..objects.objects import place_objects
from ..terrain.heightfield import Terrain
from ..world import World
from ..world.contact import candidates
from ..world.contact import stages as contact
from ..world.gunnery import stages as gunnery
from ..world.gunnery.guns import Armament

LATER = (
    candidates.list_pairs, candidates.mark_touching_pairs, candidates.mark_touching_objects,
    contact.resolve_contacts, contact.move_residually, gunnery.fly_rounds,
)  # fmt: skip


@contextlib.contextmanager
def precompiling() -> Generator[None, None, None]:
    """Rehearse in a process beside this one, which ends with it; none if everything is compiled already."""
    if _is_compiled():
        yield
        return
    nothing = subprocess.DEVNULL
    command = [sys.executable, "-m", "motorpool.cli.precompilation"]
    with subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing) as process:
        try:
            yield
        finally:
            process.terminate()


def precompile() -> None:
    """Let two vehicles, of which one shoots, run into each other and into an object."""
    terrain = Terrain.flat(size=500.0, spacing=50.0)
    stone = place_objects(terrain, x=[4.0], y=[3.0], radius=1.0)
    world = World(fleets=[Fleet("tracked", 2)], terrain=terrain, objects=stone, armament={"tracked/arc": Armament()})
    world.place_vehicles(slice(None), [0.0, 3.0], [0.0, 1.0], [0.0, 2.0])
    world.vehicles.speed[:] = 5.0
    world.vehicles.trigger[:] = 1
    for _ in range(4):
        world.step()


def _is_compiled() -> bool:
    from ..compile.rows import is_compiled

    return all(map(is_compiled, LATER))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # the live world goes first
    precompile()
