"""Validation: manoeuvres with known results, simulated with every vehicle and compared.

A manoeuvre is a module in ``manoeuvres/``; ``rig`` is the proving ground, ``outcome`` the structure of a result,
``formulas`` the analytic results, ``report`` the page.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...base.errors import ModelError

if TYPE_CHECKING:
    from .report import Finding

Told = Callable[[str, str, float], None]


def validate(
    vehicles: Sequence[str] | None = None, manoeuvres: Sequence[str] | None = None, *, told: Told | None = None
) -> "list[Finding]":
    """Run manoeuvres with vehicles, and return the findings.

    Args:
        vehicles: names of vehicles or models; all shipped vehicles by default.
        manoeuvres: names; all that suit a vehicle by default.
        told: called before each with the vehicle, the manoeuvre and the fraction done.

    Raises:
        ModelError: a vehicle or manoeuvre is unknown, or no manoeuvre suits any vehicle.
    """
    from ...models.registry import find
    from ...vehicles import motor_pool
    from .catalogue import chosen, suits
    from .report import Finding

    models = [find(name) for name in vehicles or motor_pool.names()]
    known = chosen(list(manoeuvres) if manoeuvres else None)
    tasks = [(model, name) for model in models for name, module in known.items() if suits(module, model)]
    if not tasks:
        raise ModelError(
            f"none of {', '.join(known)} suits {', '.join(model.name for model in models)}; name a shipped "
            "vehicle, or a dynamic model such as single-track"
        )
    findings: list[Finding] = []
    for done, (model, name) in enumerate(tasks):
        if told is not None:
            told(model.name, name, done / len(tasks))
        title = model.vehicle.title if model.vehicle else model.summary
        try:
            findings.append(Finding(model.name, title, name, known[name], known[name].run(model.name)))
        except ModelError as error:
            findings.append(Finding(model.name, title, name, known[name], None, str(error)))
    return findings
