"""Two people who drive about at random in a world, by all that a page lets them do; for recordings."""

import numpy as np

from motorpool.ground.terrain.weather import WEATHERS
from motorpool.world.sources.actions import (
    ACTIONS,
    AddAnother,
    Aim,
    ChangeWeather,
    ChooseModel,
    PullTrigger,
    RemoveVehicle,
    Repair,
    SetSwitches,
    Teleport,
)
from motorpool.world.sources.command import parameters_of
from motorpool.world.sources.player import Player

CHOSEN = {Aim, ChangeWeather, ChooseModel, PullTrigger, Repair, SetSwitches, Teleport}  # with values that make sense
COMINGS = {AddAnother, RemoveVehicle}  # not here, where every recorded tick has rows of the same vehicles
OTHERS = [action for action in ACTIONS.values() if action.sender is not None and action not in CHOSEN | COMINGS]


class TwoPlayers:
    """An observer that works the hands of two people; what they do counts from the step after.

    Args:
        world: gets their source.
        vehicles: that they drive.
        seed: of what they do.
    """

    def __init__(self, world, vehicles, *, seed=0):
        self.player, self.vehicles = Player(), vehicles
        self.random = np.random.default_rng(seed)
        self.action_count = 0
        world.sources.append(self.player)

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
            player.send(SetSwitches(vehicle, *(bool(value) for value in random.integers(0, 2, 3))))
        elif chance < 0.23:
            player.send(Aim(vehicle, yaw=random.uniform(-1.0, 1.0), elevation=random.uniform(0.0, 0.1)))
            player.send(PullTrigger(vehicle))
        elif chance < 0.232:
            x, y = float(world.vehicles.x[vehicle]) + random.normal(0.0, 30.0), float(world.vehicles.y[vehicle])
            player.send(Teleport(vehicle, x=x, y=y, yaw=random.uniform(-3.0, 3.0)), _ignore)
        elif chance < 0.235:
            player.send(ChooseModel(vehicle, is_on=bool(random.integers(0, 2))), _ignore)
        elif chance < 0.236:
            player.send(Repair(vehicle))
        elif chance < 0.237:
            player.release(vehicle)
        elif chance < 0.238:
            player.send(ChangeWeather(str(random.choice(WEATHERS))))
        elif chance < 0.240 and OTHERS:
            action = OTHERS[random.integers(len(OTHERS))]
            player.send(action(**{name: self._value(each, vehicle) for name, each in _fields_of(action)}), _ignore)

    def _value(self, parameter, vehicle):
        """Draw a value that a message may have in a field."""
        random, allowed = self.random, parameter.allowed
        if parameter.name == "vehicle":
            return vehicle
        if allowed.choices:
            return str(random.choice(allowed.choices))
        drawn = random.uniform(max(allowed.low, -100.0), min(allowed.high, 100.0))
        return parameter.type(drawn)


def _fields_of(action):
    """Return the fields of an action that a sender gives, by their names."""
    return [(each.name, each) for each in parameters_of(action) if each.allowed or each.is_own_vehicle]


def _ignore(_):
    """Nobody reads what the world refuses."""
