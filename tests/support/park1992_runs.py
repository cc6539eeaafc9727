"""Helpers of the tests of document 003's vehicles: parameters, printed and corrected, and runs on hills."""

import math

from motorpool.models.fields import Defect, fields_of
from motorpool.studies.published.models.park1992 import tracked as tank

GRAVITY = 9.81
FLAT = tank.Ground()
FRAME = 0.1  # ten frames a second, as in 1992 [s]


def params_of(vectors, model=tank, **others):
    """The vector file's vehicle and its constants: also ours, for the header is lost."""
    constants, vehicle = vectors["constants"], vectors["vehicle"]
    for name in ("POWER", "BREAK", "FORCE"):
        assert constants[f"MAX{name}"] == -constants[f"MIN{name}"]
    return model.Params(
        mass=vehicle["mass"],
        length=vehicle["length"],
        width=vehicle["width"],
        gravity=constants["GRAVITY"],
        static_friction=constants["SFRICTION"],
        rolling_friction=constants["DFRICTION"],
        max_drive_force=constants["MAXPOWER"],
        max_brake_force=constants["MAXBREAK"],
        max_force=constants["MAXFORCE"],
        max_speed=constants["MAXSPEED"],
        max_reverse_speed=-constants["MINSPEED"],
    )._replace(**others)


def defects_of(model):
    """The names of a model's defects."""
    words = fields_of(type("Only", (), {"__annotations__": {"it": Defect}, "_fields": ("it",)}))[0].names
    return [field.name for field in fields_of(model.Params) if field.names == words]


def corrected(model, *names, **others):
    """As printed but these defects; all of them where none is named."""
    return model.Params()._replace(**dict.fromkeys(names or defects_of(model), 0.0))._replace(**others)


def only(model, name, **others):
    """All corrected but this one."""
    return corrected(model)._replace(**{name: 1.0}, **others)


def on(hill, state):
    """The ground under a vehicle on a hill: its height as a function of east and north."""
    step = 1e-6
    ahead = (2.0 * math.cos(state.yaw), 2.0 * math.sin(state.yaw))
    return tank.Ground(
        hill(state.x, state.y),
        hill(state.x + ahead[0], state.y + ahead[1]),
        hill(state.x + ahead[1], state.y - ahead[0]),
        (hill(state.x + step, state.y) - hill(state.x - step, state.y)) / (2.0 * step),
        (hill(state.x, state.y + step) - hill(state.x, state.y - step)) / (2.0 * step),
    )


def run(model, state, control, params, *, steps=1, dt=FRAME, hill=lambda x, y: 0.0):
    """Every state on the way."""
    states = []
    for _ in range(steps):
        state = model.step(state, control, params, dt, on(hill, state))
        states.append(state)
    return states


def tanks(left, right, **others):
    return tank.Control(left_force=left, right_force=right, **others)


MOVING = {"acceleration": 1.0}  # anything but zero: friction is then what the speed says
