"""Additions to a steered car: steering that returns by itself, and a drift that is only drawn.

Source: "Simple 2D car steering physics in games" (document 004), its comments 17 and 18. Symbols there: returnRate
(here without its dt), carDriftHeading, carSpeedMax, driftDampening. At its return rate of 0.01 a return of 17 degrees
would take half a minute; the default here is "a bit faster" than the keys turn wheels with a limit of 0.6 rad.
"""

from typing import Annotated, Any, NamedTuple

from ...models.fields import Names, Range
from ...models.kinematic.bicycle.drift_heading import drift_heading, drift_heading_as_written
from ...models.kinematic.bicycle.steering_return import returned, returned_with_speed
from ...models.registry import Model

BY_HAND, STAYS, FIXED, WITH_SPEED = 0.0, 1.0, 2.0, 3.0  # codes of ``steering_return``
NO_DRIFT, LIMITED, AS_WRITTEN = 0.0, 1.0, 2.0  # codes of ``drift_heading``

SteeringReturn = Annotated[
    float,
    Range(low=0.0, high=3.0, words="0, 1, 2 or 3"),
    Names((("by hand", BY_HAND), ("none", STAYS), ("fixed rate", FIXED), ("with speed", WITH_SPEED)), is_choice=True),
]
DriftHeading = Annotated[
    float,
    Range(low=0.0, high=2.0, words="0, 1 or 2"),
    Names((("off", NO_DRIFT), ("limited", LIMITED), ("as written", AS_WRITTEN)), is_choice=True),
]
ReturnRate = Annotated[float, Range(low=0.0, high=10.0, words="in 0..10")]
ReturnPerSpeed = Annotated[float, Range(low=0.0, high=2.0, words="in 0..2")]
Damping = Annotated[float, Range(low=0.0, high=2.0, words="in 0..2")]
DriftSpeed = Annotated[float, Range(low=1.0, high=100.0, words="in 1..100")]


class Additions(NamedTuple):
    """Additions that are switched on for one car."""

    steering_return: SteeringReturn = 0.0  # return of the wheels when no steering key is held (comment 17) [1]
    return_rate: ReturnRate = 1.8  # rate of return of the steer angle, with a fixed rate [rad/s]
    return_per_speed: ReturnPerSpeed = 0.3  # rate of return of the steer angle per speed [rad/m]
    drift_heading: DriftHeading = 0.0  # the car is drawn turned into the bend; its motion is unchanged (comment 18) [1]
    drift_damping: Damping = 0.5  # share of the steer angle that is added to the drawn yaw at top speed [1]
    drift_max_speed: DriftSpeed = 12.0  # speed from which the whole share is added [m/s]

    @property
    def steers_itself(self) -> bool:
        """Return whether the wheels return by one of the laws here, not by the keys."""
        return self.steering_return != BY_HAND

    @property
    def is_drawn_drifting(self) -> bool:
        """Return whether the drawn yaw differs from the car's yaw."""
        return self.drift_heading != NO_DRIFT


def suits(model: Model) -> bool:
    """Return whether a model has the fields that the additions read: a steer angle, its limit, and a speed."""
    known = {*model.module.State._fields, *model.module.Control._fields}
    return {"steer_angle", "speed"} <= known and "max_steer_angle" in model.module.Params._fields


def steer_after(steer: float, additions: Additions, *, max_steer_angle: float, speed: float, dt: float) -> float:
    """Return the steering command (-1..1) after ``dt`` [s] without a steering key, at a commanded speed [m/s].

    A full command is ``max_steer_angle`` [rad].
    """
    angle = steer * max_steer_angle
    if additions.steering_return == FIXED:
        angle = returned(angle, additions.return_rate, dt)
    elif additions.steering_return == WITH_SPEED:
        angle = returned_with_speed(angle, speed, additions.return_per_speed, dt)
    return angle / max_steer_angle if max_steer_angle > 0.0 else steer


def drawn_yaw(vehicle: Any, additions: Additions) -> float:
    """Return the yaw [rad] at which a car is drawn."""
    draw = drift_heading_as_written if additions.drift_heading == AS_WRITTEN else drift_heading
    return draw(vehicle.yaw, vehicle.steer_angle, vehicle.speed, additions.drift_max_speed, additions.drift_damping)
