"""Text form of compared models: ``bicycle/arc:speed_reference=front`` and ``--set wheelbase=2.5``."""

from collections.abc import Sequence
from typing import Any

from ..errors import ModelError, unknown_name
from ..models.registry import find, split_name
from ..vehicles.motor_pool import title_of
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
