"""Parameters of a fit: on which scale each is searched, within which bounds, and where searches start.

A positive parameter is searched on a logarithmic scale: a step of 0.1 is ten per cent, whatever the unit, and it stays
positive. Others are searched as they are, in units of the width of their range.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import FitError, ModelError, require, unknown_name
from ..models.actuated import NAMES as ADDED
from ..models.actuated import STEER
from ..models.fields import Field, fields_of
from ..models.parts import sensor_mount
from ..models.registry import Model, actuated

Floats = NDArray[np.float64]

WIDEST = 30.0  # factor by which a positive parameter may leave its start value, either way
PLAUSIBLE = 2.0  # the same, from where searches start
EDGE = 1e-3  # of the width of a range: nearer than this to its end a value is at its bound
SCALES = {"steer_offset": 0.05, "steer_delay": 0.1}  # of the search, in the parameter's unit
INSIDE = {"steer_delay": 0.5}  # coordinate from which it is searched at least: at its bound a search stands still
MOUNT = sensor_mount.Params._fields
MOUNT_SHARE = 0.5  # of the wheelbase: the same of a sensor's lever arm
UNIT_OF_OFFSET = {"rad": 0.05, "rad/s": 0.05, "m/s": 1.0, "m/s^2": 0.5, "m": 1.0, "1": 0.05}  # plausible [that unit]


class Parameter(NamedTuple):
    """A number to be found."""

    name: str
    unit: str
    meaning: str
    is_logarithmic: bool
    start: float  # value
    scale: float  # of the search where it is not logarithmic
    low: float  # bounds in the coordinate of the search
    high: float

    def coordinate(self, value: float) -> float:
        """Return where a value is in the search."""
        return math.log(value) if self.is_logarithmic else value / self.scale

    def value(self, coordinate: float) -> float:
        """Return the value at a place of the search."""
        return math.exp(coordinate) if self.is_logarithmic else coordinate * self.scale

    def slope(self, value: float) -> float:
        """Return the change of the value with the coordinate."""
        return value if self.is_logarithmic else self.scale

    def is_at_bound(self, coordinate: float) -> bool:
        """Return whether a place of the search is at the end of the range."""
        margin = EDGE * (self.high - self.low) if math.isfinite(self.high - self.low) else EDGE
        return coordinate - self.low < margin or self.high - coordinate < margin


def parameter_of(field: Field, start: float, *, scale: float | None = None) -> Parameter:
    """Return a parameter of a model for the search.

    Args:
        field: of the model's Params.
        start: value from which it starts.
        scale: of the search; by default a positive value is searched by its logarithm, others by their range.
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
    """Return the parameters of a model that may be fitted: not its choices between words, nor what is fixed.

    Args:
        model: to be fitted.
        params: start values.
        fixed: names of those that stay.
    """
    found: list[Parameter] = []
    wheelbase = sum(params[name] for name in model.dimensions.get("wheelbase", ())) or 1.0
    for field in fields_of(model.module.Params):
        is_choice = field.names is not None and field.names.is_choice
        if not is_choice and field.name not in fixed:
            scale = MOUNT_SHARE * wheelbase if field.name in MOUNT else SCALES.get(field.name)
            found.append(parameter_of(field, params[field.name], scale=scale))
    return found


def fitted_form(model: Model, names: Iterable[str]) -> Model:
    """Return the actuated form of a model if one of these names is a parameter of that, else the model.

    Args:
        model: to be fitted.
        names: of parameters.

    Raises:
        FitError: it has no actuated form.
    """
    if not set(names) & set(ADDED) - set(model.module.Params._fields):
        return model
    try:
        return actuated(model)
    except ModelError as error:
        raise FitError(str(error)) from error


def checked_names(model: Model, names: Sequence[str], option: str) -> list[str]:
    """Return names of parameters.

    Args:
        model: to be fitted.
        names: as they were given.
        option: that they were given by.

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
    """Return values of parameters that stay as they are given: numbers, or words where a parameter has some.

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
    """Return places from which to search: the start values, and others spread evenly over plausible values.

    A delay starts at half of its scale or more.

    Args:
        parameters: to be found.
        count: of places.
        seed: of the Latin hypercube.
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
