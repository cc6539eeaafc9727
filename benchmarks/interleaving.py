"""Gain from keeping four vectors of vehicles in flight: each model's kernel with the hint and without, in turns.

`python benchmarks/interleaving.py` checks that both give the same to the bit, then prints the median of the ratios of
neighbouring samples, 10 240 vehicles, 100 steps a call, one thread.
"""

import os
import statistics
import tempfile
import time
from typing import Any
from unittest.mock import patch

import numpy as np

import motorpool as mp
from motorpool.compile import cache, columns
from motorpool.models import find

VEHICLES, STEPS, PAIRS = (
    10_240,
    100,
    31,
)  # whole vectors: the rest of a block is not vectorised, and may round otherwise


def kernel(model: Any, float_type: str, options: dict[str, Any]) -> Any:
    """A kernel compiled with these options for its loop, in a cache folder of its own."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, MOTORPOOL_CACHE=folder):
        cache.cache_folder.cache_clear()
        columns._advance_kernel.cache_clear()
        with patch.object(columns, "interleaving", lambda: options):
            made = columns.advance_kernel(model, float_type)
            made(*columns_of(model, float_type), np.zeros(VEHICLES, np.uint32), 0.01, 1)  # compiles
    cache.cache_folder.cache_clear()
    return made


def columns_of(model: Any, float_type: str) -> Any:
    """A fleet's columns, its controls random."""
    fleet = mp.Fleet(model, VEHICLES, dtype=float_type)
    random = np.random.default_rng(1)
    for column in fleet.control:
        column[:] = random.uniform(-0.4, 0.4, VEHICLES)
    return fleet.snapshot().columns


def seconds(made: Any, arguments: Any, status: Any) -> float:
    """Processor time of one call."""
    began = time.thread_time()
    made(*arguments, status, 0.01, STEPS)
    return time.thread_time() - began


def main() -> None:
    print("| model | dtype | times as fast with the hint |")
    print("|---|---|---:|")
    for name in ("bicycle/arc", "tracked/arc"):
        for float_type in ("float64", "float32"):
            model = find(name)
            kernels = kernel(model, float_type, columns.interleaving()), kernel(model, float_type, {})
            inputs = columns_of(model, float_type), columns_of(model, float_type)
            status = np.zeros(VEHICLES, np.uint32)
            pairs = [[seconds(k, i, status) for k, i in zip(kernels, inputs, strict=True)] for _ in range(PAIRS)]
            assert all(np.array_equal(a, b) for a, b in zip(*inputs, strict=True)), "the hint changed a result"
            print(f"| {name} | {float_type} | {statistics.median(b / a for a, b in pairs):.2f} |", flush=True)


if __name__ == "__main__":
    main()
