"""Two processes in one exercise, over this machine's loopback."""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from other_program import AHEAD, NORTH, PAUSE, settings, two_tanks
from pace import patience
from sockets import free_port

from motorpool.links.dis.gateway import Gateway
from motorpool.world.drivers.kinds import AUTOPILOT, REMOTE

PATIENCE = patience(60.0)  # [s]
TOUCHING = 3.7  # between the middles of two tanks side by side [m]


class Here:
    """This process's world, which runs about as fast as the other."""

    def __init__(self, world, gateway):
        self.world, self.gateway = world, gateway
        self.closest = np.full(2, np.inf)  # of each pair of a tank that stands and one that drives

    def guests(self):
        return {guest.entity_id[2]: guest.vehicle for guest in self.gateway.vehicles()}

    def run_until(self, reached, *, with_pauses=True):
        end = time.monotonic() + PATIENCE
        while not reached():
            assert time.monotonic() < end
            self.world.step()
            vehicles, guests = self.world.vehicles, self.guests()
            for pair, (standing, driving) in enumerate(((guests.get(1), 1), (0, guests.get(2)))):
                if standing is not None and driving is not None:
                    x, y = (column[standing] - column[driving] for column in (vehicles.x, vehicles.y))
                    self.closest[pair] = min(self.closest[pair], np.hypot(x, y))
            if with_pauses:
                time.sleep(PAUSE)


def test_two_programs_see_and_avoid_each_other_and_exchange_a_vehicle():
    world = two_tanks(standing=(0.0, NORTH), driving=(0.0, 0.0), yaw=0.0)
    vehicles, ports = world.vehicles, (free_port(), free_port())
    script = Path(__file__).with_name("other_program.py")
    command = [sys.executable, str(script), str(ports[1]), str(ports[0])]
    with Gateway(world, settings(*ports, 1)) as gateway, subprocess.Popen(command) as other:
        try:
            vehicles.desired_speed[1] = 0.0
            here = Here(world, gateway)
            here.run_until(lambda: len(here.guests()) == 2)
            vehicles.desired_speed[1] = 9.0
            here.run_until(lambda: vehicles.x[1] > AHEAD + 5.0 and vehicles.x[here.guests()[2]] < -5.0)
            assert (here.closest > TOUCHING).all(), here.closest  # each drove round the other's tank
            assert vehicles.damage[:2].tolist() == [0.0, 0.0]

            gateway.hand_over(1, site=1, application=2)
            here.run_until(lambda: vehicles.driver[1] == REMOTE)
            x, y = float(vehicles.x[1]), float(vehicles.y[1])
            here.run_until(lambda: np.hypot(vehicles.x[1] - x, vehicles.y[1] - y) > 10.0)  # the other drives it on
            assert {guest.entity_id for guest in gateway.vehicles()} == {(1, 2, 1), (1, 2, 2), (1, 1, 2)}
        finally:
            other.kill()
        other.wait()
        here.run_until(lambda: not gateway.vehicles(), with_pauses=False)  # nobody says anything any more
        assert vehicles.driver[:2].tolist() == [AUTOPILOT, AUTOPILOT]
        assert world.remote.free_rows.size == 8
