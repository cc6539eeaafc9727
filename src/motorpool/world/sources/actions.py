"""Actions: commands that change a world, applied at the start of a step and kept by recordings.

The player's mailbox applies them in the simulation's thread, by ``apply``, which also lists them in ``world.actions``:
a recorder reads there what was done in each step, in its order. Numbers come back from ``encoded`` as the same bits, so
a recording of actions moves the same world in the same way.

An action may read the world and its own fields only: no clock, no random numbers, no other thread.
"""

import json
import math
from typing import Annotated, Any, ClassVar, Self, cast

from ...base.errors import RecordingError, WorldError
from ...ground.terrain.weather import WEATHERS
from ...models.registry import is_shipped
from ..drivers.kinds import ABSENT, AUTOPILOT, PLAYER, REMOTE, SCRIPT
from ..drivers.switches import SWITCHES
from .command import (
    DRIVER,
    INSTRUCTOR,
    Allowed,
    Angle,
    Command,
    Coordinate,
    FromServer,
    OnOff,
    OwnVehicle,
    VehicleId,
    listed,
    parameters_of,
)
from .placing import place
from .teleport import place_beside, teleport

MOST_SHOWN = 80  # characters of a value in a message

NOT_OURS = (REMOTE, ABSENT)  # drivers of vehicles that no user of this world can drive

WeatherToCome = Annotated[str, Allowed(f"be one of {', '.join(WEATHERS)}", choices=WEATHERS)]


class Action(Command):
    """A command that changes the world."""

    is_recorded = True
    changes_world = True
    mark: ClassVar[str] = ""  # on the timeline of a recording, to follow on the vehicle's name; empty: no mark
    needs_driver: ClassVar[bool] = False  # whether it is refused for a vehicle that no person drives
    without_vehicle: ClassVar[str] = "you drive no vehicle; take one first"  # refusal; empty: ignored without a word
    takes_long: ClassVar[bool] = False  # whether ``prepare`` may take seconds, and needs a thread of its own

    def prepare(self, world: Any) -> None:
        """Make preparations before the step, or refuse the action; not called in a replay.

        Raises:
            WorldError: the world cannot do it.
        """

    def apply(self, world: Any) -> None:
        """Change the world, between two steps.

        Raises:
            WorldError: the world refuses it; nothing has changed then.
        """
        raise NotImplementedError

    def in_next_step(self) -> Self | None:
        """Return the action that follows in the next step; None if there is none."""
        return None


class Take(Action):
    """Take a vehicle from its autopilot; it coasts."""

    tag = "take"
    mark = "taken"
    vehicle: int  # its id

    def apply(self, world: Any) -> None:
        """Set the driver to a person, and all pedals to zero."""
        Drive(self.vehicle).apply(world)


class Release(Action):
    """Give a vehicle back to its autopilot, on the heading that it has; one that was parked brakes and parks again."""

    tag = "release"
    mark = "released"
    vehicle: int  # its id

    def apply(self, world: Any) -> None:
        """Set the driver to the autopilot, or apply the brake for good."""
        vehicles, vehicle = world.vehicles, self.vehicle
        if vehicles.is_parked[vehicle]:
            Drive(vehicle, brake=1.0).apply(world)
            vehicles.driver[vehicle] = SCRIPT
        else:
            vehicles.driver[vehicle] = AUTOPILOT
        vehicles.course_yaw[vehicle] = vehicles.yaw[vehicle]
        world.model_switching.give_back(vehicle)


class Drive(Action):
    """Set the pedals and the steering wheel; they hold until the next."""

    tag = "drive"
    kind: ClassVar[int] = PLAYER  # of driver
    vehicle: int  # its id
    throttle: float = 0.0  # -1..1, backward negative [1]
    brake: float = 0.0  # 0..1 [1]
    steer: float = 0.0  # -1..1, left positive [1]

    def apply(self, world: Any) -> None:
        """Write them into the vehicle's columns."""
        vehicles, vehicle = world.vehicles, self.vehicle
        vehicles.driver[vehicle] = self.kind
        vehicles.throttle[vehicle] = self.throttle
        vehicles.brake[vehicle] = self.brake
        vehicles.target_steer[vehicle] = self.steer

    def is_applied(self, vehicles: Any) -> bool:
        """Return whether the columns hold these inputs already."""
        columns = (column[self.vehicle] for column in (vehicles.throttle, vehicles.brake, vehicles.target_steer))
        return vehicles.driver[self.vehicle] == self.kind and (self.throttle, self.brake, self.steer) == tuple(columns)


class DriveByPolicy(Drive):
    """Set the pedals and the steering wheel as a policy does, in place of an autopilot; a person may take over."""

    tag = "policy"
    kind = SCRIPT


class Place(Action):
    """Put a vehicle where an episode begins: set its pose, its motion, and values of its motion model."""

    tag = "place"
    vehicle: int  # its id
    text: str  # JSON: values by the names of ``sources.placing``

    def apply(self, world: Any) -> None:
        """Write the values into the vehicle's columns."""
        place(world, self.vehicle, _json_of(self.text, dict))


class SetSwitches(Action):
    """Set all three switches of the own vehicle."""

    tag = "switches"
    sender = DRIVER
    needs_driver = True
    without_vehicle = ""
    vehicle: OwnVehicle
    cruise: OnOff = False  # cruise control
    parking_brake: OnOff = False  # parking brake
    engine_stop: OnOff = False  # engine stopped

    def apply(self, world: Any) -> None:
        """Write them into the vehicle's columns; see ``world.drivers.switches``."""
        for column in SWITCHES:
            getattr(world.vehicles, column)[self.vehicle] = float(getattr(self, column))


class Teleport(Action):
    """Move the own vehicle to another position, at the next step."""

    tag = "teleport"
    mark = "teleported"
    sender = DRIVER
    is_costly = True
    needs_driver = True
    vehicle: OwnVehicle
    x: Coordinate  # east [m]
    y: Coordinate  # north [m]
    yaw: Angle  # counter-clockwise from east [rad]

    def apply(self, world: Any) -> None:
        """Put it at the free position nearest to the given one; see ``sources.teleport``."""
        teleport(world, self.vehicle, x=self.x, y=self.y, yaw=self.yaw)


class ChooseModel(Action):
    """Move the own vehicle by its dynamic or by its kinematic model."""

    tag = "dynamics"
    recorded_as = "model"
    sender = DRIVER
    is_costly = True
    needs_driver = True
    takes_long = True
    vehicle: OwnVehicle
    is_on: OnOff  # true for the dynamic model

    def prepare(self, world: Any) -> None:
        """Compile the alternate model, if it is not yet."""
        world.model_switching.prepare(self.vehicle)

    def apply(self, world: Any) -> None:
        """Switch to it."""
        world.model_switching.choose(self.vehicle, is_dynamic=self.is_on)


class Aim(Action):
    """Turn the turret of the own vehicle; at most 20 times a second."""

    tag = "aim"
    sender = DRIVER
    without_vehicle = ""
    vehicle: OwnVehicle
    yaw: Angle  # from the hull, left positive [rad]
    elevation: Angle  # from the hull, up positive [rad]

    def apply(self, world: Any) -> None:
        """Write the target of turret and barrel into the vehicle's columns; they turn there at their rate."""
        world.vehicles.aim_yaw[self.vehicle] = self.yaw
        world.vehicles.aim_elevation[self.vehicle] = self.elevation


class PullTrigger(Action):
    """Fire a round from the own vehicle."""

    tag = "fire"
    recorded_as = "trigger"
    sender = DRIVER
    without_vehicle = "you drive no vehicle; take one that has a gun"
    vehicle: OwnVehicle
    is_pulled: Annotated[bool, FromServer()] = True  # false to release the trigger, which follows in the next step

    def prepare(self, world: Any) -> None:
        """Refuse a vehicle without a gun."""
        if not _has_gun(world, self.vehicle):
            raise WorldError(f"vehicle {self.vehicle} has no gun; take one that has")

    def apply(self, world: Any) -> None:
        """Write it into the vehicle's column; a gun that is being loaded does not fire."""
        world.vehicles.trigger[self.vehicle] = float(self.is_pulled)

    def in_next_step(self) -> "PullTrigger | None":
        """Return the release of the trigger."""
        return PullTrigger(self.vehicle, is_pulled=False) if self.is_pulled else None


class Repair(Action):
    """Repair a vehicle."""

    tag = "repair"
    mark = "repaired by hand"
    sender = INSTRUCTOR
    vehicle: VehicleId  # its id

    def apply(self, world: Any) -> None:
        """Remove the damage."""
        world.vehicles.damage[self.vehicle] = 0.0


class ChangeWeather(Action):
    """Change the weather."""

    tag = "weather"
    sender = INSTRUCTOR
    kind: WeatherToCome  # from the next step on

    def apply(self, world: Any) -> None:
        """Change the soils of the whole world."""
        world.weather.change(self.kind)


class AddAnother(Action):
    """Add another vehicle of the kind of one, beside it."""

    tag = "add-another"
    sender = INSTRUCTOR
    is_costly = True
    vehicle: VehicleId  # its id

    def apply(self, world: Any) -> None:
        """Put it at the nearest free position, on the same heading."""
        _refuse_others(world, self.vehicle, "added to")
        x, y = place_beside(world, self.vehicle)
        yaw = float(world.vehicles.yaw[self.vehicle])
        world.population.add(world.population.kind_of(self.vehicle), {"x": x, "y": y, "yaw": yaw}, 1, {})


class RemoveVehicle(Action):
    """Remove a vehicle from the world."""

    tag = "remove-vehicle"
    mark = "removed"
    sender = INSTRUCTOR
    is_costly = True
    vehicle: VehicleId  # its id

    def apply(self, world: Any) -> None:
        """Remove it; its driver drives no vehicle then."""
        _refuse_others(world, self.vehicle, "removed")
        world.population.remove(self.vehicle)


class AddVehicles(Action):
    """Add vehicles to the world, as a program did by ``world.add``."""

    tag = "add"
    text: str  # JSON; see ``world.population``

    def apply(self, world: Any) -> None:
        """Add them; only models and vehicles that ship, and more vehicles of a fleet."""
        about = _json_of(self.text, dict)
        what, count, values = about.pop("what", None), about.pop("count", None), about.pop("values", {})
        if not isinstance(what, str) or set(about) != {"x", "y", "yaw"} or not isinstance(values, dict):
            raise WorldError(
                "vehicles that no name stands for cannot be added again; add them by the name of a vehicle"
            )
        if what not in (fleet.name for fleet in world.fleets) and not is_shipped(what):
            raise WorldError(f"{_shown(what)} is no vehicle that ships, and a recording may not load another")
        world.population.add(what, about, count, cast("dict[str, Any]", values))


class RemoveVehicles(Action):
    """Remove vehicles from the world, as a program did by ``world.remove``."""

    tag = "remove"
    text: str  # JSON: a list of ids

    def apply(self, world: Any) -> None:
        """Remove them."""
        world.population.remove(_json_of(self.text, list))


ACTIONS: dict[str, type[Action]] = {  # by their names in recordings
    action.recorded_as or action.tag: action for action in listed(globals(), Action)
}


def apply(action: Action, world: Any) -> None:
    """Apply an action and list it among the step's; call it between two steps, in the simulation's thread.

    Raises:
        WorldError: the world refuses it; nothing has changed then, and it is not listed.
    """
    action.apply(world)
    if action.is_recorded:
        world.actions.append(action)


def encoded(action: Action) -> list[Any]:
    """Return an action as its name and fields, for JSON, whose text of a float is exact."""
    return [action.recorded_as or action.tag, *vars(action).values()]


def decoded(values: Any) -> Action:
    """Return the action that ``encoded`` made a list of.

    Raises:
        RecordingError: there is no such action, or its fields are others.
    """
    try:
        name, *fields = values
        action = ACTIONS[name](*fields)
    except (KeyError, TypeError, ValueError) as error:
        raise RecordingError(f"{_shown(values)} is no action that this version knows: {', '.join(ACTIONS)}") from error
    for field in _FIELDS[name]:
        value = getattr(action, field.name)
        if type(value) not in _TYPES[field.type]:
            raise RecordingError(f"{_shown(values)} is no action: its {field.name} is {_shown(value)}")
    return action


def check_finite(action: Action) -> None:
    """Refuse an action with a number that is not finite.

    Raises:
        WorldError: it has one.
    """
    for name, value in vars(action).items():
        if isinstance(value, float) and not math.isfinite(value):
            raise WorldError(f"{action.tag}: {name} is {value}; give a finite number")


_FIELDS = {name: parameters_of(action) for name, action in ACTIONS.items()}
_TYPES = {int: (int,), float: (float, int), bool: (bool, int), str: (str,)}  # that a recording may have


def _refuse_others(world: Any, vehicle: int, what: str) -> None:
    if world.vehicles.driver[vehicle] in NOT_OURS:
        raise WorldError(f"vehicle {vehicle} is not of this world, or was removed; it cannot be {what}")


def _json_of(text: str, kind: type) -> Any:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, kind):
        raise WorldError(f"{_shown(text)} says nothing of vehicles")
    return found


def _has_gun(world: Any, vehicle: int) -> bool:
    return world.vehicles.muzzle_speed[vehicle] > 0.0


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
