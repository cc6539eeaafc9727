"""Two people who drive about at random in a world, by all that a page lets them do; for recordings."""

import numpy as np

from motorpool.sources.actions import ChangeWeather
from motorpool.sources.gunner import Gunner
from motorpool.sources.instructor import Instructor
from motorpool.sources.player import Player, Switches
from motorpool.terrain.weather import WEATHERS


class TwoPlayers:
    """An observer that works the hands of two people; what they do counts from the step after.

    Args:
        world: gets their sources.
        vehicles: that they drive.
        seed: of what they do.
    """

    def __init__(self, world, vehicles, *, seed=0):
        self.player, self.gunner, self.vehicles = Player(), Gunner(), vehicles
        self.instructor = Instructor()
        self.random = np.random.default_rng(seed)
        self.action_count = 0
        world.sources += [self.gunner, self.player, self.instructor]

    def observe(self, world):
        self.action_count += len(world.actions)
        for vehicle in self.vehicles:
            self._drive(world, vehicle)

    def _drive(self, world, vehicle):
        random, player = self.random, self.player
        if not player.is_taken(vehicle):
            if random.random() < 0.02:
                player.take(vehicle)
            return
        chance = random.random()
        if chance < 0.2:
            throttle, brake, steer = (
                random.uniform(-0.2, 1.0),
                max(0.0, random.uniform(-4.0, 1.0)),
                random.normal(0, 0.3),
            )
            player.set(vehicle, throttle=throttle, brake=brake, steer=float(np.clip(steer, -1.0, 1.0)))
        elif chance < 0.21:
            player.switch(vehicle, Switches(*(bool(value) for value in random.integers(0, 2, 3))))
        elif chance < 0.23:
            self.gunner.aim(vehicle, yaw=random.uniform(-1.0, 1.0), elevation=random.uniform(0.0, 0.1))
            self.gunner.fire(vehicle)
        elif chance < 0.232:
            x, y = world.vehicles.x[vehicle] + random.normal(0.0, 30.0), world.vehicles.y[vehicle]
            player.teleport(vehicle, x=x, y=y, yaw=random.uniform(-3.0, 3.0), answer=_ignore)
        elif chance < 0.235:
            player.set_dynamics(vehicle, is_on=bool(random.integers(0, 2)), answer=_ignore)
        elif chance < 0.236:
            self.gunner.repair(vehicle)
        elif chance < 0.237:
            player.release(vehicle)
        elif chance < 0.238:
            self.instructor.ask(ChangeWeather(str(random.choice(WEATHERS))))


def _ignore(_):
    """Nobody reads what the world refuses."""
