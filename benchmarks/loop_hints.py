"""Gain from each hint on a model's loops: its kernel with both hints and without one of them, in turns.

`python benchmarks/loop_hints.py` checks that all give the same to the bit, then prints the median of the ratios of
neighbouring samples, 10 240 vehicles, one thread. Name models to measure others: `... loop_hints.py skid-steer`.
"""

import os
import statistics
import sys
import tempfile
import time
from typing import Any
from unittest.mock import patch

import numba
import numpy as np

import motorpool as mp
from motorpool.compile import cache, columns, ground, loop_hints
from motorpool.models import find

VEHICLES = 10_240  # whole vectors: the rest of a block is not vectorised, and may round otherwise
SECONDS, PAIRS = 0.02, 31  # of a sample; samples
DEFAULT = ("bicycle/arc", "tracked/arc", "single-track", "double-track", "skid-steer", "tractor-trailer")
VARIANTS = {"both": {}, "256 bits": {"WIDTH": 256}, "one vector at a time": {"COUNT": 1, "LONG_COUNT": 1}}


def kernel(model: Any, float_type: str, hints: dict[str, int]) -> Any:
    """A kernel compiled with these hints for its loops, in a cache folder of its own."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, MOTORPOOL_CACHE=folder):
        cache.cache_folder.cache_clear()
        columns._advance_kernel.cache_clear()
        loop_hints.loop_hints.cache_clear()
        with patch.multiple(loop_hints, **hints) if hints else patch.dict(os.environ):
            made = columns.advance_kernel(model, float_type)
            made(*arguments_of(model, float_type, steps=1))  # compiles
    cache.cache_folder.cache_clear()
    return made


def arguments_of(model: Any, float_type: str, *, steps: int) -> list[Any]:
    """A fleet's columns, its controls random, and the rest of a kernel's arguments."""
    fleet = mp.Fleet(model, VEHICLES, dtype=float_type)
    random = np.random.default_rng(1)
    for column in fleet.control:
        column[:] = random.uniform(-0.4, 0.4, VEHICLES)
    rasters = ground.NOWHERE if ground.takes_rasters(model) else ()
    return [*map(np.array, fleet.snapshot().columns), np.zeros(VEHICLES, np.uint32), 0.01, steps, *rasters]


def seconds(made: Any, arguments: Any) -> float:
    """Processor time of one call."""
    began = time.thread_time()
    made(*arguments)
    return time.thread_time() - began


def main() -> None:
    print(f"{numba.config.CPU_NAME or 'this processor'}; times as fast with both hints as with")
    print("| model | dtype | M steps/s | 256 bits | one vector at a time |")
    print("|---|---|---:|---:|---:|")
    for name in sys.argv[1:] or DEFAULT:
        for float_type in ("float64", "float32"):
            model = find(name)
            kernels = [kernel(model, float_type, hints) for hints in VARIANTS.values()]
            steps = max(1, round(SECONDS / seconds(kernels[0], arguments_of(model, float_type, steps=10)) * 10))
            inputs = [arguments_of(model, float_type, steps=steps) for _ in kernels]
            samples = [[seconds(k, i) for k, i in zip(kernels, inputs, strict=True)] for _ in range(PAIRS)]
            for other in inputs[1:]:
                same = (np.array_equal(a, b, equal_nan=True) for a, b in zip(inputs[0], other, strict=True))
                assert all(same), "a hint changed a result"
            rate = VEHICLES * steps / min(sample[0] for sample in samples) / 1e6
            gains = (statistics.median(sample[n] / sample[0] for sample in samples) for n in (1, 2))
            print(f"| {name} | {float_type} | {rate:.0f} | {' | '.join(f'{gain:.2f}' for gain in gains)} |", flush=True)


if __name__ == "__main__":
    main()
