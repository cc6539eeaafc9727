"""Stages: loops over vehicles in plain Python, compiled and run on several threads.

A stage is a function of structures of arrays, then of numbers:

    def keep_courses(pose: Pose, course: Course, area: Whole[Bounds], dt: float) -> None:
        for i in range(pose.x.size): ...

Each thread calls the stage with its own rows of each structure. Structures annotated ``Whole`` are passed completely:
the ground, objects, the columns of all vehicles. A stage writes only its own rows, and reads other rows only in columns
that it does not write; therefore the results depend neither on the order of the rows nor on the number of threads. A
stage whose structures are all ``Whole`` runs once.

    stages = Stages()
    stages.run(keep_courses, pose, course, area, dt)

A stage that returns ``InVectors`` is compiled to vector instructions, like the models' loops. It must consist of one
plain loop over its rows, and no array may be passed twice. A stage that gathers from a raster becomes three times as
fast.

Several stages run as one kernel if a tuple of them is given, with the parameters of all, each name once:

    stages.run((look_at_ground, keep_courses), entity, inputs, ground, pose, course, area, tick, dt)

A call costs about a microsecond, as much as a stage that concerns few of 500 vehicles. On several threads, none of
these stages may read a value of another vehicle that one of them writes; ``rows`` runs them on one thread.

The stage is called by a generated adapter (``addresses``); what it calls is rebound to the compiled vocabulary.
Uncompiled, it gives the same.
"""

import inspect
from collections.abc import Callable, Sequence
from functools import cache
from operator import is_
from types import FunctionType
from typing import Annotated, Any, NamedTuple, cast, get_origin

import numpy as np

from . import ahead
from .addresses import entries_of, layout_of, names_in, text_of
from .columns import ROWS_A_THREAD, copies_for, parts_of, run_parts
from .flat import Program, is_kept, is_on, load
from .form.types import FLOAT, WHOLE, ArrayType
from .scratch import array_at, float_of
from .specialise import fingerprint
from .vocabulary import CPU

ROW_COST = 20  # one row of a stage (queries, trials) is about this many kinematic steps
INTERLEAVE = 2  # vectors at once, in stages in vectors
VECTOR_GAIN = 5  # so many rows in vectors cost as much: threads pay only for many of them

_NUMBERS = {float: FLOAT, int: WHOLE}

Function = Callable[..., None]
Stage = Function | tuple[Function, ...]  # several make one kernel


class Stages:
    """The stages of one world, each bound to the arrays that it was run on last."""

    def __init__(self) -> None:
        self._bound: dict[Stage, _Bound] = {}
        self._is_compiled = is_on()

    def run(self, stage: Stage, *arguments: Any, rows: slice | None = None) -> None:
        """Run ``stage``, compiled, on structures, then numbers, all by position, each thread on its own rows.

        Args:
            rows: rows to run on, by one thread; all by default.
        """
        bound = self._bound.get(stage)
        if bound is not None:
            bound.run(arguments, rows)
        elif not self._is_compiled:
            for each, own in calls_of(stage, arguments, rows):
                plain_stage(each)(*own)
        elif ahead.is_listing():
            structures = arguments[: len(signature_of(stage).structures)]
            layouts = tuple(map(layout_of, structures))
            ahead.note((stage, layouts), name_of(stage), functions_of(stage), lambda: _kernel(stage, layouts))
        else:
            bound = self._bound[stage] = _Bound(stage)
            bound.run(arguments, rows)


class _Signature(NamedTuple):
    """The parameters of a stage, or of several, each name once."""

    structures: list[str]
    by_rows: list[bool]  # of each structure, by the first stage that takes it
    numbers: dict[str, str]  # the name of the type of each number
    is_in_vectors: bool  # several rows are computed at once, by each of them


class _Bound:
    """A stage and the addresses of the arrays that it was run on last, which are kept alive here."""

    def __init__(self, stage: Stage):
        self._stage, self._signature = stage, signature_of(stage)
        self._cost = ROW_COST // (VECTOR_GAIN if self._signature.is_in_vectors else 1)
        self._few = 2 * ROWS_A_THREAD // self._cost  # rows that one thread does, whatever the machine
        self._structures: list[Any] = [None] * len(self._signature.structures)
        self._layouts: list[Any] = []
        self._places: list[int] = []
        self._table = np.zeros(0, np.int64)
        self._count, self.kernel = 0, cast("Callable[..., None]", None)

    def run(self, arguments: Sequence[Any], rows: slice | None) -> None:
        structures = self._structures
        if not all(map(is_, arguments, structures)):
            self._rebind(arguments[: len(structures)])
        numbers = arguments[len(structures) :]
        if rows is not None:
            self.kernel(self._table, rows.start, rows.stop - rows.start, *numbers)
            return
        if self._count < self._few:
            self.kernel(self._table, 0, self._count, *numbers)
            return
        parts = parts_of(self._count, self._cost, None)
        if len(parts) == 1:
            self.kernel(self._table, 0, self._count, *numbers)
            return
        run_parts(lambda rows: self.kernel(self._table, rows.start, rows.stop - rows.start, *numbers), parts)

    def _rebind(self, structures: Sequence[Any]) -> None:
        """Write the addresses of structures that have changed; compile again if their layouts differ."""
        layouts = [
            layout_of(new) if new is not old else layout
            for new, old, layout in zip(structures, self._structures, self._layouts or structures, strict=True)
        ]
        if layouts != self._layouts:
            entries: list[int] = []
            self._places = list[int]()
            for structure in structures:
                self._places.append(len(entries))
                entries.extend(entries_of(structure))
            self._table = np.array(entries, np.int64)
            self.kernel = _kernel(self._stage, tuple(layouts))
            self._layouts = layouts
        else:
            for place, new, old in zip(self._places, structures, self._structures, strict=True):
                if new is not old:
                    entries = list(entries_of(new))
                    self._table[place : place + len(entries)] = entries
        self._structures = list(structures)
        self._count = _row_count(self._signature, structures)


@cache
def signature_of(stage: Stage) -> _Signature:
    """Return the parameters of a stage, which takes structures first, then numbers; of several stages, each name once.

    Several stages take a name alike, but that one may take its own rows of what another one takes whole.
    """
    found = [_own_signature(each) for each in functions_of(stage)]
    by_rows = {name: is_own for each in reversed(found) for name, is_own in zip(*each[:2], strict=True)}
    structures = list(dict.fromkeys(name for each in found for name in each.structures))
    numbers = {name: kind for each in found for name, kind in each.numbers.items()}
    assert not numbers.keys() & set(structures), f"{name_of(stage)}: one name is a structure and a number"
    is_in_vectors = all(each.is_in_vectors for each in found)
    return _Signature(structures, [by_rows[name] for name in structures], numbers, is_in_vectors)


def _own_signature(stage: Function) -> _Signature:
    signature = inspect.signature(stage)
    kinds = {name: parameter.annotation for name, parameter in signature.parameters.items()}
    numbers = {name: _NUMBERS[kind] for name, kind in kinds.items() if kind in _NUMBERS}
    structures = [name for name in kinds if name not in numbers]
    assert [*structures, *numbers] == list(kinds), f"{stage.__name__}: a stage's structures come before its numbers"
    by_rows = [get_origin(kinds[name]) is not Annotated for name in structures]
    return _Signature(structures, by_rows, numbers, get_origin(signature.return_annotation) is Annotated)


def functions_of(stage: Stage) -> tuple[Function, ...]:
    """Return the functions of a stage, in the order of their calls."""
    return (stage,) if callable(stage) else stage


def name_of(stage: Stage) -> str:
    """Return the name of a stage; of several, that of the first and of the last."""
    first, *_, last = (functions_of(stage)[0], *functions_of(stage))
    return first.__name__ if first is last else f"{first.__name__}_to_{last.__name__}"


def calls_of(stage: Stage, arguments: Sequence[Any], rows: slice | None = None) -> list[tuple[Function, list[Any]]]:
    """Return the functions of a stage, each with those of the arguments that it takes.

    Args:
        rows: rows to run on; all by default.
    """
    signature = signature_of(stage)
    given = dict(zip([*signature.structures, *signature.numbers], arguments, strict=True))
    calls: list[tuple[Function, list[Any]]] = []
    for each in functions_of(stage):
        structures, by_rows, numbers, _ = _own_signature(each)
        own = [
            _rows_of(given[name], rows) if rows is not None and is_own else given[name]
            for name, is_own in zip(structures, by_rows, strict=True)
        ]
        calls.append((each, own + [given[name] for name in numbers]))
    return calls


def _rows_of(structure: Any, rows: slice) -> Any:
    """Return some rows of a structure's columns."""
    if not isinstance(structure, tuple):
        return structure[rows]
    fields = cast("tuple[Any, ...]", structure)
    return type(fields)(*(_rows_of(field, rows) for field in fields))


def forget_compiled() -> None:
    """Compile every stage again, after a function that one calls has been replaced."""
    _kernel.cache_clear()
    _stage_key.cache_clear()


@cache
def plain_stage(stage: Callable[..., None]) -> Callable[..., None]:
    """Return a stage as plain Python, with the compiled vocabulary's arithmetic."""
    assert isinstance(stage, FunctionType)
    return copies_for("float64").compiled(stage)


def is_compiled(stage: Stage) -> bool:
    """Return whether the cache has compiled code of a stage, for any arrays."""
    return is_kept(name_of(stage), _stage_key(stage))


@cache
def _kernel(stage: Stage, layouts: tuple[Any, ...]) -> Callable[..., None]:
    signature, functions = signature_of(stage), functions_of(stage)
    text = _stage_text(stage, signature, layouts)
    structures = dict(named for layout in layouts for named in names_in(layout))

    def names() -> dict[str, Any]:
        copies = copies_for("float64")
        return {each.__name__: copies.compiled(each) for each in (*functions, array_at, float_of)} | structures

    program = Program(
        name_of(stage),
        f"{_stage_key(stage)}{fingerprint(text, structures)[:4]}",
        lambda: text,
        names,
        entry="run",
        parameters=[ArrayType("int64", 1), WHOLE, WHOLE, *signature.numbers.values()],
        interleave={each.__name__: INTERLEAVE for each in functions if _own_signature(each).is_in_vectors},
    )
    return load(program)


@cache
def _stage_key(stage: Stage) -> str:
    """Return the fingerprint of a stage and all that it calls."""
    functions = functions_of(stage)
    in_vectors = (INTERLEAVE if _own_signature(each).is_in_vectors else 0 for each in functions)
    return fingerprint(*functions, CPU["float64"], *in_vectors)


def _stage_text(stage: Stage, signature: _Signature, layouts: Sequence[Any]) -> str:
    functions, places, place = functions_of(stage), dict[str, int](), 0
    for name, layout in zip(signature.structures, layouts, strict=True):
        places[name] = place
        _, place = text_of(layout, place, by_rows=False)
    lines, calls = dict[str, str](), list[str]()
    for each in functions:
        own = _own_signature(each)
        values = [
            name if is_own == signature.by_rows[signature.structures.index(name)] else f"other_{name}"
            for name, is_own in zip(own.structures, own.by_rows, strict=True)
        ]
        for name, value, is_own in zip(own.structures, values, own.by_rows, strict=True):
            layout = layouts[signature.structures.index(name)]
            lines[value] = f"{value} = {text_of(layout, places[name], by_rows=is_own)[0]}"
        calls.append(f"{each.__name__}({', '.join((*values, *own.numbers))})")
    module = functions[0].__module__
    return f'''"""{name_of(stage)}: generated by Motorpool from {module}; may be deleted at any time."""


def run({", ".join(("table", "first", "count", *signature.numbers))}):
    {(chr(10) + "    ").join([*lines.values(), *calls])}
'''


def _row_count(signature: _Signature, structures: Sequence[Any]) -> int:
    """Return the number of rows of a stage; 0 if it takes nothing by rows."""
    for by_rows, structure in zip(signature.by_rows, structures, strict=True):
        while by_rows and isinstance(structure, tuple):
            structure = cast("tuple[Any, ...]", structure)[0]
        if by_rows:
            return structure.size
    return 0
