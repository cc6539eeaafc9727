"""Format of a task file: its keys, with their types and descriptions; error messages and pages show the descriptions.

Angles in files are in degrees, and their keys end in ``_deg``.
"""

import math
from typing import Annotated, Any, Literal, NamedTuple, cast

from pydantic import BeforeValidator, ConfigDict, Field

from ..base.keys import Area, NonNegative, Part, Positive

DEGREES = "_deg"  # ending of keys of angles in degrees
MOST_AGENTS = 64  # of a group, in which each agent looks at all others
GOAL = ("x", "y", "yaw_deg")  # keys of a goal's pose

Interval = Annotated[list[float], Field(min_length=2, max_length=2)]
Factors = Annotated[list[Positive], Field(min_length=2, max_length=2)]


def _number_or_interval(value: Any) -> Any:
    numbers = cast("list[Any]", value if isinstance(value, list) else [value, value])
    if len(numbers) != 2 or not all(type(one) in (int, float) and math.isfinite(one) for one in numbers):
        raise ValueError("a number, or a list of the least and the most")
    return cast("Any", value)


NumberOrInterval = Annotated[float | Interval, BeforeValidator(_number_or_interval)]


class ActionPart(Part):
    """An input of the driver, which an action in -1..1 sets."""

    input: Literal["throttle", "brake", "steer"] = Field(description="input of the driver")
    low: float = Field(default=-1.0, ge=-1.0, le=1.0, description="input for the action -1")
    high: float = Field(default=1.0, ge=-1.0, le=1.0, description="input for the action 1")


class PiecePart(Part):
    """A piece of a task; its other keys are the arguments of its kind."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True, allow_inf_nan=False)

    kind: str = Field(description="kind of the piece")

    @property
    def given(self) -> dict[str, Any]:
        """Return the arguments in SI, by name."""
        return {
            key.removesuffix(DEGREES): _in_radians(value) if key.endswith(DEGREES) else value
            for key, value in (self.model_extra or {}).items()
        }


class ObservationPart(PiecePart):
    """One entry of the observation, or several for lists of arguments."""

    scale: Positive | None = Field(default=None, description="entries are divided by it; by default that of the kind")


def _as_piece(value: Any) -> Any:
    return {"kind": value} if isinstance(value, str) else value


WrittenObservation = Annotated[ObservationPart, BeforeValidator(_as_piece)]  # its kind alone is short for {kind: ...}


class RewardPart(PiecePart):
    """A term of the reward."""

    weight: float = Field(default=1.0, description="the term is multiplied by it")
    role: str = Field(default="", description="role of the agents that get it; all by default")


class EndPart(PiecePart):
    """A condition that ends the episode."""

    reward: float = Field(default=0.0, description="added to the reward when the episode ends so")
    held_for: NonNegative = Field(
        default=0.0, description="time for which it must be true without a break; a multiple of the decision [s]"
    )
    role: str = Field(default="", description="role of the agents whose episodes end so; all by default")


class GoalPart(Part):
    """The goal: a pose that a part of the vehicle is to reach."""

    part: Literal["vehicle", "trailer"] = Field(default="vehicle", description="what is to reach the goal")
    x: NumberOrInterval = Field(default=0.0, description="east; or least and most, drawn for each episode [m]")
    y: NumberOrInterval = Field(default=0.0, description="north; or least and most [m]")
    yaw_deg: NumberOrInterval = Field(
        default=0.0, description="counter-clockwise from east; or least and most [degrees]"
    )
    heading_weight: NonNegative = Field(
        default=0.0, description="metres that a heading error of 1 rad counts as, in rewards [m/rad]"
    )
    left_weight: NonNegative = Field(
        default=1.0, description="metres ahead that a metre to the left counts as, in rewards [1]"
    )
    speed_weight: NonNegative = Field(default=0.0, description="metres that a speed of 1 m/s counts as, in rewards [s]")
    scale: Positive = Field(default=10.0, description="of positions in the goal-conditioned form [m]")

    @property
    def intervals(self) -> dict[str, list[float]]:
        """Least and most x, y [m] and heading [degrees]."""
        given = {name: getattr(self, name) for name in GOAL}
        return {name: value if isinstance(value, list) else [value, value] for name, value in given.items()}


class StartPart(Part):
    """Start of an episode: where the part that is to reach the goal stands, in the goal's frame; each drawn evenly."""

    ahead: Interval = Field(default=[0.0, 0.0], description="along the goal's heading, least and most [m]")
    left: Interval = Field(default=[0.0, 0.0], description="to the left of it, least and most [m]")
    heading_deg: Interval = Field(default=[0.0, 0.0], description="heading error, least and most [degrees]")
    hitch_deg: Interval = Field(default=[0.0, 0.0], description="hitch angle, least and most [degrees]")


class PlacePart(Part):
    """Start anywhere in an area of the ground, and a goal at a distance from it."""

    area: Area = Field(description="west, south, east, north of starts and goals [m]")
    distance: Interval = Field(description="from start to goal, least and most [m]")
    max_slope_deg: Positive = Field(default=15.0, lt=90.0, description="greatest slope at both [degrees]")
    clearance: NonNegative = Field(
        default=3.0, description="from objects to the circle around the vehicle, at both [m]"
    )
    avoid_soils: list[str] = Field(default=[], description="kinds of soil on which neither of them lies")
    heading_deg: Interval = Field(
        default=[-180.0, 180.0],
        description="heading at the start, counter-clockwise from the goal's direction, least and most [degrees]",
    )


class TaskPart(Part):
    """A task file."""

    description: str = Field(description="what the driver is to learn, in a sentence")
    world: dict[str, Any] = Field(description="keys of a scenario file, with one fleet")
    decision: Positive = Field(description="time between two actions; a multiple of the world's step [s]")
    time_limit: Positive = Field(description="an episode that lasts longer is cut off [s]")
    agents: Annotated[int, Field(ge=2, le=MOST_AGENTS)] | None = Field(
        default=None, description="number of agents that share one world and whose episodes begin and end together"
    )
    roles: list[str] = Field(default=[], description="roles of the agents, in order; all others have the last one")
    moving: PiecePart | None = Field(default=None, description="goals that move, and their kind; needs agents")
    goal: GoalPart = Field(default=GoalPart(), description="the pose to reach")
    start: StartPart | None = Field(default=None, description="start beside a goal that stays where it is")
    place: PlacePart | None = Field(default=None, description="start and goal anywhere on the ground")
    inputs: dict[Literal["throttle", "brake", "steer"], float] = Field(
        default={}, description="inputs of the driver that no action sets, in -1..1"
    )
    vary: dict[str, Interval] = Field(
        default={}, description="parameters of the model: least and greatest factor, drawn for each episode"
    )
    vary_soil: dict[Literal["friction", "resistance", "cone_index"], Factors] = Field(
        default={}, description="properties of the soil: least and greatest factor, drawn for each episode"
    )
    actions: Annotated[list[ActionPart], Field(min_length=1)] = Field(description="what the driver does")
    observations: Annotated[list[WrittenObservation], Field(min_length=1)] = Field(description="what the driver sees")
    rewards: list[RewardPart] = Field(default=[], description="terms of the reward")
    ends: Annotated[list[EndPart], Field(min_length=1)] = Field(description="what ends an episode")


def _in_radians(value: Any) -> Any:
    if isinstance(value, list):
        return [_in_radians(one) for one in cast("list[Any]", value)]
    return math.radians(value) if isinstance(value, int | float) else value


# ---- goals that move


class Convoy(NamedTuple):
    """Arguments of goals of a convoy."""

    spacing: float  # from the centre of the vehicle ahead, standing [m]
    headway: float  # added to it, for each m/s of the own speed [s]
    speed: float  # mean speed of the first goal [m/s]
    swing: float  # share of it by which the speed swings [1]
    curvature: float  # greatest of the way [1/m]
    wavelength: float  # of the way's bends [m]


class Pursuit(NamedTuple):
    """Arguments of goals of a pursuit."""

    distance: float  # of the pursuers from the first agent, at the start [m]


MOVING: dict[str, Any] = {"convoy": Convoy, "pursuit": Pursuit}
