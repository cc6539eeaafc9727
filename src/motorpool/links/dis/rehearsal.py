"""Compilation of the kernels of an exercise before the world starts, which would otherwise stop for it.

Two small worlds on this machine, a sender and a receiver, run every kernel once.
"""

import time

from ...compile.rows import is_compiled
from ...ground.terrain.heightfield import Terrain
from ...world import World
from ...world.remote.guests import guest_fleets, vacate_guests
from .gateway import Gateway
from .motion.due import find_due
from .motion.grid_frame import to_geocentric_rows, to_grid_rows
from .remote_entities import write_speeds
from .settings import ExerciseSettings

STAGES = (find_due, to_geocentric_rows, to_grid_rows, write_speeds)  # the last one runs in the receiver
HERE = ExerciseSettings(address="127.0.0.1:9", port=0, origin_deg=(0.0, 0.0))  # port 9 is that of the discard protocol
PATIENCE = 1.0  # longest wait for the sent PDUs [s]


def compile_exercise() -> None:
    """Compile the kernels that are not in the cache; returns at once if there are none."""
    if all(map(is_compiled, STAGES)):
        return
    receives, sends = _world(), _world()
    with Gateway(receives, HERE._replace(application=1)) as receiver:
        to = f"127.0.0.1:{receiver.endpoint.own[1]}"
        with Gateway(sends, HERE._replace(application=2, address=to)):
            sends.remote.take_over(_drive_out(sends))
            sends.step()
            until = time.monotonic() + PATIENCE
            while not receiver.vehicles() and time.monotonic() < until:
                receives.step()
            receives.step()


def _world() -> World:
    world = World(fleets=guest_fleets(2), terrain=Terrain.flat(size=500.0, spacing=50.0))
    vacate_guests(world)
    return world


def _drive_out(world: World) -> int:
    """Place a remote vehicle on the map and return its id."""
    row = int(world.remote.free_rows[0])
    world.remote.admit(row, world.fleets[0].body)
    world.place_vehicles(row, 0.0, 0.0, 0.0)
    return row
