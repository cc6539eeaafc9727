"""Another program of an exercise: a world of two tanks that runs about as fast as the other, until it is killed.

`python other_program.py PORT OTHER_PORT`: the first tank stands, the second drives west.
"""

import math
import sys
import time

from motorpool.ground.terrain.heightfield import Terrain
from motorpool.links.dis.gateway import Gateway
from motorpool.links.dis.motion.dead_reckoning import Thresholds
from motorpool.links.dis.settings import ExerciseSettings
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.world import World
from motorpool.world.remote.guests import guest_fleets, vacate_guests

DT = 1 / 30
PAUSE = DT / 3.0  # between two steps: worlds run faster than time does
ORIGIN = (36.3, -84.2)
THRESHOLDS = Thresholds(heartbeat=0.5)
TANK = Body(7.9, 3.7, 2.4)
AHEAD, NORTH = 45.0, 300.0  # from a tank to that which drives at it; between the two pairs [m]
LONGEST_LIFE = 1000.0  # if nobody kills it [s]


def two_tanks(*, standing: tuple[float, float], driving: tuple[float, float], yaw: float) -> World:
    """Return a world of two tanks, the first of which stands; the second drives.

    Args:
        standing: place of the first [m].
        driving: place of the second [m].
        yaw: course of the second [rad].
    """
    fleets = [Fleet("tracked", 2, name="tanks", body=TANK), *guest_fleets(4)]
    world = World(fleets=fleets, terrain=Terrain.flat(size=2000.0), dt=DT)
    vacate_guests(world)
    world.place_vehicles(0, *standing, 0.0)
    world.place_vehicles(1, *driving, yaw)
    world.vehicles.desired_speed[:2] = 0.0, 9.0
    world.resolve_positions()
    return world


def settings(port: int, other: int, application: int) -> ExerciseSettings:
    """Return the settings of one of two programs."""
    return ExerciseSettings(
        address=f"127.0.0.1:{other}", port=port, application=application, origin_deg=ORIGIN, thresholds=THRESHOLDS,
        accepts_transfers=True,
    )  # fmt: skip


def main() -> None:
    port, other = map(int, sys.argv[1:])
    world = two_tanks(standing=(AHEAD, 0.0), driving=(AHEAD, NORTH), yaw=math.pi)
    end = time.monotonic() + LONGEST_LIFE
    with Gateway(world, settings(port, other, 2)) as gateway:
        while time.monotonic() < end:
            if len(gateway.vehicles()) < 2 and world.tick > 0:
                world.vehicles.desired_speed[1] = 0.0  # nobody is there yet
            else:
                world.vehicles.desired_speed[1] = 9.0
            world.step()
            time.sleep(PAUSE)


if __name__ == "__main__":
    main()
