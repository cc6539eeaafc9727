"""The names of the motion models, and the conditions for a module to be a model.

A model is a module with four names: ``State``, ``Control``, ``Params`` and ``step``. It may have more:

| name | what it says |
|---|---|
| ``Ground`` | the properties of the ground that it reads; ``step`` then takes it as a fifth argument |
| ``control_from_command(state, speed, steer, params, dt)`` | the control for a speed [m/s] and a steering command |
| ``is_valid(control, params, dt)``, ``LIMIT`` | whether it has an answer at all, and the sentence that says when |
| ``KIND`` | what it looks like: "wheeled", "tracked" or "point" |
| ``REFERENCE_POINT`` | the point of the vehicle whose place is x, y: "the middle of the wheelbase" |
| ``MAX_STEP`` | the longest step at which it follows its equations [s]; a longer one warns. Exact models have none |
| ``REPORTS`` | the fields of ``State`` that ``step`` writes but never reads: its instruments |
| ``SCALES``, ``TRAILERS``, ``DIMENSIONS`` | what instruments and drawings read of it: ``models.declarations`` |
| ``NAME`` | the name of a model that ships; ``make generate`` writes the list of them, ``base.shipped`` |
| ``CONVERGENCE`` | how its error shrinks with the time step: ``models.convergence`` |
| ``BRANCHES`` | why it is written with ``if``: it runs on floats and compiled, not on arrays |

A name may carry settings: ``find("tracked/simple:heading_factor=2")`` is a model of its own, whose ``Params``
have other defaults. So is a vehicle of the motor pool (``find("M1A1")``), and one of a file of yours
(``find("./my_tank.toml")``); both may carry settings, too. A model of yours is found by its file
(``find("./my_model.py")``) or by the dotted name of its module (``find("my_package.my_model")``). An installed package
offers models by entry points of the group ``motorpool.models``: ``hover = "my_package.hover"``.

``find("bicycle+actuated")`` is the model's actuated form: with offset, ratio and delay of its steering (``actuated``).

Files name models, too, and run no code by that: ``find_in_data``.
"""

import importlib
import sys
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base import extensions
from ..base.calls import explained
from ..base.errors import ModelError, Refusal, Status, closest_names, unknown_name
from ..base.files import check_format
from ..base.trust import CodeFile, Trust, decide, refusal, untrusted
from ..base.wording import valued
from .actuated import ENDING, actuated_form
from .composition import flat_form, is_composed, parts_of
from .declarations import INERTIA, PEDALS, SWITCHES, VELOCITIES, TrailerFields, dimensions_of, fields_among, scales_of
from .fields import fields_of, with_defaults
from .finder import Named, finder
from .own_model import CODE, FILE_SUFFIXES, VEHICLE_SUFFIX, from_folder, is_own, load_own, own_in_data, title_of

# Modules of models by name: those that ship, and registered ones. ``find`` imports them.
_MODULES: dict[str, str | ModuleType] = {**extensions.shipped(extensions.MODELS)}

MOST_MEANT = 4  # vehicles that a message on an unknown name suggests
ANY_STEP = sys.float_info.max  # the longest step of a model that is exact for any [s]

# What a family's bare name means: its exact model.
_ALIASES = {
    "ackermann": "ackermann/arc",
    "bicycle": "bicycle/arc",
    "polar": "polar/corrected",
    "tracked": "tracked/arc",
}


class Model(NamedTuple):
    """A motion model, found: its registered name and the module that is the model."""

    name: str
    module: ModuleType

    if not TYPE_CHECKING:  # a type checker would take every name for an attribute

        def __getattr__(self, name: str) -> Any:
            """Return a part of the module by its name: ``model.State()``, ``model.step(state, control, ...)``."""
            if name == "step":
                return explained(self.module.step, f"{self.name}.step")
            if name in (*_PARTS, "Ground") and hasattr(self.module, name):
                return getattr(self.module, name)
            if name.startswith("_"):
                raise AttributeError(name)
            known = [each for each in dir(self) if not each.startswith("_")]
            raise AttributeError(unknown_name(f"the model {self.name!r}", "attribute", name, [*known, *_PARTS, "step"]))

    @property
    def vehicle(self) -> Any:
        """The vehicle of the motor pool that it is, a ``vehicle_file.NamedVehicle``; None for a plain model."""
        return getattr(self.module, "VEHICLE", None)

    @property
    def plain(self) -> "Model":
        """The model without settings: it moves alike if it is given the same values."""
        return getattr(self.module, "PLAIN", self)

    @property
    def usual(self) -> "Model":
        """The model, or the vehicle, that a name without settings finds."""
        return getattr(self.module, "USUAL", self)

    @property
    def code(self) -> tuple[CodeFile, ...]:
        """The files of code from outside that it is made of; none of a model of a package."""
        return getattr(self.module, CODE, ())

    @property
    def title(self) -> str:
        """Title: its name, or the file's name where that is a path."""
        base, settings = split_name(self.name)
        known = self.vehicle.name if self.vehicle is not None else base
        return f"{title_of(known)}{settings and ':'}{settings}"

    @property
    def kind(self) -> str:
        """Kind of vehicle: "wheeled", "tracked", or "point" where the module does not say."""
        return getattr(self.module, "KIND", "point")

    @property
    def reference_point(self) -> str:
        """Reference point of x and y, such as "the middle of the wheelbase"; empty if none is declared."""
        return getattr(self.module, "REFERENCE_POINT", "")

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return (self.module.__doc__ or "").strip().partition("\n")[0]

    @property
    def can_be_driven(self) -> bool:
        """Return whether it converts a speed and a steering command into its controls."""
        return hasattr(self.module, "control_from_command")

    @property
    def is_dynamic(self) -> bool:
        """Return whether its speed is part of its state, so that it needs a speed controller."""
        return self.can_be_driven and "speed" in self.module.State._fields

    @property
    def stands_on_ground(self) -> bool:
        """Return whether its step reads ground properties."""
        return hasattr(self.module, "Ground")

    @property
    def branches(self) -> str:
        """The reason why the model is written with ``if``; empty for a model that runs on arrays."""
        return getattr(self.module, "BRANCHES", "")

    @property
    def limit(self) -> str:
        """The inputs for which the model has an answer, as a sentence; empty where it always has one."""
        return getattr(self.module, "LIMIT", "")

    @property
    def max_step(self) -> float:
        """The longest step at which it follows its equations [s]; the greatest number for a model that is exact."""
        return getattr(self.module, "MAX_STEP", ANY_STEP)

    def long_step(self, where: str, dt: float) -> str:
        """Return the sentence that warns of a step."""
        return (
            f"{where}: dt is {dt:.6g} s; {self.name} follows its equations up to {self.max_step:.6g} s a step; make "
            "several smaller steps"
        )

    @property
    def parts(self) -> frozenset[str]:
        """The names of the parts that it is composed of; none of a model that is not composed."""
        return parts_of(self.composed)

    @property
    def composed(self) -> Any:
        """The module with its structures as they are written: nested, if it is composed of parts."""
        return getattr(self.module, "COMPOSED", self.module)

    def has(self, part: str) -> bool:
        """Return whether it is composed of that part, for example "body", "gearbox" or "hitch"."""
        return part in self.parts

    @property
    def velocities(self) -> tuple[str, ...]:
        """The velocities that its state has beside ``speed``, of "lateral_speed" and "yaw_rate"."""
        return fields_among(self.module.State, VELOCITIES)

    @property
    def switches(self) -> tuple[str, ...]:
        """The controls that follow the driver's switches, such as "parking_brake"."""
        return fields_among(self.module.Control, SWITCHES)

    @property
    def has_pedals(self) -> bool:
        """Return whether its controls are a throttle and a brake, which a driver may press directly."""
        return self.can_be_driven and len(fields_among(self.module.Control, PEDALS)) == len(PEDALS)

    @property
    def inertia(self) -> tuple[str, ...]:
        """The parameters by which it collides, of "mass" and "yaw_inertia"."""
        return fields_among(self.module.Params, INERTIA)

    @property
    def scales(self) -> tuple[str, ...]:
        """The parameters that its instruments show beside its state: mass, capacities, limits."""
        return scales_of(self.composed)

    @property
    def trailers(self) -> tuple[TrailerFields, ...]:
        """The fields of each of its trailers, the first trailer's first; none of a model without trailers."""
        return getattr(self.module, "TRAILERS", ())

    @property
    def trailer_count(self) -> str | None:
        """The parameter that counts a vehicle's trailers; None where a vehicle always has all of them."""
        return getattr(self.module, "TRAILER_COUNT", None)

    @property
    def dimensions(self) -> Mapping[str, tuple[str, ...]]:
        """The parameters whose sum is a dimension that it is drawn by, such as "wheelbase", for those that it has."""
        return dimensions_of(self.composed)

    def control(self, state: Any, speed: Any, steer: Any, params: Any, dt: Any) -> Any:
        """Return its control for a speed [m/s] and a steering command in -1..1, left positive; ``dt`` ahead [s]."""
        return self.module.control_from_command(state, speed, steer, params, dt)

    def sentence(self, bit: Status) -> str:
        """Return the meaning of a status bit for this model."""
        meaning = bit.sentences()[0]
        return f"{meaning} ({self.limit})" if bit is Status.OUT_OF_RANGE and self.limit else meaning

    def impossible(self, where: str, values: Mapping[str, float]) -> str:
        """Return the sentence that refuses a vehicle for which the model has no answer."""
        given = ", ".join(f"{name}={value:.6g}" for name, value in values.items())
        return f"{where} cannot move with {given}: {self.limit}"

    @property
    def structures(self) -> dict[str, Any]:
        """Its NamedTuples by content: "state", "control", "params", and "ground" if it stands on one."""
        parts = (*_PARTS, "Ground") if self.stands_on_ground else _PARTS
        return {part.lower(): getattr(self.module, part) for part in parts}

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the recipe for unpickling: a search by name, or an import if it was given as a module.

        Raises:
            ModelError: its module is not one that can be imported.
        """
        source, base = self.composed, split_name(self.name)[0]
        is_registered = isinstance(_MODULES.get(base), ModuleType)  # in this process, and perhaps not in another
        if is_known(base) and not is_registered:
            return find, (self.name,)
        if isinstance(source, ModuleType) and sys.modules.get(source.__name__) is source:
            return _imported, (self.name, source.__name__)
        raise ModelError(
            f"{self.name} cannot be pickled, because no name finds its module; give the path of the model's file in "
            "place of the module, or pickle a snapshot()"
        )

    def __repr__(self) -> str:
        fields = ", ".join(f"{len(structure._fields)} of {part}" for part, structure in self.structures.items())
        point = f"x, y: {self.reference_point}; " if self.reference_point else ""
        return (
            f"<Model {self.name!r} ({self.kind}, {'dynamic' if self.is_dynamic else 'kinematic'}): {self.summary}\n"
            f" {point}fields: {fields}; print() shows them>"
        )

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.summary}"]
        if self.reference_point:
            lines.append(f"x, y are those of {self.reference_point}; yaw is counter-clockwise from east")
        for part, structure in self.structures.items():
            fields = fields_of(structure)
            values = [f"{field.name} = {valued(field.default, field.unit)}" for field in fields]
            lines += [part, *(f"  {value}  {field.meaning}" for value, field in zip(values, fields, strict=True))]
        return "\n".join(lines)


_PARTS = ("State", "Control", "Params")


def names() -> list[str]:
    """Return the registered names, those of installed packages among them, sorted."""
    return sorted([*_MODULES, *_installed()])


def aliases(name: str) -> list[str]:
    """Return the short names of a registered model."""
    return [alias for alias, full in _ALIASES.items() if full == name]


def resolve_alias(name: str) -> str:
    """Return the registered name that a short name stands for; any other name as it is."""
    return _ALIASES.get(name, name)


def register(name: str, module: ModuleType) -> None:
    """Make ``find(name)`` return a model of your own.

    Raises:
        ModelError: the name is taken by another model, or the module lacks one of the four names.
    """
    if name in _ALIASES or finder().file_of(name) is not None or _MODULES.get(name, module) is not module:
        raise ModelError(f"a model named {name!r} exists already; choose another name")
    _check(name, module)
    _MODULES[name] = module


def find(model: Any, *, trust: Trust = False) -> Model:
    """Return the model of that name, or the vehicle; a module (or any object with the four names) is taken as it is.

    Args:
        model: its name; a file or a module that is named here runs, for the user named it.
        trust: whether code runs that a vehicle's file names: True, or the SHA-256 of the files that may.

    Example:
        print(mp.model("bicycle"))  # its fields, their units, and which point is at x, y
        print(mp.model("M1A1").vehicle.title)

    Raises:
        VehicleError: a vehicle's file is wrong.
        TrustError: a vehicle's file names code that is not trusted.
    """
    if isinstance(model, Model):
        return model
    if not isinstance(model, str):
        name = getattr(model, "__name__", type(model).__name__)
        _check(name, model)
        registered = next((known for known, module in _MODULES.items() if module in (name, model)), name)
        return Model(registered, _form_of(model))
    if not is_shipped(model):
        check_format(split_name(model)[0], error=ModelError)
    found = _found(model, load_own)
    if asked := untrusted(found.code):
        decide(asked, trust)
        found = _found(model, load_own)
    return found


def find_in_data(name: str, folder: Path = Path()) -> Model:
    """Return the model that a file names: as ``find``, but code that is not trusted is read and does not run.

    Args:
        folder: folder of that file, to which a path is relative.

    Raises:
        ModelError: as of ``find``; or the name is that of an installed module, which no file may name.
    """
    return _found(from_folder(name, folder), own_in_data)


def find_to_run(name: str, folder: Path = Path()) -> Model:
    """Return the model that a file names, for running it.

    Args:
        folder: folder of that file, to which a path is relative.

    Raises:
        ModelError: as of ``find_in_data``.
        TrustError: its code is not trusted, or has changed since it was.
    """
    found = find_in_data(name, folder)
    if refused := untrusted(found.code):
        raise refusal(refused)
    return found


def _found(model: str, load: Callable[[str], ModuleType]) -> Model:
    """Return the model or vehicle of that name; ``load`` returns the module of an own model."""
    base, settings = split_name(model)
    if settings:
        return with_settings(_found(base, load), settings)
    if _names_form(model):
        return actuated(_found(model.removesuffix(ENDING), load))
    name = resolve_alias(model)
    module = _MODULES.get(name) or _installed().get(name)
    if module is None:
        if not is_own(name):
            return _named_vehicle(model)
        module = load(name)
        _check(name, module)
    return Model(name, _form_of(importlib.import_module(module) if isinstance(module, str) else module))


def _imported(name: str, module: str) -> Model:
    """Return the model of an imported module that was pickled, under the same name and with its settings."""
    base, settings = split_name(name)
    found = Model(base, _form_of(importlib.import_module(module)))
    return with_settings(found, settings) if settings else found


@cache
def _installed() -> dict[str, str]:
    """Return the modules that installed packages offer as models, by the names of their entry points."""
    found = extensions.installed(extensions.MODELS)
    return {name: module for name, module in found.items() if name not in _MODULES and name not in _ALIASES}


def _form_of(module: ModuleType) -> ModuleType:
    return flat_form(module) if is_composed(module) else module


def is_known(name: str) -> bool:
    """Return whether a name without settings is that of a model or vehicle, or has the form of a file's or module's."""
    is_registered = name in _MODULES or name in _ALIASES or name in _installed() or _names_form(name)
    return is_registered or is_own(name) or finder().file_of(name) is not None


def is_shipped(name: str) -> bool:
    """Return whether a name, with or without settings, is that of a model or vehicle that ships, and of no file."""
    base, _ = split_name(name)
    plain = base.removesuffix(ENDING)
    if plain.endswith(FILE_SUFFIXES) or is_own(plain):
        return False
    return plain in _MODULES or plain in _ALIASES or finder().file_of(plain) is not None


def _names_form(name: str) -> bool:
    """Return whether a name is that of the actuated form of a model or vehicle that ships, which runs no other code."""
    plain = name.removesuffix(ENDING)
    if plain == name or plain.endswith(FILE_SUFFIXES):
        return False
    return plain in _MODULES or plain in _ALIASES or finder().file_of(plain) is not None


def split_name(name: str) -> tuple[str, str]:
    """Return a name and its settings; the path of a file may have colons of its own."""
    for ending in FILE_SUFFIXES:
        file, suffix, settings = name.partition(f"{ending}:")
        if suffix:
            return file + ending, settings
        if name.endswith(ending):
            return name, ""
    base, _, settings = name.partition(":")
    return base, settings


@lru_cache(maxsize=256)
def actuated(model: Model) -> Model:
    """Return the actuated form of a model or vehicle, with its values; itself if it is one.

    Raises:
        ModelError: it takes no steer angle, or is a model of one's own.
    """
    if model.plain.name.endswith(ENDING):
        return model
    if model.plain.name not in _MODULES:  # a file's name with an ending would not be known as a file's
        own = model.plain.name
        raise ModelError(f"{own} is a model of your own, which has no actuated form; write the steering into its step")
    plain = Model(f"{model.plain.name}{ENDING}", actuated_form(model.plain.module))
    if model == model.plain:
        return plain
    module = _with_defaults(plain, model.module.Params._field_defaults)
    if model.usual != model:
        vars(module)["USUAL"] = actuated(model.usual)
    if model.vehicle is not None:
        vars(module)["VEHICLE"] = model.vehicle
    return Model(f"{model.name}{ENDING}", module)


def _named_vehicle(name: str) -> Model:
    """Return the vehicle of the motor pool, or of a file."""
    path = finder().file_of(name)
    if path is None:
        raise ModelError(_no_model(name))
    found = name if name.endswith(VEHICLE_SUFFIX) else path.stem
    vehicle = finder().read_vehicle(path, found, find_model=find_in_data)
    return _as_model(vehicle, find_in_data(vehicle.model))


@lru_cache(maxsize=256)
def _as_model(vehicle: Named, model: Model) -> Model:
    module = _with_defaults(model, vehicle.params)
    code = [file._replace(place=f"{vehicle.model_place}: model") for file in model.code]
    vars(module).update({"VEHICLE": vehicle, CODE: tuple(code)})
    return Model(vehicle.name, module)


@lru_cache(maxsize=256)
def with_settings(model: Model, settings: str) -> Model:
    """Return the model with other defaults, "name=value,name=value"; opens no file.

    Raises:
        ModelError: the model has no such parameter, or a value is out of its range.
    """
    known = {field.name: field for field in fields_of(model.module.Params)}
    values: dict[str, float] = {}
    for setting in settings.split(","):
        name, equals, word = (part.strip() for part in setting.partition("="))
        if not equals:
            raise ModelError(f"{model.name}:{setting.strip()} is not understood; write {model.name}:name=value")
        if name not in known:
            listed = f"`motorpool models {model.name}`"
            raise ModelError(unknown_name(model.name, "parameter", name, known, listed=listed))
        values[name] = known[name].check(_number_or_word(word), model.name)
    module = _with_defaults(model, values)
    vars(module)["USUAL"] = model
    return Model(f"{model.name}:{settings.replace(' ', '')}", module)


def _with_defaults(model: Model, values: Mapping[str, float]) -> ModuleType:
    module = model.module
    copy = ModuleType(module.__name__, module.__doc__)
    names_there = [name for name in dir(module) if not name.startswith("__")]
    vars(copy).update({name: getattr(module, name) for name in names_there})
    vars(copy)["Params"] = with_defaults(module.Params, values)
    vars(copy)["PLAIN"] = model.plain
    return copy


def _number_or_word(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _check(name: str, module: ModuleType) -> None:
    missing = [part for part in (*_PARTS, "step") if not hasattr(module, part)]
    if missing:
        raise ModelError(
            f"{name} is no motion model: it lacks {', '.join(missing)}; "
            "a model has the four names State, Control, Params and step"
        )
    for part in (*_PARTS, "Ground"):
        if hasattr(module, part) and not hasattr(getattr(module, part), "_fields"):
            raise ModelError(f"{name}.{part} must be a NamedTuple of floats")


def _meant_vehicles(word: str) -> list[str]:
    """Return the vehicles of a word that stands in a title: "truck" means all whose title or summary has it."""
    is_in_title = bool(finder().names_of_word(word, ["title"]))
    return finder().names_of_word(word, ["title", "summary"])[:MOST_MEANT] if is_in_title else []


def _no_model(name: str) -> Refusal:
    vehicles = finder().names()
    close = _meant_vehicles(name) or closest_names(name, [*names(), *_ALIASES, *vehicles])
    cars = [] if close else finder().names_in_table(name)[:MOST_MEANT]
    close = close or cars or finder().names_of_word(name, ["summary"])[:MOST_MEANT]
    meant = f" (did you mean {' or '.join(map(repr, close))}?)" if close else ""
    if close and close[0] in vehicles:
        listed = f"`motorpool vehicles` lists all {len(vehicles)} vehicles"
        return Refusal(f"there is no model named {name!r}{meant}; {listed}", vehicles, kind="vehicle")
    if cars:
        listed = (
            f"`motorpool vehicles --search {name.replace('-', ' ').split()[0]}` lists those of the table of real cars"
        )
        return Refusal(f"there is no model named {name!r}{meant}; {listed}", vehicles, kind="vehicle")
    if close:
        listed = f"`motorpool models` lists all {len(_MODULES)}"
        return Refusal(f"there is no model named {name!r}{meant}; {listed}", names(), kind="model")
    return Refusal(
        f"there is no model named {name!r}; `motorpool models` lists the models, `motorpool vehicles` the vehicles",
        [*names(), *vehicles],
        kind="model",
    )
