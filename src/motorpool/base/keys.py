"""Types of keys in files, with which pydantic checks each value."""

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict


def _as_range(value: Any) -> Any:
    if isinstance(value, str):
        raise ValueError("a number, or a list of two")
    return [value, value] if isinstance(value, (int, float)) and not isinstance(value, bool) else value


MAX_COUNT = 10_000_000  # limit of vehicles or objects

Positive = Annotated[float, Field(gt=0.0)]
NonNegative = Annotated[float, Field(ge=0.0)]
# Not strict, because YAML has only lists; their numbers are strict.
Area = Annotated[tuple[float, float, float, float], Strict(False)]
Position = Annotated[tuple[float, float, float], Strict(False)]
Point = Annotated[tuple[float, float], Strict(False)]
Waypoint = Annotated[list[float], Field(min_length=2, max_length=3)]
SpeedRange = Annotated[tuple[NonNegative, NonNegative], Strict(False), BeforeValidator(_as_range)]
Fraction = Annotated[float, Field(ge=0.0, le=1.0)]
# Marks in the types of keys that give their role to the loader, independently of their names:
NAMES_FILE, NAMES_MODEL = "names a file", "names a model"  # values that refer to files
ON_TERRAIN = "has positions on the terrain"  # keys that do not apply to another terrain
FileName = Annotated[str, Field(min_length=1), NAMES_FILE]
ModelName = Annotated[str, NAMES_MODEL]
AREA = "west, south, east, north, from the middle of the terrain [m]"


class Part(BaseModel):
    """Mapping in a file, with these fields as its only keys.

    Attributes:
        example: YAML of a file with such a mapping, for references.
    """

    example: ClassVar[str] = ""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)
