"""A file of a model that leaves a trace if it is imported."""

MODEL = """
from typing import NamedTuple


class State(NamedTuple):
    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east [rad]


class Control(NamedTuple):
    speed: float = 0.0  # forward [m/s]


class Params(NamedTuple):
    drag: float = 0.5  # share of the speed that is lost [1]


def step(state, control, params, dt):
    return State(state.x + control.speed * dt, state.y, state.yaw)


def control_from_command(state, speed, steer, params, dt):
    return Control(speed)
"""
TRAP = f"""
from pathlib import Path

Path({{trace!r}}).write_text("ran")
raise RuntimeError("it was imported")
{MODEL}"""  # to be formatted with the path of its trace
