"""Actions: everything that people do to a running world, as small values that are applied at the start of a step.

A source applies them in the simulation's thread, by ``apply``, which also lists them in ``world.actions``: that is how
a recorder knows what was done in each step, in its order. Numbers come back from ``encoded`` as the same bits, so a
recording of actions moves the same world in the same way.

To add one, write a NamedTuple of numbers, booleans and text with a method ``apply(world)`` that changes the world, or
raises a ``WorldError`` and changes nothing. List it in ``ACTIONS`` under its name in recordings, and let a source apply
it. It may look at the world and its own fields only: no clock, no random numbers, no other thread.
"""

from typing import Any, NamedTuple, Protocol

from ..errors import RecordingError
from ..world.drivers.kinds import ABSENT, AUTOPILOT, PLAYER, REMOTE, SCRIPT
from ..world.drivers.switches import SWITCHES
from .teleport import teleport

MOST_SHOWN = 80  # characters of a value in a message

NOT_OURS = (REMOTE, ABSENT)  # nobody here can drive such a vehicle


class Action(Protocol):
    """Something that a person did."""

    def apply(self, world: Any) -> None:
        """Change the world, between two steps."""


class Take(NamedTuple):
    """Take a vehicle from its autopilot; it coasts."""

    vehicle: int  # id

    def apply(self, world: Any) -> None:
        """Let a person drive it."""
        Drive(self.vehicle).apply(world)


class Release(NamedTuple):
    """Give a vehicle back to its autopilot, on the heading that it has; one that was parked brakes and parks again."""

    vehicle: int  # id

    def apply(self, world: Any) -> None:
        """Let the autopilot drive it, or park it."""
        vehicles, vehicle = world.vehicles, self.vehicle
        if vehicles.is_parked[vehicle]:
            Drive(vehicle, brake=1.0).apply(world)
            vehicles.driver[vehicle] = SCRIPT
        else:
            vehicles.driver[vehicle] = AUTOPILOT
        vehicles.course_yaw[vehicle] = vehicles.yaw[vehicle]
        world.model_switching.give_back(vehicle)


class Drive(NamedTuple):
    """Set the pedals and the steering wheel; they hold until the next."""

    vehicle: int  # id
    throttle: float = 0.0  # -1..1, backward negative [1]
    brake: float = 0.0  # 0..1 [1]
    steer: float = 0.0  # -1..1, left positive [1]

    def apply(self, world: Any) -> None:
        """Write them into the vehicle's columns."""
        vehicles, vehicle = world.vehicles, self.vehicle
        vehicles.driver[vehicle] = PLAYER
        vehicles.throttle[vehicle] = self.throttle
        vehicles.brake[vehicle] = self.brake
        vehicles.target_steer[vehicle] = self.steer

    def is_applied(self, vehicles: Any) -> bool:
        """Return whether the vehicle is driven so already."""
        inputs = (column[self.vehicle] for column in (vehicles.throttle, vehicles.brake, vehicles.target_steer))
        return vehicles.driver[self.vehicle] == PLAYER and self[1:] == tuple(inputs)


class SetSwitches(NamedTuple):
    """Set a driver's switches; see ``world.drivers.switches``."""

    vehicle: int  # id
    cruise: bool = False
    parking_brake: bool = False
    engine_stop: bool = False

    def apply(self, world: Any) -> None:
        """Write them into the vehicle's columns."""
        for name, is_on in zip(SWITCHES, self[1:], strict=True):
            getattr(world.vehicles, name)[self.vehicle] = float(is_on)


class Teleport(NamedTuple):
    """Put a vehicle at the free position nearest to a given one; see ``sources.teleport``."""

    vehicle: int  # id
    x: float  # east [m]
    y: float  # north [m]
    yaw: float  # counter-clockwise from east [rad]

    def apply(self, world: Any) -> None:
        """Put it there."""
        teleport(world, self.vehicle, x=self.x, y=self.y, yaw=self.yaw)


class ChooseModel(NamedTuple):
    """Let a vehicle be moved by its dynamic model, or by the kinematic one."""

    vehicle: int  # id
    is_dynamic: bool

    def apply(self, world: Any) -> None:
        """Switch to it."""
        world.model_switching.choose(self.vehicle, is_dynamic=self.is_dynamic)


class Aim(NamedTuple):
    """Aim a vehicle's gun; it turns there as fast as it can."""

    vehicle: int  # id
    yaw: float  # of the turret from the hull's forward direction, left positive [rad]
    elevation: float  # of the barrel above the hull's plane [rad]

    def apply(self, world: Any) -> None:
        """Write it into the vehicle's columns."""
        world.vehicles.aim_yaw[self.vehicle] = self.yaw
        world.vehicles.aim_elevation[self.vehicle] = self.elevation


class PullTrigger(NamedTuple):
    """Pull or release the trigger of a vehicle's gun."""

    vehicle: int  # id
    is_pulled: bool = True

    def apply(self, world: Any) -> None:
        """Write it into the vehicle's column."""
        world.vehicles.trigger[self.vehicle] = float(self.is_pulled)


class Repair(NamedTuple):
    """Make a vehicle whole."""

    vehicle: int  # id

    def apply(self, world: Any) -> None:
        """Take the damage away."""
        world.vehicles.damage[self.vehicle] = 0.0


class ChangeWeather(NamedTuple):
    """Let there be another weather, over the whole world."""

    kind: str  # "dry", "rain", "snow" or "fog"

    def apply(self, world: Any) -> None:
        """Change what the ground is to everybody."""
        world.weather.change(self.kind)


ACTIONS: dict[str, Any] = {  # by their names in recordings
    "take": Take,
    "release": Release,
    "drive": Drive,
    "switches": SetSwitches,
    "teleport": Teleport,
    "model": ChooseModel,
    "aim": Aim,
    "trigger": PullTrigger,
    "repair": Repair,
    "weather": ChangeWeather,
}


def apply(action: Any, world: Any) -> None:
    """Apply an action and list it among the step's; call it between two steps, in the simulation's thread.

    Raises:
        WorldError: the world refuses it; nothing has changed then, and it is not listed.
    """
    action.apply(world)
    world.actions.append(action)


def encoded(action: Any) -> list[Any]:
    """Return an action as its name and fields, for JSON, whose text of a float is exact."""
    name = next(name for name, kind in ACTIONS.items() if isinstance(action, kind))
    return [name, *action]


def decoded(values: Any) -> Any:
    """Return the action that ``encoded`` made a list of.

    Raises:
        RecordingError: there is no such action, or its fields are others.
    """
    try:
        name, *fields = values
        action = ACTIONS[name](*fields)
    except (KeyError, TypeError, ValueError) as error:
        raise RecordingError(f"{_shown(values)} is no action that this version knows: {', '.join(ACTIONS)}") from error
    for field, value in zip(action._fields, action, strict=True):
        if type(value) not in _TYPES[action.__annotations__[field]]:
            raise RecordingError(f"{_shown(values)} is no action: its {field} is {_shown(value)}")
    return action


_TYPES = {int: (int,), float: (float, int), bool: (bool, int), str: (str,)}  # by annotation


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
