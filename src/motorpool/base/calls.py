"""Calls of public functions: an argument that is missing, unknown or of a wrong type ends in one sentence.

A call that succeeds is not checked. If one fails by a bare error of Python or NumPy, its arguments are compared with
the function's signature, and a TypeError says which of them does not fit, what came and what is allowed.
"""

import builtins
import functools
import inspect
import itertools
import math
import numbers
import os
import types
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from enum import Enum
from typing import Annotated, Any, ForwardRef, Literal, TypeVar, Union, cast, get_args, get_origin

from .errors import MotorpoolError, unknown_name
from .terminal import in_one_line

_BARE = (TypeError, AttributeError, LookupError, ValueError, ArithmeticError)
_MOST_NAMED = 4  # parameters in the example of a call
_MOST_SHOWN = 60  # characters of a wrong value
_MOST_CHECKED = 100  # items of a sequence
# Names of parameters without a type, by what they take.
_NUMBERS = "x y z yaw speed steer heights array dt"
_STRUCTURES = "state control params ground"
_IDS = "vehicle_ids rows chosen vehicle index"
_LISTS = (Sequence, Iterable, Collection, list, tuple)
_SPECIAL = ("__init__", "__new__", "__getitem__")  # methods that are wrapped beside the public ones
_WORDS: dict[Any, str] = {
    float: "a number", int: "a whole number", str: "text", bool: "True or False", os.PathLike: "a path", None: "None",
    type(None): "None", Callable: "a function", Mapping: "a mapping", dict: "a mapping", "ndarray": "an array",
    _NUMBERS: "a number, or an array of them", _IDS: "the id of a vehicle, or a list of ids",
    _STRUCTURES: "a structure of the model, such as model.State()",
}  # fmt: skip
_ORIGINS = {  # of objects that a user does not make by their class
    "Terrain": "mp.Terrain.flat(), mp.Terrain.from_heights() or mp.load_terrain()",
    "Objects": "mp.load_objects() or mp.scatter_objects()",
    "Snapshot": "snapshot()",
    "World": "mp.World(fleets=[...]) or mp.load(...).build()",
    "Fleet": "mp.Fleet('bicycle', 10)",
    "Sensors": "mp.Sensors(world)",
    "Road": "motorpool.ground.terrain.roads.Road()",
    "RoadNetwork": "motorpool.ground.roads.read_network()",
    "Surface": "motorpool.ground.terrain.surface.Surface.uniform('ice', terrain)",
}


def with_sentences(name: str, value: Any, *, has_stages: bool = False) -> Any:
    """Return a public function, or a class with its public methods, whose calls end in sentences.

    Args:
        name: public name, for the sentences.
        has_stages: methods without arguments are stages of a step, which nothing may delay.
    """
    if not isinstance(value, type):
        return explained(value, name) if isinstance(value, types.FunctionType) else value
    for key, member in list(vars(value).items()):
        is_stage = has_stages and isinstance(member, types.FunctionType) and _takes_nothing(member)
        if is_stage or (key.startswith("_") and key not in _SPECIAL):
            continue
        where = name if key in ("__init__", "__new__") else f"{name}{'[...]' if key in _SPECIAL else f'.{key}'}"
        if isinstance(member, staticmethod | classmethod):
            kind, function = cast("Any", type(cast("Any", member))), cast("Any", member).__func__
            setattr(value, key, kind(explained(function, where)))
        elif isinstance(member, types.FunctionType):
            setattr(value, key, explained(member, where))
        elif isinstance(member, property) and member.fset is not None:
            setattr(value, key, member.setter(explained(cast("Any", member.fset), where)))
    if not (hasattr(value, "__getattr__") or issubclass(value, Enum | Exception)):
        value.__getattr__ = _refused_by(f"a {name}" if "." not in name else name)
    return cast("Any", value)


def _takes_nothing(method: types.FunctionType) -> bool:
    return method.__code__.co_argcount + method.__code__.co_kwonlyargcount < 2


def _refused_by(owner: str) -> Callable[[Any, str], Any]:
    """Return a method that refuses attributes which an object does not have, with the one that was probably meant."""

    def refuse(self: Any, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        known = [each for each in dir(self) if not each.startswith("_")]
        raise AttributeError(unknown_name(owner, "attribute", name, known))

    return refuse


def explained(function: Callable[..., Any], where: str) -> Callable[..., Any]:
    """Return a function whose calls end in sentences; itself if it is one."""
    if hasattr(function, "is_explained"):
        return function

    @functools.wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        try:
            return function(*arguments, **keywords)
        except _BARE as error:
            if isinstance(error, MotorpoolError):
                raise
            sentence = mistake(function, where, arguments, keywords, is_about_values=not isinstance(error, TypeError))
            if not sentence:
                raise
        raise TypeError(sentence)

    vars(call)["is_explained"] = True
    return call


def mistake(
    function: Callable[..., Any],
    where: str,
    arguments: Sequence[Any],
    keywords: Mapping[str, Any],
    *,
    is_about_values: bool = False,
) -> str:
    """Return the sentence on the first argument that does not fit a function's signature; empty if all fit.

    Args:
        is_about_values: numbers and ids that fit by their types are named, too, because their sizes or values do not.
    """
    signature = inspect.signature(function)
    owner = next(iter(signature.parameters), "") in ("self", "cls", "_cls")
    parameters = list(signature.parameters.values())[int(owner) :]
    try:
        bound = signature.bind(*arguments, **keywords)
    except TypeError:
        return _binding(parameters, where, arguments[int(owner) :], keywords)
    for parameter in parameters:
        if parameter.name not in bound.arguments or parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        value, hint = bound.arguments[parameter.name], _hint(parameter, function)
        if value is not parameter.default and not fits(value, hint):
            return f"{where}: {parameter.name} is {_shown(value)}; it must be {_words(hint)}"
        if is_about_values and isinstance(value, float) and not math.isfinite(value):
            return f"{where}: {parameter.name} is {value}; it must be finite"
    given = [each for each in parameters if each.name in bound.arguments and each.name in f"{_NUMBERS} {_IDS}".split()]
    if not (given and is_about_values):
        return ""
    shown = ", ".join(f"{each.name} {_shown(bound.arguments[each.name])}" for each in given)
    return f"{where} got {shown}; ids must be those of vehicles, and numbers one for all or one for each of them"


def _hint(parameter: inspect.Parameter, function: Any) -> Any:
    """Return the type of a parameter: by its annotation, or by its name."""
    hint = _resolved(parameter.annotation, function)
    if parameter.name == "vehicle_ids" and "None" not in str(hint):
        return _IDS  # of a list by its annotation, but an id alone is taken
    if hint is not Any and hint is not parameter.empty:
        return hint
    return next((names for names in (_NUMBERS, _IDS, _STRUCTURES) if parameter.name in names.split()), Any)


def _binding(
    parameters: Sequence[inspect.Parameter], where: str, arguments: Sequence[Any], keywords: Mapping[str, Any]
) -> str:
    """Return the sentence on arguments that are unknown, too many or missing."""
    names = [each.name for each in parameters if each.kind is not each.VAR_KEYWORD]
    takes_more = len(names) < len(parameters)
    positional = [each.name for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
    usage = f"call it as {where}({_example(parameters)})" if "[" not in where else "give one index or name"
    unknown = [name for name in keywords if name not in names and not takes_more]
    if unknown:
        return f"{unknown_name(where, 'argument', unknown[0], names).removesuffix('?')}; {usage}"
    if len(arguments) > len(positional):
        most = f"at most {len(positional)}" if positional else "none"
        return f"{where} takes {most} of its arguments by position, and {len(arguments)} came; {usage}"
    given = {*positional[: len(arguments)], *keywords}
    twice = [name for name in positional[: len(arguments)] if name in keywords]
    if twice:
        return f"{where}: {twice[0]} is given by position and by name; {usage}"
    missing = [each.name for each in parameters if each.default is each.empty and each.name in {*names} - given]
    return f"{where} needs {' and '.join(missing)}; {usage}"


def _example(parameters: Sequence[inspect.Parameter]) -> str:
    """Return a call's arguments: all that are needed, and a few of the others."""
    named = [each for each in parameters if each.kind is not each.VAR_KEYWORD]
    needed = [each for each in named if each.default is each.empty]
    others = [each for each in named if each.default is not each.empty][: max(0, _MOST_NAMED - len(needed))]
    shown = [each.name if each.kind is each.POSITIONAL_OR_KEYWORD else f"{each.name}=..." for each in needed]
    shown += [f"{each.name}={_shown(each.default)}" for each in others]
    return ", ".join([*shown, *(["..."] if len(shown) < len(parameters) else [])])


def fits(value: Any, hint: Any) -> bool:
    """Return whether a value may be one of an annotated type; True where the annotation does not tell."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint == _STRUCTURES:
        return hasattr(value, "_fields")
    if hint in (_NUMBERS, _IDS):
        return _is_array(value, "biuf" if hint == _NUMBERS else "biu")
    if isinstance(hint, ForwardRef):  # a class that is imported for type checkers only
        return hint.__forward_arg__.rpartition(".")[2] in {each.__name__ for each in type(value).__mro__}
    if hint in (Any, inspect.Parameter.empty, object) or isinstance(hint, TypeVar):
        return True
    if origin in (Union, types.UnionType):
        return any(fits(value, each) for each in arguments)
    if origin is Annotated:
        return fits(value, arguments[0])
    if origin is Literal:
        return any(value == each for each in arguments if type(value) is type(each))
    if hint is None or hint is type(None):
        return value is None
    if hint is float:
        return _is_number(value, numbers.Real, "fiu")
    if hint is int:
        return _is_number(value, numbers.Integral, "iu")
    if origin is None:
        return not isinstance(hint, type) or _is_instance(value, hint)
    return _fits_generic(value, origin, arguments)


def _fits_generic(value: Any, origin: Any, arguments: tuple[Any, ...]) -> bool:
    if origin is Callable or getattr(origin, "__name__", "") == "Callable":
        return callable(value)
    if origin is tuple and ... not in arguments:
        is_row = not isinstance(value, str | bytes) and hasattr(value, "__len__") and len(value) == len(arguments)
        return is_row and all(map(fits, value, arguments))
    if origin not in _LISTS:
        return _is_instance(value, origin)
    if isinstance(value, str | bytes) or not (_is_instance(value, origin) or _shape(value)):
        return False
    is_finite = isinstance(value, Sequence | Mapping | Set) or bool(_shape(value))
    items = cast("Iterable[Any]", value if is_finite else ())
    return all(fits(item, arguments[0]) for item in itertools.islice(items, _MOST_CHECKED)) if arguments else True


def _is_number(value: Any, kind: type, kinds: str) -> bool:
    """Return whether a value is a number, or an array of one number of NumPy's ``kinds``; a truth value is none."""
    return (isinstance(value, kind) and type(value) is not bool) or (_shape(value) == () and _kind(value) in kinds)


def _is_array(value: Any, kinds: str) -> bool:
    """Return whether a value is a number, a slice, or a sequence or an array of numbers, of NumPy's ``kinds``."""
    if value is None or isinstance(value, slice) or _kind(value) != " ":
        return isinstance(value, slice) or _kind(value) in kinds
    import numpy as np  # commands that only show something do not need it

    try:
        array = np.asarray(value)
        return array.size > 0 and array.dtype.kind in kinds
    except (ValueError, TypeError):  # of different lengths
        return False


def _is_instance(value: Any, kind: type) -> bool:
    if getattr(kind, "_is_protocol", False):
        return all(hasattr(value, name) for name in vars(kind) if not name.startswith("_"))
    return isinstance(value, kind)


class _Names(dict[str, Any]):
    """Names of a module; a reference for one that is imported for type checkers only."""

    def __missing__(self, name: str) -> ForwardRef:
        return ForwardRef(name)


def _resolved(annotation: Any, function: Any) -> Any:
    """Return the type of an annotation that is written as text, with references for names that are not imported."""
    if not isinstance(annotation, str):
        return annotation
    known = _Names(vars(builtins) | inspect.unwrap(function).__globals__)
    try:
        return eval(annotation, {}, known)  # text of this package's source
    except (AttributeError, TypeError):  # of a reference
        return Any


def _words(hint: Any) -> str:
    """Return an annotated type in words: "a number, or None"."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(map(_words, arguments)))
    if origin is Annotated:
        return _words(arguments[0])
    if origin is Literal:
        return " or ".join(map(repr, arguments))
    if origin is tuple and ... not in arguments:
        return f"a sequence of {len(arguments)} numbers"
    name = hint if isinstance(hint, str) else getattr(origin or hint, "__name__", str(hint))
    name = hint.__forward_arg__ if isinstance(hint, ForwardRef) else name
    for known in (hint, name):
        if isinstance(known, type | str | type(None)) and known in _WORDS:
            return _WORDS[known]
    if name in ("Callable", "Path"):
        return "a function" if name == "Callable" else "a path"
    if origin in _LISTS:
        return f"a list, each {_words(arguments[0])}" if arguments else "a list"
    article = "an" if name[:1] in "AEIO" else "a"
    return f"{article} {name}{f', such as that of {_ORIGINS[name]}' if name in _ORIGINS else ''}"


def _shown(value: Any) -> str:
    try:
        text = in_one_line(" ".join(repr(value).split()))
    except Exception:  # an object of the user whose repr fails, or a number of too many digits
        return f"an object of the type {type(value).__name__}"
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 3]}..."


def _shape(value: Any) -> Any:
    return getattr(value, "shape", None)


def _kind(value: Any) -> str:
    return getattr(getattr(value, "dtype", None), "kind", " ")
