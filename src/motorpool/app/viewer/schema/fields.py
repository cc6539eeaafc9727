"""Fields that several messages of the server have, declared once: ids, position, attitude, time."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema, WrapValidator
from typing_extensions import TypedDict

EAST, NORTH, UP = "east [m]", "north [m]", "up [m]"
YAW = "counter-clockwise from east [rad]"
PITCH, ROLL = "nose down positive [rad]", "right side down positive [rad]"

X = Annotated[float, Field(title="x", description=EAST)]
Y = Annotated[float, Field(title="y", description=NORTH)]
Z = Annotated[float, Field(title="z", description=UP)]
Yaw = Annotated[float, Field(title="yaw", description=YAW)]
Time = Annotated[float, Field(description="simulated [s]")]
ItsId = Annotated[int, Field(title="vehicle", description="its id")]
OwnVehicle = Annotated[int, Field(description="id of the own vehicle, -1 for none")]
StepLength = Annotated[float, Field(description="of a step [s]")]
ProgramVersion = Annotated[str, Field(description="of motorpool")]
BodySize = Annotated[float, Field(description="of the body [m]")]
Kind = Literal["wheeled", "tracked", "point"]

NULLABLE: dict[str, Any] = {"type": ["number", "null"]}


def _number_or_null(value: Any, check: Callable[[Any], float]) -> float | None:
    return None if value is None else check(value)


Number = Annotated[float, WrapValidator(_number_or_null), WithJsonSchema(NULLABLE)]  # null where it is not finite


class Refused(TypedDict):
    """Refusal of a valid command, with the reason."""

    type: Literal["refused"]
    reason: Annotated[str, Field(description="one sentence")]
