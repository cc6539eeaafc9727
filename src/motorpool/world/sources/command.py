"""Commands of people to a world or a session, one frozen class for each.

    class Repair(Action):
        \"\"\"Repair a vehicle.\"\"\"

        tag = "repair"
        sender = INSTRUCTOR
        vehicle: VehicleId  # its id

        def apply(self, world):
            world.vehicles.damage[self.vehicle] = 0.0

The class is all that there is to write: its docstring and the comments on its fields become the page's types and the
documentation, the annotations of its fields become the check of a message, and ``sender`` says who may send it. The two
kinds are ``actions.Action``, which changes the world, and ``viewer.session_commands.SessionCommand``.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, dataclass_transform, get_type_hints

Role = Literal["instructor", "driver"]
INSTRUCTOR: Role = "instructor"  # may send every command
DRIVER: Role = "driver"

TURN = 6.3  # largest angle in a message: once round [rad]
FARTHEST = 1e7  # largest coordinate in a message, from the middle of a map [m]


class Allowed(NamedTuple):
    """Values that a message may have in a field."""

    words: str  # end of the sentence "it must ..." that refuses other values
    low: float = -math.inf
    high: float = math.inf
    choices: tuple[str, ...] = ()  # of a text; any text if empty
    clean: Callable[[str], str] | None = None  # returns the text to keep; raises ValueError if it is not allowed


class FromServer(NamedTuple):
    """Mark of a field that no message has: the server or the field's default gives its value."""

    is_own_vehicle: bool = False  # the vehicle that the sender drives


OwnVehicle = Annotated[int, FromServer(is_own_vehicle=True)]
VehicleId = Annotated[int, Allowed("be a whole number from 0", low=0)]
OnOff = Annotated[bool, Allowed("be true or false")]
Angle = Annotated[float, Allowed(f"be a number from {-TURN:g} to {TURN:g}", -TURN, TURN)]
Coordinate = Annotated[float, Allowed(f"be a number from {-FARTHEST:g} to {FARTHEST:g}", -FARTHEST, FARTHEST)]


@dataclass_transform(frozen_default=True)
class Command:
    """A command; a subclass is a frozen dataclass of numbers, booleans and text."""

    tag: ClassVar[str]  # ``type`` of its message, and its name in recordings
    recorded_as: ClassVar[str] = ""  # its name in recordings where that is not the tag
    sender: ClassVar[Role | None] = None  # drivers may send it, or instructors only; None: no message is this command
    is_recorded: ClassVar[bool] = False  # whether a recording keeps it, so that a replay repeats it
    is_costly: ClassVar[bool] = False  # whether it costs the server or other people so much that its rate is bounded
    changes_world: ClassVar[bool] = False  # whether it is refused where a world can only be watched

    __dataclass_fields__: ClassVar[dict[str, Any]]  # of a subclass, by ``dataclass``
    is_of_own_vehicle: ClassVar[bool] = False  # whether its field ``vehicle`` is the one that the sender drives

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)
        cls.is_of_own_vehicle = cls.__annotations__.get("vehicle") == OwnVehicle


def purpose_of(command: Command) -> str:
    """Return the purpose of a command, the beginning of its docstring, to follow on "may"."""
    words = re.split(r"[.:;\n]", command.__doc__ or "")[0]
    return words[:1].lower() + words[1:]


class Parameter(NamedTuple):
    """A field of a command."""

    name: str
    type: type  # int, float, bool or str
    allowed: Allowed | None  # values in a message; None if messages do not have the field
    is_own_vehicle: bool


def parameters_of(command: type[Command]) -> list[Parameter]:
    """Return the fields of a command, in their order."""
    hints = get_type_hints(command, include_extras=True)
    return [_parameter(field.name, hints[field.name]) for field in fields(command)]


def listed(names: Mapping[str, Any], kind: type[Command]) -> list[Any]:
    """Return the commands of one kind that a module's ``globals()`` define, in their order."""
    module = names["__name__"]
    classes = [one for one in names.values() if isinstance(one, type) and issubclass(one, kind)]
    return [one for one in classes if one.__module__ == module and "tag" in vars(one)]


def _parameter(name: str, hint: Any) -> Parameter:
    marks = getattr(hint, "__metadata__", ())
    allowed = next((mark for mark in marks if isinstance(mark, Allowed)), None)
    is_own = any(isinstance(mark, FromServer) and mark.is_own_vehicle for mark in marks)
    return Parameter(name, hint.__origin__ if marks else hint, allowed, is_own)
