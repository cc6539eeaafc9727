"""Manoeuvres by name, in the order of the report."""

from typing import Any

from ...base.errors import ModelError, unknown_name
from ...models.registry import Model
from .manoeuvres import (
    acceleration,
    braking,
    coast_down,
    collision,
    convergence,
    energy,
    fishhook,
    frame_rate,
    grade,
    lane_change,
    parking,
    pivot,
    steady_circle,
    step_steer,
    tilt_table,
    trailer,
)

_IN_ORDER: tuple[Any, ...] = (
    parking, acceleration, coast_down, braking, grade, tilt_table, steady_circle, step_steer, lane_change, fishhook,
    pivot, trailer, collision, energy, frame_rate, convergence,
)  # fmt: skip
MANOEUVRES: dict[str, Any] = {module.__name__.rpartition(".")[2].replace("_", "-"): module for module in _IN_ORDER}


def chosen(names: list[str] | None) -> dict[str, Any]:
    """Return the manoeuvres of some names; all by default.

    Raises:
        ModelError: a manoeuvre is unknown.
    """
    for name in names or []:
        if name not in MANOEUVRES:
            raise ModelError(unknown_name("", "manoeuvre", name, MANOEUVRES, listed="`motorpool validate --list`"))
    return {name: MANOEUVRES[name] for name in names or MANOEUVRES}


def suits(manoeuvre: Any, model: Model) -> bool:
    """Return whether a manoeuvre suits the vehicles of a model."""
    return bool(manoeuvre.suits(model))
