"""Hovercraft: a fan pushes it, nothing holds it sideways; a motion model of your own in one file.

    python own_model.py [drift.png]                # runs it: one vehicle, then ten thousand
    motorpool models ./own_model.py                # its fields, as of any model
    motorpool compare ./own_model.py single-track  # drawn beside another

Needs motorpool[app].

Written with the words of ``motorpool.models.mathematics`` instead of ``if`` and ``math``, the same text runs on
numbers, on arrays and compiled. Valid for steps up to 0.1 s; a linear drag stands for air and skirt. Source: Newton's
second law.
"""

import sys
from typing import Any, NamedTuple

from motorpool.models.fields import Positive, Signed
from motorpool.models.mathematics import Real, clamp, exp, sincos, wrap_angle

KIND = "point"
REFERENCE_POINT = "the centre of mass"


class State(NamedTuple):
    """Pose, and the velocity in the world's axes."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east [rad]
    velocity_x: float = 0.0  # east [m/s]
    velocity_y: float = 0.0  # north [m/s]
    yaw_rate: float = 0.0  # counter-clockwise [rad/s]


class Control(NamedTuple):
    """Driver inputs."""

    thrust: Signed = 0.0  # of the fan, backward negative [1]
    steer: Signed = 0.0  # of the rudder, left positive [1]


class Params(NamedTuple):
    """Parameters of the vehicle."""

    mass: Positive = 350.0  # loaded [kg]
    max_thrust: Positive = 900.0  # of the fan [N]
    drag_time: Positive = 8.0  # in which speed falls to 1/e [s]
    max_yaw_rate: Positive = 0.9  # at full rudder [rad/s]
    turn_time: Positive = 0.6  # in which the yaw rate follows the rudder [s]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s] at constant controls."""
    sine, cosine = sincos(state.yaw)
    push = clamp(control.thrust, -1.0, 1.0) * params.max_thrust / params.mass * dt
    kept = exp(-dt / params.drag_time)
    velocity_x, velocity_y = (state.velocity_x + push * cosine) * kept, (state.velocity_y + push * sine) * kept
    wanted = clamp(control.steer, -1.0, 1.0) * params.max_yaw_rate
    yaw_rate = state.yaw_rate + (wanted - state.yaw_rate) * (1.0 - exp(-dt / params.turn_time))
    x, y = state.x + velocity_x * dt, state.y + velocity_y * dt
    return State(x, y, wrap_angle(state.yaw + yaw_rate * dt), velocity_x, velocity_y, yaw_rate)


def main() -> None:
    """Drive one hovercraft through a bend, then ten thousand of different drag, and plot some ways."""
    import matplotlib.pyplot as plt
    import numpy as np

    import motorpool as mp

    me = sys.modules[__name__]  # a module is accepted wherever a name is
    one = mp.Vehicle(me, thrust=1.0, steer=0.3)
    one.step(dt=0.02, steps=500)
    print(one)

    many = mp.Fleet(me, 10_000, thrust=1.0, drag_time=np.geomspace(1.0, 30.0, 10_000))
    history = many.run(0.02, 1000, every=10, columns=["x", "y"], control=lambda time: set_steer(many, time))
    print(history)

    figure, axes = plt.subplots(figsize=(9, 3.0), layout="constrained")
    for vehicle in (0, 3000, 6000, 9999):
        drag_time = many.params.drag_time[vehicle]
        axes.plot(history.x[:, vehicle], history.y[:, vehicle], label=f"drag time {drag_time:.1f} s")
    axes.set(title="The less drag, the wider the drift", xlabel="x, east [m]", ylabel="y, north [m]", aspect="equal")
    figure.legend(loc="outside right center")
    if len(sys.argv) > 1:
        figure.savefig(sys.argv[1], dpi=80)
    else:
        plt.show()


def set_steer(fleet: Any, time: float) -> None:
    """Straight ahead for eight seconds, then to the left."""
    fleet.control.steer = 0.35 if time > 8.0 else 0.0


if __name__ == "__main__":
    main()
