"""Keys of a fleet in a scenario file: what its vehicles are, how many, and where they begin."""

from typing import Annotated, Any, Literal, cast

from pydantic import Field, model_validator

from ...fleet import Body
from ...keys import AREA, MAX_COUNT, Area, NonNegative, Part, Position, Positive
from ..drivers.manual_control import Handling

VEHICLE = "vehicle"  # a fleet's key that says the same as "model"


class BodyPart(Part):
    """Outer dimensions and shape of a vehicle; by default those of the named vehicle."""

    length: Positive = Field(default=Body().length, description="length of the vehicle [m]")
    width: Positive = Field(default=Body().width, description="width of the vehicle [m]")
    height: Positive = Field(default=Body().height, description="height of the vehicle [m]")
    shape: str | None = Field(default=None, min_length=1, description="a glTF file (.glb) that the live page draws")

    def over(self, usual: Body) -> Body:
        """Return the values of the file, and those of ``usual`` for keys that are not given."""
        said = {name: getattr(self, name) for name in Body._fields if name in self.model_fields_set}
        return usual._replace(**said)


class GridPart(Part):
    """Start positions in rows and columns."""

    x: float = Field(description="position of the first vehicle, east [m]")
    y: float = Field(description="position of the first vehicle, north [m]")
    columns: Annotated[int, Field(ge=1)] = Field(default=10, description="number of vehicles in a row")
    spacing: Positive = Field(default=10.0, description="distance between neighbours, in both directions [m]")
    heading_deg: float = Field(default=0.0, description="heading of all vehicles, clockwise from north [degrees]")


class FormationPart(Part):
    """Start positions in a formation, from the first vehicle back."""

    kind: Literal["column", "line", "wedge"] = Field(
        default="column", description="one behind the other, side by side, or both"
    )
    x: float = Field(description="position of the first vehicle, east [m]")
    y: float = Field(description="position of the first vehicle, north [m]")
    spacing: Positive = Field(default=15.0, description="distance between neighbours [m]")
    heading_deg: float = Field(default=0.0, description="heading of all vehicles, clockwise from north [degrees]")


class StartPart(Part):
    """Start positions of a fleet: one of these keys."""

    area: Area | None = Field(default=None, description=f"random positions in an area: {AREA}")
    grid: GridPart | None = Field(default=None, description="positions in rows and columns")
    formation: FormationPart | None = Field(default=None, description="positions in a column, a line or a wedge")
    positions: list[Position] | None = Field(
        default=None, description="one position for each vehicle: x [m], y [m], heading clockwise from north [degrees]"
    )
    file: str | None = Field(
        default=None,
        min_length=1,
        description="a CSV file with the columns x, y and heading_deg, one line for each vehicle",
    )

    @property
    def is_listed(self) -> bool:
        """Return whether every vehicle has a position of its own, so that their number is fixed."""
        return self.positions is not None or self.file is not None


class HandlingPart(Part):
    """Limits of a fleet's drivers; by default those of the kind of vehicle."""

    max_speed: Positive | None = Field(default=None, description="greatest speed forward [m/s]")
    max_reverse_speed: NonNegative | None = Field(
        default=None, description="greatest speed in reverse, a magnitude [m/s]"
    )
    acceleration: Positive | None = Field(default=None, description="acceleration at full throttle [m/s^2]")
    braking: Positive | None = Field(default=None, description="deceleration at full brake [m/s^2]")
    coasting: NonNegative | None = Field(default=None, description="deceleration without throttle and brake [m/s^2]")
    steer_rate: Positive | None = Field(default=None, description="greatest rate of the steering command [1/s]")
    max_lateral_acceleration: Positive | None = Field(default=None, description="limit that the steering keeps [m/s^2]")

    def over(self, kind: Handling) -> Handling:
        """Return the values of the file, and those of the ``kind`` of vehicle for keys that are not given."""
        return kind._replace(**{name: value for name, value in self if value is not None})


class EntityKeys(Part):
    """Vehicles of a fleet."""

    name: str | None = Field(default=None, min_length=1, description="name in tables and messages")
    model: str = Field(
        description="a motion model or a vehicle (`motorpool models` and `motorpool vehicles` list them), or a file"
    )
    count: Annotated[int, Field(ge=1, le=MAX_COUNT)] = Field(default=1, description="number of vehicles")
    body: BodyPart = BodyPart()
    start: StartPart = Field(
        default=StartPart(), description="start positions; by default random ones in the scenario's area"
    )
    handling: HandlingPart = HandlingPart()

    @model_validator(mode="before")
    @classmethod
    def _named(cls, value: Any) -> Any:
        """Take ``vehicle`` for ``model``, unless both are given."""
        if not isinstance(value, dict) or VEHICLE not in value or "model" in value:
            return cast("Any", value)
        part = cast("dict[str, Any]", value)
        return {"model" if key == VEHICLE else key: item for key, item in part.items()}
