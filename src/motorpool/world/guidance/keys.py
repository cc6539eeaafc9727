"""Keys of a fleet in a scenario file: where its autopilots go."""

from typing import Literal

from pydantic import Field

from ...keys import NonNegative, Part, Positive, SpeedRange, Waypoint
from .following import GAP, HEADWAY


class RoutePart(Part):
    """Route of waypoints."""

    waypoints: list[Waypoint] = Field(
        min_length=1, description="each x [m], y [m] and optionally the speed of the leg that leads to it [m/s]"
    )
    loops: bool = Field(default=False, description="go on from the last waypoint to the first")
    speed: Positive | None = Field(default=None, description="speed of legs without a speed of their own [m/s]")
    arrival_radius: Positive | None = Field(
        default=None, description="distance at which a waypoint counts as reached [m]"
    )
    plan: bool = Field(default=False, description="plan the route between waypoints: low slope, clear of objects")


class FollowPart(Part):
    """Convoy: each vehicle follows the one before it."""

    fleet: str | None = Field(default=None, description="fleet whose last vehicle the first one follows")
    gap: NonNegative = Field(default=GAP, description="distance at standstill, from bumper to bumper [m]")
    headway: NonNegative = Field(
        default=HEADWAY, description="time headway: the distance grows by this for each metre a second [s]"
    )


class GuidanceKeys(Part):
    """Guidance of a fleet."""

    desired_speed: SpeedRange | None = Field(
        default=None, description="desired speed of the autopilot: one number, or the lowest and the highest [m/s]"
    )
    goal: Literal["wander", "hold"] = Field(default="wander", description="goal of the autopilot")
    route: RoutePart | None = Field(default=None, description="route of the autopilot, instead of the goal")
    follow: FollowPart | None = Field(default=None, description="form a convoy: each vehicle follows the one before it")
