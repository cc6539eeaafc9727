"""Catalogue of models, vehicles, pairs and scenes, with the descriptions of their parameters.

A page can choose only names in the `Catalogue` of its server. The files are read when the server starts; no request
opens a file.
"""

import math
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from ... import __version__
from ...base.errors import ModelError, closest_names
from ...models.fields import Field, fields_of
from ...models.own_model import FILE_SUFFIXES
from ...models.registry import Model, aliases, find, names, resolve_alias, split_name, with_settings
from ...vehicles import motor_pool
from . import pursuit, scenes
from .additions import Additions, suits
from .demonstrations import (
    BACKING,
    CIRCLE,
    CORNERS,
    FAST_TURN,
    SLALOM,
    SLALOM_AND_BACK,
    STRAFE,
    TIGHT_CIRCLE,
    TWO_KEYS,
    Demonstration,
    usual_demonstration,
)
from .documents import DOCUMENTS, by_title
from .driven import is_drivable
from .exported import languages
from .ground import MAX_SLOPE
from .points import can_be_pointed

MIN_DT, MAX_DT = 1.0 / 240.0, 0.5  # limits of the time step [s]
STANDARD_DT = 1.0 / 60.0  # step of a demonstration that names none [s]


class Pair(NamedTuple):
    """A suggested pair of models to compare."""

    left: str  # name of a model or of a variant; the naive one
    right: str
    title: str
    words: str  # the difference to observe
    demonstration: Demonstration = CIRCLE
    document: str = ""  # number of the document that one of them comes from
    dt: float = STANDARD_DT  # time step at which they differ visibly [s]

    def describe(self) -> dict[str, Any]:
        """Return the description for a page."""
        shown = {"left": self.left, "right": self.right, "title": self.title, "words": self.words}
        return shown | {"document": self.document, "dt": self.dt}


PAIRS = (
    Pair(
        "tracked/simple",
        "tracked/arc",
        "Naive tank formula and exact arc",
        "With the same commands the naive formula turns half as far, on a circle twice as wide.",
        document="000",
    ),
    Pair(
        "bicycle/six-line",
        "bicycle/arc",
        "Car in six lines and exact arc",
        "Steered hard, the car in six lines turns too wide, however short the time step.",
        TIGHT_CIRCLE,
        document="004",
    ),
    Pair(
        "bicycle/six-line",
        "bicycle/six-line-limit",
        "Car in six lines and its limit for short steps",
        "The shorter the time step, the closer they are: the six lines converge to an arc, but not to that of a car.",
        TIGHT_CIRCLE,
        document="004",
        dt=1.0 / 4.0,
    ),
    Pair(
        "bicycle/longer-front",
        "bicycle/arc",
        "Longer step of the front wheel and exact arc",
        "Comment 4 moves the front wheel farther: right for short time steps, too wide for long ones.",
        TIGHT_CIRCLE,
        document="004",
        dt=1.0 / 4.0,
    ),
    Pair(
        "bicycle/rear-follows",
        "bicycle/six-line",
        "Rear that follows the front and six lines",
        "Comment 20 pulls the rear after the front: the circle depends on the time step.",
        TIGHT_CIRCLE,
        document="004",
        dt=1.0 / 5.0,
    ),
    Pair(
        "bicycle/old-line",
        "bicycle/arc:speed_reference=front",
        "Rear pulled along its old line and exact arc",
        "Comment 49 is the best of the corrections: close to the arc even at a third of a second a step.",
        TIGHT_CIRCLE,
        document="004",
        dt=1.0 / 3.0,
    ),
    Pair(
        "bicycle/drift-frames",
        "bicycle/drift",
        "Drift delayed by frames and by seconds",
        "A delay counted in frames is longer at a longer time step; one in seconds is not.",
        SLALOM,
        document="004",
        dt=1.0 / 20.0,
    ),
    Pair(
        "ackermann",
        "bicycle",
        "Ackermann car and bicycle car",
        "The steer angle of the Ackermann car is that of its outer front wheel, that of the bicycle car is of a wheel "
        "in the middle: the Ackermann car turns tighter.",
        TIGHT_CIRCLE,
        document="002",
    ),
    Pair(
        "polar/faithful",
        "polar/corrected",
        "Polar movement as published and corrected",
        "The keys go east, north, west and south. The published damping depends on the time step.",
        CORNERS,
        document="001",
    ),
    Pair(
        "cartesian/components:limit=each",
        "polar/corrected",
        "Speed limited by component and by magnitude",
        "One key, then two: with a limit for each component, as in older games, two keys are 1.41 times as fast.",
        TWO_KEYS,
        document="001",
    ),
    Pair(
        "cartesian/quake:friction_rate=0",
        "polar/corrected",
        "Quake's rule and polar movement",
        "With Quake's rule and no friction, keys held across the direction of motion raise the speed beyond its limit.",
        STRAFE,
        document="001",
    ),
    Pair(
        "park1992/tracked",
        "friction-circle/tracked",
        "Tracked vehicle of 1992 and friction circle",
        "At a tenth of a second the vehicle of the thesis drives; at 1/60 s its dead band keeps it at rest. "
        "On the hill it is pulled up.",
        document="003",
        dt=1.0 / 10.0,
    ),
    Pair(
        "park1992/wheeled",
        "friction-circle/wheeled",
        "Wheeled vehicle of 1992 and friction circle",
        "At a tenth of a second or more: in the thesis the turn does not depend on the speed.",
        document="003",
        dt=1.0 / 10.0,
    ),
    Pair(
        "tracked/arc",
        "friction-circle/tracked",
        "Exact arc and tank with friction",
        "With mass and friction it needs time to accelerate and a moment to turn; on the hill the slope acts on it.",
        document="003",
    ),
    Pair(
        "tracked/arc",
        "M1A1",
        "Exact arc and tank with mass",
        "The M1A1 needs time to accelerate, and its tracks slip in the turn: it falls behind and turns wider.",
        CIRCLE,
    ),
    Pair(
        "bicycle/arc",
        "car",
        "Exact arc and car with tyres",
        "At 15 m/s the tyres of the car slip; the bicycle car does not slip at any speed.",
        FAST_TURN,
    ),
    Pair(
        "M998",
        "M35A2",
        "Utility truck and cargo truck",
        "The same slalom with two trucks of the motor pool: the heavier one accelerates more slowly and turns less.",
        SLALOM,
    ),
    Pair(
        "tractor-trailer/chain",
        "articulated-lorry",
        "Trailer without and with mass",
        "A bend to either side, then backward: the lorry takes longer to gain speed, and ends in another place.",
        SLALOM_AND_BACK,
    ),
    Pair(
        "tractor-trailer/chain",
        "tractor-trailer/chain:trailer_count=three",
        "Backing one trailer and three",
        "Backward to the left, then to the right: three trailers need a wider circle and more time to follow.",
        BACKING,
    ),
)


def pairs() -> list[Pair]:
    """Return the pairs whose models exist."""
    return [pair for pair in PAIRS if _exists(pair.left) and _exists(pair.right)]


def demonstration_of(left: Model, right: Model) -> Demonstration:
    """Return the drive that shows the difference between two models, whichever is on the left."""
    known = _demonstrations().get(frozenset((left.name, right.name)))
    return known or usual_demonstration(left, right)


@cache
def _demonstrations() -> dict[frozenset[str], Demonstration]:
    """Return the demonstrations by the full names of the two models; of equal pairs, that of the first."""
    return {frozenset((_base(pair.left), _base(pair.right))): pair.demonstration for pair in reversed(PAIRS)}


def drivable() -> list[Model]:
    """Return the registered models that the playground can drive."""
    return [model for model in map(find, names()) if is_drivable(model)]


class Catalogue:
    """Models and vehicles that one server offers.

    Args:
        own: models and vehicles of the user, as paths of files (.toml, .py) or names of modules; each is offered under
            the name given here.

    Raises:
        ModelError: a file cannot be read or is wrong, or its model cannot be driven in the playground.
    """

    def __init__(self, own: Iterable[str] = ()) -> None:
        pool = [model for model in map(find, motor_pool.names()) if is_drivable(model)]
        self._models = {model.name: model for model in (*drivable(), *pool, *map(_own, own))}

    def find(self, name: str) -> Model:
        """Return the model or vehicle of that name, which may include settings; opens no file.

        Raises:
            ModelError: it is not in the catalogue, or the settings are invalid.
        """
        base, settings = split_name(name)
        model = self._models.get(base) or self._models.get(_full_name(base))
        if model is None:
            close = closest_names(base, self._models)
            meant = f" (did you mean {' or '.join(map(repr, close))}?)" if close else ""
            raise ModelError(f"there is no model named {base!r} in this playground{meant}; choose one from its list")
        return with_settings(model, settings) if settings else model

    def describe(self) -> dict[str, Any]:
        """Return the whole catalogue as values for JSON."""
        return {
            "version": __version__,
            "models": [_describe_model(model) for model in self._models.values()],
            "pairs": [pair.describe() for pair in pairs()],
            "documents": [document._asdict() for document in DOCUMENTS],
            "scenes": [{"name": name, "words": by_title(words)} for name, words in scenes.NAMES.items()],
            "rules": [{"name": name, "words": by_title(words)} for name, words in pursuit.RULES.items()],
            "additions": [_describe_field(field) for field in fields_of(Additions)],
            "dt": [MIN_DT, MAX_DT],
            "max_slope": MAX_SLOPE,
            "languages": languages(),
        }


def _own(name: str) -> Model:
    model = find(name)
    if not is_drivable(model):
        raise ModelError(f"{name} cannot be driven in the playground; its model lacks control_from_command()")
    return model


def _full_name(name: str) -> str:
    path = None if name.endswith(FILE_SUFFIXES) else motor_pool.file_of(name)
    return path.stem if path is not None else resolve_alias(name)


def _exists(name: str) -> bool:
    return motor_pool.file_of(_base(name)) is not None or _base(name) in names()


def _base(name: str) -> str:
    return _full_name(split_name(name)[0])


def _describe_model(model: Model) -> dict[str, Any]:
    module = model.module
    shown = [field for field in fields_of(module.State) if field.name not in ("x", "y", "yaw")]
    return {
        "name": model.name,
        "aliases": aliases(model.name),
        "title": model.name if model.vehicle is None else model.vehicle.title,
        "is_vehicle": model.vehicle is not None,
        "summary": by_title(model.summary if model.vehicle is None else model.vehicle.summary),
        "kind": model.kind,
        "feels_slope": model.stands_on_ground,
        "is_pointed": can_be_pointed(model),
        "takes_additions": suits(model),
        "limit": by_title(model.limit),
        "parameters": [_describe_field(field) for field in fields_of(module.Params)],
        "controls": [_describe_field(field) for field in fields_of(module.Control)],
        "state": [_describe_field(field) for field in shown],
    }


def _describe_field(field: Field) -> dict[str, Any]:
    low, high = field.range.low, field.range.high
    return {
        "name": field.name,
        "meaning": by_title(field.meaning),
        "unit": field.unit,
        "default": field.default,
        "low": low if math.isfinite(low) else None,
        "high": high if math.isfinite(high) else None,
        "is_open": field.range.is_open,
        "words": [list(pair) for pair in field.names.values] if field.names else [],
        "is_choice": field.names is not None and field.names.is_choice,
    }
