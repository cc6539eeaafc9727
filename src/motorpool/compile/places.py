"""Positions in float32: two columns for a coordinate, so that precision does not depend on the distance to the origin.

A float32 at 4 000 km has steps of 0.25 m; a vehicle that adds 0.1 m to it stands still. So each step is computed from
x = y = 0, which gives the displacement, and that is added with compensation: what the sum rounds away is kept in a
column of its own, the low part, and added with the next displacement (Kahan, "Further remarks on reducing truncation
errors", Communications of the ACM 8, 1965). The model's motion must not depend on its position.

The user may set x. A low part that exceeds the rounding error of its coordinate belongs to another position, and is
ignored.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..models.registry import Model

COORDINATES = ("x", "y")
LARGEST_SHARE = 2.0**-22  # of a low part in its coordinate: one and a half units of the last place, and a margin


class Words(NamedTuple):
    """The generated text's words for a field of the state, a coordinate that has a low part, and the low part."""

    state: str = "state_{}[i]"
    place: str = "state_{}[i]"
    low: str = "kept_{}"


CELL = "{}[i]"  # the generated text's words for a vehicle's value in a column
COLUMNS = Words()
STORED = COLUMNS._replace(low="low_{}[i]")


def summed(model: Model, float_type: str) -> tuple[str, ...]:
    """Return the coordinates that have a low part: none in float64, or for a model without x and y."""
    has_place = set(COORDINATES) <= set(model.structures["state"]._fields)
    return COORDINATES if float_type == "float32" and has_place else ()


def low_columns(model: Model, float_type: str) -> list[str]:
    """Return the names of the columns of low parts."""
    return [f"low_{name}" for name in summed(model, float_type)]


def place_source(model: Model, float_type: str, words: Words) -> dict[str, str]:
    """Return expressions of x and y, including the low-order part of float32 positions, and of yaw."""
    places = {name: words.state.format(name) for name in (*COORDINATES, "yaw")}
    for name in summed(model, float_type):
        places[name] = f"(DOUBLE({words.place.format(name)}) + {words.low.format(name)})"
    return places


def kept_source(model: Model, float_type: str, *, is_new: bool, cell: Callable[[str], str] = CELL.format) -> list[str]:
    """Return the lines that read low parts as ``kept_x`` and ``kept_y``.

    In a new call (``is_new``) the coordinates may have been set: low parts of another place are left out.
    """
    lines: list[str] = []
    for name in summed(model, float_type):
        lines.append(f"kept_{name} = {cell(f'low_{name}')}")
        if is_new:
            limit = f"FLOAT({LARGEST_SHARE!r}) * abs({cell(f'state_{name}')})"
            lines.append(f"kept_{name} = kept_{name} if abs(kept_{name}) <= {limit} else ZERO")
    return lines


def sums_source(model: Model, float_type: str, words: Words) -> list[str]:
    """Return the lines that add a step from the origin: ``new_x`` is the next x, ``rest_x`` its low part."""
    lines: list[str] = []
    for name in summed(model, float_type):
        place, low = words.place.format(name), words.low.format(name)
        lines += [
            f"moved_{name} = after.{name} + {low}",
            f"new_{name} = {place} + moved_{name}",
            f"rest_{name} = moved_{name} - (new_{name} - {place})",
        ]
    return lines


def after_source(model: Model, float_type: str) -> dict[str, str]:
    """Return the expression for each field of the state after a step."""
    sums = summed(model, float_type)
    return {name: f"new_{name}" if name in sums else f"after.{name}" for name in model.structures["state"]._fields}


def loads_source(model: Model, float_type: str, cell: Callable[[str], str] = CELL.format) -> list[str]:
    """Return the lines that read a vehicle's structures from its columns, zero for coordinates that have a low part."""
    zeros = [f"state_{name}" for name in summed(model, float_type)]
    lines: list[str] = []
    for part, structure in model.structures.items():
        names = [f"{part}_{name}" for name in structure._fields]
        values = ["ZERO" if name in zeros else cell(name) for name in names]
        lines.append(f"{part} = {structure.__name__}({', '.join(values)})")
    return lines
