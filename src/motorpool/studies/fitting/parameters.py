"""Parameters of a fit: scale, bounds and starts of the search.

A positive parameter is searched on a logarithmic scale: a step of 0.1 is ten per cent in any unit, and the value stays
positive. Others are searched on a linear scale, in units of the width of their range.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError, ModelError, require, unknown_name
from ...models import sensor_mount
from ...models.actuated import NAMES as ADDED
from ...models.actuated import STEER
from ...models.fields import Field, fields_of
from ...models.registry import Model, actuated

Floats = NDArray[np.float64]

WIDEST = 30.0  # greatest factor between a positive parameter and its start value, in both directions
PLAUSIBLE = 2.0  # greatest factor for the starts of searches
EDGE = 1e-3  # share of the width of a range; a value closer to an end is at its bound
SCALES = {"steer_offset": 0.05, "steer_delay": 0.1}  # of the search, in the parameter's unit
INSIDE = {"steer_delay": 0.5}  # least coordinate of a start: a search that starts at the bound does not move
MOUNT = sensor_mount.Params._fields
MOUNT_SHARE = 0.5  # plausible lever arm of a sensor, as a share of the wheelbase
UNIT_OF_OFFSET = {"rad": 0.05, "rad/s": 0.05, "m/s": 1.0, "m/s^2": 0.5, "m": 1.0, "1": 0.05}  # plausible, in that unit


class Parameter(NamedTuple):
    """Parameter of the search."""

    name: str
    unit: str
    meaning: str
    is_logarithmic: bool
    start: float  # value
    scale: float  # of the search, if it is not logarithmic
    low: float  # bounds of the coordinate
    high: float

    def coordinate(self, value: float) -> float:
        """Return the coordinate of a value."""
        return math.log(value) if self.is_logarithmic else value / self.scale

    def value(self, coordinate: float) -> float:
        """Return the value at a coordinate."""
        return math.exp(coordinate) if self.is_logarithmic else coordinate * self.scale

    def slope(self, value: float) -> float:
        """Return the derivative of the value by the coordinate."""
        return value if self.is_logarithmic else self.scale

    def is_at_bound(self, coordinate: float) -> bool:
        """Return whether a coordinate is at an end of the range."""
        margin = EDGE * (self.high - self.low) if math.isfinite(self.high - self.low) else EDGE
        return coordinate - self.low < margin or self.high - coordinate < margin


def parameter_of(field: Field, start: float, *, scale: float | None = None) -> Parameter:
    """Return a parameter of a model for the search.

    Args:
        scale: scale of the search; by default logarithmic for a positive value, else by the range.
    """
    low, high = field.range.low, field.range.high
    if low == 0.0 and math.isinf(high) and start > 0.0:
        middle, width = math.log(start), math.log(WIDEST)
        return Parameter(field.name, field.unit, field.meaning, True, start, 1.0, middle - width, middle + width)
    width = scale or (high - low if math.isfinite(high - low) else max(abs(start), 1.0))
    margin = 1e-6 if field.range.is_open else 0.0
    ends = (low / width + margin, high / width - margin)
    return Parameter(field.name, field.unit, field.meaning, False, start, width, *ends)


def offset_of(name: str, unit: str) -> Parameter:
    """Return the offset of a column of the log as a parameter."""
    scale = UNIT_OF_OFFSET.get(unit, 1.0)
    return Parameter(f"offset of {name}", unit, "logged less true", False, 0.0, scale, -10.0, 10.0)


def candidates(model: Model, params: Mapping[str, float], fixed: Sequence[str]) -> list[Parameter]:
    """Return the parameters of a model that may be fitted: numbers that are not fixed; ``params`` are start values."""
    found: list[Parameter] = []
    wheelbase = sum(params[name] for name in model.dimensions.get("wheelbase", ())) or 1.0
    for field in fields_of(model.module.Params):
        is_choice = field.names is not None and field.names.is_choice
        if not is_choice and field.name not in fixed:
            scale = MOUNT_SHARE * wheelbase if field.name in MOUNT else SCALES.get(field.name)
            found.append(parameter_of(field, params[field.name], scale=scale))
    return found


def fitted_form(model: Model, names: Iterable[str]) -> Model:
    """Return the actuated form of a model if one of the names is a parameter of that form, else the model.

    Raises:
        FitError: the model has no actuated form.
    """
    if not set(names) & set(ADDED) - set(model.module.Params._fields):
        return model
    try:
        return actuated(model)
    except ModelError as error:
        raise FitError(str(error)) from error


def checked_names(model: Model, names: Sequence[str], option: str) -> list[str]:
    """Return names of parameters that the user gave to an option.

    Raises:
        FitError: the model has no such parameter.
    """
    own = [field.name for field in fields_of(model.module.Params)]
    known = [*own, *[name for name in ADDED if name not in own and STEER in model.module.Control._fields]]
    for name in names:
        parts = model.dimensions.get(name, ())
        if name not in own and parts:
            raise FitError(f"{option}: {name} of {model.name} is the sum of {' and '.join(parts)}; give these")
        if name not in own:
            listed = f"`motorpool models {model.name}`"
            raise FitError(f"{option}: {unknown_name(model.name, 'parameter', name, known, listed=listed)}")
    return list(names)


def checked_values(model: Model, values: Mapping[str, float | str]) -> dict[str, float]:
    """Return fixed values of parameters: numbers, or words where a parameter has a choice.

    Raises:
        FitError: the model has no such parameter, or a value is out of its range.
    """
    checked_names(model, list(values), "--fix")
    fields = {field.name: field for field in fields_of(model.module.Params)}
    try:
        return {name: fields[name].check(value, model.name) for name, value in values.items()}
    except ValueError as error:
        raise FitError(f"--fix: {error}") from error


def plausible_starts(parameters: Sequence[Parameter], count: int, seed: int) -> Floats:
    """Return starts of searches: the start values, and others spread evenly over plausible values.

    A delay starts at half its scale or more.
    """
    qmc = require("scipy.stats.qmc", extra="app", purpose="a fit")
    middle = np.array([max(one.coordinate(one.start), one.low + INSIDE.get(one.name, 0.0)) for one in parameters])
    if count < 2 or not parameters:
        return middle[None, :]
    reach = np.array([math.log(PLAUSIBLE) if one.is_logarithmic else 0.5 for one in parameters])
    low = np.maximum([one.low for one in parameters], middle - reach)
    high = np.minimum([one.high for one in parameters], middle + reach)
    spread = qmc.LatinHypercube(len(parameters), rng=np.random.default_rng(seed)).random(count - 1)
    return np.vstack((middle, low + spread * (high - low)))
