"""The names of the motion models, and what makes a module a model."""

import difflib
import importlib
from types import ModuleType
from typing import Any, NamedTuple

from ..errors import ModelError

# Where each model lives; a name is its path below this package.
_MODULES: dict[str, str | ModuleType] = {
    "arc": "motorpool.models.arc",
    "bicycle/arc": "motorpool.models.bicycle.arc",
    "tracked/arc": "motorpool.models.tracked.arc",
    "tracked/simple": "motorpool.models.tracked.simple",
}

# What a family's bare name means: its exact model.
_ALIASES = {"bicycle": "bicycle/arc", "tracked": "tracked/arc"}


class Model(NamedTuple):
    """A motion model, found: its registered name and the module that is the model."""

    name: str
    module: Any

    @property
    def kind(self) -> str:
        """What it looks like: "wheeled", "tracked", or "point" where the module does not say."""
        return getattr(self.module, "KIND", "point")

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return (self.module.__doc__ or "").strip().partition("\n")[0]

    @property
    def can_be_driven(self) -> bool:
        """Whether it turns a speed and a steering command into its own controls (``drive``)."""
        return hasattr(self.module, "drive")


def names() -> list[str]:
    """The registered names, sorted."""
    return sorted(_MODULES)


def aliases(name: str) -> list[str]:
    """The short names of a registered model."""
    return [alias for alias, full in _ALIASES.items() if full == name]


def register(name: str, module: ModuleType) -> None:
    """Make ``find(name)`` return a model of your own.

    Raises:
        ModelError: the name is taken by another model, or the module lacks one of the four names.
    """
    if name in _ALIASES or _MODULES.get(name, module) is not module:
        raise ModelError(f"a model named {name!r} exists already; choose another name")
    _check(name, module)
    _MODULES[name] = module


def find(model: Any) -> Model:
    """The model of that name; a module (or any object with the four names) is taken as it is.

    Raises:
        ModelError: no such name, or the four names are not all there.
    """
    if isinstance(model, Model):
        return model
    if not isinstance(model, str):
        name = getattr(model, "__name__", type(model).__name__)
        _check(name, model)
        registered = next((known for known, module in _MODULES.items() if module in (name, model)), name)
        return Model(registered, model)
    name = _ALIASES.get(model, model)
    if name not in _MODULES:
        raise ModelError(f"there is no model named {model!r}{_suggestion(model)}; the models are {', '.join(names())}")
    module = _MODULES[name]
    return Model(name, importlib.import_module(module) if isinstance(module, str) else module)


def _check(name: str, module: Any) -> None:
    missing = [part for part in ("State", "Control", "Params", "step") if not hasattr(module, part)]
    if missing:
        raise ModelError(
            f"{name} is no motion model: it lacks {', '.join(missing)}; "
            "a model has the four names State, Control, Params and step"
        )
    for part in ("State", "Control", "Params"):
        if not hasattr(getattr(module, part), "_fields"):
            raise ModelError(f"{name}.{part} must be a NamedTuple of floats")


def _suggestion(name: str) -> str:
    close = difflib.get_close_matches(name, [*names(), *_ALIASES], n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
