"""Manual control: throttle, brake and steering target become the commanded speed and the steering command.

The throttle accelerates the vehicle; dry resistance and brakes decelerate it, and can end a motion but not begin one
(the impulse clamp, here solved exactly: the acceleration is constant until the vehicle stops, and constant afterwards).
The vehicle therefore comes to rest without creeping or chattering, and two half steps are equal to one whole step.

The steering command changes toward the target at a limited rate, and returns to the centre without input. Its limit
decreases with speed, so that the lateral acceleration stays below a limit.
"""

from typing import NamedTuple

from ...models.mathematics import Real, clamp, maximum, minimum, select
from ...models.parts.pedals import driveline
from ...models.registry import Model
from ..navigation.speed_control import time_to_stop
from ..navigation.steering_control import steer_limit, turn_wheel


class Handling(NamedTuple):
    """Limits of a driver of a vehicle; none is negative."""

    max_speed: float = 20.0  # forward [m/s]
    max_reverse_speed: float = 5.0  # backward, a magnitude [m/s]
    acceleration: float = 2.5  # at full throttle, resistance already taken off [m/s^2]
    braking: float = 6.0  # at full brake, or full throttle against the motion, resistance not counted [m/s^2]
    coasting: float = 0.6  # deceleration by resistance, input or not [m/s^2]
    steer_rate: float = 2.0  # of the steering command: 2 is half a second from the middle to full [1/s]
    max_lateral_acceleration: float = 4.0  # the steering allows no more [m/s^2]
    full_curvature: float = 0.2  # of the path at full steer; a radius of 5 m is 0.2 [1/m]


# How vehicles answer to a driver where a scenario does not say.
HANDLING = {
    "wheeled": Handling(),
    "tracked": Handling(
        max_speed=15.0, max_reverse_speed=4.0, acceleration=2.0, braking=5.0, max_lateral_acceleration=5.0
    ),
    "point": Handling(max_reverse_speed=0.0),  # polar movement turns about instead
}


def handling_of(model: Model) -> Handling:
    """Return the driver's limits for a model: those of its vehicle file, else those of its kind."""
    kind = HANDLING.get(model.kind, Handling())
    return kind if model.vehicle is None else kind._replace(**model.vehicle.handling)


def drive_by_hand(
    speed: Real, steer: Real, throttle: Real, brake: Real, target_steer: Real, handling: Handling, dt: Real
) -> tuple[Real, Real]:
    """Return the speed [m/s] and the steering command (-1..1, left positive) after ``dt`` [s].

    Args:
        throttle: in -1..1, limited to it; against the motion it brakes, then accelerates in the other direction.
        brake: in 0..1, limited to it; stops the vehicle and holds it. Near its end the throttle does not drive.
        target_steer: in -1..1, limited to it, left positive.
        dt: the step, not negative [s].
    """
    held = clamp(brake, 0.0, 1.0)
    pedal = clamp(throttle, -1.0, 1.0) * driveline(held)
    new_speed = _moved(speed, pedal, held, handling, dt)
    limit = steer_limit(new_speed, handling.full_curvature, handling.max_lateral_acceleration)
    target = clamp(target_steer, -limit, limit)
    return new_speed, clamp(turn_wheel(steer, target, handling.steer_rate, dt), -limit, limit)


def _moved(speed: Real, pedal: Real, held: Real, handling: Handling, dt: Real) -> Real:
    """Return the speed after ``dt``: in the present direction or, after a stop, in that of the throttle."""
    direction = select(speed < 0.0, -1.0, 1.0)
    magnitude, along = abs(speed), direction * pedal
    top = select(speed < 0.0, handling.max_reverse_speed, handling.max_speed)
    gain = _push_off(maximum(along, 0.0), held, handling)
    against = minimum(held + maximum(-along, 0.0), 1.0) * handling.braking
    loss = select(along < 0.0, against + handling.coasting, -gain)

    # Above its limit, which may have changed, the vehicle is not accelerated until resistance has slowed it down.
    resistance = maximum(loss, handling.coasting)
    time_over = minimum(time_to_stop(maximum(magnitude - top, 0.0), resistance), dt)
    magnitude_then, time_then = magnitude - resistance * time_over, dt - time_over
    faster = minimum(magnitude_then - loss * time_then, maximum(top, magnitude_then))
    slower = maximum(magnitude_then - loss * time_then, 0.0)
    still_moving = direction * select(loss < 0.0, faster, slower)

    time_left = maximum(time_then - time_to_stop(magnitude_then, loss), 0.0)
    has_stopped = select(loss > 0.0, slower, magnitude) <= 0.0
    return select(has_stopped, _from_rest(pedal, held, handling, time_left), still_moving)


def _from_rest(pedal: Real, held: Real, handling: Handling, duration: Real) -> Real:
    """Return the speed ``duration`` [s] after standstill: 0 if the resistance exceeds the throttle."""
    gain = maximum(_push_off(abs(pedal), held, handling), 0.0) * duration
    return select(pedal < 0.0, -minimum(gain, handling.max_reverse_speed), minimum(gain, handling.max_speed))


def _push_off(pedal: Real, held: Real, handling: Handling) -> Real:
    """Return the acceleration [m/s^2] along the motion by a throttle in 0..1, minus resistance and brake."""
    return pedal * (handling.acceleration + handling.coasting) - handling.coasting - held * handling.braking
