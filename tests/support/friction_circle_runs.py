"""Runs of document 003's vehicles put right, for their tests."""

import itertools
import math

import pytest

from motorpool.models import find
from motorpool.models.composition import nest
from motorpool.models.mathematics import wrap_angle

tracked, wheeled = (find(f"friction-circle/{kind}").module for kind in ("tracked", "wheeled"))

GRAVITY = 9.81  # [m/s^2], as the document takes it
FULL = 1e6  # more than any force here [N]
BOTH = pytest.mark.parametrize("model", [tracked, wheeled], ids=["tracked", "wheeled"])
NO_DRAG = {"rolling_resistance": 0.0, "static_resistance": 0.0, "air_drag": 0.0}


def slope(degrees, towards=0.0):
    """Ground that rises by an angle towards a direction [rad]."""
    rise = math.tan(math.radians(degrees))
    return {"slope_x": rise * math.cos(towards), "slope_y": rise * math.sin(towards)}


def run(model, seconds, *, state=None, dt=1 / 60, ground=None, params=None, **control):
    """Every state on the way, the controls held."""
    state, control, params = state or model.State(), model.Control(**control), params or model.Params()
    ground = model.Ground(**(ground or {}))
    states = [state]
    for _ in range(round(seconds / dt)):
        states.append(model.step(states[-1], control, params, dt, ground))
    return states


def nested(model, values):
    """A state or parameters as the model's own functions take them: of parts."""
    name = "State" if isinstance(values, model.State) else "Params"
    return nest(getattr(model.COMPOSED, name), values)


def turned(states):
    """The angle turned in all, whole turns included [rad]."""
    return sum(wrap_angle(b.yaw - a.yaw) for a, b in itertools.pairwise(states))
