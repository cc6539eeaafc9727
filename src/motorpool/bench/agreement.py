"""What is timed must be right: batches, and the C yardstick, against the model's scalar function in plain Python."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..errors import ModelError, Status
from ..fleet import Fleet
from ..kernels.columns import BLOCK, cpu_count
from .yardstick import Build

COUNT = BLOCK + 37  # a whole block and a rest that fills no vector
STEPS = 20
DT = 1 / 60
BROKEN = 5  # the vehicle with a control that is NaN

Stepper = Callable[[Fleet], None]


def check_agreement(model: Any, float_type: str, builds: Sequence[Build]) -> dict[str, str]:
    """Compare every vehicle after some steps, one with a broken control among them.

    Returns:
        The C builds that are wrong, by their words, with a sentence each: a compiler may go too far.

    Raises:
        ModelError: the kernel differs from the scalar function; nothing should be timed then.
    """
    expected = _by_scalar_function(random_fleet(model, COUNT, float_type, broken=BROKEN))
    for threads in (1, cpu_count()):
        _compare("the kernel", lambda fleet, t=threads: fleet.step(DT, STEPS, threads=t), model, float_type, expected)
    wrong: dict[str, str] = {}
    for build in builds:
        try:
            _compare(build.words, lambda fleet, b=build: b.stepper(fleet)(DT, STEPS, 1), model, float_type, expected)
        except ModelError as error:
            wrong[build.words] = str(error)
    return wrong


def random_fleet(model: Any, count: int, float_type: str, *, broken: int | None = None) -> Fleet:
    """Vehicles at random places with random controls, always the same ones; NaN for the control of one if asked for."""
    random = np.random.default_rng(1992)
    fleet = Fleet(model, count, dtype=float_type)
    for field in fleet.model.module.State._fields:
        getattr(fleet.state, field)[:] = random.uniform(-3.0, 3.0, count)
    for field in fleet.model.module.Control._fields:
        reach = 0.5 if field.endswith(("angle", "yaw_rate")) else 10.0
        getattr(fleet.control, field)[:] = random.uniform(-reach, reach, count)
    if broken is not None:
        for column in fleet.control:
            column[broken] = math.nan
    return fleet


def _by_scalar_function(fleet: Fleet) -> Fleet:
    """The fleet, stepped row by row in plain Python."""
    module = fleet.model.module
    parts = [np.array([*part], float).T.tolist() for part in (fleet.state, fleet.control, fleet.params)]
    for row in range(fleet.count):
        state = module.State(*parts[0][row])
        control = module.Control(*parts[1][row])
        params = module.Params(*parts[2][row]) if len(parts[2]) else module.Params()
        for _ in range(STEPS):
            after = module.step(state, control, params, DT)
            if not math.isfinite(sum(after)):
                fleet.status[row] |= Status.NOT_FINITE
                break
            state = after
        for column, value in zip(fleet.state, state, strict=True):
            column[row] = value
    return fleet


def _compare(who: str, step: Stepper, model: Any, float_type: str, expected: Fleet) -> None:
    fleet = random_fleet(model, COUNT, float_type, broken=BROKEN)
    step(fleet)
    where = f"{fleet.model.name} {float_type}: {who}"
    if not np.array_equal(fleet.status, expected.status):
        row = int(np.flatnonzero(fleet.status != expected.status)[0])
        raise ModelError(
            f"{where} sets the status of vehicle {row} to {fleet.status[row]}, the scalar function to "
            f"{expected.status[row]}; it is not timed until they agree"
        )
    for name, got, wanted in zip(fleet.model.module.State._fields, fleet.state, expected.state, strict=True):
        wrong = np.flatnonzero(~(_difference(name, got, wanted) <= tolerance(float_type)))
        if wrong.size:
            row = int(wrong[0])
            raise ModelError(
                f"{where} says {name} = {got[row]:.17g} for vehicle {row}, the scalar function {wanted[row]:.17g}; "
                "it is not timed until they agree"
            )


def _difference(name: str, got: Any, wanted: Any) -> Any:
    difference = got.astype(float) - wanted.astype(float)
    return np.abs(np.remainder(difference + math.pi, 2.0 * math.pi) - math.pi if name == "yaw" else difference)


def tolerance(float_type: str) -> float:
    """Rounding, once a step, of numbers up to 16: places in metres, angles in radians."""
    return 16.0 * STEPS * float(np.finfo(float_type).eps)
