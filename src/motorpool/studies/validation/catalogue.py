"""Manoeuvres by name, in the order of the report."""

from typing import Any

from ...errors import ModelError, unknown_name
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

MANOEUVRES: dict[str, Any] = {
    "parking": parking,
    "acceleration": acceleration,
    "coast-down": coast_down,
    "braking": braking,
    "grade": grade,
    "tilt-table": tilt_table,
    "steady-circle": steady_circle,
    "step-steer": step_steer,
    "lane-change": lane_change,
    "fishhook": fishhook,
    "pivot": pivot,
    "trailer": trailer,
    "collision": collision,
    "energy": energy,
    "frame-rate": frame_rate,
    "convergence": convergence,
}


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
