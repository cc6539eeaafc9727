"""Validation: manoeuvres whose answers are known, simulated with every vehicle, compared with the answers.

A manoeuvre is a file in ``manoeuvres/``; ``rig`` is the ground that it drives on, ``outcome`` what it finds,
``formulas`` the answers, ``report`` the page.
"""

from collections.abc import Callable, Sequence

from ...errors import ModelError
from ...models.registry import find
from ...vehicles import motor_pool
from .catalogue import chosen, suits
from .report import Finding

Told = Callable[[str, str, float], None]


def validate(
    vehicles: Sequence[str] | None = None, manoeuvres: Sequence[str] | None = None, *, told: Told | None = None
) -> list[Finding]:
    """Let vehicles drive manoeuvres, and say what was found.

    Args:
        vehicles: names of vehicles or models; the whole motor pool by default.
        manoeuvres: names; all that suit a vehicle by default.
        told: called with the vehicle, the manoeuvre and the share that is done, before each.

    Raises:
        ModelError: there is no such vehicle or manoeuvre, or none suits any vehicle.
    """
    models = [find(name) for name in vehicles or motor_pool.names()]
    known = chosen(list(manoeuvres) if manoeuvres else None)
    tasks = [(model, name) for model in models for name, module in known.items() if suits(module, model)]
    if not tasks:
        raise ModelError(
            f"none of {', '.join(known)} suits {', '.join(model.name for model in models)}; name a vehicle of the "
            "motor pool, or a dynamic model such as single-track"
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
