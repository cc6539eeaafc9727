"""Helpers of the tests of document 004's cars: a model driven for a while, and the document's own code.

The code is written as it stands there, in the world's axes.
"""

import math

import pytest

from motorpool.models.mathematics import wrap_angle

SINGLE_STEP, MULTI_STEP = 1e-12, 1e-9  # as the vector file states them


def driven(model, speed, steer, wheelbase, *, dt, steps=1, start=(0.0, 0.0, 0.0), **params):
    """The state after so many frames."""
    state = model.State(*start)
    for _ in range(steps):
        state = model.step(state, model.Control(steer, speed), model.Params(wheelbase=wheelbase, **params), dt)
    return state


def assert_pose(actual, expected, tolerance):
    """Places agree, and directions as directions."""
    assert actual[:2] == pytest.approx(expected[:2], abs=tolerance, rel=0.0)
    assert wrap_angle(actual[2] - expected[2]) == pytest.approx(0.0, abs=tolerance)


def unit(angle):
    """The unit vector of a direction."""
    return complex(math.cos(angle), math.sin(angle))


def direction(vector):
    """The direction of a vector."""
    return math.atan2(vector.imag, vector.real)


def documents_six_lines(x, y, heading, speed, steer, base, dt):
    """Its three steps."""
    location = complex(x, y)
    front = location + base / 2 * unit(heading)
    back = location - base / 2 * unit(heading)
    back += speed * dt * unit(heading)
    front += speed * dt * unit(heading + steer)
    location = (front + back) / 2
    return location.real, location.imag, direction(front - back)
