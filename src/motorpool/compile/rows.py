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

The stage is called by a generated adapter (``addresses``); what it calls is rebound to the compiled vocabulary.
Uncompiled, it gives the same.
"""

import inspect
from collections.abc import Callable, Sequence
from functools import cache
from operator import is_
from types import FunctionType
from typing import Annotated, Any, NamedTuple, ParamSpec, cast, get_origin

import numpy as np

from ..form.types import FLOAT, WHOLE, ArrayType
from . import ahead
from .addresses import entries_of, layout_of, names_in, text_of
from .columns import ROWS_A_THREAD, copies_for, parts_of, run_parts
from .flat import Program, is_kept, is_on, load
from .scratch import array_at, float_of
from .specialise import fingerprint
from .vocabulary import CPU

ROW_COST = 20  # one row of a stage (queries, trials) is about this many kinematic steps
INTERLEAVE = 2  # vectors at once, in stages in vectors
VECTOR_GAIN = 5  # so many rows in vectors cost as much: threads pay only for many of them

P = ParamSpec("P")

_NUMBERS = {float: FLOAT, int: WHOLE}


class Stages:
    """The stages of one world, each bound to the arrays that it was run on last."""

    def __init__(self) -> None:
        self._bound: dict[Callable[..., None], _Bound] = {}
        self._is_compiled = is_on()

    def run(self, stage: Callable[P, None], *arguments: P.args, **_nothing: P.kwargs) -> None:
        """Run ``stage``, compiled, on structures, then numbers, all by position, each thread on its own rows."""
        bound = self._bound.get(stage)
        if bound is not None:
            bound.run(arguments)
        elif not self._is_compiled:
            plain_stage(stage)(*arguments)
        elif ahead.is_listing():
            structures = arguments[: len(signature_of(stage).structures)]
            layouts = tuple(map(layout_of, structures))
            ahead.note((stage, layouts), stage, lambda: _kernel(stage, layouts))
        else:
            bound = self._bound[stage] = _Bound(stage)
            bound.run(arguments)

    def kernel_of(self, stage: Callable[..., None]) -> Any:
        """Return the compiled code that ran a stage last."""
        return self._bound[stage].kernel


class _Signature(NamedTuple):
    """The parameters of a stage."""

    structures: list[str]
    by_rows: list[bool]  # of each structure
    numbers: dict[str, str]  # the name of the type of each number
    is_in_vectors: bool  # several rows are computed at once


class _Bound:
    """A stage and the addresses of the arrays that it was run on last, which are kept alive here."""

    def __init__(self, stage: Callable[..., None]):
        self._stage, self._signature = stage, signature_of(stage)
        self._cost = ROW_COST // (VECTOR_GAIN if self._signature.is_in_vectors else 1)
        self._few = 2 * ROWS_A_THREAD // self._cost  # rows that one thread does, whatever the machine
        self._structures: list[Any] = [None] * len(self._signature.structures)
        self._layouts: list[Any] = []
        self._places: list[int] = []
        self._table = np.zeros(0, np.int64)
        self._count, self.kernel = 0, cast("Callable[..., None]", None)

    def run(self, arguments: Sequence[Any]) -> None:
        structures = self._structures
        if not all(map(is_, arguments, structures)):
            self._rebind(arguments[: len(structures)])
        numbers = arguments[len(structures) :]
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


def signature_of(stage: Callable[..., None]) -> _Signature:
    """Return the parameters of a stage, which takes structures first, then numbers."""
    signature = inspect.signature(stage)
    kinds = {name: parameter.annotation for name, parameter in signature.parameters.items()}
    numbers = {name: _NUMBERS[kind] for name, kind in kinds.items() if kind in _NUMBERS}
    structures = [name for name in kinds if name not in numbers]
    assert [*structures, *numbers] == list(kinds), f"{stage.__name__}: a stage's structures come before its numbers"
    by_rows = [get_origin(kinds[name]) is not Annotated for name in structures]
    return _Signature(structures, by_rows, numbers, get_origin(signature.return_annotation) is Annotated)


def forget_compiled() -> None:
    """Compile every stage again, after a function that one calls has been replaced."""
    _kernel.cache_clear()
    _stage_key.cache_clear()


@cache
def plain_stage(stage: Callable[..., None]) -> Callable[..., None]:
    """Return a stage as plain Python, with the compiled vocabulary's arithmetic."""
    assert isinstance(stage, FunctionType)
    return copies_for("float64").compiled(stage)


def is_compiled(stage: Callable[..., None]) -> bool:
    """Return whether the cache has compiled code of a stage, for any arrays."""
    return is_kept(stage.__name__, _stage_key(stage))


@cache
def _kernel(stage: Callable[..., None], layouts: tuple[Any, ...]) -> Callable[..., None]:
    assert isinstance(stage, FunctionType)
    signature = signature_of(stage)
    text = _stage_text(stage, signature, layouts)
    structures = dict(named for layout in layouts for named in names_in(layout))

    def names() -> dict[str, Any]:
        copies = copies_for("float64")
        found: dict[str, Any] = {stage.__name__: copies.compiled(stage)}
        found |= {function.__name__: copies.compiled(function) for function in (array_at, float_of)}
        return found | structures

    program = Program(
        stage.__name__,
        f"{_stage_key(stage)}{fingerprint(text, structures)[:4]}",
        lambda: text,
        names,
        entry="run",
        parameters=[ArrayType("int64", 1), WHOLE, WHOLE, *signature.numbers.values()],
        interleave={stage.__name__: INTERLEAVE} if signature.is_in_vectors else {},
    )
    return load(program)


@cache
def _stage_key(stage: Callable[..., None]) -> str:
    """Return the fingerprint of a stage and all that it calls."""
    return fingerprint(stage, CPU["float64"], INTERLEAVE if signature_of(stage).is_in_vectors else 0)


def _stage_text(stage: FunctionType, signature: _Signature, layouts: Sequence[Any]) -> str:
    lines: list[str] = []
    place = 0
    for name, by_rows, layout in zip(signature.structures, signature.by_rows, layouts, strict=True):
        value, place = text_of(layout, place, by_rows=by_rows)
        lines.append(f"{name} = {value}")
    arguments = ", ".join((*signature.structures, *signature.numbers))
    return f'''"""{stage.__name__}: generated by Motorpool from {stage.__module__}; may be deleted at any time."""


def run({", ".join(("table", "first", "count", *signature.numbers))}):
    {(chr(10) + "    ").join(lines)}
    {stage.__name__}({arguments})
'''


def _row_count(signature: _Signature, structures: Sequence[Any]) -> int:
    """Return the number of rows of a stage; 0 if it takes nothing by rows."""
    for by_rows, structure in zip(signature.by_rows, structures, strict=True):
        while by_rows and isinstance(structure, tuple):
            structure = cast("tuple[Any, ...]", structure)[0]
        if by_rows:
            return structure.size
    return 0
