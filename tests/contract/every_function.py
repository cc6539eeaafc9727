"""Not a vehicle: a model that calls every function of the vocabulary, to compare them in all ways to run.

Source: ``motorpool.models.mathematics``.
"""

from typing import Any, NamedTuple

from motorpool.models.mathematics import (
    atan,
    atan2,
    clamp,
    cos,
    exp,
    floor,
    maximum,
    minimum,
    select,
    sin,
    sincos,
    sqrt,
    tan,
    wrap_angle,
)


class State(NamedTuple):
    """Results of the functions; each sum has parts of different size, so that none is lost."""

    circle: float = 0.0  # sine, cosine and both [1]
    slope: float = 0.0  # tangent and arc tangent [1]
    direction: float = 0.0  # angle of a vector, and an angle wrapped [1]
    growth: float = 0.0  # exponential and square root [1]
    steps: float = 0.0  # floor of numbers of both signs [1]
    choice: float = 0.0  # select, minimum, maximum and clamp [1]


class Control(NamedTuple):
    """The arguments."""

    first: float = 0.0  # any number [1]
    second: float = 0.0  # any number [1]


class Params(NamedTuple):
    """Nothing."""


def step(state: Any, control: Any, params: Any, dt: Any) -> State:
    """The functions of the two arguments."""
    a, b = control.first, control.second
    sine, cosine = sincos(3.0 * a)
    return State(
        sin(9.0 * a) + 2.0 * cos(7.0 * b) + 4.0 * sine * cosine,
        tan(a) + atan(5.0 * b),
        atan2(a, b) + 0.25 * wrap_angle(20.0 * a),
        exp(a - b) + sqrt(a * a + b * b),
        floor(9.0 * a) + 0.125 * floor(3.0 * b),
        select(a > b, a, 2.0 * b) + minimum(a, b * b) + maximum(a * a, b) + clamp(4.0 * a, -1.0, 0.5),
    )
