"""Actuated form of a model: the same motion with an offset, ratio and delay of its steering, and a sensor's lever arm.

    car = mp.Vehicle("bicycle+actuated", steer_offset=0.02, steer_delay=0.1)  # [rad] to the left, [s]

It has the fields of ``actuation`` and ``sensor_mount`` besides the model's own, and is a model as any other: vehicles,
fleets, worlds, GPUs, derivatives and exports apply all of it.
"""

import linecache
from collections.abc import Callable
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import cast

from ..base.errors import ModelError
from . import actuation, sensor_mount
from .actuation import actuated as actuated_steering
from .fields import fields_of, flat_structure, home_name, names_in

ENDING = "+actuated"  # of the name
STEER = "steer_angle"
NAMES = (*actuation.Params._fields, *sensor_mount.Params._fields)  # of the parameters that are added
OF_MODEL = ("PLAIN", "USUAL", "VEHICLE")  # names that are not those of the form


@lru_cache(maxsize=64)
def actuated_form(module: ModuleType) -> ModuleType:
    """Return the actuated form of a model in its flat form.

    Raises:
        ModelError: it takes no steer angle, or has the parameters already.
    """
    name = home_name(module.__name__)
    if STEER not in module.Control._fields:
        has = ", ".join(module.Control._fields) or "nothing"
        raise ModelError(
            f"{name} takes {has} and no {STEER}, so it has no actuated form: offset, ratio and delay are those of a "
            "steer angle"
        )
    if set(NAMES) & set(module.Params._fields):
        raise ModelError(f"{name} has the parameter {sorted(set(NAMES) & set(module.Params._fields))[0]} already")
    form = ModuleType(module.__name__, module.__doc__)
    vars(form).update({each: getattr(module, each) for each in dir(module) if not each.startswith("__")})
    for each in OF_MODEL:
        vars(form).pop(each, None)
    added = {
        "State": fields_of(actuation.State),
        "Params": (*fields_of(actuation.Params), *fields_of(sensor_mount.Params)),
    }
    for each, fields in added.items():
        plain = getattr(module, each)
        vars(form)[each] = flat_structure(plain, (*fields_of(plain), *fields))
    for each in ("step", "control_from_command", "is_valid"):
        if hasattr(module, each):
            vars(form)[each] = _function(module, form, each)
    return form


def _function(module: ModuleType, form: ModuleType, name: str) -> Callable[..., object]:
    source = _SOURCES[name](module)
    file = f"<actuated form of {module.__name__}.{name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # for tracebacks
    scope: dict[str, object] = {
        "__name__": module.__name__,
        f"plain_{name}": getattr(module, name),
        "actuated_steering": actuated_steering,
        "Steering": actuation.State,
        "SteeringParams": actuation.Params,
        "State": form.State,
        **{f"Plain{each}": getattr(module, each) for each in ("State", "Control", "Params")},
    }
    exec(compile(source, file, "exec"), scope)
    function = cast("FunctionType", scope[name])
    function.__doc__ = getattr(module, name).__doc__
    return function


def _step_source(module: ModuleType) -> str:
    ground = ", ground" if hasattr(module, "Ground") else ""
    after = [f"after.{name}" for name in module.State._fields]
    return (
        f"def step(state, control, params, dt{ground}):\n"
        f"    line = actuated_steering({_taken('Steering', 'state', actuation.State)}, control.{STEER}, "
        f"{_taken('SteeringParams', 'params', actuation.Params)}, dt)\n"
        f"    after = plain_step({_taken('PlainState', 'state', module.State)}, {_control(module, 'line.angle')}, "
        f"{_taken('PlainParams', 'params', module.Params)}, dt{ground})\n"
        f"    return State({', '.join([*after, *[f'line.state.{name}' for name in actuation.State._fields]])})\n"
    )


def _command_source(module: ModuleType) -> str:
    return (
        "def control_from_command(state, speed, steer, params, dt):\n"
        f"    return plain_control_from_command({_taken('PlainState', 'state', module.State)}, speed, steer, "
        f"{_taken('PlainParams', 'params', module.Params)}, dt)\n"
    )


def _valid_source(module: ModuleType) -> str:
    angle = f"params.steer_ratio * control.{STEER} + params.steer_offset"
    return (
        "def is_valid(control, params, dt):\n"
        f"    return plain_is_valid({_control(module, angle)}, {_taken('PlainParams', 'params', module.Params)}, dt)\n"
    )


_SOURCES = {"step": _step_source, "control_from_command": _command_source, "is_valid": _valid_source}


def _taken(structure: str, values: str, fields: type) -> str:
    return f"{structure}({', '.join(f'{values}.{name}' for name in names_in(fields))})"


def _control(module: ModuleType, angle: str) -> str:
    values = [angle if name == STEER else f"control.{name}" for name in module.Control._fields]
    return f"PlainControl({', '.join(values)})"
