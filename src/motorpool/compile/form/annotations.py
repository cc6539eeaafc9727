"""Types that annotations state: of a stage's parameters, and of the fields of structures."""

from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

from ...base.arrays import Axes
from .number_type import number_type
from .types import FLOAT, TRUTH, WHOLE, ArrayType, KnownType, RangeType, Type, UnsupportedError

if TYPE_CHECKING:
    from .reader import Reader

_SIMPLE: dict[Any, Type] = {float: FLOAT, int: WHOLE, bool: TRUTH, range: RangeType(1), type(None): KnownType(None)}


def type_of_annotation(reader: "Reader", hint: Any, where: str) -> Type:
    """Return the type that an evaluated annotation states; ``where`` are words for the annotated thing in messages.

    Raises:
        UnsupportedError: the annotation states no type of the form.
    """
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if get_origin(hint) is Annotated:
        of, *notes = get_args(hint)
        kind = type_of_annotation(reader, of, where)
        counts = [note.count for note in notes if isinstance(note, Axes)]
        return ArrayType(kind.dtype, counts[0]) if isinstance(kind, ArrayType) and counts else kind
    if get_origin(hint) is tuple:
        parts = get_args(hint)
        return reader.struct(None, tuple(type_of_annotation(reader, part, where) for part in parts))
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        hints = get_type_hints(hint, include_extras=True)
        fields: Any = getattr(hint, "_fields")  # noqa: B009
        return reader.struct(
            hint, tuple(type_of_annotation(reader, hints[name], f"{hint.__name__}.{name}") for name in fields)
        )
    number = number_type(hint)
    if number is not None:
        return ArrayType(number.__name__, 1)
    raise UnsupportedError(f"{where} is annotated as {hint}, which is no number, array or structure")


def parameters_of(reader: "Reader", function: Any) -> list[Type]:
    """Return the types that a function's annotations state for its parameters.

    Raises:
        UnsupportedError: one is not annotated, or by something that is no type of the form.
    """
    hints = get_type_hints(function, include_extras=True)
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return [type_of_annotation(reader, hints.get(name), f"{name} of {function.__name__}") for name in names]
