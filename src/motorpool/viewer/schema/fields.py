"""Fields that several messages have, declared once: ids, place, attitude, time, and what a browser may send of them."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema, WrapValidator
from typing_extensions import TypedDict

from .reading import Allowed

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

OnOff = Annotated[bool, Allowed("be true or false")]  # from a browser, like those below
TURN = 6.3  # of a vehicle or a turret, at most: once round [rad]
FARTHEST = 1e7  # of a place from the middle of a map [m]
_Coordinate = Annotated[
    float, Field(ge=-FARTHEST, le=FARTHEST), Allowed(f"be a number from {-FARTHEST:g} to {FARTHEST:g}")
]
Angle = Annotated[float, Field(ge=-TURN, le=TURN), Allowed(f"be a number from {-TURN:g} to {TURN:g}")]
XToGo = Annotated[_Coordinate, Field(description=EAST)]
YToGo = Annotated[_Coordinate, Field(description=NORTH)]
YawToGo = Annotated[Angle, Field(description=YAW)]


class Refused(TypedDict):
    """A command was understood and not obeyed."""

    type: Literal["refused"]
    reason: Annotated[str, Field(description="one sentence")]
