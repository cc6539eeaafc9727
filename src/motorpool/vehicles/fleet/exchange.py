"""Assignment of arrays of other libraries to the columns of a fleet.

JAX, PyTorch and CuPy read a column without a copy: on the CPU it is a NumPy array and supports DLPack; on a GPU it has
``__cuda_array_interface__``. This module implements the other direction.
"""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ...base.errors import ModelError
from ...models.fields import shown_value

ON_HOST = {1, 3, 13}  # DLPack device types whose memory the CPU can read: CPU, CUDA host (pinned) and CUDA managed
TO_HOST = "copy it to the CPU first, with .cpu() of PyTorch, .get() of CuPy or jax.device_get"


def on_host(value: Any, where: str) -> Any:
    """Return a value, or an array of any library, as NumPy accepts it; without a copy if possible.

    Raises:
        ModelError: the value is in the memory of a GPU, or its library does not export it.
    """
    if isinstance(value, (float, int, np.ndarray, np.generic)):
        return cast("Any", value)
    if is_on_gpu(value):
        raise ModelError(f"{where} is on the CPU and cannot take a {_kind(value)} on a GPU; {TO_HOST}")
    try:
        return np.asarray(value) if hasattr(value, "__array__") or not hasattr(value, "__dlpack__") else _shared(value)
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        raise ModelError(f"{where} cannot take this {_kind(value)}: {error}") from error


def real_numbers(value: Any, where: str) -> NDArray[np.float64]:
    """Return an array of any library as one of float64.

    Raises:
        ModelError: the values are masked, complex or in the memory of a GPU, or their library does not export them.
    """
    values = np.asarray(_unmasked(on_host(value, where), where))
    if values.dtype.kind == "c":
        raise _not_real(values.dtype, where)
    try:
        return np.asarray(values, float)
    except (TypeError, ValueError) as error:
        raise ModelError(f"{where} is {shown_value(value)}; it must be numbers") from error


def is_on_gpu(value: Any) -> bool:
    """Return whether the CPU cannot read an array's memory."""
    try:
        return int(value.__dlpack_device__()[0]) not in ON_HOST
    except (AttributeError, BufferError, RuntimeError, TypeError, ValueError):
        return hasattr(value, "__cuda_array_interface__")


def assign(column: Any, value: Any, where: str) -> None:
    """Write one number, or one value per vehicle, to a column in place.

    Args:
        value: a number, a sequence, or an array of any library; a column on a GPU also accepts arrays
            in the memory of the CPU.

    Raises:
        ModelError: the values have another shape, are not real numbers, or are in memory that the column cannot read.
    """
    if isinstance(value, (float, int)) or (type(value) is np.ndarray and value.dtype == column.dtype):
        _assign_plain(column, value, where)
    elif not isinstance(column, np.ndarray) and is_on_gpu(value):
        _assign_on_gpu(column, value, where)
    else:
        _assign_from_host(column, on_host(value, where), where)


def _assign_plain(column: Any, value: Any, where: str) -> None:
    """Write a value without checking its type: the fast path for loops."""
    try:
        column[:] = value
    except ValueError as error:
        raise _misshaped(column, np.shape(value), where) from error


def _assign_from_host(column: Any, value: Any, where: str) -> None:
    values = np.asarray(_unmasked(value, where))
    _check(column, values.shape, values.dtype, where)
    if isinstance(column, np.ndarray):
        column[:] = values
    elif column.size:
        column.copy_to_device(np.full(column.shape, values, column.dtype))


def _assign_on_gpu(column: Any, value: Any, where: str) -> None:
    try:
        interface = value.__cuda_array_interface__
    except (AttributeError, RuntimeError, TypeError, ValueError) as error:
        raise ModelError(
            f"{where} cannot take this {_kind(value)}, which has no __cuda_array_interface__ ({error})"
        ) from error
    _check(column, interface["shape"], np.dtype(interface["typestr"]), where)
    column[:] = value


def _check(column: Any, shape: tuple[int, ...], dtype: np.dtype[Any], where: str) -> None:
    """Raise ``ModelError`` unless the values are real numbers, a single one or one per vehicle."""
    if not np.can_cast(dtype, column.dtype, "same_kind"):
        raise _not_real(dtype, where)
    if tuple(shape) not in ((), (1,), tuple(column.shape)):
        raise _misshaped(column, shape, where)


def _unmasked(value: Any, where: str) -> Any:
    """Return a value as it is, unless it is an array in which some values are masked.

    Raises:
        ModelError: some values are masked; NumPy would use those below the mask.
    """
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(cast("Any", value)):
        raise ModelError(f"{where} cannot take an array with masked values; replace them with array.filled(...)")
    return cast("Any", value)


def _not_real(dtype: np.dtype[Any], where: str) -> ModelError:
    return ModelError(f"{where} takes real numbers and cannot take values of the type {dtype}")


def _misshaped(column: Any, shape: tuple[int, ...], where: str) -> ModelError:
    return ModelError(f"{where} has {column.size} vehicles and cannot take {tuple(shape)} values")


def _shared(value: Any) -> NDArray[Any]:
    return np.from_dlpack(value)


def _kind(value: Any) -> str:
    return f"{type(value).__module__.partition('.')[0]} {type(value).__name__}"
