"""Comparison of models by the same drive: paths, and errors at shorter and shorter steps."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...base.errors import ModelError, unknown_name
from ...models.own_model import title_of
from ...models.registry import find, split_name
from . import runs
from .runs import Entry


def parse_entries(models: Sequence[str], settings: Sequence[str], *, speed: float, steer: float) -> list[Entry]:
    """Return the models to compare, each with its own settings and those for all that have the field.

    Args:
        settings: each "field=value", for every model that has the field and does not set it itself.
        speed: for drive() [m/s].
        steer: command for drive(), -1..1.

    Raises:
        ModelError: a model is unknown, no model has a field, or a value is out of range.
    """
    for_all = dict(_parse_setting(text, f"--set {text}") for text in settings)
    entries = [_parse_entry(text, for_all, speed=speed, steer=steer) for text in models]
    for name in for_all:
        if not any(name in _fields(entry.model) for entry in entries):
            known = sorted({field for entry in entries for field in _fields(entry.model)})
            raise ModelError(f"--set {name}: {unknown_name('', 'field', name, known)}")
    for entry in entries:
        entry.start()  # raises an error for values out of range
    return entries


def _parse_entry(text: str, for_all: dict[str, Any], *, speed: float, steer: float) -> Entry:
    model, own = split_name(text)
    fields = _fields(model)
    shared = {name: value for name, value in for_all.items() if name in fields}
    values = dict(_parse_setting(setting, text) for setting in own.split(",") if setting)
    label = f"{title_of(model)}{own and ':'}{own}".replace(" ", "")
    return Entry(find(model).name, {**shared, **values}, speed, steer, label)


def _parse_setting(text: str, where: str) -> tuple[str, Any]:
    """Return name and value of "name=value"; a value is a number or a word."""
    name, equals, word = (part.strip() for part in text.partition("="))
    if not (equals and name and word):
        raise ModelError(f"{where} is not understood; a setting is a field, = and a value, for example wheelbase=2.7")
    try:
        return name, float(word)
    except ValueError:
        return name, word


def _fields(model: str) -> list[str]:
    return [field for structure in find(model).structures.values() for field in structure._fields]


OWN_LIMIT = "own"  # value of --reference for errors of each model against its own limit
MOST_STEPS = 5_000  # limit of steps at the longest dt; a study of errors takes about a hundred times as many


class Inputs(NamedTuple):
    """Inputs of the drive."""

    settings: Sequence[str] = ()
    speed: float = 5.0  # [m/s]
    steer: float = 0.5  # -1..1, left positive
    seconds: float = 4.0
    dt: float = 0.1  # [s]
    reference: str = ""  # model, or ``OWN_LIMIT``; the first model by default

    def check(self) -> None:
        """Check the numbers.

        Raises:
            ModelError: one is out of its range.
        """
        for name in ("speed", "steer", "seconds", "dt"):
            value = getattr(self, name)
            if not math.isfinite(value) or (name in ("seconds", "dt") and value <= 0.0):
                raise ModelError(
                    f"--{name} is {value:g}; it must be {'positive' if name in ('seconds', 'dt') else 'a number'}"
                )
        if abs(self.steer) > 1.0:
            raise ModelError(f"--steer is {self.steer:g}; it must be from -1 (full right) to 1 (full left)")
        if not self.dt <= self.seconds <= MOST_STEPS * self.dt:
            raise ModelError(
                f"--dt is {self.dt:g} s; for {self.seconds:g} s it must be from {self.seconds / MOST_STEPS:g} to "
                f"{self.seconds:g}"
            )


class ModelComparison(NamedTuple):
    """Models that made the same drive."""

    simulated: Sequence[runs.Run]
    studies: Sequence[runs.Study]  # errors of each model at several steps
    title: str
    against: str  # what the errors are measured against, in words


def compare_models(names: Sequence[str], inputs: Inputs, *, told: Callable[[str], None]) -> ModelComparison:
    """Simulate models with the same inputs, and measure their errors.

    Args:
        names: models, with or without settings.
        told: progress report, called with the next piece of work.

    Raises:
        ModelError: an input is wrong, or a model has no answer for it.
    """
    settings, speed, steer, seconds, dt, reference = inputs
    inputs.check()
    reference = reference or names[0]
    others = [] if reference == OWN_LIMIT else [reference]
    entries = parse_entries([*names, *others], settings, speed=speed, steer=steer)
    goal = entries.pop() if others else None
    simulated = [runs.run(entry, seconds=seconds, dt=dt) for entry in entries]
    for run in simulated:
        if run.problem:
            raise ModelError(f"after {run.times[-1]:.3g} s at dt {dt:g} s, {run.problem}")
    told("measuring errors at shorter steps")
    studies = runs.studies(entries, seconds=seconds, dts=runs.halved(dt), reference=goal)
    is_own = goal is None or list(names) == [reference]
    against = "from its own limit" if is_own else f"from {reference}"
    title = ", ".join([f"{seconds:g} s at {speed:g} m/s, steering command {steer:g}", *settings])
    return ModelComparison(simulated, studies, title, against)
