"""A model's step over columns on the CPU: compiled, vectorised, on as many threads as the work deserves.

The loop is generated: every column is an argument of its own (an array of structures is nine times
slower), blocks are contiguous slices counted from zero (absolute indices keep Python's negative
wrap-around), and the time loop runs inside the block, while it lies in the cache. Around it, the kernel
takes the columns of one fleet after the other from a table of their addresses (``address_table``). A vehicle whose next
state would not be finite, or whose inputs are out of range, keeps its last one and gets a status bit. Inputs do
not change during a call, so they are checked once: in the first step, or, where they are many, in a loop before it.

Threads are Python's: the kernel releases the interpreter lock and each thread takes its own rows, in
whole vectors, so no result depends on their number.
"""

import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ..base.environment_variables import thread_limit
from ..base.errors import ModelError, ResourceError, Status
from ..base.operating_system import call_in_forked_child, processor_count
from ..models.registry import Model
from . import ahead, checks, ground
from .address_table import SHARE, AddressTable, Entries
from .flat import Program, load
from .form.types import FLOAT, WHOLE, ArrayType, UnsupportedError
from .offending_lines import why_uncompilable
from .places import COLUMNS, after_source, kept_source, loads_source, low_columns, summed, sums_source
from .scratch import array_at, rows_of, scratch_column
from .specialise import Specialiser, fingerprint
from .vocabulary import CPU

BLOCK = 2048  # vehicles, at most
BLOCK_BYTES = 384 * 1024  # limit of the size of a block's columns, which share the second-level cache with other data
LONG = 60  # columns from which on a step is long
ROWS_A_THREAD = 50_000  # vehicle-steps below which another thread costs more than it brings

# Vectors of vehicles that are computed at once. A vehicle's step is one chain of dependent results, and a processor's
# window of instructions is too short to begin the next vehicles meanwhile. Steps with many columns take one vector, as
# there are no registers for more: two gain 1.5 % on average and take twice as long to compile (0074).
INTERLEAVE, LONG_INTERLEAVE = 4, 1

# Status of a vehicle after its first step, from conditions alone: flags compared as integers halve the float32 rate.
TELL = (
    "flags = (NO_FLAG if is_finite else NOT_FINITE) | (NO_FLAG if is_allowed else OUT_OF_RANGE)",
    "status[i] = status[i] | flags",
    "sound[i] = ONE if moves else ZERO",
)

ADDRESSES = ArrayType("int64", 2)  # type of a table's entries


@cache
def copies_for(float_type: str) -> Specialiser:
    """Return the copies of functions that all kernels of a float type share."""
    return Specialiser(CPU[float_type], float_type, lambda function: function)


def advance_kernel(model: Model, float_type: str) -> Callable[..., None]:
    """The compiled ``advance(addresses, dt, steps, *rasters)`` of a model, with the entries of an ``AddressTable``."""
    plain = model.plain  # shared by all that differ in values only
    return _advance_kernel(plain, plain.module.step, float_type)


@cache
def _advance_kernel(model: Model, step: Callable[..., Any], float_type: str) -> Callable[..., None]:
    """One for each ``step``, so that a reloaded module is compiled anew."""
    return load(advance_program(model, step, float_type))


def advance_program(model: Model, step: Callable[..., Any], float_type: str) -> Program:
    """Return the program that steps a model; the float type is "float64" or "float32"."""
    copies = copies_for(float_type)
    interleave = LONG_INTERLEAVE if len(column_names(model, float_type)) > LONG else INTERLEAVE
    block = block_size(model, float_type)
    allowed = getattr(model.module, "is_valid", None)

    def names() -> dict[str, Any]:
        found = names_of(model, step, float_type, copies) | {"BLOCK": block}
        found |= {function.__name__: copies.compiled(function) for function in (array_at, scratch_column, rows_of)}
        of_ground = copies_for("float64")
        return found | {function.__name__: of_ground.compiled(function) for function in ground.FUNCTIONS}

    parameters: list[Any] = [ADDRESSES, FLOAT, WHOLE]
    if ground.takes_rasters(model):
        parameters += map(type_of_argument, ground.NOWHERE)
    loops = ("begin", "block", *(("sample_ground",) if ground.takes_rasters(model) else ()))
    source = advance_source(model, float_type)
    return Program(
        f"{model.name} {float_type}",
        fingerprint(source, step, allowed, *ground.FUNCTIONS, CPU[float_type], block, interleave),
        lambda: source,
        names,
        entry="advance",
        parameters=parameters,
        interleave=dict.fromkeys(loops, interleave),
        flushes=float_type == "float32",
    )


def type_of_argument(value: Any) -> Any:
    """Return the type of a kernel's argument like ``value``, see ``form.types``."""
    if isinstance(value, np.ndarray):
        array = cast("NDArray[Any]", value)
        return ArrayType(array.dtype.name, array.ndim)
    return FLOAT if isinstance(value, float) else WHOLE


def names_of(model: Model, step: Callable[..., Any], float_type: str, copies: Specialiser) -> dict[str, Any]:
    """Return the names that the text of a model's loop uses, by functions of a specialiser for CPU or CUDA."""
    number = np.dtype(float_type).type
    names: dict[str, Any] = {structure.__name__: structure for structure in model.structures.values()}
    names |= {"FLOAT": number, "DOUBLE": np.float64, "FLAGS": np.uint32}
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
    """Return the call that makes a vehicle's next state of its structures."""
    return f"step(state, control, params, dt{', ground' if model.stands_on_ground else ''})"


def joined(lines: Sequence[str], indent: int) -> str:
    """Lines of generated text, all but the first indented."""
    return ("\n" + " " * indent).join(lines)


def step_lines(model: Model, float_type: str, *, is_first: bool) -> list[str]:
    """Return the lines that step a vehicle and store its state and status; the first step also checks its inputs."""
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


def begin({", ".join(columns)}, sound, status, dt):
    for i in range(status.size):
        {joined(first, 8)}


def block({", ".join(columns)}, sound, status, dt, steps):
    for _ in range(steps):
        for i in range(status.size):
            {joined(later, 12)}


{blocks}'''


def _blocks(model: Model, columns: list[str]) -> str:
    """Return the text of the loop over fleets and blocks."""
    return f"""def advance(addresses, dt, steps):
    if steps < 1:
        return
    duration = FLOAT(dt)
    sounds = scratch_column(BLOCK, FLOAT)
    for fleet in range(addresses.shape[0]):
        for first in range(0, addresses[fleet, 0], BLOCK):
            count = min(BLOCK, addresses[fleet, 0] - first)
            sound = rows_of(sounds, 0, count)
            {joined(slices_source(columns, ["status"]), 12)}
            begin({", ".join(columns)}, sound, status, duration)
            block({", ".join(columns)}, sound, status, duration, steps - {int(is_checked_in_first_step(model))})
"""


def _blocks_on_ground(model: Model, columns: list[str], float_type: str) -> str:
    """Return the text of the loop over blocks for a model that reads the ground, sampled before each step.

    Checked once: what is sampled is in range by construction, and all else stays as it is.
    """
    sampled = [name for name in columns if name in ("state_x", "state_y", "state_yaw") or name.startswith("low_")]
    sampled += [f"ground_{name}" for name in ground.sampled_fields(model)]
    rasters = ", ".join(ground.Rasters._fields)
    return f"""def sample_ground({", ".join(sampled)}, {rasters}):
    {ground.loops_source(model, float_type)}

def advance(addresses, dt, steps, {rasters}):
    if steps < 1:
        return
    duration = FLOAT(dt)
    sounds = scratch_column(BLOCK, FLOAT)
    turns, together = (steps, 1) if {ground.any_source(model)} else (1, steps)
    for fleet in range(addresses.shape[0]):
        for first in range(0, addresses[fleet, 0], BLOCK):
            count = min(BLOCK, addresses[fleet, 0] - first)
            sound = rows_of(sounds, 0, count)
            {joined(slices_source(columns, ["status"]), 12)}
            for turn in range(turns):
                sample_ground({", ".join(sampled)}, {rasters})
                left = together
                if turn == 0:
                    begin({", ".join(columns)}, sound, status, duration)
                    left -= {int(is_checked_in_first_step(model))}
                block({", ".join(columns)}, sound, status, duration, left)
"""


def slices_source(columns: Sequence[str], flags: Sequence[str] = ()) -> list[str]:
    """Return the lines that take a block of each column, then of flags, of a fleet from the table of addresses."""
    kinds = [*((name, "FLOAT") for name in columns), *((name, "FLAGS") for name in flags)]
    return [
        f"{name} = array_at(addresses, fleet * {len(kinds) + 1} + {place}, {kind}, first, (count,))"
        for place, (name, kind) in enumerate(kinds, 1)
    ]


def column_names(model: Model, float_type: str) -> list[str]:
    """Return the kernel's column arguments, in order: the model's fields, then the low parts of positions."""
    fields = [f"{part}_{name}" for part, structure in model.structures.items() for name in structure._fields]
    return fields + low_columns(model, float_type)


def advance(
    model: Model,
    table: AddressTable,
    dt: float,
    steps: int,
    *,
    rasters: ground.Rasters | None = None,
    threads: int | None = None,
) -> None:
    """Step every vehicle of some fleets ``steps`` times, in place.

    Args:
        table: columns of each fleet, in the order of ``column_names``, and its status (uint32).
        rasters: surface classes and heights under the vehicles, for a model that reads them.
        threads: at most; None for what the work deserves.
    """
    float_type = "float32" if table.itemsize == 4 else "float64"
    told = (rasters or ground.NOWHERE) if ground.takes_rasters(model) else ()
    if ahead.is_listing():
        step = model.plain.module.step
        ahead.note((step, float_type), step.__name__, [step], lambda: advance_kernel(model, float_type))
        return
    try:
        kernel = advance_kernel(model, float_type)
        run_table(lambda entries: kernel(entries, dt, steps, *told), table, steps, threads)
    except UnsupportedError as error:
        raise ModelError(f"{model.name} cannot be compiled: {_why(model, error)}") from error


def run_table(job: Callable[[Entries], None], table: AddressTable, cost: int, threads: int | None) -> None:
    """Call ``job`` with the entries of a table, or on several threads with parts of them.

    Args:
        cost: processor time that a row takes, in steps of a kinematic model.
    """
    number = thread_count(table.count, cost, threads)
    if number < 2:
        job(table.entries)
    else:
        run_parts(job, table.parts(number))


def _why(model: Model, error: UnsupportedError) -> str:
    functions = [model.module.step, *([model.module.is_valid] if hasattr(model.module, "is_valid") else [])]
    return why_uncompilable(model, functions, error, otherwise="step it as a Vehicle")


def run_parts(job: Callable[[Any], None], parts: Sequence[Any]) -> None:
    """``job`` for every part: the first in this thread, the others beside it; returns when all are done.

    Raises:
        ResourceError: no further thread can be started.
    """
    try:
        others = [_pool().submit(job, part) for part in parts[1:]]
    except RuntimeError as error:
        _pool.cache_clear()  # it may have taken a part that no thread does
        raise ResourceError(
            f"no further thread can be started for a step ({error}); end other programs, raise the limits of memory "
            "and processes (ulimit -v, ulimit -u), or set MOTORPOOL_THREADS=1"
        ) from error
    job(parts[0])
    for other in others:
        other.result()


def parts_of(count: int, cost: int, threads: int | None) -> list[slice]:
    """Return the rows for each thread, in whole shares.

    Args:
        cost: processor time of a row, in steps of a kinematic model.
        threads: None for as many as the work deserves.
    """
    threads = thread_count(count, cost, threads)
    shares = -(-count // SHARE)
    edges = [min(count, SHARE * (shares * part // threads)) for part in range(threads + 1)]
    return [slice(low, high) for low, high in itertools.pairwise(edges)]


def thread_count(count: int, cost: int, threads: int | None) -> int:
    """Return the number of threads for so many rows: at most one a share.

    Args:
        cost: processor time of a row, in steps of a kinematic model.
        threads: None for as many as the work deserves.
    """
    if threads is None:
        threads = count * cost // ROWS_A_THREAD
        threads = threads if threads < 2 else min(threads, cpu_count())
    return 1 if threads < 2 else max(1, min(threads, -(-count // SHARE)))


@lru_cache(maxsize=1)
def cpu_count() -> int:
    """Return the number of processors to use; ``MOTORPOOL_THREADS`` and ``limit_threads`` lower it."""
    limits = [limit for limit in (thread_limit(), _Limit.threads) if limit is not None]
    return max(1, min([processor_count(), *limits]))


def limit_threads(count: int | None) -> None:
    """Limit the threads of this process to ``count``, 1 or more; None removes the limit."""
    _Limit.threads = count
    cpu_count.cache_clear()
    _pool.cache_clear()


class _Limit:
    """Limit of this process."""

    threads: int | None = None


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max(1, cpu_count() - 1), thread_name_prefix="motorpool-kernel")


call_in_forked_child(_pool.cache_clear)
