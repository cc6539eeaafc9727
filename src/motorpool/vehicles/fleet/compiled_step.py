"""Compiled step of a single vehicle: the kernel of a fleet of one, whose columns are one array.

step = CompiledStep(model)
state, status = step(fields, dt, steps)
"""

import struct
from collections.abc import Mapping
from operator import itemgetter
from typing import Any

import numpy as np

from ...compile import ground
from ...compile.address_table import AddressTable
from ...compile.columns import advance, advance_kernel, column_names
from ...models.registry import Model


class CompiledStep:
    """Step of one vehicle of a model, compiled when it is made.

    Args:
        model: model whose fields have distinct names.

    Raises:
        ModelError: the model cannot be compiled.
    """

    def __init__(self, model: Model):
        count = len(column_names(model, "float64"))
        self._memory, status = bytearray(8 * count), bytearray(4)
        columns = np.frombuffer(self._memory, np.float64).reshape(count, 1)
        table = AddressTable([[*columns, np.frombuffer(status, np.uint32)]])
        advance(model, table, 0.0, 0)  # compiles, or says why it cannot
        self._kernel, self._entries = advance_kernel(model, "float64"), table.entries
        self._ground = ground.NOWHERE if ground.takes_rasters(model) else ()
        names = [name for structure in model.structures.values() for name in structure._fields]
        self._values_of = itemgetter(*names)
        self._pack = struct.Struct(f"{count}d").pack_into
        self._state: Any = memoryview(self._memory).cast("d")[: len(model.module.State._fields)]
        self._status = memoryview(status).cast("I")

    def __call__(self, fields: Mapping[str, float], dt: float, steps: int) -> tuple[list[float], int]:
        """Return the state after some steps, and the bits of ``Status`` that they set.

        Args:
            fields: values of state, control, parameters and ground, by name.
            dt: at least 0 [s].
        """
        self._pack(self._memory, 0, *self._values_of(fields))
        self._status[0] = 0
        self._kernel(self._entries, dt, steps, *self._ground)
        return self._state.tolist(), self._status[0]
