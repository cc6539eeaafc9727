"""Models, vehicles, pairs and scenes on offer, with their parameters as their authors described them.

A page may name what is in its server's `Catalogue`, and nothing else. All of it is read when the server starts, so no
request opens a file.
"""

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from .. import __version__
from ..errors import ModelError, closest_names
from ..models.fields import Field, fields_of
from ..models.registry import Model, aliases, find, names, resolve_alias, split_name, with_settings
from ..vehicles import motor_pool
from ..vehicles.vehicle_file import FILE_SUFFIXES
from . import pursuit, scenes
from .additions import Additions, suits
from .driven import is_drivable
from .ground import MAX_SLOPE
from .points import can_be_pointed

MIN_DT, MAX_DT = 1.0 / 240.0, 0.5  # of a step [s]


class Pair(NamedTuple):
    """Two models worth comparing."""

    left: str  # a model's name, or a variant of it: the naive one
    right: str
    words: str  # what there is to see


PAIRS = (
    Pair("tracked/simple", "tracked/arc", "The first formula of document 000 turns half as far as the exact one."),
    Pair("bicycle/six-line", "bicycle/arc", "The six lines of document 004: steer hard, and the turn is too wide."),
    Pair(
        "bicycle/six-line",
        "bicycle/six-line-limit",
        "What the six lines tend to as dt gets finer: not a car that rolls.",
    ),
    Pair(
        "bicycle/longer-front",
        "bicycle/arc",
        "A longer step for the front wheel (comment 4): the finer dt, the righter.",
    ),
    Pair("bicycle/rear-follows", "bicycle/six-line", "The rear follows the front (comment 20): it depends on dt."),
    Pair("bicycle/old-line", "bicycle/arc:speed_reference=front", "The rear pulled along its old line (comment 49)."),
    Pair(
        "bicycle/drift-frames", "bicycle/drift", "A drift by frames depends on the frame rate; by seconds it does not."
    ),
    Pair("ackermann", "bicycle", "Four wheels of document 002 and two wheels: the same arc."),
    Pair("polar/faithful", "polar/corrected", "The red dot of document 001: its damping depends on dt."),
    Pair(
        "cartesian/components:limit=each",
        "polar/corrected",
        "Components limited one by one, as in older games: two keys together are 1.41 times as fast as one.",
    ),
    Pair(
        "cartesian/quake:friction_rate=0",
        "polar/corrected",
        "Quake's rule without friction: keys across the way that it moves let it gain speed beyond the top speed.",
    ),
    Pair(
        "park1992/tracked",
        "friction-circle/tracked",
        "The thesis of document 003: at 1/60 s its dead band holds it; at 1/10 s it drives, and a hill pulls it up.",
    ),
    Pair(
        "park1992/wheeled",
        "friction-circle/wheeled",
        "Wheels in the thesis, at 1/10 s or coarser: the turn does not know the speed.",
    ),
)


def pairs() -> list[Pair]:
    """The pairs whose models exist."""
    return [pair for pair in PAIRS if _exists(pair.left) and _exists(pair.right)]


def drivable() -> list[Model]:
    """The registered models that can be driven here."""
    return [model for model in map(find, names()) if is_drivable(model)]


class Catalogue:
    """Every model and vehicle that one server offers.

    Args:
        own: models and vehicles of the user's own, by the paths of their files (.toml, .py) or their modules' names;
            each is offered by the name given here.

    Raises:
        ModelError: a file cannot be read or is wrong, or what it describes cannot be driven in the playground.
    """

    def __init__(self, own: Iterable[str] = ()) -> None:
        pool = [model for model in map(find, motor_pool.names()) if is_drivable(model)]
        self._models = {model.name: model for model in (*drivable(), *pool, *map(_own, own))}

    def find(self, name: str) -> Model:
        """Return the model or vehicle of that name, which may carry settings; opens no file.

        Raises:
            ModelError: it is not in the catalogue, or the settings are not possible.
        """
        base, settings = split_name(name)
        model = self._models.get(base) or self._models.get(_full_name(base))
        if model is None:
            close = closest_names(base, self._models)
            meant = f" (did you mean {' or '.join(map(repr, close))}?)" if close else ""
            raise ModelError(f"there is no model named {base!r} in this playground{meant}; choose one from its list")
        return with_settings(model, settings) if settings else model

    def describe(self) -> dict[str, Any]:
        """Return the whole catalogue as JSON has it."""
        return {
            "version": __version__,
            "models": [_describe_model(model) for model in self._models.values()],
            "pairs": [pair._asdict() for pair in pairs()],
            "scenes": [{"name": name, "words": words} for name, words in scenes.NAMES.items()],
            "rules": [{"name": name, "words": words} for name, words in pursuit.RULES.items()],
            "additions": [_describe_field(field) for field in fields_of(Additions)],
            "dt": [MIN_DT, MAX_DT],
            "max_slope": MAX_SLOPE,
        }


def _own(name: str) -> Model:
    """Read a vehicle or a model of the user's own."""
    model = find(name)
    if not is_drivable(model):
        raise ModelError(f"{name} cannot be driven in the playground; its model lacks control_from_command()")
    return model


def _full_name(name: str) -> str:
    """Return the name that a model's alias, or another spelling of a vehicle's name ("t72a"), stands for."""
    path = None if name.endswith(FILE_SUFFIXES) else motor_pool.file_of(name)
    return path.stem if path is not None else resolve_alias(name)


def _exists(name: str) -> bool:
    known = {model.name for model in drivable()}
    base = name.partition(":")[0]
    return base in known or any(base in aliases(model) for model in known)


def _describe_model(model: Model) -> dict[str, Any]:
    module = model.module
    shown = [field for field in fields_of(module.State) if field.name not in ("x", "y", "yaw")]
    return {
        "name": model.name,
        "aliases": aliases(model.name),
        "summary": model.summary if model.vehicle is None else model.vehicle.summary,
        "kind": model.kind,
        "feels_slope": model.stands_on_ground,
        "is_pointed": can_be_pointed(model),
        "takes_additions": suits(model),
        "limit": model.limit,
        "parameters": [_describe_field(field) for field in fields_of(module.Params)],
        "controls": [_describe_field(field) for field in fields_of(module.Control)],
        "state": [_describe_field(field) for field in shown],
    }


def _describe_field(field: Field) -> dict[str, Any]:
    low, high = field.range.low, field.range.high
    return {
        "name": field.name,
        "meaning": field.meaning,
        "unit": field.unit,
        "default": field.default,
        "low": low if math.isfinite(low) else None,
        "high": high if math.isfinite(high) else None,
        "is_open": field.range.is_open,
        "words": [list(pair) for pair in field.names.values] if field.names else [],
        "is_choice": field.names is not None and field.names.is_choice,
    }
