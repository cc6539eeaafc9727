"""A model's step over columns on an NVIDIA GPU: the same scalar functions as device functions.

One thread a vehicle; its state stays in registers for all ``steps``. All columns of a fleet are rows of one array, so
that a kernel has a handful of arguments whatever the model. ``NUMBA_ENABLE_CUDASIM=1`` runs the same kernels in plain
Python, which is how they are tested where there is no GPU.

``fastmath`` is off, but the compiler may fuse a multiplication with an addition, and its library's sine is not
the CPU's: a GPU agrees with a CPU to a tolerance and not to the bit.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..models.registry import Model
from . import checks, cuda_compiler, ground
from .columns import column_names, joined, names_of, step_source
from .flat import module_of
from .places import Words, after_source, kept_source, loads_source, summed, sums_source
from .specialise import Specialiser, fingerprint
from .vocabulary import CUDA

THREADS_A_BLOCK = 128
WARP = 32  # vehicles; a row of the array begins at a multiple of so many values, and a warp reads whole cache lines
REGISTERS = Words(state="state.{}", place="place_{}")


def advance(
    model: Model, columns: Any, status: Any, dt: float, steps: int, rasters: ground.Rasters | None = None
) -> None:
    """Step every vehicle ``steps`` times on the GPU, in place; returns when it is done.

    Args:
        model: the motion model.
        columns: an array of ``table_on_device``, its rows in the order of ``columns.column_names``.
        status: one uint32 a vehicle, on the device.
        steps: how many.
        rasters: of the ground that the vehicles are on, copied to the device for this call.
    """
    cuda = cuda_compiler.cuda()
    if status.size == 0:
        return
    float_type = np.dtype(columns.dtype)
    plain = model.plain
    kernel = advance_kernel(plain, plain.module.step, float_type.name)
    blocks = -(-status.size // THREADS_A_BLOCK)
    told = map(_on_device, rasters or ground.NOWHERE) if ground.takes_rasters(model) else ()
    kernel[blocks, THREADS_A_BLOCK](columns, status, float_type.type(dt), steps, *told)
    cuda.synchronize()


def to_device(array: Any) -> Any:
    """A copy of a NumPy array in the GPU's memory."""
    return cuda_compiler.cuda().to_device(array)


def table_on_device(columns: Sequence[NDArray[Any]]) -> Any:
    """One array in the GPU's memory, a row for each column; what a row has beyond its column's vehicles is not used.

    Args:
        columns: NumPy arrays of one size and float type.
    """
    count = columns[0].size
    table = np.zeros((len(columns), WARP * max(1, -(-count // WARP))), columns[0].dtype)
    table[:, :count] = columns
    return to_device(table)


@cache
def advance_kernel(model: Model, step: Callable[..., Any], float_type: str) -> Any:
    """The CUDA kernel ``advance(columns, status, dt, steps, *rasters)`` of a model.

    Args:
        model: model to compile.
        float_type: "float64" or "float32", of the columns.
    """
    cuda = cuda_compiler.cuda()
    cuda_compiler.introduce(step, *model.structures.values(), *ground.FUNCTIONS)
    copies = Specialiser(CUDA[float_type], float_type, lambda function: cuda.jit(device=True)(function))
    of_ground = Specialiser(CUDA["float64"], "float64", lambda function: cuda.jit(device=True)(function))
    names = {"cuda": cuda, **names_of(model, step, float_type, copies)}
    names |= {function.__name__: of_ground.compiled(function) for function in ground.FUNCTIONS}
    source = advance_source(model, float_type)
    key = fingerprint(source, step, getattr(model.module, "is_valid", None), *ground.FUNCTIONS, CUDA[float_type])
    return module_of(f"{model.name} cuda {float_type}", key, source, names).advance


def advance_source(model: Model, float_type: str) -> str:
    """The generated text of the kernel."""
    rows = {name: row for row, name in enumerate(column_names(model, float_type))}

    def cell(name: str) -> str:
        return f"columns[{rows[name]}, i]"

    sums, after = summed(model, float_type), after_source(model, float_type)
    begun = [f"place_{name} = {cell(f'state_{name}')}" for name in sums]
    begun += kept_source(model, float_type, is_new=True, cell=cell)
    taken = [f"place_{name}, kept_{name} = new_{name}, rest_{name}" for name in sums]
    taken.append(f"state = State({', '.join('ZERO' if name in sums else f'after.{name}' for name in after)})")
    stored = [f"{cell(f'state_{name}')} = {f'place_{name}' if name in sums else f'state.{name}'}" for name in after]
    stored += [f"{cell(f'low_{name}')} = kept_{name}" for name in sums]
    stored += [f"{cell(f'ground_{name}')} = ground.{name}" for name in ground.sampled_fields(model)]
    rasters = ground.Rasters._fields if ground.takes_rasters(model) else ()
    arguments = ", ".join(("columns", "status", "dt", "steps", *rasters))
    return f'''"""{model.name} over {float_type} columns on CUDA: generated by Motorpool; may be deleted at any time."""


@cuda.jit
def advance({arguments}):
    i = cuda.grid(1)
    if i >= status.size:
        return
    {joined([*loads_source(model, float_type, cell), *begun], 4)}
    for turn in range(steps):
        {ground.scalar_source(model, float_type, REGISTERS, " " * 8)}
        if turn == 0:
            {joined(checks.check_lines(model, float_type), 12)}
            is_finite = known * ZERO == ZERO
            if not (is_finite and is_allowed):
                status[i] |= (NO_FLAG if is_finite else NOT_FINITE) | (NO_FLAG if is_allowed else OUT_OF_RANGE)
                break
        {joined([f"after = {step_source(model)}", *sums_source(model, float_type, REGISTERS)], 8)}
        if {checks.total(list(after.values()))} * ZERO != ZERO:
            status[i] |= NOT_FINITE
            break
        {joined(taken, 8)}
    {joined(stored, 4)}
'''


def _on_device(part: Any) -> Any:
    """A raster in the GPU's memory; a number as it is."""
    return to_device(part) if isinstance(part, np.ndarray) else part
