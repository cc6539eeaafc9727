"""The manoeuvres by name, in the order of the report."""

from typing import Any

from ..errors import ModelError
from ..models.registry import Model
from .manoeuvres import acceleration, braking, coast_down, convergence, energy, frame_rate, grade, parking

MANOEUVRES: dict[str, Any] = {
    "parking": parking,
    "acceleration": acceleration,
    "coast-down": coast_down,
    "braking": braking,
    "grade": grade,
    "energy": energy,
    "frame-rate": frame_rate,
    "convergence": convergence,
}


def chosen(names: list[str] | None) -> dict[str, Any]:
    """The manoeuvres of these names; all by default.

    Raises:
        ModelError: there is no manoeuvre of a name.
    """
    for name in names or []:
        if name not in MANOEUVRES:
            raise ModelError(f"there is no manoeuvre {name!r}; there are {', '.join(MANOEUVRES)}")
    return {name: MANOEUVRES[name] for name in names or MANOEUVRES}


def suits(manoeuvre: Any, model: Model) -> bool:
    """Whether a vehicle of that model can do it."""
    return bool(manoeuvre.suits(model))
