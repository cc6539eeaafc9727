"""Keys of a fleet in a scenario file: the model that its drivers may switch to."""

from pydantic import Field

from ...keys import Part


class SwitchingKeys(Part):
    """Second model of a fleet."""

    alternate_model: str | None = Field(
        default=None, description="a second model that a driver may switch to; one of the two is a dynamic model"
    )
