"""Checks before timing: batches and the C reference agree with the model's scalar function in plain Python."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from motorpool.base.errors import ModelError, Status
from motorpool.compile.columns import BLOCK, cpu_count
from motorpool.models.fields import Field, fields_of
from motorpool.vehicles.fleet import Fleet

from .c_reference import Build

COUNT = BLOCK + 37  # a whole block and a rest that fills no vector
STEPS = 20
DT = 1 / 60
FEEDBACK = 100.0  # a force that depends on a speed that depends on forces: so much more rounding after ``STEPS``
MOST_SENSITIVE = 10  # vehicles whose law may be so steep that rounding a state shows
PERTURBATIONS = 8  # of such a vehicle's state
BROKEN = 5  # the vehicle with a control that is NaN

REACH = {"m": 3.0, "rad": 0.5, "rad/s": 0.5, "N": 1e5}  # how far from zero values lie, by unit

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
    """Return vehicles at random places with random controls, always the same ones; ``broken`` has a NaN control.

    Args:
        broken: row of a vehicle whose control is to be NaN; none by default.
    """
    random = np.random.default_rng(1992)
    fleet = Fleet(model, count, dtype=float_type)
    structures = fleet.model.structures
    for columns, part in ((fleet.state, "state"), (fleet.control, "control")):
        for field in fields_of(structures[part]):
            getattr(columns, field.name)[:] = _ordinary(random, field, count)
    if broken is not None:
        for column in fleet.control:
            column[broken] = math.nan
    return fleet


def _ordinary(random: np.random.Generator, field: Field, count: int) -> Any:
    """Values such as a field has on the road: of its words, within its range, or of the size that its unit suggests."""
    if field.names is not None and field.names.is_choice:
        return random.choice([value for _, value in field.names.values], count)
    reach = REACH.get(field.unit, 10.0)
    low, high = max(field.range.low, -reach), min(field.range.high, reach)
    return random.uniform(low, high, count)


def _spread(model: Any, expected: Fleet, name: str, row: int, float_type: str) -> float:
    """Return the allowed error of a result whose state is rounded: a law may be steep where it begins."""
    random = np.random.default_rng(row)
    wanted: Any = getattr(expected.state, name)
    worst = 0.0
    for _ in range(PERTURBATIONS):
        fleet = random_fleet(model, COUNT, float_type, broken=BROKEN)
        for column in fleet.state:
            column[row] *= 1.0 + np.finfo(float_type).eps * random.choice((-1.0, 1.0))
        got: Any = getattr(_by_scalar_function(fleet, [row]).state, name)
        worst = max(worst, float(_difference(name, got, wanted)[row]))
    return STEPS * worst


def _by_scalar_function(fleet: Fleet, rows: Sequence[int] | None = None) -> Fleet:
    module = fleet.model.module
    columns = (fleet.state, fleet.control, fleet.params, fleet.ground)
    parts = [np.array([*part], float).T.tolist() for part in columns]
    structures = fleet.model.structures.values()
    for row in range(fleet.count) if rows is None else rows:
        state, control, params, *ground = [
            structure(*part[row]) if part else structure() for structure, part in zip(structures, parts, strict=False)
        ]
        for _ in range(STEPS):
            after = module.step(state, control, params, DT, *ground)
            flags = Status(0) if math.isfinite(sum(after) + sum(control)) else Status.NOT_FINITE
            if fleet.model.limit and not module.is_valid(control, params, DT):
                flags |= Status.OUT_OF_RANGE
            if flags:
                fleet.status[row] |= flags
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
    for field, got, wanted in zip(fields_of(fleet.model.module.State), fleet.state, expected.state, strict=True):
        name, size = field.name, np.maximum(1.0, np.maximum(abs(wanted), REACH.get(field.unit, 0.0)) / 16.0)
        allowed = tolerance(float_type) * size * (FEEDBACK if fleet.model.is_dynamic else 1.0)
        wrong = np.flatnonzero(~(_difference(name, got, wanted) <= allowed))
        for row in map(int, wrong):
            off = float(_difference(name, got, wanted)[row])
            if wrong.size <= MOST_SENSITIVE and off <= _spread(model, expected, name, row, float_type):
                continue
            raise ModelError(
                f"{where} says {name} = {got[row]:.17g} for vehicle {row}, the scalar function {wanted[row]:.17g}; "
                "it is not timed until they agree"
            )


def _difference(name: str, got: Any, wanted: Any) -> Any:
    difference = got.astype(float) - wanted.astype(float)
    return np.abs(np.remainder(difference + math.pi, 2.0 * math.pi) - math.pi if name == "yaw" else difference)


def tolerance(float_type: str) -> float:
    """Rounding, once a step, of numbers up to 16: places in metres, angles in radians; larger ones have more of it."""
    return 16.0 * STEPS * float(np.finfo(float_type).eps)
