"""Logs as Parquet files of other programs: columns of numbers and timestamps.

Rows are read in batches and counted, because a file of some kilobytes can have millions of equal rows, and its index
may state fewer than there are. Columns of text, lists and structures are not read, because a small file can hold any
amount of them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import FitError, require
from .log_size import check_size
from .sparse_columns import Columns

Floats = NDArray[np.float64]

_AT_ONCE = 1 << 16  # rows
_NUMBERS = {"BOOLEAN", "INT32", "INT64", "INT96", "FLOAT", "DOUBLE"}  # physical types of at most twelve bytes
_FIXED, _LONGEST_FIXED = "FIXED_LEN_BYTE_ARRAY", 32  # decimals and short floats [bytes]


def read_parquet(path: Path) -> Columns:
    """Return the columns of numbers of a Parquet file.

    Raises:
        FitError: it cannot be read, or is too large.
    """
    parquet = require("pyarrow.parquet", extra="app", purpose="reading a Parquet log")
    arrow = require("pyarrow", extra="app", purpose="reading a Parquet log")
    try:
        with parquet.ParquetFile(path, pre_buffer=False) as file:
            batches = list(_batches(file, path))
        table = arrow.Table.from_batches(batches, None if batches else arrow.schema([]))
        arrays = {name: _floats(table.column(place), arrow) for place, name in enumerate(table.column_names)}
    except FitError:  # a ValueError, too
        raise
    except (arrow.ArrowException, OSError, ValueError, ArithmeticError, MemoryError) as error:
        raise FitError(f"{path} is no Parquet file that can be read: {' '.join(str(error).split())[:200]}") from error
    return Columns.of({name: values for name, values in arrays.items() if values is not None})


def _batches(file: Any, path: Path) -> Iterator[Any]:
    """Yield the rows of the columns of numbers; the size is checked while they are read."""
    leaves = [leaf for leaf in range(len(file.schema)) if _is_number(file.schema.column(leaf))]
    stated = file.metadata.num_rows
    check_size(path, rows=stated, columns=len(leaves), numbers=stated * len(leaves))
    groups = range(file.metadata.num_row_groups if leaves else 0)
    row_count = 0
    for batch in file.reader.iter_batches(_AT_ONCE, row_groups=groups, column_indices=leaves, use_threads=False):
        row_count += batch.num_rows
        check_size(path, rows=row_count, numbers=row_count * len(leaves), is_partial=True)
        yield batch


def _is_number(column: Any) -> bool:
    is_short = column.physical_type == _FIXED and column.length <= _LONGEST_FIXED
    return column.max_repetition_level == 0 and (column.physical_type in _NUMBERS or is_short)


def _floats(column: Any, arrow: Any) -> Floats | None:
    kinds = arrow.types
    if kinds.is_timestamp(column.type) or kinds.is_date(column.type):
        moments = column.to_numpy().astype("datetime64[ns]")
        return np.where(np.isnat(moments), np.nan, moments.astype(np.int64) * 1e-9)
    is_number = kinds.is_integer(column.type) or kinds.is_floating(column.type) or kinds.is_boolean(column.type)
    if not is_number and not kinds.is_decimal(column.type):
        return None
    return np.asarray(column.cast(arrow.float64(), safe=False).to_numpy(), np.float64)
