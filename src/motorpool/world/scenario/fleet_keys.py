"""Keys of a fleet in a scenario file, besides those of components: model, number, dimensions and start positions."""

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, cast

from pydantic import ConfigDict, Field, model_validator

from ...base.keys import AREA, MAX_COUNT, ON_TERRAIN, Area, FileName, ModelName, Part, Position, Positive
from ...vehicles.fleet import Body

VEHICLE = "vehicle"  # a fleet's key that says the same as "model"


class BodyPart(Part):
    """Outer dimensions and shape of a vehicle; by default those of the named vehicle."""

    example: ClassVar[str] = """
        vehicles:
          - {model: bicycle, body: {length: 7.5, width: 2.5, height: 3.0}}
    """

    length: Positive = Field(default=Body().length, description="length of the vehicle [m]")
    width: Positive = Field(default=Body().width, description="width of the vehicle [m]")
    height: Positive = Field(default=Body().height, description="height of the vehicle [m]")
    offset: float | None = Field(
        default=None,
        description="centre of the body ahead of the vehicle's reference point; by default the middle of the axles [m]",
    )
    shape: FileName | None = Field(default=None, description="a glTF file (.glb) that the live page draws")

    def over(self, usual: Body) -> Body:
        """Return the values of the file, and those of ``usual`` for keys that are not given."""
        said = {name: getattr(self, name) for name in Body._fields if name in self.model_fields_set}
        return usual._replace(**said)


class GridPart(Part):
    """Start positions in rows and columns."""

    example: ClassVar[str] = """
        vehicles:
          - {model: bicycle, count: 20, start: {grid: {x: -90, y: 0, columns: 5, spacing: 12, heading_deg: 90}}}
    """

    x: float = Field(description="position of the first vehicle, east [m]")
    y: float = Field(description="position of the first vehicle, north [m]")
    columns: Annotated[int, Field(ge=1)] = Field(default=10, description="number of vehicles in a row")
    spacing: Positive = Field(default=10.0, description="distance between neighbours, in both directions [m]")
    heading_deg: float = Field(default=0.0, description="heading of all vehicles, clockwise from north [degrees]")


class FormationPart(Part):
    """Start positions in a formation, from the first vehicle back."""

    example: ClassVar[str] = """
        vehicles:
          - {model: tracked, count: 7, start: {formation: {kind: wedge, x: 0, y: 0, spacing: 25}}}
    """

    kind: Literal["column", "line", "wedge"] = Field(
        default="column", description="one behind the other, side by side, or both"
    )
    x: float = Field(description="position of the first vehicle, east [m]")
    y: float = Field(description="position of the first vehicle, north [m]")
    spacing: Positive = Field(default=15.0, description="distance between neighbours [m]")
    heading_deg: float = Field(default=0.0, description="heading of all vehicles, clockwise from north [degrees]")


class StartPart(Part):
    """Start positions of a fleet: one of these keys."""

    example: ClassVar[str] = """
        vehicles:
          - {name: a, model: bicycle, count: 20, start: {area: [-200, -200, 200, 200]}}
          - {name: b, model: tracked, count: 2, start: {positions: [[520, 310, 90], [540, 310, 90]]}}
    """

    area: Area | None = Field(default=None, description=f"random positions in an area: {AREA}")
    grid: GridPart | None = Field(default=None, description="positions in rows and columns")
    formation: FormationPart | None = Field(default=None, description="positions in a column, a line or a wedge")
    positions: list[Position] | None = Field(
        default=None, description="one position for each vehicle: x [m], y [m], heading clockwise from north [degrees]"
    )
    file: FileName | None = Field(
        default=None, description="a CSV file with the columns x, y and heading_deg, one line for each vehicle"
    )

    @property
    def first(self) -> Position | None:
        """Return the position of the first vehicle; None if it is random, or in a file."""
        if self.positions:
            return self.positions[0]
        place = self.grid or self.formation
        return (place.x, place.y, place.heading_deg) if place is not None else None

    @property
    def is_listed(self) -> bool:
        """Return whether every vehicle has a position of its own, so that their number is fixed."""
        return self.positions is not None or self.file is not None


class FleetFields(Part):
    """Vehicles of one model. Every field of its Params is a key, too; ``vehicle`` is the same as ``model``."""

    example: ClassVar[str] = """
        vehicles:
          - name: trucks
            model: bicycle/arc
            count: 12
            wheelbase: 4.2         # a parameter of the model
            desired_speed: [8, 10]
            avoidance: dynamic-window
          - {name: scout, model: M998, driver: parked, side: blue}
    """

    model_config = ConfigDict(extra="allow")  # the model's parameters, checked in ``problems``

    name: str | None = Field(default=None, min_length=1, description="name in tables and messages")
    model: ModelName = Field(
        description="a motion model or a vehicle (`motorpool models` and `motorpool vehicles` list them), or a file"
    )
    count: Annotated[int, Field(ge=1, le=MAX_COUNT)] = Field(default=1, description="number of vehicles")
    body: BodyPart = BodyPart()
    start: Annotated[StartPart, ON_TERRAIN] = Field(
        default=StartPart(), description="start positions; by default random ones in the scenario's area"
    )

    @model_validator(mode="before")
    @classmethod
    def _named(cls, value: Any) -> Any:
        """Take ``vehicle`` for ``model``, unless both are given."""
        if not isinstance(value, dict) or VEHICLE not in value or "model" in value:
            return cast("Any", value)
        part = cast("dict[str, Any]", value)
        return {"model" if key == VEHICLE else key: item for key, item in part.items()}

    @property
    def title(self) -> str:
        """Return the name by which messages and other fleets call it."""
        return self.name or self.model

    @property
    def params(self) -> dict[str, Any]:
        """Return the model's parameters that the file sets."""
        return dict(self.model_extra or {})

    if TYPE_CHECKING:  # keys of components are attributes, too

        def __getattr__(self, name: str) -> Any: ...
