"""Walks through polar movement, for its tests: the document's magic numbers, a start, a path, the words of its laws.

The document gives its magic numbers no values; the vectors' are these, and so are the models' defaults.
"""

import itertools
import math

import pytest

from motorpool.models.fields import fields_of
from motorpool.models.kinematic.polar import corrected
from motorpool.models.mathematics import wrap_angle
from motorpool.studies.published.models.polar import faithful

DT = 1.0 / 60.0
TOP_SPEED, ACCELERATION, TURN_RATE = 10.0, 20.0, 5.0
KEY, NO_KEY = 1.0, -1.0
OPPOSED = math.pi

TURNS, SPEEDS = ("sine", "linear", "fixed"), ("one", "cosine", "capped")
BRAKES = ("none", "full", "linear", "cosine")
BOTH = pytest.mark.parametrize("model", [faithful, corrected], ids=["faithful", "corrected"])
LAWS = ("turn_law", "brake_law", "speed_law", "angular_velocity")
VARIANTS = [dict(zip(LAWS, words, strict=True)) for words in itertools.product(TURNS, BRAKES, SPEEDS, ("kept", "none"))]


def start(model, speed, *, direction=0.0, yaw_rate=0.0):
    """At the origin."""
    return model.State(yaw=wrap_angle(direction), speed=speed, yaw_rate=yaw_rate)


def chosen(model, **words):
    """The parameters with these words in them."""
    known = {field.name: field for field in fields_of(model.Params)}
    return model.Params(**{name: known[name].check(word, "here") for name, word in words.items()})


def path(model, state, *, key=KEY, wanted=0.0, steps=60, dt=DT, **words):
    """Every state from the first one on."""
    params, states = chosen(model, **words), [state]
    for _ in range(steps):
        states.append(model.step(states[-1], model.Control(key, wanted), params, dt))
    return states


def overshoot(model, rate):
    """Of a turn by 1.2 rad at 5 m/s within 4 s: the farthest beyond the wanted direction, and the last."""
    states = path(model, start(model, 5.0), wanted=1.2, steps=4 * rate, dt=1.0 / rate)
    beyond = [wrap_angle(state.yaw - 1.2) for state in states[1:]]
    return [max(beyond), beyond[-1]]
