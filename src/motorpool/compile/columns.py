"""A model's step over columns on the CPU: compiled, vectorised, on as many threads as the work deserves.

The loop is generated: every column is an argument of its own (an array of structures is nine times
slower), blocks are contiguous slices counted from zero (absolute indices keep Python's negative
wrap-around), and the time loop runs inside the block, while it lies in the cache. A vehicle whose next
state would not be finite, or whose inputs are out of range, keeps its last one and gets a status bit. Inputs do
not change during a call, so they are checked once: in the first step, or, where they are many, in a loop before it.

Threads are Python's: the kernel releases the interpreter lock and each thread takes its own rows, in
whole vectors, so no result depends on their number.
"""

import itertools
import os
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from typing import Any

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numpy.typing import NDArray

from ..errors import ModelError, Status
from ..models.registry import Model
from . import ahead, checks, ground
from .flat import load_flat_module
from .intrinsics import INTRINSICS
from .loop_hints import HINTS, loop_hints
from .offending_lines import why_uncompilable
from .places import COLUMNS, after_source, kept_source, loads_source, low_columns, summed, sums_source
from .rebind import Rebinder, fingerprint
from .scratch import rows_of, scratch_column
from .vocabulary import CPU

BLOCK = 2048  # vehicles, at most
BLOCK_BYTES = 384 * 1024  # of a block's columns, at most: they fit the second-level cache beside what else is there
LONG = 60  # columns from which on a step is long
SHARE = 512  # threads take multiples of this many rows: whole vectors, so no row is computed differently
ROWS_A_THREAD = 50_000  # vehicle-steps below which another thread costs more than it brings

# error_model: else each division is an early exit; no "reassoc": it destroys the angle reduction; no "arcp": its
# reciprocals round otherwise on each processor.
OPTIONS: dict[str, Any] = {
    "error_model": "numpy", "fastmath": {"contract", "nsz"}, "nogil": True, "no_cfunc_wrapper": True,
}  # fmt: skip

# Nothing allocates, so no reference is counted: an array in a structure would be wherever the structure is passed.
RUN_OPTIONS: dict[str, Any] = OPTIONS | {"_nrt": False}
INNER_OPTIONS: dict[str, Any] = RUN_OPTIONS | {"no_cpython_wrapper": True}  # of what only compiled code calls

# What a first step says of a vehicle. From conditions alone: flags compared as integers halve the speed in float32.
TELL = (
    "flags = (NO_FLAG if is_finite else NOT_FINITE) | (NO_FLAG if is_allowed else OUT_OF_RANGE)",
    "status[i] = status[i] | flags",
    "sound[i] = ONE if moves else ZERO",
)

Columns = Sequence[NDArray[Any]]

# By Numba of what it cannot compile, and by what it compiled: a model's own ``raise``, or a result that is no number.
REFUSALS = (NumbaError, UnsupportedBytecodeError, TypeError, ValueError, ArithmeticError, AssertionError, LookupError)


def compile_inline(function: Callable[..., Any]) -> Any:
    """A compiled function that is always inlined into its caller; a call in the loop would be ten times slower."""
    return numba.njit(forceinline=True, **INNER_OPTIONS)(function)


@cache
def compiled_copies(float_type: str) -> Rebinder:
    """The copies of functions that all kernels of a float type share, so that each is compiled once in a process."""
    is_compiled = not vars(numba_config)["DISABLE_JIT"]
    return Rebinder(CPU[float_type] | (INTRINSICS if is_compiled else {}), float_type, compile_inline)


def advance_kernel(model: Model, float_type: str) -> Callable[..., None]:
    """The compiled ``advance(*columns, status, dt, steps, *rasters)`` of a model."""
    plain = model.plain  # shared by all that differ in values only
    return _advance_kernel(plain, plain.module.step, float_type)


@cache
def _advance_kernel(model: Model, step: Callable[..., Any], float_type: str) -> Callable[..., None]:
    """One for each ``step``, so that a reloaded module is compiled anew."""
    source = advance_source(model, float_type)
    names = names_of(model, step, float_type, compiled_copies(float_type))
    allowed = getattr(model.module, "is_valid", None)
    block = block_size(model, float_type)
    parts = (source, step, allowed, *ground.FUNCTIONS, CPU[float_type], RUN_OPTIONS, block, HINTS, numba.__version__)
    names |= {
        "njit": numba.njit,
        "RUN_OPTIONS": RUN_OPTIONS,
        **{function.__name__: compiled_copies(float_type).compiled(function) for function in (scratch_column, rows_of)},
        "BLOCK_OPTIONS": INNER_OPTIONS | loop_hints(is_long=len(column_names(model, float_type)) > LONG),
        "BLOCK": block,
        **{function.__name__: compiled_copies("float64").compiled(function) for function in ground.FUNCTIONS},
    }
    return load_flat_module(f"{model.name} {float_type}", fingerprint(*parts), source, names).advance


def names_of(model: Model, step: Callable[..., Any], float_type: str, copies: Rebinder) -> dict[str, Any]:
    """Return the names that the generated text of a model's loop uses, on the CPU and on CUDA.

    Args:
        model: model whose loop it is.
        step: its step.
        float_type: "float64" or "float32".
        copies: compiles functions for that backend and type.
    """
    number = np.dtype(float_type).type
    names: dict[str, Any] = {structure.__name__: structure for structure in model.structures.values()}
    names |= {"FLOAT": number, "DOUBLE": np.float64}
    names |= {"ZERO": number(0.0), "ONE": number(1.0), "NO_FLAG": np.uint32(0), "step": copies.compiled(step)}
    names |= {"NOT_FINITE": np.uint32(Status.NOT_FINITE), "OUT_OF_RANGE": np.uint32(Status.OUT_OF_RANGE)}
    names |= {choice.__name__: copies.compiled(choice) for choice in checks.CHOICE.values()}
    if hasattr(model.module, "is_valid"):
        names["is_valid"] = copies.compiled(model.module.is_valid)
    return names


def block_size(model: Model, float_type: str) -> int:
    """Return the number of vehicles that make all steps before the next ones do: a power of two, from 256 on."""
    size = BLOCK
    while size > 256 and size * len(column_names(model, float_type)) * np.dtype(float_type).itemsize > BLOCK_BYTES:
        size //= 2
    return size


def step_source(model: Model) -> str:
    """The call that makes a vehicle's next state of its structures."""
    return f"step(state, control, params, dt{', ground' if model.stands_on_ground else ''})"


def joined(lines: Sequence[str], indent: int) -> str:
    """Lines of generated text, all but the first indented."""
    return ("\n" + " " * indent).join(lines)


def step_lines(model: Model, float_type: str, *, is_first: bool) -> list[str]:
    """The lines that step a vehicle, store its state and tell its status; the first step also checks its inputs.

    Args:
        model: model whose loop it is.
        float_type: "float64" or "float32".
        is_first: these lines are the first step of a call.
    """
    after = after_source(model, float_type)
    state = checks.total(list(after.values()))
    rests = [f"low_{name}[i] = rest_{name} if moves else kept_{name}" for name in summed(model, float_type)]
    return [
        f"after = {step_source(model)}",
        *sums_source(model, float_type, COLUMNS),
        f"is_finite = {f'(known + {state})' if is_first else state} * ZERO == ZERO",
        f"moves = is_finite & {'is_allowed' if is_first else '(sound[i] != ZERO)'}",
        *rests,
        *(f"state_{name}[i] = {value} if moves else state_{name}[i]" for name, value in after.items()),
        *(TELL if is_first else ("status[i] = status[i] | (NO_FLAG if is_finite else NOT_FINITE)",)),
    ]


def is_checked_in_first_step(model: Model) -> bool:
    """Return whether the first step checks its own inputs: cheaper than a loop before it for few inputs."""
    return len(checks.checked_columns(model)) <= checks.FEW


def advance_source(model: Model, float_type: str) -> str:
    """The generated text: ``begin`` checks a block of vehicles, ``block`` steps it, ``advance`` does all blocks."""
    columns, loads = column_names(model, float_type), loads_source(model, float_type)
    first = [*loads, *checks.check_lines(model, float_type), *kept_source(model, float_type, is_new=True)]
    if is_checked_in_first_step(model):
        first += step_lines(model, float_type, is_first=True)
    else:
        first += ["is_finite = known * ZERO == ZERO", "moves = is_finite & is_allowed", *TELL]
        first += [*(f"low_{name}[i] = kept_{name}" for name in summed(model, float_type))]
    later = [*loads, *kept_source(model, float_type, is_new=False), *step_lines(model, float_type, is_first=False)]
    blocks = _blocks_on_ground(model, columns, float_type) if ground.takes_rasters(model) else _blocks(model, columns)
    return f'''"""{model.name} over {float_type} columns: generated by Motorpool; may be deleted at any time."""


@njit(**BLOCK_OPTIONS)
def begin({", ".join(columns)}, sound, status, dt):
    for i in range(status.size):
        {joined(first, 8)}


@njit(**BLOCK_OPTIONS)
def block({", ".join(columns)}, sound, status, dt, steps):
    for _ in range(steps):
        for i in range(status.size):
            {joined(later, 12)}


{blocks}'''


def _blocks(model: Model, columns: list[str]) -> str:
    """The text of the loop over blocks."""
    return f"""@njit(cache=True, **RUN_OPTIONS)
def advance({", ".join(columns)}, status, dt, steps):
    if steps < 1:
        return
    dt = FLOAT(dt)
    sounds = scratch_column(BLOCK, FLOAT)
    for first in range(0, status.size, BLOCK):
        count = min(BLOCK, status.size - first)
        sound = rows_of(sounds, 0, count)
        {joined(_slices([*columns, "status"]), 8)}
        begin({_sliced(columns)}, sound, status_part, dt)
        block({_sliced(columns)}, sound, status_part, dt, steps - {int(is_checked_in_first_step(model))})
"""


def _blocks_on_ground(model: Model, columns: list[str], float_type: str) -> str:
    """The text of the loop over blocks for a model that reads the ground, sampled before each step.

    Checked once: what is sampled is in range by construction, and all else stays as it is.
    """
    felt = [name for name in columns if name in ("state_x", "state_y", "state_yaw") or name.startswith("low_")]
    felt += [f"ground_{name}" for name in ground.sampled_fields(model)]
    rasters = ", ".join(ground.Rasters._fields)
    return f"""@njit(**BLOCK_OPTIONS)
def feel({", ".join(felt)}, {rasters}):
    {ground.loops_source(model, float_type)}

@njit(cache=True, **RUN_OPTIONS)
def advance({", ".join(columns)}, status, dt, steps, {rasters}):
    if steps < 1:
        return
    dt = FLOAT(dt)
    sounds = scratch_column(BLOCK, FLOAT)
    turns, together = (steps, 1) if {ground.any_source(model)} else (1, steps)
    for first in range(0, status.size, BLOCK):
        count = min(BLOCK, status.size - first)
        sound = rows_of(sounds, 0, count)
        {joined(_slices([*columns, "status"]), 8)}
        for turn in range(turns):
            feel({_sliced(felt)}, {rasters})
            left = together
            if turn == 0:
                begin({_sliced(columns)}, sound, status_part, dt)
                left -= {int(is_checked_in_first_step(model))}
            block({_sliced(columns)}, sound, status_part, dt, left)
"""


def _slices(columns: list[str]) -> list[str]:
    """The lines that cut a block out of each column, once for all loops over it."""
    return [f"{name}_part = rows_of({name}, first, count)" for name in columns]


def _sliced(columns: list[str]) -> str:
    return ", ".join(f"{name}_part" for name in columns)


def column_names(model: Model, float_type: str) -> list[str]:
    """The kernel's column arguments, in order: the model's fields, then the low parts of positions."""
    fields = [f"{part}_{name}" for part, structure in model.structures.items() for name in structure._fields]
    return fields + low_columns(model, float_type)


def advance(
    model: Model,
    columns: Columns,
    status: NDArray[np.uint32],
    dt: float,
    steps: int,
    *,
    rasters: ground.Rasters | None = None,
    threads: int | None = None,
) -> None:
    """Step every vehicle ``steps`` times, in place.

    Args:
        model: the motion model.
        columns: contiguous arrays of one float type, in the order of ``column_names``.
        status: one uint32 a vehicle, like ``columns``.
        dt: [s].
        steps: how many.
        rasters: of the ground that the vehicles are on, for a model that wants to know it.
        threads: at most this many; None for what the work deserves.
    """
    is_single = bool(columns) and columns[0].itemsize == 4  # ``dtype.name`` would take longer than the kernel's call
    kernel = advance_kernel(model, "float32" if is_single else "float64")
    told = (rasters or ground.NOWHERE) if ground.takes_rasters(model) else ()
    if ahead.is_listing():
        few = [column[:0] for column in columns]
        ahead.note(kernel, model.module.step, lambda: kernel(*few, status[:0], dt, steps, *told))
        return
    parts = parts_of(status.size, steps, threads)
    try:
        if len(parts) == 1:
            kernel(*columns, status, dt, steps, *told)
            return
        run_parts(lambda rows: kernel(*[column[rows] for column in columns], status[rows], dt, steps, *told), parts)
    except REFUSALS as error:
        raise ModelError(f"{model.name} cannot be compiled: {_why(model, error)}") from error


def _why(model: Model, error: Exception) -> str:
    functions = [model.module.step, *([model.module.is_valid] if hasattr(model.module, "is_valid") else [])]
    return why_uncompilable(model, functions, error, reason=reason(error), otherwise="step it as a Vehicle")


def reason(error: Exception) -> str:
    """The line of Numba's long text that says what was wrong."""
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;]*m", "", str(error)).splitlines() if line.strip()]
    said = next((line for line in lines if not line.startswith(("Failed in", "-"))), type(error).__name__)
    return re.sub(r" found for signature:$|\. Raised from .*$", "", said)


def run_parts(job: Callable[[slice], None], parts: Sequence[slice]) -> None:
    """``job`` for every part: the first in this thread, the others beside it; returns when all are done."""
    others = [_pool().submit(job, rows) for rows in parts[1:]]
    job(parts[0])
    for other in others:
        other.result()


def parts_of(count: int, cost: int, threads: int | None) -> list[slice]:
    """Rows for each thread, in whole shares; ``cost`` is a row's, in kinematic steps.

    Args:
        count: number of rows.
        cost: processor time that a row takes, in steps of a kinematic model.
        threads: threads to use; None for as many as the work deserves.
    """
    if threads is None:
        threads = count * cost // ROWS_A_THREAD
        threads = threads if threads < 2 else min(threads, cpu_count())
    if threads < 2 or count <= SHARE:
        return [slice(0, count)]
    shares = -(-count // SHARE)
    threads = min(threads, shares)
    edges = [min(count, SHARE * (shares * part // threads)) for part in range(threads + 1)]
    return [slice(low, high) for low, high in itertools.pairwise(edges)]


@lru_cache(maxsize=1)
def cpu_count() -> int:
    """Processors that this process may use; ``MOTORPOOL_THREADS`` lowers it."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    wish = os.environ.get("MOTORPOOL_THREADS", "")
    return max(1, min(int(wish), available)) if wish.isdecimal() else available


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max(1, cpu_count() - 1), thread_name_prefix="motorpool-kernel")
