"""A model that plain Python runs and no kernel can: for the sentence that says so. Source: none."""

from typing import NamedTuple


class State(NamedTuple):
    x: float = 0.0  # east [m]


class Control(NamedTuple):
    speed: float = 0.0  # forward [m/s]


class Params(NamedTuple):
    """Nothing."""


def step(state, control, params, dt):
    return State(state.x + dt * float(f"{control.speed:.3f}"))
