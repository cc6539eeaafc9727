"""Keys of a fleet in a scenario file: who drives."""

from typing import Annotated, Literal

from pydantic import Field

from ...keys import NonNegative, Part, Position, Positive, Waypoint


class NearPart(Part):
    """Condition: another vehicle comes near."""

    fleet: str = Field(description="fleet of the other vehicle")
    vehicle: Annotated[int, Field(ge=0)] = Field(default=0, description="its number in the fleet, from 0")
    within: Positive = Field(description="distance [m]")


class LinePart(Part):
    """One step of a script: conditions to wait for, then inputs that hold until the next step."""

    time: NonNegative | None = Field(default=None, description="time at which it begins [s]")
    position: Position | None = Field(
        default=None, description="wait until the vehicle is at x [m], y [m], within a distance [m]"
    )
    near: NearPart | None = Field(default=None, description="wait until another vehicle is near")
    arrived: bool = Field(default=False, description="wait until the vehicle has arrived at the end of its route")
    throttle: Annotated[float, Field(ge=-1.0, le=1.0)] | None = Field(
        default=None, description="throttle in -1..1, backward negative"
    )
    brake: Annotated[float, Field(ge=0.0, le=1.0)] | None = Field(default=None, description="brake in 0..1")
    steer: Annotated[float, Field(ge=-1.0, le=1.0)] | None = Field(
        default=None, description="steering command in -1..1, left positive"
    )
    to: Annotated[list[Waypoint], Field(min_length=1)] | None = Field(
        default=None, description="drive to these waypoints"
    )
    plan: bool = Field(default=False, description="plan the route to them")
    speed: NonNegative | None = Field(default=None, description="desired speed from now on [m/s]")
    hold: bool = Field(default=False, description="stop and stay")

    @property
    def is_timed(self) -> bool:
        """Return whether it has nothing but a time, pedals and a steering wheel."""
        return self.time is not None and not self.model_fields_set - {"time", "throttle", "brake", "steer"}


class DriverKeys(Part):
    """Drivers of a fleet."""

    driver: Literal["autopilot", "parked", "script"] = Field(default="autopilot", description="driver at the start")
    script: list[LinePart] = Field(
        default_factory=list[LinePart], description='steps of the script, for "driver: script"'
    )
